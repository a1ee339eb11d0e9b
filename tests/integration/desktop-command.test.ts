import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runScript } from '../support/packaged-app.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stagelight-specs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const specs = (...args: string[]) =>
  runScript('scripts/run.mjs', ['test:desktop', ...args], { ELECTRON_OVERRIDE_DIST_PATH: folder });

describe.runIf(process.platform === 'linux')('npm run test:desktop', () => {
  it('says in one line where there is no Electron, and fails', async () => {
    const { code, said } = await specs();
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain('Electron is not here');
  });

  it('skips on Electron itself what only the stand-in can do, says so and counts it', async () => {
    // Any program of the machine: a skipped test starts none.
    symlinkSync(process.execPath, join(folder, 'electron'));
    const { said } = await specs('--grep=@standin');
    expect(said).toContain('specs with the tag @standin are skipped');
    expect(said).toMatch(/^0 passed, 0 failed, (1\d|2\d) skipped$/m);
  });
});
