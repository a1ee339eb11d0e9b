import type { Logger } from '../base/log.ts';
import type { AlertNote, AlertState, Ledger } from '../ledger/ports.ts';

const MOST_UNSAVED = 10_000;

interface StateChange {
  readonly alertId: number;
  readonly state: AlertState;
  readonly at: number;
  readonly note: AlertNote | null;
}

/**
 * Writes the states of alerts to the books. A state that cannot be written, because the disk will
 * not have it or because the event itself is not there yet, is tried again with the next one.
 */
export class AlertBook {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  readonly #unsaved = new Map<number, StateChange>();
  #failing = false;

  constructor(ledger: Ledger, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
  }

  /** Writes the states, or keeps them for the next try; nobody waits for the disk. Never throws. */
  set(
    alertIds: readonly number[],
    state: AlertState,
    at: number,
    note: AlertNote | null = null,
  ): void {
    for (const alertId of alertIds) {
      // Only the latest state of an alert matters; out of too many, the oldest matter least.
      this.#unsaved.delete(alertId);
      this.#unsaved.set(alertId, { alertId, state, at, note });
    }
    for (const oldest of this.#unsaved.keys()) {
      if (this.#unsaved.size <= MOST_UNSAVED) break;
      this.#unsaved.delete(oldest);
    }
    this.saveAll();
  }

  /** Tries everything that is not written yet, in as few transactions as there are moments. */
  saveAll(): void {
    const groups = Map.groupBy(
      this.#unsaved.values(),
      ({ state, at, note }) => `${state} ${at} ${note}`,
    );
    try {
      for (const changes of groups.values()) this.#save(changes);
      this.#failing = false;
    } catch (failure) {
      // The hub reports the failing disk to people; here one line is enough.
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
