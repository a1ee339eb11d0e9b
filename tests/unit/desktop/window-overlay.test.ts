import { describe, expect, it } from 'vitest';
import { OVERLAY_WINDOW_TITLE } from '../../../shared/desktop.ts';
import { LEFT, preventable, RIGHT } from './window-fakes.ts';
import { overlayBench } from './window-overlay-bench.ts';

const SHOWN = { shown: true } as const;
const UNLOCKED = { shown: true, locked: false } as const;

describe('the overlay window', () => {
  it('is not there until it is to be shown', () => {
    const bench = overlayBench();
    bench.overlay.start();
    expect(bench.windows).toEqual([]);
    expect(bench.overlay.contents).toBeNull();
    bench.overlay.set(SHOWN);
    expect(bench.windows).toHaveLength(1);
    expect(bench.window.webContents.loads).toEqual(['app://overlay/']);
  });

  it('is transparent, without frame and shadow, beside the task bar, titled for OBS', () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    expect(bench.window.options).toMatchObject({
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
    bench.window.emit('page-title-updated', event, 'Stagelight overlay', true);
    expect(event.defaultPrevented).toBe(true);
  });

  it('gives its page no rights beyond its preload', () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    expect(bench.window.options.webPreferences).toMatchObject({
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
    const bench = overlayBench({ kept: SHOWN, system });
    bench.overlay.start();
    expect(bench.window.options).toMatchObject(expected);
    expect(bench.window.options.type).toBe(type);
    // Without the window manager OBS would not find it there.
    if (system === 'linux') expect(bench.window.options).not.toHaveProperty('focusable');
  });

  it('shows itself without taking the focus, once it has painted', () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    expect(bench.window.visible).toBe(false);
    bench.window.emit('ready-to-show');
    expect(bench.window.visible).toBe(true);
    expect(bench.window.callsTo('showInactive')).toHaveLength(1);
    expect(bench.window.callsTo('show')).toEqual([]);
  });

  it('is on every workspace, also beside a full screen', () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    expect(bench.window.callsTo('setVisibleOnAllWorkspaces')).toEqual([
      [true, { visibleOnFullScreen: true, skipTransformProcessType: true }],
    ]);
  });

  it('ends with nothing left when it is hidden, and comes back as it was', () => {
    const bench = overlayBench({ kept: { ...SHOWN, opacity: 0.5 } });
    bench.overlay.start();
    const first = bench.window;
    expect(bench.overlay.contents).toBe(first.webContents);
    bench.overlay.set({ shown: false });
    expect(first.destroyed).toBe(true);
    expect(bench.overlay.contents).toBeNull();
    expect(bench.clock.pendingTimers).toBe(0);
    bench.overlay.set({ shown: true });
    expect(bench.windows).toHaveLength(2);
    expect(bench.overlay.look.opacity).toBe(0.5);
    expect(bench.overlay.contents).toBe(bench.window.webContents);
  });

  it('leaves no timer and no listener behind when disposed', () => {
    const bench = overlayBench({ kept: UNLOCKED });
    bench.overlay.start();
    bench.window.webContents.emit('did-finish-load');
    bench.window.change({ x: 300 });
    bench.screen.become(LEFT);
    bench.overlay.dispose();
    bench.overlay.dispose();
    bench.overlay.set({ shown: false });
    expect(bench.window.destroyed).toBe(true);
    expect(bench.clock.pendingTimers).toBe(0);
    expect(bench.screen.eventNames()).toEqual([]);
  });
});

describe('staying above', () => {
  const raises = (bench: ReturnType<typeof overlayBench>): number =>
    bench.window.callsTo('setAlwaysOnTop').length;

  it.each<[string, (bench: ReturnType<typeof overlayBench>) => void]>([
    ['its own loss of focus', ({ window }) => window.emit('blur')],
    ['any other window of ours losing it', ({ blurs }) => blurs.fire()],
    ['being put below', ({ window }) => window.emit('always-on-top-changed', {}, false)],
    ['being shown', ({ window }) => window.emit('ready-to-show')],
    ['a change of how it is', ({ overlay }) => overlay.set({ locked: false })],
  ])('is asserted again after %s', (name, happens) => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    if (name !== 'being shown') bench.window.emit('ready-to-show');
    const before = raises(bench);
    happens(bench);
    expect(raises(bench)).toBeGreaterThan(before);
    expect(bench.window.callsTo('setAlwaysOnTop').at(-1)).toEqual([true, 'screen-saver']);
    expect(bench.window.calls.at(-1)).toEqual(['moveTop']);
  });

  it('is asserted again when the displays have changed', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    const before = raises(bench);
    bench.screen.become(LEFT, RIGHT);
    await bench.clock.advance(500);
    expect(raises(bench)).toBe(before + 1);
  });

  it('does not answer being put on top by itself, which would never end', () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    const before = raises(bench);
    bench.window.emit('always-on-top-changed', {}, true);
    expect(raises(bench)).toBe(before);
  });
});

