import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Session } from '../sessions/session.ts';

/** Brings events to a session some time later than to others, in another order where asked to. */
export class LateCopies implements Disposable {
  readonly #clock: Clock;
  readonly #waiting = new Map<Session, string[]>();
  readonly #timers = new Set<Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `reversed`: the latest of what comes within `lagMs` goes first. Else each comes as much later. */
  put(session: Session, text: string, lagMs: number, reversed: boolean): void {
    if (!reversed) {
      this.#later(lagMs, () => session.deliver(text));
      return;
    }
    const waiting = this.#waiting.get(session);
    if (waiting) {
      waiting.unshift(text);
      return;
    }
    const texts = [text];
    this.#waiting.set(session, texts);
    this.#later(lagMs, () => {
      this.#waiting.delete(session);
      for (const late of texts) session.deliver(late);
    });
  }

  dispose(): void {
    for (const timer of this.#timers) timer.dispose();
    this.#timers.clear();
    this.#waiting.clear();
  }

  #later(delayMs: number, run: () => void): void {
    const timer = this.#clock.setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delayMs);
    this.#timers.add(timer);
  }
}
