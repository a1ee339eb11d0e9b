import type { ValuedEvent } from '../../../shared/events.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { AlertNote, AlertState } from '../../storage/alert-receipt.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { AlertHistory, listedAlertOf } from './alert-state.ts';
import { AlertNotFoundError, isInLedger, type QueuedAlert } from './queued-alert.ts';

/** Alerts read after a crash at most; far more than arrive in ten minutes. */
const MOST_LEFT = 20_000;

export interface AlertRecordsOptions {
  readonly ledger: Ledger;
  readonly log: Logger;
  readonly clock: Clock;
}

/** An alert taken from the ledger to be played. */
export interface TakenUp {
  readonly event: ValuedEvent;
  readonly queuedAt: number;
  readonly paintedAt: number | null;
  readonly isReplay: boolean;
}

/** Records the results of alerts in the ledger and in the history that the state shows. */
export class AlertRecords {
  readonly history: AlertHistory;
  readonly #options: AlertRecordsOptions;
  readonly #book: ReceiptWriter;

  constructor(options: AlertRecordsOptions) {
    this.#options = options;
    this.#book = new ReceiptWriter(options.ledger, options.log);
    this.history = new AlertHistory(options.ledger, options.log);
  }

  /**
   * Reads what the last run left. Returns the alerts that may still play, oldest first; the rest,
   * received before `freshSince` (epoch milliseconds) or on screen at the crash, is given up. An
   * unreadable ledger yields none.
   */
  restore(freshSince: number): readonly ValuedEvent[] {
    const { ledger, log, clock } = this.#options;
    try {
      const givenUp = ledger.giveUpAlerts(freshSince, clock.now());
      const fresh = ledger.alertsInState('queued', MOST_LEFT);
      this.history.load();
      if (givenUp + fresh.length > 0) {
        log.info('alerts: left behind by the last run', { playAgain: fresh.length, givenUp });
      }
      return fresh;
    } catch (failure) {
      log.error('alerts: what the last run left could not be read', { failure });
      return [];
    }
  }

  queued(alerts: readonly QueuedAlert[]): void {
    this.#book.set(seqsOf(alerts), 'queued', this.#options.clock.now());
  }

  painted(alerts: readonly QueuedAlert[]): void {
    this.#book.set(seqsOf(alerts), 'painted', this.#options.clock.now());
  }

  /** `note`: why they ended without their full time. */
  ended(
    alerts: readonly QueuedAlert[],
    state: 'over' | 'never-appeared',
    note: AlertNote | null = null,
  ): void {
    const ours = alerts.filter(isInLedger);
    if (ours.length === 0) return;
    const endedAt = this.#options.clock.now();
    this.#book.set(seqsOf(ours), state, endedAt, note);
    if (note === 'rejected' || note === 'below-minimum') {
      const turned = ours.map((alert) => ({ ...listedAlertOf(alert), endedAt, why: note }));
      this.history.turnDown(turned);
    }
    if (note !== null) return;
    const together = state === 'over' ? ours.length : 1;
    const ended = ours.map((alert) => ({ ...listedAlertOf(alert), endedAt, together }));
    this.history.add(state, ended);
  }

  /**
   * Takes an alert from the ledger to play it. It is queued again or, if it was already shown,
   * replayed.
   * @throws AlertNotFoundError, LedgerError
   */
  takeUp(alertId: number): TakenUp {
    this.#book.saveAll();
    const record = this.#options.ledger.alerts.find(alertId);
    if (!record) throw new AlertNotFoundError();
    const { event, queuedAt, paintedAt, state, note } = record;
    const isReplay = state === 'over' && note === null;
    if (!isReplay) this.#book.set([alertId], 'queued', this.#options.clock.now());
    if (state === 'never-appeared') this.history.forget(alertId);
    else if (note !== null) this.history.takeBack(alertId);
    return { event, queuedAt, paintedAt, isReplay };
  }

  dismiss(alertId: number): void {
    this.#book.saveAll();
    const { ledger, clock } = this.#options;
    if (ledger.alerts.find(alertId)?.state !== 'never-appeared') return;
    this.#book.set([alertId], 'over', clock.now(), 'dismissed');
    this.history.forget(alertId);
  }

  dismissAll(): void {
    this.#book.saveAll();
    this.#options.ledger.alerts.dismissAll(this.#options.clock.now());
    this.history.forgetAll();
  }

  /** Retries failed writes. */
  flush(): void {
    this.#book.saveAll();
  }
}

function seqsOf(alerts: readonly QueuedAlert[]): readonly number[] {
  return alerts.filter(isInLedger).map(({ event }) => event.seq);
}

const MOST_UNSAVED = 10_000;

interface StateChange {
  readonly alertId: number;
  readonly state: AlertState;
  readonly at: number;
  readonly note: AlertNote | null;
}

/**
 * Writes alert states to the ledger. A failed write, because of the disk or because the event
 * itself is not there yet, is retried with the next one.
 */
export class ReceiptWriter {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  readonly #unsaved = new Map<number, StateChange>();
  #failing = false;

  constructor(ledger: Ledger, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
  }

  /** Writes the states or keeps them for a retry. Never throws. */
  set(
    alertIds: readonly number[],
    state: AlertState,
    at: number,
    note: AlertNote | null = null,
  ): void {
    for (const alertId of alertIds) {
      // Only an alert's latest state matters; if there are too many, the oldest are dropped.
      this.#unsaved.delete(alertId);
      this.#unsaved.set(alertId, { alertId, state, at, note });
    }
    for (const oldest of this.#unsaved.keys()) {
      if (this.#unsaved.size <= MOST_UNSAVED) break;
      this.#unsaved.delete(oldest);
    }
    this.saveAll();
  }

  /** Retries all unsaved states, one transaction per moment. */
  saveAll(): void {
    const groups = Map.groupBy(
      this.#unsaved.values(),
      ({ state, at, note }) => `${state} ${at} ${note}`,
    );
    try {
      for (const changes of groups.values()) this.#save(changes);
      this.#failing = false;
    } catch (failure) {
      // The hub reports the failing disk to the user; one log line is enough here.
      if (!this.#failing) this.#log.error('alerts: state not in the books', { failure });
      this.#failing = true;
    }
  }

  #save(changes: readonly StateChange[]): void {
    const [first] = changes;
    if (!first) return;
    const alertIds = changes.map(({ alertId }) => alertId);
    const { state, at, note } = first;
    for (const found of this.#ledger.setAlertStates(alertIds, state, at, note)) {
      this.#unsaved.delete(found);
    }
  }
}