describe('the lock', () => {
  it('lets clicks through from the first moment on', () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    expect(bench.window.callsTo('setIgnoreMouseEvents')).toEqual([[true]]);
  });

  it.each(['win32', 'darwin'] as const)('opens and closes on %s', (system) => {
    const bench = overlayBench({ kept: SHOWN, system });
    bench.overlay.start();
    bench.window.calls.length = 0;
    bench.overlay.set({ locked: false });
    bench.overlay.set({ locked: true });
    expect(bench.window.callsTo('setIgnoreMouseEvents')).toEqual([[false], [true]]);
    expect(bench.window.callsTo('setFocusable')).toEqual([[true], [false]]);
    // Windows gives a window that can be focused its place in the task bar.
    const names = bench.window.calls.map(([name]) => name);
    expect(names.indexOf('setSkipTaskbar')).toBeGreaterThan(names.indexOf('setFocusable'));
  });

  it('does not touch focus on Linux, where that would take the window from its manager', () => {
    const bench = overlayBench({ kept: SHOWN, system: 'linux' });
    bench.overlay.start();
    bench.overlay.set({ locked: false });
    expect(bench.window.callsTo('setFocusable')).toEqual([]);
  });

  it('gives the focus back when it closes', () => {
    const bench = overlayBench({ kept: UNLOCKED, system: 'linux' });
    bench.overlay.start();
    bench.window.focused = true;
    bench.overlay.set({ locked: true });
    expect(bench.window.callsTo('blur')).toHaveLength(1);
  });

  it('closes with Escape, and only then keeps that key from the page', () => {
    const bench = overlayBench({ kept: UNLOCKED });
    bench.overlay.start();
    const press = (key: string, type = 'keyDown'): boolean => {
      const event = preventable();
      bench.window.webContents.emit('before-input-event', event, { type, key });
      return event.defaultPrevented;
    };
    expect([press('a'), press('Escape', 'keyUp')]).toEqual([false, false]);
    expect(bench.overlay.look.locked).toBe(false);
    expect(press('Escape')).toBe(true);
    expect(bench.overlay.look.locked).toBe(true);
    expect(press('Escape')).toBe(false);
  });

  it('keeps the menu of the title bar away, which would act past it', () => {
    const bench = overlayBench({ kept: UNLOCKED });
    bench.overlay.start();
    const event = preventable();
    bench.window.emit('system-context-menu', event, { x: 0, y: 0 });
    expect(event.defaultPrevented).toBe(true);
  });
});

