import type { AlertFlaw, PlayingAlert, ReceiptState } from '../../../shared/alerts.ts';
import { anonymous, viewerOf } from '../../../shared/anonymous.ts';
import { ALERTS_LISTED, type AlertsState } from '../../../shared/contract/alerts.ts';
import {
  type DrawTally,
  isValued,
  type StageEvent,
  type ValuedEvent,
} from '../../../shared/events.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { SpeechOrder } from '../speech/index.ts';
import {
  AlertBacklog,
  behindMs,
  type Card,
  MOST_AWAITING,
  MOST_WAITING,
  nextCard,
  type QueuedAlert,
  takeCard,
} from './alert-backlog.ts';
import { listedAlertOf } from './alert-history.ts';
import { AlertPresenter } from './alert-presenter.ts';
import type { AlertQueueOptions } from './alert-queue-options.ts';
import { AlertRecords } from './alert-records.ts';
import { HeldAlerts, holdMsOf, isBelowMinimum } from './held-alerts.ts';
import { OnScreen } from './on-screen.ts';
import { PageWatch } from './page-watch.ts';
import { VoiceWait } from './voice-wait.ts';

/** After a crash, alerts received longer ago than this are not played automatically. */
export const STILL_FRESH_MS = 10 * 60_000;

/** So many missed alerts are caught up on at one request; the rest stay listed. */
export const MOST_CAUGHT_UP = 500;

/**
 * The one queue of alerts (docs/architecture.md, decision 9): one card plays at a time, and every
 * page obeys. A card ends when a page says so or its time has passed; if no page has painted it by
 * then, its alerts become "never appeared". Tests and replays leave the ledger unchanged.
 */
export class AlertQueue implements Disposable {
  readonly #options: AlertQueueOptions;
  readonly #records: AlertRecords;
  readonly #looks: AlertPresenter;
  readonly #waiting = new AlertBacklog();
  readonly #held: HeldAlerts;
  readonly #owned = new DisposableStore();
  readonly #voiceWait: VoiceWait;
  readonly #onFailure = (failure: unknown) => this.#options.onFailure(failure);
  readonly #changes = this.#owned.add(new Emitter<PlayingAlert | null>(this.#onFailure));
  readonly #stateChanges = this.#owned.add(new Emitter<void>(this.#onFailure));
  /** The alert on screen changed; null: the screen is free. */
  readonly onChange = this.#changes.on;
  /** `desk` may have changed; read it when needed. */
  readonly onState = this.#stateChanges.on;
  readonly #screen: OnScreen;
  readonly #pages: PageWatch;
  readonly #pausedBy = new Set<'streamer' | 'scene'>();
  #awaitsPage: boolean;

  constructor(options: AlertQueueOptions) {
    const { clock, settings, voices = null } = options;
    this.#options = options;
    this.#awaitsPage = options.awaitsPage === true;
    this.#voiceWait = this.#owned.add(new VoiceWait(clock, voices, () => this.#playWaiting()));
    this.#records = new AlertRecords(options);
    this.#looks = new AlertPresenter(options);
    this.#pages = this.#owned.add(new PageWatch(options));
    this.#screen = new OnScreen(clock, () => this.#timeIsUp(), options.onCard);
    this.#held = this.#owned.add(new HeldAlerts(clock, (due) => this.#admit(due)));
    this.#owned.add(settings.onChange(() => this.#settingsChanged()));
  }

