import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { PING } from '../platform/frames.ts';
import type { SessionsApi } from '../platform/resources/sessions.ts';
import { CallPace } from './call-pace.ts';
import { meaningOf } from './failure-meaning.ts';
import type { SessionRef } from './machine.ts';
import { LOOK_MOST_MS, SessionSupply } from './session-supply.ts';
import type { SharedSlots } from './shared-slots.ts';
import type { OpenSocket, Socket, SocketEnd, SocketHandlers } from './socket.ts';
import { confirmSubscriptions, subscriptionsAllowedBy, UNLISTED } from './subscriptions.ts';
import { type Brought, TakenFrames, type Waiting } from './taken-frames.ts';
import type { SessionTimes } from './times.ts';

export interface StreamAheadOptions {
  readonly sessions: Pick<SessionsApi, 'createUser' | 'listUser' | 'subscribe'>;
  readonly channelId: string;
  readonly scopes: readonly string[];
  readonly openSocket: OpenSocket;
  readonly slots: SharedSlots;
  readonly times: SessionTimes;
  /** Each frame that the core does not get at once. */
  readonly onWaiting: (text: string) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Why no session could be made ready. Stable, kebab-case. */
export class NotAheadError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`no session is ready: ${reason}`);
    this.reason = reason;
  }
}

/**
 * A channel's session that is connected and subscribed before the channel is here: its frames wait.
 * The core that runs the channel afterwards gets the open socket with `opener`, frames first.
 */
export class StreamAhead implements Disposable {
  readonly session: SessionRef;
  readonly #options: StreamAheadOptions;
  readonly #timers: NamedTimers;
  readonly #frames: TakenFrames;
  readonly #opened = Promise.withResolvers<void>();
  readonly #left = Promise.withResolvers<never>();
  readonly #over = Promise.withResolvers<void>();
  readonly #socket: Socket;
  #end: { readonly how: SocketEnd; readonly at: number } | null = null;
  /** What the core is to get first; null: what comes waits until the host before has told. */
  #queue: string[] | null = null;
  #isHandedOn = false;
  #isLeft = false;
  #core: SocketHandlers | null = null;

