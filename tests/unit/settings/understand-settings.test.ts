import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFiles, type Files } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { understandSettings } from '../../../electron/settings/read-settings.ts';
import { SettingsFile } from '../../../electron/settings/settings-file.ts';
import type { Problem } from '../../../shared/problem.ts';
import { DEFAULT_SETTINGS, settingsSchema } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();
const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));

const good = settingsSchema.parse({
  language: 'ko',
  port: 4321,
  later: { kept: true },
  connect: { clientId: 'app-1', later: 1 },
  desktop: { mode: 'connect', closeToTray: false },
  overlayWindow: {
    opacity: 0.5,
    places: { one: { x: 1, y: 2, width: 3, height: 4 }, two: { x: 5, y: 6, width: 7, height: 8 } },
  },
  hotkeys: { 'overlay-lock': 'F7' },
});

/** `good` with one value changed. */
function withValue(path: string, value: unknown): string {
  const content = structuredClone(good) as unknown as Record<string, unknown>;
  const keys = path.split('/');
  const last = keys.pop() ?? '';
  let within = content;
  for (const key of keys) within = within[key] as Record<string, unknown>;
  within[last] = value;
  return JSON.stringify(content);
}

describe('settings with one bad field', () => {
  it.each([
    ['port', 'high', 'port', { port: null }],
    ['port', -(2 ** 53), 'port', { port: null }],
    ['language', 'fr', 'language', { language: null }],
    ['linkedBefore', 7, 'linkedBefore', { linkedBefore: false }],
    ['connect', 'text', 'connect', { connect: DEFAULT_SETTINGS.connect }],
    ['connect/clientId', 5, 'connect.clientId', { connect: { ...good.connect, clientId: '' } }],
    ['desktop/mode', 'x', 'desktop.mode', { desktop: { ...good.desktop, mode: 'undecided' } }],
    [
      'desktop/closeToTray',
      0,
      'desktop.closeToTray',
      { desktop: { ...good.desktop, closeToTray: true } },
    ],
    [
      'overlayWindow/opacity',
      9,
      'overlayWindow.opacity',
      { overlayWindow: { ...good.overlayWindow, opacity: 1 } },
    ],
    ['hotkeys/overlay-lock', '', 'hotkeys.overlay-lock', { hotkeys: DEFAULT_SETTINGS.hotkeys }],
    ['hotkeys', [1], 'hotkeys', { hotkeys: DEFAULT_SETTINGS.hotkeys }],
  ])('keep everything but %s', (path, value, bad, expected) => {
    const understood = understandSettings(withValue(path, value));
    expect(understood?.settings).toEqual({ ...good, ...expected });
    expect(understood?.bad).toEqual([bad]);
  });

  it('lose a whole entry when a part of it is missing or wrong, and no other entry', () => {
    for (const broken of [
      { x: 1, y: 2, width: 3 },
      { x: 1, y: 2, width: 3, height: 'tall' },
    ]) {
      const understood = understandSettings(withValue('overlayWindow/places/one', broken));
      expect(Object.keys(understood?.settings.overlayWindow.places ?? {})).toEqual(['two']);
      expect(understood?.bad).toContain('overlayWindow.places.one');
      expect(understood?.settings.connect).toEqual(good.connect);
    }
  });

  it('lose one widget, one rule, one word of a list, and keep the others in their order', () => {
    const rules = ['a', 'b', 'c'].map((id) => ({ id }));
    const blockedWords = ['one', 'two', 'three'];
    const full = settingsSchema.parse({ overlay: { rules, speech: { blockedWords } } });
    const content = JSON.parse(JSON.stringify(full));
    content.overlay.layout[0].kind = 'poll';
    content.overlay.layout[2].box.width = 'wide';
    content.overlay.rules[1].when = 7;
    content.overlay.rules[2].id = 'No Id';
    content.overlay.speech.blockedWords[1] = 2;
    const understood = understandSettings(JSON.stringify(content));
    const overlay = understood?.settings.overlay;
    expect(overlay?.layout).toEqual([full.overlay.layout[1]]);
    expect(overlay?.rules).toEqual(full.overlay.rules.slice(0, 2));
    expect(overlay?.speech.blockedWords).toEqual(['one', 'three']);
    expect(understood?.bad).toContain('overlay.layout.0');
    expect(understood?.bad).toContain('overlay.speech.blockedWords.1');
  });

  it.each([
    ['nothing', ''],
    ['half of it', '{"version":1,'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['another version', '{"version":2,"language":"ko"}'],
  ])('are no settings at all: %s', (_case, text) => {
    expect(understandSettings(text)).toBeNull();
  });

  it('are understood or refused, whatever stands in them', () => {
    const key = fc.constantFrom(
      ...Object.keys(DEFAULT_SETTINGS).filter((name) => name !== 'version'),
    );
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 4 })), (content) => {
        const understood = understandSettings(JSON.stringify(content));
        expect(settingsSchema.safeParse(understood?.settings).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a settings file with bad fields', () => {
  async function open(path: string, files: Files = createFiles(clock)) {
    const problems: Problem[] = [];
    const settings = await SettingsFile.load({
      path,
      files,
      clock,
      log: silentLogger,
      onProblem: (problem) => problems.push(problem),
    });
    return { settings, problems };
  }

  it('is repaired, its original is kept, and it is reported once', async () => {
    const folder = tempFolder();
    const text = withValue('port', 'high');
    writeFileSync(join(folder, 'settings.json'), text);
    const { settings, problems } = await open(join(folder, 'settings.json'));
    expect(settings.get()).toEqual({ ...good, port: null });
    expect(problems.map(({ code }) => code)).toEqual(['settings-partly-kept']);
    const kept = 'settings-corrupt-20260102-030405.json';
    expect(problems[0]?.values).toEqual({ fields: ['port'], copy: kept });
    expect(readFileSync(join(folder, kept), 'utf8')).toBe(text);
    const again = await open(join(folder, 'settings.json'));
    expect(again.settings.get()).toEqual({ ...good, port: null });
    expect(again.problems).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('still gives its good fields when nothing can be written', async () => {
    const folder = tempFolder();
    const text = withValue('port', 'high');
    writeFileSync(join(folder, 'settings.json'), text);
    const files: Files = {
      ...createFiles(clock),
      create: () => Promise.reject(new Error('disk full')),
    };
    const { settings, problems } = await open(join(folder, 'settings.json'), files);
    expect(settings.get()).toEqual({ ...good, port: null });
    expect(problems.map(({ code }) => code)).toEqual(['settings-partly-kept']);
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});
