import { describe, expect, it } from 'vitest';
import { OVERLAY_WINDOW_TITLE } from '../../../shared/desktop.ts';
import { LEFT, preventable, RIGHT } from './window-fakes.ts';
import { overlayWorld } from './window-overlay-world.ts';

const SHOWN = { shown: true } as const;
const UNLOCKED = { shown: true, locked: false } as const;

describe('the overlay window', () => {
  it('is not there until it is to be shown', () => {
    const world = overlayWorld();
    world.overlay.start();
    expect(world.windows).toEqual([]);
    expect(world.overlay.contents).toBeNull();
    world.overlay.set(SHOWN);
    expect(world.windows).toHaveLength(1);
    expect(world.window.webContents.loads).toEqual(['app://overlay/']);
  });

  it('is transparent, without frame and shadow, beside the task bar, titled for OBS', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    expect(world.window.options).toMatchObject({
      title: OVERLAY_WINDOW_TITLE,
      transparent: true,
      frame: false,
      hasShadow: false,
      skipTaskbar: true,
      show: false,
      fullscreenable: false,
      maximizable: false,
      minWidth: 320,
      minHeight: 180,
      backgroundColor: '#00000000',
    });
    const event = preventable();
    world.window.emit('page-title-updated', event, 'Stagelight overlay', true);
    expect(event.defaultPrevented).toBe(true);
  });

  it('gives its page no rights beyond its preload', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    expect(world.window.options.webPreferences).toMatchObject({
      preload: '/app/overlay-preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
      backgroundThrottling: false,
    });
  });

  it.each([
    ['win32', { focusable: false }, undefined],
    ['darwin', { focusable: false }, 'panel'],
    ['linux', {}, 'toolbar'],
  ] as const)('is of the kind that %s needs', (system, expected, type) => {
    const world = overlayWorld({ kept: SHOWN, system });
    world.overlay.start();
    expect(world.window.options).toMatchObject(expected);
    expect(world.window.options.type).toBe(type);
    // Without the window manager OBS would not find it there.
    if (system === 'linux') expect(world.window.options).not.toHaveProperty('focusable');
  });

  it('shows itself without taking the focus, once it has painted', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    expect(world.window.visible).toBe(false);
    world.window.emit('ready-to-show');
    expect(world.window.visible).toBe(true);
    expect(world.window.callsTo('showInactive')).toHaveLength(1);
    expect(world.window.callsTo('show')).toEqual([]);
  });

  it('is on every workspace, also beside a full screen', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    expect(world.window.callsTo('setVisibleOnAllWorkspaces')).toEqual([
      [true, { visibleOnFullScreen: true, skipTransformProcessType: true }],
    ]);
  });

  it('ends with nothing left when it is hidden, and comes back as it was', () => {
    const world = overlayWorld({ kept: { ...SHOWN, opacity: 0.5 } });
    world.overlay.start();
    const first = world.window;
    expect(world.overlay.contents).toBe(first.webContents);
    world.overlay.set({ shown: false });
    expect(first.destroyed).toBe(true);
    expect(world.overlay.contents).toBeNull();
    expect(world.clock.pendingTimers).toBe(0);
    world.overlay.set({ shown: true });
    expect(world.windows).toHaveLength(2);
    expect(world.overlay.look.opacity).toBe(0.5);
    expect(world.overlay.contents).toBe(world.window.webContents);
  });

  it('leaves no timer and no listener behind when disposed', () => {
    const world = overlayWorld({ kept: UNLOCKED });
    world.overlay.start();
    world.window.webContents.emit('did-finish-load');
    world.window.change({ x: 300 });
    world.screen.become(LEFT);
    world.overlay.dispose();
    world.overlay.dispose();
    world.overlay.set({ shown: false });
    expect(world.window.destroyed).toBe(true);
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.screen.eventNames()).toEqual([]);
  });
});

