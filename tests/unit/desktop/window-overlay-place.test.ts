import { describe, expect, it } from 'vitest';
import { displayKey, firstPlace } from '../../../electron/desktop/windows/window-place.ts';
import { LEFT, preventable, RIGHT } from './window-fakes.ts';
import { overlayWorld } from './window-overlay-world.ts';

const SHOWN = { shown: true } as const;
const UNLOCKED = { shown: true, locked: false } as const;

describe('the place of the window', () => {
  const kept = (world: ReturnType<typeof overlayWorld>) => world.settings.settings.overlayWindow;

  it('is the first one at first, and its own from then on', async () => {
    const world = overlayWorld({ kept: UNLOCKED, system: 'linux' });
    world.overlay.start();
    expect(world.window.getBounds()).toEqual(firstPlace(LEFT));
    world.window.change({ x: 2000, y: 100 });
    await world.clock.advance(300);
    await world.overlay.settled();
    expect(kept(world).display).toBe(displayKey(RIGHT));
    expect(kept(world).places).toEqual({
      [displayKey(RIGHT)]: { x: 80, y: 100, width: 1233, height: 693 },
    });
  });

  it('snaps when it is let go: on Windows at once, elsewhere when it lies still', async () => {
    const windows = overlayWorld({ kept: UNLOCKED, system: 'win32' });
    windows.overlay.start();
    windows.window.change({ x: 10, y: 9 });
    windows.window.emit('moved');
    expect(windows.window.getBounds()).toMatchObject({ x: 0, y: 0 });
    const mac = overlayWorld({ kept: UNLOCKED, system: 'darwin' });
    mac.overlay.start();
    for (const x of [40, 25, 10]) {
      mac.window.change({ x, y: 9 });
      mac.window.emit('moved');
      await mac.clock.advance(299);
      expect(mac.window.getBounds()).toMatchObject({ x, y: 9 });
    }
    await mac.clock.advance(1);
    expect(mac.window.getBounds()).toMatchObject({ x: 0, y: 0 });
  });

  it('is taken as it is when the lock closes in the middle of a move', async () => {
    const world = overlayWorld({ kept: UNLOCKED, system: 'linux' });
    world.overlay.start();
    world.window.change({ x: 400, y: 200 });
    world.overlay.set({ locked: true });
    await world.overlay.settled();
    expect(kept(world).places[displayKey(LEFT)]).toMatchObject({ x: 400, y: 200 });
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('is saved when the app ends in the middle of a move', async () => {
    const world = overlayWorld({ kept: UNLOCKED, system: 'linux' });
    world.overlay.start();
    world.window.change({ x: 400, y: 200 });
    world.overlay.dispose();
    await world.overlay.settled();
    expect(kept(world).places[displayKey(LEFT)]).toMatchObject({ x: 400, y: 200 });
  });

  it('is not what the system moves a locked window to', async () => {
    const world = overlayWorld({ kept: SHOWN, system: 'linux' });
    world.overlay.start();
    world.window.change({ x: 400, y: 200 });
    await world.clock.advance(5_000);
    await world.overlay.settled();
    expect(kept(world).places).toEqual({});
  });

  it('is the primary display while its own is gone, and its own again when that is back', async () => {
    const world = overlayWorld({ kept: UNLOCKED, system: 'linux' });
    world.overlay.start();
    world.window.change({ x: 2100, y: 300 });
    await world.clock.advance(300);
    // The system moves the window first, and then tells of the display.
    world.window.change({ x: 1200, y: 300 });
    world.screen.become(LEFT);
    await world.clock.advance(500);
    expect(world.window.getBounds()).toEqual(firstPlace(LEFT));
    world.screen.become(LEFT, RIGHT);
    await world.clock.advance(500);
    expect(world.window.getBounds()).toMatchObject({ x: 2100, y: 300 });
    await world.overlay.settled();
    expect(Object.keys(kept(world).places)).toEqual([displayKey(RIGHT)]);
  });

  it('survives a restart', async () => {
    const first = overlayWorld({ kept: UNLOCKED, system: 'linux' });
    first.overlay.start();
    first.window.change({ x: 2100, y: 300, width: 960, height: 540 });
    await first.clock.advance(300);
    first.overlay.dispose();
    await first.overlay.settled();
    const second = overlayWorld({ kept: kept(first) });
    second.overlay.start();
    expect(second.window.getBounds()).toEqual({ x: 2100, y: 300, width: 960, height: 540 });
  });

  it('can be reset', async () => {
    const world = overlayWorld({ kept: UNLOCKED, system: 'linux' });
    world.overlay.start();
    world.window.change({ x: 2100, y: 300 });
    await world.clock.advance(300);
    world.overlay.resetPlace();
    expect(world.window.getBounds()).toEqual(firstPlace(LEFT));
    await world.overlay.settled();
    expect(kept(world)).toMatchObject({ display: null, places: {} });
  });

  it('stays within reach when it is dragged off the screen', async () => {
    const world = overlayWorld({ kept: UNLOCKED, system: 'linux', displays: [LEFT] });
    world.overlay.start();
    world.window.change({ x: 1900, y: 1060 });
    await world.clock.advance(300);
    expect(world.window.getBounds()).toMatchObject({ x: 1800, y: 960 });
  });
});

describe("the page's wish for another size", () => {
  const wish = (world: ReturnType<typeof overlayWorld>, width: number, height: number): boolean => {
    const event = preventable();
    const bounds = { x: 5, y: 5, width, height };
    world.window.webContents.emit('content-bounds-updated', event, bounds);
    return event.defaultPrevented;
  };

  it('is fulfilled while unlocked, never below the smallest, and never moves the window', async () => {
    const world = overlayWorld({ kept: UNLOCKED });
    world.overlay.start();
    const { x, y } = firstPlace(LEFT);
    expect(wish(world, 900.4, 600)).toBe(true);
    expect(world.window.getBounds()).toEqual({ x, y, width: 900, height: 600 });
    wish(world, 1, 1);
    expect(world.window.getBounds()).toEqual({ x, y, width: 320, height: 180 });
    await world.clock.advance(300);
    await world.overlay.settled();
    const { places } = world.settings.settings.overlayWindow;
    expect(places[displayKey(LEFT)]).toMatchObject({ width: 320, height: 180 });
  });

  it('is not heard while locked', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    expect(wish(world, 900, 600)).toBe(true);
    expect(world.window.getBounds()).toEqual(firstPlace(LEFT));
  });
});
