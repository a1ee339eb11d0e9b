import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  DASHBOARD_BACKGROUND,
  type DashboardPlace,
  DashboardWindow,
} from '../../../electron/desktop/windows/dashboard-window.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { FakeScreen, FakeWindow, LEFT, preventable, RIGHT } from './window-fakes.ts';

interface OverlayWorldOptions {
  readonly kept?: DashboardPlace;
  readonly dark?: boolean;
  readonly closeToTray?: boolean;
}

function dashboardWorld({ kept, dark = true, closeToTray = true }: OverlayWorldOptions = {}) {
  const clock = new VirtualClock();
  const windows: FakeWindow[] = [];
  const app = { isQuitting: false, closeToTray, hidden: 0, givenUp: 0, closed: 0 };
  const memory = {
    place: kept ?? { place: null, maximized: false },
    failure: null as Error | null,
  };
  const dashboard = new DashboardWindow({
    create: (options) => {
      const window = new FakeWindow(options);
      windows.push(window);
      return window.asDashboard();
    },
    screen: new FakeScreen(LEFT, RIGHT).asDashboard(),
    memory: {
      get: () => memory.place,
      set: async (place) => {
        if (memory.failure) throw memory.failure;
        memory.place = place;
      },
    },
    preload: '/app/preload.cjs',
    address: 'app://dashboard/',
    title: 'Stagelight',
    devTools: false,
    isDark: () => dark,
    closeToTray: () => app.closeToTray,
    isQuitting: () => app.isQuitting,
    clock,
    log: silentLogger,
    onHiddenToTray: () => {
      app.hidden += 1;
    },
    onGivenUp: () => {
      app.givenUp += 1;
    },
  });
  dashboard.onClosed(() => {
    app.closed += 1;
  });
  return {
    dashboard,
    clock,
    windows,
    app,
    memory,
    get window(): FakeWindow {
      const window = windows.at(-1);
      if (!window) throw new Error('no window was made');
      return window;
    },
    /** Opens the window and lets it paint. */
    open(): FakeWindow {
      dashboard.show();
      this.window.emit('ready-to-show');
      return this.window;
    },
  };
}

describe('the dashboard window', () => {
  it('is made in the middle, with the safe preferences and the colour of its page', () => {
    const world = dashboardWorld();
    world.dashboard.show();
    expect(world.window.options).toMatchObject({
      x: 320,
      y: 90,
      width: 1280,
      height: 860,
      minWidth: 400,
      minHeight: 480,
      show: false,
      autoHideMenuBar: true,
      webPreferences: {
        preload: '/app/preload.cjs',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        devTools: false,
      },
    });
    expect(world.window.webContents.loads).toEqual(['app://dashboard/']);
  });

  it.each([
    ['dark', true],
    ['light', false],
  ] as const)('has the %s colour that the style sheet has', (theme, dark) => {
    const world = dashboardWorld({ dark });
    world.dashboard.show();
    const css = readFileSync(
      new URL('../../../renderer/styles/tokens.css', import.meta.url),
      'utf8',
    );
    expect(world.window.options.backgroundColor).toBe(DASHBOARD_BACKGROUND[theme]);
    expect(css).toMatch(
      new RegExp(`\\[data-theme="${theme}"\\] \\{\\s+--surface-0: ${DASHBOARD_BACKGROUND[theme]};`),
    );
  });

  it('shows two seconds after its page has loaded, where the system never says that it has painted', async () => {
    const world = dashboardWorld();
    world.dashboard.show();
    world.window.webContents.emit('did-finish-load');
    await world.clock.advance(1_999);
    expect(world.window.visible).toBe(false);
    await world.clock.advance(1);
    expect(world.window.visible).toBe(true);
  });

  it('shows when it has painted, or after a while in any case', async () => {
    const painted = dashboardWorld();
    painted.dashboard.show();
    expect(painted.window.visible).toBe(false);
    painted.window.emit('ready-to-show');
    expect(painted.window.visible).toBe(true);
    const silent = dashboardWorld();
    silent.dashboard.show();
    await silent.clock.advance(4_000);
    expect(silent.window.visible).toBe(true);
  });

  it('comes to the front when asked again, from wherever it is', () => {
    const world = dashboardWorld();
    const window = world.open();
    window.minimized = true;
    window.calls.length = 0;
    world.dashboard.show();
    expect(window.calls.map(([name]) => name)).toEqual(['restore', 'show', 'focus']);
    expect(world.windows).toHaveLength(1);
  });

  it('leaves no timer behind when disposed', () => {
    const world = dashboardWorld();
    world.open().change({ x: 10 });
    world.dashboard.dispose();
    world.dashboard.show();
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.window.destroyed).toBe(true);
    expect(world.windows).toHaveLength(1);
  });
});

