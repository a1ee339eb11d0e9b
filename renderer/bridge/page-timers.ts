/** Everything started can be stopped; stopping twice does nothing. */
export type Stop = () => void;

/** Time as a page's logic sees it; tests move it by hand. */
export interface PageTimers {
  /** Calls back once after `delayMs` milliseconds. */
  after(delayMs: number, run: () => void): Stop;
  /** Calls back before the next frame is drawn; never while nobody can see the page. */
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
