import { DESK_MOST, type DeskAlert, type TurnedDownAlert } from '../../shared/contract/alerts.ts';
import type { Logger } from '../base/log.ts';
import type { AlertRecord, Ledger } from '../ledger/ports.ts';
import { ALONE, deskEvent } from './desk-event.ts';

type Kept = 'over' | 'never-appeared';

function deskAlertOf({ event, queuedAt, paintedAt, endedAt }: AlertRecord): DeskAlert {
  return { event: deskEvent(event), queuedAt, paintedAt, endedAt, ...ALONE };
}

function turnedDownOf(record: AlertRecord): readonly TurnedDownAlert[] {
  const { note } = record;
  if (note !== 'rejected' && note !== 'below-minimum') return [];
  return [{ ...deskAlertOf(record), why: note }];
}

/**
 * The latest alerts that ended, kept beside the books so that the desk need not ask them at every
 * change. The books do not say who shared a card: after a start every alert stands alone.
 */
export class DeskHistory {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  #over: readonly DeskAlert[] = [];
  #neverAppeared: readonly DeskAlert[] = [];
  #turnedDown: readonly TurnedDownAlert[] = [];
  #count = 0;

  constructor(ledger: Ledger, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
  }

  /** Latest first. */
  get over(): readonly DeskAlert[] {
    return this.#over;
  }

  /** Latest first. */
  get neverAppeared(): readonly DeskAlert[] {
    return this.#neverAppeared;
  }

  /** Latest first. */
  get turnedDown(): readonly TurnedDownAlert[] {
    return this.#turnedDown;
  }

  /** All that never appeared, earlier runs included. */
  get neverAppearedCount(): number {
    return this.#count;
  }

  /** Reads what earlier runs left. Throws a `LedgerError`. */
  load(): void {
    this.#count = this.#ledger.countAlerts('never-appeared');
    this.#over = this.#read('over');
    this.#neverAppeared = this.#read('never-appeared');
    this.#turnedDown = this.#readTurnedDown();
  }

  /** Notes what just ended, in the order in which it did. */
  add(state: Kept, ended: readonly DeskAlert[]): void {
    const seqs = new Set(ended.map(({ event }) => event.seq));
    const others = (list: readonly DeskAlert[]) => list.filter(({ event }) => !seqs.has(event.seq));
    const latest = ended.slice(-DESK_MOST).toReversed();
    if (state === 'over') {
      this.#over = [...latest, ...others(this.#over)].slice(0, DESK_MOST);
    } else {
      this.#neverAppeared = [...latest, ...others(this.#neverAppeared)].slice(0, DESK_MOST);
      this.#count += ended.length;
    }
  }

  /** Notes what is not to be seen, in the order in which that was decided. */
  turnDown(alerts: readonly TurnedDownAlert[]): void {
    const seqs = new Set(alerts.map(({ event }) => event.seq));
    const others = this.#turnedDown.filter(({ event }) => !seqs.has(event.seq));
    this.#turnedDown = [...alerts.slice(-DESK_MOST).toReversed(), ...others].slice(0, DESK_MOST);
  }

  /** One that was turned down is played after all. Call when the books know. */
  takeBack(seq: number): void {
    const wasFull = this.#turnedDown.length === DESK_MOST;
    this.#turnedDown = this.#turnedDown.filter(({ event }) => event.seq !== seq);
    if (!wasFull) return;
    this.#again(() => {
      this.#turnedDown = this.#readTurnedDown().filter(({ event }) => event.seq !== seq);
    });
  }

  /** One that never appeared is off the list. Call when the books know. */
  forget(seq: number): void {
    this.#neverAppeared = this.#neverAppeared.filter(({ event }) => event.seq !== seq);
    this.#count = Math.max(0, this.#count - 1);
    if (this.#neverAppeared.length >= Math.min(this.#count, DESK_MOST)) return;
    this.#again(() => {
      this.#neverAppeared = this.#read('never-appeared').filter(({ event }) => event.seq !== seq);
    });
  }

  change(make: <A extends DeskAlert>(alert: A) => A): void {
    this.#over = this.#over.map(make);
    this.#neverAppeared = this.#neverAppeared.map(make);
    this.#turnedDown = this.#turnedDown.map(make);
  }

  forgetAll(): void {
    this.#neverAppeared = [];
    this.#count = 0;
  }

  /** A list that cannot be filled up again stays as it is. */
  #again(read: () => void): void {
    try {
      read();
    } catch (failure) {
      this.#log.warn('alerts: the list could not be read again', { failure });
    }
  }

  #readTurnedDown(): readonly TurnedDownAlert[] {
    return this.#ledger.alerts.turnedDown(DESK_MOST).flatMap(turnedDownOf);
  }

  #read(state: Kept): readonly DeskAlert[] {
    return this.#ledger.alerts.latest(state, DESK_MOST).map(deskAlertOf);
  }
}
