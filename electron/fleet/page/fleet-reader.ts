import type { KV } from '@nats-io/kv';
import type { Clock } from '../../base/clock.ts';
import { SingleFlight } from '../../base/serial-queue.ts';
import type { BooksStream } from '../books/books-stream.ts';
import { keysIn } from '../bucket-keys.ts';
import type { ChannelAdmin, ListedChannel } from '../channel-admin.ts';
import { FleetHistory } from './history.ts';

/** However many pages are open, NATS is asked once in so long; nobody looks: never. */
const PACE_MS = 2_000;
const DAY_MS = 24 * 60 * 60_000;
/** A host says that it is there every five seconds. */
const SILENT_AFTER_MS = 8_000;
/** A host whose entry has ended stays on the page for so long, as long as somebody looks. */
const GONE_SHOWN_MS = 10 * 60_000;

export interface SeenHost {
  readonly id: string;
  readonly weight: number;
  readonly channels: number;
  /** When it was heard last; null: it is there. */
  readonly silentSince: number | null;
}

/** The whole fleet at one moment. */
export interface FleetPicture {
  readonly now: number;
  readonly channels: readonly ListedChannel[];
  readonly hosts: readonly SeenHost[];
  readonly history: FleetHistory;
}

interface ReaderParts {
  readonly admin: Pick<ChannelAdmin, 'list'>;
  readonly leases: Pick<KV, 'get' | 'keys'>;
  readonly books: Pick<BooksStream, 'readKind'>;
  readonly clock: Clock;
}

interface Hello {
  readonly host: Omit<SeenHost, 'silentSince'>;
  /** By the clock of NATS. */
  readonly at: number;
}

/** What all pages of this host that are open read together. Nothing of it runs while none is. */
export class FleetReader {
  readonly #parts: ReaderParts;
  readonly #reading = new SingleFlight<FleetPicture>();
  readonly #history = new FleetHistory();
  readonly #places = { owner: 0, gap: 0 };
  readonly #names = new Map<string, string>();
  /** By the entry's key. */
  readonly #hellos = new Map<string, Hello>();
  /** How far this computer's clock is ahead of that of NATS, at most. */
  #ahead = Number.POSITIVE_INFINITY;
  #last: { readonly at: number; readonly picture: FleetPicture } | null = null;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Rejects with what NATS throws. */
  async look(): Promise<FleetPicture> {
    const last = this.#last;
    if (last && this.#parts.clock.monotonic() - last.at < PACE_MS) return last.picture;
    return this.#reading.run(() => this.#read());
  }

  /** Something was changed: what was seen before is no answer any more. */
  forget(): void {
    if (this.#last) this.#last = { ...this.#last, at: this.#last.at - PACE_MS };
  }

  async #read(): Promise<FleetPicture> {
    const { admin, clock } = this.#parts;
    const at = clock.monotonic();
    // Hosts may have come and gone while nobody looked.
    if (this.#last === null || at - this.#last.at > SILENT_AFTER_MS) {
      this.#hellos.clear();
      this.#ahead = Number.POSITIVE_INFINITY;
    }
    const [channels, hosts] = await Promise.all([admin.list(), this.#hosts(), this.#follow()]);
    const picture = {
      now: clock.now(),
      channels: this.#named(channels),
      hosts,
      history: this.#history,
    };
    this.#last = { at, picture };
    return picture;
  }

  /** A channel that no host has at this moment is known by the name that it had. */
  #named(channels: readonly ListedChannel[]): readonly ListedChannel[] {
    const all = channels.map((channel) => ({
      ...channel,
      name: channel.name ?? this.#names.get(channel.channelId) ?? null,
    }));
    this.#names.clear();
    for (const { channelId, name } of all) if (name !== null) this.#names.set(channelId, name);
    return all;
  }

  async #follow(): Promise<void> {
    const since = this.#parts.clock.now() - DAY_MS;
    for (const kind of ['owner', 'gap'] as const) {
      for await (const entries of this.#parts.books.readKind(kind, this.#places[kind], since)) {
        this.#history.add(entries);
        this.#places[kind] = entries.at(-1)?.place ?? this.#places[kind];
      }
    }
    this.#history.since(since);
  }

  async #hosts(): Promise<readonly SeenHost[]> {
    const { leases, clock } = this.#parts;
    const there = await keysIn(leases, 'host.>', clock);
    const keys = [...new Set([...there, ...this.#hellos.keys()])];
    await Promise.all(keys.map((key) => this.#hear(key)));
    // By its own clock alone: that of this computer may show another time.
    const latest = Math.max(0, ...[...this.#hellos.values()].map(({ at }) => at));
    // The smallest one seen: the last word of a host may be some seconds old.
    this.#ahead = Math.min(this.#ahead, this.#parts.clock.now() - latest);
    const seen: SeenHost[] = [];
    for (const [key, { host, at }] of this.#hellos) {
      if (latest - at > GONE_SHOWN_MS) this.#hellos.delete(key);
      else
        seen.push({
          ...host,
          silentSince: latest - at > SILENT_AFTER_MS ? at + this.#ahead : null,
        });
    }
    return seen.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #hear(key: string): Promise<void> {
    const entry = await this.#parts.leases.get(key);
    // An entry that is gone without a word ended by itself; one that was removed said goodbye.
    if (entry && entry.operation !== 'PUT') this.#hellos.delete(key);
    if (entry?.operation !== 'PUT') return;
    const [, name = '', weight] = key.split('.');
    const id = Buffer.from(name, 'base64url').toString();
    const host = { id, weight: Number(weight), channels: Number(entry.string()) || 0 };
    this.#hellos.set(key, { host, at: entry.created.getTime() });
  }
}
