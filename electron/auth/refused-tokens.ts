import type { Clock } from '../base/clock.ts';
import {
  type NotAuthorizedError,
  type TokenRefusal,
  TokenRefusedError,
} from '../platform/errors.ts';
import { MESSAGE_PATTERNS } from '../platform/platform-notes.ts';

/** A refused token younger than this is not refreshed; doubles with each refresh so spent. */
const PAUSE_MS = 60_000;
const PAUSE_MOST_MS = 30 * 60_000;
/** After this long without a refusal the pauses are short again. */
const CALM_MS = 6 * 3_600_000;

/**
 * Decides whether a refused access token is worth a refresh. Each refresh uses up the refresh
 * token, and a platform that refuses tokens it has just issued will refuse the next pair as well.
 */
export class RefusedTokens {
  readonly #clock: Clock;
  /** When the present token was issued, monotonic milliseconds; long ago if from an earlier run. */
  #issuedAt = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #explainedAt = Number.NEGATIVE_INFINITY;
  #spent = 0;
  /** Why the next token will be issued; null: not because of a refusal. */
  #wanted: 'explained' | 'unexplained' | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issued(): void {
    const now = this.#clock.monotonic();
    this.#issuedAt = now;
    if (this.#wanted === 'explained') this.#explainedAt = now;
    if (this.#wanted === 'unexplained') this.#spent += 1;
    this.#wanted = null;
  }

  startOver(): void {
    this.#refusedAt = Number.NEGATIVE_INFINITY;
    this.#explainedAt = Number.NEGATIVE_INFINITY;
    this.#spent = 0;
    this.#wanted = null;
  }

  /**
   * Whether to refresh because the present token was refused like this. One that the platform calls
   * expired or revoked is refreshed for it once a minute at most.
   */
  mayRefresh({ platformMessage }: NotAuthorizedError): boolean {
    const now = this.#clock.monotonic();
    if (MESSAGE_PATTERNS.endedToken.test(platformMessage ?? '')) {
      if (now - this.#explainedAt < PAUSE_MS) return false;
      this.#wanted = 'explained';
      return true;
    }
    if (now - this.#refusedAt >= CALM_MS) this.#spent = 0;
    this.#refusedAt = now;
    const pauseMs = Math.min(PAUSE_MOST_MS, PAUSE_MS * 2 ** Math.max(0, this.#spent - 1));
    if (now - this.#issuedAt < pauseMs) return false;
    this.#wanted = 'unexplained';
    return true;
  }
}

/**
 * What a refused refresh says of the grant. `dead`: the platform has ended it for good. `doubtful`:
 * it cannot be used now, but may be once a wrong setting is put right or a stranger's 401 (a proxy,
 * a login page of a network) is out of the way; asking for sign-in is right, destroying it is not.
 */
export type Refusal = 'dead' | 'doubtful';

/** null: the grant is not what was refused. */
const REFUSALS: Readonly<Record<TokenRefusal, Refusal | null>> = {
  // Id and secret do not match: signing in anew would fail just the same.
  'invalid-client': null,
  'code-required': 'doubtful',
  'invalid-code': 'doubtful',
  'code-of-other-application': 'doubtful',
  'code-expired': 'doubtful',
  'authorization-not-active': 'dead',
  'refresh-token-required': 'dead',
  'invalid-refresh-token': 'dead',
  'refresh-token-revoked': 'dead',
  'refresh-token-used': 'dead',
  'refresh-token-expired': 'dead',
  'refresh-token-of-other-application': 'doubtful',
  unknown: 'doubtful',
};

/** What a failed refresh means for the grant; null: nothing, the failure has another cause. */
export function refusalOf(failure: unknown): Refusal | null {
  return failure instanceof TokenRefusedError ? REFUSALS[failure.reason] : null;
}

/** True when a refused revoke means that there was nothing left to revoke. */
export function revokeFoundNothing(failure: unknown): boolean {
  return failure instanceof TokenRefusedError && failure.reason !== 'invalid-client';
}
