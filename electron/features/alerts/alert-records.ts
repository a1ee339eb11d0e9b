import type { AlertFlaw } from '../../../shared/alerts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { StagelightError } from '../../base/errors.ts';
import type { AlertNote, AlertState } from '../../storage/rows.ts';
import type { Services } from '../feature.ts';
import type { QueuedAlert } from './alert-backlog.ts';
import { AlertHistory, listedAlertOf } from './alert-history.ts';
import type { AlertRecord } from './alert-repository.ts';

/** Alerts read after a crash at most; far more than arrive in ten minutes. */
const MOST_LEFT = 20_000;
const MOST_UNSAVED = 10_000;

type AlertRecordsOptions = Pick<Services, 'ledger' | 'log' | 'clock'>;

interface StateChange {
  readonly alertId: number;
  readonly state: AlertState;
  readonly at: number;
  readonly note: AlertNote | null;
}

/** Records the results of alerts in ledger and history. A failed write is retried with the next. */
export class AlertRecords {
  readonly history: AlertHistory;
  readonly #options: AlertRecordsOptions;
  /** By alert and state, oldest first: one that was painted and is over was painted all the same. */
  readonly #unsaved = new Map<string, StateChange>();
  readonly #unsavedFlaws = new Map<number, AlertFlaw | null>();
  #failing = false;

  constructor(options: AlertRecordsOptions) {
    this.#options = options;
    this.history = new AlertHistory(options.ledger, options.log);
  }

  /**
   * Alerts of the last run that may still play, oldest first; gives up the rest. `isHeld`: old ones
   * that stay all the same; null: none. Never throws.
   */
  restore(
    freshSince: number,
    isHeld: ((event: ValuedEvent) => boolean) | null,
  ): readonly ValuedEvent[] {
    const { ledger, log, clock } = this.#options;
    try {
      ledger.giveUpAlerts(isHeld === null ? freshSince : 0, clock.now());
      const left = ledger.alertsInState('queued', MOST_LEFT);
      const isOld = (event: ValuedEvent) => event.receivedAt < freshSince && !isHeld?.(event);
      const old = left.filter(isOld).map(({ seq }) => seq);
      ledger.setAlertStates(old, 'never-appeared', clock.now(), null);
      this.history.load();
      const kept = left.filter((event) => !isOld(event));
      if (left.length > 0) {
        log.info('alerts: left behind by the last run', { kept: kept.length, givenUp: old.length });
      }
      return kept;
    } catch (failure) {
      log.error('alerts: what the last run left could not be read', { failure });
      return [];
    }
  }

  set(alerts: readonly QueuedAlert[], state: 'queued' | 'painted'): void {
    this.#write(alerts.filter(isInLedger).map(seqOf), state);
  }

  /** `note`: why they ended without their full time. */
  ended(
    alerts: readonly QueuedAlert[],
    state: 'over' | 'never-appeared',
    note: 'rejected' | 'below-minimum' | null = null,
  ): void {
    const ours = alerts.filter(isInLedger);
    if (ours.length === 0) return;
    const endedAt = this.#write(ours.map(seqOf), state, note);
    const listed = ours.map((alert) => ({ ...listedAlertOf(alert), endedAt }));
    if (note !== null) {
      this.history.turnDown(listed.map((alert) => ({ ...alert, why: note })));
    } else {
      const together = state === 'over' ? ours.length : 1;
      this.history.add(
        state,
        listed.map((alert) => ({ ...alert, together })),
      );
    }
  }

  /** What viewers missed of alerts that ended. Never throws. */
  flawed(alertIds: readonly number[], flaw: AlertFlaw | null): void {
    for (const alertId of alertIds) this.#unsavedFlaws.set(alertId, flaw);
    this.saveAll();
    this.history.flawed(new Set(alertIds), flaw);
  }

  /** Throws if one of them is not there. */
  demand(alertIds: readonly number[]): void {
    this.saveAll();
    for (const alertId of alertIds) this.#find(alertId);
  }

  /** To play it: queued again or, if it was shown, as a replay. Throws if it is not there. */
  takeUp(alertId: number): Pick<QueuedAlert, 'event' | 'queuedAt' | 'paintedAt' | 'isReplay'> {
    this.saveAll();
    const { event, queuedAt, paintedAt, state, note } = this.#find(alertId);
    const isReplay = state === 'over' && note === null;
    if (!isReplay) this.#write([alertId], 'queued');
    if (state === 'never-appeared') this.history.forget(alertId);
    else if (note !== null) this.history.takeBack(alertId);
    return { event, queuedAt, paintedAt, isReplay };
  }

