import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { SUBSCRIPTION_KINDS } from '../../shared/connection-history.ts';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { KnownGap, LeftBooks } from './left-books.ts';
import { markIn } from './many-channels.ts';

const PAGE = 1_000;
const WAIT_MS = 5_000;

/** How far the clock was ahead of who had a channel under an epoch. */
export type SkewOf = (channelId: string, epoch: number) => number;

/** The stream of a fleet's books. */
export async function readStream(
  servers: readonly string[],
  stream: string,
  skewOf: SkewOf,
): Promise<LeftBooks> {
  const connection = await connect({ servers: [...servers], noAsyncTraces: true });
  try {
    const { streams } = await jetstreamManager(connection);
    const info = await streams.info(stream);
    const books = new StreamBooks(skewOf);
    for await (const { subject, text } of messagesOf(connection, stream, info.state.last_seq)) {
      books.add(subject, text);
    }
    return books.left;
  } finally {
    await connection.close();
  }
}

async function* messagesOf(connection: NatsConnection, stream: string, last: number) {
  const consumer = await jetstream(connection).consumers.get(stream);
  for (let seq = 0; seq < last; ) {
    const before = seq;
    for await (const message of await consumer.fetch({ max_messages: PAGE, expires: WAIT_MS })) {
      seq = message.seq;
      yield { subject: message.subject, text: message.string() };
      if (message.info.pending === 0) return;
    }
    if (seq === before) throw new Error(`The stream ends at ${seq}, not at ${last}.`);
  }
}

class StreamBooks {
  readonly #skewOf: SkewOf;
  readonly #events = new Map<string, number>();
  readonly #gaps: KnownGap[] = [];
  /** Which file wrote under a claim of a channel, and which event has a number of it. */
  readonly #owners = new Map<string, string>();
  readonly #clashes = new Set<string>();

  constructor(skewOf: SkewOf) {
    this.#skewOf = skewOf;
  }

  get left(): LeftBooks {
    return { events: this.#events, gaps: this.#gaps, clashes: [...this.#clashes] };
  }

  add(subject: string, text: string): void {
    const [, channelId = '', kind] = subject.split('.');
    // It is in nobody's books.
    if (kind === 'waiting') return;
    const body = parseJson(text);
    if (!isJsonObject(body)) return;
    const epoch = Number(body['epoch']);
    this.#own(`${channelId} epoch ${epoch}`, String(body['file']));
    if (kind === 'gap') this.#addGap(channelId, epoch, body['gap']);
    const mark = 'seq' in body ? markIn(text) : null;
    if (mark === null) return;
    this.#events.set(mark, (this.#events.get(mark) ?? 0) + 1);
    this.#own(`${channelId} number ${body['seq']}`, mark);
  }

  #addGap(channelId: string, epoch: number, gap: unknown): void {
    if (!isJsonObject(gap)) return;
    // Also a gap that begins before its time: how long ago that was is told between hosts, not when.
    const skew = this.#skewOf(channelId, epoch);
    const [from, to] = [Number(gap['from']) - skew, Number(gap['to']) - skew];
    const kinds = SUBSCRIPTION_KINDS.filter((kind) => String(gap['kinds']).includes(kind));
    this.#gaps.push({ channelId, kinds, from, to });
  }

  #own(what: string, owner: string): void {
    const before = this.#owners.get(what) ?? owner;
    this.#owners.set(what, before);
    if (before !== owner) this.#clashes.add(what);
  }
}
