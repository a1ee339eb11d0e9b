import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { CoreStatus, type CoreStatusParts } from '../../../electron/desktop/core-runner.ts';
import { type OverlayLook, overlayLookSchema } from '../../../shared/desktop.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { KeptSettings } from './hotkeys-world.ts';
import { failLoudly } from './tray-world.ts';

/** A core that says how it is. */
function fakeCore(state: AppStatus['connection']['state'], waiting = 0) {
  const changes = new Emitter<void>(failLoudly);
  const listeners = { count: 0 };
  const status = {
    connection: { state, reason: null, since: 0 },
    demo: false,
    account: { channelId: 'c', channelName: '새벽 채널' },
    alerts: { waiting, neverAppeared: 0, paused: true },
  };
  return {
    listeners,
    changed: () => changes.fire(),
    status: {
      read: () => status,
      onChange(listener: () => void) {
        listeners.count += 1;
        const subscription = changes.on(listener);
        return {
          dispose() {
            listeners.count -= 1;
            subscription.dispose();
          },
        };
      },
    },
  };
}

function statusWorld(first: ReturnType<typeof fakeCore> | null = null) {
  const cores = new Emitter<void>(failLoudly);
  const looks = new Emitter<OverlayLook>(failLoudly);
  const keys = new Emitter<void>(failLoudly);
  const settings = new KeptSettings();
  const runner = {
    core: first as ReturnType<typeof fakeCore> | null,
    isRenewing: false,
    onChange: cores.on,
  };
  const overlay = { look: overlayLookSchema.parse({ shown: true, locked: false }) };
  const hotkey = { action: 'alerts-skip', accelerator: 'F9', status: 'active' } as const;
  const parts = {
    runner,
    settings,
    log: silentLogger,
    overlay: { ...overlay, onLook: looks.on },
    hotkeys: { states: [hotkey], onChange: keys.on },
  };
  const status = new CoreStatus(parts as unknown as CoreStatusParts);
  const heard = { times: 0 };
  status.onChange(() => {
    heard.times += 1;
  });
  const run = (core: ReturnType<typeof fakeCore> | null): void => {
    runner.core = core;
    cores.fire();
  };
  return { status, settings, heard, run, runner, cores, looks, keys, overlay, hotkey };
}

describe('what tray and badges are told', () => {
  it('is of no core while none runs', () => {
    const { status, hotkey } = statusWorld();
    expect(status.read()).toEqual({
      connection: 'not-set-up',
      demo: false,
      account: null,
      waitingAlerts: 0,
      alertsPaused: false,
      hasAddress: false,
      overlay: { shown: true, locked: false },
      hotkeys: [hotkey],
    });
  });

  it('is of the core that runs', async () => {
    const { status, settings, run } = statusWorld();
    await settings.update(({ desktop }) => ({ desktop: { ...desktop, mode: 'connect' } }));
    expect(status.read().connection).toBe('stopped');
    run(fakeCore('live', 3));
    expect(status.read()).toMatchObject({
      connection: 'live',
      account: '새벽 채널',
      waitingAlerts: 3,
      alertsPaused: true,
      hasAddress: true,
    });
    run(fakeCore('reconnecting'));
    expect(status.read().connection).toBe('reconnecting');
    run(null);
    expect(status.read()).toMatchObject({ connection: 'stopped', hasAddress: false });
  });

  it('is that the sign-in is being saved, from the end of the core until it is', async () => {
    const { status, settings, run, runner } = statusWorld(fakeCore('live'));
    await settings.update(({ desktop }) => ({ desktop: { ...desktop, mode: 'connect' } }));
    runner.isRenewing = true;
    expect(status.read().connection).toBe('live');
    run(null);
    expect(status.read().connection).toBe('keeping-sign-in');
    runner.isRenewing = false;
    run(null);
    expect(status.read().connection).toBe('stopped');
  });

  it('is told anew when any part of it changes', async () => {
    const { settings, heard, run, looks, keys, overlay } = statusWorld();
    const core = fakeCore('live');
    const expectNews = async (change: () => unknown): Promise<void> => {
      heard.times = 0;
      await change();
      expect(heard.times).toBe(1);
    };
    await expectNews(() => run(core));
    await expectNews(() => core.changed());
    await expectNews(() => looks.fire(overlay.look));
    await expectNews(() => keys.fire());
    await expectNews(() => settings.update({ language: 'en' }));
    await expectNews(() => run(null));
  });

  it('lets go of a core that has ended', () => {
    const { heard, run } = statusWorld();
    const former = fakeCore('live');
    run(former);
    expect(former.listeners.count).toBe(1);
    run(fakeCore('live'));
    heard.times = 0;
    former.changed();
    expect(heard.times).toBe(0);
    expect(former.listeners.count).toBe(0);
  });

  it('follows a core that ran before it was asked, and none after its end', () => {
    const core = fakeCore('live');
    const world = statusWorld(core);
    core.changed();
    expect(world.heard.times).toBe(1);
    world.status.dispose();
    world.heard.times = 0;
    core.changed();
    world.run(fakeCore('live'));
    world.looks.fire(world.overlay.look);
    world.keys.fire();
    expect(world.heard.times).toBe(0);
    expect(core.listeners.count).toBe(0);
  });
});
