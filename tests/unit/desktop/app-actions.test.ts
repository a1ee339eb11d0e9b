import { describe, expect, it } from 'vitest';
import { type Logger, silentLogger } from '../../../electron/base/log.ts';
import { type AppActionsParts, appActions } from '../../../electron/desktop/app-actions.ts';
import type { AppActions } from '../../../electron/desktop/controls/actions.ts';
import type { OverlayLook } from '../../../shared/desktop.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { settle } from '../../support/virtual-clock.ts';

const ADDRESS = 'http://127.0.0.1:17816/overlay/some-key/';

interface Setting {
  readonly look?: Partial<OverlayLook>;
  /** null: no core runs. */
  readonly paused?: boolean | null;
  readonly address?: string | null;
}

function actionsWith({ look = {}, paused = false, address = ADDRESS }: Setting = {}) {
  const told: string[] = [];
  const alerts = {
    paused,
    panic: () => void told.push('panic'),
    setPaused: (on: boolean) => void told.push(`paused ${on}`),
    skip: () => void told.push('skip'),
  };
  const switchLayout = (to: number | 'next') => void told.push(`layout ${to}`);
  const parts = {
    overlay: {
      look: { ...DEFAULT_SETTINGS.overlayWindow, ...look },
      set: (patch: object) => void told.push(`overlay ${JSON.stringify(patch)}`),
    },
    runner: {
      core: paused === null ? null : { alerts, switchLayout },
      pageServer: address === null ? null : { overlayUrl: address },
    },
    clipboard: { writeText: async (text: string) => void told.push(`copy ${text}`) },
    showDashboard: () => void told.push('dashboard'),
    quit: () => void told.push('quit'),
  };
  return { actions: appActions(parts as unknown as AppActionsParts), told };
}

describe('the overlay window', () => {
  it.each([
    [{ shown: true, locked: true }, { locked: false }],
    [{ shown: true, locked: false }, { locked: true }],
    // Nobody can unlock what they do not see.
    [
      { shown: false, locked: true },
      { shown: true, locked: false },
    ],
    [
      { shown: false, locked: false },
      { shown: true, locked: false },
    ],
  ])('%j becomes %j by the lock', (look, expected) => {
    const { actions, told } = actionsWith({ look });
    actions.toggleOverlayLock();
    expect(told).toEqual([`overlay ${JSON.stringify(expected)}`]);
  });

  it.each([true, false])('shown (%s) becomes the opposite', (shown) => {
    const { actions, told } = actionsWith({ look: { shown } });
    actions.toggleOverlayShown();
    expect(told).toEqual([`overlay {"shown":${!shown}}`]);
  });
});

type Plain = Exclude<keyof AppActions, 'setAlertsPaused'>;

describe('alerts and everything else', () => {
  it.each<[Plain, boolean, string]>([
    ['hideAlerts', false, 'panic'],
    ['skipAlert', false, 'skip'],
    ['nextLayout', false, 'layout next'],
    ['firstLayout', false, 'layout 1'],
    ['secondLayout', false, 'layout 2'],
    ['thirdLayout', false, 'layout 3'],
    ['toggleAlertsPaused', false, 'paused true'],
    ['toggleAlertsPaused', true, 'paused false'],
    ['showDashboard', false, 'dashboard'],
    ['openSettings', false, 'dashboard'],
    ['quit', false, 'quit'],
    ['copyOverlayAddress', false, `copy ${ADDRESS}`],
  ])('%s, paused %s: %s', (name, paused, expected) => {
    const { actions, told } = actionsWith({ paused });
    actions[name]();
    expect(told).toEqual([expected]);
  });

  it.each([true, false])('are paused (%s) as asked', (paused) => {
    const { actions, told } = actionsWith();
    actions.setAlertsPaused(paused);
    expect(told).toEqual([`paused ${paused}`]);
  });

  it.each<Plain>(['hideAlerts', 'skipAlert', 'toggleAlertsPaused', 'copyOverlayAddress'])(
    '%s does nothing while no core runs, and does not fail',
    (name) => {
      const { actions, told } = actionsWith({ paused: null, address: null });
      actions[name]();
      actions.setAlertsPaused(true);
      expect(told).toEqual([]);
    },
  );

  it('an address that could not be copied is in the log, and nothing else happens', async () => {
    const failure = new Error('held by another program');
    const logged: unknown[] = [];
    const log: Logger = {
      ...silentLogger,
      warn: (_, fields) => void logged.push(fields?.['failure']),
    };
    const actions = appActions({
      log,
      runner: { core: null, pageServer: { overlayUrl: ADDRESS } },
      clipboard: { writeText: () => Promise.reject(failure) },
    } as unknown as AppActionsParts);
    actions.copyOverlayAddress();
    await settle();
    expect(logged).toEqual([failure]);
  });

  it('look at the core that runs when they are used, not at an earlier one', () => {
    const runner: { core: unknown; pageServer: unknown } = { core: null, pageServer: null };
    const skipped: string[] = [];
    const actions = appActions({ runner } as unknown as AppActionsParts);
    for (const name of ['first', 'second']) {
      runner.core = { alerts: { skip: () => void skipped.push(name) } };
      actions.skipAlert();
    }
    expect(skipped).toEqual(['first', 'second']);
  });
});
