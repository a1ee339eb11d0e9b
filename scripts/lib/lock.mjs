import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { attempt, say } from './process.mjs';

const folder = inRoot('.cache/lock');
const owner = join(folder, 'pid');

const holderIsAlive = () =>
  attempt(() => process.kill(Number(readFileSync(owner, 'utf8')), 0), false);

function take() {
  try {
    mkdirSync(folder);
    writeFileSync(owner, String(process.pid));
    return true;
  } catch (failure) {
    if (failure.code === 'EEXIST') return false;
    throw failure;
  }
}

/** Allows one install or build at a time, across all commands. */
export async function withLock(task) {
  mkdirSync(inRoot('.cache'), { recursive: true });
  let waits = 0;
  while (!take()) {
    waits += 1;
    // A killed holder leaves its folder behind; a holder that just started has written no pid yet.
    if (waits > 2 && !holderIsAlive()) rmSync(folder, { recursive: true, force: true });
    if (waits === 3) say('Another command is installing or building; waiting for it.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    return await task();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
