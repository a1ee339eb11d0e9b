import { ensureBuilt } from './build.mjs';
import { say } from './process.mjs';
import { electronProgram, isStandin, NO_ELECTRON, sandboxCures } from './start.mjs';
import { conclude, playwright } from './suites.mjs';

/** Runs the desktop specs on the installed Electron. `args`: passed to Playwright. */
export async function main(args) {
  const program = await electronProgram();
  if (!program) {
    say(NO_ELECTRON);
    return 1;
  }
  const cures = sandboxCures(program, args, { platform: process.platform });
  if (cures) {
    say(cures);
    return 1;
  }
  await ensureBuilt();
  if (!isStandin(program)) {
    say('On Electron itself: specs with the tag @standin are skipped, and count as such.');
    say('Windows will come and go for some minutes; leave keyboard and mouse alone.');
  }
  return conclude([await playwright('desktop', ['--project=desktop', ...args], {})]);
}