describe('closing the dashboard', () => {
  it('hides it while the app goes on in the tray', () => {
    const world = dashboardWorld();
    const window = world.open();
    expect(window.close()).toBe(false);
    expect(window.visible).toBe(false);
    expect(world.app).toMatchObject({ hidden: 1, closed: 0 });
    expect(world.dashboard.contents).not.toBeNull();
    world.dashboard.show();
    expect(window.visible).toBe(true);
  });

  it.each([
    ['the setting is off', { closeToTray: false }],
    ['the app is ending', { isQuitting: true }],
  ])('closes it when %s', (_name, change) => {
    const world = dashboardWorld();
    const window = world.open();
    Object.assign(world.app, change);
    expect(window.close()).toBe(true);
    expect(world.app).toMatchObject({ hidden: 0, closed: 1 });
    expect(world.dashboard.contents).toBeNull();
    world.app.isQuitting = false;
    world.open();
    expect(world.windows).toHaveLength(2);
  });

  it('leaves the full screen before it hides', () => {
    const world = dashboardWorld();
    const window = world.open();
    window.fullScreen = true;
    window.close();
    expect(window.fullScreen).toBe(false);
    expect(window.visible).toBe(false);
  });
});

describe('the place of the dashboard', () => {
  it('is kept when it has come to rest, and used next time', async () => {
    const world = dashboardWorld();
    const window = world.open();
    window.change({ x: 2000, y: 50, width: 1000, height: 700 });
    await world.clock.advance(500);
    const kept = { place: { x: 2000, y: 50, width: 1000, height: 700 }, maximized: false };
    expect(world.memory.place).toEqual(kept);
    const next = dashboardWorld({ kept });
    next.dashboard.show();
    expect(next.window.options).toMatchObject(kept.place);
  });

  it('is kept when the app ends right after a move', async () => {
    const world = dashboardWorld();
    world.open().change({ x: 77 });
    world.app.isQuitting = true;
    world.window.close();
    await world.dashboard.settled();
    expect(world.memory.place.place?.x).toBe(77);
  });

  it('comes back maximized, with the size for later', async () => {
    const world = dashboardWorld();
    const window = world.open();
    window.maximize();
    window.emit('maximize');
    await world.clock.advance(500);
    expect(world.memory.place.maximized).toBe(true);
    const next = dashboardWorld({ kept: world.memory.place });
    expect(next.open().callsTo('maximize')).toHaveLength(1);
  });

  it('is not taken from a minimized or a full-screen window', async () => {
    const world = dashboardWorld();
    const window = world.open();
    window.minimized = true;
    window.change({ x: -32_000, y: -32_000 });
    await world.clock.advance(500);
    expect(world.memory.place.place).toBeNull();
  });

  it.each([
    ['far away', { x: 9_000, y: 9_000, width: 1280, height: 860 }],
    ['with its title bar above the screen', { x: 100, y: -200, width: 1280, height: 860 }],
    ['larger than any display', { x: 0, y: 0, width: 9_000, height: 9_000 }],
  ])('comes back on the screen: %s', (_name, place) => {
    const world = dashboardWorld({ kept: { place, maximized: false } });
    world.dashboard.show();
    const { x, y, width, height } = world.window.getBounds();
    expect(x).toBeLessThanOrEqual(1920 + 2560 - 120);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(1400 - 80);
    expect(width).toBeLessThanOrEqual(2560);
    expect(height).toBeLessThanOrEqual(1400);
  });

  it('that cannot be saved disturbs nobody', async () => {
    const world = dashboardWorld();
    world.memory.failure = new Error('disk full');
    world.open().change({ x: 5 });
    await world.clock.advance(500);
    await world.dashboard.settled();
    world.memory.failure = null;
    world.window.change({ x: 6 });
    await world.clock.advance(500);
    expect(world.memory.place.place?.x).toBe(6);
  });
});

describe('the page of the dashboard', () => {
  const lose = (window: FakeWindow): void => {
    const details = { reason: 'oom', exitCode: 1 };
    window.webContents.emit('render-process-gone', preventable(), details);
  };

  it('is loaded again in the same window when its renderer is gone', async () => {
    const world = dashboardWorld();
    const window = world.open();
    lose(window);
    await world.clock.advance(200);
    expect(window.webContents.loads).toHaveLength(2);
    expect(window.visible).toBe(true);
    expect(world.app).toMatchObject({ givenUp: 0, closed: 0 });
  });

  it('is given up at the fourth loss in a minute, until somebody says otherwise', async () => {
    const world = dashboardWorld();
    const window = world.open();
    for (let loss = 0; loss < 4; loss += 1) {
      lose(window);
      await world.clock.advance(200);
    }
    expect(window.webContents.loads).toHaveLength(4);
    expect(world.app.givenUp).toBe(1);
    world.dashboard.reopen();
    expect(window.webContents.loads).toHaveLength(5);
    lose(window);
    await world.clock.advance(200);
    expect(window.webContents.loads).toHaveLength(6);
  });

  it('is loaded for ever when it is lost now and then', async () => {
    const world = dashboardWorld();
    const window = world.open();
    for (let loss = 0; loss < 10; loss += 1) {
      lose(window);
      await world.clock.advance(21_000);
    }
    expect(window.webContents.loads).toHaveLength(11);
    expect(world.app.givenUp).toBe(0);
  });

  it('is given ten seconds when it hangs', async () => {
    const world = dashboardWorld();
    const { webContents } = world.open();
    webContents.emit('unresponsive');
    await world.clock.advance(9_999);
    expect(webContents.crashes).toBe(0);
    await world.clock.advance(201);
    expect(webContents.crashes).toBe(1);
    expect(webContents.loads).toHaveLength(2);
  });
});
