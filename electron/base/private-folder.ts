import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './files.ts';
import type { Logger } from './log.ts';

/** The sticky bit of shared folders such as /tmp. */
const SHARED_BIT = 0o1000;

/** Our files in a data folder that other programs may use as well. */
const OUR_FILES = /^(?:ledger|settings|vault|stagelight)\b/;
const OUR_FOLDERS =
  /^(?:media|backups|exports|diagnostics|logs|restore-pending|before-restore-[\d-]+)$/;

/**
 * Makes a data folder (0700) and our files in it (0600) private, even if they existed before. Links
 * are not followed. Windows has no such modes, but a user's own folders are private there. Refusals
 * are logged and do not prevent the start.
 */
export async function keepPrivate(
  folder: string,
  log: Logger,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (platform === 'win32') return;
  try {
    const { mode } = await lstat(folder);
    if ((mode & SHARED_BIT) !== 0) log.warn('The data folder is shared with other users');
    else await restrict(folder, PRIVATE_FOLDER);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const ours = entry.isDirectory() ? OUR_FOLDERS : OUR_FILES;
      if (ours.test(entry.name)) await restrictAll(entry);
    }
  } catch (failure) {
    log.warn('Others may be able to read the data folder', { failure });
  }
}

async function restrictAll(entry: Dirent): Promise<void> {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile()) await restrict(path, PRIVATE_FILE);
  if (!entry.isDirectory()) return;
  await restrict(path, PRIVATE_FOLDER);
  for (const inner of await readdir(path, { withFileTypes: true })) await restrictAll(inner);
}

async function restrict(path: string, mode: number): Promise<void> {
  if (((await lstat(path)).mode & 0o777) !== mode) await chmod(path, mode);
}
