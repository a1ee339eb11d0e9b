import {
  type Consumer,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type OrderedConsumerOptions,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
  type StreamConfig,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { FleetError } from '../fleet-errors.ts';
import { keyOf } from '../leases.ts';
import { type BookEntry, bodyOf, entryOf, kindOf, type Page } from './messages.ts';

const LIMIT_MS = 5_000;
/** Longer than any wait between two tries of one run; a new run reads what is there first. */
const DUPLICATE_WINDOW_NS = 60 * 60 * 1_000_000_000;
const PAGE = 500;
const NO_MESSAGE = 10_037;
const NO_STREAM = 10_059;

/** An entry of any channel, and when the stream took it. */
export interface NotedEntry {
  readonly place: number;
  readonly at: number;
  readonly channelId: string;
  readonly entry: BookEntry;
}

/** What a channel's books need of the stream. */
export interface BooksStream {
  /** Changes when the stream is made anew. */
  readonly made: string;
  /** Resolves with its place, once the servers have it. `id`: twice the same is once there. */
  publish(channelId: string, entry: BookEntry, id: string): Promise<number>;
  /** The last place of the channel, or of one kind of its entries; 0: there is none. */
  last(channelId: string, kind?: string): Promise<number>;
  /** Everything of a channel, or one kind, in order. */
  read(channelId: string, from: number, to: number, kind?: string): AsyncGenerator<Page>;
  /** One kind of entries of all channels, in order: behind the place `after`, and none from before `since`. */
  readKind(kind: string, after: number, since: number): AsyncGenerator<readonly NotedEntry[]>;
  /** Overwrites entries, so that nobody can read them any more. */
  erase(places: readonly number[]): Promise<void>;
  /** Somebody says that there are late entries of a channel. It may not hear all. */
  onLate(listener: (channelId: string) => void): { dispose(): void };
}

/**
 * The stream of a fleet, `stagelight_NAME`, which is made if there is none. Throws a `FleetError` if
 * another one has the name.
 */
export async function openBooksStream(
  connection: NatsConnection,
  name: string,
  replicas: number,
): Promise<BooksStream> {
  const stream = `stagelight_${name}`;
  const manager = await jetstreamManager(connection, { timeout: LIMIT_MS });
  const info =
    (await manager.streams.info(stream).catch(unlessMissing)) ??
    (await manager.streams.add({ ...settingsOf(stream), num_replicas: replicas }));
  if (!isBooks(info.config, stream)) throw new FleetError('fleet-foreign-stream', { stream });
  return new NatsBooks(connection, manager, stream, String(info.created));
}

const settingsOf = (stream: string) => ({
  name: stream,
  subjects: [`${stream}.>`],
  retention: RetentionPolicy.Limits,
  // Full, it refuses what is new, which then waits on its host.
  discard: DiscardPolicy.New,
  storage: StorageType.File,
  duplicate_window: DUPLICATE_WINDOW_NS,
});

/** Whether it keeps everything that it takes. Limits and replicas are its owner's. */
function isBooks(config: StreamConfig, stream: string): boolean {
  const { subjects, retention, discard, max_age, max_msgs_per_subject } = config;
  const keepsAll = max_age === 0 && (max_msgs_per_subject ?? -1) <= 0;
  const isOurs = subjects?.length === 1 && subjects[0] === `${stream}.>`;
  return (
    isOurs && keepsAll && retention === RetentionPolicy.Limits && discard === DiscardPolicy.New
  );
}

function unlessMissing(failure: unknown): null {
  const code = failure instanceof JetStreamApiError ? failure.code : 0;
  if (code === NO_STREAM || code === NO_MESSAGE) return null;
  throw failure;
}

class NatsBooks implements BooksStream {
  readonly made: string;
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #jetstream: JetStreamClient;
  readonly #stream: string;

  constructor(connection: NatsConnection, manager: JetStreamManager, stream: string, made: string) {
    this.made = made;
    this.#connection = connection;
    this.#manager = manager;
    this.#jetstream = jetstream(connection, { timeout: LIMIT_MS });
    this.#stream = stream;
  }

  async publish(channelId: string, entry: BookEntry, id: string): Promise<number> {
    const subject = `${this.#subject(channelId)}.${kindOf(entry)}`;
    const { seq } = await this.#jetstream.publish(subject, bodyOf(entry), {
      msgID: `${tokenOf(channelId)}.${id}`,
      expect: { streamName: this.#stream },
    });
    return seq;
  }

  async last(channelId: string, kind = '>'): Promise<number> {
    return (await this.#lastOf(`${this.#subject(channelId)}.${kind}`))?.seq ?? 0;
  }

  async *read(channelId: string, from: number, to: number, kind = '>'): AsyncGenerator<Page> {
    const subject = `${this.#subject(channelId)}.${kind}`;
    const last = Math.min(to, await this.last(channelId, kind));
    if (last < from) return;
    const start = {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: Math.max(1, from),
    };
    for await (const messages of this.#pages(subject, from - 1, last, start)) {
      yield messages.flatMap(({ seq, subject: its, data }) => {
        const entry = entryIn(its, data);
        return entry ? [[seq, entry] as const] : [];
      });
    }
  }

  async *readKind(
    kind: string,
    after: number,
    since: number,
  ): AsyncGenerator<readonly NotedEntry[]> {
    const subject = `${this.#stream}.*.${kind}`;
    const last = await this.#lastOf(subject);
    // A server waits for what is not there.
    if (!last || last.seq <= after || last.time.getTime() < since) return;
    const start =
      after === 0
        ? {
            deliver_policy: DeliverPolicy.StartTime,
            opt_start_time: new Date(since).toISOString(),
          }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: after + 1 };
    for await (const messages of this.#pages(subject, after, last.seq, start)) {
      yield messages.flatMap(({ seq, subject: its, data, time }) => {
        const entry = entryIn(its, data);
        const channelId = channelOf(its.split('.')[1] ?? '');
        return entry ? [{ place: seq, at: time.getTime(), channelId, entry }] : [];
      });
    }
  }

  async erase(places: readonly number[]): Promise<void> {
    for (const place of places) {
      await this.#manager.streams.deleteMessage(this.#stream, place, true);
    }
  }

  onLate(listener: (channelId: string) => void): { dispose(): void } {
    const subscription = this.#connection.subscribe(`${this.#stream}.*.late`, {
      callback: (failure, message) => {
        if (!failure) listener(channelOf(message.subject.split('.')[1] ?? ''));
      },
    });
    return { dispose: () => subscription.unsubscribe() };
  }

  /** Everything of a subject behind the place `after`, up to `last`. */
  async *#pages(
    subject: string,
    after: number,
    last: number,
    start: Partial<OrderedConsumerOptions>,
  ): AsyncGenerator<readonly JsMsg[]> {
    const wanted = { ...start, filter_subjects: subject };
    const consumer = await this.#jetstream.consumers.get(this.#stream, wanted);
    try {
      for (let at = after; at < last; ) {
        const messages = await pageOf(consumer, last);
        const end = messages.at(-1)?.seq ?? at;
        // The last ones may have been erased meanwhile; else this is not all.
        if (end === at && ((await this.#lastOf(subject))?.seq ?? 0) > at) {
          throw new Error('NATS is slow.');
        }
        if (end === at) return;
        at = end;
        yield messages;
      }
    } finally {
      await consumer.delete().catch(() => false);
    }
  }

  /** null: there is none. */
  #lastOf(last_by_subj: string): Promise<StoredMsg | null> {
    const { streams } = this.#manager;
    return streams.getMessage(this.#stream, { last_by_subj }).catch(unlessMissing);
  }

  #subject(channelId: string): string {
    return `${this.#stream}.${tokenOf(channelId)}`;
  }
}

/** The next messages, up to the place `last`; none: there are no more, or the server is slow. */
async function pageOf(consumer: Consumer, last: number): Promise<readonly JsMsg[]> {
  const messages: JsMsg[] = [];
  for await (const message of await consumer.fetch({ max_messages: PAGE, expires: LIMIT_MS })) {
    if (message.seq <= last) messages.push(message);
    if (message.seq >= last || message.info.pending === 0) break;
  }
  return messages;
}

/** null: a foreign message. */
function entryIn(subject: string, data: Uint8Array): BookEntry | null {
  return entryOf(subject.split('.').at(-1) ?? '', new TextDecoder().decode(data));
}

/** Readable where the channel's id allows it. */
function tokenOf(channelId: string): string {
  return /^[A-Za-z0-9_-]+$/.test(channelId) ? channelId : `=${keyOf(channelId)}`;
}

function channelOf(token: string): string {
  return token.startsWith('=') ? Buffer.from(token.slice(1), 'base64url').toString() : token;
}
