import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ObsLink } from '../../../electron/features/obs/obs-link.ts';
import { ObsNow } from '../../../electron/features/obs/obs-now.ts';
import { SceneOverlay } from '../../../electron/features/obs/scene-overlay.ts';
import { OverlaySettingsSource } from '../../../electron/settings/overlay-settings.ts';
import type { ObsLink as LinkState } from '../../../shared/contract/obs.ts';
import { layoutSchema } from '../../../shared/overlay/widgets.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { KeptSettings } from '../desktop/hotkeys-world.ts';

const CONNECTED: LinkState = { state: 'connected', version: '29.0.2', protocol: '5.1.0' };
const box = { x: 0, y: 0, width: 0.5, height: 0.5 };

/** OBS with three scenes, a chat that "Ending" hides, and alerts that only "Game" shows. */
async function world() {
  const clock = new VirtualClock();
  const obs = new FakeObs(clock).scene('Game').scene('Ending').scene('Talk');
  obs.model.programScene = 'Game';
  const listeners = new Set<(state: LinkState) => void>();
  const link = {
    ...obs.calls(),
    state: CONNECTED as LinkState,
    onChange: (listener: (state: LinkState) => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  const settings = new OverlaySettingsSource(new KeptSettings(), silentLogger);
  const layout = layoutSchema.parse([
    { id: 'chat', kind: 'chat', box, scenes: { in: 'not', names: ['Ending'] } },
    { id: 'alerts', kind: 'alerts', box, scenes: { in: 'only', names: ['Game'] } },
  ]);
  await settings.edit((now) => ({
    ...now,
    layout,
    layouts: [{ id: 'layout-2', name: 'Talk', layout: [], draft: null }],
    sceneLayouts: [{ scene: 'Talk', layout: 'layout-2' }],
  }));
  const now = new ObsNow({ link: link as unknown as ObsLink, clock, log: silentLogger });
  const held: boolean[] = [];
  const told: string[] = [];
  const alerts = {
    setPaused(paused: boolean) {
      if (held.at(-1) !== paused) held.push(paused);
      told.push(paused ? 'wait' : 'play');
    },
  };
  const overlay = new SceneOverlay({ link, now, settings, alerts, log: silentLogger });
  overlay.onConfig(({ away }) => told.push(`hides ${away.join() || 'nothing'}`));
  const become = async (state: LinkState) => {
    link.state = state;
    for (const listener of listeners) listener(state);
    await clock.advance(100);
  };
  const show = async (sceneName: string) => {
    await obs.handle('SetCurrentProgramScene', { sceneName });
    await clock.advance(100);
  };
  onTestFinished(() => {
    overlay.dispose();
    now.dispose();
    settings.dispose();
  });
  await become(CONNECTED);
  return { clock, obs, settings, overlay, held, told, become, show };
}

describe('the overlay in a scene of OBS', () => {
  it('has the widgets that the scene shows', async () => {
    const { overlay, show } = await world();
    expect(overlay.config().away).toEqual([]);
    await show('Ending');
    expect(overlay.config().away).toEqual(['chat']);
    await show('Game');
    expect(overlay.config().away).toEqual([]);
  });

  it('keeps alerts waiting where the scene hides them, and shows their place before they play', async () => {
    const { held, told, show } = await world();
    await show('Ending');
    told.length = 0;
    await show('Game');
    expect(held).toEqual([false, true, false]);
    expect(told).toEqual(['hides nothing', 'play']);
  });

  it('has everything when OBS is gone', async () => {
    const { overlay, held, show, become } = await world();
    await show('Ending');
    await become({ state: 'waiting', cause: 'lost', retryAt: null });
    expect(overlay.config().away).toEqual([]);
    expect(held.at(-1)).toBe(false);
  });

  it('follows a scene that gets another name, and never flickers meanwhile', async () => {
    const { obs, clock, overlay, settings, told, show } = await world();
    await show('Ending');
    told.length = 0;
    await obs.handle('SetSceneName', { sceneName: 'Ending', newSceneName: '끝 "1"' });
    await clock.advance(100);
    expect(settings.get().layout[0]?.scenes).toEqual({ in: 'not', names: ['끝 "1"'] });
    expect(overlay.config().away).toEqual(['chat']);
    expect(told.filter((each) => each === 'hides nothing')).toEqual([]);
  });

  it('has the new name of a scene at once where the streamer has other things in it too', async () => {
    const { obs, clock, overlay, settings } = await world();
    await obs.handle('SetSceneName', { sceneName: 'Talk', newSceneName: '대화' });
    await clock.advance(100);
    expect(settings.get().sceneLayouts).toEqual([{ scene: '대화', layout: 'layout-2' }]);
    await obs.handle('SetSceneName', { sceneName: 'Ending', newSceneName: '끝' });
    await clock.advance(100);
    expect(overlay.config()).toEqual({ ...settings.pageConfig(), away: [] });
    expect(overlay.config().layout[0]?.scenes).toEqual({ in: 'not', names: ['끝'] });
  });

  it('follows OBS to the scene that came while a new name was being kept', async () => {
    const { obs, clock, overlay, settings, show } = await world();
    let keep = (): void => undefined;
    const edit = settings.edit.bind(settings);
    settings.edit = async (change) => {
      await new Promise<void>((resolve) => {
        keep = resolve;
      });
      return edit(change);
    };
    await obs.handle('SetSceneName', { sceneName: 'Talk', newSceneName: '대화' });
    await show('Ending');
    expect(overlay.config().away).toEqual([]);
    keep();
    await clock.advance(100);
    expect(overlay.config().away).toEqual(['chat']);
  });

  it('goes by the name that OBS says where a new one cannot be kept', async () => {
    const { obs, clock, overlay, settings, held, show } = await world();
    settings.edit = async () => {
      throw new Error('the disk is full');
    };
    await obs.handle('SetSceneName', { sceneName: 'Game', newSceneName: '게임' });
    await clock.advance(100);
    expect(held.at(-1)).toBe(true);
    await show('Ending');
    expect(overlay.config().away).toEqual(['chat']);
  });

  it('does not take a new name of the scene on air for another scene', async () => {
    const { obs, clock, settings, show } = await world();
    await show('Talk');
    await settings.edit((now) => ({ ...now, onAirLayout: 'main' }));
    await obs.handle('SetSceneName', { sceneName: 'Talk', newSceneName: '대화' });
    await clock.advance(100);
    expect(settings.get().onAirLayout).toBe('main');
  });

  it('changes with the settings', async () => {
    const { overlay, settings, show } = await world();
    await show('Ending');
    await settings.edit((now) => ({
      ...now,
      layout: now.layout.map(({ scenes: _none, ...widget }) => widget),
    }));
    expect(overlay.config().away).toEqual([]);
    expect(overlay.config().layout).toEqual(settings.pageConfig().layout);
  });
});

describe('the overlay without OBS', () => {
  const alone = () => {
    const settings = new OverlaySettingsSource(new KeptSettings(), silentLogger);
    const clock = new VirtualClock();
    const off = { state: 'off' } as const;
    const onChange = () => ({ dispose: () => undefined });
    const link = { ...new FakeObs(clock).calls(), state: off, onChange };
    const now = new ObsNow({ link: link as unknown as ObsLink, clock, log: silentLogger });
    const alerts = { setPaused: () => undefined };
    const overlay = new SceneOverlay({ link, now, settings, alerts, log: silentLogger });
    onTestFinished(() => {
      overlay.dispose();
      now.dispose();
      settings.dispose();
    });
    return { settings, overlay };
  };

  it('is as the settings have it, from the beginning', () => {
    const { settings, overlay } = alone();
    expect(overlay.config()).toBe(settings.pageConfig());
  });

  it('is told once for each change of the settings', async () => {
    const { settings, overlay } = alone();
    const told: unknown[] = [];
    overlay.onConfig((config) => told.push(config));
    await settings.edit((now) => ({ ...now, onAirLayout: 'main' }));
    const layout = layoutSchema.parse([{ id: 'chat', kind: 'chat', box }]);
    const before = told.length;
    await settings.edit((now) => ({ ...now, layout }));
    expect(told).toHaveLength(before + 1);
    expect(overlay.config()).toMatchObject({ layout, away: [] });
    expect(told.at(-1)).toBe(overlay.config());
  });
});

describe('the layout of a scene', () => {
  it('goes on air with it, and stays when a scene without one follows', async () => {
    const { settings, show } = await world();
    await show('Talk');
    expect(settings.get().onAirLayout).toBe('layout-2');
    await show('Game');
    expect(settings.get().onAirLayout).toBe('layout-2');
  });

  it('does not come back by itself after the streamer chose another one', async () => {
    const { clock, settings, show, become } = await world();
    await show('Talk');
    await settings.edit((now) => ({ ...now, onAirLayout: 'main' }));
    await become({ state: 'waiting', cause: 'lost', retryAt: null });
    await become(CONNECTED);
    await clock.advance(3_000);
    expect(settings.get().onAirLayout).toBe('main');
    await show('Game');
    await show('Talk');
    expect(settings.get().onAirLayout).toBe('layout-2');
  });

  it('changes nothing where it is on air already, and nothing once the app ends', async () => {
    const { settings, show, overlay } = await world();
    let edits = 0;
    settings.onPageConfig(() => {
      edits += 1;
    });
    await show('Talk');
    const after = edits;
    await show('Game');
    await show('Talk');
    expect(edits).toBe(after);
    overlay.dispose();
    await settings.edit((now) => ({ ...now, onAirLayout: 'main' }));
    await show('Game');
    await show('Talk');
    expect(settings.get().onAirLayout).toBe('main');
  });
});
