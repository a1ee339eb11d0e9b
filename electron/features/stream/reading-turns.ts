import { Backoff, type BackoffPolicy } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import {
  askedWaitMs,
  ForbiddenError,
  InsufficientScopeError,
  NotAuthorizedError,
} from '../../platform/errors.ts';

/** Maximum age of shown values, milliseconds. */
export const LOOK_EVERY_MS = 60_000;
/** Users can refresh by hand, so a failing platform is not asked often. */
const FAILURE_BACKOFF: BackoffPolicy = { minMs: 60_000, maxMs: 10 * 60_000 };

/** When a value may be read again: a minute after a success, later after each failure. */
export class ReadingTurns {
  readonly #clock: Clock;
  readonly #backoff: Backoff;
  /** On the monotonic clock. */
  #dueAt = Number.NEGATIVE_INFINITY;
  /** Until then the platform asked us to wait. */
  #restUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#backoff = new Backoff(FAILURE_BACKOFF, random);
  }

  /** Whether an open dashboard triggers a reading. */
  get isDue(): boolean {
    return this.#clock.monotonic() >= Math.max(this.#dueAt, this.#restUntil);
  }

  get isAllowed(): boolean {
    return this.#clock.monotonic() >= this.#restUntil;
  }

  succeeded(): void {
    this.#backoff.reset();
    this.#dueAt = this.#clock.monotonic() + LOOK_EVERY_MS;
  }

  failed(failure: unknown): void {
    const now = this.#clock.monotonic();
    const asked = askedWaitMs(failure, this.#clock.now());
    if (asked > 0) this.#restUntil = now + asked;
    // Only another sign-in or a manual refresh can change that.
    this.#dueAt = isLasting(failure) ? Number.POSITIVE_INFINITY : now + this.#backoff.next();
  }

  startOver(): void {
    this.#backoff.reset();
    this.#dueAt = Number.NEGATIVE_INFINITY;
    this.#restUntil = Number.NEGATIVE_INFINITY;
  }
}

function isLasting(failure: unknown): boolean {
  const lasting = [InsufficientScopeError, ForbiddenError, NotAuthorizedError];
  return lasting.some((kind) => failure instanceof kind);
}
