import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { withLock } from './lock.mjs';
import { appNode, inRoot, root } from './paths.mjs';
import { attempt, refuse, run, say } from './process.mjs';

const FETCH_LIMIT_MS = 10 * 60_000;
/** A quick download is not announced. */
const FETCH_ANNOUNCED_AFTER_MS = 3_000;

export const NO_ELECTRON =
  'Electron is not here and could not be fetched; `npm run demo` shows Stagelight in a browser without it.';

const BINARIES = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const binary = BINARIES[process.platform] ?? 'electron';

/** null if it is incomplete or of another version. */
function installed(packageFolder) {
  const read = (name) => readFileSync(join(packageFolder, name), 'utf8').trim();
  const program = join(packageFolder, 'dist', binary);
  try {
    const { version } = JSON.parse(read('package.json'));
    // The installer writes path.txt last.
    const whole = existsSync(join(packageFolder, 'path.txt')) && existsSync(program);
    return whole && read('dist/version').replace(/^v/, '') === version ? program : null;
  } catch {
    return null;
  }
}

async function fetchElectron(packageFolder, limitMs) {
  let timers = [];
  const onStart = (child) => {
    timers = [
      setTimeout(() => child.kill(), limitMs),
      setTimeout(() => say('Fetching Electron; this happens once.'), FETCH_ANNOUNCED_AFTER_MS),
    ];
  };
  try {
    await run(appNode, [join(packageFolder, 'install.js')], { stdio: 'ignore', onStart });
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
  return installed(packageFolder);
}

/**
 * Electron's binary in the folder of ELECTRON_OVERRIDE_DIST_PATH, else the installed one, or null.
 */
export function electronHere({
  override = process.env.ELECTRON_OVERRIDE_DIST_PATH,
  packageFolder = inRoot('node_modules/electron'),
} = {}) {
  if (!override) return installed(packageFolder);
  const program = join(override, binary);
  return existsSync(program) ? program : null;
}

/** As `electronHere`, but fetches Electron if it is not installed; null if that fails. */
export async function electronProgram({
  override = process.env.ELECTRON_OVERRIDE_DIST_PATH,
  packageFolder = inRoot('node_modules/electron'),
  limitMs = FETCH_LIMIT_MS,
} = {}) {
  const present = electronHere({ override, packageFolder });
  if (override || present || !existsSync(join(packageFolder, 'install.js'))) return present;
  return withLock(async () => installed(packageFolder) ?? fetchElectron(packageFolder, limitMs));
}

function beginningOf(program) {
  const start = Buffer.alloc(4);
  const file = openSync(program, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString('latin1');
}

/** Electron is a native binary; a stand-in may be a script, which any user may run. */
const isMachineProgram = (program) => beginningOf(program) === '\x7fELF';
export const isStandin = (program) => beginningOf(program).startsWith('#!');

/** Electron's sandbox refuses root on Linux. Disabling it is the user's decision. */
export function isRefusedAsRoot(program, args, { platform, uid }) {
  if (platform !== 'linux' || uid !== 0 || args.includes('--no-sandbox')) return false;
  return isMachineProgram(program);
}

/**
 * Under Wayland a window can neither stay on top nor pass clicks through, so X11 is used where
 * there is one. A platform given by the user is kept.
 */
export function displayArgs(args, { platform, environment }) {
  if (platform !== 'linux' || args.some((arg) => arg.startsWith('--ozone-platform='))) return [];
  const session = environment.XDG_SESSION_TYPE;
  const isWayland = session ? session === 'wayland' : Boolean(environment.WAYLAND_DISPLAY);
  return isWayland && environment.DISPLAY ? ['--ozone-platform=x11'] : [];
}

const USER_NAMESPACES = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const PROFILES = '/etc/apparmor.d';

const isRestricted = (file) => attempt(() => readFileSync(file, 'utf8').trim() === '1', false);

/** Owned by root, with the setuid bit. */
function helperWorks(helper) {
  const { uid, mode } = attempt(() => statSync(helper), {});
  return uid === 0 && (mode & 0o4000) !== 0;
}

/** Whether the user has applied the second cure. Only root can read the kernel's own list. */
function isAllowed(program, profiles) {
  const text = attempt(() => readFileSync(join(profiles, 'stagelight-electron'), 'utf8'), '');
  return text.includes(`"${program}"`);
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * What to do where the system denies Chromium's sandbox user namespaces (Ubuntu 23.10 and later)
 * and the helper beside the program doesn't work either; null: nothing.
 */
export function sandboxCures(
  program,
  args,
  { platform, restriction = USER_NAMESPACES, profiles = PROFILES },
) {
  if (platform !== 'linux' || args.includes('--no-sandbox')) return null;
  if (!isMachineProgram(program) || !isRestricted(restriction)) return null;
  const helper = join(dirname(program), 'chrome-sandbox');
  if (helperWorks(helper) || isAllowed(program, profiles)) return null;
  const profile = `abi <abi/4.0>, profile stagelight-electron "${program}" flags=(unconfined) { userns, }`;
  return [
    "This system keeps Electron's sandbox from starting (AppArmor restricts user namespaces).",
    "Either of these cures it; both need an administrator's password:",
    '',
    '1. Let the helper beside Electron do it. Again whenever Electron is installed anew:',
    `     sudo chown root:root ${quoted(helper)}`,
    `     sudo chmod 4755 ${quoted(helper)}`,
    '2. Allow it for this program. It stays allowed:',
    `     echo ${quoted(profile)} | sudo tee /etc/apparmor.d/stagelight-electron`,
    '     sudo apparmor_parser -r /etc/apparmor.d/stagelight-electron',
    '',
    'Then start again. The installed .deb needs neither.',
  ].join('\n');
}

/** Builds if needed and runs the desktop app. Returns its exit code. */
export async function main(args) {
  const program = await electronProgram();
  if (!program) return refuse(NO_ELECTRON);
  if (isRefusedAsRoot(program, args, { platform: process.platform, uid: process.getuid?.() })) {
    return refuse(
      'Electron does not run as root. Use another user, or `npm start -- --no-sandbox` to do without its sandbox.',
    );
  }
  const cures = sandboxCures(program, args, { platform: process.platform });
  if (cures) return refuse(cures);
  await ensureBuilt();
  const display = displayArgs(args, { platform: process.platform, environment: process.env });
  // Terminals of editors built on Electron set this; it would turn Electron into plain Node.
  return run(program, [...display, root, ...args], { env: { ELECTRON_RUN_AS_NODE: undefined } });
}
