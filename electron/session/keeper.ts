import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Disposable } from '../base/disposables.ts';
import { DueTime } from '../base/due-time.ts';
import { ChangeEmitter, type Subscribe } from '../base/emitter.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { SocketFrame } from '../platform/frames.ts';
import { SUBSCRIBABLE_EVENTS } from '../platform/operations.ts';
import { CallPace, SteadyBackoff } from './call-pace.ts';
import type { RefusedKind } from './check-plan.ts';
import { ConnectionRecorder } from './connection-recorder.ts';
import { carryOutAll, type EffectHandlers } from './effects.ts';
import { askForProof, LastLook } from './last-look.ts';
import type { LinkState } from './link-machine.ts';
import {
  type KeeperEffect,
  type KeeperInput,
  type KeeperState,
  linksOf,
  type Purpose,
  type Refusal,
  type SessionRef,
  transition,
} from './machine.ts';
import { OverlapGuard } from './overlap.ts';
import { SessionLink } from './session-link.ts';
import type { KeeperOptions } from './session-link-options.ts';
import { keepForRestart } from './session-memory.ts';
import { type Listing, LOOK_MOST_MS, SessionSupply } from './session-supply.ts';
import { type KeeperStatus, phaseOf, sessionStatusOf } from './status.ts';
import { unsubscribeFrom } from './subscriptions.ts';
import { isExpired, rollOverInMs } from './times.ts';

type LinkOver = Extract<LinkState, { name: 'over' }>;

const NOT_CREATED = {
  'no-slot': ['no-slot', 'no-free-slot'],
  'still-there': ['still-there', 'session-still-there'],
  'no-list': ['unavailable', 'no-session-list'],
} as const;

/** The proof that ends an overlap is asked for again after this, and each time after twice as long. */
const PROOF_AGAIN_MS = 2_000;
const PROOF_AGAIN_MOST_MS = 60_000;

/** Keeps one live stream going: carries out what `machine.ts` decides, and filters copies. */
export class SessionKeeper implements Disposable {
  readonly recorder: ConnectionRecorder;
  readonly #effects: EffectHandlers<KeeperEffect> = {
    acquire: ({ purpose, suspect }) => void this.#acquire(purpose, suspect),
    'open-line': ({ link, session, fresh }) => this.#openLink(link, session, fresh),
    'close-line': ({ link }) => this.#links.get(link)?.dispose(),
    'begin-overlap': ({ old, next }) => this.#overlap.begin(old, next),
    'end-overlap': () => {
      this.#timers.clear('overlap');
      this.#overlap.end();
    },
    'plan-overlap-end': () => {
      this.#timers.set('overlap', this.#options.times.overlapMs, () => void this.#endOverlap());
    },
    'plan-roll-over': ({ session, when }) => {
      const { clock, times } = this.#options;
      this.#rollOver.set(rollOverInMs(session.createdAt, when, clock.now(), times));
    },
    'plan-retry': ({ reason }) => this.#planRetry(reason),
    remember: ({ session }) => void keepForRestart(session, this.#options),
    'rolled-over': () => this.recorder.note('rolled-over'),
    'end-timers': () => {
      this.#timers.dispose();
      this.#rollOver.dispose();
      this.#overlap.dispose();
    },
  };
  readonly #options: KeeperOptions;
  readonly #timers: NamedTimers;
  readonly #backoff: SteadyBackoff;
  readonly #links = new Map<number, SessionLink>();
  readonly #statusChanges: ChangeEmitter<KeeperStatus>;
  readonly onStatus: Subscribe<KeeperStatus>;
  readonly #refusals: ChangeEmitter<readonly RefusedKind[]>;
  /** The kinds that the platform refuses, whenever they change. */
  readonly onRefused: Subscribe<readonly RefusedKind[]>;
  readonly #overlap: OverlapGuard;
  readonly #pace: CallPace;
  readonly #supply: SessionSupply;
  readonly #rollOver: DueTime;
  #state: KeeperState = { name: 'stopped' };
  #lastLink = 0;
  /** Each start and stop begins a new run: answers to earlier runs are ignored. */
  #run = 0;
  #wasLive = false;
  readonly #lastLook: LastLook;
  #retryAfterMs = 0;

