import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { fastSuites } from './check.mjs';
import { conclude, playwright, vitest } from './suites.mjs';

/** Everything: what `check` runs, then integration and the browser. */
export async function main() {
  const browser = await ensureBrowser();
  await ensureBuilt();
  const outcomes = await fastSuites();
  outcomes.push(await vitest('integration', ['--project=integration']));
  outcomes.push(await playwright('browser', [], { CHROMIUM_PATH: browser }));
  return conclude(outcomes);
}
