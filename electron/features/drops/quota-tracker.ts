import type { QuotaMeter } from '../../../shared/contract/drops.ts';
import { QuotaExceededError, RateLimitedError } from '../../platform/errors.ts';
import type { QuotaCategory } from '../../platform/operations.ts';
import type { QuotaUse } from '../../platform/quota.ts';
import type { DropsApi } from '../../platform/resources/drops.ts';
import type { Services } from '../feature.ts';
import type { PayoutRepository, QuotaDay } from './payout-repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Clocks differ, so the new day starts a little after midnight. */
const AFTER_MIDNIGHT_MS = 60_000;
/** A refusal right after midnight may belong to the platform's previous day. */
const DOUBTFUL_MS = 15 * 60_000;
/** How long reads pause after a refusal that names neither a quota nor a wait. */
const PROBE_MS = 20 * 60_000;
/** Refusals lasting this long count as a used-up quota. */
const LIMITED_MOST_MS = 60 * 60_000;

/** Why calls of a category pause, and until when (epoch milliseconds). */
type Refusal =
  /** The daily quota is used up after `count` calls. */
  | { readonly kind: 'quota'; readonly count: number; readonly until: number }
  /** Refused without naming a quota, first at `since`. */
  | { readonly kind: 'limited'; readonly since: number; readonly until: number };

interface QuotaTrackerParts extends Pick<Services, 'clock' | 'log'> {
  /** Calls this run of the app has sent today. */
  readonly use: () => QuotaUse;
  readonly payouts: Pick<PayoutRepository, 'quota' | 'setQuota' | 'lastRefusal'>;
}

/** Tracks the day's calls, including those before a restart, and the platform's refusals. */
export class QuotaTracker {
  readonly #parts: QuotaTrackerParts;
  #day = '';
  /** Calls of earlier runs today. */
  #base: Record<QuotaCategory, number> = { READ_DROPS: 0, WRITE_DROPS: 0 };
  #refused: Record<QuotaCategory, Refusal | null> = { READ_DROPS: null, WRITE_DROPS: null };

  constructor(parts: QuotaTrackerParts) {
    this.#parts = parts;
  }

  /** Next midnight in Korea, epoch milliseconds. */
  get resetsAt(): number {
    return this.#parts.use().resetsAt;
  }

  used(category: QuotaCategory): number {
    const use = this.#turn();
    return this.#base[category] + (category === 'READ_DROPS' ? use.readDrops : use.writeDrops);
  }

  meter(category: QuotaCategory): QuotaMeter {
    const used = this.used(category);
    return {
      used,
      refused: this.resting(category)?.kind === 'quota',
      seenLimit: this.#try('lastRefusal', () => this.#parts.payouts.lastRefusal(category), null),
    };
  }

  /** Why and until when automatic calls pause; null if they may run. */
  resting(category: QuotaCategory): Pick<Refusal, 'kind' | 'until'> | null {
    this.#turn();
    const refusal = this.#refused[category];
    if (refusal === null || this.#parts.clock.now() >= refusal.until) return null;
    return { kind: refusal.kind, until: refusal.until };
  }

  /** Whether the last refusal named no quota, so that one cheap call should test it. */
  wantsProbe(category: QuotaCategory): boolean {
    this.#turn();
    return this.#refused[category]?.kind === 'limited';
  }

  /** The platform reported the daily quota as used up. */
  refused(category: QuotaCategory): void {
    const { clock } = this.#parts;
    const now = clock.now();
    const sinceMidnight = DAY_MS - (this.resetsAt - now);
    const until =
      sinceMidnight < DOUBTFUL_MS ? now + DOUBTFUL_MS : this.resetsAt + AFTER_MIDNIGHT_MS;
    this.#refused[category] = { kind: 'quota', count: this.used(category), until };
    this.keep(category);
  }

  /**
   * A call was refused without naming a quota. `retryAfterMs` is the wait the platform asks for, or
   * null. Refusals lasting an hour count as a used-up quota.
   */
  limited(category: QuotaCategory, retryAfterMs: number | null): void {
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

  /** A call of the category succeeded, which ends any pause. */
  answered(category: QuotaCategory): void {
    this.#turn();
    this.#refused[category] = null;
    this.keep(category);
  }

  keep(category: QuotaCategory): void {
    const used = this.used(category);
    const refusal = this.#refused[category];
    const refusedAt = refusal?.kind === 'quota' ? refusal.count : null;
    const write = () => this.#parts.payouts.setQuota(this.#day, category, { used, refusedAt });
    this.#try('setQuota', write, undefined);
  }

  /** Loads the day's counts from the ledger when the day changes. */
  #turn(): QuotaUse {
    const use = this.#parts.use();
    if (use.day === this.#day) return use;
    this.#day = use.day;
    for (const category of ['READ_DROPS', 'WRITE_DROPS'] as const) {
      const none: QuotaDay = { used: 0, refusedAt: null };
      const read = () => this.#parts.payouts.quota(use.day, category);
      const kept = this.#try('quota', read, none);
      // The ledger does not yet have what this run sent since its day began. At startup the day may
      // change once more when the platform reports its time.
      this.#base[category] = kept.used;
      const former = this.#refused[category];
      const isOver = former === null || this.#parts.clock.now() >= former.until;
      // A series of refusals continues past midnight.
      if (!isOver || former?.kind === 'limited') continue;
      this.#refused[category] =
        kept.refusedAt === null
          ? null
          : { kind: 'quota', count: kept.refusedAt, until: use.resetsAt + AFTER_MIDNIGHT_MS };
    }
    return use;
  }

  /** A failed count must not fail the call. */
  #try<T>(what: string, run: () => T, otherwise: T): T {
    try {
      return run();
    } catch (failure) {
      this.#parts.log.warn('the quota could not be noted', { what, failure });
      return otherwise;
    }
  }
}

/** Wraps the drops operations and reports every answer and refusal to the quota tracker. */
export type CountedDrops = Omit<DropsApi, 'quota'>;

export function countedDrops(api: DropsApi, quota: QuotaTracker): CountedDrops {
  const counted =
    <A extends unknown[], R>(category: QuotaCategory, run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        const result = await run(...args);
        quota.answered(category);
        return result;
      } catch (failure) {
        if (failure instanceof QuotaExceededError) quota.refused(category);
        else if (failure instanceof RateLimitedError) quota.limited(category, failure.retryAfterMs);
        else quota.keep(category);
        throw failure;
      }
    };
  return {
    campaigns: counted('READ_DROPS', api.campaigns.bind(api)),
    claims: counted('READ_DROPS', api.claims.bind(api)),
    setFulfillment: counted('WRITE_DROPS', api.setFulfillment.bind(api)),
  };
}
