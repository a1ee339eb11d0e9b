import { describe, expect, it } from 'vitest';
import { overlayWorld } from './window-overlay-world.ts';

const SHOWN = { shown: true };

describe('being shown', () => {
  it('is two seconds after its page has loaded where the system never says that it has painted', async () => {
    const world = overlayWorld({ kept: SHOWN, system: 'linux' });
    world.overlay.start();
    await world.clock.advance(60_000);
    expect(world.window.visible).toBe(false);
    world.window.webContents.emit('did-finish-load');
    await world.clock.advance(1_999);
    expect(world.window.visible).toBe(false);
    await world.clock.advance(1);
    expect(world.window.visible).toBe(true);
    world.window.emit('ready-to-show');
    await world.clock.advance(10_000);
    expect(world.window.callsTo('showInactive')).toHaveLength(1);
  });

  it('does not happen to a window that is gone by then', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    world.window.webContents.emit('did-finish-load');
    world.overlay.set({ shown: false });
    await world.clock.advance(10_000);
    expect(world.window.callsTo('showInactive')).toEqual([]);
  });

  it('is the first time that it comes to the top: before, Windows would show it unpainted', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    world.blurs.fire();
    world.overlay.set({ opacity: 0.5 });
    world.window.emit('always-on-top-changed', {}, false);
    expect(world.window.callsTo('moveTop')).toEqual([]);
    world.window.emit('ready-to-show');
    const after = world.window.calls.map(([name]) => name);
    expect(after.indexOf('moveTop')).toBeGreaterThan(after.indexOf('showInactive'));
  });
});
