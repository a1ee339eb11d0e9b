import { join } from 'node:path';
import { systemClock as clock } from '../base/clock.ts';
import { systemRandom as random } from '../base/random.ts';
import { DASHBOARD_ADDRESS, OVERLAY_ADDRESS } from './app-scheme.ts';
import type { DesktopBase } from './desktop-base.ts';
import type { ElectronParts } from './electron-parts.ts';
import { listening } from './listening.ts';
import { DashboardWindow } from './windows/dashboard-window.ts';
import { OverlayWindow } from './windows/overlay-window.ts';

export interface DesktopWindowsOptions {
  readonly electron: ElectronParts;
  readonly base: DesktopBase;
  /** The app's folder, with `dist` in it. */
  readonly root: string;
  readonly isQuitting: () => boolean;
  /** Whether closing the dashboard leaves the app in the tray. */
  readonly closeToTray: () => boolean;
  readonly onHiddenToTray: () => void;
  /** The dashboard's page was lost too often in a minute. */
  readonly onGivenUp: () => void;
}

/** The two windows of the app. */
export interface DesktopWindows {
  readonly dashboard: DashboardWindow;
  readonly overlay: OverlayWindow;
}

export function makeWindows(options: DesktopWindowsOptions): DesktopWindows {
  const { electron, base, root, isQuitting } = options;
  const { app, screen, createWindow, nativeTheme } = electron;
  const { settings, log, notices } = base;
  const devTools = !app.isPackaged;
  const preload = (name: string): string => join(root, 'dist/preload', `${name}.cjs`);
  const overlay = new OverlayWindow({
    create: createWindow,
    screen,
    settings,
    clock,
    random,
    log,
    devTools,
    isQuitting,
    preload: preload('overlay'),
    address: OVERLAY_ADDRESS,
    system: process.platform,
    onAnyBlur: (listener) => listening((verb) => app[verb]('browser-window-blur', listener)),
    onProblem: notices.add.bind(notices),
  });
  const dashboard = new DashboardWindow({
    create: createWindow,
    screen,
    clock,
    log,
    devTools,
    isQuitting,
    preload: preload('dashboard'),
    address: DASHBOARD_ADDRESS,
    title: 'Stagelight',
    memory: {
      get: () => settings.get().desktop.dashboard,
      set: (place) =>
        settings.update(({ desktop }) => ({ desktop: { ...desktop, dashboard: place } })),
    },
    isDark: () => nativeTheme.shouldUseDarkColors,
    closeToTray: options.closeToTray,
    onHiddenToTray: options.onHiddenToTray,
    onGivenUp: options.onGivenUp,
  });
  return { dashboard, overlay };
}
