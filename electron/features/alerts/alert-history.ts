import type { AlertFlaw } from '../../../shared/alerts.ts';
import {
  ALERTS_LISTED,
  type AlertsState,
  type ListedAlert,
  type TurnedDownAlert,
} from '../../../shared/contract/alerts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { cutText } from '../../../shared/overlay/cut-text.ts';
import type { Logger } from '../../base/log.ts';
import type { Ledger } from '../../storage/ledger.ts';
import type { AlertRecord } from './alert-repository.ts';

/** The listed form of an alert that is neither held nor playing, and not grouped. */
export function listedAlertOf({
  event,
  queuedAt,
  paintedAt,
  endedAt = null,
  flaw = null,
}: Pick<AlertRecord, 'event' | 'queuedAt' | 'paintedAt'> & {
  readonly endedAt?: number | null;
  readonly flaw?: AlertFlaw | null;
}): ListedAlert {
  return {
    event: withCutTexts(event),
    queuedAt,
    paintedAt,
    endedAt,
    heldUntil: null,
    together: 1,
    speak: null,
    endsAt: null,
    durationMs: null,
    flaw,
  };
}

type Kept = 'over' | 'never-appeared';
type HistoryLists = Pick<
  AlertsState,
  'over' | 'neverAppeared' | 'neverAppearedCount' | 'turnedDown'
>;

/** The alerts that ended last. The ledger has no shared cards: a start lists every alert alone. */
export class AlertHistory {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  #lists: HistoryLists = { over: [], neverAppeared: [], neverAppearedCount: 0, turnedDown: [] };

  constructor(ledger: Ledger, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
  }

  get lists(): HistoryLists {
    return this.#lists;
  }

  load(): void {
    this.#lists = {
      neverAppearedCount: this.#ledger.countAlerts('never-appeared'),
      over: this.#read('over'),
      neverAppeared: this.#read('never-appeared'),
      turnedDown: this.#readTurnedDown(),
    };
  }

  add(state: Kept, ended: readonly ListedAlert[]): void {
    const { over, neverAppeared, neverAppearedCount } = this.#lists;
    if (state === 'over') {
      this.#set({ over: withLatest(ended, over) });
    } else {
      this.#set({
        neverAppeared: withLatest(ended, neverAppeared),
        neverAppearedCount: neverAppearedCount + ended.length,
      });
    }
  }

  turnDown(alerts: readonly TurnedDownAlert[]): void {
    this.#set({ turnedDown: withLatest(alerts, this.#lists.turnedDown) });
  }

  /** Removes a rejected alert that is played after all. Call it after the ledger was updated. */
  takeBack(seq: number): void {
    const { turnedDown } = this.#lists;
    const read = () => this.#readTurnedDown();
    const left = without(seq, turnedDown);
    const isWhole = turnedDown.length < ALERTS_LISTED;
    this.#set({ turnedDown: isWhole ? left : this.#refilled(seq, left, read) });
  }

  /** Removes an alert from the "never appeared" list. Call it after the ledger was updated. */
  forget(seq: number): void {
    const count = Math.max(0, this.#lists.neverAppearedCount - 1);
    const read = () => this.#read('never-appeared');
    const left = without(seq, this.#lists.neverAppeared);
    const isWhole = left.length >= Math.min(count, ALERTS_LISTED);
    const neverAppeared = isWhole ? left : this.#refilled(seq, left, read);
    this.#set({ neverAppeared, neverAppearedCount: count });
  }

  /** What viewers missed of these, if they are listed as shown. */
  flawed(seqs: ReadonlySet<number>, flaw: AlertFlaw | null): void {
    const over = this.#lists.over.map((alert) =>
      seqs.has(alert.event.seq) ? { ...alert, flaw } : alert,
    );
    this.#set({ over });
  }

  change(make: <A extends ListedAlert>(alert: A) => A): void {
    const { over, neverAppeared, turnedDown } = this.#lists;
    this.#set({
      over: over.map(make),
      neverAppeared: neverAppeared.map(make),
      turnedDown: turnedDown.map(make),
    });
  }

  forgetAll(): void {
    this.#set({ neverAppeared: [], neverAppearedCount: 0 });
  }

  /** The "never appeared" list after many left it. Call it after the ledger was updated. */
  forgetMany(seqs: ReadonlySet<number>): void {
    const { neverAppeared, neverAppearedCount } = this.#lists;
    const left = neverAppeared.filter(({ event }) => !seqs.has(event.seq));
    const count = Math.max(0, neverAppearedCount - seqs.size);
    const isWhole = left.length >= Math.min(count, ALERTS_LISTED);
    const read = () => this.#read('never-appeared').filter(({ event }) => !seqs.has(event.seq));
    this.#set({
      neverAppeared: isWhole ? left : this.#refilled(-1, left, read),
      neverAppearedCount: count,
    });
  }

  #set(lists: Partial<HistoryLists>): void {
    this.#lists = { ...this.#lists, ...lists };
  }

  /** The list read again, without this alert; what is left of it if it cannot be read. */
  #refilled<A extends ListedAlert>(
    seq: number,
    left: readonly A[],
    read: () => readonly A[],
  ): readonly A[] {
    try {
      return without(seq, read());
    } catch (failure) {
      this.#log.warn('alerts: the list could not be read again', { failure });
      return left;
    }
  }

  #readTurnedDown(): readonly TurnedDownAlert[] {
    return this.#ledger.alerts.turnedDown(ALERTS_LISTED).flatMap((record) => {
      const { note } = record;
      if (note !== 'rejected' && note !== 'below-minimum') return [];
      return [{ ...listedAlertOf(record), why: note }];
    });
  }

  #read(state: Kept): readonly ListedAlert[] {
    return this.#ledger.alerts.latest(state, ALERTS_LISTED).map(listedAlertOf);
  }
}

function without<A extends ListedAlert>(seq: number, list: readonly A[]): readonly A[] {
  return list.filter(({ event }) => event.seq !== seq);
}

function withLatest<A extends ListedAlert>(ended: readonly A[], list: readonly A[]): readonly A[] {
  const seqs = new Set(ended.map(({ event }) => event.seq));
  const others = list.filter(({ event }) => !seqs.has(event.seq));
  return [...ended.toReversed(), ...others].slice(0, ALERTS_LISTED);
}

/** Maximum text length of a listed event in UTF-16 units; two hundred events are sent together. */
const LISTED_TEXT = 1_000;

/** The same object if no text was too long. */
function withCutTexts(event: ValuedEvent): ValuedEvent {
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
