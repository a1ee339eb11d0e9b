import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pageTestEnv } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { appNode, inRoot } from './paths.mjs';
import { refuse, run, say } from './process.mjs';
import { electronProgram, isStandin, NO_ELECTRON, sandboxCures } from './start.mjs';
import { conclude, playwright, step, testEnv, vitest } from './suites.mjs';

const colors = process.stderr.isTTY ? 'force' : 'off';
const LINT = ['ci', '--error-on-warnings', `--colors=${colors}`, '--log-level=error'];

/** By itself it takes four checkers, which do much of the same work four times; the parts run side by side anyway. */
const CHECKERS = ['--checkers', '1'];

const UNIT = ['--project=node', '--project=dom'];

/** Run before every commit. `more`: Vitest projects to run in the same process, sharing workers. */
async function fastSuites(more = []) {
  // The longest first.
  const types = ['tests', 'renderer', 'electron', 'shared'].map((part) =>
    step(`types: ${part}`, 'node_modules/typescript/bin/tsc', [
      ...['-p', `${part}/tsconfig.json`],
      ...CHECKERS,
    ]),
  );
  const outcomes = await Promise.all([
    ...types,
    step('lint', 'node_modules/@biomejs/biome/bin/biome', LINT),
    step('workflows', 'scripts/lib/workflows.mjs'),
  ]);
  return [...outcomes, await vitest('unit', [...UNIT, ...more])];
}

export async function check() {
  return conclude(await fastSuites());
}

/** What `check` runs, integration, and in the browser what viewers see and the way from the platform to it. */
export async function all() {
  const env = await pageTestEnv();
  await ensureBuilt();
  return conclude([
    ...(await fastSuites(['--project=integration', '--project=virtual-time'])),
    await playwright('browser', ['--project=browser'], env),
  ]);
}

/** The streamer's pages, place by place, with pointer and keyboard, for everybody. */
export async function pages(args) {
  const env = await pageTestEnv();
  await ensureBuilt();
  return conclude([await playwright('pages', ['--project=pages', ...args], env)]);
}

/** Runs the desktop specs on the installed Electron. `args`: passed to Playwright. */
export async function desktop(args) {
  const program = await electronProgram();
  if (!program) return refuse(NO_ELECTRON);
  const cures = sandboxCures(program, args, { platform: process.platform });
  if (cures) return refuse(cures);
  await ensureBuilt();
  if (!isStandin(program)) {
    say('On Electron itself: specs with the tag @standin are skipped, and count as such.');
    say('Windows will come and go for some minutes; leave keyboard and mouse alone.');
  }
  // One spec opens the overlay's address as OBS does, in a browser.
  const env = await pageTestEnv();
  return conclude([await playwright('desktop', ['--project=desktop', ...args], env)]);
}

const LONG_FILES = [
  ...['killed-show', 'killed-while-writing', 'long-broadcast', 'fault-matrix'],
  ...['stream/chaos', 'moves-property'],
];

/** Every hour, fault and kill, of which `npm test` has a share. */
export async function long(args) {
  await ensureBuilt();
  process.env.LONG = '1';
  const projects = ['--project=node', '--project=integration', '--project=virtual-time'];
  return conclude([await vitest('hours, faults and kills', [...projects, ...LONG_FILES, ...args])]);
}

/** Days by chance, of which `npm test` has a share. `args`: its help names them. */
export function chaos(args) {
  const flags = ['--disable-warning=ExperimentalWarning'];
  return run(appNode, [...flags, inRoot('tests/chaos/main.ts'), ...args], { env: testEnv() });
}

/** Looks of every theme, size and language, reading orders, and an hour of the overlay. */
export async function looks(args) {
  const env = await pageTestEnv();
  await ensureBuilt();
  const projects = ['--project=long', '--project=looks'];
  return conclude([await playwright('looks', [...projects, ...args], env)]);
}

export const hasVoices = () =>
  spawnSync('espeak-ng', ['--version'], { stdio: 'ignore' }).status === 0;

/** Speech as the overlay plays it, made by the real espeak-ng; skipped where that is not installed. */
export async function voices(args) {
  if (!hasVoices()) {
    say('The voices are not tested: espeak-ng is not installed (`apt-get install espeak-ng`).');
    return 0;
  }
  const env = await pageTestEnv();
  await ensureBuilt();
  return conclude([await playwright('voices', ['--project=voices', ...args], env)]);
}

/** What real OBS needs, and is not here. `OBS_KIT` names the folder that starts it. */
export function missingForObs() {
  const kit = resolve(inRoot(), process.env.OBS_KIT ?? '../shared/obs-kit');
  const programs = { obs: 'obs-studio', Xvfb: 'xvfb', pulseaudio: 'pulseaudio', ffmpeg: 'ffmpeg' };
  const missing = Object.keys(programs).filter(
    (program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0,
  );
  return [
    ...missing.map((program) => `${program} (\`apt-get install ${programs[program]}\`)`),
    ...(existsSync(resolve(kit, 'obs.mjs')) ? [] : [`the kit that starts OBS (${kit})`]),
  ];
}

/** An OBS mostly waits: three at a time. */
export const OBS_PROJECT = ['--project=obs', '--maxWorkers=3'];

/** Several times what all of it takes on a busy computer; each test has a limit of its own. */
const OBS_LIMIT_MS = 25 * 60_000;

/**
 * The set-up of OBS and the proof in its picture, on a real OBS; skipped
 * where OBS is not. `--record`: keeps OBS's answers for the fake one of `npm test` instead.
 */
export async function obs(args) {
  const missing = missingForObs();
  if (missing.length > 0) {
    say(`OBS itself is not tested; what is missing: ${missing.join(', ')}.`);
    process.stdout.write('0 passed, 0 failed, all skipped\n');
    return 0;
  }
  Object.assign(process.env, await pageTestEnv());
  if (args.includes('--record')) return run(appNode, [inRoot('tests/obs/record.ts')]);
  await ensureBuilt();
  const limitMs = Number(process.env.OBS_LIMIT_MS ?? OBS_LIMIT_MS);
  return conclude([await vitest('obs', [...OBS_PROJECT, ...args], { limitMs })]);
}

/** Several times what all of it takes on a busy computer. */
const NATS_LIMIT_MS = 12 * 60_000;

/** A run takes seven minutes, however busy the computer is. */
const FLEET_LIMIT_MS = 10 * 60_000;

function isNatsMissing() {
  if (spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0) return false;
  say('NATS is not tested: nats-server is not installed (`apt-get install nats-server`).');
  process.stdout.write('0 passed, 0 failed, all skipped\n');
  return true;
}

/** Events in a stream of a real nats-server, which is killed, as the host is; skipped where it is not installed. */
export async function nats(args) {
  if (isNatsMissing()) return 0;
  await ensureBuilt();
  process.env.KILLS ??= '50';
  // They mostly wait for what was killed: four at a time.
  const project = ['--project=nats', '--maxWorkers=4'];
  return conclude([await vitest('nats', [...project, ...args], { limitMs: NATS_LIMIT_MS })]);
}

/** Three hosts with many channels on three NATS servers, all of which are killed, paused and cut off. */
export async function fleet() {
  if (isNatsMissing()) return 0;
  await ensureBuilt();
  const flags = ['--disable-warning=ExperimentalWarning'];
  return run(appNode, [...flags, inRoot('tests/fleet/main.ts')], {
    env: testEnv(),
    limitMs: FLEET_LIMIT_MS,
  });
}
