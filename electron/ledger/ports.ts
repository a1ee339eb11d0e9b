import type { ReceiptState } from '../../shared/alerts.ts';
import type { DrawTally, ValuedEvent } from '../../shared/events.ts';

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

/** The durable record of everything that has a value. Every call is on the disk when it returns. */
export interface Ledger {
  /** Writes platform events in one transaction, each with an alert in state `queued`. */
  record(events: readonly ValuedEvent[]): void;
  /** Reserves `count` event numbers and answers the first; they are never handed out again. */
  reserveNumbers(count: number): number;
  /** Gives back the reserved numbers from `next` on, at a clean stop. */
  releaseNumbers(next: number): void;
  tallies(): readonly DrawTally[];
  totals(): Totals;
  setAlertState(alertId: number, state: AlertState, at: number): void;
  /** Alerts a crash or a stop left behind, oldest first. */
  alertsInState(state: AlertState, limit: number): readonly ValuedEvent[];
  countAlerts(state: AlertState): number;
  close(): void;
}
