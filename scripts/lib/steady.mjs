import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { pageTestEnv } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { appNode, inRoot } from './paths.mjs';
import { refuse, say } from './process.mjs';
import { electronProgram, NO_ELECTRON } from './start.mjs';
import { playwrightReport, vitestReport } from './suites.mjs';
import { hasVoices, missingForObs, OBS_PROJECT } from './test.mjs';

const TIMES = 20;

/** Where each suite's files are, and how it is run. All that is in none of them is Vitest's. */
const SUITES = [
  { name: 'desktop', files: 'tests/e2e/desktop/', run: desktop },
  { name: 'browser', files: 'tests/e2e/', run: browser },
  { name: 'obs', files: 'tests/obs/', run: obs },
];

const suiteOf = (file) => SUITES.find(({ files }) => file.startsWith(files));

/** Two programs that take what the tests would have: a core, and the disk. */
function beginLoad() {
  const programs = ['core', 'disk'].map((kind) =>
    spawn(appNode, [inRoot('scripts/lib/load.mjs'), kind], { stdio: 'inherit' }),
  );
  return () => {
    for (const program of programs) program.kill();
  };
}

async function browser(files, times) {
  const env = await pageTestEnv();
  const names = ['browser', 'pages', 'looks', 'long', ...(hasVoices() ? ['voices'] : [])];
  const projects = names.map((name) => `--project=${name}`);
  return playwrightRuns([...projects, ...files], times, env);
}

async function desktop(files, times) {
  if (!(await electronProgram())) throw new Error(NO_ELECTRON);
  return playwrightRuns(['--project=desktop', ...files], times, await pageTestEnv());
}

async function obs(files, times) {
  const missing = missingForObs();
  if (missing.length > 0) throw new Error(`What is missing for OBS: ${missing.join(', ')}.`);
  Object.assign(process.env, await pageTestEnv());
  return vitestRuns([...OBS_PROJECT, ...files], times);
}

async function playwrightRuns(args, times, env) {
  const more = [`--repeat-each=${times}`, '--retries=0', ...args];
  return resultsOf(await playwrightReport('steady', more, env));
}

function resultsOf({ results }) {
  if (results === null) throw new Error('The tests did not end with a report.');
  return results.filter(({ state }) => state !== 'skipped');
}

/** Each time in a process of its own, as in a whole run. */
async function vitestRuns(args, times) {
  const results = [];
  for (let time = 0; time < times; time += 1) {
    results.push(...resultsOf(await vitestReport('steady', ['--retry=0', ...args])));
  }
  return results;
}

/** How often each failed; the worst first. */
function tableOf(results) {
  const rows = new Map();
  for (const { name, state } of results) {
    const row = rows.get(name) ?? { name, runs: 0, failed: 0 };
    row.runs += 1;
    row.failed += state === 'passed' ? 0 : 1;
    rows.set(name, row);
  }
  return [...rows.values()].sort((a, b) => b.failed - a.failed);
}

/**
 * Repeats specs beside a program that takes one core and one that writes to the disk without pause,
 * and prints for each how often it failed. `args`: files (left out: every browser, desktop, and OBS
 * spec) and `--times N`.
 */
export async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { times: { type: 'string', default: String(TIMES) } },
  });
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1) return refuse('--times takes a whole number from 1.');
  await ensureBuilt();
  const named = Map.groupBy(positionals, (file) => suiteOf(file) ?? null);
  const jobs =
    positionals.length > 0
      ? [...named].map(
          ([suite, files]) =>
            () =>
              (suite?.run ?? vitestRuns)(files, times),
        )
      : SUITES.map(
          ({ run, files }) =>
            () =>
              run([files], times),
        );
  const endLoad = beginLoad();
  const results = [];
  try {
    for (const job of jobs) results.push(...(await job()));
  } finally {
    endLoad();
  }
  const rows = tableOf(results);
  for (const { name, runs, failed } of rows) say(`${failed} of ${runs} failed: ${name}`);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
  return failed === 0 && results.length > 0 ? 0 : 1;
}
