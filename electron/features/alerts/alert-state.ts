import {
  type AlertDesk,
  DESK_MOST,
  type DeskAlert,
  type TurnedDownAlert,
} from '../../../shared/contract/alerts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import type { QueueSettings } from '../../../shared/overlay/alert-rules.ts';
import { cutText } from '../../../shared/overlay/cut-text.ts';
import type { Logger } from '../../base/log.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { behindMs, type WaitingLine } from './alert-backlog.ts';
import type { AlertRecord } from './alert-repository.ts';
import type { HeldAlerts } from './held-alerts.ts';
import type { QueuedAlert } from './queued-alert.ts';

export interface DeskParts {
  readonly paused: boolean;
  readonly muted: boolean;
  readonly queue: QueueSettings;
  readonly playing: {
    readonly alerts: readonly [QueuedAlert, ...QueuedAlert[]];
    readonly look: AlertLook;
    readonly durationMs: number;
    /** Epoch milliseconds. */
    readonly overAt: number;
  } | null;
  readonly waiting: WaitingLine;
  readonly held: HeldAlerts;
  readonly history: DeskHistory;
}

/** One alert as the desk shows it while nothing has ended. */
export function deskAlertOf({ event, queuedAt, paintedAt }: QueuedAlert): DeskAlert {
  return { event: deskEvent(event), queuedAt, paintedAt, endedAt: null, ...ALONE };
}

export function deskOf(parts: DeskParts): AlertDesk {
  const { paused, muted, queue, playing, waiting, held, history } = parts;
  return {
    paused,
    muted,
    behindMs: behindMs(waiting, queue),
    playing: playing && {
      ...deskAlertOf(playing.alerts[0]),
      together: playing.alerts.length,
      speak: playing.look.speak,
      endsAt: playing.overAt,
      durationMs: playing.durationMs,
    },
    waiting: waiting.first(DESK_MOST).map(deskAlertOf),
    waitingCount: waiting.length,
    held: held.all
      .slice(0, DESK_MOST)
      .map(({ alert, until }) => ({ ...deskAlertOf(alert), heldUntil: until })),
    heldCount: held.length,
    neverAppeared: history.neverAppeared,
    neverAppearedCount: history.neverAppearedCount,
    over: history.over,
    turnedDown: history.turnedDown,
  };
}

type Kept = 'over' | 'never-appeared';

function endedAlertOf({ event, queuedAt, paintedAt, endedAt }: AlertRecord): DeskAlert {
  return { event: deskEvent(event), queuedAt, paintedAt, endedAt, ...ALONE };
}

function turnedDownOf(record: AlertRecord): readonly TurnedDownAlert[] {
  const { note } = record;
  if (note !== 'rejected' && note !== 'below-minimum') return [];
  return [{ ...endedAlertOf(record), why: note }];
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
    return this.#ledger.alerts.latest(state, DESK_MOST).map(endedAlertOf);
  }
}

/** Longest text of an event on the desk, UTF-16 units: two hundred of them travel together. */
const DESK_TEXT = 1_000;

/** What is said of an alert that is neither held nor playing, and stands alone. */
export const ALONE = {
  heldUntil: null,
  together: 1,
  speak: null,
  endsAt: null,
  durationMs: null,
} as const;

/** The event with its long texts cut; the same object when none is. */
export function deskEvent(event: ValuedEvent): ValuedEvent {
  const fields = Object.entries(event.data);
  if (!fields.some(([, value]) => isLong(value))) return event;
  const data = Object.fromEntries(
    fields.map(([name, value]) => [name, isLong(value) ? cutText(value, DESK_TEXT) : value]),
  );
  return { ...event, data } as ValuedEvent;
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > DESK_TEXT;
}