  get desk(): AlertsState {
    const { queue, muted } = this.#options.settings.get();
    return {
      paused: this.paused,
      offScene: this.#pausedBy.has('scene'),
      awaitsPage: this.#awaitsPage,
      muted,
      behindMs: behindMs(this.#waiting, queue),
      playing: this.#screen.listed,
      waiting: this.#waiting.first(ALERTS_LISTED).map(listedAlertOf),
      waitingCount: this.#waiting.length,
      ...this.#held.lists,
      ...this.#records.history.lists,
    };
  }

  get paused(): boolean {
    return this.#pausedBy.has('streamer');
  }

  /** The alert on screen with its remaining time; null if there is none. */
  get current(): PlayingAlert | null {
    return this.#screen.current;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** That ended unseen, earlier runs included. */
  get neverAppeared(): number {
    return this.#records.history.lists.neverAppearedCount;
  }

  /**
   * Alerts of the last run: young ones return, others "never appeared", unless they wait to be
   * approved. Call it before `add`.
   */
  restore(): void {
    const freshSince = this.#options.clock.now() - STILL_FRESH_MS;
    const { queue } = this.#options.settings.get();
    const isHeld = (event: ValuedEvent) => this.#held.needsApproval(event, queue);
    const left = this.#records.restore(freshSince, queue.approve ? isHeld : null);
    this.#take(left, (event) => this.#tallyOf(event));
  }

  /** Queues every event of a batch that has a value; `draws` are the totals of its draws. */
  add(events: readonly StageEvent[], draws: ReadonlyMap<number, DrawTally>): void {
    if (this.#owned.isDisposed) return;
    const valued = events.filter(isValued);
    if (valued.length > 0) this.#take(valued, ({ seq }) => draws.get(seq) ?? null);
  }

  /** Counts a visible overlay page until disposed. */
  attachOverlay(): Disposable {
    this.#pages.came();
    this.#pageSeen();
    return toDisposable(() => this.#pages.left());
  }

  /** Handles an overlay's receipt. Receipts for any alert but the playing one are ignored. */
  receipt(alertId: number, state: ReceiptState): void {
    if (this.#screen.alerts?.[0].event.seq !== alertId) return;
    if (state === 'over') {
      this.#end('over');
      return;
    }
    const painted = this.#screen.painted();
    this.#pages.painted();
    if (painted.length === 0) return;
    this.#records.set(painted, 'painted');
    this.#stateChanges.fire();
  }

  /** While paused, also by a scene of OBS, new alerts wait; the one on screen plays to its end. */
  setPaused(paused: boolean, by: 'streamer' | 'scene' = 'streamer'): void {
    if (this.#pausedBy.has(by) === paused || this.#owned.isDisposed) return;
    if (paused) this.#pausedBy.add(by);
    else this.#pausedBy.delete(by);
    this.#playWaiting();
  }

  skip(): void {
    this.#end('over');
  }

  /** Clears the screen and pauses. The interrupted alert plays first after resuming. */
  panic(): void {
    const playing = this.#screen.stop();
    this.setPaused(true);
    if (!playing) return;
    this.#waiting.putFirst(playing);
    this.#records.set(playing, 'queued');
    this.#changes.fire(null);
    this.#stateChanges.fire();
  }

  /** Waiting alerts become "never appeared"; the one on screen and held ones stay. */
  clear(): void {
    const cleared = this.#waiting.clear();
    if (cleared.length === 0) return;
    this.#records.ended(cleared, 'never-appeared');
    this.#stateChanges.fire();
  }

  /** Plays any alerts of the ledger next, as a replay if shown. Throws if one is not there. */
  replay(...alertIds: readonly number[]): void {
    if (this.#owned.isDisposed) return;
    const wanted = alertIds.filter((alertId) => !this.#screen.has(alertId));
    const isOurs = (id: number) => this.#held.has(id) || this.#waiting.has(id);
    // All of them, or none: one that is not there must not cost the others.
    this.#records.demand(wanted.filter((id) => !isOurs(id)));
    const taken = (id: number) => this.#held.take(id) ?? this.#waiting.take(id);
    this.#waiting.putFirst(
      wanted.map((id) => taken(id) ?? this.#fromRecord(this.#records.takeUp(id))),
    );
    this.#playWaiting();
  }

  /**
   * Catches up on alerts that never appeared, in their order: each plays while an overlay is
   * visible and nothing newer waits. What the streamer has yet to approve is held first. At most
   * `MOST_CAUGHT_UP`; the rest stay listed.
   */
  replayMissed(): void {
    if (this.#owned.isDisposed) return;
    const { queue } = this.#options.settings.get();
    const room = MOST_WAITING - this.#waiting.length - this.#held.all.length;
    const missed = this.#records.takeUpMissed(Math.max(0, Math.min(MOST_CAUGHT_UP, room)));
    for (const record of missed) {
      const alert = { ...this.#fromRecord(record), isLate: true };
      if (this.#held.needsApproval(record.event, queue)) this.#held.hold(alert, null);
      else this.#waiting.push(alert);
    }
    this.#playWaiting();
  }

  /** These (null: all) that never appeared count as over, and can be replayed. */
  dismiss(alertId: number | null): void {
    if (alertId === null) this.#records.dismissAll();
    else this.#records.dismiss(alertId);
    this.#stateChanges.fire();
  }

  /** What viewers missed of alerts that were shown, as it turned out; null: nothing after all. */
  setFlaw(alertIds: readonly number[], flaw: AlertFlaw | null): void {
    this.#records.flawed(alertIds, flaw);
    this.#stateChanges.fire();
  }

  /** Lets a held alert play after the waiting ones; does nothing if it is not held. */
  approve(alertId: number): void {
    const alert = this.#held.approve(alertId);
    if (alert) this.#admit([alert]);
  }

  /** Also takes it from the backlog or the screen; donations on its card play again without it. */
  reject(alertId: number): void {
    const alert = this.#held.take(alertId) ?? this.#waiting.take(alertId);
    if (alert) {
      this.#records.ended([alert], 'over', 'rejected');
      this.#stateChanges.fire();
    } else if (this.#screen.has(alertId)) {
      this.#rejectPlaying(alertId);
    }
  }

  /** Makes a viewer's donations anonymous; the card on screen plays to its end. */
  forget(viewer: string): void {
    const nameless = <A extends { readonly event: ValuedEvent }>(alert: A): A =>
      viewerOf(alert.event) === viewer ? { ...alert, event: anonymous(alert.event) } : alert;
    this.#waiting.replace(this.#waiting.all.map(nameless));
    this.#held.change(nameless);
    this.#records.history.change(nameless);
    this.#stateChanges.fire();
  }

  /** Stops at once. Waiting and held alerts stay `queued` in the ledger for the next start. */
  dispose(): void {
    if (this.#owned.isDisposed) return;
    this.#screen.stop();
    this.#owned.dispose();
    this.#waiting.clear();
    this.#records.saveAll();
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
      else if (this.#waiting.length + this.#held.all.length >= MOST_WAITING) tooMany.push(alert);
      else if (holdMs === 0) this.#waiting.push(alert);
      else this.#held.hold(alert, holdMs);
    }
    this.#records.ended(excluded, 'over', 'below-minimum');
    this.#records.ended(tooMany, 'never-appeared');
    if (this.#awaitsPage) this.#trimAwaiting();
    this.#playWaiting();
  }

  /** What waited for a page begins. */
  #pageSeen(): void {
    const before = this.#screen.alerts;
    const awaited = this.#awaitsPage;
    this.#awaitsPage = false;
    this.#playNext();
    if (awaited || this.#screen.alerts !== before) this.#stateChanges.fire();
  }

  #timeIsUp(): void {
    const { isPainted } = this.#screen;
    if (!isPainted) this.#pages.missed();
    this.#end(isPainted ? 'over' : 'never-appeared');
  }

  #trimAwaiting(): void {
    const surplus = this.#waiting.length - MOST_AWAITING;
    const isOfDemo = ({ event }: QueuedAlert) => event.origin !== 'test';
    if (surplus > 0) this.#records.dropped(this.#waiting.takeWhere(isOfDemo, surplus));
  }

  #admit(alerts: readonly QueuedAlert[]): void {
    for (const alert of alerts) this.#waiting.push(alert);
    this.#playWaiting();
  }

  #fromRecord(record: Pick<QueuedAlert, 'event' | 'queuedAt' | 'paintedAt'>): QueuedAlert {
    const { event, queuedAt } = record;
    return { ...this.#looks.queued(event, this.#tallyOf(event), queuedAt), ...record };
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

  /** Plays what waits, and tells that the state may have changed. */
  #playWaiting(): void {
    this.#playNext();
    this.#stateChanges.fire();
  }

  #playNext(): void {
    if (this.#owned.isDisposed || this.#awaitsPage) return;
    if (!this.#screen.alerts && this.#pausedBy.size === 0 && this.#waiting.length > 0) {
      if (!this.#pages.waits(() => this.#playWaiting())) this.#startNext();
    }
    this.#prepareVoice();
  }

  #startNext(): void {
    // A late one would only be missed once more.
    if (this.#waiting.first(1)[0]?.isLate && !this.#pages.isVisible) return;
    const { queue } = this.#options.settings.get();
    const next = nextCard(this.#waiting, queue);
    const order = next && this.#speechOf(next);
    if (this.#voiceWait.holds(order)) return;
    this.#voiceWait.reset();
    const alerts = takeCard(this.#waiting, queue);
    if (!alerts) return;
    const others = this.#waiting.length > 0 ? 'crowded' : 'alone';
    const { look, durationMs } = this.#looks.make(alerts, others, this.#voiceWait.clip(order));
    this.#screen.start(alerts, look, durationMs);
    this.#changes.fire(this.current);
  }

  /** Nobody would hear it without an overlay on the screen. */
  #speechOf(card: Card): SpeechOrder | null {
    return this.#pages.isVisible ? this.#looks.speechOf(card) : null;
  }

  /**
   * Has the voice of what plays soon made while it waits or is held for a time. What the streamer has
   * yet to approve is sent to no service.
   */
  #prepareVoice(): void {
    const held = this.#held.all.find(({ until }) => until !== null);
    const next = nextCard(this.#waiting, this.#options.settings.get().queue);
    const card: Card | null = next ?? (held ? [held.alert] : null);
    // Small donations may join a shared card until it plays.
    if (card?.length === 1) this.#voiceWait.prepare(this.#speechOf(card));
  }

  #end(state: 'over' | 'never-appeared'): void {
    const playing = this.#screen.stop();
    if (!playing) return;
    this.#records.ended(playing, state);
    this.#goOn();
  }

  #rejectPlaying(alertId: number): void {
    const playing = this.#screen.stop();
    if (!playing) return;
    const isRejected = ({ event }: QueuedAlert) => event.seq === alertId;
    const others = playing.filter((alert) => !isRejected(alert));
    // An alert that was painted has been seen, even if it was rejected later.
    const rejected = playing.filter(isRejected);
    const note = rejected[0]?.paintedAt == null ? 'rejected' : null;
    this.#waiting.putFirst(others);
    this.#records.set(others, 'queued');
    this.#records.ended(rejected, 'over', note);
    this.#goOn();
  }

  #goOn(): void {
    this.#playNext();
    // The next alert was already announced, so only an empty screen is reported here.
    if (!this.#screen.alerts) this.#changes.fire(null);
    this.#stateChanges.fire();
  }
}
