import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { build } from './build.mjs';
import { appNode, inRoot } from './paths.mjs';
import { say } from './process.mjs';

const WATCHED = ['electron', 'renderer', 'shared', 'assets'];
const QUIET_MS = 200;

/** Answers how to stop it. */
function startHost(args) {
  const dataDir = inRoot('.cache/dev-data');
  const host = inRoot('dist/node/headless.js');
  const child = spawn(appNode, [host, '--demo', '--data-dir', dataDir, '--no-open', ...args], {
    stdio: 'inherit',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

/**
 * The demo, rebuilt and restarted on every source change: pages stay open, reconnect and reload.
 */
export async function main(args) {
  if (!(await build())) return 1;
  let stopHost = startHost(args);
  let timer = null;
  let working = Promise.resolve();
  const rebuild = async () => {
    // If the build fails, the last good host keeps running.
    if (!(await build())) return;
    await stopHost();
    stopHost = startHost(args);
  };
  const watchers = WATCHED.map((folder) =>
    watch(inRoot(folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        working = working.then(rebuild);
      }, QUIET_MS);
    }),
  );
  const signal = await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  for (const watcher of watchers) watcher.close();
  clearTimeout(timer);
  await working;
  await stopHost();
  say(`Stopped (${signal}).`);
  return 0;
}
