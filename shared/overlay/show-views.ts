import type { VoteView } from '../contract/vote.ts';

/** The activities of the show kit as viewers see them; null: there is none to be seen. */
export interface ShowViews {
  readonly vote: VoteView | null;
}

export const NO_SHOWS: ShowViews = { vote: null };
