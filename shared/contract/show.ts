import { z } from 'zod';
import { feed } from './command.ts';

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

export const SHOW_FEED = feed<ShowState>({ everyMs: 250 });

export const SHOW_COMMANDS = {
  'show.set-quiet': { args: z.strictObject({ quiet: z.boolean() }) },
} as const;
