import { existsSync } from 'node:fs';
import { ensureBuilt } from './build.mjs';
import { writeLicenses } from './licenses.mjs';
import { appNode, inRoot } from './paths.mjs';
import { run, say } from './process.mjs';

const MUST_BE_BUILT = ['dist/main/main.js', 'dist/preload', 'dist/dashboard', 'dist/overlay'];

/**
 * electron-builder's options for the update feed: none without an address. Installed apps take their
 * next version from there, so it must be https, and what is made without a signature is not made at
 * all (Windows, macOS; Linux packages have none). Answers null where the address cannot be used.
 */
export function feedOptions(address) {
  if (!address) return [];
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' || url.username || url.password) return null;
  return ['-c.publish.provider=generic', `-c.publish.url=${url.href}`, '-c.forceCodeSigning=true'];
}

/** Packages what dist/ holds. `unpacked`: a folder that runs, instead of installers. */
export async function main(args, { unpacked }) {
  const feed = feedOptions(process.env.STAGELIGHT_UPDATE_URL);
  if (!feed) {
    say('STAGELIGHT_UPDATE_URL must be an https address without a user name in it.');
    return 1;
  }
  await ensureBuilt();
  const missing = MUST_BE_BUILT.find((part) => !existsSync(inRoot(part)));
  if (missing) {
    say(`The build has no ${missing}; there is nothing to package.`);
    return 1;
  }
  writeLicenses(inRoot('dist/licenses.txt'));
  const electron = process.env.STAGELIGHT_ELECTRON_DIST;
  return run(appNode, [
    inRoot('node_modules/electron-builder/cli.js'),
    '--config=electron-builder.yml',
    '--publish=never',
    ...(unpacked ? ['--dir'] : []),
    ...feed,
    ...(electron ? [`-c.electronDist=${electron}`] : []),
    ...args,
  ]);
}
