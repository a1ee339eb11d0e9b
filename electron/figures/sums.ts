import type { ValuedEvent } from '../../shared/events.ts';
import { addSums, type ExactSum } from '../../shared/exact-sum.ts';
import type { PeriodTotals } from '../../shared/overlay/figures.ts';
import type { FigureBooks } from '../ledger/ports.ts';
import type { EventColumns } from '../ledger/rows.ts';

/** The three totals since a moment: once from the books, then kept up with every event. */
export class Sums {
  readonly #from: number;
  readonly #upTo: number;
  readonly #shop: Map<string, ExactSum>;
  #donationBeams: ExactSum;
  #cheeringBeams: ExactSum;

  /**
   * @param from epoch milliseconds of arrival, included.
   * @param upTo number of the last event that the books already hold.
   * @throws LedgerError
   */
  constructor(books: Pick<FigureBooks, 'totalsSince'>, from: number, upTo: number) {
    const { donationBeams, cheeringBeams, shopMoney } = books.totalsSince(from);
    this.#from = from;
    this.#upTo = upTo;
    this.#donationBeams = donationBeams;
    this.#cheeringBeams = cheeringBeams;
    this.#shop = new Map(Object.entries(shopMoney));
  }

  get donationBeams(): ExactSum {
    return this.#donationBeams;
  }

  get totals(): PeriodTotals {
    return {
      donationBeams: this.#donationBeams,
      cheeringBeams: this.#cheeringBeams,
      shop: Object.fromEntries([...this.#shop].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  /** @param columns of this event, as the books have them. */
  add(event: ValuedEvent, columns: EventColumns): void {
    if (event.seq <= this.#upTo || event.receivedAt < this.#from) return;
    const { beams, donationType, amountMinor, currency } = columns;
    if (beams !== null && donationType === 'CHEERING') {
      this.#cheeringBeams = addSums(this.#cheeringBeams, beams);
    } else if (beams !== null) {
      this.#donationBeams = addSums(this.#donationBeams, beams);
    }
    if (amountMinor !== null && currency !== null) {
      this.#shop.set(currency, addSums(this.#shop.get(currency) ?? 0, amountMinor));
    }
  }
}
