import type { StageEvent } from '../events.ts';
import type { ExactSum } from '../exact-sum.ts';

/**
 * What the books tell apart. Beams of donations, beams of cheering and money of the shop are never
 * added to one another; subscriptions and draws are counted.
 */
export const VALUE_SORTS = ['donation', 'cheering', 'subscription', 'draw', 'purchase'] as const;
export type ValueSort = (typeof VALUE_SORTS)[number];

/** What can be looked for: chat has no value, and is there for as long as it is kept. */
export const BOOK_SORTS = [...VALUE_SORTS, 'chat'] as const;
export type BookSort = (typeof BOOK_SORTS)[number];

/** What one event is to the books. */
export function sortOf(event: StageEvent): BookSort {
  switch (event.kind) {
    case 'CHAT':
      return 'chat';
    case 'DONATION':
      return event.data.donationType === 'CHEERING' ? 'cheering' : 'donation';
    case 'SUBSCRIPTION':
      return 'subscription';
    case 'DROPS':
      return 'draw';
    case 'GOODS_PURCHASE':
      return 'purchase';
  }
}

/** A number and how many events have it in them. */
export interface CountedSum {
  readonly count: number;
  /** How many of them do not say how much; they are counted and add nothing. */
  readonly unknown: number;
  /** Beams, smallest units of the currency, or winners. */
  readonly amount: ExactSum;
}

/** What came in, each by itself. */
export interface BookTotals {
  /** Beams of CHAT, VIDEO and other donations that are not CHEERING. */
  readonly donation: CountedSum;
  /** Beams. */
  readonly cheering: CountedSum;
  /** The amount is 0. */
  readonly subscription: CountedSum;
  /** The amount is the number of winners. */
  readonly draw: CountedSum;
  /** By currency, smallest units. */
  readonly purchase: Readonly<Record<string, CountedSum>>;
}

export const NO_SUM: CountedSum = { count: 0, unknown: 0, amount: 0 };
export const NO_TOTALS: BookTotals = {
  donation: NO_SUM,
  cheering: NO_SUM,
  subscription: NO_SUM,
  draw: NO_SUM,
  purchase: {},
};
