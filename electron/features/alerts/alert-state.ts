import {
  ALERTS_LISTED,
  type AlertsState,
  type ListedAlert,
  type TurnedDownAlert,
} from '../../../shared/contract/alerts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import type { QueueSettings } from '../../../shared/overlay/alert-rules.ts';
import { cutText } from '../../../shared/overlay/cut-text.ts';
import type { Logger } from '../../base/log.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { type AlertBacklog, behindMs } from './alert-backlog.ts';
import type { AlertRecord } from './alert-repository.ts';
import type { HeldAlerts } from './held-alerts.ts';
import type { QueuedAlert } from './queued-alert.ts';

export interface AlertsStateParts {
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
  readonly waiting: AlertBacklog;
  readonly held: HeldAlerts;
  readonly history: AlertHistory;
}

/** The listed form of an alert that has not ended. */
export function listedAlertOf({ event, queuedAt, paintedAt }: QueuedAlert): ListedAlert {
  return { event: listedEvent(event), queuedAt, paintedAt, endedAt: null, ...ALONE };
}

export function alertsStateOf(parts: AlertsStateParts): AlertsState {
  const { paused, muted, queue, playing, waiting, held, history } = parts;
  return {
    paused,
    muted,
    behindMs: behindMs(waiting, queue),
    playing: playing && {
      ...listedAlertOf(playing.alerts[0]),
      together: playing.alerts.length,
      speak: playing.look.speak,
      endsAt: playing.overAt,
      durationMs: playing.durationMs,
    },
    waiting: waiting.first(ALERTS_LISTED).map(listedAlertOf),
    waitingCount: waiting.length,
    held: held.all
      .slice(0, ALERTS_LISTED)
      .map(({ alert, until }) => ({ ...listedAlertOf(alert), heldUntil: until })),
    heldCount: held.length,
    neverAppeared: history.neverAppeared,
    neverAppearedCount: history.neverAppearedCount,
    over: history.over,
    turnedDown: history.turnedDown,
  };
}

type Kept = 'over' | 'never-appeared';

function endedAlertOf({ event, queuedAt, paintedAt, endedAt }: AlertRecord): ListedAlert {
  return { event: listedEvent(event), queuedAt, paintedAt, endedAt, ...ALONE };
}

function turnedDownOf(record: AlertRecord): readonly TurnedDownAlert[] {
  const { note } = record;
  if (note !== 'rejected' && note !== 'below-minimum') return [];
  return [{ ...endedAlertOf(record), why: note }];
}

/**
 * The alerts that ended last, in memory so that the state need not query the ledger at every
 * change. The ledger does not record shared cards: after a start every alert is listed alone.
 */
export class AlertHistory {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  #over: readonly ListedAlert[] = [];
  #neverAppeared: readonly ListedAlert[] = [];
  #turnedDown: readonly TurnedDownAlert[] = [];
  #count = 0;

  constructor(ledger: Ledger, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
  }

  /** Latest first. */
  get over(): readonly ListedAlert[] {
    return this.#over;
  }

  /** Latest first. */
  get neverAppeared(): readonly ListedAlert[] {
    return this.#neverAppeared;
  }

  /** Latest first. */
  get turnedDown(): readonly TurnedDownAlert[] {
    return this.#turnedDown;
  }

  /** Number of all alerts that never appeared, including earlier runs. */
  get neverAppearedCount(): number {
    return this.#count;
  }

  /** Loads the results of earlier runs. Throws a `LedgerError`. */
  load(): void {
    this.#count = this.#ledger.countAlerts('never-appeared');
    this.#over = this.#read('over');
    this.#neverAppeared = this.#read('never-appeared');
    this.#turnedDown = this.#readTurnedDown();
  }

  /** Adds alerts that just ended, in the order in which they ended. */
  add(state: Kept, ended: readonly ListedAlert[]): void {
    const seqs = new Set(ended.map(({ event }) => event.seq));
    const others = (list: readonly ListedAlert[]) =>
      list.filter(({ event }) => !seqs.has(event.seq));
    const latest = ended.slice(-ALERTS_LISTED).toReversed();
    if (state === 'over') {
      this.#over = [...latest, ...others(this.#over)].slice(0, ALERTS_LISTED);
    } else {
      this.#neverAppeared = [...latest, ...others(this.#neverAppeared)].slice(0, ALERTS_LISTED);
      this.#count += ended.length;
    }
  }

  /** Adds rejected alerts, in the order of the decisions. */
  turnDown(alerts: readonly TurnedDownAlert[]): void {
    const seqs = new Set(alerts.map(({ event }) => event.seq));
    const others = this.#turnedDown.filter(({ event }) => !seqs.has(event.seq));
    this.#turnedDown = [...alerts.slice(-ALERTS_LISTED).toReversed(), ...others].slice(
      0,
      ALERTS_LISTED,
    );
  }

  /** Removes a rejected alert that is played after all. Call it after the ledger was updated. */
  takeBack(seq: number): void {
    const wasFull = this.#turnedDown.length === ALERTS_LISTED;
    this.#turnedDown = this.#turnedDown.filter(({ event }) => event.seq !== seq);
    if (!wasFull) return;
    this.#again(() => {
      this.#turnedDown = this.#readTurnedDown().filter(({ event }) => event.seq !== seq);
    });
  }

  /** Removes an alert from the "never appeared" list. Call it after the ledger was updated. */
  forget(seq: number): void {
    this.#neverAppeared = this.#neverAppeared.filter(({ event }) => event.seq !== seq);
    this.#count = Math.max(0, this.#count - 1);
    if (this.#neverAppeared.length >= Math.min(this.#count, ALERTS_LISTED)) return;
    this.#again(() => {
      this.#neverAppeared = this.#read('never-appeared').filter(({ event }) => event.seq !== seq);
    });
  }

  change(make: <A extends ListedAlert>(alert: A) => A): void {
    this.#over = this.#over.map(make);
    this.#neverAppeared = this.#neverAppeared.map(make);
    this.#turnedDown = this.#turnedDown.map(make);
  }

  forgetAll(): void {
    this.#neverAppeared = [];
    this.#count = 0;
  }

  /** If the list cannot be refilled, it stays unchanged. */
  #again(read: () => void): void {
    try {
      read();
    } catch (failure) {
      this.#log.warn('alerts: the list could not be read again', { failure });
    }
  }

  #readTurnedDown(): readonly TurnedDownAlert[] {
    return this.#ledger.alerts.turnedDown(ALERTS_LISTED).flatMap(turnedDownOf);
  }

  #read(state: Kept): readonly ListedAlert[] {
    return this.#ledger.alerts.latest(state, ALERTS_LISTED).map(endedAlertOf);
  }
}

/** Maximum text length of a listed event in UTF-16 units; two hundred events are sent together. */
const LISTED_TEXT = 1_000;

/** Defaults for an alert that is neither held nor playing, and not grouped. */
export const ALONE = {
  heldUntil: null,
  together: 1,
  speak: null,
  endsAt: null,
  durationMs: null,
} as const;

/** The event with long texts cut; the same object if none was. */
export function listedEvent(event: ValuedEvent): ValuedEvent {
  const fields = Object.entries(event.data);
  if (!fields.some(([, value]) => isLong(value))) return event;
  const data = Object.fromEntries(
    fields.map(([name, value]) => [name, isLong(value) ? cutText(value, LISTED_TEXT) : value]),
  );
  return { ...event, data } as ValuedEvent;
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > LISTED_TEXT;
}
