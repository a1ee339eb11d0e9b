import type { Menu, MenuItemConstructorOptions, NativeImage } from 'electron';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { DesktopSystem } from '../../../electron/desktop/controls/accelerator.ts';
import type { AppActions } from '../../../electron/desktop/controls/actions.ts';
import { AppTray, type TrayIcon } from '../../../electron/desktop/controls/tray.ts';
import type { Light, TrayStatus } from '../../../electron/desktop/controls/tray-status.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export function recordedActions() {
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const actions: AppActions = {
    showDashboard: note('showDashboard'),
    toggleOverlayLock: note('toggleOverlayLock'),
    toggleOverlayShown: note('toggleOverlayShown'),
    hideAlerts: note('hideAlerts'),
    setAlertsPaused: (paused) => void done.push(`setAlertsPaused ${paused}`),
    toggleAlertsPaused: note('toggleAlertsPaused'),
    skipAlert: note('skipAlert'),
    nextLayout: note('nextLayout'),
    firstLayout: note('firstLayout'),
    secondLayout: note('secondLayout'),
    thirdLayout: note('thirdLayout'),
    setMark: note('setMark'),
    saveReplay: note('saveReplay'),
    toggleQuiet: note('toggleQuiet'),
    endVote: note('endVote'),
    callPlayers: note('callPlayers'),
    countUp: note('countUp'),
    undoCount: note('undoCount'),
    spinWheel: note('spinWheel'),
    drawNow: note('drawNow'),
    toggleSubathon: note('toggleSubathon'),
    copyOverlayAddress: note('copyOverlayAddress'),
    openSettings: note('openSettings'),
    quit: note('quit'),
  };
  return { actions, done };
}

export const LIVE: TrayStatus = {
  connection: 'live',
  demo: false,
  account: '새벽 채널',
  waitingAlerts: 0,
  alertsPaused: false,
  overlay: { shown: true, locked: true },
  hasAddress: true,
  hotkeys: [],
};

export const failLoudly = (failure: unknown): void => {
  throw failure;
};

/** A value of the status and a language that a test changes. */
export function changing(first: TrayStatus = LIVE) {
  const statusChanges = new Emitter<void>(failLoudly);
  const languageChanges = new Emitter<Language>(failLoudly);
  const reads = { count: 0 };
  let status = first;
  const language = { current: 'en' as Language, onChange: languageChanges.on };
  return {
    reads,
    language,
    status: {
      read(): TrayStatus {
        reads.count += 1;
        return status;
      },
      onChange: statusChanges.on,
    },
    change(patch: Partial<TrayStatus>): void {
      status = { ...status, ...patch };
      statusChanges.fire();
    },
    speak(next: Language): void {
      language.current = next;
      languageChanges.fire(next);
    },
  };
}

export const imageOf = (light: Light): NativeImage => light as unknown as NativeImage;

export interface TrayWorldOptions {
  readonly system?: DesktopSystem;
  readonly actions?: Partial<AppActions>;
  readonly createTray?: () => TrayIcon;
}

export function trayWorld(options: TrayWorldOptions = {}) {
  const clock = new VirtualClock();
  const source = changing();
  const { actions, done } = recordedActions();
  const calls: string[] = [];
  const problems: Problem[] = [];
  let menu: readonly MenuItemConstructorOptions[] = [];
  let click: (() => void) | null = null;
  const icon: TrayIcon = {
    setImage: (image) => void calls.push(`image ${String(image)}`),
    setToolTip: (text) => void calls.push(`tooltip ${text}`),
    setContextMenu(next) {
      menu = next as unknown as MenuItemConstructorOptions[];
      calls.push('menu');
    },
    on(_event, listener) {
      click = listener;
    },
    destroy: () => void calls.push('destroy'),
  };
  const tray = new AppTray({
    createTray(image) {
      calls.push(`create ${String(image)}`);
      return options.createTray?.() ?? icon;
    },
    buildMenu: (template) => template as unknown as Menu,
    images: imageOf,
    language: source.language,
    status: source.status,
    actions: { ...actions, ...options.actions },
    system: options.system ?? 'windows',
    clock,
    log: silentLogger,
    onProblem: (problem) => problems.push(problem),
  });
  const item = (id: string): MenuItemConstructorOptions => {
    const found = menu.find((one) => one.id === id);
    if (!found) throw new Error(`There is no ${id} in the menu`);
    return found;
  };
  /** Clicks as Electron does, which answers with values that nobody here reads. */
  const choose = (id: string): void => (item(id).click as () => void)();
  /** What has happened since the last question. */
  const news = (): string[] => calls.splice(0);
  const clickIcon = (): void => click?.();
  return {
    tray,
    clock,
    source,
    done,
    problems,
    item,
    choose,
    news,
    clickIcon,
    hasClick: () => click !== null,
    labels: () => menu.flatMap(({ label }) => (label === undefined ? [] : [label])),
  };
}
