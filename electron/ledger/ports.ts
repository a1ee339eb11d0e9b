import type { ReceiptState } from '../../shared/alerts.ts';
import type { DrawTally, ValuedEvent } from '../../shared/events.ts';
import type { Gap } from '../../shared/lifeline.ts';

/** Where an alert stands. `painted` and `over` come from an overlay's receipts. */
export type AlertState = 'queued' | ReceiptState | 'never-appeared';

/** Three totals that must never be added to one another. */
export interface Totals {
  /** Beams of CHAT, VIDEO and other donations that are not CHEERING. */
  readonly donationBeams: number;
  readonly cheeringBeams: number;
  /** Smallest units by currency. */
  readonly shopMoney: Readonly<Record<string, number>>;
}

/**
 * The durable record of everything that has a value. Every call is on the disk when it returns
 * (`setHeard` alone says otherwise); every call throws a `LedgerError` when the disk will not have
 * it, and then nothing is changed.
 */
export interface Ledger {
  /** Made with the file and never changed: another value means that numbering started over. */
  readonly epoch: string;
  /**
   * Writes platform events in one transaction, each with an alert in state `queued`. Events whose
   * number is already there are left as they are, so that a write may be tried again.
   */
  record(events: readonly ValuedEvent[]): void;
  /** Reserves `count` event numbers and answers the first; they are never handed out again. */
  reserveNumbers(count: number): number;
  /** Gives back the reserved numbers from `next` on, at a clean stop. */
  releaseNumbers(next: number): void;
  tallies(): readonly DrawTally[];
  totals(): Totals;
  /**
   * Moves alerts to a state, in one transaction; `at` is epoch milliseconds. Answers those that
   * were there: not all that were asked for when some are not recorded (yet).
   */
  setAlertStates(alertIds: readonly number[], state: AlertState, at: number): readonly number[];
  /**
   * What a crash or a stop left behind: alerts still `queued` that were received before
   * `receivedBefore` (epoch milliseconds) and all that are `painted` become `never-appeared`.
   * Answers how many.
   */
  giveUpAlerts(receivedBefore: number, at: number): number;
  /** Alerts a crash or a stop left behind, oldest first. */
  alertsInState(state: AlertState, limit: number): readonly ValuedEvent[];
  countAlerts(state: AlertState): number;
  /**
   * Keeps a stretch in which events may have been missed. Throws, and keeps nothing, when it ends
   * before it begins; parts of milliseconds are rounded so that it is never shorter than it was.
   */
  recordGap(gap: Gap): void;
  /** The gaps that were recorded last, at most `limit`, in the order in which they were. */
  gaps(limit: number): readonly Gap[];
  /**
   * The mark of life: the last moment something was heard while the app ran, epoch milliseconds;
   * null at a clean stop. Setting the mark and taking it away are on the disk on return. Moving it
   * on is cheap: it survives the end of the process at any instant, but a loss of power may bring
   * an earlier mark back (the gap after it is then too long, never too short).
   */
  setHeard(at: number | null): void;
  /** Where the last run left the mark; null: it stopped cleanly, or nothing was ever heard. */
  heardAt(): number | null;
  /** Closing twice is harmless. */
  close(): void;
}
