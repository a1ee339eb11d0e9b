import type { AmountBar, ReceiptTotal, Supporter } from '../../../shared/contract/reports.ts';
import { addSums, compareSums, isAboveZero } from '../../../shared/exact-sum.ts';
import type { AmountCount, GivenSum, ReportRepository } from './report-repository.ts';
import type { Period } from './row-pages.ts';

/** Events read without a pause; takes about twenty milliseconds. */
const ROWS_AT_ONCE = 20_000;

/** Yields to other work. */
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
    by: 'donation' | 'cheering',
    limit: number,
  ): Promise<{ readonly supporters: readonly Supporter[]; readonly all: number }> {
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
    return { supporters, all: ranked.length };
  }

  /** Number of gifts by amount, in steps of 1, 2, 5, 10, 20, 50 and so on. */
  async amounts(period: Period): Promise<readonly AmountBar[]> {
    const bars = new Map<string, AmountBar>();
    await this.#each(period, (part) => {
      for (const one of this.#repository.amounts(part)) {
        const { least, most } = stepOf(one.amount);
        const key = `${one.sort} ${one.currency} ${least}`;
        const count = (bars.get(key)?.count ?? 0) + one.count;
        bars.set(key, { ...barOf(one), least, most, count });
      }
    });
    return [...bars.values()].sort(
      (a, b) => compare(a.sort, b.sort) || compare(a.currency, b.currency) || a.least - b.least,
    );
  }

  async receipts(period: Period): Promise<readonly ReceiptTotal[]> {
    const counts = new Map<string, ReceiptTotal>();
    await this.#each(period, (part) => {
      for (const { state, note, count } of this.#repository.receipts(part)) {
        const key = `${state} ${note}`;
        counts.set(key, { state, note, count: (counts.get(key)?.count ?? 0) + count });
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

function barOf({ sort, currency }: AmountCount) {
  return { sort, currency };
}

/** The step that contains an amount; amounts of 0 or less are a step of their own. */
export function stepOf(amount: number): { readonly least: number; readonly most: number } {
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
