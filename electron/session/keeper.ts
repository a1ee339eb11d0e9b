import { assertNever } from '../../shared/events.ts';
import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { confirmSubscriptions } from './confirm.ts';
import { Connections } from './connections.ts';
import {
  type KeeperEffect,
  type KeeperInput,
  type KeeperState,
  type SessionRef,
  transition,
} from './machine.ts';
import { NamedTimers } from './named-timers.ts';
import type { ReceiveFrame, SessionMemory, SessionOperations } from './ports.ts';
import type { OpenSocket } from './socket.ts';
import { type KeeperStatus, phaseOf } from './status.ts';
import { subscriptionsAllowedBy } from './subscriptions.ts';
import type { SessionTimes } from './times.ts';
import type { RequestVerdict } from './verdicts.ts';

/** What a failed platform call means for the keeper. */
export interface FailureMeaning {
  readonly verdict: RequestVerdict;
  /** Stable, kebab-case. */
  readonly reason: string;
  /** The platform asked to wait at least this long; 0 when it did not. */
  readonly retryAfterMs: number;
  /** Only this subscription is refused (its scope is missing); the others may go on. */
  readonly onlyThisKind: boolean;
}

export interface KeeperOptions {
  readonly sessions: SessionOperations;
  readonly memory: SessionMemory;
  readonly openSocket: OpenSocket;
  readonly receive: ReceiveFrame;
  readonly classify: (failure: unknown) => FailureMeaning;
  /** Scopes that the present grant holds. */
  readonly scopes: () => readonly string[];
  readonly times: SessionTimes;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Part of a session's validity near its end in which it is no longer trusted to be alive. */
const VALIDITY_MARGIN = 0.005;
/** A fresh PING's shape (specification, "Delivery"). */
const PING = JSON.stringify({ type: 'PING' });

/**
 * Keeps one live stream: carries out what the machine decides, and owns every timer and socket of
 * it. Policy is in `machine.ts` and `verdicts.ts`.
 */
export class SessionKeeper implements Disposable {
  readonly #options: KeeperOptions;
  readonly #timers: NamedTimers;
  readonly #connections: Connections;
  readonly #retryBackoff: Backoff;
  readonly #renewBackoff: Backoff;
  readonly #status: Emitter<KeeperStatus>;
  #state: KeeperState = { name: 'stopped' };
  #nextConnection = 0;
  #tried = false;
  #retryAfterMs = 0;
  #since: number;
  #connectedAt = 0;
  #roundTripMs: number | null = null;
  #lastStatus = '';

