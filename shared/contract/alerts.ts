import { z } from 'zod';
import type { StageEvent, ValuedKind } from '../events.ts';
import type { AppReading } from '../overlay/reading.ts';
import { testPlaySchema } from '../test-play.ts';
import { feed, nothing } from './command.ts';

/** The alert queue as the dashboard shows it; sent whole on every change. */
export interface AlertsState {
  readonly paused: boolean;
  readonly muted: boolean;
  /** How far behind the queue is, milliseconds: what waits takes so long, held ones not counted. */
  readonly behindMs: number;
  readonly playing: ListedAlert | null;
  /** Next first, at most `ALERTS_LISTED`. */
  readonly waiting: readonly ListedAlert[];
  readonly waitingCount: number;
  /** Held for a look: oldest first, at most `ALERTS_LISTED`. */
  readonly held: readonly ListedAlert[];
  readonly heldCount: number;
  /** Whose time passed with nobody to see them, latest first, at most `ALERTS_LISTED`. */
  readonly neverAppeared: readonly ListedAlert[];
  readonly neverAppearedCount: number;
  /** What was on the screen, latest first, at most `ALERTS_LISTED`. */
  readonly over: readonly ListedAlert[];
  /** What the streamer did not want there, latest first, at most `ALERTS_LISTED`. */
  readonly turnedDown: readonly TurnedDownAlert[];
}

export const ALERTS_LISTED = 50;

/** One alert and its receipts, epoch milliseconds; null: not (yet). */
export interface ListedAlert {
  /** Long texts of it are cut: what is whole is in the books and on the overlay. */
  readonly event: StageEvent<ValuedKind>;
  readonly queuedAt: number;
  /** The first time that it was painted. */
  readonly paintedAt: number | null;
  readonly endedAt: number | null;
  /** Until when it is held; null: not held, or until somebody approves. */
  readonly heldUntil: number | null;
  /** How many donations share its card; 1: it stands alone. */
  readonly together: number;
  /** Of the one that plays: what is read aloud; null: nothing. */
  readonly speak: string | null;
  /** Of the one that plays: when its time is up, epoch milliseconds of the core; else null. */
  readonly endsAt: number | null;
  /** Of the one that plays: how long it stays in all, milliseconds; else null. */
  readonly durationMs: number | null;
}

/** One that takes no screen time unless it is played again, and why. */
export interface TurnedDownAlert extends ListedAlert {
  readonly why: 'rejected' | 'below-minimum';
}

export const EMPTY_DESK: AlertsState = {
  paused: false,
  muted: false,
  behindMs: 0,
  playing: null,
  waiting: [],
  waitingCount: 0,
  held: [],
  heldCount: 0,
  neverAppeared: [],
  neverAppearedCount: 0,
  over: [],
  turnedDown: [],
};

const oneAlert = z.object({ seq: z.number().int().min(1) }).strict();

export const ALERTS_COMMANDS = {
  /**
   * Plays a made-up event of one kind on the overlay: the sample, with the fields that `data` names
   * as they are written there. Not in the books, not in the totals.
   */
  'test-event.play': {
    args: testPlaySchema,
    result: z.object({ seq: z.number().int() }),
  },
  /** While paused, alerts wait; the one on the screen plays to its end. */
  'alerts.pause': { args: z.object({ paused: z.boolean() }).strict() },
  /** Ends the alert on the screen now. */
  'alerts.skip': { args: nothing },
  /** Takes the alert off the screen and pauses; it is played again first when alerts go on. */
  'alerts.panic': { args: nothing },
  /** Everything that waits is kept as "never appeared"; the alert on the screen stays. */
  'alerts.clear': { args: nothing },
  /** Plays an alert of the books next, by the number of its event, whatever became of it before. */
  'alerts.replay': { args: oneAlert },
  /** Takes one alert off the list of those that never appeared; null: all of them. */
  'alerts.dismiss': {
    args: z.object({ seq: oneAlert.shape.seq.nullable() }).strict(),
  },
  /** Lets a held alert play. */
  'alerts.approve': { args: oneAlert },
  /** Turns an alert down, also when its hold has just run out. */
  'alerts.reject': { args: oneAlert },
} as const;

/** The alert queue, whole, whenever something of it changed. */
export const ALERTS_FEED = feed<AlertsState, AlertsState>({ everyMs: 100, initial: EMPTY_DESK });
/** What the app's own window is to read aloud; a voice must not trail behind its alert. */
export const READING_FEED = feed<AppReading>({ everyMs: 0, unseen: true });
