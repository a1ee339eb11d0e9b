import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { appNode, inRoot } from './paths.mjs';
import { attempt, runQuietly, say } from './process.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL = 'chromium-headless-shell';
const DEBIAN = ['chromium', SHELL, 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

function firstInstalled(names) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

function named(variable) {
  const path = process.env[variable];
  return path && existsSync(path) ? path : null;
}

const installedBrowser = () => named('CHROMIUM_PATH') ?? firstInstalled(NAMES);

function playwrightBrowser() {
  const script = "import('@playwright/test').then((p) => console.log(p.chromium.executablePath()))";
  const options = { cwd: inRoot(), encoding: 'utf8' };
  const path = attempt(() => execFileSync(appNode, ['-e', script], options).trim(), '');
  return existsSync(path) ? path : null;
}

function isRootOnDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

function hasDebianPackages() {
  const status = attempt(() => readFileSync('/var/lib/dpkg/status', 'utf8'), '');
  return DEBIAN.slice(1).every((name) => status.includes(`Package: ${name}\n`));
}

/**
 * The Chromium for tests and benchmarks. Installs one if missing: Debian's packages when root on
 * Debian (with fonts for Korean and emoji), else Playwright's own.
 */
export async function ensureBrowser() {
  if (isRootOnDebian() && !(installedBrowser() && hasDebianPackages())) {
    say('Installing Chromium and fonts for the browser tests (apt-get).');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('apt-get', ['update', '-qq'], { env });
    await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN], {
      env,
    });
  }
  const found = installedBrowser() ?? playwrightBrowser();
  if (found) return found;
  say("Installing Playwright's Chromium for the browser tests.");
  await runQuietly(appNode, [inRoot('node_modules/playwright/cli.js'), 'install', 'chromium']);
  const installed = playwrightBrowser();
  if (installed) return installed;
  say('No Chromium could be found or installed. Set CHROMIUM_PATH to one and try again.');
  process.exit(1);
}

/**
 * The environment of page tests. Their pages open in the headless shell, which is Chromium without
 * its own windows and takes half the time; where there is none they open in Chromium itself, as the
 * desktop app on its stand-in always does.
 */
export async function pageTestEnv() {
  const browser = await ensureBrowser();
  const shell = named('CHROMIUM_SHELL_PATH') ?? firstInstalled([SHELL]);
  return { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH: shell ?? browser };
}
