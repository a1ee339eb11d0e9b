import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFiles, type Files } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  type ElectronStoreLike,
  loadStoreSettings,
  type StoreSetup,
} from '../../../electron/desktop/ports/store-settings.ts';
import { SettingsFile } from '../../../electron/settings/settings-file.ts';
import type { Problem } from '../../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();
const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));

/**
 * The real electron-store. It loads 'electron', which outside of Electron is the path of a binary
 * and looks for one to download unless it is told where it is.
 */
async function realStore(setup: StoreSetup): Promise<ElectronStoreLike> {
  const before = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = setup.cwd;
  try {
    const { default: Store } = await import('electron-store');
    return new Store(setup);
  } finally {
    if (before === undefined) delete process.env['ELECTRON_OVERRIDE_DIST_PATH'];
    else process.env['ELECTRON_OVERRIDE_DIST_PATH'] = before;
  }
}

async function open(
  path: string,
  {
    files = createFiles(clock),
    openStore = realStore,
  }: {
    files?: Files;
    openStore?: (setup: StoreSetup) => Promise<ElectronStoreLike>;
  } = {},
) {
  const problems: Problem[] = [];
  const heard: Settings[] = [];
  const settings = await loadStoreSettings({
    path,
    files,
    clock,
    log: silentLogger,
    onProblem: (problem) => problems.push(problem),
    openStore,
  });
  settings.onChange((value) => heard.push(value));
  return { settings, heard, codes: () => problems.map(({ code }) => code) };
}

