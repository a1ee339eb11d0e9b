import type { DropsSettings } from '../../../shared/contract/drops.ts';
import type { Services } from '../feature.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { PayoutRepository } from './payout-repository.ts';
import type { CountedDrops, QuotaTracker } from './quota-tracker.ts';

/** What the parts of the feature share; each picks what it needs. */
export interface DropsBase extends Pick<Services, 'clock' | 'log'> {
  readonly api: CountedDrops;
  readonly repository: ClaimRepository;
  readonly payouts: PayoutRepository;
  readonly quota: QuotaTracker;
  readonly settings: () => DropsSettings;
  readonly onChange: () => void;
  readonly platformNow: () => number;
  readonly pause: () => Promise<void>;
}

/** Drops the fields whose value is undefined. */
export function omitUndefined<T extends object>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

export function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((all, { count }) => all + count, 0);
}