  /** Those that never appeared, oldest first and at most so many: queued again. */
  takeUpMissed(most: number): readonly Pick<QueuedAlert, 'event' | 'queuedAt' | 'paintedAt'>[] {
    this.saveAll();
    // Those that the disk still has listed: they were taken up before.
    const taken = this.#unsavedIds();
    const isTaken = ({ event }: AlertRecord) => taken.has(event.seq);
    const { alerts } = this.#options.ledger;
    const missed = alerts
      .oldestMissed(most + taken.size)
      .filter((record) => !isTaken(record))
      .slice(0, most);
    const seqs = missed.map(({ event }) => event.seq);
    this.#write(seqs, 'queued');
    this.history.forgetMany(new Set(seqs));
    return missed.map(({ event, queuedAt, paintedAt }) => ({ event, queuedAt, paintedAt }));
  }

  /** Ends alerts on no list: they count as dismissed. */
  dropped(alerts: readonly QueuedAlert[]): void {
    this.#write(alerts.filter(isInLedger).map(seqOf), 'over', 'dismissed');
  }

  dismiss(alertId: number): void {
    this.saveAll();
    if (this.#options.ledger.alerts.find(alertId)?.state !== 'never-appeared') return;
    this.#write([alertId], 'over', 'dismissed');
    this.history.forget(alertId);
  }

  dismissAll(): void {
    this.saveAll();
    this.#options.ledger.alerts.dismissAll(this.#options.clock.now());
    this.history.forgetAll();
  }

  /** Retries all unsaved states, one transaction per moment. Never throws. */
  saveAll(): void {
    const groups = Map.groupBy(
      this.#unsaved.values(),
      ({ state, at, note }) => `${state} ${at} ${note}`,
    );
    try {
      for (const changes of groups.values()) this.#save(changes);
      this.#saveFlaws();
      this.#failing = false;
    } catch (failure) {
      // The hub reports the failing disk to the user; one log line is enough here.
      if (!this.#failing) this.#options.log.error('alerts: state not in the books', { failure });
      this.#failing = true;
    }
  }

  #find(alertId: number): AlertRecord {
    const record = this.#options.ledger.alerts.find(alertId);
    if (!record) throw new StagelightError({ code: 'alert-not-found' });
    return record;
  }

  /** Writes the states or keeps them for a retry, and returns their time. Never throws. */
  #write(alertIds: readonly number[], state: AlertState, note: AlertNote | null = null): number {
    const at = this.#options.clock.now();
    for (const alertId of alertIds) {
      const key = keyOf({ alertId, state });
      this.#unsaved.delete(key);
      this.#unsaved.set(key, { alertId, state, at, note });
      this.#unsavedFlaws.delete(alertId);
    }
    for (const oldest of this.#unsaved.keys()) {
      if (this.#unsaved.size <= MOST_UNSAVED) break;
      this.#unsaved.delete(oldest);
    }
    this.saveAll();
    return at;
  }

  /** After the states, which take a former flaw away. */
  #saveFlaws(): void {
    if (this.#unsavedFlaws.size === 0) return;
    const unsaved = this.#unsavedIds();
    const saved = [...this.#unsavedFlaws].filter(([alertId]) => !unsaved.has(alertId));
    for (const [flaw, group] of Map.groupBy(saved, ([, each]) => each)) {
      const alertIds = group.map(([alertId]) => alertId);
      this.#options.ledger.alerts.setFlaw(alertIds, flaw);
      for (const alertId of alertIds) this.#unsavedFlaws.delete(alertId);
    }
  }

  #save(changes: readonly StateChange[]): void {
    const [first] = changes;
    if (!first) return;
    const alertIds = changes.map(({ alertId }) => alertId);
    const { state, at, note } = first;
    for (const found of this.#options.ledger.setAlertStates(alertIds, state, at, note)) {
      this.#unsaved.delete(keyOf({ alertId: found, state }));
    }
  }

  #unsavedIds(): ReadonlySet<number> {
    return new Set([...this.#unsaved.values()].map(({ alertId }) => alertId));
  }
}

const keyOf = ({ alertId, state }: Pick<StateChange, 'alertId' | 'state'>): string =>
  `${alertId} ${state}`;

/** Whether its states are written: tests are not in the ledger, and replays are already final. */
function isInLedger({ event, isReplay }: QueuedAlert): boolean {
  return event.origin === 'platform' && !isReplay;
}

function seqOf({ event }: QueuedAlert): number {
  return event.seq;
}