describe('settings in electron-store', () => {
  it.skipIf(process.platform === 'win32')('are a file that only its owner can read', async () => {
    const path = join(tempFolder(), 'settings.json');
    const { settings } = await open(path);
    await settings.update({ language: 'en' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('need neither a file nor the library before the first change', async () => {
    const path = join(tempFolder(), 'data', 'settings.json');
    const openStore = () => Promise.reject(new Error('loaded too early'));
    const { settings, codes } = await open(path, { openStore });
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(existsSync(path)).toBe(false);
    expect(codes()).toEqual([]);
  });

  it('are on the disk before a change is told, in the shape of the other hosts', async () => {
    const path = join(tempFolder(), 'data', 'settings.json');
    const { settings } = await open(path);
    const onDisk: string[] = [];
    settings.onChange(() => onDisk.push(readFileSync(path, 'utf8')));
    const result = await settings.update({ language: 'ko', port: 4321 });
    expect(result).toMatchObject({ language: 'ko', port: 4321 });
    expect(onDisk).toHaveLength(1);
    expect(JSON.parse(onDisk[0] ?? '')).toEqual(result);
    expect(readdirSync(dirname(path))).toEqual(['settings.json']);
    const other = await SettingsFile.load({
      path,
      clock,
      log: silentLogger,
      files: createFiles(clock),
      onProblem: () => expect.unreachable(),
    });
    expect(other.get()).toEqual(result);
    await other.update({ port: 5000 });
    expect((await open(path)).settings.get().port).toBe(5000);
  });

  it('lose none of several changes at once, and are flushed after them', async () => {
    const path = join(tempFolder(), 'settings.json');
    const { settings } = await open(path);
    await Promise.all([settings.update({ language: 'en' }), settings.update({ port: 1234 })]);
    expect((await open(path)).settings.get()).toMatchObject({ language: 'en', port: 1234 });
  });

  it('keep fields that only a newer version knows, in groups too', async () => {
    const path = join(tempFolder(), 'settings.json');
    const newer = { version: 1, theme: { name: 'later' }, desktop: { later: [1] }, 'a.b': 1 };
    writeFileSync(path, JSON.stringify(newer));
    const { settings } = await open(path);
    await settings.update({ language: 'en' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ ...newer, language: 'en' });
  });

  it.each([
    ['nothing', ''],
    ['half a file', '{"version":1,'],
    ['another version', '{"version":2}'],
  ])('are set aside with the date when the file holds %s', async (_case, text) => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'settings.json'), text);
    const { settings, codes } = await open(join(folder, 'settings.json'));
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(codes()).toEqual(['settings-set-aside']);
    const kept = 'settings-corrupt-20260102-030405.json';
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(text);
    await settings.update({ language: 'ko' });
    expect(readdirSync(folder).sort()).toEqual([kept, 'settings.json']);
  });

  it('keep everything but one bad field of a group', async () => {
    const path = join(tempFolder(), 'settings.json');
    const text = '{"version":1,"port":99,"desktop":{"mode":"demo","closeToTray":"maybe"}}';
    writeFileSync(path, text);
    const { settings, codes } = await open(path);
    expect(settings.get()).toMatchObject({
      port: 99,
      desktop: { mode: 'demo', closeToTray: true },
    });
    expect(codes()).toEqual(['settings-partly-kept']);
  });

  it('are left alone when the file cannot be opened, and not replaced by a change', async () => {
    const folder = tempFolder();
    const path = join(folder, 'settings.json');
    writeFileSync(path, '{"version":1,"language":"ko"}');
    const real = createFiles(clock);
    let isRefusing = true;
    const files: Files = {
      ...real,
      readText: (name) =>
        isRefusing
          ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
          : real.readText(name),
    };
    const { settings, codes } = await open(path, { files });
    expect(codes()).toEqual(['settings-not-readable']);
    isRefusing = false;
    await settings.update({ language: 'en' });
    const kept = readFileSync(join(folder, 'settings-corrupt-20260102-030405.json'), 'utf8');
    expect(kept).toBe('{"version":1,"language":"ko"}');
  });

  it('refuse a bad value with its field and change nothing', async () => {
    const path = join(tempFolder(), 'settings.json');
    const { settings, heard } = await open(path);
    const desktop = { ...DEFAULT_SETTINGS.desktop, mode: 'other' as 'demo' };
    const failure = await settings.update({ desktop }).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({
      problem: { code: 'settings-invalid', values: { fields: ['desktop.mode'] } },
    });
    expect(heard).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    [
      'throws',
      () =>
        Promise.resolve(
          storeThat(() => {
            throw new Error('ENOSPC');
          }),
        ),
    ],
    ['cannot be loaded', () => Promise.reject(new Error('no such module'))],
  ])('stay as they were when the library %s', async (_case, openStore) => {
    const path = join(tempFolder(), 'settings.json');
    const { settings, heard } = await open(path, { openStore });
    await expect(settings.update({ port: 5000 })).rejects.toMatchObject({
      problem: { code: 'settings-not-saved' },
    });
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(heard).toEqual([]);
  });

  it('go back to the former text when the disk took only a part of the new', async () => {
    const path = join(tempFolder(), 'settings.json');
    await (await open(path)).settings.update({ port: 4000 });
    const openStore = (setup: StoreSetup) =>
      Promise.resolve(
        storeThat((value) => writeFileSync(path, setup.serialize(value).slice(0, 40))),
      );
    const { settings, heard } = await open(path, { openStore });
    await expect(settings.update({ port: 5000 })).rejects.toMatchObject({
      problem: { code: 'settings-not-saved' },
    });
    expect(settings.get().port).toBe(4000);
    expect(heard).toEqual([]);
    expect((await open(path)).settings.get().port).toBe(4000);
  });

  it.skipIf(process.getuid?.() === 0)('are refused by a folder that refuses', async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o500);
    const { settings } = await open(join(folder, 'settings.json'));
    await expect(settings.update({ port: 5000 })).rejects.toMatchObject({
      problem: { code: 'settings-not-saved' },
    });
    chmodSync(folder, 0o700);
  });
});

function storeThat(write: (value: Record<string, unknown>) => void): ElectronStoreLike {
  return {
    get store() {
      return {};
    },
    set store(value) {
      write(value);
    },
  };
}
