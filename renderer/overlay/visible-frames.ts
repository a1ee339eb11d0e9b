import type { PageTimers, Stop } from '../bridge/page-host.ts';

/** The event's name, and the field of its detail that says yes or no. */
const OBS_EVENTS = [
  ['obsSourceVisibleChanged', 'visible'],
  ['obsSourceActiveChanged', 'active'],
] as const;

/**
 * Follows whether anybody can see the page: in OBS its own word about the source as soon as it
 * gives one, elsewhere the browser's. Calls back at once and on every change.
 *
 * What is active (in the programme) is seen. What is not active may be seen all the same, in a
 * preview, a projector or the second canvas of a plugin; so only `visible` can say that it is not.
 */
export function followVisibility(page: Window, changed: (visible: boolean) => void): Stop {
  let fromObs: boolean | null = null;
  let last: boolean | null = null;
  const tell = (): void => {
    const visible = page.document.visibilityState !== 'hidden' && fromObs !== false;
    if (visible === last) return;
    last = visible;
    changed(visible);
  };
  const stops = 'obsstudio' in page ? OBS_EVENTS.map(([name, field]) => follow(name, field)) : [];
  function follow(name: string, field: 'visible' | 'active'): Stop {
    const hear = (event: Event): void => {
      const said = (event as CustomEvent<{ readonly [field]?: unknown } | null>).detail?.[field];
      if (typeof said !== 'boolean' || (field === 'active' && !said)) return;
      fromObs = said;
      tell();
    };
    page.addEventListener(name, hear);
    return () => page.removeEventListener(name, hear);
  }
  page.document.addEventListener('visibilitychange', tell);
  tell();
  return () => {
    page.document.removeEventListener('visibilitychange', tell);
    for (const stop of stops) stop();
  };
}

/**
 * Keeps changes of the screen until somebody can see it: a page that nobody sees has nothing to
 * draw, however much happens. Of each name only the last one counts.
 */
export class DeferUntilVisible {
  #visible = true;
  readonly #kept = new Map<string, () => void>();

  /** Does it now, or the last of this name as soon as the page is seen. */
  run(name: string, apply: () => void): void {
    if (this.#visible) apply();
    else this.#kept.set(name, apply);
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (!visible) return;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const apply of kept) apply();
  }

  /** Drops all deferred changes: a new state follows. */
  forget(): void {
    this.#kept.clear();
  }
}

/**
 * The page's timers, whose frames come only while somebody can see the page. The browser does that
 * by itself where it knows; of a source that is hidden in OBS it need not know.
 */
export class VisibleFrames implements PageTimers {
  readonly #timers: PageTimers;
  #visible = true;
  readonly #pending = new Set<PendingFrame>();

  constructor(timers: PageTimers) {
    this.#timers = timers;
  }

  after(delayMs: number, run: () => void): Stop {
    return this.#timers.after(delayMs, run);
  }

  nextFrame(run: () => void): Stop {
    const pending: PendingFrame = { run, stop: null };
    if (this.#visible) this.#ask(pending);
    else this.#pending.add(pending);
    return () => {
      this.#pending.delete(pending);
      pending.stop?.();
    };
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (!visible) return;
    for (const pending of this.#pending) this.#ask(pending);
    this.#pending.clear();
  }

  #ask(pending: PendingFrame): void {
    pending.stop = this.#timers.nextFrame(() => {
      if (this.#visible) pending.run();
      else this.#pending.add(pending);
    });
  }
}

interface PendingFrame {
  readonly run: () => void;
  stop: Stop | null;
}
