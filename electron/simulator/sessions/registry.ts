import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';
import type { PromptSessionFault } from '../faults/fault.ts';
import { Session, type SessionOwner, type Subscription } from './session.ts';

/** What clients find of a session that has been removed without a word. */
type Afterlife = Pick<
  Extract<PromptSessionFault, { kind: 'dead-session' }>,
  'connections' | 'upgrades' | 'code' | 'status'
>;

interface DeadSession extends Afterlife {
  readonly session: Session;
}

interface RegistryOptions {
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly log: Logger;
  /** For the fourth session of a user and the eleventh of an application. */
  readonly countPolicy: CountPolicy;
}

/** Every session that lives, with the limits of the specification. Time is simulated time. */
export class SessionRegistry implements Disposable {
  readonly #options: RegistryOptions;
  readonly #sessions = new Map<string, Session>();
  /** Of each user, oldest first: an event of one channel of many is not held against all sessions. */
  readonly #ofUsers = new Map<string, Set<Session>>();
  readonly #expiry = new Map<string, Disposable>();
  readonly #dead = new Map<string, DeadSession>();
  readonly #removed = new Emitter<Session>((failure) =>
    this.#options.log.error('A listener of removed sessions failed', { failure }),
  );
  readonly onRemoved = this.#removed.on;
  /** How often a session was asked for although its owner had as many as there may be. */
  overLimit = 0;
  #clientSessions = 0;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  get all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** A new session of the owner; null when the count limit refuses it (policy `refuse`). */
  create(owner: SessionOwner): Session | null {
    if (!this.#makeRoom(owner)) return null;
    const { clock, makeKey } = this.#options;
    const { validityMs } = SESSION_LIMITS;
    const session = new Session(makeKey(), owner, clock.now(), validityMs);
    this.#sessions.set(session.key, session);
    if (owner.kind === 'USER') {
      const own = this.#ofUsers.get(owner.channelId) ?? new Set();
      this.#ofUsers.set(owner.channelId, own.add(session));
    } else this.#clientSessions += 1;
    const expiry = clock.setTimeout(() => this.remove(session, 'expired'), validityMs);
    this.#expiry.set(session.key, expiry);
    return session;
  }

  find(sessionKey: string): Session | null {
    return this.#sessions.get(sessionKey) ?? null;
  }

  /** Those of a user, of all applications, oldest first. */
  ofUser(channelId: string): readonly Session[] {
    return [...(this.#ofUsers.get(channelId) ?? [])];
  }

  /** Those that have a subscription, oldest first. */
  subscribed(subscription: Subscription): readonly Session[] {
    const own = this.ofUser(subscription.channelId);
    // Only an application's session subscribes to what belongs to others.
    const all = this.#clientSessions > 0 ? this.all : own;
    return all.filter((session) => session.has(subscription));
  }

  list(kind: SessionOwner['kind'], clientId: string): readonly Session[] {
    return this.all.filter(({ owner }) => owner.kind === kind && owner.clientId === clientId);
  }

  /** False when the session holds 30 subscriptions already. Subscribing twice counts once. */
  subscribe(session: Session, subscription: Subscription): boolean {
    const isFull = session.subscriptions.length >= SESSION_LIMITS.subscriptionsPerSession;
    if (isFull && !session.has(subscription)) return false;
    session.add(subscription);
    return true;
  }

  remove(session: Session, reason: 'expired' | 'count-limit' | 'stopped'): void {
    if (!this.#forget(session)) return;
    this.#options.log.info('A session has ended', { reason, kind: session.owner.kind });
    this.#removed.fire(session);
  }

  /** Kills a session; its connections end only if `connections` is `end`. */
  kill(session: Session, afterlife: Afterlife): void {
    if (!this.#forget(session)) return;
    const { connections, upgrades } = afterlife;
    this.#options.log.info('A session is dead', { connections, upgrade: upgrades });
    this.#dead.set(session.key, { session, ...afterlife });
    if (connections === 'end') this.#removed.fire(session);
  }

  findDead(sessionKey: string): DeadSession | null {
    return this.#dead.get(sessionKey) ?? null;
  }

  dispose(): void {
    for (const session of this.all) this.remove(session, 'stopped');
    this.#removed.dispose();
  }

  #forget(session: Session): boolean {
    if (!this.#sessions.delete(session.key)) return false;
    this.#expiry.get(session.key)?.dispose();
    this.#expiry.delete(session.key);
    const { owner } = session;
    if (owner.kind === 'USER') this.#ofUsers.get(owner.channelId)?.delete(session);
    else this.#clientSessions -= 1;
    return true;
  }

  /** User sessions are counted per user, whatever the application; client sessions per application. */
  #peersOf(owner: SessionOwner): readonly Session[] {
    return owner.kind === 'USER'
      ? this.ofUser(owner.channelId)
      : this.list('CLIENT', owner.clientId);
  }

  #makeRoom(owner: SessionOwner): boolean {
    const limit =
      owner.kind === 'USER'
        ? SESSION_LIMITS.userSessionsPerUser
        : SESSION_LIMITS.clientSessionsPerApplication;
    const peers = this.#peersOf(owner);
    if (peers.length < limit) return true;
    this.overLimit += 1;
    if (this.#options.countPolicy === 'refuse') return false;
    for (const session of peers.slice(0, peers.length - limit + 1)) {
      this.#options.log.warn('Over the limit of sessions: the oldest one is removed', { limit });
      this.remove(session, 'count-limit');
    }
    return true;
  }
}

/** Limits of sessions and connections (specification, "Limits"), times in milliseconds. */
export const SESSION_LIMITS = {
  userSessionsPerUser: 3,
  clientSessionsPerApplication: 10,
  subscriptionsPerSession: 30,
  validityMs: 12 * 60 * 60 * 1000,
  connectionLifetimeMs: 2 * 60 * 60 * 1000,
  idleTimeoutMs: 10 * 60 * 1000,
  listSizeMin: 1,
  listSizeMax: 50,
  listSizeDefault: 20,
} as const;

/** Which session goes is not shown; refusing is for clients that want to be ready for that too. */
export type CountPolicy = 'remove-oldest' | 'refuse';
