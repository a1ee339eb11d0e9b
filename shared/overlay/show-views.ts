import type { CountersView } from '../contract/counters.ts';
import type { DrawView } from '../contract/draw.ts';
import type { MissionsView } from '../contract/missions.ts';
import type { PlayersView } from '../contract/players.ts';
import type { SubathonView } from '../contract/subathon.ts';
import type { WheelView } from '../contract/wheel.ts';

/** The activities of the show kit as viewers see them, without any schema: their pages use it too. */

/** Whose votes count. Followers are those whom the app knows of, and subscribers. */
export const VOTERS = ['everyone', 'followers', 'subscribers', 'managers'] as const;
export type Voters = (typeof VOTERS)[number];

/** `equal`: each vote is one. `months`: as many as months of subscription. `beams`: as many as beams given since it began. At least one each. */
export const VOTE_WEIGHTS = ['equal', 'months', 'beams'] as const;
export type VoteWeight = (typeof VOTE_WEIGHTS)[number];

export interface VoteOption {
  readonly label: string;
  /** With their weights. */
  readonly votes: number;
}

/** A vote as pages and viewers see it. */
export interface VoteView {
  readonly id: number;
  /** Empty: it has none. */
  readonly title: string;
  readonly voters: Voters;
  readonly weight: VoteWeight;
  readonly changeable: boolean;
  readonly options: readonly VoteOption[];
  /** Viewers who voted. */
  readonly voterCount: number;
  /** Epoch milliseconds; null: until the streamer ends it. */
  readonly endsAt: number | null;
  /** null while it runs. */
  readonly endedAt: number | null;
  /** Places in `options` with the most votes, once it is over; several: a tie; none: nobody voted. */
  readonly winners: readonly number[];
}

/** By kind; null: there is nothing to be seen of it. */
export interface ShowViews {
  readonly vote: VoteView | null;
  readonly draw: DrawView | null;
  readonly players: PlayersView | null;
  readonly counters: CountersView | null;
  readonly subathon: SubathonView | null;
  readonly missions: MissionsView | null;
  readonly wheel: WheelView | null;
}

export const NO_SHOWS: ShowViews = {
  vote: null,
  draw: null,
  players: null,
  counters: null,
  subathon: null,
  missions: null,
  wheel: null,
};
