import { join } from 'node:path';
import type { BrowserWindow, Dock, NativeImage } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { Throttle } from '../../base/throttle.ts';
import type { DesktopSystem } from './accelerator.ts';
import type { LanguageNow } from './tray.ts';
import { type Light, lightOf, stateLine, type TrayStatusSource } from './tray-status.ts';

const INTERVAL_MS = 250;

const DOCK_SIGNS: Readonly<Record<Light, string>> = {
  plain: '',
  live: '●',
  waiting: '…',
  off: '×',
  demo: '◆',
};

interface StateBadgeOptions {
  /** The dashboard's window; null if none. Its method works only on Windows. */
  readonly window: () => Pick<BrowserWindow, 'setOverlayIcon' | 'isDestroyed'> | null;
  /** `app.dock`: on macOS only. */
  readonly dock: Pick<Dock, 'setBadge'> | null;
  readonly images: (light: Exclude<Light, 'plain'>) => NativeImage;
  readonly status: TrayStatusSource;
  readonly language: LanguageNow;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Shows on the task bar's button (Windows) or in the Dock (macOS) whether the stream is live. */
export class StateBadge implements Disposable {
  readonly #options: StateBadgeOptions;
  readonly #owned = new DisposableStore();
  readonly #throttle: Throttle;
  #shown = '';

  constructor(options: StateBadgeOptions) {
    this.#options = options;
    this.#throttle = this.#owned.add(
      new Throttle(options.clock, INTERVAL_MS, () => this.#update()),
    );
  }

  start(): void {
    const { status, language } = this.#options;
    if (this.#owned.isDisposed) return;
    this.#owned.add(status.onChange(() => this.#throttle.request()));
    this.#owned.add(language.onChange(() => this.#throttle.request()));
    this.#throttle.runNow();
  }

  /** A new window has no badge yet: call when the dashboard's window has been opened. */
  windowOpened(): void {
    this.#shown = '';
    if (!this.#owned.isDisposed) this.#throttle.runNow();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const { window, dock, images, status, language, log } = this.#options;
    try {
      const now = status.read();
      const light = lightOf(now);
      const words = stateLine(now, language.current);
      const shown = `${light} ${words}`;
      if (shown === this.#shown) return;
      dock?.setBadge(DOCK_SIGNS[light]);
      const target = window();
      if (target && !target.isDestroyed()) {
        if (light === 'plain') target.setOverlayIcon(null, '');
        else target.setOverlayIcon(images(light), words);
      }
      this.#shown = shown;
    } catch (failure) {
      log.warn('the badge could not be shown', { failure });
    }
  }
}

/**
 * File of the tray icon, below the icons' folder. macOS colours its own ("Template" in the name
 * says so to the system); Linux panels are taller than the others' bars.
 */
export function trayImageFile(light: Light, system: DesktopSystem): string {
  if (system === 'mac') return join('tray', `mac-${light}-Template.png`);
  return join('tray', `${system === 'linux' ? 'linux' : 'windows'}-${light}.png`);
}

/** File of the badge on the task bar's button. */
export function badgeImageFile(light: Exclude<Light, 'plain'>): string {
  return join('badge', `${light}.png`);
}

/** What loads an image, with its larger versions (`@2x` beside it), when it is first needed. */
export function remembered(load: (file: string) => NativeImage): typeof load {
  const loaded = new Map<string, NativeImage>();
  return (file) => {
    const image = loaded.get(file) ?? load(file);
    loaded.set(file, image);
    return image;
  };
}
