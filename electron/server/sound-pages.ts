import type { PlayingAlert } from '../../shared/alerts.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Subscribe } from '../base/emitter.ts';

/** A page that can be told to play alert sounds. */
export interface SoundPage {
  /** The app's own overlay window: plays sound only if no other page can. */
  readonly isAppWindow: boolean;
  tellSounding(on: boolean): void;
}

/**
 * Chooses the one overlay page that plays sounds: pages in OBS before the app's own window, else
 * the page that has been able for longest. The choice is renewed when an alert begins, before pages
 * receive it, so a sound never moves between pages. It holds until the page is told otherwise.
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

  /** Whether any page can play sound. */
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

  /** Removes a page that is gone or about to be. The next alert chooses another. */
  leave(page: SoundPage): void {
    this.#able.delete(page);
    if (this.#sounding === page) this.#sounding = null;
  }

  /** Repeats the choice for a page that may have missed it. */
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

/** A page that can be told to read alerts aloud. */
export interface ReadingPage {
  tellReading(on: boolean): void;
}

/**
 * Chooses the one overlay page that reads alerts aloud: the first that can. When it no longer can,
 * the page that has been able for longest takes over.
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

  /** Removes a page that is gone or about to be. */
  leave(page: ReadingPage): void {
    this.#able.delete(page);
    if (this.#reader !== page) return;
    this.#reader = null;
    this.#choose();
  }

  /** Repeats the choice for a page that may have missed it. */
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
