import { z } from 'zod';
import type { AlertFlaw } from '../alerts.ts';
import type { StageEvent, ValuedKind } from '../events.ts';
import type { AppReading } from '../overlay/reading.ts';
import { testPlaySchema } from '../test-play.ts';
import { feed, nothing } from './command.ts';

export interface AlertsState {
  readonly paused: boolean;
  /** A demo's alerts wait for the first overlay page. */
  readonly awaitsPage: boolean;
  /** OBS's scene on air hides alerts: they wait for another one. */
  readonly offScene: boolean;
  readonly muted: boolean;
  /** Playing time of all waiting alerts, milliseconds, without held ones. */
  readonly behindMs: number;
  readonly playing: ListedAlert | null;
  /** Next first, at most `ALERTS_LISTED`. */
  readonly waiting: readonly ListedAlert[];
  readonly waitingCount: number;
  /** Held for review: oldest first, at most `ALERTS_LISTED`. */
  readonly held: readonly ListedAlert[];
  readonly heldCount: number;
  /** Their time passed while no overlay showed them: latest first, at most `ALERTS_LISTED`. */
  readonly neverAppeared: readonly ListedAlert[];
  readonly neverAppearedCount: number;
  /** Shown: latest first, at most `ALERTS_LISTED`. */
  readonly over: readonly ListedAlert[];
  /** Rejected or below the minimum: latest first, at most `ALERTS_LISTED`. */
  readonly turnedDown: readonly TurnedDownAlert[];
}

export const ALERTS_LISTED = 50;

/** One alert and its receipts, epoch milliseconds; null: not (yet). */
export interface ListedAlert {
  /** Long texts are cut; the ledger and the overlay have them complete. */
  readonly event: StageEvent<ValuedKind>;
  readonly queuedAt: number;
  readonly paintedAt: number | null;
  readonly endedAt: number | null;
  /** End of the hold; null: not held, or held until approved. */
  readonly heldUntil: number | null;
  /** Number of donations on its card; 1: a single donation. */
  readonly together: number;
  /** Read aloud with the playing alert; null: nothing. */
  readonly speak: string | null;
  /** When the playing alert ends, epoch milliseconds of the core's clock; else null. */
  readonly endsAt: number | null;
  /** How long the playing alert stays in total, milliseconds; else null. */
  readonly durationMs: number | null;
  /** What viewers missed of it; null: nothing that is known. */
  readonly flaw: AlertFlaw | null;
}

export interface TurnedDownAlert extends ListedAlert {
  readonly why: 'rejected' | 'below-minimum';
}

export const EMPTY_DESK: AlertsState = {
  paused: false,
  awaitsPage: false,
  offScene: false,
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

const oneAlert = z.strictObject({ seq: z.number().int().min(1) });

export const ALERTS_COMMANDS = {
  /** Plays the sample of a kind with the fields of `data` replaced; not in ledger and totals. */
  'test-event.play': {
    args: testPlaySchema,
    result: z.object({ seq: z.number().int() }),
  },
  /** Alerts wait while paused; the one on screen plays to its end. */
  'alerts.pause': { args: z.strictObject({ paused: z.boolean() }) },
  'alerts.skip': { args: nothing },
  /** Removes the alert on screen and pauses; it replays first on resume. */
  'alerts.panic': { args: nothing },
  /** Moves all waiting alerts to `neverAppeared`; the alert on screen stays. */
  'alerts.clear': { args: nothing },
  /** By its event's number, whatever its receipt. */
  'alerts.replay': { args: oneAlert },
  /**
   * Those of `neverAppeared` wait again, in their order and behind all others; they play while an
   * overlay is visible.
   */
  'alerts.replay-missed': { args: nothing },
  /** Removes one alert from `neverAppeared`; null: all of them. */
  'alerts.dismiss': {
    args: z.strictObject({ seq: oneAlert.shape.seq.nullable() }),
  },
  /**
   * How loud alerts and readings are in all, `by` so much more than now, and whether they are silent;
   * what is left out stays.
   */
  'alerts.set-sound': {
    args: z.strictObject({
      volume: z.number().min(0).max(1).optional(),
      by: z.number().min(-1).max(1).optional(),
      muted: z.boolean().optional(),
    }),
  },
  'alerts.approve': { args: oneAlert },
  /** Even if its hold has just run out. */
  'alerts.reject': { args: oneAlert },
} as const;

export const ALERTS_FEED = feed<AlertsState, AlertsState>({ everyMs: 100, initial: EMPTY_DESK });
/** Sent at once, so that the voice of the app's own window keeps up with its alert. */
export const READING_FEED = feed<AppReading>({ everyMs: 0, unseen: true });
