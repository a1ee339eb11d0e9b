import { Emitter, type Subscribe } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { OverlayWindow } from '../../../electron/desktop/windows/overlay-window.ts';
import type { SettingsKeeper, SettingsPatch } from '../../../electron/settings/ports.ts';
import type { Problem } from '../../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../../shared/settings.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { type FakeDisplay, FakeScreen, FakeWindow, LEFT, RIGHT } from './window-fakes.ts';

const fail = (failure: unknown): never => {
  throw failure;
};

/** Settings in memory; saving can be made to fail or to take until it is let through. */
export class MemorySettings implements SettingsKeeper {
  settings: Settings;
  failure: Error | null = null;
  saves = 0;
  readonly #changes = new Emitter<Settings>(fail);

  constructor(settings: Settings) {
    this.settings = settings;
  }

  get = (): Settings => this.settings;

  get onChange(): Subscribe<Settings> {
    return this.#changes.on;
  }

  async update(patch: SettingsPatch): Promise<Settings> {
    await settle();
    this.saves += 1;
    if (this.failure) throw this.failure;
    this.settings = settingsSchema.parse({ ...this.settings, ...patch });
    this.#changes.fire(this.settings);
    return this.settings;
  }
}

export interface OverlayWorldOptions {
  readonly kept?: Partial<Settings['overlayWindow']>;
  readonly system?: NodeJS.Platform;
  readonly displays?: readonly FakeDisplay[];
}

/** An overlay window among fakes. */
export function overlayWorld({ kept = {}, system = 'win32', displays }: OverlayWorldOptions = {}) {
  const clock = new VirtualClock();
  const screen = new FakeScreen(...(displays ?? [LEFT, RIGHT]));
  const overlayWindow = { ...DEFAULT_SETTINGS.overlayWindow, ...kept };
  const settings = new MemorySettings({ ...DEFAULT_SETTINGS, overlayWindow });
  const windows: FakeWindow[] = [];
  const problems: Problem[] = [];
  const blurs = new Emitter<void>(fail);
  const app = { isQuitting: false };
  const overlay = new OverlayWindow({
    create: (options) => {
      const window = new FakeWindow(options);
      windows.push(window);
      return window.asOverlay();
    },
    screen: screen.asOverlay(),
    settings,
    preload: '/app/overlay-preload.cjs',
    address: 'app://overlay/',
    system,
    devTools: false,
    clock,
    random: () => 0,
    log: silentLogger,
    onAnyBlur: blurs.on,
    isQuitting: () => app.isQuitting,
    onProblem: (problem) => problems.push(problem),
  });
  return {
    overlay,
    clock,
    screen,
    settings,
    windows,
    problems,
    blurs,
    app,
    /** The newest window. */
    get window(): FakeWindow {
      const window = windows.at(-1);
      if (!window) throw new Error('no window was made');
      return window;
    },
  };
}
