import type { PlayingAlert, ReceiptState } from '../../shared/alerts.ts';
import type { DrawTally, StageEvent, ValuedEvent } from '../../shared/events.ts';
import { isValued } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, toDisposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { AlertState, Ledger } from '../ledger/ports.ts';
import { AlertBook } from './alert-book.ts';

/** How long an alert stays when nothing waits behind it, milliseconds. */
export const ALONE_MS = 6_000;
/** How long it stays when others wait. */
export const CROWDED_MS = 4_000;
/** After a crash, alerts received longer ago than this are not played by themselves. */
export const STILL_FRESH_MS = 10 * 60_000;

/** Beyond this the screen could never catch up: the rest is kept as "never appeared" at once. */
const MOST_WAITING = 5_000;
const TAKEN_BEFORE_TRIM = 500;

export interface AlertQueueOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: Ledger;
  /** Hears of listeners that threw. */
  readonly onFailure: (failure: unknown) => void;
  /** For draws that a crash left behind: what has been drawn so far (the hub's `findTally`). */
  readonly findTally: (campaignId: string, rewardId: string) => DrawTally | null;
}

interface Waiting {
  readonly event: ValuedEvent;
  readonly tally: DrawTally | null;
}

interface Playing extends Waiting {
  readonly durationMs: number;
  /** By the monotonic clock. */
  readonly endsAt: number;
  readonly timer: Disposable;
  isPainted: boolean;
}

function isInBooks(event: ValuedEvent): boolean {
  return event.origin === 'platform';
}

/**
 * The one queue of alerts, in the core (design, decision 6): one plays at a time, every page obeys.
 * An alert ends when a page says it is over or when its time has passed; with no overlay visible
 * then, it is kept as "never appeared".
 */
export class AlertQueue implements Disposable {
  readonly #options: AlertQueueOptions;
  readonly #book: AlertBook;
  readonly #changes: Emitter<PlayingAlert | null>;
  readonly #pauses: Emitter<boolean>;
  #queue: Waiting[] = [];
  #taken = 0;
  #playing: Playing | null = null;
  #visibleOverlays = 0;
  #neverAppeared = 0;
  #paused = false;
  #disposed = false;

  constructor(options: AlertQueueOptions) {
    this.#options = options;
    this.#book = new AlertBook(options.ledger, options.log);
    this.#changes = new Emitter(options.onFailure);
    this.#pauses = new Emitter(options.onFailure);
  }

  /** The alert on the screen changed; null: the screen is free. */
  get onChange(): Subscribe<PlayingAlert | null> {
    return this.#changes.on;
  }

  get onPaused(): Subscribe<boolean> {
    return this.#pauses.on;
  }

  /** Whether alerts wait until somebody says otherwise. */
  get paused(): boolean {
    return this.#paused;
  }

