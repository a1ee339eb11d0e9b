import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withLock } from './lock.mjs';
import {
  appNode,
  chooseNode,
  inRoot,
  installStamp,
  ON_RUNNING_NODE,
  packagedNode,
  readStamp,
} from './paths.mjs';
import { demand, runQuietly, say } from './process.mjs';

/** Electron's major, which everything is written for. */
const NEEDED_MAJOR = 24;
const FAILED = 'The installation failed. Is the npm registry reachable? The lines above say more.';

function wanted() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  const stamp = readStamp();
  if (stamp === wanted() + ON_RUNNING_NODE) return true;
  return stamp === wanted() && existsSync(packagedNode);
}

/**
 * How npm is called: through the script that runs us where npm does, else by its name. On Windows that
 * is a batch file, which Node starts through a shell only; a shell takes one line.
 */
export function npmCall(args, { platform, npm, node }) {
  if (npm) return { program: node, args: [npm, ...args] };
  if (platform !== 'win32') return { program: 'npm', args };
  return { program: ['npm.cmd', ...args].join(' '), args: [], shell: true };
}

function callNpm(more) {
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', ...more];
  const npm = process.env.npm_execpath;
  const call = npmCall(args, { platform: process.platform, npm, node: process.execPath });
  return runQuietly(call.program, call.args, { shell: call.shell ?? false });
}

/** The wrong kind of program for this system, or for its C library, is there and does not run. */
const packagedRuns = () => spawnSync(packagedNode, ['--version']).status === 0;

export const isNewEnough = (version) => Number(version.split('.')[0]) >= NEEDED_MAJOR;

const tooOld = (version) =>
  `There is no Node ${NEEDED_MAJOR} to install for this system, and the Node that runs this is ${version}. Install Node ${NEEDED_MAJOR} or later and start again.`;

/**
 * Installs the packages. Answers the Node that the app's commands run on: `packaged`, or `running`
 * where there is none for this system; null: it failed, and was said why.
 */
export async function bringPackages({ npm, runs, version, tell }) {
  const isWhole = (await npm([])) === 0;
  if (isWhole && runs()) return 'packaged';
  // The only script that an installation needs is the one that fetches that Node.
  if (!isWhole && (await npm(['--ignore-scripts'])) !== 0) {
    tell(FAILED);
    return null;
  }
  if (!isNewEnough(version)) {
    tell(tooOld(version));
    return null;
  }
  tell(`There is no Node ${NEEDED_MAJOR} to install for this system: ${version} is used.`);
  return 'running';
}

/** Brings node_modules to what package-lock.json says, if it is not there already. */
export async function ensureInstalled() {
  if (!isInstalled()) await withLock(install);
  const { node } = process.versions;
  // The Node that it was installed with may have been another one.
  if (appNode === process.execPath && !isNewEnough(node)) demand(1, tooOld(node));
}

async function install() {
  if (!isInstalled()) {
    say('Installing what Stagelight needs (npm ci); this happens once.');
    const { node: version } = process.versions;
    const node = await bringPackages({ npm: callNpm, runs: packagedRuns, version, tell: say });
    if (node === null) process.exit(1);
    writeFileSync(installStamp, `${wanted()}${node === 'running' ? ON_RUNNING_NODE : ''}\n`);
  }
  chooseNode();
}
