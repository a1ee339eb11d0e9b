/** What the control room shows of this part, whole. */
export interface CareDesk {
  /** Counts changes. */
  readonly revision: number;
}

export const EMPTY_CARE_DESK: CareDesk = { revision: 0 };
