import { ensureBuilt } from './build.mjs';
import { refuse, say } from './process.mjs';
import { electronProgram, isStandin, NO_ELECTRON, sandboxCures } from './start.mjs';
import { conclude, playwright } from './suites.mjs';

/** Runs the desktop specs on the installed Electron. `args`: passed to Playwright. */
export async function main(args) {
  const program = await electronProgram();
  if (!program) return refuse(NO_ELECTRON);
  const cures = sandboxCures(program, args, { platform: process.platform });
  if (cures) return refuse(cures);
  await ensureBuilt();
  if (!isStandin(program)) {
    say('On Electron itself: specs with the tag @standin are skipped, and count as such.');
    say('Windows will come and go for some minutes; leave keyboard and mouse alone.');
  }
  return conclude([await playwright('desktop', ['--project=desktop', ...args], {})]);
}
