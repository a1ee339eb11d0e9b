import type { Problem } from '../problem.ts';
import type {
  ChatFields,
  LiveFields,
  StreamFieldName,
  StreamFields,
  StreamPreset,
  UnreadFields,
} from './stream-fields.ts';

/** What the platform said, and when it was read (epoch milliseconds). */
export interface ReadAt<T> {
  readonly value: T;
  readonly readAt: number;
}

/** Whether the channel is on the air. */
export interface LiveNow {
  readonly isLive: boolean;
  readonly title: string | null;
  /** Epoch milliseconds; null: the platform did not say. */
  readonly openedAt: number | null;
  /** null: the channel is not among those the platform lists first. */
  readonly viewers: number | null;
}

/** `us`: from one of this app's dashboards; `elsewhere`: found out by reading. */
export type ChangedBy = 'us' | 'elsewhere';

/** One field that got another value. */
export type StreamChangeEntry = {
  readonly [F in StreamFieldName]: {
    readonly id: number;
    /** Epoch milliseconds: when it was set, or when it was found out. */
    readonly at: number;
    readonly by: ChangedBy;
    readonly field: F;
    /** null: it was not known. */
    readonly before: { readonly value: StreamFields[F] } | null;
    readonly after: StreamFields[F];
  };
}[StreamFieldName];

/** What undoing would set. */
export type UndoStep = {
  readonly [F in StreamFieldName]: {
    readonly field: F;
    readonly now: StreamFields[F];
    readonly back: StreamFields[F];
  };
}[StreamFieldName];

/** The last change of ours, as far as nobody has changed it since. */
export interface StreamUndo {
  readonly id: number;
  readonly at: number;
  readonly steps: readonly UndoStep[];
}

/** Why a part could not be read last; null: it could, or nobody asked. */
export interface StreamProblems {
  readonly settings: Problem | null;
  readonly chat: Problem | null;
  readonly live: Problem | null;
}

/** Fields that no reading answers: what the platform took last, and when; null: not known. */
export type SetByUs = {
  readonly [F in keyof UnreadFields]: {
    readonly value: UnreadFields[F];
    /** Epoch milliseconds. */
    readonly setAt: number;
  } | null;
};

/** Stream and chat settings as far as they are known, whole. */
export interface StreamDesk {
  /** Counts changes. */
  readonly revision: number;
  /** null: never read. */
  readonly settings: ReadAt<LiveFields> | null;
  /** null: never read. */
  readonly chat: ReadAt<ChatFields> | null;
  readonly live: ReadAt<LiveNow> | null;
  readonly setByUs: SetByUs;
  /** Of the same fields: what was sent last without an answer, and may hold; null: nothing is in doubt. */
  readonly unsure: SetByUs;
  readonly presets: readonly StreamPreset[];
  readonly undo: StreamUndo | null;
  /** The latest first. */
  readonly log: readonly StreamChangeEntry[];
  readonly problems: StreamProblems;
  /** Whether something is being read right now. */
  readonly reading: boolean;
}

export const EMPTY_STREAM_DESK: StreamDesk = {
  revision: 0,
  settings: null,
  chat: null,
  live: null,
  setByUs: { chatEmojiMode: null, chatSlowModeSec: null },
  unsure: { chatEmojiMode: null, chatSlowModeSec: null },
  presets: [],
  undo: null,
  log: [],
  problems: { settings: null, chat: null, live: null },
  reading: false,
};
