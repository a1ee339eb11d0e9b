import { describe, expect, it } from 'vitest';
import { coreTexts } from '../../../electron/base/errors.ts';
import { trayTemplate } from '../../../electron/desktop/controls/tray.ts';
import {
  lightOf,
  stateLine,
  type TrayStatus,
  trayStatusOf,
  trayTooltip,
} from '../../../electron/desktop/controls/tray-status.ts';
import { HOTKEY_ACTIONS, overlayLookSchema } from '../../../shared/desktop.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { LIVE } from './tray-world.ts';

/** As the dashboard says it. */
const RECEIVING = coreTexts('en')('state.live');

const template = (status: TrayStatus, language: Language = 'en') =>
  trayTemplate(status, language, () => undefined);
const itemOf = (status: TrayStatus, id: string) => template(status).find((one) => one.id === id);

describe('the light of a state', () => {
  it.each([
    ['not-set-up', 'plain', 'plain'],
    ['starting', 'waiting', 'waiting'],
    ['signing-in', 'waiting', 'waiting'],
    ['connecting', 'waiting', 'waiting'],
    ['live', 'live', 'demo'],
    ['reconnecting', 'waiting', 'waiting'],
    ['signed-out', 'off', 'off'],
    ['stopped', 'off', 'off'],
  ] as const)('%s is %s, in the demo %s', (connection, real, demo) => {
    expect(lightOf({ connection, demo: false })).toBe(real);
    expect(lightOf({ connection, demo: true })).toBe(demo);
  });
});

describe('the status of the tray', () => {
  const look = overlayLookSchema.parse({ shown: true, locked: false });
  const status = {
    connection: { state: 'live', reason: null, since: 0 },
    demo: false,
    account: { channelId: 'a', channelName: '채널' },
    alerts: { waiting: 3, neverAppeared: 0, paused: true },
  } as const;

  it('is put together from the core and the window', () => {
    const parts = { status, keepsSignIn: false, mode: 'connect', look, hotkeys: [] } as const;
    expect(trayStatusOf(parts)).toEqual({
      connection: 'live',
      demo: false,
      account: '채널',
      waitingAlerts: 3,
      alertsPaused: true,
      overlay: { shown: true, locked: false },
      hasAddress: true,
      hotkeys: [],
    });
  });

  it.each([
    ['undecided', 'not-set-up'],
    ['demo', 'stopped'],
    ['connect', 'stopped'],
  ] as const)('without a core in mode %s is %s', (mode, connection) => {
    const parts = {
      status: null,
      keepsSignIn: false,
      mode,
      look,
      hotkeys: [],
    };
    const empty = { connection, waitingAlerts: 0, account: null, hasAddress: false };
    expect(trayStatusOf(parts)).toMatchObject(empty);
  });

  it('says that the app ends once the renewed sign-in is saved', () => {
    const parts = { status: null, keepsSignIn: true, look, hotkeys: [] };
    const saving = trayStatusOf({ ...parts, mode: 'connect' });
    expect(stateLine(saving, 'ko')).toBe('로그인 정보를 저장한 뒤 종료해요 (최대 30초)');
    expect(trayTooltip(saving, 'en')).toBe(
      'Stagelight · Saving your sign-in before quitting (up to 30 seconds)',
    );
  });
});

