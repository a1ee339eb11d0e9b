import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { DesktopStateSource } from '../../../electron/desktop/desktop-state.ts';
import {
  DEFAULT_AUTH_URL,
  DEFAULT_BASE_URL,
  DEVELOPER_PORTAL_URL,
} from '../../../electron/platform/platform-notes.ts';
import {
  type DesktopState,
  type HotkeyState,
  type OverlayLook,
  overlayLookSchema,
  type UpdateState,
} from '../../../shared/desktop.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { KeptSettings } from './hotkeys-world.ts';
import { failLoudly } from './tray-world.ts';

const LOOK = overlayLookSchema.parse({});
const KEY: HotkeyState = { action: 'alerts-skip', accelerator: null, status: 'off' };

/** Everything that the state is read from, to be changed by a test. */
function stateWorld() {
  const cores = new Emitter<void>(failLoudly);
  const looks = new Emitter<OverlayLook>(failLoudly);
  const keys = new Emitter<readonly HotkeyState[]>(failLoudly);
  const versions = new Emitter<UpdateState>(failLoudly);
  const settings = new KeptSettings();
  const overlay = { look: LOOK, onLook: looks.on };
  const hotkeys = { states: [KEY], onChange: keys.on };
  const setup = { hasSecret: false };
  const idle: UpdateState = { kind: 'idle', checkedAt: null };
  const updates = { state: idle as UpdateState, onChange: versions.on };
  const runner: { pageServer: { overlayUrl: string } | null } = { pageServer: null };
  const source = new DesktopStateSource({
    version: '1.2.3',
    system: 'linux',
    settings,
    overlay,
    hotkeys,
    setup,
    updates,
    overlayFloats: false,
    runner: {
      get pageServer() {
        return runner.pageServer as never;
      },
      onChange: cores.on,
    },
    log: silentLogger,
  });
  const told: DesktopState[] = [];
  source.onChange((state) => told.push(state));
  const emitters = { cores, looks, keys, versions };
  return { source, told, settings, overlay, hotkeys, setup, updates, runner, ...emitters };
}

describe('what the dashboard is told of the app', () => {
  it('is the whole of it, with the addresses of its own where nothing is set', () => {
    expect(stateWorld().source.read()).toEqual({
      version: '1.2.3',
      system: 'linux',
      setup: {
        step: 'welcome',
        mode: 'undecided',
        overlayUrl: null,
        connect: {
          clientId: '',
          hasSecret: false,
          baseUrl: DEFAULT_BASE_URL,
          authUrl: DEFAULT_AUTH_URL,
          redirectUri: 'http://127.0.0.1:17817/callback',
        },
        portalUrl: DEVELOPER_PORTAL_URL,
      },
      overlayWindow: LOOK,
      overlayFloats: false,
      hotkeys: [KEY],
      closeToTray: true,
      startWithSystem: false,
      canStartWithSystem: false,
      checkForUpdates: true,
      vault: { protection: 'system', allowWeak: null },
      update: { kind: 'idle', checkedAt: null },
    });
  });

  it('has no secret in it, only whether there is one', () => {
    const { source, setup } = stateWorld();
    setup.hasSecret = true;
    expect(source.read().setup.connect).toMatchObject({ hasSecret: true });
    expect(source.read().setup.connect).not.toHaveProperty('clientSecret');
  });

  it('follows the settings, the parts and the core', async () => {
    const world = stateWorld();
    const { told, settings, overlay, hotkeys, updates, runner, cores } = world;
    await settings.update({
      connect: { ...DEFAULT_SETTINGS.connect, clientId: 'client-1', baseUrl: 'http://127.0.0.1:9' },
      desktop: { ...DEFAULT_SETTINGS.desktop, mode: 'connect', step: 'done', allowWeakVault: true },
    });
    expect(told.at(-1)).toMatchObject({
      setup: { step: 'done', mode: 'connect', connect: { baseUrl: 'http://127.0.0.1:9' } },
      vault: { allowWeak: true },
    });
    overlay.look = { ...LOOK, zoom: 2 };
    world.looks.fire(overlay.look);
    expect(told.at(-1)?.overlayWindow.zoom).toBe(2);
    hotkeys.states = [];
    world.keys.fire([]);
    expect(told.at(-1)?.hotkeys).toEqual([]);
    updates.state = { kind: 'ready', version: '2.0.0' };
    world.versions.fire(updates.state);
    expect(told.at(-1)?.update).toEqual({ kind: 'ready', version: '2.0.0' });
    runner.pageServer = { overlayUrl: 'http://127.0.0.1:1/overlay/k/' };
    cores.fire();
    expect(told.at(-1)?.setup.overlayUrl).toBe('http://127.0.0.1:1/overlay/k/');
    runner.pageServer = null;
    cores.fire();
    expect(told.at(-1)?.setup.overlayUrl).toBeNull();
    expect(told).toHaveLength(6);
  });

  it('learns what the system answers, a part at a time', () => {
    const { source, told } = stateWorld();
    source.learn({ protection: 'weak' });
    source.learn({ startsWithSystem: true, canStartWithSystem: true });
    expect(told).toHaveLength(2);
    expect(source.read()).toMatchObject({
      vault: { protection: 'weak' },
      startWithSystem: true,
      canStartWithSystem: true,
    });
  });

  it('says the same state once, whatever else is kept in the settings', async () => {
    const { source, told, settings, cores, looks } = stateWorld();
    source.learn({ protection: 'weak' });
    const place = { x: 1, y: 2, width: 300, height: 400 };
    await settings.update(({ desktop }) => ({
      desktop: { ...desktop, dashboard: { place, maximized: false } },
    }));
    cores.fire();
    looks.fire(LOOK);
    source.learn({ protection: 'weak' });
    expect(told).toHaveLength(1);
  });

  it('says nothing after its end', async () => {
    const world = stateWorld();
    const { source, told, settings, overlay, cores } = world;
    source.dispose();
    overlay.look = { ...LOOK, zoom: 2 };
    cores.fire();
    world.looks.fire(overlay.look);
    world.keys.fire([]);
    world.versions.fire(world.updates.state);
    await settings.update(({ desktop }) => ({ desktop: { ...desktop, closeToTray: false } }));
    source.learn({ protection: 'weak' });
    expect(told).toEqual([]);
  });
});
