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
  displayArgs(
    args: readonly string[],
    on: { readonly platform: string; readonly environment: Readonly<Record<string, string>> },
  ): string[];
  sandboxCures(
    program: string,
    args: readonly string[],
    on: { readonly platform: string; readonly restriction: string; readonly profiles: string },
  ): string | null;
}

const script = resolve(import.meta.dirname, '../../scripts/lib/start.mjs');
const { displayArgs, electronProgram, isRefusedAsRoot, sandboxCures }: StartModule = await import(
  script
);

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

describe('the screen', () => {
  const WAYLAND = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-0' };

  it.each([
    ['linux', { ...WAYLAND, DISPLAY: ':0' }, [], ['--ozone-platform=x11']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, [], ['--ozone-platform=x11']],
    ['linux', { ...WAYLAND, DISPLAY: ':0' }, ['--ozone-platform=wayland'], []],
    ['linux', WAYLAND, [], []],
    ['linux', { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0', WAYLAND_DISPLAY: 'w' }, [], []],
    ['linux', {}, [], []],
    ['darwin', { ...WAYLAND, DISPLAY: ':0' }, [], []],
  ])('on %s with %j and %j is asked for with %j', (platform, environment, args, wanted) => {
    expect(displayArgs(args, { platform, environment })).toEqual(wanted);
  });
});

describe('a system that keeps user namespaces from programs', () => {
  const put1 = (flag: string) => ({
    platform: 'linux',
    restriction: put('restrict', `${flag}\n`),
    profiles: folder,
  });

  it('is told of with both cures, in words that can be pasted', () => {
    const program = put("it's/electron", '\x7fELF');
    put("it's/chrome-sandbox", '');
    const cures = sandboxCures(program, [], put1('1')) ?? '';
    const helper = join(dirname(program), 'chrome-sandbox').replace("'", "'\\''");
    expect(cures).toContain('AppArmor');
    expect(cures).toContain(`sudo chown root:root '${helper}'`);
    expect(cures).toContain(`sudo chmod 4755 '${helper}'`);
    expect(cures).toContain('sudo tee /etc/apparmor.d/stagelight-electron');
    expect(cures).toContain('sudo apparmor_parser -r /etc/apparmor.d/stagelight-electron');
  });

  it.each([
    ['it allows them', '0', [], '\x7fELF'],
    ['the person goes without the sandbox', '1', ['--no-sandbox'], '\x7fELF'],
    ['a script stands in for Electron', '1', [], '#!/bin/sh'],
  ])('is no matter where %s', (_, flag, args, text) => {
    expect(sandboxCures(put('electron', text), args, put1(flag))).toBeNull();
  });

  it('is no matter where there is no such restriction, or on another system', () => {
    const program = put('electron', '\x7fELF');
    const on = put1('1');
    expect(sandboxCures(program, [], { ...on, restriction: join(folder, 'none') })).toBeNull();
    expect(sandboxCures(program, [], { ...on, platform: 'darwin' })).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)(
    'is cured by the helper, once it is root’s and has the bit',
    () => {
      const program = put('electron', '\x7fELF');
      chmodSync(put('chrome-sandbox', ''), 0o755);
      expect(sandboxCures(program, [], put1('1'))).not.toBeNull();
      chmodSync(join(folder, 'chrome-sandbox'), 0o4755);
      expect(sandboxCures(program, [], put1('1'))).toBeNull();
    },
  );

  it('is cured by the profile for this very program', () => {
    const program = put('electron', '\x7fELF');
    put('stagelight-electron', `profile stagelight-electron "/elsewhere/electron" { userns, }`);
    expect(sandboxCures(program, [], put1('1'))).not.toBeNull();
    put('stagelight-electron', `profile stagelight-electron "${program}" { userns, }`);
    expect(sandboxCures(program, [], put1('1'))).toBeNull();
  });
});

describe('npm start', () => {
  it('comes up through X11 on a Wayland desktop that has it', async () => {
    chmodSync(put('electron', '#!/bin/sh\nprintf "%s|" "$@"\n'), 0o755);
    const { said } = await runScript('scripts/run.mjs', ['start', '--hidden'], {
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      XDG_SESSION_TYPE: 'wayland',
      DISPLAY: ':0',
    });
    const root = resolve(import.meta.dirname, '../..');
    expect(said).toContain(`--ozone-platform=x11|${root}|--hidden|`);
  });

  it('says in one line that Electron is missing, names the demo and fails', async () => {
    const { code, said } = await runScript('scripts/run.mjs', ['start'], {
      ELECTRON_OVERRIDE_DIST_PATH: folder,
    });
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain('Electron');
    expect(said).toContain('npm run demo');
  });

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
  });
});
