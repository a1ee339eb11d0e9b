import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withLock } from './lock.mjs';
import { appNode, inRoot, root } from './paths.mjs';
import { runQuietly, say } from './process.mjs';

const SOURCES = ['electron', 'renderer', 'shared', 'assets', 'vite.config.ts', 'package-lock.json'];
const stamp = inRoot('dist/build-id');

function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

/** A 12-character hash of everything the build reads. */
export function sourceId() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(inRoot(source))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function isBuilt(id) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === id;
}

/** Returns whether it succeeded. */
export async function build() {
  const id = sourceId();
  const vite = inRoot('node_modules/vite/bin/vite.js');
  const code = await runQuietly(appNode, [vite, 'build', '--logLevel', 'warn'], {
    env: { STAGELIGHT_BUILD_ID: id, NODE_ENV: 'production' },
  });
  if (code === 0) writeFileSync(stamp, id);
  else say('The build failed; the lines above say where.');
  return code === 0;
}

/** Builds only if dist/ is out of date. Ends the command if that fails. */
export async function ensureBuilt() {
  if (isBuilt(sourceId())) return;
  const built = await withLock(async () => {
    if (isBuilt(sourceId())) return true;
    say('Building Stagelight; a few seconds.');
    return build();
  });
  if (!built) process.exit(1);
}
