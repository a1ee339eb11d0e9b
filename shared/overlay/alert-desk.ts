import type { StageEvent, ValuedKind } from '../events.ts';

/** The alert queue as the dashboard shows it; sent whole on every change. */
export interface AlertDesk {
  readonly paused: boolean;
  readonly muted: boolean;
  /** How far behind the queue is, milliseconds: what waits takes so long, held ones not counted. */
  readonly behindMs: number;
  readonly playing: DeskAlert | null;
  /** Next first, at most `DESK_MOST`. */
  readonly waiting: readonly DeskAlert[];
  readonly waitingCount: number;
  /** Held for a look: oldest first, at most `DESK_MOST`. */
  readonly held: readonly DeskAlert[];
  readonly heldCount: number;
  /** Whose time passed with nobody to see them, latest first, at most `DESK_MOST`. */
  readonly neverAppeared: readonly DeskAlert[];
  readonly neverAppearedCount: number;
  /** What was on the screen, latest first, at most `DESK_MOST`. */
  readonly over: readonly DeskAlert[];
  /** What the streamer did not want there, latest first, at most `DESK_MOST`. */
  readonly turnedDown: readonly TurnedDownAlert[];
}

export const DESK_MOST = 50;

/** One alert and its receipts, epoch milliseconds; null: not (yet). */
export interface DeskAlert {
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
export interface TurnedDownAlert extends DeskAlert {
  readonly why: 'rejected' | 'below-minimum';
}

export const EMPTY_DESK: AlertDesk = {
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
