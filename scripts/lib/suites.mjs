import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { appNode, inRoot, root } from './paths.mjs';
import { run, runCaptured, say } from './process.mjs';
import { testFolder } from './test-folder.mjs';

const reports = inRoot('.cache/reports');

/** So many tests of a run may pass at their second try; with more, the run has failed. */
const FLAKY_MOST = 2;

/** A suite's result. `flaky`: names of what passed at the second try. `broken`: it did not finish. */
function outcome(name, passed, failed, skipped, broken, flaky = []) {
  return { name, passed, failed, skipped, broken, flaky };
}

function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** A check that passes or fails as a whole. Prints its report on failure. */
export async function step(name, script, args = []) {
  const { code, said } = await runCaptured(appNode, [inRoot(script), ...args]);
  if (code !== 0) say(`✗ ${name}\n${said}`);
  return outcome(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0, code !== 0);
}

/** `env`: what else a suite's programs are told. Hundreds of hosts start in it: none compiles what one before it has. */
export const testEnv = (env = {}) => ({
  ...env,
  TMPDIR: testFolder(),
  NODE_COMPILE_CACHE: inRoot('.cache/compiled'),
});

const vitestArgs = (file, args) => [
  inRoot('node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
  ...args,
];

/** `options`: those of `run`. */
export async function vitest(name, args, options = {}) {
  return outcomeOf(name, await vitestReport(name, args, options));
}

export async function playwright(name, args, env) {
  return outcomeOf(name, await playwrightReport(name, args, env));
}

/** What each test did; `results` is null where the run did not end with a report. */
export async function vitestReport(name, args, options = {}) {
  const file = freshReport(name);
  const code = await run(appNode, vitestArgs(file, args), { ...options, env: testEnv() });
  return reportOf(file, code, ({ testResults }) =>
    testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages }) => ({
        name: `${relative(root, path)} › ${fullName}`,
        state: VITEST_STATES[status] ?? 'skipped',
        // The failures of an earlier try stay with a test that has passed.
        flaky: status === 'passed' && failureMessages.length > 0,
      })),
    ),
  );
}

const VITEST_STATES = { passed: 'passed', failed: 'failed' };

export async function playwrightReport(name, args, env) {
  const file = freshReport(name);
  const code = await run(
    appNode,
    [inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=line,json', ...args],
    { env: testEnv({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }) },
  );
  return reportOf(file, code, ({ suites }) => suites.flatMap(specsOf).flatMap(testsOf));
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

const PLAYWRIGHT_STATES = { expected: 'passed', flaky: 'passed', skipped: 'skipped' };

const testsOf = ({ file, title, tests }) =>
  tests.map(({ status }) => ({
    name: `tests/e2e/${file} › ${title}`,
    state: PLAYWRIGHT_STATES[status] ?? 'failed',
    flaky: status === 'flaky',
  }));

function reportOf(file, code, read) {
  try {
    return { code, results: read(JSON.parse(readFileSync(file, 'utf8'))) };
  } catch {
    return { code, results: null };
  }
}

function outcomeOf(name, { code, results }) {
  if (results === null) return outcome(name, 0, 0, 0, true);
  const count = (wanted) => results.filter(({ state }) => state === wanted).length;
  const flaky = results.filter((result) => result.flaky).map((result) => result.name);
  return outcome(name, count('passed'), count('failed'), count('skipped'), code !== 0, flaky);
}

export function conclude(outcomes) {
  const sum = (field) => outcomes.reduce((total, item) => total + item[field], 0);
  const flaky = outcomes.flatMap((item) => item.flaky);
  for (const name of flaky) say(`flaky: ${name}`);
  const isTooFlaky = flaky.length > FLAKY_MOST;
  if (isTooFlaky) say(`✗ ${flaky.length} tests needed a second try; ${FLAKY_MOST} may`);
  const unfinished = outcomes.filter((item) => item.broken && item.failed === 0);
  for (const item of unfinished) say(`✗ ${item.name} did not finish cleanly`);
  const tooMany = isTooFlaky ? flaky.length : 0;
  const passed = sum('passed') - tooMany;
  const failed = sum('failed') + unfinished.length + tooMany;
  const skipped = sum('skipped');
  const tail = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
