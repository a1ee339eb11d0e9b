import type { KV } from '@nats-io/kv';
import { parseGrant } from '../auth/grant-store.ts';
import type { Grant } from '../auth/ports.ts';
import { type Clock, delay } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
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
import type { Brought, Waiting } from '../session/taken-frames.ts';
import { sessionTimes } from '../session/times.ts';
import type { Books, CoreOnBooks } from './books/books.ts';
import { Contents, contentOfEvent } from './books/taker.ts';
import type { Given, WaitingEvents } from './books/waiting-events.ts';
import { type Arrival, unheardMs } from './channel-runner.ts';
import { MOVE_MOST_MS } from './giver.ts';
import { KvVault } from './kv-vault.ts';
import { valuedEventsIn } from './late-frames.ts';
import { type Lease, type Leases, SLACK_MS } from './leases.ts';
import { type Answer, handedKey, no, openHanded, type Question } from './move-words.ts';
import type { Seal } from './seal.ts';
import type { StandStill } from './stand-still.ts';

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

export interface TakerParts {
  readonly store: { readonly channels: KV; readonly leases: Pick<KV, 'get'> };
  readonly leases: Pick<Leases, 'take' | 'writtenAt'>;
  readonly seal: Seal;
  readonly application: FleetPlatform;
  readonly owner: string;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly random: Random;
  readonly standStill: Pick<StandStill, 'since'>;
  readonly books: Pick<Books, 'waitingEvents'>;
  readonly log: Logger;
  readonly onTaken: (lease: Lease, arrival: Arrival) => void;
}

/** Shorter than the giver waits. */
const READY_MOST_MS = 18_000;
const LOOK_MS = 250;
/** After the giver's last moment: its lease may have to end by itself. */
const WAIT_MOST_MS = MOVE_MOST_MS + 20_000;
/** The core has the session, and with it what waits there, within this. */
const HAND_ON_MOST_MS = 60_000;
/** What waited goes through the core's hands in this time. */
const HANDING_MS = 1_000;
/** Of a channel that another host has by then: what came here is sent for so long. */
const SEND_MOST_MS = 60_000;
const KEPT = 'the giver keeps it';

interface Prepared {
  readonly given: Given;
  readonly ending: AbortController;
  /** null: it is being made ready. */
  ahead: StreamAhead | null;
}

