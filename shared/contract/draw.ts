import { z } from 'zod';
import { feed, LONG_WRITE } from './command.ts';

/** A draw among viewers, which anybody can check: docs/fairness.md. */

export const DRAW_TITLE_MOST = 80;
export const DRAW_KEYWORD_MOST = 20;
export const DRAW_NAME_MOST = 40;
/** Names of a pasted list. */
export const DRAW_NAMES_MOST = 2_000;
export const DRAW_WINNERS = { least: 1, most: 100 } as const;
export const DRAW_EXCEPT_MOST = 10;
export const DRAW_BEAMS_MOST = 1_000_000_000;
export const DRAW_SECONDS = { least: 10, most: 24 * 3_600 } as const;
export const DRAW_ANSWER_SECONDS = { least: 10, most: 600 } as const;
/** Later ones do not enter. */
export const DRAW_ENTRANTS_MOST = 50_000;

/** How viewers enter. */
export const DRAW_ENTRIES = ['keyword', 'donation', 'subscription', 'list', 'queue'] as const;
export type DrawEntryBy = (typeof DRAW_ENTRIES)[number];

/** Epoch milliseconds; null: since the draw began. */
const since = z.number().int().min(0).nullable();

const entrySchema = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('keyword'),
    keyword: z.string().trim().min(1).max(DRAW_KEYWORD_MOST),
  }),
  /** So many beams at least, all donations since then together. */
  z.strictObject({
    by: z.literal('donation'),
    beams: z.number().int().min(1).max(DRAW_BEAMS_MOST),
    since,
  }),
  z.strictObject({ by: z.literal('subscription'), since }),
  z.strictObject({
    by: z.literal('list'),
    names: z.array(z.string().trim().min(1).max(DRAW_NAME_MOST)).max(DRAW_NAMES_MOST).readonly(),
  }),
  /** Who waits in the queue of players when the draw begins. */
  z.strictObject({ by: z.literal('queue') }),
]);
export type DrawEntry = z.infer<typeof entrySchema>;

export const drawConfigSchema = z.strictObject({
  title: z.string().trim().max(DRAW_TITLE_MOST),
  entry: entrySchema,
  subscribersOnly: z.boolean(),
  /** Winners of so many draws before this one cannot enter. */
  exceptLast: z.number().int().min(0).max(DRAW_EXCEPT_MOST),
  winners: z.number().int().min(DRAW_WINNERS.least).max(DRAW_WINNERS.most),
  /** Entries close by themselves; null: when the streamer closes them. */
  seconds: z.number().int().min(DRAW_SECONDS.least).max(DRAW_SECONDS.most).nullable(),
  /** Who is drawn has to write in chat, or the next one is drawn. Not for names of a list. */
  answer: z.boolean(),
  /** Time for it; null: until the streamer passes on. */
  answerSeconds: z
    .number()
    .int()
    .min(DRAW_ANSWER_SECONDS.least)
    .max(DRAW_ANSWER_SECONDS.most)
    .nullable(),
  /** Says in chat how to enter, who is drawn, and the seed. The commitment is said always. */
  announce: z.boolean(),
});
export type DrawConfig = z.infer<typeof drawConfigSchema>;

/** `drawing`: decided, and not shown yet. `waiting`: for answers in chat. */
export type DrawPhase = 'open' | 'closed' | 'drawing' | 'waiting' | 'over';

export interface DrawnView {
  /** Their number in the list of entrants, from 1. */
  readonly entrant: number;
  /** Empty: taken out. */
  readonly name: string;
  readonly state: 'waiting' | 'won' | 'missed';
  /** When their time is up, epoch milliseconds; null: there is no clock. */
  readonly until: number | null;
}

/** A draw as pages and viewers see it. */
export interface DrawView
  extends Pick<DrawConfig, 'title' | 'subscribersOnly' | 'winners' | 'answer' | 'answerSeconds'> {
  readonly id: number;
  /** Without the names of a list. */
  readonly entry: DrawEntry;
  readonly phase: DrawPhase;
  /** SHA-256 of the seed, known since it began. */
  readonly commitment: string;
  /** null until it is over. */
  readonly seed: string | null;
  /** Epoch milliseconds; null: when the streamer closes entries, or they are closed. */
  readonly closesAt: number | null;
  readonly entrantCount: number;
  /** Nobody else can enter. */
  readonly full: boolean;
  /** Some of the entrants: the newest, or any while it draws. */
  readonly names: readonly string[];
  /** In the order in which they were drawn. */
  readonly drawn: readonly DrawnView[];
  readonly endedAt: number | null;
  /** It is off the overlay. */
  readonly cleared: boolean;
}

export interface DrawState {
  /** The newest draw, running or over; null: there was none. */
  readonly draw: DrawView | null;
  /** What it was set to, without the names of a list. */
  readonly last: DrawConfig | null;
}

export const DRAW_FEED = feed<DrawState>({ everyMs: 250 });

/** Names of export files: valid on every system, without a folder. */
export const DRAW_FILE = /^stagelight-draw-[\w-]{1,80}\.txt$/;

const nothing = z.strictObject({});
const one = z.strictObject({ entrant: z.number().int().min(1) });

export const DRAW_COMMANDS = {
  /** Opens entries, and tells the commitment. Fails while a draw runs. */
  'draw.begin': { args: drawConfigSchema },
  /** Nobody else can enter. */
  'draw.close': { args: nothing },
  /** Closes entries if they are open, and draws. Fails where nobody entered. */
  'draw.draw': { args: nothing },
  /** Who was drawn has won, whether or not they wrote in chat. */
  'draw.confirm': { args: one },
  /** Who was drawn does not answer: the next one. Only without a clock. */
  'draw.next': { args: one },
  /** Calls the draw off, or waits for no more answers. */
  'draw.end': { args: nothing },
  /** Takes it off the overlay. */
  'draw.clear': { args: nothing },
  /** All that is needed to check one that is over, the newest if `draw` is left out, as text, or empty if `file` was written below the data folder. */
  'draw.export': {
    args: z.strictObject({
      draw: z.number().int().min(1).optional(),
      file: z.string().regex(DRAW_FILE).optional(),
    }),
    result: z.object({ text: z.string() }),
    time: LONG_WRITE,
  },
} as const;
