import { z } from 'zod';
import { feed } from './command.ts';

/** The queue of viewers who want to play along: who joins by chat, who is called, who plays now. */

export const PLAYERS_TITLE_MOST = 60;
/** Viewers who can wait. */
export const PLAYERS_SIZE = { least: 1, most: 300 } as const;
/** Players who are called together. */
export const PLAYERS_TEAM = { least: 1, most: 20 } as const;
/** Players at once, with those called in addition. */
export const PLAYERS_NOW_MOST = 40;
/** Characters of what a viewer writes behind `!join`. */
export const PLAYERS_WORD_MOST = 30;
export const PLAYERS_NOTE_MOST = 100;
/** Those next that viewers see. */
export const PLAYERS_NEXT_MOST = 20;

/** Who waits in front of the others. `firsts`: who never played along before. */
export const PLAYERS_PRIORITIES = ['none', 'subscribers', 'firsts'] as const;
export type PlayersPriority = (typeof PLAYERS_PRIORITIES)[number];

export const playersConfigSchema = z.strictObject({
  title: z.string().trim().max(PLAYERS_TITLE_MOST),
  size: z.number().int().min(PLAYERS_SIZE.least).max(PLAYERS_SIZE.most),
  /** As many are called at once. */
  team: z.number().int().min(PLAYERS_TEAM.least).max(PLAYERS_TEAM.most),
  priority: z.enum(PLAYERS_PRIORITIES),
  /** Who has played cannot join again until the next queue. */
  once: z.boolean(),
  /** Says in chat how to join, who is called, and places to those who ask. */
  announce: z.boolean(),
});
export type PlayersConfig = z.infer<typeof playersConfigSchema>;

/** A viewer in the queue. `id` is theirs for this turn; who joins again has another. */
export interface PlayerView {
  readonly id: number;
  readonly name: string;
  /** What they wrote with their command, such as a name in the game; often empty. */
  readonly word: string;
}

export interface PlayerRow extends PlayerView {
  /** The streamer's own; viewers never see it. */
  readonly note: string;
  readonly subscriber: boolean;
  /** Never played along before. */
  readonly first: boolean;
}

/** The queue as viewers see it. */
export interface PlayersView {
  readonly id: number;
  readonly title: string;
  /** Viewers can join. */
  readonly open: boolean;
  readonly team: number;
  readonly now: readonly PlayerView[];
  /** The first of those who wait. */
  readonly next: readonly PlayerView[];
  readonly waiting: number;
}

/** The queue as the streamer sees it. */
export interface PlayersDesk extends PlayersConfig {
  readonly id: number;
  readonly open: boolean;
  readonly now: readonly PlayerRow[];
  readonly queue: readonly PlayerRow[];
  /** Turns that were played to their end. */
  readonly played: number;
}

export interface PlayersState {
  /** null: none runs. */
  readonly desk: PlayersDesk | null;
  /** What the last queue was set to; null: there was none. */
  readonly last: PlayersConfig | null;
}

export const PLAYERS_FEED = feed<PlayersState>({ everyMs: 250 });

const player = z.number().int();
const none = z.strictObject({});

export const PLAYERS_COMMANDS = {
  /** Begins a queue, open to join. Fails while one runs. */
  'players.begin': { args: playersConfigSchema },
  'players.end': { args: none },
  'players.open': { args: z.strictObject({ open: z.boolean() }) },
  /** Calls the next ones. Those who play now are done, unless the called ones join them. */
  'players.call': {
    args: z.strictObject({
      count: z.number().int().min(PLAYERS_TEAM.least).max(PLAYERS_TEAM.most),
      more: z.boolean(),
    }),
  },
  /** Calls one who waits, to those who play now. */
  'players.pick': { args: z.strictObject({ player }) },
  /** Those who play now have played. */
  'players.done': { args: none },
  /** One who was called did not come. */
  'players.absent': { args: z.strictObject({ player, to: z.enum(['end', 'out']) }) },
  /** To a place in the queue, from 0. */
  'players.move': { args: z.strictObject({ player, to: z.number().int().min(0) }) },
  'players.remove': { args: z.strictObject({ player }) },
  /** Stays with the viewer from queue to queue. Empty: none. */
  'players.note': {
    args: z.strictObject({ player, note: z.string().trim().max(PLAYERS_NOTE_MOST) }),
  },
} as const;
