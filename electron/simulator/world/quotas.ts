import type { Clock } from '../../base/clock.ts';
import type { Application } from './model.ts';
import { kstDay, nextKstMidnight } from './time.ts';

export type QuotaKind = 'READ_DROPS' | 'WRITE_DROPS';
export type QuotaAmounts = Readonly<Record<QuotaKind, number>>;

/** The specification does not show the amounts: generous ones, so that only tests meet them. */
export const DEFAULT_QUOTAS: QuotaAmounts = { READ_DROPS: 100_000, WRITE_DROPS: 10_000 };

export interface QuotaUse {
  readonly used: number;
  readonly limit: number;
  /** Milliseconds since 1970: the next midnight in Korea. */
  readonly resetsAt: number;
}

/** Daily calls an application and a category, set back at midnight Korea Standard Time. */
export class DropsQuotas {
  readonly #clock: Clock;
  readonly #used = new Map<string, { day: number; used: number }>();
  /** May be changed while the simulator runs. */
  amounts: QuotaAmounts;

  constructor(clock: Clock, amounts: QuotaAmounts) {
    this.#clock = clock;
    this.amounts = amounts;
  }

  /** Counts one call. Answers false, and counts nothing, when the day's amount is used up. */
  take(application: Application, kind: QuotaKind): boolean {
    const { used, limit } = this.read(application, kind);
    if (used >= limit) return false;
    const day = kstDay(this.#clock.now());
    this.#used.set(keyOf(application, kind), { day, used: used + 1 });
    return true;
  }

  read(application: Application, kind: QuotaKind): QuotaUse {
    const now = this.#clock.now();
    const entry = this.#used.get(keyOf(application, kind));
    return {
      used: entry && entry.day === kstDay(now) ? entry.used : 0,
      limit: this.amounts[kind],
      resetsAt: nextKstMidnight(now),
    };
  }
}

function keyOf(application: Application, kind: QuotaKind): string {
  return `${kind} ${application.clientId}`;
}
