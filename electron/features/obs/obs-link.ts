import type { OBSEventTypes, OBSRequestTypes, OBSResponseTypes } from 'obs-websocket-js';
import { backoffMs } from '../../../shared/backoff.ts';
import type { ObsLink as LinkState, ObsCause } from '../../../shared/contract/obs.ts';
import { Backoff, type BackoffPolicy } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger, Redactor } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import { type Random, spread } from '../../base/random.ts';
import type { ObsCalls, ObsRequest, ObsRequestName, ObsResult } from './obs-calls.ts';
import { type DialObs, type ObsPlace, type ObsSession, ObsUnreachedError } from './obs-dial.ts';
import { ObsGoneError } from './obs-errors.ts';
import { type ObsEventName, subscriptionOf } from './obs-events.ts';

export interface LinkTarget extends ObsPlace {
  /** null: none. */
  readonly password: string | null;
}

interface LinkParts {
  readonly dial: DialObs;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly redactor: Pick<Redactor, 'hideAlways'>;
}

/** A refused connection on the own computer costs nothing, and OBS is back within seconds. */
const RECONNECT: BackoffPolicy = { minMs: 250, maxMs: 3_000 };
/** Another program at the port is asked less often. */
const STRANGER: BackoffPolicy = { minMs: 3_000, maxMs: 5_000 };
/** Where the streamer has to act: only to notice that they did so in OBS. */
const LOOK_AGAIN_MS = 30_000;
const LOOK_SPREAD = 0.1;
/** A shorter connection does not count as one that works. */
const LIVED_MS = 3_000;

type Listener = (data: never) => void;

