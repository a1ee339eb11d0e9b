import type { RequestBatchRequest } from 'obs-websocket-js';
import { WebSocket } from 'ws';
import type { ObsCause } from '../../../shared/contract/obs.ts';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import type { ObsRequest, ObsRequestName, ObsResult } from './obs-calls.ts';
import { ObsClient } from './obs-client.ts';
import { ObsGoneError, ObsRefusedError, ObsSlowError } from './obs-errors.ts';
import { OBS_EVENTS, type ObsEventName } from './obs-events.ts';

/** Where OBS is said to be. */
export interface ObsPlace {
  readonly host: string;
  readonly port: number;
}

export interface DialTarget extends ObsPlace {
  readonly password: string | null;
  /** The salt with which this password was refused: it is not sent to that run of OBS again. */
  readonly refusedSalt: string | null;
  /** Events to begin with (`subscriptionOf`). */
  readonly subscription: number;
}

export interface DialHandlers {
  onEvent(name: ObsEventName, data: unknown): void;
  /** Once, when an open session ends otherwise than by `close`. */
  onEnd(): void;
}

/** One identified connection. */
export interface ObsSession {
  /** Of OBS, and of its obs-websocket. */
  readonly version: string;
  readonly protocol: string;
  /** Rejects with an `ObsRefusedError`, `ObsSlowError` or `ObsGoneError`. */
  call(name: ObsRequestName, data?: object): Promise<unknown>;
  batch(requests: readonly ObsRequest[]): Promise<readonly ObsResult[]>;
  subscribe(subscription: number): void;
  /** Says goodbye; handlers are silent from now on, and what waits is rejected. */
  close(): void;
}

/** Why no session came about. `salt`: the one the password was refused with. */
export class ObsUnreachedError extends Error {
  readonly reason: ObsCause;
  readonly salt: string | null;

  constructor(reason: ObsCause, salt: string | null = null) {
    super(`OBS is not reached: ${reason}`);
    this.name = 'ObsUnreachedError';
    this.reason = reason;
    this.salt = salt;
  }
}

/** Rejects with an `ObsUnreachedError` and leaves nothing open then. */
export type DialObs = (
  target: DialTarget,
  handlers: DialHandlers,
  signal: AbortSignal,
) => Promise<ObsSession>;

/** From the first packet to the answer that lets us in. */
const DIAL_MS = 5_000;
const CALL_MS = 5_000;
/** A batch holds up to hundreds of requests. */
const BATCH_MS = 15_000;
/** A connection without a word is asked for a sign of life: obs-websocket answers even while OBS hangs. */
const PING_EVERY_MS = 15_000;
const PONG_MS = 5_000;
/** How long OBS may take to answer our goodbye. */
const GOODBYE_MS = 500;

/** Connects to OBS over obs-websocket 5. */
export function obsDialer(clock: Clock): DialObs {
  return async (target, handlers, signal) => {
    const client = new ObsClient(target);
    try {
      await inTime(clock, DIAL_MS, client.open(target.subscription), signal);
      const session = new Session(client, handlers, clock);
      await session.begin();
      return session;
    } catch {
      const reason = client.causeOfFailure();
      client.drop();
      if (reason !== 'no-subprotocol') throw new ObsUnreachedError(reason, client.salt);
      const isFour = await speaksFour(client.address, clock, signal);
      throw new ObsUnreachedError(isFour ? 'too-old' : 'not-obs');
    }
  };
}

/** What the promise brings; rejects when time or patience is over first. */
function inTime<T>(clock: Clock, ms: number, work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      timer.dispose();
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = (): void => {
      end();
      reject(new ObsSlowError());
    };
    const timer = clock.setTimeout(giveUp, ms);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp);
    work.then(resolve, reject).finally(end);
  });
}

class Session implements ObsSession {
  readonly #client: ObsClient;
  readonly #handlers: DialHandlers;
  readonly #clock: Clock;
  /** Rejects what waits for an answer. */
  readonly #waiting = new Set<(failure: Error) => void>();
  #begun = false;
  #ended = false;
  #pulse: { dispose(): void } | null = null;
  version = '';
  protocol = '';

