import type { Language } from '../../shared/locales/index.ts';

/** The page's clock, injected for tests. */
export interface PageClock extends Pick<PageTimers, 'after'> {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `run` every `periodMs` milliseconds until stopped; pauses while the page is hidden. */
  every(periodMs: number, run: () => void): Stop;
}

/** What a page needs from its window; the rest of the renderer does not touch it. */
export interface PageHost {
  readonly address: string;
  readonly clock: PageClock;
  /** Uniform numbers in [0, 1). */
  random(): number;
  /**
   * Resolves to false if the browser denies clipboard access. `clearAfterMs`: a secret, which leaves
   * the clipboard then, as far as the browser lets the page see that it is still there.
   */
  copyText(text: string, clearAfterMs?: number): Promise<boolean>;
  /** Opens an http(s) address outside this page; ignores any other. */
  openAddress(address: string): void;
  /** Returns null if nothing is stored under this name or storage is denied. */
  readPreference(name: string): string | null;
  /** null deletes it. Does nothing if storage is denied. */
  writePreference(name: string, value: string | null): void;
  /** Sets the document's language and theme (null: the system's). */
  dressPage(dress: { readonly language: Language; readonly theme: 'dark' | 'light' | null }): void;
  /** The browser's language if supported, else a default. */
  readonly systemLanguage: Language;
  reload(): void;
  /** Calls back when the page is about to go: closed, reloaded, or left for another. */
  onLeave(run: () => void): Stop;
  /** Reloads for a core of another build, once per build and tab; false if it already did. */
  reloadOnce(buildId: string): boolean;
}

/** Stops what was started; stopping twice does nothing. */
export type Stop = () => void;

/** Timers for a page's logic, moved by hand in tests. */
export interface PageTimers {
  /** Calls back once after `delayMs` milliseconds. */
  after(delayMs: number, run: () => void): Stop;
  /** Calls back before the next frame is drawn; never while the page is hidden. */
  nextFrame(run: () => void): Stop;
}

export function createPageTimers(page: Window): PageTimers {
  return {
    after: (delayMs, run) => {
      const id = page.setTimeout(run, delayMs);
      return () => page.clearTimeout(id);
    },
    nextFrame: (run) => {
      const id = page.requestAnimationFrame(() => run());
      return () => page.cancelAnimationFrame(id);
    },
  };
}
