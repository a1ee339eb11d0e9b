import { describe, expect, it } from 'vitest';
import { type Logger, silentLogger } from '../../../electron/base/log.ts';
import {
  type DesktopCommandParts,
  desktopCommands,
} from '../../../electron/desktop/desktop-commands.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { settle } from '../../support/virtual-clock.ts';
import { KeptSettings } from './hotkeys-world.ts';

const PLACE = { place: { x: 1, y: 2, width: 300, height: 400 }, maximized: false };

/** The commands over parts that write down what they are asked for. */
function desk(changes: Partial<DesktopCommandParts> = {}) {
  const told: string[] = [];
  const logged: unknown[] = [];
  const settings = new KeptSettings();
  const note = (words: string) => async (): Promise<void> => void told.push(words);
  const log: Logger = {
    ...silentLogger,
    warn: (_, fields) => void logged.push(fields?.['failure']),
  };
  const setup = {
    'setup.go': async ({ step }: { step: string }) => {
      told.push(`setup.go ${step}`);
    },
    'setup.set-mode': async () => {},
    'setup.connect': async () => {},
  };
  const commands = desktopCommands({
    setup: { handlers: setup },
    overlay: {
      set: (patch) => void told.push(`overlay ${JSON.stringify(patch)}`),
      resetPlace: () => void told.push('reset place'),
      settled: note('settled'),
    },
    hotkeys: {
      set: async (action, accelerator) => {
        told.push(`hotkey ${action} ${accelerator}`);
        return 'taken';
      },
      suspend: (on) => void told.push(`suspend ${on}`),
    },
    settings,
    startWithSystem: { set: async (on) => void told.push(`start with system ${on}`) },
    clipboard: {
      copy: async (text, ms) => void told.push(ms ? `copy ${text} for ${ms}` : `copy ${text}`),
    },
    openBrowser: async (address) => void told.push(`open ${address}`),
    log,
    vault: { allowed: note('vault allowed'), forbidden: note('vault forbidden') },
    updates: { check: note('check'), download: note('download'), install: note('install') },
    ...changes,
  });
  return { commands, told, logged, settings };
}

describe("the dashboard's commands to the app", () => {
  it.each([
    ['setup.go', { step: 'overlay' }, undefined, ['setup.go overlay']],
    ['overlay-window.set', { zoom: 2 }, undefined, ['overlay {"zoom":2}', 'settled']],
    ['overlay-window.reset-place', {}, undefined, ['reset place', 'settled']],
    [
      'hotkey.set',
      { action: 'alerts-skip', accelerator: 'F9' },
      { status: 'taken' },
      ['hotkey alerts-skip F9'],
    ],
    [
      'hotkey.set',
      { action: 'alerts-skip', accelerator: null },
      { status: 'taken' },
      ['hotkey alerts-skip null'],
    ],
    ['hotkey.recording', { on: true }, undefined, ['suspend true']],
    ['app.copy', { text: 'an address' }, undefined, ['copy an address']],
    ['app.open', { address: 'https://ci.me' }, undefined, ['open https://ci.me']],
    ['vault.allow-weak', { allow: true }, undefined, ['vault allowed']],
    ['vault.allow-weak', { allow: false }, undefined, ['vault forbidden']],
    ['update.check', {}, undefined, ['check']],
    ['update.download', {}, undefined, ['download']],
    ['update.install', {}, undefined, ['install']],
  ] as const)('%s %j is answered with %j', async (name, args, answer, expected) => {
    const { commands, told } = desk();
    const run = commands[name] as (given: unknown) => Promise<unknown>;
    expect(await run(args)).toEqual(answer);
    expect(told).toEqual(expected);
  });

  it('does not wipe a look of the overlay with a field that is there and undefined', async () => {
    const seen: object[] = [];
    const overlay = {
      set: (patch: object) => void seen.push(patch),
      resetPlace: () => undefined,
      settled: async () => undefined,
    };
    await desk({ overlay }).commands['overlay-window.set']({ locked: false, parts: undefined });
    expect(Object.keys(seen[0] ?? {})).toEqual(['locked']);
  });

  it('tells of an address that is not opened', async () => {
    const openBrowser = () => Promise.reject(new Error('not this one'));
    const { commands } = desk({ openBrowser });
    await expect(commands['app.open']({ address: 'file:///x' })).rejects.toThrow('not this one');
  });

  it('does not say that something was copied which was not', async () => {
    const clipboard = { copy: () => Promise.reject(new Error('held by another program')) };
    const { commands } = desk({ clipboard });
    await expect(commands['app.copy']({ text: 'x' })).rejects.toThrow('held by another program');
  });
});