describe('how the window is', () => {
  it('changes at once, is told and is saved', async () => {
    const bench = overlayBench({ kept: SHOWN });
    const heard: (string | null)[] = [];
    bench.overlay.onLook(({ background }) => heard.push(background));
    bench.overlay.start();
    bench.overlay.set({ background: '#00ff00', hideFromCapture: true });
    bench.overlay.set({ background: null });
    expect(bench.window.callsTo('setBackgroundColor').slice(1)).toEqual([
      ['#00ff00'],
      ['#00000000'],
    ]);
    expect(bench.window.callsTo('setContentProtection')).toEqual([[false], [true]]);
    expect(heard).toEqual(['#00ff00', null]);
    await bench.overlay.settled();
    expect(bench.settings.settings.overlayWindow).toMatchObject({
      background: null,
      hideFromCapture: true,
    });
  });

  it('loses no change to another that is just being saved', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    for (let step = 1; step <= 50; step += 1) bench.overlay.set({ zoom: 1 + step / 100 });
    bench.overlay.set({ opacity: 0.4 });
    await bench.overlay.settled();
    expect(bench.settings.settings.overlayWindow).toMatchObject({ zoom: 1.5, opacity: 0.4 });
    expect(bench.settings.saves).toBe(2);
  });

  it('keeps fields that only a newer version knows', async () => {
    const bench = overlayBench({ kept: { ...SHOWN, glow: 'soft' } });
    bench.overlay.start();
    bench.overlay.set({ zoom: 2 });
    await bench.overlay.settled();
    expect(bench.settings.settings.overlayWindow['glow']).toBe('soft');
    expect(bench.overlay.look).not.toHaveProperty('glow');
    expect(bench.overlay.look).not.toHaveProperty('places');
  });

  it('obeys although it cannot be saved, says so, and saves with the next change', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.settings.failure = new Error('disk full');
    bench.overlay.start();
    bench.overlay.set({ locked: false });
    expect(bench.window.callsTo('setIgnoreMouseEvents').at(-1)).toEqual([false]);
    await bench.overlay.settled();
    expect(bench.problems.map(({ code }) => code)).toEqual(['unexpected']);
    bench.settings.failure = null;
    bench.overlay.set({ zoom: 2 });
    await bench.overlay.settled();
    expect(bench.settings.settings.overlayWindow).toMatchObject({ locked: false, zoom: 2 });
  });

  it('is hidden by closing it, and stays shown for next time when the app ends', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    bench.window.close();
    expect(bench.overlay.look.shown).toBe(false);
    bench.overlay.set(SHOWN);
    bench.app.isQuitting = true;
    expect(bench.window.close()).toBe(true);
    expect(bench.overlay.look.shown).toBe(true);
    expect(bench.overlay.contents).toBeNull();
    await bench.overlay.settled();
    expect(bench.settings.settings.overlayWindow.shown).toBe(true);
  });

  it('leaves zoom to the page', () => {
    const bench = overlayBench({ kept: { ...SHOWN, zoom: 2 } });
    bench.overlay.start();
    bench.window.webContents.emit('did-finish-load');
    expect(bench.window.webContents.zooms).toEqual([1]);
  });
});

describe('the page of the overlay window', () => {
  const lose = (bench: ReturnType<typeof overlayBench>): void => {
    const details = { reason: 'crashed', exitCode: 11 };
    bench.window.webContents.emit('render-process-gone', preventable(), details);
  };

  it('is loaded again when its renderer is gone, in the same window, as it was', async () => {
    const bench = overlayBench({ kept: { ...UNLOCKED, background: '#00ff00' } });
    bench.overlay.start();
    lose(bench);
    expect(bench.window.webContents.loads).toHaveLength(1);
    await bench.clock.advance(300);
    expect(bench.window.webContents.loads).toHaveLength(2);
    expect(bench.windows).toHaveLength(1);
    expect(bench.overlay.look).toMatchObject({ locked: false, background: '#00ff00' });
  });

  it('is loaded without end when it never loads, and only once for each failure', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    const fails = (code: number, isMainFrame: boolean): void => {
      const event = preventable();
      bench.window.webContents.emit(
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
      lose(bench);
      // Chromium's own error page stands now.
      bench.window.webContents.emit('did-finish-load');
      await bench.clock.advance(300);
      expect(bench.window.webContents.loads).toHaveLength(attempt + 1);
    }
    fails(-3, true);
    fails(-6, false);
    await bench.clock.advance(60_000);
    expect(bench.window.webContents.loads).toHaveLength(21);
  });

  it('is loaded again when it hangs, but not when it answers in time', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    const { webContents } = bench.window;
    webContents.emit('unresponsive');
    await bench.clock.advance(1_000);
    webContents.emit('responsive');
    await bench.clock.advance(10_000);
    expect(webContents.crashes).toBe(0);
    webContents.emit('unresponsive');
    await bench.clock.advance(2_300);
    expect(webContents.crashes).toBe(1);
    expect(webContents.loads).toHaveLength(2);
  });

  it('is not loaded any more once the window is hidden', async () => {
    const bench = overlayBench({ kept: SHOWN });
    bench.overlay.start();
    lose(bench);
    const { webContents } = bench.window;
    bench.overlay.set({ shown: false });
    await bench.clock.advance(60_000);
    expect(webContents.loads).toHaveLength(1);
  });
});
