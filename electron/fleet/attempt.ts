import type { KV } from '@nats-io/kv';
import { parseGrant } from '../auth/grant-store.ts';
import type { Grant } from '../auth/ports.ts';
import { type Clock, delay } from '../base/clock.ts';
import type { Logger, Redactor } from '../base/log.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import type { Random } from '../base/random.ts';
import { decodeFrame } from '../events/decode.ts';
import { createImagePolicy } from '../events/field-sanitizer.ts';
import { createPlatformClient, type PlatformClient } from '../platform/client.ts';
import { parseFrame } from '../platform/frames.ts';
import type { SessionRef } from '../session/machine.ts';
import { sessionMemory } from '../session/session-memory.ts';
import type { Made } from '../session/shared-slots.ts';
import type { OpenSocket } from '../session/socket.ts';
import { NotAheadError, StreamAhead } from '../session/stream-ahead.ts';
import { SUBSCRIPTIONS } from '../session/subscriptions.ts';
import type { Waiting } from '../session/taken-frames.ts';
import { sessionTimes } from '../session/times.ts';
import { markOfAll } from '../storage/coverage-mark.ts';
import type { Books, CoreOnBooks } from './books/books.ts';
import { Contents, contentOfEvent } from './books/taker.ts';
import type { Given, WaitingEvents } from './books/waiting-events.ts';
import { type Arrival, unheardMs } from './channel-runner.ts';
import { KvVault } from './kv-vault.ts';
import { valuedEventsIn } from './late-frames.ts';
import { type Leases, SLACK_MS } from './leases.ts';
import type { Seal } from './seal.ts';

/** The platform as one application sees it. */
export interface FleetPlatform {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Divides every duration of the specification; 1 on the real platform. */
  readonly timeScale: number;
  readonly fetch: typeof globalThis.fetch;
  readonly redactor: Redactor;
}

export interface AttemptParts {
  readonly store: { readonly channels: KV };
  readonly leases: Pick<Leases, 'writtenAt'>;
  readonly seal: Seal;
  readonly application: FleetPlatform;
  readonly owner: string;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly random: Random;
  readonly books: Pick<Books, 'waitingEvents'>;
  readonly log: Logger;
}

/** Shorter than the giver waits. */
const READY_MOST_MS = 18_000;
/** The core has the session, and with it what waits there, within this. */
const HAND_ON_MOST_MS = 60_000;
/** What waited goes through the core's hands in this time. */
const HANDING_MS = 1_000;
/** Of a channel that another host has by then: what came here is sent for so long. */
const SEND_MOST_MS = 60_000;

interface Untold {
  readonly giver: { readonly epoch: number; readonly since: number };
  /** From then on (monotonic) the giver had nothing any more. */
  readonly alone: number;
}

/** One channel that may come: who asks the platform for it, before it is this host's. */
export class Attempt {
  made: Made = 'none';
  reason = 'unexpected';
  /** Monotonic milliseconds. */
  readonly begunAt: number;
  readonly waiting: WaitingEvents;
  readonly #parts: AttemptParts;
  readonly #channelId: string;
  /** This host ends: there is no time left. */
  readonly #stopping: AbortSignal;
  readonly #vault: KvVault;
  readonly #sessions: PlatformClient['sessions'];
  #opening: Promise<StreamAhead | null> = Promise.resolve(null);

