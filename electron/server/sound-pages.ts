import type { PlayingAlert } from '../../shared/alerts.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Subscribe } from '../base/emitter.ts';

/** Keeps which pages can do what only one of them does, and tells the chosen one. */
abstract class AblePages<P> {
  /** In the order in which they became able. */
  protected readonly able = new Set<P>();
  protected chosen: P | null = null;

  protected abstract tell(page: P, on: boolean): void;
  protected abstract choose(): void;

  setAble(page: P, able: boolean): void {
    if (able) {
      this.able.add(page);
      if (!this.chosen) this.choose();
      return;
    }
    if (this.chosen === page) this.tell(page, false);
    this.leave(page);
  }

  /** Removes a page that is gone or about to be. */
  leave(page: P): void {
    this.able.delete(page);
    if (this.chosen === page) this.chosen = null;
  }

  /** Repeats the choice for a page that may have missed it. */
  repeat(page: P): void {
    if (this.able.has(page)) this.tell(page, this.chosen === page);
  }
}

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
export class SoundPages extends AblePages<SoundPage> implements Disposable {
  readonly #following: Disposable;

  constructor(onAlert: Subscribe<PlayingAlert | null>) {
    super();
    this.#following = onAlert((alert) => {
      if (alert) this.choose();
    });
  }

  get isAnyAble(): boolean {
    return this.able.size > 0;
  }

  dispose(): void {
    this.#following.dispose();
    this.able.clear();
    this.chosen = null;
  }

  protected tell(page: SoundPage, on: boolean): void {
    page.tellSounding(on);
  }

  protected choose(): void {
    const before = this.chosen;
    if (before && !before.isAppWindow) return;
    const able = [...this.able];
    const best = able.find(({ isAppWindow }) => !isAppWindow) ?? before ?? able[0];
    if (!best || best === before) return;
    before?.tellSounding(false);
    this.chosen = best;
    best.tellSounding(true);
  }
}

export interface ReadingPage {
  tellReading(on: boolean): void;
}

/** The page that reads alerts aloud: the one that has been able for longest. */
export class ReadingPages extends AblePages<ReadingPage> {
  override leave(page: ReadingPage): void {
    super.leave(page);
    if (!this.chosen) this.choose();
  }

  protected tell(page: ReadingPage, on: boolean): void {
    page.tellReading(on);
  }

  protected choose(): void {
    const [first] = this.able;
    this.chosen = first ?? null;
    first?.tellReading(true);
  }
}
