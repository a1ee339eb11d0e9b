import type { SessionStatus } from '../../shared/status.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { EventFrame, SocketFrame } from '../platform/frames.ts';
import type { SessionsApi } from '../platform/resources/sessions.ts';
import { CallPace, SteadyBackoff } from './call-pace.ts';
import { ConnectionRecorder } from './connection-recorder.ts';
import type { ReceiveFrame } from './connections.ts';
import { carryOutAll, type EffectHandlers } from './effects.ts';
import { type LinkState, lossOf } from './link-machine.ts';
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
import { RollOverPlan } from './roll-over-plan.ts';
import { SessionLink, type SessionLinkOptions } from './session-link.ts';
import type { SessionMemory } from './session-memory.ts';
import { LOOK_MOST_MS, SessionSupply, SLOTS_MAX } from './session-supply.ts';
import type { SharedSlots } from './shared-slots.ts';
import { type KeeperStatus, phaseOf } from './status.ts';
import type { RefusedKind, SubscriptionKind } from './subscriptions.ts';
import { isExpired } from './times.ts';

export interface KeeperOptions
  extends Omit<
    SessionLinkOptions,
    'sessions' | 'list' | 'pace' | 'receive' | 'hooks' | 'onChange' | 'onRenewed' | 'onPong'
  > {
  readonly receive: ReceiveFrame<EventFrame>;
  readonly sessions: Pick<SessionsApi, 'createUser' | 'listUser' | 'subscribe' | 'unsubscribe'>;
  readonly memory: Pick<SessionMemory, 'load' | 'save' | 'forget'>;
  readonly slots?: SharedSlots;
  /** The stream's channel; null until known. */
  readonly channelId: () => string | null;
}

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
      const { overlapMs } = this.#options.times;
      this.#timers.set('overlap', overlapMs, () => this.#input({ type: 'overlap-over' }));
    },
    'plan-roll-over': ({ session, when }) => this.#rollOver.plan(session.createdAt, when),
    'plan-retry': ({ reason }) => this.#planRetry(reason),
    remember: ({ session }) => void this.#remember(session),
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
  readonly #statusChanges: Emitter<KeeperStatus>;
  readonly onStatus: Subscribe<KeeperStatus>;
  readonly #refusals: Emitter<readonly RefusedKind[]>;
  /** The kinds that the platform refuses, whenever they change. */
  readonly onRefused: Subscribe<readonly RefusedKind[]>;
  readonly #overlap: OverlapGuard;
  readonly #pace: CallPace;
  readonly #supply: SessionSupply;
  readonly #rollOver: RollOverPlan;
  #state: KeeperState = { name: 'stopped' };
  #lastLink = 0;
  /** Each start and stop begins a new run: answers to earlier runs are ignored. */
  #run = 0;
  #wasLive = false;
  #retryAfterMs = 0;
  #lastStatus = '';
  #lastRefused = '[]';

  constructor(options: KeeperOptions) {
    const { clock, random, log, times } = options;
    this.#options = options;
    this.#timers = new NamedTimers(clock);
    this.#backoff = new SteadyBackoff(clock, random);
    const onFailure = (failure: unknown) => log.error('a keeper listener failed', { failure });
    this.#statusChanges = new Emitter(onFailure);
    this.onStatus = this.#statusChanges.on;
    this.#refusals = new Emitter(onFailure);
    this.onRefused = this.#refusals.on;
    this.#overlap = new OverlapGuard(clock, times.copyMs);
    this.#pace = new CallPace(clock);
    this.#supply = new SessionSupply({
      ...options,
      pace: this.#pace,
      ownKeys: () => this.sessionKeys,
      pause: (ms) => this.#timers.pause('pause', ms),
      soon: (call) => this.#timers.soon('soon', call, LOOK_MOST_MS),
    });
    this.#rollOver = new RollOverPlan(clock, times, () => this.#input({ type: 'roll-over-due' }));
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
    return { phase, reason, session: this.#sessionStatus(links) };
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
    if (wanted) this.recorder.coverage.stop();
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
   * Unsubscribes the present sessions, so that the platform stops delivering: they live on for
   * hours, for anyone with their keys. Refusals are logged. Never rejects.
   */
  async unsubscribe(): Promise<void> {
    const { sessions, log } = this.#options;
    const calls = this.#held().flatMap(({ session, state }) => {
      const kinds = state.name === 'live' ? state.subscribed : [];
      return kinds.map((kind) =>
        sessions.unsubscribe(kind, session.sessionKey).catch((failure: unknown) => {
          log.warn('a subscription could not be taken back', { kind, failure });
        }),
      );
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

  async #acquire(purpose: Purpose, suspect: SessionRef | null): Promise<void> {
    const { classify, log } = this.#options;
    const run = this.#run;
    try {
      const result = await this.#supply.acquire(purpose, suspect);
      if (run !== this.#run) return;
      if (result.type !== 'created') {
        const reason = result.type === 'no-slot' ? 'no-free-slot' : 'session-still-there';
        this.#notAcquired(result.type, reason);
        return;
      }
      this.recorder.note('session-created');
      this.recorder.coverage.replaced();
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

  #notAcquired(refusal: Refusal, reason: string): void {
    this.recorder.note('session-refused', reason);
    this.#input({ type: 'not-acquired', refusal, reason, next: this.#number() });
  }

  #openLink(number: number, session: SessionRef, fresh: boolean): void {
    const { coverage } = this.recorder;
    const link = new SessionLink(session, fresh, {
      ...this.#options,
      list: this.#supply.list,
      pace: this.#pace,
      receive: (frame) => this.#receive(number, frame),
      hooks: {
        onSubscribing: (kind) => this.#overlap.subscribing(number, kind),
        onGrantHolds: () => coverage.grantHolds(number),
        onDelivered: (kind) => coverage.delivered(number, kind),
        onShown: (kinds, all) => coverage.shown(number, kinds, all),
        onSubscriptionGone: (kind) => coverage.subscriptionGone(number, kind),
        onRefused: (refused) => this.#refused(refused),
        mayLeaveUnseen: () => this.#supply.mayCreateUnseen,
      },
      onChange: (state, before) => this.#linkChanged(number, state, before),
      onRenewed: () => this.recorder.note('renewed'),
      onPong: () => {
        this.recorder.heardPong();
        this.#publish();
      },
    });
    this.#links.set(number, link);
  }

  #receive(link: number, frame: SocketFrame): SubscriptionKind | null {
    this.recorder.coverage.heard(link);
    if (frame.type === 'pong' || !this.#overlap.admits(link, frame)) return null;
    return this.#options.receive(frame);
  }

  #linkChanged(link: number, state: LinkState, before: LinkState): void {
    const { coverage } = this.recorder;
    if (state.name === 'live' && before.name !== 'live') {
      this.#backoff.wentLive();
      this.#wasLive = true;
      coverage.linkLive(link);
      this.recorder.note('live');
      this.#input({ type: 'line-live', link });
    } else if (state.name !== 'live' && before.name === 'live') {
      const reason = this.#lossOf(state);
      coverage.linkLost(link, reason ?? 'signed-out', lossOf(state));
      if (reason) this.recorder.note('lost', reason);
      this.#input({ type: 'line-lost', link });
    }
    if (state.name === 'waiting') this.#wasLive = true;
    if (state.name === 'over') {
      this.#links.delete(link);
      if (lossOf(state) === 'delivery') coverage.sessionGone(link);
      coverage.linkOver(link, state.cause === 'unseen');
      const { cause, reason } = state;
      if (cause !== 'closed') this.#input({ type: 'line-over', link, cause, reason });
    }
    this.#publish();
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

  async #remember(session: SessionRef | null): Promise<void> {
    const { memory, log } = this.#options;
    try {
      await (session ? memory.save(session) : memory.forget());
    } catch (failure) {
      log.warn('the session could not be kept for a restart', { failure });
    }
  }

  #refused(refused: readonly RefusedKind[]): void {
    const now = JSON.stringify(refused);
    if (now === this.#lastRefused) return;
    this.#lastRefused = now;
    this.#refusals.fire(refused);
  }

  #sessionStatus(links: readonly SessionLink[]): SessionStatus | null {
    const link = links.findLast(({ state }) => state.name === 'live');
    if (link?.state.name !== 'live') return null;
    return {
      createdAt: link.session.createdAt,
      ...link.details,
      nextRollOverAt: this.#rollOver.dueAt,
      subscribed: link.state.subscribed,
      slotsUsed: this.#supply.slotsUsed,
      slotsMax: SLOTS_MAX,
    };
  }

  #publish(): void {
    const { status } = this;
    const now = JSON.stringify(status);
    if (now === this.#lastStatus) return;
    this.#lastStatus = now;
    this.#statusChanges.fire(status);
  }
}
