/** What the control room shows of this part, whole. */
export interface PeopleDesk {
  /** Counts changes. */
  readonly revision: number;
}

export const EMPTY_PEOPLE_DESK: PeopleDesk = { revision: 0 };
