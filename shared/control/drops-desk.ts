/** What the control room shows of this part, whole. */
export interface DropsDesk {
  /** Counts changes. */
  readonly revision: number;
}

export const EMPTY_DROPS_DESK: DropsDesk = { revision: 0 };
