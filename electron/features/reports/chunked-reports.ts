import type { CommandResult } from '../../../shared/contract/index.ts';
import type { AmountBar, GivenBy, ReceiptTotal } from '../../../shared/contract/reports.ts';
import { addSums, compareSums, isAboveZero } from '../../../shared/exact-sum.ts';
import type { GivenSum, ReportRepository } from './report-repository.ts';
import type { Period } from './row-pages.ts';

/** Events read without a pause; takes about twenty milliseconds. */
const ROWS_AT_ONCE = 20_000;

export type Pause = () => Promise<void>;

/** Reports that must read every event of a period: in chunks, with a pause after each. */
export class ChunkedReports {
  readonly #repository: ReportRepository;
  readonly #pause: Pause;

  constructor(repository: ReportRepository, pause: Pause) {
    this.#repository = repository;
    this.#pause = pause;
  }

  /** Top supporters; ties go to the one with fewer gifts, then by channel. */
  async supporters(
    period: Period,
    by: GivenBy,
    limit: number,
  ): Promise<CommandResult<'reports.supporters'>> {
    const sums = new Map<string, GivenSum>();
    await this.#each(period, (part) => {
      for (const given of this.#repository.given(part)) {
        const before = sums.get(given.channelId);
        sums.set(given.channelId, before ? added(before, given) : given);
      }
    });
    const beamsOf = ({ donationBeams, cheeringBeams }: GivenSum) =>
      by === 'donation' ? donationBeams : cheeringBeams;
    const ranked = [...sums.values()]
      .filter((sum) => isAboveZero(beamsOf(sum)))
      .sort(
        (a, b) =>
          compareSums(beamsOf(b), beamsOf(a)) ||
          a.count - b.count ||
          (a.channelId < b.channelId ? -1 : 1),
      );
    const supporters = ranked
      .slice(0, limit)
      .map((sum) => ({ ...sum, name: this.#repository.nameOf(sum.channelId) }));
    return { by, supporters, all: ranked.length };
  }

  /** Number of gifts by amount, in steps of 1, 2, 5, 10, 20, 50 and so on. */
  async amounts(period: Period): Promise<readonly AmountBar[]> {
    const bars = new Map<string, AmountBar>();
    await this.#each(period, (part) => {
      for (const { amount, ...counted } of this.#repository.amounts(part)) {
        const bar = { ...counted, ...stepOf(amount) };
        addCount(bars, `${bar.sort} ${bar.currency} ${bar.least}`, bar);
      }
    });
    return [...bars.values()].sort(
      (a, b) => compare(a.sort, b.sort) || compare(a.currency, b.currency) || a.least - b.least,
    );
  }

  async receipts(period: Period): Promise<readonly ReceiptTotal[]> {
    const counts = new Map<string, ReceiptTotal>();
    await this.#each(period, (part) => {
      for (const total of this.#repository.receipts(part)) {
        addCount(counts, `${total.state} ${total.note} ${total.flaw}`, total);
      }
    });
    return [...counts.values()];
  }

  async #each(period: Period, read: (part: Period) => void): Promise<void> {
    for (const part of this.#repository.parts(period, ROWS_AT_ONCE)) {
      read(part);
      await this.#pause();
    }
  }
}

function added(a: GivenSum, b: GivenSum): GivenSum {
  return {
    channelId: a.channelId,
    donationBeams: addSums(a.donationBeams, b.donationBeams),
    cheeringBeams: addSums(a.cheeringBeams, b.cheeringBeams),
    count: a.count + b.count,
  };
}

/** Adds to the count of what has the same key. */
export function addCount<T extends { readonly count: number }>(
  counts: Map<string, T>,
  key: string,
  more: T,
): void {
  counts.set(key, { ...more, count: (counts.get(key)?.count ?? 0) + more.count });
}

/** The step that contains an amount; amounts of 0 or less are a step of their own. */
function stepOf(amount: number): { readonly least: number; readonly most: number } {
  if (amount <= 0) return { least: amount, most: amount };
  const power = 10 ** Math.floor(Math.log10(amount));
  const digit = amount / power;
  if (digit >= 5) return { least: 5 * power, most: 10 * power - 1 };
  return digit >= 2
    ? { least: 2 * power, most: 5 * power - 1 }
    : { least: power, most: 2 * power - 1 };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
