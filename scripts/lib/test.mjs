import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { fastSuites } from './check.mjs';
import { say } from './process.mjs';
import { electronHere } from './start.mjs';
import { conclude, patientVitest, playwright } from './suites.mjs';

const BOTH = ['--project=desktop', '--project=browser'];

/** All tests: what `check` runs, then integration, the browser and the desktop app. */
export async function main() {
  const browser = await ensureBrowser();
  const env = { CHROMIUM_PATH: browser };
  await ensureBuilt();
  // Minutes of computation in virtual time, run in the background.
  const virtualTime = patientVitest('virtual time', ['--project=virtual-time']);
  const outcomes = await fastSuites(['--project=integration']);
  if (!electronHere()) {
    say(
      'The specs of the desktop app are skipped: Electron is not here (`npm start` fetches it) and ELECTRON_OVERRIDE_DIST_PATH names no other.',
    );
  }
  // Run together, so that no worker idles. Without Electron, each desktop spec counts as skipped.
  outcomes.push(await playwright('browser and desktop', BOTH, env));
  outcomes.push(await virtualTime);
  return conclude(outcomes);
}
