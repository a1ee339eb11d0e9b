import type { LiveTotals } from '../../../shared/contract/live.ts';
import { isValued, type StageEvent, type ValuedEvent } from '../../../shared/events.ts';
import { addSums } from '../../../shared/exact-sum.ts';
import type { Logger } from '../../base/log.ts';
import { columnsOf } from '../../storage/rows.ts';
import type { FigureRepository } from '../overlay/index.ts';
import type { ViewerRepository } from './viewer-repository.ts';

export interface LiveCountsOptions {
  readonly figures: Pick<FigureRepository, 'totalsSince'>;
  readonly viewers: Pick<ViewerRepository, 'countsSince'>;
  /** Number of the last event handed to the ledger. */
  readonly lastSeq: () => number;
  readonly log: Logger;
}

/** Totals since a given time: read once from the ledger, then updated with every event. */
export class LiveCounts {
  readonly #options: LiveCountsOptions;
  #from = 0;
  #upTo = 0;
  #totals: LiveTotals | null = null;

  constructor(options: LiveCountsOptions) {
    this.#options = options;
  }

  /** null: the ledger could not be read. */
  get totals(): LiveTotals | null {
    return this.#totals;
  }

  /** Counts from this time of arrival (epoch milliseconds, inclusive). */
  begin(from: number): void {
    const { figures, viewers, lastSeq, log } = this.#options;
    this.#from = from;
    this.#upTo = lastSeq();
    this.#totals = null;
    try {
      const { donationBeams, cheeringBeams, shopMoney: shop } = figures.totalsSince(from);
      this.#totals = { donationBeams, cheeringBeams, shop, ...viewers.countsSince(from) };
    } catch (failure) {
      log.error('the totals of the broadcast could not be read', { failure });
    }
  }

  /** Returns whether the totals changed. Tests do not count. */
  add(events: readonly StageEvent[]): boolean {
    const before = this.#totals;
    for (const event of events) {
      if (!isValued(event) || event.origin === 'test' || event.seq <= this.#upTo) continue;
      if (this.#totals && event.receivedAt >= this.#from) {
        this.#totals = withEvent(this.#totals, event);
      }
    }
    return this.#totals !== before;
  }
}

function withEvent(totals: LiveTotals, event: ValuedEvent): LiveTotals {
  const { beams, donationType, amountMinor, currency, drawCount } = columnsOf(event);
  switch (event.kind) {
    case 'DONATION': {
      const sum = donationType === 'CHEERING' ? 'cheeringBeams' : 'donationBeams';
      return { ...totals, [sum]: addSums(totals[sum], beams ?? 0) };
    }
    case 'SUBSCRIPTION':
      return { ...totals, subscriptions: totals.subscriptions + 1 };
    case 'DROPS':
      return {
        ...totals,
        draws: totals.draws + 1,
        winners: addSums(totals.winners, drawCount ?? 0),
      };
    case 'GOODS_PURCHASE': {
      if (amountMinor === null || currency === null) return totals;
      const money = addSums(totals.shop[currency] ?? 0, amountMinor);
      return { ...totals, shop: { ...totals.shop, [currency]: money } };
    }
  }
}