describe('what the app keeps of itself', () => {
  it.each([
    [{ closeToTray: false }, { closeToTray: false }, []],
    [{ checkForUpdates: false }, { checkForUpdates: false }, []],
    [{ startWithSystem: true }, { startWithSystem: true }, ['start with system true']],
    [
      { startWithSystem: false, closeToTray: true },
      { startWithSystem: false, closeToTray: true },
      ['start with system false'],
    ],
    [{}, {}, []],
  ])('%j changes %j and nothing else', async (change, expected, calls) => {
    const { commands, told, settings } = desk();
    expect(await commands['app.set'](change)).toBeUndefined();
    expect(settings.get()).toEqual({
      ...DEFAULT_SETTINGS,
      desktop: { ...DEFAULT_SETTINGS.desktop, ...expected },
    });
    expect(told).toEqual(calls);
  });

  it('does not keep a wish that the system refuses', async () => {
    const startWithSystem = { set: () => Promise.reject(new Error('no such folder')) };
    const { commands, settings } = desk({ startWithSystem });
    const change = { startWithSystem: true, closeToTray: false };
    await expect(commands['app.set'](change)).rejects.toThrow('no such folder');
    expect(settings.get()).toEqual(DEFAULT_SETTINGS);
  });

  it.each([
    ['app.set', { closeToTray: false }, { closeToTray: false }],
    ['vault.allow-weak', { allow: true }, { allowWeakVault: true }],
  ] as const)(
    '%s leaves a window place alone that is just being kept',
    async (name, args, kept) => {
      const { commands, settings } = desk();
      const run = commands[name] as (given: unknown) => Promise<unknown>;
      const place = settings.update(({ desktop }) => ({
        desktop: { ...desktop, dashboard: PLACE },
      }));
      await Promise.all([place, run(args)]);
      expect(settings.get().desktop).toEqual({
        ...DEFAULT_SETTINGS.desktop,
        ...kept,
        dashboard: PLACE,
      });
    },
  );

  it.each([true, false])('a weak vault allowed (%s) is kept before it applies', async (allow) => {
    const applied: (boolean | null)[] = [];
    const note = async (): Promise<void> => {
      applied.push(settings.get().desktop.allowWeakVault);
    };
    const { commands, settings } = desk({ vault: { allowed: note, forbidden: note } });
    await commands['vault.allow-weak']({ allow });
    expect(applied).toEqual([allow]);
  });

  it('does not apply what could not be kept of the vault', async () => {
    const { commands, told, settings } = desk();
    settings.failure = new Error('the disk is full');
    await expect(commands['vault.allow-weak']({ allow: true })).rejects.toThrow('disk is full');
    expect(told).toEqual([]);
  });
});

describe('updates', () => {
  it.each(['check', 'download'] as const)('does not make the page wait for a %s', async (step) => {
    const never = () => new Promise<void>(() => undefined);
    const updates = { check: never, download: never, install: never };
    const { commands } = desk({ updates });
    expect(await commands[`update.${step}`]({})).toBeUndefined();
  });

  it.each(['check', 'download'] as const)('writes a %s that fails into the log', async (step) => {
    const fail = () => Promise.reject(new Error('offline'));
    const updates = { check: fail, download: fail, install: fail };
    const { commands, logged } = desk({ updates });
    expect(await commands[`update.${step}`]({})).toBeUndefined();
    await settle();
    expect(logged).toEqual([new Error('offline')]);
  });

  it('tells when an update cannot be installed', async () => {
    const fail = () => Promise.reject(new Error('a broadcast is running'));
    const { commands } = desk({ updates: { check: fail, download: fail, install: fail } });
    await expect(commands['update.install']({})).rejects.toThrow('a broadcast is running');
  });
});
