import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { writeLicenses } from './licenses.mjs';
import { appNode, inRoot } from './paths.mjs';
import { attempt, refuse, run } from './process.mjs';

const MUST_BE_BUILT = ['dist/main/main.js', 'dist/preload', 'dist/dashboard', 'dist/overlay'];

/**
 * electron-builder's options for the update feed; empty without an address. Installed apps update
 * from there, so it must be https, and unsigned builds are refused (Windows, macOS; Linux packages
 * are not signed). Returns null for an unusable address.
 */
export function feedOptions(address) {
  if (!address) return [];
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' || url.username || url.password) return null;
  return ['-c.publish.provider=generic', `-c.publish.url=${url.href}`, '-c.forceCodeSigning=true'];
}

const LINUX = ['--linux', '-l'];
const OTHERS = ['--mac', '-m', '-o', '--macos', '--win', '-w', '--windows'];
const LINUX_TARGETS = ['AppImage', 'deb'];

/**
 * The electron-builder runs for these arguments. Each Linux package gets its own run: a deb writes
 * its package type into the shared folder, and the AppImage would then update as a deb. Returns
 * null if Linux is combined with another system.
 */
export function runsOf(args, { platform, unpacked }) {
  const others = args.some((arg) => OTHERS.includes(arg));
  const at = args.findIndex((arg) => LINUX.includes(arg));
  if (at >= 0 && others) return null;
  if (unpacked || others || (at < 0 && platform !== 'linux')) return [args];
  const rest = args.slice(at + 1);
  const end = rest.findIndex((arg) => arg.startsWith('-'));
  const named = at < 0 ? [] : rest.slice(0, end < 0 ? undefined : end);
  const options = [...args.slice(0, Math.max(at, 0)), ...rest.slice(named.length)];
  const targets = named.length > 0 ? named : LINUX_TARGETS;
  return targets.map((target) => ['--linux', target, ...options]);
}

/** The file entries of a feed's list: the indented lines below `files:`. */
function filesOf(list) {
  return /^files:\n((?:[ -].*\n)+)/m.exec(list)?.[1] ?? '';
}

/** Merges the files of an earlier list of the same version into one that has only its own. */
export function joinLists(former, later) {
  const version = (list) => /^version: (.+)$/m.exec(list)?.[1];
  if (version(former) !== version(later)) return later;
  const own = filesOf(later);
  const urls = [...own.matchAll(/^ *- url: (.+)$/gm)].map(([, url]) => url);
  const missing = filesOf(former)
    .split(/^(?= *- )/m)
    .filter((entry) => !urls.includes(/url: (.+)/.exec(entry)?.[1]));
  return later.replace(own, () => own + missing.join(''));
}

const isList = (name) => /^latest-linux.*\.yml$/.test(name);

function readLists(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter(isList) : [];
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

function outputOf(args) {
  const given = args.findLast((arg) => arg.startsWith('-c.directories.output='));
  return given ? given.slice(given.indexOf('=') + 1) : inRoot('dist/installers');
}

/** In the environment or the keychain. */
function hasIdentity(environment) {
  if (environment.CSC_LINK || environment.CSC_NAME) return true;
  if (environment.CSC_IDENTITY_AUTO_DISCOVERY === 'false') return false;
  const find = ['find-identity', '-v', '-p', 'codesigning'];
  const known = attempt(() => execFileSync('security', find, { encoding: 'utf8' }), '');
  return /^\s*[1-9]\d* valid identit/m.test(known);
}

/**
 * Without a certificate, apps for macOS are signed ad hoc: Apple silicon runs no unsigned code, and
 * the hardened runtime would reject the app's own libraries.
 */
export function signingOptions({ platform, environment, isKnown = hasIdentity }) {
  if (platform !== 'darwin' || isKnown(environment)) return [];
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'];
}

/** Runs one after another and merges the update feed's lists, so they name every file. */
async function runAll(runs, options, output) {
  for (const args of runs) {
    const former = readLists(output);
    const code = await run(appNode, [
      inRoot('node_modules/electron-builder/cli.js'),
      ...options,
      ...args,
    ]);
    if (code !== 0) return code;
    for (const [name, later] of readLists(output)) {
      const before = former.get(name);
      if (before && args !== runs[0]) writeFileSync(join(output, name), joinLists(before, later));
    }
  }
  return 0;
}

/** `unpacked`: a runnable folder instead of installers. */
export async function main(args, { unpacked }) {
  const feed = feedOptions(process.env.STAGELIGHT_UPDATE_URL);
  if (!feed) {
    return refuse('STAGELIGHT_UPDATE_URL must be an https address without a user name in it.');
  }
  const runs = runsOf(args, { platform: process.platform, unpacked });
  if (!runs) {
    return refuse('Linux is packaged apart from other systems: name one system at a time.');
  }
  await ensureBuilt();
  const missing = MUST_BE_BUILT.find((part) => !existsSync(inRoot(part)));
  if (missing) return refuse(`The build has no ${missing}; there is nothing to package.`);
  writeLicenses(inRoot('dist/licenses.txt'));
  const electron = process.env.STAGELIGHT_ELECTRON_DIST;
  const options = [
    '--config=electron-builder.yml',
    '--publish=never',
    ...(unpacked ? ['--dir'] : []),
    ...feed,
    ...signingOptions({ platform: process.platform, environment: process.env }),
    ...(electron ? [`-c.electronDist=${electron}`] : []),
  ];
  return runAll(runs, options, outputOf(args));
}
