import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { SocketFrame } from '../platform/frames.ts';
import type { ListedSession } from '../platform/resources/sessions.ts';
import { SteadyBackoff } from './call-pace.ts';
import { Connections } from './connections.ts';
import { SECOND_LOOK_MS, SessionWatch, SHORT_LIFE_MS } from './doubt.ts';
import { carryOutAll, type EffectHandlers } from './effects.ts';
import { KeepAlive } from './keep-alive.ts';
import {
  beginLink,
  type LinkEffect,
  type LinkInput,
  type LinkState,
  linkTransition,
} from './link-machine.ts';
import { LookBack } from './look-back.ts';
import type { SessionRef } from './machine.ts';
import { type Moment, momentOf } from './moment.ts';
import { Renewal } from './renewal.ts';
import type { SessionLinkDetails, SessionLinkOptions } from './session-link-options.ts';
import { type Listing, LOOK_MOST_MS } from './session-supply.ts';
import type { SocketEnd } from './socket.ts';
import { isUnclear, ownIn, SessionSubscriptions } from './subscriptions.ts';
import { TakeOver } from './take-over.ts';
import { isExpired } from './times.ts';

/** Each confirmation may be three calls to one operation: not twice within a second. */
const CONFIRM_PAUSE_MS = 1_000;

/** Keeps one session's connection up: carries out the decisions of `link-machine.ts`. */
export class SessionLink implements Disposable {
  readonly session: SessionRef;
  readonly #effects: EffectHandlers<LinkEffect> = {
    connect: ({ connection }) => this.#connect(connection),
    drop: ({ connection }) => this.#drop(connection),
    retire: ({ connection }) => {
      this.#keepAlive.forget(connection);
      this.#connections.retire(connection, this.#options.times.readOutMs);
    },
    confirm: ({ connection, fresh }) => void this.#confirm(connection, fresh),
    ping: ({ connection }) => this.#keepAlive.ping(connection),
    'keep-alive': () => {
      this.#connected = momentOf(this.#options.clock);
      this.#keepAlive.begin();
    },
    'plan-renewal': () => this.#renewal.plan(this.#connected),
    'plan-check': () => this.#planCheck(),
    'plan-retry': ({ reason }) => this.#planRetry(reason),
    'went-live': () => this.#retryBackoff.wentLive(),
    renewed: () => {
      const { hooks, onRenewed } = this.#options;
      if (!this.#renewal.isProved) hooks.onUnseen(this.#subscriptions.wanted, this.subscribed);
      onRenewed();
    },
    'end-timers': () => {
      this.#timers.dispose();
      this.#renewal.dispose();
    },
  };
  readonly #options: SessionLinkOptions;
  readonly #timers: NamedTimers;
  readonly #connections: Connections;
  readonly #retryBackoff: SteadyBackoff;
  readonly #subscriptions: SessionSubscriptions;
  readonly #watch: SessionWatch;
  /** The connection that is being confirmed, and whether to do it once more; null: none is. */
  #confirming: { readonly connection: number; again: boolean } | null = null;
  readonly #takeOver: TakeOver;
  #state: LinkState;
  #lastConnection = 1;
  readonly #lookBack: LookBack;
  #retryAfterMs = 0;
  readonly #renewal: Renewal;
  /** When the present connection opened. */
  #connected: Moment;
  readonly #keepAlive: KeepAlive;

