import { DeliverPolicy } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { FleetError } from '../fleet-errors.ts';
import { KeptStream } from '../kept-stream.ts';
import { keyOf } from '../leases.ts';
import { type BookEntry, bodyOf, entryOf, kindOf, type Page } from './messages.ts';

const ID_HEADER = 'Nats-Msg-Id';
/** Longer than any wait between two tries of one run; a new run reads what is there first. */
const DUPLICATE_WINDOW_NS = 60 * 60 * 1_000_000_000;

/** An entry of any channel, and when the stream took it. */
export interface NotedEntry {
  readonly place: number;
  readonly at: number;
  readonly channelId: string;
  readonly entry: BookEntry;
}

/** Where an entry is. Not new: one with its id was there already. */
export interface Published {
  readonly place: number;
  readonly isNew: boolean;
}

/** What a channel's books need of the stream. */
export interface BooksStream {
  /** Changes when the stream is made anew. */
  readonly made: string;
  /** Resolves once the servers have it. `id`: twice the same is once there. */
  publish(channelId: string, entry: BookEntry, id: string): Promise<Published>;
  /** What is at a place; null: it was erased, or is a foreign message. */
  at(place: number): Promise<BookEntry | null>;
  /** The last place of the channel, or of one kind of its entries; 0: there is none. */
  last(channelId: string, kind?: string): Promise<number>;
  /** Everything of a channel, or one kind, in order. */
  read(channelId: string, from: number, to: number, kind?: string): AsyncGenerator<Page>;
  /** One kind of entries of all channels, in order: behind the place `after`, and none from before `since`. */
  readKind(kind: string, after: number, since: number): AsyncGenerator<readonly NotedEntry[]>;
  /** Overwrites entries, so that nobody can read them any more. */
  erase(places: readonly number[]): Promise<void>;
  /** There is one more entry of a kind, of any channel. It may not hear all. */
  onEntry(kind: 'late' | 'waiting', listener: (channelId: string) => void): Disposable;
}

/**
 * The stream of a fleet, `stagelight_NAME`, which is made if there is none. Throws a `FleetError` if
 * another one has the name.
 */
export async function openBooksStream(
  connection: NatsConnection,
  name: string,
  replicas: number,
  clock: Clock,
): Promise<BooksStream> {
  const stream = `stagelight_${name}`;
  const settings = { num_replicas: replicas, duplicate_window: DUPLICATE_WINDOW_NS };
  const kept = await KeptStream.open(connection, stream, settings, clock);
  if (!kept) throw new FleetError('fleet-foreign-stream', { stream });
  return new NatsBooks(connection, kept);
}

class NatsBooks implements BooksStream {
  readonly #connection: NatsConnection;
  readonly #kept: KeptStream;

  constructor(connection: NatsConnection, kept: KeptStream) {
    this.#connection = connection;
    this.#kept = kept;
  }

  get made(): string {
    return this.#kept.made;
  }

  async publish(channelId: string, entry: BookEntry, id: string): Promise<Published> {
    const subject = `${this.#subject(channelId)}.${kindOf(entry)}`;
    const { client, name } = this.#kept;
    const { seq, duplicate } = await client.publish(subject, bodyOf(entry), {
      msgID: `${tokenOf(channelId)}.${id}`,
      expect: { streamName: name },
    });
    return { place: seq, isNew: !duplicate };
  }

  async at(place: number): Promise<BookEntry | null> {
    const message = await this.#kept.at(place);
    return message && entryIn(message.subject, message.data);
  }

  async last(channelId: string, kind = '>'): Promise<number> {
    return (await this.#kept.lastOf(`${this.#subject(channelId)}.${kind}`))?.seq ?? 0;
  }

  async *read(channelId: string, from: number, to: number, kind = '>'): AsyncGenerator<Page> {
    const subject = `${this.#subject(channelId)}.${kind}`;
    const last = Math.min(to, await this.last(channelId, kind));
    if (last < from) return;
    const after = Math.max(0, from - 1);
    for await (const messages of this.#kept.pages(subject, { after, last })) {
      yield messages.flatMap(({ seq, subject: its, data, headers }) => {
        const entry = entryIn(its, data);
        const id = headers?.get(ID_HEADER).slice(tokenOf(channelId).length + 1) ?? '';
        return entry ? [[seq, entry, id] as const] : [];
      });
    }
  }

  async *readKind(
    kind: string,
    after: number,
    since: number,
  ): AsyncGenerator<readonly NotedEntry[]> {
    const subject = `${this.#kept.name}.*.${kind}`;
    const last = await this.#kept.lastOf(subject);
    // A server waits for what is not there.
    if (!last || last.seq <= after || last.time.getTime() < since) return;
    const first = {
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(since).toISOString(),
    };
    const wanted = { after, last: last.seq, ...(after === 0 && { start: first }) };
    for await (const messages of this.#kept.pages(subject, wanted)) {
      yield messages.flatMap(({ seq, subject: its, data, time }) => {
        const entry = entryIn(its, data);
        const channelId = channelOf(its.split('.')[1] ?? '');
        return entry ? [{ place: seq, at: time.getTime(), channelId, entry }] : [];
      });
    }
  }

  async erase(places: readonly number[]): Promise<void> {
    const { manager, name } = this.#kept;
    for (const place of places) await manager.streams.deleteMessage(name, place, true);
  }

  onEntry(kind: 'late' | 'waiting', listener: (channelId: string) => void): Disposable {
    const subscription = this.#connection.subscribe(`${this.#kept.name}.*.${kind}`, {
      callback: (failure, message) => {
        if (!failure) listener(channelOf(message.subject.split('.')[1] ?? ''));
      },
    });
    return { dispose: () => subscription.unsubscribe() };
  }

  #subject(channelId: string): string {
    return `${this.#kept.name}.${tokenOf(channelId)}`;
  }
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
