import { z } from 'zod';
import type { VoteOption } from '../overlay/show-views.ts';
import { feed, LONG_READ } from './command.ts';

/** The show kit: what all its activities have in common. */

export const ACTIVITY_KINDS = [
  'vote',
  'draw',
  'players',
  'subathon',
  'missions',
  'counters',
  'chatCommands',
  'wheel',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The platform names no limit: so many messages in a window, halved where it refuses. */
export const BUCKET = { most: 20, least: 1, windowMs: 30_000 } as const;

export interface ShowState {
  /** Activities say nothing in chat until it is switched off; messages meanwhile are not sent later. */
  readonly quiet: boolean;
  /** Messages that wait for their turn. */
  readonly waiting: number;
  /** Messages that may be sent in 30 seconds: 20, or fewer after the platform asked to slow down. */
  readonly pace: number;
  /** Messages of the last hour that the platform refused. */
  readonly refused: number;
}

/** How an activity came out. Empty names: taken out. */
export type ActivityOutcome =
  | {
      readonly kind: 'vote';
      readonly title: string;
      readonly options: readonly VoteOption[];
      /** Places in `options`. Several: a tie; none: nobody voted. */
      readonly winners: readonly number[];
      readonly voters: number;
    }
  | {
      readonly kind: 'draw';
      readonly title: string;
      readonly winners: readonly string[];
      readonly entrants: number;
    }
  | { readonly kind: 'players'; readonly title: string; readonly turns: number }
  | { readonly kind: 'wheel'; readonly title: string; readonly spins: number }
  | { readonly kind: 'subathon'; readonly title: string; readonly addedMs: number }
  | { readonly kind: 'missions'; readonly success: number; readonly failed: number };

/** An activity that is over. */
export interface PastActivity {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly beganAt: number;
  readonly endedAt: number;
  readonly outcome: ActivityOutcome;
}

/** Rows of the list of past activities that are read at once. */
export const PAST_PAGE = 20;

const id = z.number().int().min(1);

export const SHOW_FEED = feed<ShowState>({ everyMs: 250 });

export const SHOW_COMMANDS = {
  'show.set-quiet': { args: z.strictObject({ quiet: z.boolean() }) },
  /** Activities that are over, newest first. `before`: only older ones; `next`: the next `before`. */
  'show.past': {
    args: z.strictObject({ before: id.nullable() }),
    result: z.object({ rows: z.array(z.custom<PastActivity>()).readonly(), next: id.nullable() }),
    time: LONG_READ,
  },
} as const;
