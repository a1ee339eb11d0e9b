import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { fastSuites } from './check.mjs';
import { say } from './process.mjs';
import { electronHere } from './start.mjs';
import { conclude, playwright } from './suites.mjs';

/** Everything: what `check` runs, then integration, the browser and the desktop app. */
export async function main() {
  const browser = await ensureBrowser();
  const env = { CHROMIUM_PATH: browser };
  await ensureBuilt();
  const outcomes = await fastSuites(['--project=integration']);
  outcomes.push(await playwright('browser', ['--project=browser'], env));
  if (!electronHere()) {
    say(
      'The specs of the desktop app are skipped: Electron is not here (`npm start` fetches it) and ELECTRON_OVERRIDE_DIST_PATH names no other.',
    );
  }
  // Without Electron each of them counts as skipped.
  outcomes.push(await playwright('desktop', ['--project=desktop'], env));
  return conclude(outcomes);
}
