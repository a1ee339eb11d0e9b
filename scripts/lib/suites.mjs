import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { appNode, inRoot } from './paths.mjs';
import { run, runCaptured, say } from './process.mjs';

const reports = inRoot('.cache/reports');

/** A suite's result. `broken`: it did not finish, whatever the counts. */
function outcome(name, passed, failed, skipped, broken) {
  return { name, passed, failed, skipped, broken };
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
  const file = freshReport(name);
  return counted(name, file, await run(appNode, vitestArgs(file, args), options));
}

function counted(name, file, code) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
    return outcome(name, report.numPassedTests, report.numFailedTests, skipped, code !== 0);
  } catch {
    return outcome(name, 0, 0, 0, true);
  }
}

/** Flaky tests count as failed. */
export async function playwright(name, args, env) {
  const file = freshReport(name);
  const code = await run(
    appNode,
    [inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=line,json', ...args],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  try {
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
    return outcome(name, expected, unexpected + flaky, skipped, code !== 0 || flaky > 0);
  } catch {
    return outcome(name, 0, 0, 0, true);
  }
}

export function conclude(outcomes) {
  const sum = (field) => outcomes.reduce((total, item) => total + item[field], 0);
  const unfinished = outcomes.filter((item) => item.broken && item.failed === 0);
  for (const item of unfinished) say(`✗ ${item.name} did not finish cleanly`);
  const passed = sum('passed');
  const failed = sum('failed') + unfinished.length;
  const skipped = sum('skipped');
  const tail = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
