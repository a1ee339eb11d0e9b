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
import { refuse, runQuietly, say } from './process.mjs';

/** The major version of Node inside Electron, which all code targets. */
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
 * By the script that npm passes to its children, else by name. On Windows npm is a batch file,
 * which Node can start only through a shell, as one line.
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

/** False if the packaged Node does not match this system or its C library. */
const packagedRuns = () => spawnSync(packagedNode, ['--version']).status === 0;

export const isNewEnough = (version) => Number(version.split('.')[0]) >= NEEDED_MAJOR;

const tooOld = (version) =>
  `There is no Node ${NEEDED_MAJOR} to install for this system, and the Node that runs this is ${version}. Install Node ${NEEDED_MAJOR} or later and start again.`;

/**
 * Returns the Node for the app's commands: `packaged`, or `running` if there is no package for this
 * system; null if it failed, after reporting why.
 */
export async function bringPackages({ npm, runs, version, tell }) {
  const isWhole = (await npm([])) === 0;
  if (isWhole && runs()) return 'packaged';
  // The only install script needed is the one that fetches the packaged Node.
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

/** Installs node_modules as in package-lock.json unless up to date. */
export async function ensureInstalled() {
  if (!isInstalled()) await withLock(install);
  const { node } = process.versions;
  // It may have been installed with another Node.
  if (appNode === process.execPath && !isNewEnough(node)) process.exit(refuse(tooOld(node)));
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