describe('staying above', () => {
  const raises = (world: ReturnType<typeof overlayWorld>): number =>
    world.window.callsTo('setAlwaysOnTop').length;

  it.each<[string, (world: ReturnType<typeof overlayWorld>) => void]>([
    ['its own loss of focus', ({ window }) => window.emit('blur')],
    ['any other window of ours losing it', ({ blurs }) => blurs.fire()],
    ['being put below', ({ window }) => window.emit('always-on-top-changed', {}, false)],
    ['being shown', ({ window }) => window.emit('ready-to-show')],
    ['a change of how it is', ({ overlay }) => overlay.set({ locked: false })],
  ])('is asserted again after %s', (name, happens) => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    if (name !== 'being shown') world.window.emit('ready-to-show');
    const before = raises(world);
    happens(world);
    expect(raises(world)).toBeGreaterThan(before);
    expect(world.window.callsTo('setAlwaysOnTop').at(-1)).toEqual([true, 'screen-saver']);
    expect(world.window.calls.at(-1)).toEqual(['moveTop']);
  });

  it('is asserted again when the displays have changed', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    const before = raises(world);
    world.screen.become(LEFT, RIGHT);
    await world.clock.advance(500);
    expect(raises(world)).toBe(before + 1);
  });

  it('does not answer being put on top by itself, which would never end', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    const before = raises(world);
    world.window.emit('always-on-top-changed', {}, true);
    expect(raises(world)).toBe(before);
  });
});

describe('the lock', () => {
  it('lets clicks through from the first moment on', () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    expect(world.window.callsTo('setIgnoreMouseEvents')).toEqual([[true]]);
  });

  it.each(['win32', 'darwin'] as const)('opens and closes on %s', (system) => {
    const world = overlayWorld({ kept: SHOWN, system });
    world.overlay.start();
    world.window.calls.length = 0;
    world.overlay.set({ locked: false });
    world.overlay.set({ locked: true });
    expect(world.window.callsTo('setIgnoreMouseEvents')).toEqual([[false], [true]]);
    expect(world.window.callsTo('setFocusable')).toEqual([[true], [false]]);
    // Windows gives a window that can be focused its place in the task bar.
    const names = world.window.calls.map(([name]) => name);
    expect(names.indexOf('setSkipTaskbar')).toBeGreaterThan(names.indexOf('setFocusable'));
  });

  it('does not touch focus on Linux, where that would take the window from its manager', () => {
    const world = overlayWorld({ kept: SHOWN, system: 'linux' });
    world.overlay.start();
    world.overlay.set({ locked: false });
    expect(world.window.callsTo('setFocusable')).toEqual([]);
  });

  it('gives the focus back when it closes', () => {
    const world = overlayWorld({ kept: UNLOCKED, system: 'linux' });
    world.overlay.start();
    world.window.focused = true;
    world.overlay.set({ locked: true });
    expect(world.window.callsTo('blur')).toHaveLength(1);
  });

  it('closes with Escape, and only then keeps that key from the page', () => {
    const world = overlayWorld({ kept: UNLOCKED });
    world.overlay.start();
    const press = (key: string, type = 'keyDown'): boolean => {
      const event = preventable();
      world.window.webContents.emit('before-input-event', event, { type, key });
      return event.defaultPrevented;
    };
    expect([press('a'), press('Escape', 'keyUp')]).toEqual([false, false]);
    expect(world.overlay.look.locked).toBe(false);
    expect(press('Escape')).toBe(true);
    expect(world.overlay.look.locked).toBe(true);
    expect(press('Escape')).toBe(false);
  });

  it('keeps the menu of the title bar away, which would act past it', () => {
    const world = overlayWorld({ kept: UNLOCKED });
    world.overlay.start();
    const event = preventable();
    world.window.emit('system-context-menu', event, { x: 0, y: 0 });
    expect(event.defaultPrevented).toBe(true);
  });
});