  private constructor(session: SessionRef, options: StreamAheadOptions) {
    this.session = session;
    this.#options = options;
    const { clock, times, openSocket } = options;
    this.#timers = new NamedTimers(clock);
    this.#frames = new TakenFrames({ clock, lateMs: times.lateMs });
    // Where nobody waits for it.
    this.#opened.promise.catch(() => undefined);
    this.#socket = openSocket(session.url, {
      onOpen: () => this.#opened.resolve(),
      onText: (text) => this.#text(text),
      onEnd: (how) => this.#ended(how),
    });
  }

  /**
   * Resolves when the session delivers, as the platform's list shows. `spare`: a session that lives
   * already; null: a new one, where a slot is free. `signal`: nobody needs it any more. Throws `NotAheadError`
   * and the platform's errors; by then everything that came is read, and the socket is closed.
   */
  static async open(
    options: StreamAheadOptions,
    spare: SessionRef | null,
    signal: AbortSignal,
  ): Promise<StreamAhead> {
    const timers = new NamedTimers(options.clock);
    try {
      const supply = supplyOf(options, timers);
      const session = spare ?? (await created(supply));
      if (signal.aborted) throw new NotAheadError('not-needed');
      const ahead = new StreamAhead(session, options);
      const leave = (): void => ahead.#abandon();
      signal.addEventListener('abort', leave);
      try {
        await Promise.race([ahead.#getReady(supply, spare === null), ahead.#left.promise]);
        return ahead;
      } catch (failure) {
        // A process that stood still finds its timers due before it has read what came meanwhile.
        await ahead.finish();
        throw failure;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    } finally {
      timers.dispose();
    }
  }

  /** What it brings. */
  get kinds(): readonly SubscriptionKind[] {
    return subscriptionsAllowedBy(this.#options.scopes).allowed.map(({ kind }) => kind);
  }

  /** Since when nothing comes any more, epoch milliseconds; null: it is connected. */
  get endedAt(): number | null {
    return this.#end?.at ?? null;
  }

  /** The host before has told what it had; times by this host's clock. Call once, or `takeOnly`. */
  takeWithout(brought: readonly Brought[]): void {
    this.#queue = [...this.#frames.without(brought)];
  }

  /** The host before could not tell. */
  takeOnly(isWanted: (frame: Waiting) => boolean): void {
    this.#queue = [...this.#frames.only(isWanted)];
  }

  /** Opens as `open` does, and this session's socket once as it is. */
  opener(open: OpenSocket): OpenSocket {
    return (url, handlers) =>
      url === this.session.url && !this.#isHandedOn ? this.#handOn(handlers) : open(url, handlers);
  }

  /** Closes the socket, unless the core has it, once what the platform has sent is read. Resolves when it has. */
  async finish(): Promise<void> {
    this.#isLeft = true;
    this.#timers.dispose();
    if (this.#isHandedOn || this.#end) return;
    this.#socket.finish();
    await this.#over.promise;
  }

  /** Closes the socket, unless the core has it. */
  dispose(): void {
    this.#isLeft = true;
    this.#timers.dispose();
    if (!this.#isHandedOn) this.#socket.close();
    this.#over.resolve();
  }

  async #getReady(supply: SessionSupply, fresh: boolean): Promise<void> {
    const { sessions, channelId, scopes, times, log } = this.#options;
    const { allowed } = subscriptionsAllowedBy(scopes);
    // Of an older session nobody knows what it is subscribed to: it may deliver before its answer is read.
    if (!fresh) for (const { kind } of allowed) this.#frames.begin(kind);
    this.#timers.set('handshake', times.handshakeMs, () => this.#fail('handshake-timeout'));
    await this.#opened.promise;
    this.#demandNeeded();
    this.#timers.clear('handshake');
    this.#keepAlive();
    const found = await confirmSubscriptions(
      { subscribe: sessions.subscribe, list: supply.list },
      { sessionKey: this.session.sessionKey, fresh, wanted: allowed, leftOut: [], held: [] },
      {
        onSubscribing: (kind) => {
          this.#demandNeeded();
          if (fresh) this.#frames.begin(kind);
        },
        onMissing: () => undefined,
        // It is looked at once, as soon as it is open.
        whose: () => 'ours',
        pause: (ms) => this.#timers.pause('pause', ms),
        soon: (call) => this.#timers.soon('soon', call, LOOK_MOST_MS),
        // The host before may have a kind that is refused here by chance: then this one does not take over.
        refusal: ({ kind }, failure) => {
          const { reason, retryAfterMs } = meaningOf(failure);
          return failure instanceof ForbiddenError ? { kind, reason, retryAfterMs } : null;
        },
        trust: () => false,
      },
    );
    if (found.type !== 'confirmed') throw new NotAheadError('session-gone');
    const isUnlisted = found.refused.some(({ reason }) => reason === UNLISTED);
    if (isUnlisted || found.shown === null) throw new NotAheadError('not-shown');
    if (this.#end) throw new NotAheadError('connection-lost');
    log.info('a session is ready ahead', { channelId, fresh });
  }

  #abandon(): void {
    this.#isLeft = true;
    this.#left.reject(new NotAheadError('not-needed'));
  }

  /** What it has asked the platform for may come when nobody needs it any more. */
  #demandNeeded(): void {
    if (this.#isLeft) throw new NotAheadError('not-needed');
  }

  #keepAlive(): void {
    this.#socket.send(PING);
    this.#timers.set('ping', this.#options.times.pingIntervalMs, () => this.#keepAlive());
  }

  #text(text: string): void {
    if (this.#core === null) this.#options.onWaiting(text);
    if (this.#queue === null) this.#frames.wait(text);
    else if (this.#frames.admits(text)) this.#hand(text);
  }

  #hand(text: string): void {
    if (this.#core === null) this.#queue?.push(text);
    else this.#core.onText(text);
  }

  #ended(how: SocketEnd): void {
    this.#end = { how, at: this.#options.clock.now() };
    this.#over.resolve();
    this.#fail(how.type);
    this.#core?.onEnd(how);
  }

  #fail(reason: string): void {
    this.#opened.reject(new NotAheadError(reason));
  }

  /** The core gets it as if it had just been opened. */
  #handOn(handlers: SocketHandlers): Socket {
    this.#isHandedOn = true;
    this.#timers.dispose();
    let isSilent = false;
    queueMicrotask(() => {
      if (isSilent) return;
      handlers.onOpen();
      for (const text of this.#queue ?? []) if (!isSilent) handlers.onText(text);
      this.#queue = [];
      if (isSilent) return;
      this.#core = handlers;
      if (this.#end) handlers.onEnd(this.#end.how);
    });
    const silence = (): void => {
      isSilent = true;
      this.#core = null;
    };
    return {
      send: (text) => this.#socket.send(text),
      close: () => {
        silence();
        this.#socket.close();
      },
      finish: () => this.#socket.finish(),
      dispose: () => {
        silence();
        this.#socket.dispose();
      },
    };
  }
}

function supplyOf(options: StreamAheadOptions, timers: NamedTimers): SessionSupply {
  return new SessionSupply({
    ...options,
    pace: new CallPace(options.clock),
    channelId: () => options.channelId,
    ownKeys: () => [],
    pause: (ms) => timers.pause('pause', ms),
    soon: (call) => timers.soon('soon', call, LOOK_MOST_MS),
  });
}

async function created(supply: SessionSupply): Promise<SessionRef> {
  // As for a roll-over: the channel has a session that must not be lost for it.
  const result = await supply.acquire('roll-over', null, true);
  if (result.type !== 'created') throw new NotAheadError(result.type);
  return result.session;
}
