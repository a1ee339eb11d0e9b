import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withLock } from './lock.mjs';
import { appNode, inRoot } from './paths.mjs';
import { demand, runQuietly, say } from './process.mjs';

const stamp = inRoot('node_modules/.stagelight-installed');

function wanted() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  return (
    existsSync(appNode) && existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted()
  );
}

/** Brings node_modules to what package-lock.json says, if it is not there already. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(async () => {
    if (isInstalled()) return;
    say('Installing what Stagelight needs (npm ci); this happens once.');
    const npm = process.env.npm_execpath;
    const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
    const code = npm
      ? await runQuietly(process.execPath, [npm, ...args])
      : await runQuietly(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
    demand(
      code,
      'The installation failed. Is the npm registry reachable? The lines above say more.',
    );
    writeFileSync(stamp, `${wanted()}\n`);
  });
}