/** Makes sessions ready for channels that other hosts are about to hand over. */
export class Taker implements Disposable {
  readonly #parts: TakerParts;
  readonly #prepared = new Map<string, Prepared>();
  readonly #waits = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(parts: TakerParts) {
    this.#parts = parts;
  }

  /** Channels that are about to come. */
  get size(): number {
    return this.#prepared.size;
  }

  has(channelId: string): boolean {
    return this.#prepared.has(channelId);
  }

  /** Never rejects. */
  async prepare(question: Extract<Question, { type: 'prepare' }>): Promise<Answer> {
    const { session, channelId, epoch, from } = question;
    if (this.has(channelId)) return no('busy');
    const given = { channelId, epoch, since: from };
    const prepared: Prepared = { given, ending: new AbortController(), ahead: null };
    this.#prepared.set(channelId, prepared);
    const attempt = new Attempt(this.#parts, given, this.#stopping.signal);
    const ahead = await attempt.open(session, prepared.ending.signal);
    if (ahead === null) {
      void attempt.waiting.end(SEND_MOST_MS, this.#stopping.signal);
      this.#prepared.delete(channelId);
      return no(attempt.reason, attempt.made);
    }
    prepared.ahead = ahead;
    const waiting = this.#wait(prepared, attempt, ahead);
    this.#waits.add(waiting);
    void waiting.finally(() => this.#waits.delete(waiting));
    return { type: 'ready', session: ahead.session };
  }

  /** Whether its session delivers. */
  still(lease: Lease): Answer {
    const isThere = this.#preparedFor(lease)?.ahead?.endedAt === null;
    return isThere ? { type: 'done' } : no('connection-lost');
  }

  /** The giver keeps it. */
  forget(lease: Lease): Answer {
    const prepared = this.#preparedFor(lease);
    // At once: what came here from now on would be nobody's, should the giver end.
    prepared?.ahead?.dispose();
    prepared?.ending.abort(KEPT);
    return { type: 'done' };
  }

  /** Leaves all sessions. Resolves when what came to them is sent, or after `mostMs`. Never rejects. */
  async stop(mostMs: number): Promise<void> {
    for (const { ending } of this.#prepared.values()) ending.abort();
    const ended = new AbortController();
    const all = Promise.all(this.#waits);
    await Promise.race([all, delay(this.#parts.clock, mostMs, ended.signal)]);
    ended.abort();
    this.dispose();
  }

  dispose(): void {
    for (const { ending } of this.#prepared.values()) ending.abort();
    this.#stopping.abort();
  }

  #preparedFor({ channelId, epoch }: Lease): Prepared | null {
    const prepared = this.#prepared.get(channelId);
    return prepared?.given.epoch === epoch ? prepared : null;
  }

  async #wait(prepared: Prepared, attempt: Attempt, ahead: StreamAhead): Promise<void> {
    const { clock, leases, onTaken } = this.#parts;
    const { ending } = prepared;
    const { channelId } = prepared.given;
    const readyAt = clock.monotonic();
    const until = readyAt + WAIT_MOST_MS;
    let taken: Lease | null = null;
    let giver: string | null = null;
    // A third host had it in between: it has its own session, perhaps this one, and writes what waits here.
    const onOther = (claim: string): void => {
      giver ??= claim;
      if (claim !== giver) ending.abort();
    };
    while (taken === null && !ending.signal.aborted && clock.monotonic() < until) {
      taken = await leases.take(channelId, onOther);
      if (taken === null) await delay(clock, LOOK_MS, ending.signal);
    }
    if (taken) onTaken(taken, await this.#arrival(prepared, attempt, ahead, readyAt));
    // Not before: in between it would count as nobody's.
    this.#prepared.delete(channelId);
    if (!taken) await attempt.end(ahead, ending.signal.reason === KEPT);
  }

  async #arrival(
    { given }: Prepared,
    attempt: Attempt,
    ahead: StreamAhead,
    readyAt: number,
  ): Promise<Arrival> {
    const { clock, standStill } = this.#parts;
    const brought = await this.#brought(given);
    const aloneMs = brought ? 0 : await attempt.aloneMs();
    const stoodStill = standStill.since(attempt.begunAt);
    if (brought && !stoodStill) {
      ahead.takeWithout(brought.map((one) => ({ ...one, at: one.at + readyAt })));
      return attempt.arrival(ahead, null);
    }
    // The giver died, was cut off, or ended; or nobody can tell when what waits came.
    const alone = stoodStill ? Number.POSITIVE_INFINITY : clock.monotonic() - aloneMs;
    return attempt.arrival(ahead, { giver: given, alone });
  }

  /** What the giver has had; null: it could not tell. */
  async #brought(giver: Lease): Promise<readonly Brought[] | null> {
    const { store, seal, log } = this.#parts;
    const entry = await store.leases.get(handedKey(giver.channelId)).catch((failure: unknown) => {
      log.warn('what another host had of a channel could not be read', { failure });
      return null;
    });
    return openHanded(seal, giver, entry?.operation === 'PUT' ? entry.string() : null);
  }
}

interface Untold {
  readonly giver: { readonly epoch: number; readonly since: number };
  /** From then on (monotonic) the giver had nothing any more. */
  readonly alone: number;
}

/** One channel that may come: who asks the platform for it, before it is this host's. */
class Attempt {
  made: Made = 'none';
  reason = 'unexpected';
  /** Monotonic milliseconds. */
  readonly begunAt: number;
  readonly waiting: WaitingEvents;
  readonly #parts: TakerParts;
  readonly #channelId: string;
  /** This host ends: there is no time left. */
  readonly #stopping: AbortSignal;
  readonly #vault: KvVault;
  readonly #sessions: PlatformClient['sessions'];

  constructor(parts: TakerParts, given: Given, stopping: AbortSignal) {
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

  /** null: `reason` says why. Never rejects. */
  async open(session: SessionRef | null, signal: AbortSignal): Promise<StreamAhead | null> {
    const { clock, log } = this.#parts;
    const opening = this.#open(session).catch((failure: unknown) => {
      log.warn('no session could be made ready', { channelId: this.#channelId, failure });
      this.reason = failure instanceof NotAheadError ? failure.reason : 'unexpected';
      if (session && hasEnded(failure)) this.made = 'ended';
      return null;
    });
    const opened = new AbortController();
    const either = AbortSignal.any([signal, opened.signal]);
    const ahead = await Promise.race([opening, delay(clock, READY_MOST_MS, either)]);
    opened.abort();
    if (ahead) return ahead;
    // Should it come after all.
    void opening.then((late) => late?.dispose());
    return null;
  }

  /**
   * The channel does not come. `isKept`: it stays where it is; otherwise its next owner may have missed what came here.
   * Never rejects.
   */
  async end(ahead: StreamAhead, isKept: boolean): Promise<void> {
    if (isKept) {
      ahead.dispose();
      await this.waiting.erase();
      return;
    }
    // A process that stood still has not read everything yet.
    await ahead.finish();
    await this.waiting.end(SEND_MOST_MS, this.#stopping);
  }

  /** For how long at most the giver has received nothing, also no late copy. Never rejects. */
  async aloneMs(): Promise<number> {
    const { leases, application, log } = this.#parts;
    const { copyMs } = sessionTimes(application.timeScale);
    try {
      const unheard = await unheardMs(this.#vault, leases, this.#channelId);
      return Math.min(SLACK_MS, Math.max(0, (unheard ?? 0) - copyMs));
    } catch (failure) {
      log.warn('until when a channel was received could not be read', { failure });
      return 0;
    }
  }

  /** `untold`: how to find out what the giver had; null: it has told. */
  arrival(ahead: StreamAhead, untold: Untold | null): Arrival {
    const { application, owner } = this.#parts;
    const { copyMs } = sessionTimes(application.timeScale);
    let left: SessionRef | null = null;
    let books: Pick<CoreOnBooks, 'shareFor'> | null = null;
    return {
      opener: (open) => {
        const through = ahead.opener(open);
        return (url, handlers) => {
          if (url === ahead.session.url) books?.shareFor(copyMs + HANDING_MS);
          books = null;
          return through(url, handlers);
        };
      },
      receivedUntil: () => (untold ? undefined : ahead.endedAt),
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
      failed: () => void this.end(ahead, false),
    };
  }

  async #open(session: SessionRef | null): Promise<StreamAhead> {
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
    return StreamAhead.open(options, session);
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
