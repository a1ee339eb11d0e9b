import type { KV } from '@nats-io/kv';
import { delay } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { StreamAhead } from '../session/stream-ahead.ts';
import type { Brought } from '../session/taken-frames.ts';
import { Attempt, type AttemptParts } from './attempt.ts';
import type { Given } from './books/waiting-events.ts';
import type { Arrival } from './channel-runner.ts';
import { MOVE_MOST_MS } from './giver.ts';
import type { Lease, Leases } from './leases.ts';
import { type Answer, handedKey, no, openHanded, type Question } from './move-words.ts';
import type { StandStill } from './stand-still.ts';

export interface TakerParts extends AttemptParts {
  readonly store: AttemptParts['store'] & { readonly leases: Pick<KV, 'get'> };
  readonly leases: Pick<Leases, 'take' | 'writtenAt'>;
  readonly standStill: Pick<StandStill, 'since'>;
  readonly onTaken: (lease: Lease, arrival: Arrival) => void;
}

const LOOK_MS = 250;
/** From the answer to `forget` until the giver has said that it had everything. */
const HAD_MOST_MS = 4_000;
/** After the giver's last moment: its lease may have to end by itself. */
const WAIT_MOST_MS = MOVE_MOST_MS + 20_000;
const KEPT = 'the giver keeps it';

interface Prepared {
  readonly given: Given;
  readonly attempt: Attempt;
  readonly ending: AbortController;
  /** The giver had everything that came here. */
  readonly had: AbortController;
  /** null: it is being made ready. */
  ahead: StreamAhead | null;
}

/** Makes sessions ready for channels that other hosts are about to hand over. */
export class Taker implements Disposable {
  readonly #parts: TakerParts;
  readonly #prepared = new Map<string, Prepared>();
  /** Left, as the giver keeps the channel. */
  readonly #forgotten = new Set<Prepared>();
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
    const attempt = new Attempt(this.#parts, given, this.#stopping.signal);
    const [ending, had] = [new AbortController(), new AbortController()];
    const prepared: Prepared = { given, attempt, ending, had, ahead: null };
    this.#prepared.set(channelId, prepared);
    const opening = attempt.open(session, ending.signal);
    const over = opening.then((ahead) => this.#wait(prepared, ahead));
    this.#waits.add(over);
    void over.finally(() => this.#waits.delete(over));
    const ahead = await opening;
    if (ahead === null) return no(attempt.reason, attempt.made);
    return { type: 'ready', session: ahead.session };
  }

  /** Whether its session delivers. */
  still(lease: Lease): Answer {
    const isThere = this.#preparedFor(lease)?.ahead?.endedAt === null;
    return isThere ? { type: 'done' } : no('connection-lost');
  }

  /** The giver keeps it. Resolves when nothing comes here any more. */
  async forget(lease: Lease): Promise<Answer> {
    const prepared = this.#preparedFor(lease);
    if (prepared) {
      this.#forgotten.add(prepared);
      prepared.ending.abort(KEPT);
      await prepared.attempt.leave();
    }
    return { type: 'done' };
  }

  /** The giver of a channel that was forgotten has received what came here. */
  had({ channelId, epoch }: Lease): Answer {
    for (const { given, had } of this.#forgotten) {
      if (given.channelId === channelId && given.epoch === epoch) had.abort();
    }
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

  async #wait(prepared: Prepared, ahead: StreamAhead | null): Promise<void> {
    const { clock, leases, onTaken } = this.#parts;
    const { attempt, ending } = prepared;
    const { channelId } = prepared.given;
    prepared.ahead = ahead;
    const readyAt = clock.monotonic();
    const until = readyAt + WAIT_MOST_MS;
    let taken: Lease | null = null;
    let giver: string | null = null;
    // A third host had it in between: it has its own session, perhaps this one, and writes what waits here.
    const onOther = (claim: string): void => {
      giver ??= claim;
      if (claim !== giver) ending.abort();
    };
    while (ahead && taken === null && !ending.signal.aborted && clock.monotonic() < until) {
      taken = await leases.take(channelId, onOther);
      if (taken === null) await delay(clock, LOOK_MS, ending.signal);
    }
    if (ahead && taken) onTaken(taken, await this.#arrival(prepared, ahead, readyAt));
    // Not before: in between it would count as nobody's.
    this.#prepared.delete(channelId);
    if (!taken) await attempt.end(ending.signal.reason === KEPT && this.#isHad(prepared));
    this.#forgotten.delete(prepared);
  }

  /** Without a word of the giver it may have died since, and what came here is nobody's. */
  async #isHad({ had }: Prepared): Promise<boolean> {
    const either = AbortSignal.any([had.signal, this.#stopping.signal]);
    await delay(this.#parts.clock, HAD_MOST_MS, either);
    return had.signal.aborted;
  }

  async #arrival(
    { given, attempt }: Prepared,
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
