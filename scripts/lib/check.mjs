import { conclude, step, vitest } from './suites.mjs';

/** Types, lint, architecture and unit tests: what to run before every commit. */
export async function fastSuites() {
  const outcomes = [];
  for (const part of ['shared', 'electron', 'renderer', 'tests']) {
    outcomes.push(
      await step(`types: ${part}`, 'typescript/bin/tsc', ['-p', `${part}/tsconfig.json`]),
    );
  }
  outcomes.push(await step('lint', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']));
  outcomes.push(await vitest('unit', ['--project=node', '--project=dom']));
  return outcomes;
}

export async function main() {
  return conclude(await fastSuites());
}
