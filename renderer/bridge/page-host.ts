import type { Language } from '../../shared/locales/index.ts';

/** The page's time. Injected, so that tests can move it. */
export interface PageClock extends Pick<PageTimers, 'after'> {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `run` every `periodMs` milliseconds until stopped; pauses while the page is hidden. */
  every(periodMs: number, run: () => void): Stop;
}

/** What a page needs of the window around it. Everything else in the renderer is pure of it. */
export interface PageHost {
  /** Where this page was loaded from. */
  readonly address: string;
  readonly clock: PageClock;
  /** Uniform numbers in [0, 1). */
  random(): number;
  /** Resolves to false when the browser does not let the page write to the clipboard. */
  copyText(text: string): Promise<boolean>;
  /** Opens an http(s) address outside this page; anything else is not opened. */
  openAddress(address: string): void;
  /** null when nothing was kept under this name, or nothing may be kept here. */
  readPreference(name: string): string | null;
  /** null forgets it. Does nothing where nothing may be kept. */
  writePreference(name: string, value: string | null): void;
  /** What the whole document says of itself: its language, and its theme (null: the system's). */
  dressPage(dress: { readonly language: Language; readonly theme: 'dark' | 'light' | null }): void;
  /** The language the browser is set to, as far as it is one of ours. */
  readonly systemLanguage: Language;
  reload(): void;
  /** Reloads for a core of another build, at most once a build in one tab; false: it already did. */
  reloadOnce(buildId: string): boolean;
}

/** Everything started can be stopped; stopping twice does nothing. */
export type Stop = () => void;

/** Time as a page's logic sees it; tests move it by hand. */
export interface PageTimers {
  /** Calls back once after `delayMs` milliseconds. */
  after(delayMs: number, run: () => void): Stop;
  /** Calls back before the next frame is drawn; never while the page is hidden. */
  nextFrame(run: () => void): Stop;
}

/** The page's own timers. */
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
