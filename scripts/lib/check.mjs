import { conclude, step, vitest } from './suites.mjs';

const colors = process.stderr.isTTY ? 'force' : 'off';
const LINT = ['ci', '--error-on-warnings', `--colors=${colors}`, '--log-level=error'];

/** Types, lint, architecture and unit tests: what to run before every commit. */
export async function fastSuites() {
  const types = ['shared', 'electron', 'renderer', 'tests'].map((part) =>
    step(`types: ${part}`, 'typescript/bin/tsc', ['-p', `${part}/tsconfig.json`]),
  );
  const outcomes = await Promise.all([...types, step('lint', '@biomejs/biome/bin/biome', LINT)]);
  return [...outcomes, await vitest('unit', ['--project=node', '--project=dom'])];
}

export async function main() {
  return conclude(await fastSuites());
}
