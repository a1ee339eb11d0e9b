import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ended, runScript } from '../support/packaged-app.ts';

const PROCESS = resolve(import.meta.dirname, '../../scripts/lib/process.mjs');
const ALL = ['obs', 'Xvfb', 'pulseaudio', 'ffmpeg'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stagelight-obs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A computer on which only these programs are installed. */
const withOnly = (programs: readonly string[], kit = folder) => {
  for (const program of [...programs, 'which']) {
    symlinkSync(program === 'which' ? '/usr/bin/which' : process.execPath, join(folder, program));
  }
  return runScript('scripts/run.mjs', ['test:obs'], { PATH: folder, OBS_KIT: kit });
};

describe.runIf(process.platform === 'linux')('npm run test:obs', () => {
  it.each([
    ['OBS', ALL.slice(1), 'obs (`apt-get install obs-studio`)'],
    ['a display', ['obs', ...ALL.slice(2)], 'Xvfb (`apt-get install xvfb`)'],
    ['the kit', ALL, 'the kit that starts OBS'],
  ])('says that %s is missing, skips its tests, and succeeds', async (_, programs, missing) => {
    const { code, said } = await withOnly(programs);
    expect(said).toContain(missing);
    expect(said).toMatch(/^0 passed, 0 failed, all skipped$/m);
    expect(code).toBe(0);
  });

  it('ends tests that hang, with all that they started, says so, and fails', async () => {
    const hangs = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' });
      console.log('started'); for (;;);`;
    const command = `import { mock } from 'node:test';
      import { run } from ${JSON.stringify(PROCESS)};
      mock.timers.enable({ apis: ['setTimeout'] });
      const onStart = ({ stdout }) => stdout.once('data', (text) => {
        process.stdout.write(text);
        mock.timers.tick(60_000);
      });
      const options = { limitMs: 60_000, stdio: ['ignore', 'pipe', 'inherit'], onStart };
      process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(hangs)}], options);`;
    // Resolves only when nobody holds its output any more, the child's child neither.
    const { code, said } = await new Promise<Ended>((done) => {
      const args = ['--input-type=module', '-e', command];
      execFile(process.execPath, args, (failure, out, errors) => {
        done({ code: failure === null ? 0 : Number(failure.code ?? 1), said: out + errors });
      });
    });
    expect(said).toContain('started');
    expect(said).toContain('did not end within 60 s');
    expect(code).not.toBe(0);
  });
});
