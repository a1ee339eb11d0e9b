import { assertNever } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { CallPace } from './call-pace.ts';
import {
  type Doubt,
  type DoubtEffect,
  type DoubtInput,
  doubtTransition,
  NO_DOUBT,
} from './doubt.ts';
import { NamedTimers } from './named-timers.ts';

export interface SessionWatchOptions {
  readonly clock: Clock;
  readonly pace: CallPace;
  readonly isLive: () => boolean;
  /** Asks for the list; what comes of it is told to `input`. */
  readonly look: () => void;
  /** The platform has the session no more, or is not heard of (`unseen`). */
  readonly onGone: (cause: 'session-gone' | 'unseen') => void;
}

/** Carries out what `doubt` decides about one session. */
export class SessionWatch implements Disposable {
  readonly #options: SessionWatchOptions;
  readonly #timers: NamedTimers;
  #doubt: Doubt = NO_DOUBT;
  #isOver = false;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  input(input: DoubtInput): void {
    if (this.#isOver) return;
    const { doubt, effects } = doubtTransition(this.#doubt, input, this.#options.clock.monotonic());
    this.#doubt = doubt;
    for (const effect of effects) this.#carryOut(effect);
  }

  dispose(): void {
    this.#isOver = true;
    this.#timers.dispose();
  }

  #carryOut(effect: DoubtEffect): void {
    switch (effect.type) {
      case 'look':
        this.#look();
        break;
      case 'plan-look':
        this.#timers.set('look', effect.inMs, () => this.input({ type: 'look-due' }));
        break;
      case 'plan-overdue':
        this.#timers.set('overdue', effect.inMs, () =>
          this.input({ type: 'overdue', isLive: this.#options.isLive() }),
        );
        break;
      case 'end-looks':
        this.#timers.dispose();
        break;
      case 'give-up':
        this.#options.onGone(effect.cause);
        break;
      default:
        assertNever(effect);
    }
  }

  #look(): void {
    const { pace, look } = this.#options;
    const { restMs } = pace;
    if (restMs > 0) this.#timers.set('look', restMs, () => this.#look());
    else look();
  }
}
