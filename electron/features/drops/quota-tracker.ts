import type { QuotaMeter } from '../../../shared/contract/drops.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { QuotaExceededError, RateLimitedError } from '../../platform/errors.ts';
import type { QuotaUse } from '../../platform/quota.ts';
import type { DropsApi } from '../../platform/resources/drops.ts';
import type { PayoutRepository, QuotaDay, QuotaName } from './payout-repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Clocks differ: the day is taken to be a new one a little after midnight. */
const AFTER_MIDNIGHT_MS = 60_000;
/** A refusal right after midnight may be of the platform's yesterday. */
const DOUBTFUL_MS = 15 * 60_000;
/** How long reads rest after a refusal that says neither a quota nor a wait. */
const PROBE_MS = 20 * 60_000;
/** Refusals that go on for so long are taken for a quota that is used up. */
const LIMITED_MOST_MS = 60 * 60_000;

/** Why calls of a category rest, and until when (epoch milliseconds). */
type Refusal =
  /** The day's calls are used up; `count`: how many there were. */
  | { readonly kind: 'quota'; readonly count: number; readonly until: number }
  /** Refused without a word of a quota, for the first time at `since`. */
  | { readonly kind: 'limited'; readonly since: number; readonly until: number };

export interface QuotaTrackerParts {
  /** What this run of the app has sent today. */
  readonly use: () => QuotaUse;
  readonly repository: Pick<PayoutRepository, 'quota' | 'setQuota' | 'lastRefusal'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The day's calls, also those before a restart, and whether the platform has refused one. */
export class QuotaTracker {
  readonly #parts: QuotaTrackerParts;
  #day = '';
  /** Of earlier runs of the day. */
  #base: Record<QuotaName, number> = { READ_DROPS: 0, WRITE_DROPS: 0 };
  #refused: Record<QuotaName, Refusal | null> = {
    READ_DROPS: null,
    WRITE_DROPS: null,
  };

  constructor(parts: QuotaTrackerParts) {
    this.#parts = parts;
  }

  /** The next midnight of Korea, epoch milliseconds. */
  get resetsAt(): number {
    return this.#parts.use().resetsAt;
  }

  used(category: QuotaName): number {
    const use = this.#turn();
    return this.#base[category] + runOf(use, category);
  }

  meter(category: QuotaName): QuotaMeter {
    const used = this.used(category);
    return {
      used,
      refused: this.resting(category)?.kind === 'quota',
      seenLimit: this.#try('lastRefusal', () => this.#parts.repository.lastRefusal(category), null),
    };
  }

  /** Why and until when nothing is asked automatically; null: it may be. */
  resting(category: QuotaName): Pick<Refusal, 'kind' | 'until'> | null {
    this.#turn();
    const refusal = this.#refused[category];
    if (refusal === null || this.#parts.clock.now() >= refusal.until) return null;
    return { kind: refusal.kind, until: refusal.until };
  }

  /** Whether the last call was refused without a word of a quota: one cheap call finds out more. */
  wantsProbe(category: QuotaName): boolean {
    this.#turn();
    return this.#refused[category]?.kind === 'limited';
  }

  /** The platform said that the day's calls are used up. */
  refused(category: QuotaName): void {
    const { clock } = this.#parts;
    const now = clock.now();
    const sinceMidnight = DAY_MS - (this.resetsAt - now);
    const until =
      sinceMidnight < DOUBTFUL_MS ? now + DOUBTFUL_MS : this.resetsAt + AFTER_MIDNIGHT_MS;
    this.#refused[category] = { kind: 'quota', count: this.used(category), until };
    this.keep(category);
  }

  /**
   * A call was refused without a word of a quota. `retryAfterMs`: the wait that the platform asks
   * for, null: none. Refusals that go on for an hour are taken for the day's quota.
   */
  limited(category: QuotaName, retryAfterMs: number | null): void {
    this.#turn();
    const now = this.#parts.clock.now();
    const former = this.#refused[category];
    const since = former?.kind === 'limited' ? former.since : now;
    if (now - since >= LIMITED_MOST_MS) this.refused(category);
    else {
      const until = now + (retryAfterMs ?? PROBE_MS);
      this.#refused[category] = { kind: 'limited', since, until };
      this.keep(category);
    }
  }

  /** A call of the category was answered: whatever was refused before, there is room. */
  answered(category: QuotaName): void {
    this.#turn();
    this.#refused[category] = null;
    this.keep(category);
  }

  /** Writes the count down. */
  keep(category: QuotaName): void {
    const used = this.used(category);
    const refusal = this.#refused[category];
    const refusedAt = refusal?.kind === 'quota' ? refusal.count : null;
    this.#try(
      'setQuota',
      () => {
        this.#parts.repository.setQuota(this.#day, category, { used, refusedAt });
        return null;
      },
      null,
    );
  }

  /** Takes up the ledger of the day when it is another one. */
  #turn(): QuotaUse {
    const use = this.#parts.use();
    if (use.day === this.#day) return use;
    this.#day = use.day;
    for (const category of ['READ_DROPS', 'WRITE_DROPS'] as const) {
      const kept = this.#kept(category);
      // What this run has sent since its day began is not in the ledger yet. At a start the day may
      // change once more, when the platform has said its time.
      this.#base[category] = kept.used;
      const former = this.#refused[category];
      const isOver = former === null || this.#parts.clock.now() >= former.until;
      // How long refusals have gone on does not begin anew at midnight.
      if (!isOver || former?.kind === 'limited') continue;
      this.#refused[category] =
        kept.refusedAt === null
          ? null
          : { kind: 'quota', count: kept.refusedAt, until: use.resetsAt + AFTER_MIDNIGHT_MS };
    }
    return use;
  }

  #kept(category: QuotaName): QuotaDay {
    const none: QuotaDay = { used: 0, refusedAt: null };
    return this.#try('quota', () => this.#parts.repository.quota(this.#day, category), none);
  }

  /** Counting must not fail what is counted. */
  #try<T>(what: string, run: () => T, otherwise: T): T {
    try {
      return run();
    } catch (failure) {
      this.#parts.log.warn('the quota could not be noted', { what, failure });
      return otherwise;
    }
  }
}

function runOf(use: QuotaUse, category: QuotaName): number {
  return category === 'READ_DROPS' ? use.readDrops : use.writeDrops;
}

/** The drops operations, with the day's book told of every answer and every refusal. */
export type CountedDrops = Omit<DropsApi, 'quota'>;

export function countedDrops(api: DropsApi, quota: QuotaTracker): CountedDrops {
  const counted =
    <A extends unknown[], R>(
      category: 'READ_DROPS' | 'WRITE_DROPS',
      run: (...args: A) => Promise<R>,
    ) =>
    async (...args: A): Promise<R> => {
      try {
        const result = await run(...args);
        quota.answered(category);
        return result;
      } catch (failure) {
        if (failure instanceof QuotaExceededError) quota.refused(category);
        else if (failure instanceof RateLimitedError) {
          quota.limited(category, failure.retryAfterMs);
        } else quota.keep(category);
        throw failure;
      }
    };
  return {
    campaigns: counted('READ_DROPS', api.campaigns.bind(api)),
    claims: counted('READ_DROPS', api.claims.bind(api)),
    setFulfillment: counted('WRITE_DROPS', api.setFulfillment.bind(api)),
  };
}
