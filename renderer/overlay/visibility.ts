import type { PageTimers, Stop } from '../bridge/page-host.ts';

const OBS_EVENTS = [
  ['obsSourceVisibleChanged', 'visible'],
  ['obsSourceActiveChanged', 'active'],
] as const;

/**
 * Follows whether the page is visible: in OBS by the events of its source as soon as there is one,
 * elsewhere by the browser. Calls back at once and on every change.
 *
 * An active source (in the programme) is visible. An inactive one may be visible too, in a preview, a
 * projector, or a plugin's second canvas; so only `visible` can hide the page.
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

/** So a hidden page draws nothing. Only the last change of each name is kept. */
export class DeferUntilVisible {
  #visible = true;
  readonly #kept = new Map<string, () => void>();

  /** Now, or once the page is visible. */
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

  forget(): void {
    this.#kept.clear();
  }
}

/** Browsers run no frames of hidden pages, but may not know that a source is hidden in OBS. */
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
