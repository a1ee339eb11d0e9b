import { z } from 'zod';
import { feed, LONG_WRITE } from './command.ts';

/** A wheel of named sections, which anybody can check: docs/fairness.md. */

export const WHEEL_TITLE_MOST = 80;
export const WHEEL_NAME_MOST = 40;
export const WHEEL_SECTIONS = { least: 2, most: 1_000 } as const;
/** All sections together stay below 2³²: whole numbers that are exact everywhere. */
export const WHEEL_WEIGHT = { least: 1, most: 1_000_000 } as const;
export const WHEEL_SECONDS = { least: 2, most: 20 } as const;
export const WHEEL_BEAMS_MOST = 1_000_000_000;
/** Of one wheel; then a new one is needed. */
export const WHEEL_SPINS_MOST = 5_000;
/** Donations that wait for their spin; later ones are counted, and do not spin. */
export const WHEEL_WAITING_MOST = 200;
/** Spins that pages are told of. */
export const WHEEL_SPINS_SHOWN = 100;

const sectionSchema = z.strictObject({
  name: z.string().trim().min(1).max(WHEEL_NAME_MOST),
  weight: z.number().int().min(WHEEL_WEIGHT.least).max(WHEEL_WEIGHT.most),
});
export type WheelSection = z.infer<typeof sectionSchema>;

export const wheelConfigSchema = z.strictObject({
  title: z.string().trim().max(WHEEL_TITLE_MOST),
  sections: z.array(sectionSchema).min(WHEEL_SECTIONS.least).max(WHEEL_SECTIONS.most).readonly(),
  /** How long it turns. */
  seconds: z.number().int().min(WHEEL_SECONDS.least).max(WHEEL_SECONDS.most),
  /** Managers and the streamer spin it by a chat command. */
  byChat: z.boolean(),
  /** Each donation of so many beams at least spins it; null: none does. */
  beams: z.number().int().min(1).max(WHEEL_BEAMS_MOST).nullable(),
  /** Says in chat what binds it, where it stopped, and the seed. */
  announce: z.boolean(),
});
export type WheelConfig = z.infer<typeof wheelConfigSchema>;

export const WHEEL_SPINNERS = ['page', 'hotkey', 'manager', 'donation'] as const;
export type WheelSpinner = (typeof WHEEL_SPINNERS)[number];

/** Sections beside each other that are drawn as one. */
export interface WheelSlice {
  /** Of the first of them. */
  readonly name: string;
  /** How many sections it is. */
  readonly count: number;
  readonly weight: number;
}

/** The newest spin as viewers see it. */
export interface WheelTurn {
  /** From 1. */
  readonly n: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly ms: number;
  /** Where on the circle the pointer stood, and where it will stand: shares of it, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Who asked for it; null: the streamer, or nobody who is known. */
  readonly name: string | null;
  readonly by: WheelSpinner;
  /** Where it stopped; null: it turns. */
  readonly result: WheelSection | null;
}

/** A wheel as pages and viewers see it. */
export interface WheelView {
  readonly id: number;
  /** Empty: it has none. */
  readonly title: string;
  /** SHA-256 of the seed, known since it was made. */
  readonly commitment: string;
  /** null until it is put away. */
  readonly seed: string | null;
  /** Of all sections. */
  readonly weight: number;
  readonly sectionCount: number;
  /** Weights of the least and the most likely section. */
  readonly least: number;
  readonly most: number;
  /** All of it, clockwise. */
  readonly slices: readonly WheelSlice[];
  /** null: it has not been spun. */
  readonly turn: WheelTurn | null;
  /** Donations whose spin comes later. */
  readonly waiting: number;
  readonly endedAt: number | null;
}

export interface WheelSpinRow {
  /** The number of its wheel. */
  readonly wheel: number;
  readonly n: number;
  readonly at: number;
  readonly by: WheelSpinner;
  /** Who asked for it; null: the streamer, or nobody who is known. */
  readonly name: string | null;
  /** Of the donation; null: it was none. */
  readonly beams: number | null;
  readonly section: string;
}

/** What proves a wheel that was put away. */
export interface WheelProof {
  readonly id: number;
  readonly commitment: string;
  readonly seed: string;
}

export interface WheelState {
  /** The newest wheel, also one that was put away; null: there was none. */
  readonly wheel: WheelView | null;
  /** What it is set to, with all sections. */
  readonly config: WheelConfig | null;
  /** Newest first, also those of wheels before. The one that turns comes once it has stopped. */
  readonly spins: readonly WheelSpinRow[];
  /** The wheel before this one. */
  readonly before: WheelProof | null;
  /** Donations for whose spin there was no room. */
  readonly missed: number;
}

export const WHEEL_FEED = feed<WheelState>({ everyMs: 250 });

/** Names of export files: valid on every system, without a folder. */
export const WHEEL_FILE = /^stagelight-wheel-[\w-]{1,80}\.txt$/;

const nothing = z.strictObject({});

export const WHEEL_COMMANDS = {
  /**
   * Makes a wheel, and tells its commitment. A wheel that is there keeps its sections and changes the
   * rest, or is put away for the new one; then nothing may turn or wait.
   */
  'wheel.save': { args: wheelConfigSchema },
  /** Fails while it turns, or donations wait for their spin. */
  'wheel.spin': { args: nothing },
  /** Donations that wait do not spin it. */
  'wheel.drop': { args: nothing },
  /** Puts it away, and tells its seed. Fails while it turns, or donations wait. */
  'wheel.end': { args: nothing },
  /** All that is needed to check it, as text, or empty if `file` was written below the data folder. */
  'wheel.export': {
    args: z.strictObject({
      wheel: z.number().int().min(1),
      file: z.string().regex(WHEEL_FILE).optional(),
    }),
    result: z.object({ text: z.string() }),
    time: LONG_WRITE,
  },
} as const;