  constructor(options: KeeperOptions) {
    const { clock, random, log, times } = options;
    this.#options = options;
    this.#timers = new NamedTimers(clock);
    this.#lastLook = new LastLook(clock, options.slots ? null : times.quietMs);
    this.#backoff = new SteadyBackoff(clock, random);
    const onFailure = (failure: unknown) => log.error('a keeper listener failed', { failure });
    this.#statusChanges = new ChangeEmitter<KeeperStatus>(null, onFailure);
    this.onStatus = this.#statusChanges.on;
    this.#refusals = new ChangeEmitter<readonly RefusedKind[]>([], onFailure);
    this.onRefused = this.#refusals.on;
    this.#overlap = new OverlapGuard(clock, times.lateMs, (frame) => this.#handOn(frame));
    this.#pace = new CallPace(clock);
    this.#supply = new SessionSupply({
      ...options,
      onListed: (listing) => {
        for (const link of this.#held()) link.listed(listing);
      },
      pace: this.#pace,
      ownKeys: () => this.sessionKeys,
      pause: (ms) => this.#timers.pause('pause', ms),
      soon: (call) => this.#timers.soon('soon', call, LOOK_MOST_MS),
    });
    this.#rollOver = new DueTime(clock, () => this.#input({ type: 'roll-over-due' }));
    this.recorder = new ConnectionRecorder(clock, log, times);
  }

  /** Of the sessions in use. */
  get sessionKeys(): readonly string[] {
    return this.#held().map(({ session }) => session.sessionKey);
  }

  get status(): KeeperStatus {
    const links = this.#held();
    const states = links.map((link) => link.state);
    const { phase, reason } = phaseOf(this.#state, states, this.#wasLive);
    const link = links.findLast(({ state }) => state.name === 'live') ?? null;
    const session = sessionStatusOf(link, this.#rollOver.at, this.#supply.slotsUsed);
    return { phase, reason, session };
  }

  /** Starts, or retries at once if resting or blocked. Never rejects. */
  async start(): Promise<void> {
    if (this.#state.name === 'running' || this.#state.name === 'acquiring') return;
    const { memory, clock, times, log } = this.#options;
    this.#run += 1;
    const run = this.#run;
    const kept = await memory.load().catch((failure: unknown) => {
      log.warn('the last session could not be read', { failure });
      return null;
    });
    if (run !== this.#run) return;
    const session = kept && !isExpired(kept.createdAt, clock.now(), times) ? kept : null;
    this.#input({ type: 'start', session, next: this.#number() });
  }

  /** `wanted`: no events are expected; otherwise the time until the next start is a gap. */
  stop(wanted: boolean): void {
    this.#run += 1;
    if (wanted) this.recorder.coverage.stop(this.#lastLook.isMissed);
    this.#lastLook.forget();
    if (this.#state.name === 'stopped') return;
    this.#input({ type: 'stop' });
    this.recorder.note('stopped');
    this.#supply.forget();
    this.#wasLive = false;
  }

  /** The machine woke up or changed networks: checks now. */
  probe(): void {
    this.#pace.answered();
    this.#rollOver.look();
    for (const link of this.#held()) link.probe();
    if (this.#state.name === 'resting') this.#input({ type: 'retry-due' });
  }

  /** More scopes may have been granted: checks the subscriptions now. */
  recheck(): void {
    for (const link of this.#held()) link.recheck();
  }

  /**
   * Before a stop that is wanted: asks for the list, and on the connections. What neither shows has been
   * missed since its last proof. In a fleet the next host asks. Resolves only where all is answered.
   */
  async lastLook(): Promise<void> {
    if (this.#state.name !== 'running' || this.#options.slots) return;
    const live = [...this.#links].filter(([, { state }]) => state.name === 'live');
    const answered = this.#lastLook.begin(live.map(([number]) => number));
    for (const [, link] of live) link.probe();
    const listing = await this.#ask();
    if (listing) for (const link of this.#held()) link.listedLast(listing);
    await answered;
  }

  /**
   * Unsubscribes the present sessions, so that the platform stops delivering: they live on for
   * hours, for anyone with their keys. Refusals are logged. Never rejects.
   */
  async unsubscribe(): Promise<void> {
    const { sessions, log } = this.#options;
    const calls = this.#held().map(({ session, state }) => {
      const kinds = state.name === 'live' ? state.subscribed : [];
      return unsubscribeFrom(kinds, session.sessionKey, sessions, log);
    });
    await Promise.all(calls);
  }

  dispose(): void {
    this.stop(true);
    for (const link of this.#links.values()) link.dispose();
    this.#timers.dispose();
    this.#rollOver.dispose();
    this.#overlap.dispose();
    this.recorder.dispose();
    this.#statusChanges.dispose();
    this.#refusals.dispose();
  }

  #ask(): Promise<Listing | null> {
    return askForProof(this.#options, this.#supply.list, (at) =>
      this.recorder.coverage.grantHolds(at),
    );
  }

  #number(): number {
    this.#lastLink += 1;
    return this.#lastLink;
  }

  #held(): readonly SessionLink[] {
    return linksOf(this.#state).flatMap((number) => this.#links.get(number) ?? []);
  }

  #input(input: KeeperInput): void {
    const before = this.#state;
    const { state, effects } = transition(before, input);
    this.#state = state;
    if (state.name !== before.name) {
      this.#options.log.debug('keeper', { from: before.name, to: state.name, by: input.type });
    }
    carryOutAll(this.#effects, effects);
    if (state.name === 'blocked' && before.name !== 'blocked') {
      this.recorder.note('blocked', state.reason);
    }
    this.#publish();
  }

  /** Whether the present session ends before its roll-over would be tried again. */
  get #endsSoon(): boolean {
    const { clock, times } = this.#options;
    const { createdAt } = this.#state.name === 'running' ? this.#state.session : { createdAt: 0 };
    return isExpired(createdAt, clock.now() + times.rollOverAgainMs, times);
  }

  async #acquire(purpose: Purpose, suspect: SessionRef | null): Promise<void> {
    const { classify, log } = this.#options;
    const run = this.#run;
    try {
      const canWait = purpose === 'roll-over' && !this.#endsSoon;
      const result = await this.#supply.acquire(purpose, suspect, canWait);
      if (run !== this.#run) return;
      if (result.type !== 'created') {
        const [refusal, reason] = NOT_CREATED[result.type];
        this.#notAcquired(refusal, reason);
        return;
      }
      this.recorder.note('session-created');
      this.recorder.coverage.keepOnly(this.sessionKeys);
      this.#input({ type: 'acquired', session: result.session, next: this.#number() });
    } catch (failure) {
      if (run !== this.#run) return;
      const { verdict, reason, retryAfterMs } = classify(failure);
      log.warn('no session could be had', { reason, failure });
      this.#retryAfterMs = retryAfterMs;
      const needsSignIn = verdict === 'sign-in' || verdict === 'grant-revoked';
      this.#notAcquired(needsSignIn ? 'sign-in' : 'unavailable', reason);
    }
  }

  /**
   * The old session is closed only when a list and an answer on its connection have proved it once
   * more: else nobody would know of one that brings nothing any more. Until then, or until it is over,
   * it stays.
   */
  async #endOverlap(againMs = PROOF_AGAIN_MS): Promise<void> {
    const run = this.#run;
    const state = this.#overlapping;
    if (!state) return;
    this.#links.get(state.link)?.probe();
    await this.#ask();
    if (run !== this.#run || this.#overlapping?.rollOver.link !== state.rollOver.link) return;
    if (this.recorder.coverage.isJoined(state.rollOver.session.sessionKey)) {
      this.#overlap.oldBrings(SUBSCRIBABLE_EVENTS);
      this.#input({ type: 'overlap-over' });
    } else {
      const nextMs = Math.min(2 * againMs, PROOF_AGAIN_MOST_MS);
      this.#timers.set('overlap', againMs, () => void this.#endOverlap(nextMs));
    }
  }

  get #overlapping() {
    if (this.#state.name !== 'running') return null;
    const { link, rollOver } = this.#state;
    return rollOver.phase === 'overlapping' ? { link, rollOver } : null;
  }

  #notAcquired(refusal: Refusal, reason: string): void {
    this.recorder.note('session-refused', reason);
    this.#input({ type: 'not-acquired', refusal, reason, next: this.#number() });
  }

  #openLink(number: number, session: SessionRef, fresh: boolean): void {
    const { coverage } = this.recorder;
    const { sessionKey } = session;
    const link = new SessionLink(session, fresh, {
      ...this.#options,
      list: this.#supply.list,
      pace: this.#pace,
      receive: (frame) => this.#receive(number, frame),
      hooks: {
        ...this.recorder.hooksOf(sessionKey),
        onSubscribing: (kind) => this.#overlap.subscribing(number, kind),
        onShown: (shown) => {
          this.#overlap.shown(number, shown.kinds);
          coverage.shown(sessionKey, shown);
        },
        onRefused: (refused) => this.#refusals.fire(refused),
        mayLeaveUnseen: () => this.#supply.mayCreateUnseen,
      },
      onChange: (state, before) => this.#linkChanged(number, sessionKey, state, before),
      onRenewed: () => this.recorder.note('renewed'),
      onAnswered: (at) => {
        coverage.answered(sessionKey, at);
        this.#lastLook.answered(number, at);
        this.recorder.tellMark();
        this.#publish();
      },
    });
    this.#links.set(number, link);
  }

  #receive(link: number, frame: SocketFrame): SubscriptionKind | null {
    return this.#overlap.admits(link, frame) ? this.#handOn(frame) : null;
  }

  #handOn(frame: SocketFrame): SubscriptionKind | null {
    return frame.type === 'pong' ? null : this.#options.receive(frame);
  }

  #linkChanged(link: number, sessionKey: string, state: LinkState, before: LinkState): void {
    const { coverage } = this.recorder;
    if (state.name === 'live' && before.name !== 'live') {
      this.#backoff.wentLive();
      this.recorder.note('live');
    } else if (state.name !== 'live' && before.name === 'live') {
      const reason = this.#lossOf(state);
      coverage.lost(sessionKey, reason ?? 'signed-out');
      if (reason) this.recorder.note('lost', reason);
    }
    if (state.name === 'confirming') coverage.reconnected(sessionKey);
    if (state.name === 'live' || state.name === 'waiting') this.#wasLive = true;
    this.#compareNext();
    if (state.name === 'over') this.#linkOver(link, sessionKey, state);
    this.#publish();
  }

  #linkOver(link: number, sessionKey: string, { cause, reason }: LinkOver): void {
    const { coverage } = this.recorder;
    this.#links.delete(link);
    // Others may come back: one of which nothing was heard, or one that was closed to make room.
    const isReplaced = cause === 'closed' && this.#state.name === 'running';
    if (isReplaced) coverage.over(sessionKey, 'session-gone');
    if (cause === 'session-gone' || cause === 'refused') coverage.over(sessionKey, reason);
    if (cause !== 'closed') this.#input({ type: 'line-over', link, cause, reason });
  }

  /** Tells whether the next session brings all that the present one does. */
  #compareNext(): void {
    if (this.#state.name !== 'running' || !('link' in this.#state.rollOver)) return;
    const { rollOver } = this.#state;
    const next = this.#links.get(rollOver.link)?.state;
    const had = this.#links.get(this.#state.link)?.subscribed ?? [];
    const isWhole = next?.name === 'live' && had.every((kind) => next.subscribed.includes(kind));
    this.#input({ type: isWhole ? 'line-live' : 'line-lost', link: rollOver.link });
  }

  #lossOf(state: LinkState): string | null {
    if (state.name !== 'over' || state.cause !== 'closed') {
      return 'reason' in state ? state.reason : null;
    }
    if (this.#state.name === 'blocked') return this.#state.reason;
    return this.#state.name === 'acquiring' ? 'no-free-slot' : null;
  }

  #planRetry(reason: string): void {
    const waitMs = Math.max(this.#backoff.next(), this.#retryAfterMs, this.#supply.restMs);
    this.#retryAfterMs = 0;
    this.#wasLive = true;
    this.#options.log.info('asking for a session again', { reason, waitMs: Math.round(waitMs) });
    this.#timers.set('retry', waitMs, () => this.#input({ type: 'retry-due' }));
  }

  #publish(): void {
    this.#statusChanges.fire(this.status);
  }
}
