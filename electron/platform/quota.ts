import { type Clock, toIsoTime } from '../base/clock.ts';
import { SPEC_LIMITS } from './limits.ts';
import type { QuotaCategory } from './operations.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The drops quota that this run has used today. */
export interface QuotaUse {
  /** The day in Korea Standard Time, YYYY-MM-DD. */
  readonly day: string;
  readonly readDrops: number;
  readonly writeDrops: number;
  /** The platform's next midnight in Korea, by this computer's clock, epoch milliseconds. */
  readonly resetsAt: number;
}

/** Repeated and refused requests count, too: limits are not public, so rather too high. */
export class QuotaCounters {
  readonly #clock: Clock;
  readonly #platformNow: () => number;
  #day = Number.NaN;
  #counts: Record<QuotaCategory, number> = { READ_DROPS: 0, WRITE_DROPS: 0 };

  /** `platformNow`: the platform's time, epoch milliseconds, if it differs from the clock's. */
  constructor(clock: Clock, platformNow: () => number = () => clock.now()) {
    this.#clock = clock;
    this.#platformNow = platformNow;
  }

  count(category: QuotaCategory): void {
    this.#turn();
    this.#counts[category] += 1;
  }

  get use(): QuotaUse {
    this.#turn();
    const midnight = (this.#day + 1) * DAY_MS - SPEC_LIMITS.quotaZoneOffsetMs;
    return {
      day: toIsoTime(this.#day * DAY_MS).slice(0, 10),
      readDrops: this.#counts.READ_DROPS,
      writeDrops: this.#counts.WRITE_DROPS,
      resetsAt: midnight + this.#clock.now() - this.#platformNow(),
    };
  }

  #turn(): void {
    const day = Math.floor((this.#platformNow() + SPEC_LIMITS.quotaZoneOffsetMs) / DAY_MS);
    if (day === this.#day) return;
    this.#day = day;
    this.#counts = { READ_DROPS: 0, WRITE_DROPS: 0 };
  }
}