describe('how the window is', () => {
  it('changes at once, is told and is saved', async () => {
    const world = overlayWorld({ kept: SHOWN });
    const heard: (string | null)[] = [];
    world.overlay.onLook(({ background }) => heard.push(background));
    world.overlay.start();
    world.overlay.set({ background: '#00ff00', hideFromCapture: true });
    world.overlay.set({ background: null });
    expect(world.window.callsTo('setBackgroundColor').slice(1)).toEqual([
      ['#00ff00'],
      ['#00000000'],
    ]);
    expect(world.window.callsTo('setContentProtection')).toEqual([[false], [true]]);
    expect(heard).toEqual(['#00ff00', null]);
    await world.overlay.settled();
    expect(world.settings.settings.overlayWindow).toMatchObject({
      background: null,
      hideFromCapture: true,
    });
  });

  it('loses no change to another that is just being saved', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    for (let step = 1; step <= 50; step += 1) world.overlay.set({ zoom: 1 + step / 100 });
    world.overlay.set({ opacity: 0.4 });
    await world.overlay.settled();
    expect(world.settings.settings.overlayWindow).toMatchObject({ zoom: 1.5, opacity: 0.4 });
    expect(world.settings.saves).toBe(2);
  });

  it('keeps fields that only a newer version knows', async () => {
    const world = overlayWorld({ kept: { ...SHOWN, glow: 'soft' } });
    world.overlay.start();
    world.overlay.set({ zoom: 2 });
    await world.overlay.settled();
    expect(world.settings.settings.overlayWindow['glow']).toBe('soft');
    expect(world.overlay.look).not.toHaveProperty('glow');
    expect(world.overlay.look).not.toHaveProperty('places');
  });

  it('obeys although it cannot be saved, says so, and saves with the next change', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.settings.failure = new Error('disk full');
    world.overlay.start();
    world.overlay.set({ locked: false });
    expect(world.window.callsTo('setIgnoreMouseEvents').at(-1)).toEqual([false]);
    await world.overlay.settled();
    expect(world.problems.map(({ code }) => code)).toEqual(['unexpected']);
    world.settings.failure = null;
    world.overlay.set({ zoom: 2 });
    await world.overlay.settled();
    expect(world.settings.settings.overlayWindow).toMatchObject({ locked: false, zoom: 2 });
  });

  it('is hidden by closing it, and stays shown for next time when the app ends', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    world.window.close();
    expect(world.overlay.look.shown).toBe(false);
    world.overlay.set(SHOWN);
    world.app.isQuitting = true;
    expect(world.window.close()).toBe(true);
    expect(world.overlay.look.shown).toBe(true);
    expect(world.overlay.contents).toBeNull();
    await world.overlay.settled();
    expect(world.settings.settings.overlayWindow.shown).toBe(true);
  });

  it('leaves zoom to the page', () => {
    const world = overlayWorld({ kept: { ...SHOWN, zoom: 2 } });
    world.overlay.start();
    world.window.webContents.emit('did-finish-load');
    expect(world.window.webContents.zooms).toEqual([1]);
  });
});

describe('the page of the overlay window', () => {
  const lose = (world: ReturnType<typeof overlayWorld>): void => {
    const details = { reason: 'crashed', exitCode: 11 };
    world.window.webContents.emit('render-process-gone', preventable(), details);
  };

  it('is loaded again when its renderer is gone, in the same window, as it was', async () => {
    const world = overlayWorld({ kept: { ...UNLOCKED, background: '#00ff00' } });
    world.overlay.start();
    lose(world);
    expect(world.window.webContents.loads).toHaveLength(1);
    await world.clock.advance(300);
    expect(world.window.webContents.loads).toHaveLength(2);
    expect(world.windows).toHaveLength(1);
    expect(world.overlay.look).toMatchObject({ locked: false, background: '#00ff00' });
  });

  it('is loaded without end when it never loads, and only once for each failure', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    const fails = (code: number, isMainFrame: boolean): void => {
      const event = preventable();
      world.window.webContents.emit(
        'did-fail-load',
        event,
        code,
        'X',
        'app://overlay/',
        isMainFrame,
      );
    };
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      fails(-6, true);
      lose(world);
      // Chromium's own error page stands now.
      world.window.webContents.emit('did-finish-load');
      await world.clock.advance(300);
      expect(world.window.webContents.loads).toHaveLength(attempt + 1);
    }
    fails(-3, true);
    fails(-6, false);
    await world.clock.advance(60_000);
    expect(world.window.webContents.loads).toHaveLength(21);
  });

  it('is loaded again when it hangs, but not when it answers in time', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    const { webContents } = world.window;
    webContents.emit('unresponsive');
    await world.clock.advance(1_000);
    webContents.emit('responsive');
    await world.clock.advance(10_000);
    expect(webContents.crashes).toBe(0);
    webContents.emit('unresponsive');
    await world.clock.advance(2_300);
    expect(webContents.crashes).toBe(1);
    expect(webContents.loads).toHaveLength(2);
  });

  it('is not loaded any more once the window is hidden', async () => {
    const world = overlayWorld({ kept: SHOWN });
    world.overlay.start();
    lose(world);
    const { webContents } = world.window;
    world.overlay.set({ shown: false });
    await world.clock.advance(60_000);
    expect(webContents.loads).toHaveLength(1);
  });
});
