/**
 * Entry point of every npm command, in plain Node 20.19 or later without packages: installs what is
 * missing, then runs the command in the Node that is installed by then.
 */
import { build, ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, isNewEnough } from './lib/install.mjs';
import { appNode, inRoot } from './lib/paths.mjs';
import { run, say } from './lib/process.mjs';

const [command, ...args] = process.argv.slice(2);

async function host(file, leading = []) {
  await ensureBuilt();
  return run(appNode, [inRoot('dist/node', file), ...leading, ...args]);
}

async function later(file, command = 'main', options = {}) {
  const commands = await import(file);
  return commands[command](args, options);
}

/** Runs a script that draws in the browser; `built`: it needs the built pages. */
async function drawn(file, { built }) {
  if (built) await ensureBuilt();
  const { ensureBrowser } = await import('./lib/browser.mjs');
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  return run(appNode, [inRoot('scripts/lib', file), ...args], { env });
}

/** Runs a script that writes files. */
function written(file) {
  return run(appNode, [inRoot('scripts/lib', file)]);
}

const COMMANDS = {
  start: () => later('./lib/start.mjs'),
  demo: () => host('headless.js', ['--demo', '--friendly']),
  headless: () => host('headless.js'),
  simulator: () => host('simulator.js'),
  build: async () => ((await build()) ? 0 : 1),
  check: () => later('./lib/test.mjs', 'check'),
  test: () => later('./lib/test.mjs', 'all'),
  'test:pages': () => later('./lib/test.mjs', 'pages'),
  'test:desktop': () => later('./lib/test.mjs', 'desktop'),
  'test:long': () => later('./lib/test.mjs', 'long'),
  'test:looks': () => later('./lib/test.mjs', 'looks'),
  'test:voices': () => later('./lib/test.mjs', 'voices'),
  'test:obs': () => later('./lib/test.mjs', 'obs'),
  'test:nats': () => later('./lib/test.mjs', 'nats'),
  'test:fleet': () => later('./lib/test.mjs', 'fleet'),
  'test:chaos': () => later('./lib/test.mjs', 'chaos'),
  'test:steady': () => later('./lib/steady.mjs'),
  dev: () => later('./lib/dev.mjs'),
  pictures: () => drawn('pictures.ts', { built: true }),
  'pictures:app': () => drawn('desktop-pictures.ts', { built: true }),
  icons: () => drawn('icons.ts', { built: false }),
  sounds: () => written('sounds.ts'),
  fonts: () => written('fonts.ts'),
  'api-docs': () => written('api-documents.ts'),
  integrations: () => written('integrations.ts'),
  dist: () => later('./lib/dist.mjs', 'main', { unpacked: false }),
  'dist:dir': () => later('./lib/dist.mjs', 'main', { unpacked: true }),
  bench: () => later('./lib/bench.mjs'),
};

const start = COMMANDS[command];
if (!start) {
  say(`Unknown command. There are: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}
await ensureInstalled();
// npm puts the installed Node first only where it was there before.
const isOurs = isNewEnough(process.versions.node);
process.exitCode = await (isOurs ? start() : run(appNode, process.argv.slice(1)));
