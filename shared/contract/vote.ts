import { z } from 'zod';
import { feed } from './command.ts';

/** A vote by chat: one viewer, one vote, until the time is up or the streamer ends it. */

export const VOTE_OPTIONS = { least: 2, most: 10 } as const;
export const VOTE_LABEL_MOST = 40;
export const VOTE_TITLE_MOST = 80;
export const VOTE_SECONDS = { least: 10, most: 24 * 3_600 } as const;

/** Whose votes count. */
export const VOTERS = ['everyone', 'subscribers', 'managers'] as const;
export type Voters = (typeof VOTERS)[number];

/** `equal`: each vote is one. `months`: as many as months of subscription. `beams`: as many as beams given since it began. At least one each. */
export const VOTE_WEIGHTS = ['equal', 'months', 'beams'] as const;
export type VoteWeight = (typeof VOTE_WEIGHTS)[number];

export const voteConfigSchema = z.strictObject({
  title: z.string().trim().max(VOTE_TITLE_MOST),
  options: z
    .array(z.string().trim().min(1).max(VOTE_LABEL_MOST))
    .min(VOTE_OPTIONS.least)
    .max(VOTE_OPTIONS.most),
  voters: z.enum(VOTERS),
  /** Whether a viewer may vote again, which replaces the vote before. */
  changeable: z.boolean(),
  weight: z.enum(VOTE_WEIGHTS),
  /** null: until the streamer ends it. */
  seconds: z.number().int().min(VOTE_SECONDS.least).max(VOTE_SECONDS.most).nullable(),
  /** Says in chat how to vote, and the result. */
  announce: z.boolean(),
});
export type VoteConfig = z.infer<typeof voteConfigSchema>;

export interface VoteOption {
  readonly label: string;
  /** With their weights. */
  readonly votes: number;
}

/** A vote as pages and viewers see it. */
export interface VoteView extends Pick<VoteConfig, 'title' | 'voters' | 'weight' | 'changeable'> {
  readonly id: number;
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

export interface VoteState {
  /** The vote that runs, or whose result is shown; null: none. */
  readonly vote: VoteView | null;
  /** What the last vote was set to; null: there was none. */
  readonly last: VoteConfig | null;
}

export const VOTE_FEED = feed<VoteState>({ everyMs: 250 });

export const VOTE_COMMANDS = {
  /** Begins a vote. Fails while one runs, and where two options look alike. */
  'vote.begin': { args: voteConfigSchema },
  /** Ends the vote that runs; its result stays. */
  'vote.end': { args: z.strictObject({}) },
  /** More time for the vote that runs. Fails without a time limit. */
  'vote.extend': { args: z.strictObject({ seconds: z.number().int().min(1).max(3_600) }) },
  /** Takes the result off the overlay. */
  'vote.clear': { args: z.strictObject({}) },
} as const;
