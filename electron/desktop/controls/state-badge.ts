import type { BrowserWindow, Dock, NativeImage } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { Pacer } from '../../outputs/pacer.ts';
import { stateLine } from './control-words.ts';
import type { LanguageNow } from './tray.ts';
import { type Light, lightOf, type TrayStatusSource } from './tray-status.ts';

const INTERVAL_MS = 250;

/** What the Dock shows on macOS: signs that are read without their colour. */
const DOCK_SIGNS: Readonly<Record<Light, string>> = {
  plain: '',
  live: '●',
  waiting: '…',
  off: '×',
  demo: '◆',
};

export interface StateBadgeOptions {
  /** The dashboard's window; null while there is none. Its method does nothing but on Windows. */
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
  readonly #pacer: Pacer;
  #shown = '';

  constructor(options: StateBadgeOptions) {
    this.#options = options;
    this.#pacer = this.#owned.add(new Pacer(options.clock, INTERVAL_MS, () => this.#update()));
  }

  start(): void {
    const { status, language } = this.#options;
    if (this.#owned.isDisposed) return;
    this.#owned.add(status.onChange(() => this.#pacer.request()));
    this.#owned.add(language.onChange(() => this.#pacer.request()));
    this.#pacer.runNow();
  }

  /** A new window has no badge yet: call when the dashboard's window has been opened. */
  windowOpened(): void {
    this.#shown = '';
    if (!this.#owned.isDisposed) this.#pacer.runNow();
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
