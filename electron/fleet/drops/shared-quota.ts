import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { QuotaTracker } from '../../features/drops/index.ts';
import type { QuotaCategory } from '../../platform/operations.ts';
import type { QuotaUse } from '../../platform/quota.ts';
import { keyOf } from '../leases.ts';

/** Calls that are taken from the day's at once: one write for so many. */
export const QUOTA_BLOCK = 20;

type TrackerParts = ConstructorParameters<typeof QuotaTracker>[0];

const CATEGORIES = ['READ_DROPS', 'WRITE_DROPS'] as const;

const keptSchema = z.object({
  day: z.string(),
  used: z.number(),
  refusedAt: z.number().nullable(),
});
type Kept = z.infer<typeof keptSchema>;

const NONE: Kept = { day: '', used: 0, refusedAt: null };

interface SharedQuotaParts {
  readonly bucket: Pick<KV, 'get' | 'create' | 'update'>;
  /** The quota is its own. */
  readonly clientId: string;
  /** Calls of this worker, since its lease began. */
  readonly use: () => QuotaUse;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The application's calls of the day, in the fleet's bucket: what a worker before this one used and
 * was refused counts on. Rather too many than too few, as limits are not public.
 */
export class SharedQuota {
  readonly tracker: QuotaTracker;
  readonly #parts: SharedQuotaParts;
  readonly #kept: Record<QuotaCategory, Kept> = { READ_DROPS: NONE, WRITE_DROPS: NONE };
  /** null: nobody knows what stands in the bucket. */
  readonly #revisions: Record<QuotaCategory, number | null> = { READ_DROPS: 0, WRITE_DROPS: 0 };
  /** What the bucket does not say yet. */
  readonly #refusals = new Map<QuotaCategory, Omit<Kept, 'used'>>();

  private constructor(parts: SharedQuotaParts) {
    this.#parts = parts;
    const { use, clock, log } = parts;
    const payouts: TrackerParts['payouts'] = {
      quota: (day, category) => this.#keptOf(day, category),
      setQuota: (day, category, { refusedAt }) => {
        if (refusedAt === this.#keptOf(day, category).refusedAt) this.#refusals.delete(category);
        else this.#refusals.set(category, { day, refusedAt });
      },
      lastRefusal: () => null,
    };
    this.tracker = new QuotaTracker({ use, payouts, clock, log });
  }

  /** Throws what NATS throws. */
  static async open(parts: SharedQuotaParts): Promise<SharedQuota> {
    const opened = new SharedQuota(parts);
    for (const category of CATEGORIES) await opened.#read(category);
    // It asks once a day for what was used before.
    for (const category of CATEGORIES) opened.tracker.used(category);
    return opened;
  }

  /** Before every call. Throws what NATS throws: a host that cannot count makes no calls. */
  async reserve(category: QuotaCategory): Promise<void> {
    const needed = this.tracker.used(category) + 1;
    const { day } = this.#parts.use();
    if (needed > this.#keptOf(day, category).used) await this.#write(category, needed);
  }

  /** Tells the other hosts of refusals. Throws what NATS throws. */
  async flush(): Promise<void> {
    for (const category of this.#refusals.keys()) {
      await this.#write(category, this.tracker.used(category));
    }
  }

  #keptOf(day: string, category: QuotaCategory): Kept {
    const kept = this.#kept[category];
    return kept.day === day ? kept : { ...NONE, day };
  }

  async #read(category: QuotaCategory): Promise<void> {
    const entry = await this.#parts.bucket.get(this.#key(category));
    const { data } = keptSchema.safeParse(entry ? parseJson(entry.string()) : null);
    this.#kept[category] = data ?? NONE;
    this.#revisions[category] = entry?.revision ?? 0;
  }

  async #write(category: QuotaCategory, needed: number): Promise<void> {
    const { bucket, use } = this.#parts;
    if (this.#revisions[category] === null) await this.#read(category);
    const revision = this.#revisions[category] ?? 0;
    const { day } = use();
    const kept = this.#keptOf(day, category);
    const refusal = this.#refusals.get(category);
    const next: Kept = {
      day,
      used: needed <= kept.used ? kept.used : needed + QUOTA_BLOCK - 1,
      refusedAt: refusal?.day === day ? refusal.refusedAt : kept.refusedAt,
    };
    this.#revisions[category] = null;
    const key = this.#key(category);
    const text = JSON.stringify(next);
    this.#revisions[category] =
      revision === 0 ? await bucket.create(key, text) : await bucket.update(key, text, revision);
    this.#kept[category] = next;
    this.#refusals.delete(category);
  }

  #key(category: QuotaCategory): string {
    return `drops-quota.${keyOf(this.#parts.clientId)}.${category}`;
  }
}
