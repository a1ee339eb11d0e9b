import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StagelightError } from '../../../electron/base/errors.ts';
import { createFiles, type Files } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { SettingsPatch } from '../../../electron/settings/ports.ts';
import { SettingsFile } from '../../../electron/settings/settings-file.ts';
import type { Problem } from '../../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();
const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));

async function open(path: string, files: Files = createFiles(clock)) {
  const problems: Problem[] = [];
  const heard: Settings[] = [];
  const settings = await SettingsFile.load({
    path,
    files,
    clock,
    log: silentLogger,
    onProblem: (problem) => problems.push(problem),
  });
  settings.onChange((value) => heard.push(value));
  return { settings, problems, heard };
}

describe('the settings file', () => {
  it.skipIf(process.platform === 'win32')('is one that only its owner can read', async () => {
    const path = join(tempFolder(), 'settings.json');
    const { settings } = await open(path);
    await settings.update({ language: 'en' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is not needed: the defaults apply and nothing is written', async () => {
    const path = join(tempFolder(), 'data', 'settings.json');
    const { settings, problems } = await open(path);
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(problems).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it('keeps a change for the next start and tells it', async () => {
    const path = join(tempFolder(), 'data', 'settings.json');
    const { settings, heard } = await open(path);
    const result = await settings.update({ language: 'ko', port: 4321 });
    expect(result).toMatchObject({ language: 'ko', port: 4321 });
    expect(settings.get()).toEqual(result);
    expect(heard).toEqual([result]);
    expect((await open(path)).settings.get()).toEqual(result);
  });

  it('loses none of several changes at once', async () => {
    const path = join(tempFolder(), 'settings.json');
    const { settings } = await open(path);
    await Promise.all([settings.update({ language: 'en' }), settings.update({ port: 1234 })]);
    expect((await open(path)).settings.get()).toMatchObject({ language: 'en', port: 1234 });
  });

  it('keeps fields that only a newer version knows', async () => {
    const path = join(tempFolder(), 'settings.json');
    writeFileSync(path, JSON.stringify({ version: 1, language: 'ko', theme: { name: 'later' } }));
    const { settings } = await open(path);
    await settings.update({ language: 'en' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      language: 'en',
      theme: { name: 'later' },
    });
  });

  it.each([
    ['nothing', ''],
    ['half a file', '{"version":1,'],
    ['another JSON', '"text"'],
    ['another version', '{"version":2}'],
  ])('is set aside with its date and reported when it holds %s', async (_case, text) => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'settings.json'), text);
    const { settings, problems } = await open(join(folder, 'settings.json'));
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(problems.map(({ code }) => code)).toEqual(['settings-set-aside']);
    const kept = 'settings-corrupt-20260102-030405.json';
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(text);
    await settings.update({ language: 'ko' });
    expect(readdirSync(folder).sort()).toEqual([kept, 'settings.json']);
  });

  it('is left alone when it cannot be opened, and not replaced by the next change', async () => {
    const folder = tempFolder();
    const path = join(folder, 'settings.json');
    writeFileSync(path, '{"version":1,"language":"ko"}');
    const files: Files = {
      ...createFiles(clock),
      readText: () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
    };
    const { settings, problems } = await open(path, files);
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(problems.map(({ code }) => code)).toEqual(['settings-not-readable']);
    expect(readdirSync(folder)).toEqual(['settings.json']);
    await settings.update({ language: 'en' });
    const kept = readFileSync(join(folder, 'settings-corrupt-20260102-030405.json'), 'utf8');
    expect(kept).toBe('{"version":1,"language":"ko"}');
    await settings.update({ language: 'ko' });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.each([
    [{ port: 0 }, ['port']],
    [{ port: 65_536 }, ['port']],
    [{ port: 1.5, language: 'fr' }, ['language', 'port']],
  ])('refuses the value in %j and names the field', async (patch, fields) => {
    const path = join(tempFolder(), 'settings.json');
    const { settings, heard } = await open(path);
    const failure = await settings.update(patch as SettingsPatch).catch((cause: unknown) => cause);
    const { code, values = {} } = (failure as StagelightError).problem;
    expect(code).toBe('settings-invalid');
    expect((values['fields'] as string[]).toSorted()).toEqual(fields);
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(heard).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it('keeps the former settings when a change cannot be written, and takes the next', async () => {
    const path = join(tempFolder(), 'settings.json');
    const real = createFiles(clock);
    let isFull = true;
    const files: Files = {
      ...real,
      create: (name) => (isFull ? Promise.reject(new Error('disk full')) : real.create(name)),
    };
    const { settings, heard } = await open(path, files);
    await expect(settings.update({ port: 5000 })).rejects.toMatchObject({
      problem: { code: 'settings-not-saved' },
    });
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
    expect(heard).toEqual([]);
    isFull = false;
    await settings.update({ port: 5001 });
    expect(settings.get().port).toBe(5001);
  });

  it('tells nobody after it was disposed', async () => {
    const { settings, heard } = await open(join(tempFolder(), 'settings.json'));
    settings.dispose();
    await settings.update({ port: 5000 });
    expect(heard).toEqual([]);
  });
});
