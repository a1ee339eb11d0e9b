import type { LiveTotals } from '../../../shared/contract/live.ts';
import { isValued, type StageEvent, type ValuedEvent } from '../../../shared/events.ts';
import { addSums } from '../../../shared/exact-sum.ts';
import type { Logger } from '../../base/log.ts';
import { columnsOf } from '../../storage/rows.ts';
import { addedTo, type FigureRepository } from '../overlay/index.ts';
import type { ViewerRepository } from './viewer-repository.ts';

interface LiveCountsOptions {
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
  const columns = columnsOf(event);
  if (event.kind === 'SUBSCRIPTION') {
    return { ...totals, subscriptions: totals.subscriptions + 1 };
  }
  if (event.kind === 'DROPS') {
    const winners = addSums(totals.winners, columns.drawCount ?? 0);
    return { ...totals, draws: totals.draws + 1, winners };
  }
  return addedTo(totals, columns);
}
