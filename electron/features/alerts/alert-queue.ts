import type { PlayingAlert, ReceiptState } from '../../../shared/alerts.ts';
import { anonymous, viewerOf } from '../../../shared/anonymous.ts';
import type { AlertsState } from '../../../shared/contract/alerts.ts';
import {
  type DrawTally,
  isValued,
  type StageEvent,
  type ValuedEvent,
} from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { AlertNote } from '../../storage/alert-receipt.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { AlertBacklog, takeCard } from './alert-backlog.ts';
import { AlertPresenter } from './alert-presenter.ts';
import { AlertRecords } from './alert-records.ts';
import { alertsStateOf } from './alert-state.ts';
import { HeldAlerts, holdMsOf, isBelowMinimum } from './held-alerts.ts';
import type { AlertSettingsSource, QueuedAlert } from './queued-alert.ts';

/** After a crash, alerts received longer ago than this are not played by themselves. */
export const STILL_FRESH_MS = 10 * 60_000;

/** Beyond this the screen could never catch up: the rest is kept as "never appeared" at once. */
export const MOST_WAITING = 5_000;

export interface AlertQueueOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly settings: AlertSettingsSource;
  /** Of words that are ours: numbers, "anonymous", sentences to read. */
  readonly language: () => Language;
  /** Chooses among the variants of a rule. */
  readonly random: Random;
  /** Hears of listeners that threw. */
  readonly onFailure: (failure: unknown) => void;
  /** For draws that play later than they came: what has been drawn so far (the hub's `findTally`). */
  readonly findTally: (campaignId: string, rewardId: string) => DrawTally | null;
}

interface Playing {
  /** More than one: small donations that share the card of the first. */
  readonly alerts: readonly [QueuedAlert, ...QueuedAlert[]];
  readonly look: AlertLook;
  readonly durationMs: number;
  /** By the monotonic clock. */
  readonly endsAt: number;
  /** The same as epoch milliseconds. */
  readonly overAt: number;
  readonly timer: Disposable;
}

/**
 * The one queue of alerts, in the core (design, decision 6): one card plays at a time, every page
 * obeys. A card ends when a page says it is over or when its time has passed; with no overlay
 * visible then, its alerts are kept as "never appeared". Tests and replays play like all others and
 * leave the ledger as they are.
 */
export class AlertQueue implements Disposable {
  readonly #options: AlertQueueOptions;
  readonly #records: AlertRecords;
  readonly #looks: AlertPresenter;
  readonly #waiting = new AlertBacklog();
  readonly #held: HeldAlerts;
  readonly #changes: Emitter<PlayingAlert | null>;
  readonly #pauses: Emitter<boolean>;
  readonly #stateChanges: Emitter<void>;
  readonly #owned = new DisposableStore();
  #playing: Playing | null = null;
  #visibleOverlays = 0;
  #paused = false;

  constructor(options: AlertQueueOptions) {
    const { clock, onFailure, settings } = options;
    this.#options = options;
    this.#records = new AlertRecords(options);
    this.#looks = new AlertPresenter(options);
    this.#changes = this.#owned.add(new Emitter(onFailure));
    this.#pauses = this.#owned.add(new Emitter(onFailure));
    this.#stateChanges = this.#owned.add(new Emitter(onFailure));
    this.#held = this.#owned.add(new HeldAlerts(clock, (due) => this.#admit(due)));
    this.#owned.add(settings.onChange(() => this.#settingsChanged()));
  }

  /** The alert on the screen changed; null: the screen is free. */
  get onChange(): Subscribe<PlayingAlert | null> {
    return this.#changes.on;
  }

  get onPaused(): Subscribe<boolean> {
    return this.#pauses.on;
  }

  /** Anything of `desk` may have changed: it is to be asked for, not more often than is needed. */
  get onState(): Subscribe<void> {
    return this.#stateChanges.on;
  }

  /** Everything that the dashboard shows of the queue. */
  get desk(): AlertsState {
    const { queue, muted } = this.#options.settings.get();
    return alertsStateOf({
      paused: this.#paused,
      muted,
      queue,
      playing: this.#playing,
      waiting: this.#waiting,
      held: this.#held,
      history: this.#records.history,
    });
  }

  /** Whether alerts wait until somebody says otherwise. */
  get paused(): boolean {
    return this.#paused;
  }

