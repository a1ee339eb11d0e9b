import { z } from 'zod';
import { VOTE_WEIGHTS, VOTERS, type VoteView } from '../overlay/show-views.ts';
import { feed, nothing } from './command.ts';

/** A vote by chat: one viewer, one vote, until the time is up or the streamer ends it. */

export const VOTE_OPTIONS = { least: 2, most: 10 } as const;
export const VOTE_LABEL_MOST = 40;
export const VOTE_TITLE_MOST = 80;
export const VOTE_SECONDS = { least: 10, most: 24 * 3_600 } as const;

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
  /** Begins a vote that is set as the last one. Fails while one runs, and where there was none. */
  'vote.again': { args: nothing },
  /** Ends the vote that runs; its result stays. */
  'vote.end': { args: nothing },
  /** More time for the vote that runs. Fails without a time limit. */
  'vote.extend': { args: z.strictObject({ seconds: z.number().int().min(1).max(3_600) }) },
  /** Takes the result off the overlay. */
  'vote.clear': { args: nothing },
} as const;