  constructor(client: ObsClient, handlers: DialHandlers, clock: Clock) {
    this.#client = client;
    this.#handlers = handlers;
    this.#clock = clock;
    for (const name of OBS_EVENTS) {
      client.on(name, (data?: unknown) => {
        if (!this.#ended) handlers.onEvent(name, data);
      });
    }
    client.on('ConnectionClosed', () => this.#end());
  }

  /** Asks who is there; only then the session counts. */
  async begin(): Promise<void> {
    const { obsVersion, obsWebSocketVersion } = await this.#answer(
      'GetVersion',
      this.#client.call('GetVersion'),
      CALL_MS,
    );
    this.version = obsVersion;
    this.protocol = obsWebSocketVersion;
    this.#begun = true;
    this.#watch();
  }

  call(name: ObsRequestName, data?: object): Promise<unknown> {
    if (this.#ended) return Promise.reject(new ObsGoneError());
    return this.#answer(name, this.#client.call(name, data as never), CALL_MS);
  }

  async batch(requests: readonly ObsRequest[]): Promise<readonly ObsResult[]> {
    if (this.#ended) throw new ObsGoneError();
    if (requests.length === 0) return [];
    const results = await this.#answer(
      'batch',
      this.#client.callBatch([...requests] as RequestBatchRequest[]),
      BATCH_MS,
    );
    return results.map(({ requestStatus, responseData }) =>
      requestStatus.result
        ? { ok: true, data: { ...(responseData as object | undefined) } }
        : { ok: false, code: requestStatus.code },
    );
  }

  subscribe(subscription: number): void {
    if (this.#ended) return;
    // A connection that ends meanwhile begins with the right events next time.
    this.#client.reidentify({ eventSubscriptions: subscription }).catch(() => undefined);
  }

  close(): void {
    if (this.#ended) return;
    this.#silence();
    this.#client.leave();
    this.#clock.setTimeout(() => this.#client.drop(), GOODBYE_MS);
  }

  #watch(): void {
    this.#pulse = this.#clock.setTimeout(() => {
      this.#pulse = this.#clock.setTimeout(() => this.#client.drop(), PONG_MS);
      this.#client.ping(() => {
        this.#pulse?.dispose();
        if (!this.#ended) this.#watch();
      });
    }, PING_EVERY_MS);
  }

  #end(): void {
    if (this.#ended) return;
    this.#silence();
    if (this.#begun) this.#handlers.onEnd();
  }

  #silence(): void {
    this.#ended = true;
    this.#pulse?.dispose();
    for (const fail of [...this.#waiting]) fail(new ObsGoneError());
  }

  /** The library leaves a request unanswered for ever when the connection ends. */
  #answer<T>(name: string, work: Promise<T>, ms: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        timer.dispose();
        this.#waiting.delete(fail);
      };
      const fail = (failure: Error): void => {
        end();
        reject(failure);
      };
      const timer = this.#clock.setTimeout(() => fail(new ObsSlowError()), ms);
      this.#waiting.add(fail);
      work.then(
        (value) => {
          end();
          resolve(value);
        },
        (failure: unknown) => fail(meaningOf(name, failure)),
      );
    });
  }
}

/** OBS's refusals carry its status code; anything else the library says means no connection. */
function meaningOf(request: string, failure: unknown): Error {
  const status = failure instanceof Error && 'code' in failure ? failure.code : null;
  return typeof status === 'number' ? new ObsRefusedError(request, status) : new ObsGoneError();
}

const FOUR_WITHIN_MS = 2_000;
const FOUR_QUESTION = { 'request-type': 'GetVersion', 'message-id': 'stagelight' };

/**
 * Whether obs-websocket 4 answers there (OBS before 28): it has no subprotocol, and tells its
 * version to everybody. Never rejects.
 */
function speaksFour(address: string, clock: Clock, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const client = new WebSocket(address, { perMessageDeflate: false, followRedirects: false });
    const end = (answer: boolean): void => {
      timer.dispose();
      signal.removeEventListener('abort', giveUp);
      client.terminate();
      resolve(answer);
    };
    const giveUp = (): void => end(false);
    const timer = clock.setTimeout(giveUp, FOUR_WITHIN_MS);
    signal.addEventListener('abort', giveUp);
    client.on('open', () => client.send(JSON.stringify(FOUR_QUESTION)));
    client.on('message', (data) => {
      const answer = parseJson(data.toString());
      end(isJsonObject(answer) && 'obs-websocket-version' in answer);
    });
    client.on('error', giveUp);
    client.on('close', giveUp);
    if (signal.aborted) giveUp();
  });
}