/** The connection to OBS: kept for ever once the streamer asked for it, until they end it. */
export class ObsLink implements ObsCalls, Disposable {
  readonly #parts: LinkParts;
  readonly #timers: NamedTimers;
  readonly #backoff: Backoff;
  readonly #changes: Emitter<LinkState>;
  readonly #listeners = new Map<ObsEventName, Set<Listener>>();
  readonly onChange;
  #state: LinkState = { state: 'off' };
  #target: LinkTarget | null = null;
  #session: ObsSession | null = null;
  #subscription = 0;
  #attempt: AbortController | null = null;
  #refusedSalt: string | null = null;
  /** OBS was met at this place: what is silent there now is OBS in trouble, not a stranger. */
  #wasMet = false;
  #metAt = 0;
  #isOver = false;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
    this.#backoff = new Backoff(RECONNECT, parts.random);
    this.#changes = new Emitter((failure) =>
      parts.log.error('a listener of the connection to OBS failed', { failure }),
    );
    this.onChange = this.#changes.on;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** From now on, whatever happens. A former connection ends. */
  connect(target: LinkTarget): void {
    if (this.#isOver) return;
    if (target.password !== null) this.#parts.redactor.hideAlways(target.password);
    this.#hangUp();
    this.#target = target;
    this.#wasMet = false;
    this.#refusedSalt = null;
    this.#backoff.reset();
    this.#become({ state: 'connecting' });
    void this.#dial(target);
  }

  disconnect(): void {
    this.#hangUp();
    this.#target = null;
    this.#become({ state: 'off' });
  }

  dispose(): void {
    this.#isOver = true;
    this.#hangUp();
    this.#target = null;
    this.#timers.dispose();
    this.#changes.dispose();
    this.#listeners.clear();
  }

  async call<N extends ObsRequestName>(
    name: N,
    ...[data]: OBSRequestTypes[N] extends never ? [] : [data: OBSRequestTypes[N]]
  ): Promise<OBSResponseTypes[N]> {
    if (!this.#session) throw new ObsGoneError();
    return (await this.#session.call(name, data as object | undefined)) as OBSResponseTypes[N];
  }

  async batch(requests: readonly ObsRequest[]): Promise<readonly ObsResult[]> {
    if (!this.#session) throw new ObsGoneError();
    return this.#session.batch(requests);
  }

  on<E extends keyof OBSEventTypes>(
    event: E,
    listener: (data: OBSEventTypes[E]) => void,
  ): () => void {
    // A function of its own, so that one may listen twice and stop once.
    const entry: Listener = (data) => listener(data);
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(entry));
    this.#subscribe();
    return () => {
      all.delete(entry);
      if (all.size === 0) this.#listeners.delete(event);
      this.#subscribe();
    };
  }

  /** OBS sends what somebody listens to, and nothing else. */
  #subscribe(): void {
    const wanted = subscriptionOf(this.#listeners.keys());
    if (wanted === this.#subscription) return;
    this.#subscription = wanted;
    this.#session?.subscribe(wanted);
  }

  async #dial(target: LinkTarget): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const { signal } = attempt;
    const subscription = this.#subscription;
    try {
      const session = await this.#parts.dial(
        { ...target, refusedSalt: this.#refusedSalt, subscription },
        {
          onEvent: (name, data) => this.#heard(name, data),
          onEnd: () => {
            if (!signal.aborted) this.#ended();
          },
        },
        signal,
      );
      if (signal.aborted) return session.close();
      this.#met(session);
      if (this.#subscription !== subscription) session.subscribe(this.#subscription);
    } catch (failure) {
      if (!signal.aborted) this.#failed(failure);
    }
  }

  #met(session: ObsSession): void {
    const { clock, log } = this.#parts;
    this.#session = session;
    this.#wasMet = true;
    this.#metAt = clock.monotonic();
    this.#refusedSalt = null;
    const { version, protocol } = session;
    log.info('connected to OBS', { version, protocol });
    this.#become({ state: 'connected', version, protocol });
  }

  #ended(): void {
    const { clock } = this.#parts;
    this.#session = null;
    if (clock.monotonic() - this.#metAt >= LIVED_MS) this.#backoff.reset();
    this.#wait('lost');
  }

  #failed(failure: unknown): void {
    if (!(failure instanceof ObsUnreachedError)) {
      this.#parts.log.error('the connection to OBS failed in an unknown way', { failure });
      this.#wait('lost');
      return;
    }
    if (failure.reason === 'password-wrong') this.#refusedSalt = failure.salt;
    const isInTrouble = failure.reason === 'not-obs' && this.#wasMet;
    this.#wait(isInTrouble ? 'lost' : failure.reason);
  }

  #wait(cause: ObsCause): void {
    const target = this.#target;
    if (!target) return;
    const { ms, isTold } = this.#pause(cause);
    const former = this.#state.state === 'waiting' ? this.#state.cause : null;
    if (former !== cause) this.#parts.log.info('OBS is not reached', { cause });
    this.#timers.set('again', ms, () => void this.#dial(target));
    const retryAt = isTold ? Math.round(this.#parts.clock.now() + ms) : null;
    this.#become({ state: 'waiting', cause, retryAt });
  }

  #pause(cause: ObsCause): { readonly ms: number; readonly isTold: boolean } {
    switch (cause) {
      case 'not-running':
      case 'lost':
        return { ms: this.#backoff.next(), isTold: true };
      case 'not-obs':
        return { ms: backoffMs(1, STRANGER, this.#parts.random), isTold: true };
      // Nothing is sent that was refused: OBS's greeting tells whether something changed there.
      case 'password-needed':
      case 'password-wrong':
      case 'too-old':
        return { ms: spread(LOOK_AGAIN_MS, LOOK_SPREAD, this.#parts.random), isTold: false };
    }
  }

  #heard(name: ObsEventName, data: unknown): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(data as never);
      } catch (failure) {
        this.#parts.log.error('a listener of OBS failed', { name, failure });
      }
    }
  }

  #hangUp(): void {
    this.#timers.clear('again');
    this.#attempt?.abort();
    this.#attempt = null;
    this.#session?.close();
    this.#session = null;
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.#changes.fire(state);
  }
}
