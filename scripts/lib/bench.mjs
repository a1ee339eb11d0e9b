import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { appNode, inRoot } from './paths.mjs';
import { run } from './process.mjs';

/** Measures speed and memory against their targets; see docs/benchmarks.md. */
export async function main(args) {
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  await ensureBuilt();
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
  return run(appNode, [...flags, inRoot('tests/bench/main.ts'), ...args], { env });
}
