import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runScript } from '../support/packaged-app.ts';

interface StartModule {
  electronProgram(options: {
    readonly override?: string;
    readonly packageFolder?: string;
    readonly limitMs?: number;
  }): Promise<string | null>;
  isRefusedAsRoot(
    program: string,
    args: readonly string[],
    who: { readonly platform: string; readonly uid: number | undefined },
  ): boolean;
}

const script = resolve(import.meta.dirname, '../../scripts/lib/start.mjs');
const { electronProgram, isRefusedAsRoot }: StartModule = await import(script);

const BINARIES: Readonly<Record<string, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const binary = BINARIES[process.platform] ?? 'electron';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stagelight-start-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The electron package as its own installer leaves it behind, or part of it. */
function putPackage(files: Readonly<Record<string, string>>): void {
  put('package.json', '{"version":"45.0.0"}');
  for (const [path, text] of Object.entries(files)) put(path, text);
}

const WHOLE = { [`dist/${binary}`]: '', 'dist/version': '45.0.0', 'path.txt': binary };
const INSTALLER = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  for (const [path, text] of Object.entries(${JSON.stringify(WHOLE)})) {
    mkdirSync(dirname(join(__dirname, path)), { recursive: true });
    writeFileSync(join(__dirname, path), text);
  }`;

describe("Electron's binary", () => {
  const find = (limitMs = 60_000) =>
    electronProgram({ override: '', packageFolder: folder, limitMs });
  const program = () => join(folder, 'dist', binary);

  it('is taken from the folder that the environment names', async () => {
    const named = put(binary, '');
    expect(await electronProgram({ override: folder })).toBe(named);
  });

  it('is not looked for elsewhere when that folder has none', async () => {
    putPackage(WHOLE);
    const empty = join(folder, 'empty');
    expect(await electronProgram({ override: empty, packageFolder: folder })).toBeNull();
  });

  it('is used where it is installed, and not fetched again', async () => {
    putPackage({ ...WHOLE, 'install.js': 'process.exit(1)' });
    expect(await find()).toBe(program());
  });

  it.each([
    ['there is none', {}],
    ['it is of another version', { ...WHOLE, 'dist/version': '44.0.0' }],
    ['it was not unpacked to the end', { [`dist/${binary}`]: '', 'dist/version': '45.0.0' }],
  ])('is fetched where %s', async (_, files) => {
    putPackage({ ...files, 'install.js': INSTALLER });
    expect(await find()).toBe(program());
  });

  it('is missing where it cannot be fetched', async () => {
    putPackage({ 'install.js': 'console.error("no network"); process.exit(1)' });
    expect(await find()).toBeNull();
  });

  it('is missing where fetching takes longer than it may', async () => {
    putPackage({ 'install.js': 'setInterval(() => {}, 1000)' });
    expect(await find(1)).toBeNull();
  });
});

describe('root on Linux', () => {
  it.each([
    [{ platform: 'linux', uid: 0 }, [], '\x7fELF and more', true],
    [{ platform: 'linux', uid: 0 }, ['--no-sandbox'], '\x7fELF and more', false],
    [{ platform: 'linux', uid: 0 }, [], '#!/bin/sh\n', false],
    [{ platform: 'linux', uid: 0 }, [], '', false],
    [{ platform: 'linux', uid: 1000 }, [], '\x7fELF and more', false],
    [{ platform: 'darwin', uid: 0 }, [], '\x7fELF and more', false],
    [{ platform: 'win32', uid: undefined }, [], 'MZ and more', false],
  ])('as %j with %j and a program %j is refused: %s', (who, args, text, refused) => {
    expect(isRefusedAsRoot(put('program', text), args, who)).toBe(refused);
  });
});

describe('npm start', () => {
  it('says in one line that Electron is missing, names the demo and fails', async () => {
    const { code, said } = await runScript('scripts/run.mjs', ['start'], {
      ELECTRON_OVERRIDE_DIST_PATH: folder,
    });
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain('Electron');
    expect(said).toContain('npm run demo');
  }, 120_000);

  it('runs Electron on the app with the arguments given and answers its exit code', async () => {
    const program = put(
      'electron',
      `#!/bin/sh\nprintf '%s|' "$@" "\${ELECTRON_RUN_AS_NODE-unset}"\nexit 5\n`,
    );
    chmodSync(program, 0o755);
    const { code, said } = await runScript('scripts/run.mjs', ['start', '--hidden', 'a b'], {
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      ELECTRON_RUN_AS_NODE: '1',
    });
    const root = resolve(import.meta.dirname, '../..');
    expect(said).toContain(`${root}|--hidden|a b|unset|`);
    expect(code).toBe(5);
  }, 120_000);
});
