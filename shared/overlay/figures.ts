import type { ExactSum } from '../exact-sum.ts';

/** Sums that widgets show, by the widget's id; worked out by the core from the ledger. */
export interface Figures {
  readonly goals: Readonly<Record<string, { readonly beams: ExactSum }>>;
  /** Most beams first. */
  readonly supporters: Readonly<Record<string, readonly Supporter[]>>;
  readonly totals: Readonly<Record<string, PeriodTotals>>;
}

export interface Supporter {
  readonly name: string;
  readonly beams: ExactSum;
}

/** Beams, cheering beams and money are never added together. */
export interface PeriodTotals {
  readonly donationBeams: ExactSum;
  readonly cheeringBeams: ExactSum;
  /** Smallest units by currency. */
  readonly shop: Readonly<Record<string, ExactSum>>;
}

export const NO_FIGURES: Figures = { goals: {}, supporters: {}, totals: {} };