  /** The alert on the screen now, with the time that it has left; null when there is none. */
  get current(): PlayingAlert | null {
    const playing = this.#playing;
    if (!playing) return null;
    const { event, tally, durationMs, endsAt } = playing;
    const remainingMs = Math.max(0, Math.round(endsAt - this.#options.clock.monotonic()));
    return { alertId: event.seq, event, tally, durationMs, remainingMs };
  }

  /** Alerts behind the one that plays. */
  get waiting(): number {
    return this.#queue.length - this.#taken;
  }

  /** Alerts whose time passed without anybody to see them, earlier runs included. */
  get neverAppeared(): number {
    return this.#neverAppeared;
  }

  /**
   * Takes up what a crash or a stop left behind: alerts that were still queued and are younger than
   * ten minutes play again, all others are kept as "never appeared". Call once, before `add`.
   */
  restore(): void {
    const { clock, ledger, log } = this.#options;
    const now = clock.now();
    try {
      const givenUp = ledger.giveUpAlerts(now - STILL_FRESH_MS, now);
      const fresh = ledger.alertsInState('queued', MOST_WAITING);
      this.#neverAppeared = ledger.countAlerts('never-appeared');
      if (givenUp + fresh.length > 0) {
        log.info('alerts: left behind by the last run', { playAgain: fresh.length, givenUp });
      }
      for (const event of fresh) {
        const tally =
          event.kind === 'DROPS'
            ? this.#options.findTally(event.data.campaignId, event.data.rewardId)
            : null;
        this.#queue.push({ event, tally });
      }
    } catch (failure) {
      log.error('alerts: what the last run left could not be read', { failure });
    }
    this.#playNext();
  }

  /** Queues every event of a batch that has a value; `draws` are the totals of its draws. */
  add(events: readonly StageEvent[], draws: ReadonlyMap<number, DrawTally>): void {
    if (this.#disposed) return;
    const valued = events.filter(isValued);
    const room = Math.max(0, MOST_WAITING - this.waiting);
    for (const event of valued.slice(0, room)) {
      this.#queue.push({ event, tally: draws.get(event.seq) ?? null });
    }
    this.#settle(valued.slice(room), 'never-appeared');
    this.#playNext();
  }

  /** Counts one visible overlay page until it is disposed. */
  attachOverlay(): Disposable {
    this.#visibleOverlays += 1;
    return toDisposable(() => {
      this.#visibleOverlays -= 1;
    });
  }

  /** An overlay's word. About any alert but the one that plays it means nothing any more. */
  receipt(alertId: number, state: ReceiptState): void {
    const playing = this.#playing;
    if (!playing || playing.event.seq !== alertId) return;
    if (state === 'over') {
      this.#end('over');
    } else if (!playing.isPainted) {
      playing.isPainted = true;
      this.#save([playing.event], 'painted');
    }
  }

  /** While paused, what comes waits; the alert on the screen plays to its end. */
  setPaused(paused: boolean): void {
    if (this.#paused === paused || this.#disposed) return;
    this.#paused = paused;
    this.#pauses.fire(paused);
    this.#playNext();
  }

  /** Ends the alert on the screen now; it counts as over. */
  skip(): void {
    this.#end('over');
  }

  /**
   * Clears the screen at once and pauses. The alert that was on it has not been seen out: it is the
   * first to play when alerts go on.
   */
  panic(): void {
    const playing = this.#playing;
    this.setPaused(true);
    if (!playing) return;
    playing.timer.dispose();
    this.#playing = null;
    const { event, tally } = playing;
    this.#queue = [{ event, tally }, ...this.#queue.slice(this.#taken)];
    this.#taken = 0;
    this.#save([event], 'queued');
    this.#changes.fire(null);
  }

  /** Stops at once. What was waiting stays `queued` in the books for the next start. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#playing?.timer.dispose();
    this.#playing = null;
    this.#queue = [];
    this.#taken = 0;
    this.#book.saveAll();
    this.#changes.dispose();
    this.#pauses.dispose();
  }

  #playNext(): void {
    if (this.#playing || this.#paused || this.#disposed) return;
    const next = this.#takeNext();
    if (!next) return;
    const { clock } = this.#options;
    const durationMs = this.waiting > 0 ? CROWDED_MS : ALONE_MS;
    this.#playing = {
      ...next,
      durationMs,
      endsAt: clock.monotonic() + durationMs,
      timer: clock.setTimeout(() => this.#timeIsUp(), durationMs),
      isPainted: false,
    };
    this.#changes.fire(this.current);
  }

  /** The first of the queue. Shifting a long array moves all the rest, so it is trimmed seldom. */
  #takeNext(): Waiting | null {
    const next = this.#queue[this.#taken];
    if (!next) return null;
    this.#taken += 1;
    if (this.#taken >= TAKEN_BEFORE_TRIM || this.waiting === 0) {
      this.#queue = this.#queue.slice(this.#taken);
      this.#taken = 0;
    }
    return next;
  }

  #timeIsUp(): void {
    this.#end(this.#visibleOverlays > 0 ? 'over' : 'never-appeared');
  }

  #end(state: 'over' | 'never-appeared'): void {
    const playing = this.#playing;
    if (!playing) return;
    playing.timer.dispose();
    this.#playing = null;
    this.#settle([playing.event], state);
    this.#playNext();
    // The next one has been announced already; only an empty screen is news of its own.
    if (!this.#playing) this.#changes.fire(null);
  }

  #settle(events: readonly ValuedEvent[], state: 'over' | 'never-appeared'): void {
    if (state === 'never-appeared') this.#neverAppeared += events.filter(isInBooks).length;
    this.#save(events, state);
  }

  #save(events: readonly ValuedEvent[], state: AlertState): void {
    const alertIds = events.filter(isInBooks).map(({ seq }) => seq);
    if (alertIds.length > 0) this.#book.set(alertIds, state, this.#options.clock.now());
  }
}