  constructor(options: KeeperOptions) {
    const { clock, random, log } = options;
    this.#options = options;
    this.#timers = new NamedTimers(clock);
    this.#retryBackoff = new Backoff(RECONNECT_BACKOFF, random);
    this.#renewBackoff = new Backoff(RECONNECT_BACKOFF, random);
    this.#status = new Emitter((failure) =>
      log.error('keeper status listener failed', { failure }),
    );
    this.#since = clock.now();
    this.#connections = new Connections(options.openSocket, clock, options.receive, {
      opened: (connection) => this.#input({ type: 'opened', connection }),
      ended: (connection, end) => {
        log.info('connection ended', { connection, ...end });
        this.#input({ type: 'ended', connection, end, sessionExpired: this.#sessionExpired() });
      },
      pong: (connection, roundTripMs) => this.#pong(connection, roundTripMs),
    });
  }

  get onStatus(): Emitter<KeeperStatus>['on'] {
    return this.#status.on;
  }

  get status(): KeeperStatus {
    const state = this.#state;
    const reason = state.name === 'waiting' || state.name === 'blocked' ? state.reason : null;
    const session =
      state.name === 'live'
        ? {
            createdAt: state.session.createdAt,
            connectedAt: this.#connectedAt,
            roundTripMs: this.#roundTripMs,
            subscribed: state.subscribed,
          }
        : null;
    return { phase: phaseOf(state, this.#tried), reason, since: this.#since, session };
  }

  /** Begins, or tries again at once when it is waiting or blocked. Never rejects. */
  async start(): Promise<void> {
    const kept = await this.#options.memory.load().catch((failure: unknown) => {
      this.#options.log.warn('the last session could not be read', { failure });
      return null;
    });
    const session = kept && !this.#isExpired(kept) ? kept : null;
    this.#input({ type: 'start', session, next: this.#number() });
  }

  stop(): void {
    this.#input({ type: 'stop' });
    this.#tried = false;
  }

  dispose(): void {
    this.stop();
    this.#timers.dispose();
    this.#connections.dispose();
    this.#status.dispose();
  }

  #number(): number {
    this.#nextConnection += 1;
    return this.#nextConnection;
  }

  #input(input: KeeperInput): void {
    const before = this.#state;
    const { state, effects } = transition(before, input);
    this.#state = state;
    if (state.name !== before.name) {
      if (state.name === 'live' || state.name === 'waiting') this.#tried = true;
      this.#options.log.debug('keeper', { from: before.name, to: state.name, by: input.type });
    }
    for (const effect of effects) this.#carryOut(effect);
    this.#publish();
  }

  #publish(): void {
    const { phase, reason, session } = this.status;
    const now = JSON.stringify([phase, reason, session]);
    if (now === this.#lastStatus) return;
    if (!this.#lastStatus.startsWith(`["${phase}"`)) this.#since = this.#options.clock.now();
    this.#lastStatus = now;
    this.#status.fire(this.status);
  }

  #carryOut(effect: KeeperEffect): void {
    switch (effect.type) {
      case 'create-session':
        void this.#create();
        break;
      case 'connect':
        this.#connect(effect.session, effect.connection);
        break;
      case 'drop':
        this.#drop(effect.connection);
        break;
      case 'retire':
        this.#retire(effect.connection);
        break;
      case 'confirm':
        void this.#confirm(effect);
        break;
      case 'ping':
        this.#ping(effect.connection);
        break;
      case 'keep-alive':
        this.#connectedAt = this.#options.clock.now();
        this.#keepAlive();
        break;
      case 'plan-renewal':
        this.#planRenewal();
        break;
      case 'plan-retry':
        this.#planRetry(effect.reason);
        break;
      case 'went-live':
        this.#retryBackoff.reset();
        this.#options.log.info('live');
        break;
      case 'forget-session':
        void this.#remember(null);
        break;
      case 'end-timers':
        this.#timers.dispose();
        break;
      default:
        assertNever(effect);
    }
  }

  async #create(): Promise<void> {
    const { sessions, clock } = this.#options;
    try {
      // Stamped before the call: the platform's 12 hours cannot have begun earlier.
      const createdAt = clock.now();
      const created = await sessions.createUser();
      const session = { url: created.url, sessionKey: created.sessionKey, createdAt };
      if (this.#state.name !== 'creating') return;
      await this.#remember(session);
      this.#input({ type: 'session-created', session, next: this.#number() });
    } catch (failure) {
      if (this.#state.name === 'creating') this.#requestFailed(failure);
    }
  }

  async #confirm(effect: Extract<KeeperEffect, { type: 'confirm' }>): Promise<void> {
    const { sessions, scopes, classify, log } = this.#options;
    const { session, connection, fresh } = effect;
    const stillWanted = (): boolean =>
      this.#state.name === 'confirming' && this.#state.connection === connection;
    try {
      const wanted = subscriptionsAllowedBy(scopes()).allowed;
      const request = { sessionKey: session.sessionKey, fresh, wanted };
      const result = await confirmSubscriptions(sessions, request, {
        skip: (rule, failure) => {
          const { onlyThisKind, reason } = classify(failure);
          if (onlyThisKind) log.warn('subscription refused', { kind: rule.kind, reason });
          return onlyThisKind;
        },
        trust: (failure) => {
          const trusted = classify(failure).verdict === 'unavailable';
          if (trusted) log.warn('session list unavailable, subscriptions assumed', { failure });
          return trusted;
        },
      });
      if (!stillWanted()) return;
      if (result.type === 'confirmed') this.#input({ ...result, connection });
      else this.#failed({ verdict: 'session-gone', reason: 'session-gone' });
    } catch (failure) {
      if (stillWanted()) this.#requestFailed(failure);
    }
  }

  #requestFailed(failure: unknown): void {
    const meaning = this.#options.classify(failure);
    this.#options.log.warn('platform call failed', { reason: meaning.reason, failure });
    this.#retryAfterMs = meaning.retryAfterMs;
    this.#failed(meaning);
  }

  #failed({ verdict, reason }: { verdict: RequestVerdict; reason: string }): void {
    this.#input({ type: 'request-failed', verdict, reason });
  }

  #connect(session: SessionRef, connection: number): void {
    this.#timers.set(`handshake:${connection}`, this.#options.times.handshakeMs, () =>
      this.#input({ type: 'handshake-overdue', connection }),
    );
    this.#connections.open(connection, session.url, () =>
      this.#timers.clear(`handshake:${connection}`),
    );
  }

  #drop(connection: number): void {
    this.#timers.clear(`handshake:${connection}`);
    this.#timers.clear(`pong:${connection}`);
    this.#connections.close(connection);
  }

  #retire(connection: number): void {
    this.#timers.clear(`pong:${connection}`);
    this.#connections.closeLater(connection, this.#options.times.readOutMs);
  }

  #ping(connection: number): void {
    this.#connections.send(connection, PING);
    // The deadline runs from the first PING without an answer, however short the interval is.
    if (!this.#timers.has(`pong:${connection}`)) {
      this.#timers.set(`pong:${connection}`, this.#options.times.pongDeadlineMs, () =>
        this.#input({ type: 'pong-missed', connection }),
      );
    }
    this.#keepAlive();
  }

  #keepAlive(): void {
    this.#timers.set('ping', this.#options.times.pingIntervalMs, () =>
      this.#input({ type: 'ping-due' }),
    );
  }

  #pong(connection: number, roundTripMs: number): void {
    this.#timers.clear(`pong:${connection}`);
    this.#roundTripMs = roundTripMs;
    this.#input({ type: 'pong', connection });
  }

  #planRenewal(): void {
    const { times, clock, random } = this.#options;
    const planned = this.#connectedAt + times.renewAfterMs + random() * times.renewJitterMs;
    // Overdue only after a renewal that failed: then soon, but not at once.
    const left = planned - clock.now();
    if (left > 0) this.#renewBackoff.reset();
    this.#timers.set('renew', left > 0 ? left : this.#renewBackoff.next(), () =>
      this.#input({ type: 'renewal-due', next: this.#number() }),
    );
  }

  #planRetry(reason: string): void {
    const waitMs = Math.max(this.#retryBackoff.next(), this.#retryAfterMs);
    this.#retryAfterMs = 0;
    this.#options.log.info('trying again', { reason, waitMs: Math.round(waitMs) });
    this.#timers.set('retry', waitMs, () =>
      this.#input({
        type: 'retry-due',
        next: this.#number(),
        sessionExpired: this.#sessionExpired(),
      }),
    );
  }

  async #remember(session: SessionRef | null): Promise<void> {
    const { memory, log } = this.#options;
    try {
      await (session ? memory.save(session) : memory.forget());
    } catch (failure) {
      log.warn('the session could not be kept for a restart', { failure });
    }
  }

  #sessionExpired(): boolean {
    const state = this.#state;
    return 'session' in state && state.session !== null && this.#isExpired(state.session);
  }

  #isExpired(session: SessionRef): boolean {
    const age = this.#options.clock.now() - session.createdAt;
    return age >= this.#options.times.sessionValidityMs * (1 - VALIDITY_MARGIN);
  }
}
