/** What the control room shows of this part, whole. */
export interface StreamDesk {
  /** Counts changes. */
  readonly revision: number;
}

export const EMPTY_STREAM_DESK: StreamDesk = { revision: 0 };
