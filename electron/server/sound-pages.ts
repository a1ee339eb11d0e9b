import type { PlayingAlert } from '../../shared/alerts.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Subscribe } from '../base/emitter.ts';

/** A page that may be told to sound its alerts. */
export interface SoundPage {
  /** The app's own overlay window: it sounds only where no other page could. */
  readonly isAppWindow: boolean;
  tellSounding(on: boolean): void;
}

/**
 * Chooses the one overlay page that sounds: a page in OBS before the app's own window, else the one
 * that has been able for longest. It is looked at anew when an alert begins, before the pages hear of
 * it: a sound is never handed over in its middle. What a page is told holds until it is told else.
 */
export class SoundPages implements Disposable {
  /** In the order in which they became able. */
  readonly #able = new Set<SoundPage>();
  readonly #following: Disposable;
  #sounding: SoundPage | null = null;

  constructor(onAlert: Subscribe<PlayingAlert | null>) {
    this.#following = onAlert((alert) => {
      if (alert) this.#choose();
    });
  }

  /** Whether any page could sound. */
  get isAnyAble(): boolean {
    return this.#able.size > 0;
  }

  setAble(page: SoundPage, able: boolean): void {
    if (able) {
      this.#able.add(page);
      if (!this.#sounding) this.#choose();
      return;
    }
    if (this.#sounding === page) page.tellSounding(false);
    this.leave(page);
  }

  /** The page is gone, or is about to be. The next alert chooses another. */
  leave(page: SoundPage): void {
    this.#able.delete(page);
    if (this.#sounding === page) this.#sounding = null;
  }

  /** Says again what the page may have missed. */
  repeat(page: SoundPage): void {
    if (this.#able.has(page)) page.tellSounding(this.#sounding === page);
  }

  dispose(): void {
    this.#following.dispose();
    this.#able.clear();
    this.#sounding = null;
  }

  #choose(): void {
    const before = this.#sounding;
    if (before && !before.isAppWindow) return;
    const able = [...this.#able];
    const best = able.find(({ isAppWindow }) => !isAppWindow) ?? before ?? able[0];
    if (!best || best === before) return;
    before?.tellSounding(false);
    this.#sounding = best;
    best.tellSounding(true);
  }
}

/** A page that may be told to read alerts aloud. */
export interface ReadingPage {
  tellReading(on: boolean): void;
}

/**
 * Chooses the one overlay page that reads alerts aloud: the first that said it could. It stays the
 * one until it cannot any more; then the page that has been able for longest takes over.
 */
export class ReadingPages {
  /** In the order in which they became able. */
  readonly #able = new Set<ReadingPage>();
  #reader: ReadingPage | null = null;

  setAble(page: ReadingPage, able: boolean): void {
    if (able) {
      this.#able.add(page);
      this.#choose();
      return;
    }
    if (this.#reader === page) page.tellReading(false);
    this.leave(page);
  }

  /** The page is gone, or is about to be. */
  leave(page: ReadingPage): void {
    this.#able.delete(page);
    if (this.#reader !== page) return;
    this.#reader = null;
    this.#choose();
  }

  /** Says again what the page may have missed. */
  repeat(page: ReadingPage): void {
    if (this.#able.has(page)) page.tellReading(this.#reader === page);
  }

  #choose(): void {
    if (this.#reader) return;
    const [first] = this.#able;
    if (!first) return;
    this.#reader = first;
    first.tellReading(true);
  }
}
