import { z } from 'zod';
import { LANGUAGES } from '../locales/index.ts';
import type { Text } from '../locales/text.ts';
import { feed, LONG_READ, LONG_WRITE, nothing } from './command.ts';

/**
 * Marks of a recording for whoever edits it: where alerts, chat peaks, and the streamer's own marks
 * are, on the recording's time. Positions are milliseconds from its first frame, pauses left out.
 */

export const MARK_KINDS = [
  'alert',
  'draw',
  'chat-peak',
  'hand',
  'replay',
  'vote-end',
  'show-draw',
  'subathon-end',
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Set by the show kit, with the title of what it was. */
export type ShowMark = Extract<MarkKind, 'vote-end' | 'show-draw' | 'subathon-end'>;

export const MARK_FORMATS = ['edl', 'fcpxml', 'csv', 'youtube'] as const;
export type MarkFormat = (typeof MARK_FORMATS)[number];

/** File endings of the formats. */
export const MARK_ENDINGS: Readonly<Record<MarkFormat, string>> = {
  edl: 'edl',
  fcpxml: 'fcpxml',
  csv: 'csv',
  youtube: 'txt',
};

/** Names of export files: valid on every system, without a folder. */
export const MARKS_FILE = /^stagelight-marks-[\w-]{1,80}\.(edl|fcpxml|csv|txt)$/;

/** Most beams that a rule can ask for. */
export const REPLAY_BEAMS_MOST = 1_000_000_000;

const replayFrom = z.number().int().min(1).max(REPLAY_BEAMS_MOST).nullable();

export const marksSettingsSchema = z.object({
  /** Chat that is far above its usual pace becomes a mark. */
  chatPeaks: z.boolean().default(true),
  /** Marks become chapters of the recorded file too, where OBS can. */
  chapters: z.boolean().default(false),
  /** A donation of at least so many beams saves OBS's replay buffer; null: none does. */
  replayFrom: replayFrom.default(null),
});
export type MarksSettings = z.infer<typeof marksSettingsSchema>;

const mark = z.object({
  id: z.number().int(),
  kind: z.enum(MARK_KINDS),
  /** Milliseconds on the recording; null: none was running (a saved replay). */
  at: z.number().nullable(),
  /** Epoch milliseconds. */
  setAt: z.number(),
  label: z.custom<Text>(),
});
export type MarkView = z.infer<typeof mark>;

const recording = z.object({
  id: z.number().int(),
  /** Epoch milliseconds. */
  beganAt: z.number(),
  /** null while it runs. */
  endedAt: z.number().nullable(),
  /** Milliseconds, pauses left out. */
  duration: z.number(),
  /** Names without folders, in their order; empty: OBS has not told yet. */
  files: z.array(z.string()).readonly(),
  /** Whether its beginning was seen; else marks may be some frames off. */
  exact: z.boolean(),
  marks: z.number().int(),
});
export type RecordingView = z.infer<typeof recording>;

export interface MarksState {
  /** The recording under way; null: none, or OBS is not connected. */
  readonly recording:
    | (Pick<RecordingView, 'id' | 'exact' | 'marks'> & {
        readonly paused: boolean;
        readonly file: string | null;
      })
    | null;
  readonly replayBuffer: 'unknown' | 'off' | 'on';
  /** Whether this OBS can write chapters into a file; null: not known yet. */
  readonly canChapter: boolean | null;
  readonly settings: MarksSettings;
  /** When a rule last wanted a replay that OBS could not save, epoch milliseconds; null: never. */
  readonly replayMissedAt: number | null;
  /** Changes with every change of recordings, marks, and replays. */
  readonly revision: number;
}

export const MARKS_FEED = feed<MarksState>({ everyMs: 200 });

const id = z.number().int().min(1);

export const MARKS_COMMANDS = {
  /** Sets a mark now. Fails if OBS does not record. */
  'marks.add': { args: nothing },
  /** Latest first. `before`: only those older than this id. */
  'marks.recordings': {
    args: z.strictObject({ before: id.optional(), limit: z.number().int().min(1).max(100) }),
    result: z.object({ recordings: z.array(recording).readonly() }),
    time: LONG_READ,
  },
  /** In the order of the recording. */
  'marks.list': {
    args: z.strictObject({ recording: id }),
    result: z.object({ marks: z.array(mark).readonly() }),
    time: LONG_READ,
  },
  /** Saved replays, latest first. */
  'marks.replays': {
    args: nothing,
    result: z.object({ replays: z.array(mark).readonly() }),
    time: LONG_READ,
  },
  /** Takes one mark away. */
  'marks.remove': { args: z.strictObject({ id }) },
  /** Forgets a recording and its marks; the file itself stays. */
  'marks.remove-recording': { args: z.strictObject({ recording: id }) },
  /** The whole file as text, or empty if `file` was written below the data folder. */
  'marks.export': {
    args: z.strictObject({
      recording: id,
      format: z.enum(MARK_FORMATS),
      language: z.enum(LANGUAGES),
      file: z.string().regex(MARKS_FILE).optional(),
    }),
    result: z.object({ text: z.string(), marks: z.number().int() }),
    time: LONG_WRITE,
  },
  /** Saves OBS's replay buffer. Fails if it is not running. */
  'marks.save-replay': { args: nothing },
  'marks.set': {
    args: z.strictObject({
      chatPeaks: z.boolean().optional(),
      chapters: z.boolean().optional(),
      replayFrom: replayFrom.optional(),
    }),
  },
} as const;