  constructor(session: SessionRef, fresh: boolean, options: SessionLinkOptions) {
    const { clock, random, log, openSocket, pace } = options;
    this.session = session;
    this.#options = options;
    this.#timers = new NamedTimers(clock);
    this.#retryBackoff = new SteadyBackoff(clock, random);
    this.#lookBack = new LookBack(clock);
    this.#takeOver = new TakeOver(clock, options.times.lateMs);
    this.#keepAlive = new KeepAlive({
      ...options,
      timers: this.#timers,
      send: (connection) => this.#connections.ping(connection),
      input: (input) => this.input(input),
    });
    this.#connected = momentOf(clock);
    this.#renewal = new Renewal({
      ...options,
      onDue: () => this.input({ type: 'renewal-due', next: this.#number() }),
    });
    this.#watch = new SessionWatch({
      clock,
      pace,
      isLive: () => this.#state.name === 'live',
      look: () => void this.#look(),
      onGone: (cause) => {
        const mayLeave = cause !== 'unseen' || options.hooks.mayLeaveUnseen();
        if (mayLeave) this.input({ type: 'session-lost', cause });
      },
    });
    this.#subscriptions = new SessionSubscriptions({
      ...options,
      sessionKey: session.sessionKey,
      calls: { list: options.list, subscribe: options.sessions.subscribe.bind(options.sessions) },
      connectedAt: () => this.#connected,
      onNoList: () => this.#looked('no-list'),
      pause: (ms) => this.#timers.pause('pause', ms),
      soon: (call) => this.#timers.soon('soon', call, LOOK_MOST_MS),
    });
    this.#connections = new Connections({
      openSocket,
      clock,
      ...options.times,
      receive: (frame, since) => this.#receive(frame, since),
      opened: (connection) => {
        this.#watch.input({ type: 'opened' });
        this.input({ type: 'opened', connection });
      },
      ended: (connection, end, livedMs) => {
        log.info('connection ended', { connection, livedMs, ...end });
        this.input({ type: 'ended', connection, end, sessionExpired: this.#isExpired() });
        this.#ended(end, livedMs);
      },
      overdue: (connection) => {
        pace.failed();
        this.input({ type: 'handshake-overdue', connection });
      },
      pong: (connection, roundTripMs) => this.#keepAlive.pong(connection, roundTripMs),
      answered: (at) => options.onAnswered(at),
      unread: (at) => options.hooks.onUnread(at),
    });
    const begun = beginLink(fresh, this.#lastConnection);
    this.#state = begun.state;
    carryOutAll(this.#effects, begun.effects);
  }

  get state(): LinkState {
    return this.#state;
  }

  /** What it brought when it was looked at last. */
  get subscribed(): readonly SubscriptionKind[] {
    return this.#subscriptions.held;
  }

  get details(): SessionLinkDetails {
    return {
      ...this.#keepAlive.answered,
      connectedAt: this.#connected.wall,
      nextRenewalAt: this.#renewal.at,
    };
  }

  /** The machine woke up or changed networks: finds out now whether the link still lives. */
  probe(): void {
    this.#renewal.look();
    this.#again('probe');
  }

  /** More scopes may have been granted: looks at session and subscriptions now, refused ones too. */
  recheck(): void {
    this.#subscriptions.plan.forgive();
    this.input({ type: 'check-due' });
  }

  /** A list was read, for whatever reason: it says something of this session, too. */
  listed({ listed, askedAt }: Listing): void {
    const { state } = this;
    // One that was just made may be listed only once it is subscribed.
    if (state.name === 'connecting' || ('fresh' in state && state.fresh)) return;
    const own = ownIn(listed, this.session.sessionKey);
    if (own) this.#listedOwn(own, askedAt);
    if (own) this.#looked('listed');
    else this.#looked(isUnclear(listed) ? 'no-list' : 'missing');
  }

  /** There will be no second list: what this one does not show is gone. */
  listedLast({ listed, askedAt }: Listing): void {
    const { state } = this;
    if (state.name !== 'live') return;
    const own = ownIn(listed, this.session.sessionKey);
    if (!own && isUnclear(listed)) return;
    const shown = own ? this.#subscriptions.shown(own, askedAt, state.connection) : 'replaced';
    if (shown === null) return;
    const kinds = shown === 'replaced' ? [] : shown.kinds;
    for (const kind of this.subscribed)
      if (!kinds.includes(kind)) this.#options.hooks.onMissing(kind);
  }

  dispose(): void {
    this.input({ type: 'close' });
    this.#watch.dispose();
    this.#timers.dispose();
    this.#renewal.dispose();
    this.#connections.dispose();
  }

  /** For timers, sockets and answers only. */
  input(input: LinkInput): void {
    const before = this.#state;
    const step = linkTransition(before, input);
    this.#state = step.state;
    if (step.state.name !== before.name) {
      this.#options.log.debug('link', { from: before.name, to: step.state.name, by: input.type });
    }
    this.#lookBack.changed(step.state, before, this.#connected);
    carryOutAll(this.#effects, step.effects);
    if (step.state.name === 'over') this.#watch.dispose();
    if (step.state !== before) this.#options.onChange(step.state, before);
  }

  #number(): number {
    this.#lastConnection += 1;
    return this.#lastConnection;
  }

  async #confirm(connection: number, fresh: boolean): Promise<void> {
    if (this.#state.name === 'live' && this.#state.renewal) {
      this.#timers.set('check', CONFIRM_PAUSE_MS, () => this.input({ type: 'check-due' }));
      return;
    }
    if (this.#confirming?.connection === connection) {
      this.#confirming.again = true;
      return;
    }
    const confirming = { connection, again: false };
    this.#confirming = confirming;
    const stillWanted = (): boolean =>
      (this.#state.name === 'confirming' || this.#state.name === 'live') &&
      this.#state.connection === connection;
    try {
      await this.#confirmOnce(connection, fresh, stillWanted);
    } catch (failure) {
      if (stillWanted()) this.#notConfirmed(failure);
    }
    if (this.#confirming === confirming) this.#confirming = null;
    if (confirming.again && stillWanted()) await this.#confirm(connection, false);
  }

  async #confirmOnce(
    connection: number,
    fresh: boolean,
    stillWanted: () => boolean,
  ): Promise<void> {
    const { clock, scopes, hooks, verifyGrant } = this.#options;
    const askedAt = momentOf(clock);
    const found = await this.#subscriptions.confirm(scopes(), fresh, connection, stillWanted);
    // A list may be stale: the second look, which decides, is planned already.
    if (!stillWanted() || found.type === 'missing') return;
    if (found.type === 'replaced') return this.#seenReplaced(connection);
    if (found.shown) this.#takeOver.forget();
    this.#subscriptions.adopt(found);
    hooks.onConfirmed({ ...found, wanted: this.#subscriptions.wanted });
    if (found.shown) hooks.onShown(found.shown);
    // A session just made was subscribed with the grant itself.
    const holds = this.#state.name === 'live' ? await verifyGrant() : fresh;
    if (!stillWanted()) return;
    if (holds) hooks.onGrantHolds(askedAt);
    this.input({ type: 'confirmed', connection, subscribed: found.subscribed });
  }

  #listedOwn(own: ListedSession, askedAt: Moment): void {
    const { state } = this;
    // Which of the two connections it speaks of is not known.
    if (state.name === 'live' && state.renewal) return;
    const connection = state.name === 'live' ? state.connection : this.#lookBack.lost;
    // Of one that is being confirmed its own look tells.
    if (connection === null || state.name === 'confirming') return;
    const shown = this.#subscriptions.shown(own, askedAt, connection);
    if (shown === 'replaced') {
      if (state.name === 'live') this.#seenReplaced(state.connection);
      return;
    }
    if (shown === null) return;
    if (state.name === 'live') this.#renewal.shown(askedAt);
    this.#options.hooks.onShown(shown);
  }

  /** One list may be stale: the second one decides where events may still be arriving. */
  #seenReplaced(connection: number): void {
    const leftMs = this.#takeOver.seen(connection);
    if (this.#state.name === 'confirming' || leftMs === 0) {
      this.input({ type: 'replaced', connection });
      return;
    }
    // What comes after the answer was sent to this connection since.
    if (leftMs === null) this.#keepAlive.ping(connection);
    this.#timers.set('check', leftMs ?? SECOND_LOOK_MS, () => this.input({ type: 'check-due' }));
  }

  #notConfirmed(failure: unknown): void {
    const { classify, log } = this.#options;
    const { verdict, reason, retryAfterMs } = classify(failure);
    log.warn('subscriptions could not be confirmed', { reason, failure });
    if (this.#state.name === 'confirming') {
      this.#retryAfterMs = Math.max(retryAfterMs, CONFIRM_PAUSE_MS);
    }
    this.input({ type: 'request-failed', verdict, reason });
  }

  /** Is the session still in the list? With a connection its subscriptions are looked at, too. */
  async #look(): Promise<void> {
    const { state } = this;
    if (state.name === 'confirming' || state.name === 'live') {
      await this.#confirm(state.connection, false);
      return;
    }
    await this.#options.list().catch((failure: unknown) => {
      this.#options.log.warn('session list unavailable', { failure });
      this.#looked('no-list');
    });
  }

  #looked(found: 'listed' | 'missing' | 'no-list'): void {
    this.#watch.input({ type: found, isLive: this.#state.name === 'live' });
  }

  #ended(end: SocketEnd, livedMs: number | null): void {
    const { pace } = this.#options;
    if (livedMs !== null && livedMs >= SHORT_LIFE_MS) pace.answered();
    else pace.failed();
    if (livedMs !== null) this.#watch.input({ type: 'ended', livedMs });
    else if (end.type === 'refused') this.#watch.input({ type: 'refused' });
  }

  #receive(frame: SocketFrame, since: Moment): void {
    const kind = this.#options.receive(frame);
    if (!kind) return;
    const { state } = this;
    this.#cameUnlisted(kind, since);
    this.#subscriptions.delivered(kind, since);
    if (this.#takeOver.isRefuted(since)) this.#subscriptions.doubtList();
    if ('connection' in state) this.#keepAlive.arrived(state.connection);
  }

  #cameUnlisted(kind: SubscriptionKind, since: Moment): void {
    const { state } = this;
    if (state.name !== 'live') return;
    const found = this.#subscriptions.cameUnlisted(kind, since);
    if (!found) return;
    this.#options.hooks.onConfirmed({ ...found, wanted: this.#subscriptions.wanted });
    this.input({ type: 'confirmed', connection: state.connection, subscribed: found.subscribed });
  }

  /** Events put a look off: it comes when they have been away for long enough. */
  #planCheck(): void {
    this.#timers.set('check', this.#subscriptions.plan.dueInMs, () => {
      if (this.#subscriptions.plan.dueInMs > 0) this.#planCheck();
      else this.input({ type: 'check-due' });
    });
  }

  #connect(connection: number): void {
    const { pace } = this.#options;
    if (pace.restMs > 0) {
      this.#timers.set(`connect:${connection}`, pace.restMs, () => this.#connect(connection));
      return;
    }
    pace.calling();
    this.#connections.open(connection, this.session.url);
  }

  #drop(connection: number): void {
    this.#timers.clear(`connect:${connection}`);
    this.#keepAlive.forget(connection);
    this.#connections.drop(connection);
  }

  #planRetry(reason: string): void {
    const waitMs = Math.max(this.#retryBackoff.next(), this.#retryAfterMs);
    this.#retryAfterMs = 0;
    this.#options.log.info('connecting again', { reason, waitMs: Math.round(waitMs) });
    this.#lookBack.plan(waitMs, this.#timers, this.#options);
    this.#timers.set('retry', waitMs, () => this.#again('retry-due'));
  }

  #again(type: 'probe' | 'retry-due'): void {
    this.input({ type, next: this.#number(), sessionExpired: this.#isExpired() });
  }

  #isExpired(): boolean {
    const { clock, times } = this.#options;
    return isExpired(this.session.createdAt, clock.now(), times);
  }
}
