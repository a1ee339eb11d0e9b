import { conclude, step, vitest } from './suites.mjs';

const colors = process.stderr.isTTY ? 'force' : 'off';
const LINT = ['ci', '--error-on-warnings', `--colors=${colors}`, '--log-level=error'];

const UNIT = ['--project=node', '--project=dom'];

/** Run before every commit. `more`: Vitest projects to run in the same process, sharing workers. */
export async function fastSuites(more = []) {
  const types = ['shared', 'electron', 'renderer', 'tests'].map((part) =>
    step(`types: ${part}`, 'node_modules/typescript/bin/tsc', ['-p', `${part}/tsconfig.json`]),
  );
  const outcomes = await Promise.all([
    ...types,
    step('lint', 'node_modules/@biomejs/biome/bin/biome', LINT),
    step('workflows', 'scripts/lib/workflows.mjs'),
  ]);
  return [...outcomes, await vitest('unit', [...UNIT, ...more])];
}

export async function main() {
  return conclude(await fastSuites());
}