describe('the words of the tray', () => {
  it('marks the demo and says what waits', () => {
    const status: TrayStatus = { ...LIVE, demo: true, waitingAlerts: 1_200, alertsPaused: true };
    expect(trayTooltip(status, 'ko')).toBe(
      `Stagelight · 데모 · ${coreTexts('ko')('state.live')} · 새벽 채널 · 알림 1,200개 대기 중 · 알림 일시정지됨`,
    );
    expect(trayTooltip({ ...status, waitingAlerts: 1, account: null }, 'en')).toBe(
      `Stagelight · Demo · ${RECEIVING} · 1 alert waiting · Alerts paused`,
    );
  });

  it('fits into the 127 characters of Windows with the longest of names', () => {
    const account = '아'.repeat(300);
    const longest: TrayStatus = {
      ...LIVE,
      connection: 'reconnecting',
      demo: true,
      account,
      waitingAlerts: 5_000,
      alertsPaused: true,
    };
    expect(trayTooltip(longest, 'en').length).toBeLessThanOrEqual(127);
    expect(stateLine(longest, 'ko')).toContain(`${'아'.repeat(39)}…`);
  });

  it('keeps a name on its line and lets it turn nothing around', () => {
    const account = 'a\n\u202eb\u2067\tc';
    expect(stateLine({ ...LIVE, account }, 'en')).toBe(`${RECEIVING} · a b c`);
  });

  it('cuts no character in two', () => {
    const account = '👩‍👩‍👧‍👦'.repeat(60);
    expect(stateLine({ ...LIVE, account }, 'en')).toBe(`${RECEIVING} · ${'👩‍👩‍👧‍👦'.repeat(39)}…`);
  });
});

describe('the menu of the tray', () => {
  it('has what a broadcast needs, in this order', () => {
    expect(template(LIVE).map(({ label, type }) => label ?? type)).toEqual([
      `${RECEIVING} · 새벽 채널`,
      'Show dashboard',
      'separator',
      'Show overlay window',
      'Lock overlay window',
      'separator',
      'Hide all alerts now',
      'Pause alerts',
      'Skip alert',
      'separator',
      'Copy browser source address',
      'Settings…',
      'separator',
      'Quit Stagelight',
    ]);
  });

  it('has every line in Korean', () => {
    const labels = template({ ...LIVE, account: null }, 'ko').flatMap(({ label }) => label ?? []);
    expect(labels.filter((label) => !/[가-힣]/.test(label))).toEqual([]);
  });

  it.each(['not-set-up', 'signed-out', 'stopped', 'live'] as const)(
    'can always unlock the overlay, also when %s',
    (connection) => {
      const status: TrayStatus = { ...LIVE, connection, overlay: { shown: false, locked: true } };
      expect(itemOf(status, 'overlay-locked')).toMatchObject({ checked: true, enabled: true });
    },
  );

  it('shows by check marks whether the overlay is shown and locked', () => {
    const status: TrayStatus = { ...LIVE, overlay: { shown: true, locked: false } };
    expect(itemOf(status, 'overlay-shown')).toMatchObject({ type: 'checkbox', checked: true });
    expect(itemOf(status, 'overlay-locked')).toMatchObject({ type: 'checkbox', checked: false });
    expect(itemOf(status, 'skip-alert')).not.toHaveProperty('type');
  });

  it('offers to resume while alerts are paused', () => {
    expect(itemOf({ ...LIVE, alertsPaused: true }, 'pause-alerts')?.label).toBe('Resume alerts');
  });

  it('has no address to copy while nothing is served', () => {
    expect(itemOf(LIVE, 'copy-address')?.enabled).toBe(true);
    expect(itemOf({ ...LIVE, hasAddress: false }, 'copy-address')?.enabled).toBe(false);
  });

  it('shows a hotkey only where it works, and leaves registering to others', () => {
    const statuses = ['active', 'taken', 'doubled', 'invalid', 'off', 'active'] as const;
    const hotkeys = HOTKEY_ACTIONS.map((action, index) => ({
      action,
      accelerator: `Ctrl+F${index + 1}`,
      status: statuses[index] ?? 'off',
    }));
    const shown = template({ ...LIVE, hotkeys }).filter((one) => one.accelerator !== undefined);
    expect(shown.map(({ id, accelerator }) => `${id} ${accelerator}`)).toEqual([
      'show-dashboard Ctrl+F6',
      'overlay-locked Ctrl+F1',
    ]);
    expect(shown.every((one) => one.registerAccelerator === false)).toBe(true);
  });

  it('shows an ampersand in a name as it is, and the state cannot be chosen', () => {
    const state = itemOf({ ...LIVE, account: 'Bed & Breakfast' }, 'state');
    expect(state).toMatchObject({ label: `${RECEIVING} · Bed && Breakfast`, enabled: false });
  });
});
