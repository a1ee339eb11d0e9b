import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from './process.mjs';

const MEMORY_DISK = '/dev/shm';

/** Several times what a whole run keeps at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

function freeBytes(disk) {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

let folder;

/**
 * Where tests keep their files until this process ends. In memory where there is room: they write
 * thousands of small files and wait until each is on the disk, however busy that is.
 */
export function testFolder({ disk = MEMORY_DISK, roomBytes = ROOM_BYTES } = {}) {
  folder ??= attempt(() => {
    if (freeBytes(disk) < roomBytes) return tmpdir();
    const made = mkdtempSync(join(disk, 'sl-tests-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    return made;
  }, tmpdir());
  return folder;
}
