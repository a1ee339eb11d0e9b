/**
 * What keeps a computer busy beside tests, until it is ended: `core` takes one core, `disk` writes a
 * file and waits until the disk has it, without pause.
 */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = Buffer.alloc(1024 * 1024, 'x');
const BLOCKS_A_FILE = 64;
const SLICE_MS = 50;

/** Lets signals in. */
const nextTurn = () => new Promise((resume) => setImmediate(resume));

let isOver = false;
process.once('SIGTERM', () => {
  isOver = true;
});

async function takeCore() {
  while (!isOver) {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end);
    await nextTurn();
  }
}

async function writeDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'stagelight-load-'));
  try {
    while (!isOver) {
      const file = openSync(join(folder, 'block'), 'w');
      for (let blocks = 0; blocks < BLOCKS_A_FILE && !isOver; blocks += 1) {
        writeSync(file, BLOCK);
        fsyncSync(file);
        await nextTurn();
      }
      closeSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await (process.argv[2] === 'disk' ? writeDisk() : takeCore());