  constructor(parts: AttemptParts, given: Given, stopping: AbortSignal) {
    const { channelId } = given;
    this.#parts = parts;
    this.#stopping = stopping;
    this.#channelId = channelId;
    this.waiting = parts.books.waitingEvents(given);
    this.begunAt = parts.clock.monotonic();
    const { store, seal, clock } = parts;
    // It reads only: tokens are renewed by who has the lease.
    const isProven = () => false;
    this.#vault = new KvVault({ bucket: store.channels, seal, channelId, isProven, clock });
    const accessToken = async () => (await this.#grant()).accessToken;
    const { sessions } = createPlatformClient({
      ...parts.application,
      ...parts,
      userTokens: {
        accessToken,
        accessTokenAfter: async (rejected, refusal) => {
          const token = await accessToken();
          if (token === rejected) throw refusal;
          return token;
        },
      },
    });
    this.#sessions = sessions;
  }

  /** null: `reason` says why. Then, or when it is not needed, `end` follows. Never rejects. */
  async open(session: SessionRef | null, signal: AbortSignal): Promise<StreamAhead | null> {
    const { clock, log } = this.#parts;
    const late = new AbortController();
    const opening = this.#open(session, AbortSignal.any([signal, late.signal]));
    this.#opening = opening.catch((failure: unknown) => {
      log.warn('no session could be made ready', { channelId: this.#channelId, failure });
      this.reason = failure instanceof NotAheadError ? failure.reason : 'unexpected';
      if (session && hasEnded(failure)) this.made = 'ended';
      return null;
    });
    const opened = new AbortController();
    const either = AbortSignal.any([signal, opened.signal]);
    const ahead = await Promise.race([this.#opening, delay(clock, READY_MOST_MS, either)]);
    opened.abort();
    if (ahead) return ahead;
    late.abort();
    return null;
  }

  /** Resolves when nothing comes to the session any more, and all that came is read. Never rejects. */
  async leave(): Promise<void> {
    const ahead = await this.#opening;
    await ahead?.finish();
  }

  /**
   * The channel does not come. `isHad`: who has it has received what came here; otherwise its next owner may have
   * missed it. Resolves when that is sent. Never rejects.
   */
  async end(isHad: Promise<boolean> | false): Promise<void> {
    await this.leave();
    if (await isHad) await this.waiting.erase();
    await this.waiting.end(SEND_MOST_MS, this.#stopping);
  }

  /** For how long at most the giver has received nothing, also no late copy. Never rejects. */
  async aloneMs(): Promise<number> {
    const { leases, application, log } = this.#parts;
    const { lateMs } = sessionTimes(application.timeScale);
    try {
      const unheard = await unheardMs(this.#vault, leases, this.#channelId);
      const shortest = Math.min(...Object.values(unheard ?? {}).map(({ received }) => received));
      return Math.min(SLACK_MS, Math.max(0, (unheard ? shortest : 0) - lateMs));
    } catch (failure) {
      log.warn('until when a channel was received could not be read', { failure });
      return 0;
    }
  }

  /** `untold`: how to find out what the giver had; null: it has told. */
  arrival(ahead: StreamAhead, untold: Untold | null): Arrival {
    const { application, owner } = this.#parts;
    const { lateMs } = sessionTimes(application.timeScale);
    let left: SessionRef | null = null;
    let books: Pick<CoreOnBooks, 'shareFor'> | null = null;
    return {
      opener: (open) => {
        const through = ahead.opener(open);
        return (url, handlers) => {
          if (url === ahead.session.url) books?.shareFor(lateMs + HANDING_MS);
          books = null;
          return through(url, handlers);
        };
      },
      receivedUntil: () => {
        if (untold) return undefined;
        return ahead.endedAt === null ? null : markOfAll(ahead.endedAt, ahead.kinds);
      },
      session: this.waiting.session,
      isTold: untold === null,
      prepare: async (vault) => {
        const current = sessionMemory(vault, application.redactor, owner);
        left = await current.load();
        await current.save(ahead.session);
      },
      compare: (opened) => {
        if (!untold) return;
        const { giver, alone } = untold;
        // What it had may be on its disk only, or on its way to the stream.
        opened.takeOver(giver, HAND_ON_MOST_MS);
        books = opened;
        ahead.takeOnly(unlessHad(opened.contentsFrom(giver.since), alone, application.baseUrl));
      },
      begun: () => {
        // The core has it.
        this.waiting.discard();
        void this.#leave(left, ahead);
      },
      failed: () => void this.end(false),
    };
  }

  async #open(session: SessionRef | null, signal: AbortSignal): Promise<StreamAhead> {
    const { application } = this.#parts;
    const { scopes } = await this.#grant();
    // The slot is the giver's: it hears what became of it.
    if (session) this.made = session;
    const settle = async (made: Made): Promise<void> => {
      this.made = made;
    };
    const take = async () => {
      this.made = 'unknown';
      return { session: null, settle };
    };
    const options = {
      ...this.#parts,
      sessions: this.#sessions,
      channelId: this.#channelId,
      scopes,
      times: sessionTimes(application.timeScale),
      slots: { take },
      onWaiting: (text: string) => this.waiting.add(valuedEventsIn([text], application.baseUrl)),
    };
    return StreamAhead.open(options, session, signal);
  }

  async #grant(): Promise<Grant> {
    const grant = parseGrant((await this.#vault.read('grant')) ?? '');
    if (!grant) throw new NotAheadError('signed-out');
    return grant;
  }

  /** This session delivers, as was proved before: of the one before nothing is needed any more. */
  async #leave(left: SessionRef | null, ahead: StreamAhead): Promise<void> {
    const { log } = this.#parts;
    if (!left || left.sessionKey === ahead.session.sessionKey) return;
    for (const { kind } of SUBSCRIPTIONS) {
      await this.#sessions.unsubscribe(kind, left.sessionKey).catch((failure: unknown) => {
        log.info('a subscription of the session before was not taken back', { kind, failure });
      });
    }
  }
}

/**
 * Which frames are new, where the giver's books have to tell what it had: each content as often as there are more
 * of it. Chat is in no books, so only that from `alone` on is.
 */
function unlessHad(
  had: readonly string[],
  alone: number,
  baseUrl: string,
): (frame: Waiting) => boolean {
  const left = new Contents(had);
  const images = createImagePolicy({ allowLoopbackHttp: isLoopbackAddress(baseUrl) });
  return ({ text, at }) => {
    const frame = parseFrame(text);
    if (frame.type !== 'event') return true;
    const read = decodeFrame(frame, images);
    if (read.type !== 'event' || read.decoded.kind === 'CHAT') return at >= alone;
    return !left.takeOut(contentOfEvent(read.decoded));
  };
}

/** Of a session that was there before. */
function hasEnded(failure: unknown): boolean {
  return failure instanceof NotAheadError && ['session-gone', 'refused'].includes(failure.reason);
}