  /** The alert on the screen now, with the time that it has left; null when there is none. */
  get current(): PlayingAlert | null {
    const playing = this.#playing;
    if (!playing) return null;
    const { alerts, look, durationMs, endsAt } = playing;
    const { event, tally } = alerts[0];
    const remainingMs = Math.max(0, Math.round(endsAt - this.#options.clock.monotonic()));
    return { alertId: event.seq, event, tally, look, durationMs, remainingMs };
  }

  /** Alerts behind the one that plays; held ones are not among them. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Alerts whose time passed without anybody to see them, earlier runs included. */
  get neverAppeared(): number {
    return this.#records.history.neverAppearedCount;
  }

  /**
   * Takes up what a crash or a stop left behind: alerts that were still queued or held and are younger
   * than ten minutes come again, held ones to be looked at again; all others are kept as "never
   * appeared". Call once, before `add`.
   */
  restore(): void {
    const left = this.#records.restore(this.#options.clock.now() - STILL_FRESH_MS);
    this.#take(left, (event) => this.#tallyOf(event));
  }

  /** Queues every event of a batch that has a value; `draws` are the totals of its draws. */
  add(events: readonly StageEvent[], draws: ReadonlyMap<number, DrawTally>): void {
    if (this.#owned.isDisposed) return;
    const valued = events.filter(isValued);
    if (valued.length > 0) this.#take(valued, ({ seq }) => draws.get(seq) ?? null);
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
    if (!playing || playing.alerts[0].event.seq !== alertId) return;
    if (state === 'over') {
      this.#end('over');
    } else if (playing.alerts[0].paintedAt === null) {
      const [first, ...rest] = playing.alerts;
      const at = this.#options.clock.now();
      const painted = (alert: QueuedAlert) => ({ ...alert, paintedAt: alert.paintedAt ?? at });
      this.#playing = { ...playing, alerts: [painted(first), ...rest.map(painted)] };
      this.#records.painted(playing.alerts);
      this.#stateChanges.fire();
    }
  }

  /** While paused, what comes waits; the alert on the screen plays to its end. */
  setPaused(paused: boolean): void {
    if (this.#paused === paused || this.#owned.isDisposed) return;
    this.#paused = paused;
    this.#pauses.fire(paused);
    this.#playNext();
    this.#stateChanges.fire();
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
    const playing = this.#stopPlaying();
    this.setPaused(true);
    if (!playing) return;
    this.#waiting.putFirst(playing.alerts);
    this.#records.queued(playing.alerts);
    this.#changes.fire(null);
    this.#stateChanges.fire();
  }

  /**
   * Nothing waits any more: what did is kept as "never appeared", where each can be played. The alert
   * on the screen and those that are held stay.
   */
  clear(): void {
    const cleared = this.#waiting.clear();
    if (cleared.length === 0) return;
    this.#records.ended(cleared, 'never-appeared');
    this.#stateChanges.fire();
  }

  /**
   * Plays any alert of the ledger next, also one that is held or waits. One that had its time on the
   * screen is a replay: the ledger keeps what they say of it. Any other gets its time now.
   *
   * @throws AlertNotFoundError, LedgerError
   */
  replay(alertId: number): void {
    if (this.#owned.isDisposed || this.#isPlaying(alertId)) return;
    const alert = this.#held.take(alertId) ?? this.#waiting.take(alertId);
    this.#waiting.putFirst([alert ?? this.#fromLedger(alertId)]);
    this.#playNext();
    this.#stateChanges.fire();
  }

  /**
   * Takes alerts off the list of those that never appeared; null: all of them. They count as over, for
   * the streamer's wish, and can still be replayed. Of an alert in any other state nothing changes.
   *
   * @throws LedgerError
   */
  dismiss(alertId: number | null): void {
    if (alertId === null) this.#records.dismissAll();
    else this.#records.dismiss(alertId);
    this.#stateChanges.fire();
  }

  /** A held alert may play, behind those that wait; one that is not held is left alone. */
  approve(alertId: number): void {
    const alert = this.#held.take(alertId);
    if (alert) this.#admit([alert]);
  }

  /**
   * Turns an alert down. Its hold may have run out meanwhile: then it is taken out of the line or off
   * the screen; donations that share its card play again without it.
   */
  reject(alertId: number): void {
    const alert = this.#held.take(alertId) ?? this.#waiting.take(alertId);
    if (alert) {
      this.#records.ended([alert], 'over', 'rejected');
      this.#stateChanges.fire();
    } else if (this.#isPlaying(alertId)) {
      this.#rejectPlaying(alertId);
    }
  }

  /** What a viewer gave was given by nobody, also on the desk; the card on the screen plays out. */
  forget(viewer: string): void {
    const nameless = <A extends { readonly event: ValuedEvent }>(alert: A): A =>
      viewerOf(alert.event) === viewer ? { ...alert, event: anonymous(alert.event) } : alert;
    this.#waiting.replace(this.#waiting.all.map(nameless));
    this.#held.change(nameless);
    this.#records.history.change(nameless);
    this.#stateChanges.fire();
  }

  /** Stops at once. What was waiting or held stays `queued` in the ledger for the next start. */
  dispose(): void {
    if (this.#owned.isDisposed) return;
    this.#stopPlaying();
    this.#owned.dispose();
    this.#waiting.clear();
    this.#records.flush();
  }

  #take(events: readonly ValuedEvent[], tallyOf: (event: ValuedEvent) => DrawTally | null): void {
    const { clock, settings } = this.#options;
    const { queue } = settings.get();
    const excluded: QueuedAlert[] = [];
    const tooMany: QueuedAlert[] = [];
    for (const event of events) {
      const alert = this.#looks.queued(event, tallyOf(event), clock.now());
      const holdMs = holdMsOf(event, queue, clock.now());
      if (isBelowMinimum(event, queue)) excluded.push(alert);
      else if (this.#waiting.length + this.#held.length >= MOST_WAITING) tooMany.push(alert);
      else if (holdMs === 0) this.#waiting.push(alert);
      else this.#held.hold(alert, holdMs);
    }
    this.#records.ended(excluded, 'over', 'below-minimum');
    this.#records.ended(tooMany, 'never-appeared');
    this.#playNext();
    this.#stateChanges.fire();
  }

  #admit(alerts: readonly QueuedAlert[]): void {
    for (const alert of alerts) this.#waiting.push(alert);
    this.#playNext();
    this.#stateChanges.fire();
  }

  #fromLedger(alertId: number): QueuedAlert {
    const { event, paintedAt, queuedAt, isReplay } = this.#records.takeUp(alertId);
    const alert = this.#looks.queued(event, this.#tallyOf(event), queuedAt);
    return { ...alert, paintedAt, isReplay };
  }

  #tallyOf(event: ValuedEvent): DrawTally | null {
    if (event.kind !== 'DROPS') return null;
    return this.#options.findTally(event.data.campaignId, event.data.rewardId);
  }

  #settingsChanged(): void {
    const refreshed = this.#waiting.all.map((alert) => ({
      ...alert,
      expectedMs: this.#looks.expectedMs(alert.event),
    }));
    this.#waiting.replace(refreshed);
    this.#stateChanges.fire();
  }

  #playNext(): void {
    if (this.#playing || this.#paused || this.#owned.isDisposed) return;
    const { clock, settings } = this.#options;
    const alerts = takeCard(this.#waiting, settings.get().queue);
    if (!alerts) return;
    const others = this.#waiting.length > 0 ? 'crowded' : 'alone';
    const { look, durationMs } = this.#looks.make(alerts, others);
    const endsAt = clock.monotonic() + durationMs;
    const overAt = clock.now() + durationMs;
    const timer = clock.setTimeout(() => this.#timeIsUp(), durationMs);
    this.#playing = { alerts, look, durationMs, endsAt, overAt, timer };
    this.#changes.fire(this.current);
  }

  #timeIsUp(): void {
    this.#end(this.#visibleOverlays > 0 ? 'over' : 'never-appeared');
  }

  #end(state: 'over' | 'never-appeared'): void {
    const playing = this.#stopPlaying();
    if (!playing) return;
    this.#records.ended(playing.alerts, state);
    this.#goOn();
  }

  #rejectPlaying(alertId: number): void {
    const playing = this.#stopPlaying();
    if (!playing) return;
    const isRejected = ({ event }: QueuedAlert) => event.seq === alertId;
    const others = playing.alerts.filter((alert) => !isRejected(alert));
    // What was painted has been seen, whatever somebody thinks of it.
    const rejected = playing.alerts.filter(isRejected);
    const note: AlertNote | null = rejected[0]?.paintedAt == null ? 'rejected' : null;
    this.#waiting.putFirst(others);
    this.#records.queued(others);
    this.#records.ended(rejected, 'over', note);
    this.#goOn();
  }

  #goOn(): void {
    this.#playNext();
    // The next one has been announced already; only an empty screen is news of its own.
    if (!this.#playing) this.#changes.fire(null);
    this.#stateChanges.fire();
  }

  #stopPlaying(): Playing | null {
    const playing = this.#playing;
    playing?.timer.dispose();
    this.#playing = null;
    return playing;
  }

  #isPlaying(alertId: number): boolean {
    return this.#playing?.alerts.some(({ event }) => event.seq === alertId) ?? false;
  }
}
