import { join } from 'node:path';
import { systemClock as clock } from '../base/clock.ts';
import { systemRandom as random } from '../base/random.ts';
import { DASHBOARD_ADDRESS, OVERLAY_ADDRESS } from './app-scheme.ts';
import type { DesktopOptions } from './desktop-base.ts';
import { listening } from './listening.ts';
import { DashboardWindow, type DashboardWindowOptions } from './windows/dashboard-window.ts';
import { OverlayWindow } from './windows/overlay-window.ts';

/** What the app decides about its windows, and hears of them. */
type WindowHooks = Pick<
  DashboardWindowOptions,
  'isQuitting' | 'closeToTray' | 'onHiddenToTray' | 'onGivenUp'
>;

export type DesktopWindows = ReturnType<typeof makeWindows>;

export function makeWindows({ electron, base, root }: DesktopOptions, hooks: WindowHooks) {
  const { app, screen, createWindow, nativeTheme } = electron;
  const { settings, log, notices } = base;
  const common = { create: createWindow, screen, clock, log, devTools: !app.isPackaged };
  const preload = (name: string): string => join(root, 'dist/preload', `${name}.cjs`);
  const overlay = new OverlayWindow({
    ...common,
    settings,
    random,
    isQuitting: hooks.isQuitting,
    preload: preload('overlay'),
    address: OVERLAY_ADDRESS,
    system: process.platform,
    onAnyBlur: (listener) => listening((verb) => app[verb]('browser-window-blur', listener)),
    onProblem: notices.add.bind(notices),
  });
  const dashboard = new DashboardWindow({
    ...common,
    preload: preload('dashboard'),
    address: DASHBOARD_ADDRESS,
    title: 'Stagelight',
    memory: {
      get: () => settings.get().desktop.dashboard,
      set: (place) =>
        settings.update(({ desktop }) => ({ desktop: { ...desktop, dashboard: place } })),
    },
    isDark: () => nativeTheme.shouldUseDarkColors,
    ...hooks,
  });
  return { dashboard, overlay };
}
