import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KvEntry } from '@nats-io/kv';
import { delay } from '../../../electron/base/clock.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { EventBatch } from '../../../electron/events/hub.ts';
import type {
  BooksStream,
  NotedEntry,
  Published,
} from '../../../electron/fleet/books/books-stream.ts';
import {
  type BooksParts,
  ChannelBooks,
  type ChannelPlace,
  ledgerIn,
  prepareBooks,
} from '../../../electron/fleet/books/channel-books.ts';
import {
  type BookEntry,
  bodyOf,
  entryOf,
  kindOf,
  type Page,
} from '../../../electron/fleet/books/messages.ts';
import { addLate, sendLate } from '../../../electron/fleet/books/send-late.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { openLedger } from '../../../electron/storage/open-ledger.ts';
import type { CoverageMark } from '../../../shared/connection-history.ts';
import type { Decoded, ValuedEvent, ValuedKind } from '../../../shared/events.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, temporaryFolder } from '../storage/support.ts';

export const CHANNEL = 'channel-1';

interface Stored {
  readonly place: number;
  readonly id: string;
  readonly kind: string;
  readonly text: string;
}

/** The stream as the server keeps it: in order, with ids that it takes once. */
export class FakeStream implements BooksStream {
  made = 'stream-1';
  /** `cut`: nothing arrives. `deaf`: it arrives, and the answer is lost. `held`: it arrives with `arrive`. */
  way: 'open' | 'cut' | 'deaf' | 'held' = 'open';
  stored: Stored[] = [];
  readonly #held: (readonly [BookEntry, string])[] = [];
  readonly #ids = new Map<string, number>();
  #last = 0;
  readonly #ears = new Set<{ readonly kind: string; readonly hear: (channelId: string) => void }>();

  /** As after the duplicate window. */
  forgetIds(): void {
    this.#ids.clear();
  }

  async publish(channelId: string, entry: BookEntry, id: string): Promise<Published> {
    await null;
    if (this.way === 'held') this.#held.push([entry, id]);
    if (this.way === 'cut' || this.way === 'held') throw new Error('timeout');
    const published = this.#take(entry, id);
    for (const { kind, hear } of this.#ears) if (entry.type === kind) hear(channelId);
    if (this.way === 'deaf') throw new Error('timeout');
    return published;
  }

  /** What was on its way for so long that nobody waits for it any more. */
  arrive(): void {
    for (const [entry, id] of this.#held.splice(0)) this.#take(entry, id);
  }

  async at(place: number): Promise<BookEntry | null> {
    if (this.way === 'cut' || this.way === 'held') throw new Error('timeout');
    const found = this.stored.find((each) => each.place === place);
    return found ? entryOf(found.kind, found.text) : null;
  }

  async last(_channelId: string, kind = '>'): Promise<number> {
    if (this.way === 'cut' || this.way === 'held') throw new Error('timeout');
    return this.#of(kind).at(-1)?.place ?? 0;
  }

  async *read(_: string, from: number, to: number, kind = '>'): AsyncGenerator<Page> {
    if (this.way === 'cut' || this.way === 'held') throw new Error('timeout');
    const found = this.#of(kind).filter(({ place }) => place >= from && place <= to);
    for (let at = 0; at < found.length; at += 3) {
      yield found.slice(at, at + 3).flatMap((each) => {
        const entry = entryOf(each.kind, each.text);
        return entry ? [[each.place, entry, each.id] as const] : [];
      });
    }
  }

  async *readKind(kind: string, after: number): AsyncGenerator<readonly NotedEntry[]> {
    yield this.#of(kind).flatMap(({ place, text }) => {
      const entry = place > after ? entryOf(kind, text) : null;
      return entry ? [{ place, at: place, channelId: CHANNEL, entry }] : [];
    });
  }

  async erase(places: readonly number[]): Promise<void> {
    this.stored = this.stored.filter(({ place }) => !places.includes(place));
  }

  onEntry(kind: 'late' | 'waiting', hear: (channelId: string) => void) {
    const ear = { kind, hear };
    this.#ears.add(ear);
    return { dispose: () => this.#ears.delete(ear) };
  }

  /** Numbers of the events that it has, in its order. */
  get seqs(): number[] {
    return this.stored.flatMap(({ kind, text }) => {
      const entry = entryOf(kind, text);
      return entry?.type === 'event' ? [entry.event.seq] : [];
    });
  }

  put(kind: string, text: string): void {
    this.#last += 1;
    this.stored.push({ place: this.#last, id: `foreign-${this.#last}`, kind, text });
  }

  #of(kind: string): Stored[] {
    return this.stored.filter((each) => kind === '>' || each.kind === kind);
  }

  #take(entry: BookEntry, id: string): Published {
    const place = this.#ids.get(id);
    return { place: place ?? this.#store(entry, id), isNew: place === undefined };
  }

  #store(entry: BookEntry, id: string): number {
    this.#last += 1;
    this.#ids.set(id, this.#last);
    this.stored.push({ place: this.#last, id, kind: kindOf(entry), text: bodyOf(entry) });
    return this.#last;
  }
}

/** A bucket as the server keeps it. */
export class FakeBucket {
  readonly #entries = new Map<string, { readonly value: string; readonly revision: number }>();
  #revision = 0;

  async get(key: string): Promise<KvEntry | null> {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    return { ...entry, operation: 'PUT', string: () => entry.value } as unknown as KvEntry;
  }

  create(key: string, value: unknown): Promise<number> {
    return this.update(key, value, 0);
  }

  async update(key: string, value: unknown, revision: number): Promise<number> {
    if ((this.#entries.get(key)?.revision ?? 0) !== revision) {
      throw new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong' });
    }
    return this.put(key, value);
  }

  async put(key: string, value: unknown): Promise<number> {
    this.#revision += 1;
    this.#entries.set(key, { value: String(value), revision: this.#revision });
    return this.#revision;
  }
}

/** What the hosts of a fleet share. */
export class BooksWorld {
  readonly clock = new VirtualClock();
  readonly stream = new FakeStream();
  readonly bucket = new FakeBucket();
  epoch = 0;

  host(): BooksHost {
    return new BooksHost(this);
  }
}

/** A host with one channel's folder, and with its ledger open while it has the channel. */
export class BooksHost {
  readonly dataDir = join(temporaryFolder(), 'channel');
  readonly #world: BooksWorld;
  #books: ChannelBooks | null = null;
  #ledger: Ledger | null = null;
  isProven = true;
  session: ChannelPlace['session'] = null;
  isTold = false;
  /** How long events that its core gets from the books are on their way to its disk. */
  diskMs = 0;
  #unwritten: ValuedEvent[] = [];
  /** How often its totals were read again. */
  reread = 0;
  readonly #batches = new Emitter<EventBatch>(() => undefined);
  readonly #forgotten = new Emitter<string>(() => undefined);

  constructor(world: BooksWorld) {
    this.#world = world;
    mkdirSync(this.dataDir);
  }

  get now(): number {
    return this.#world.clock.now();
  }

  get parts(): BooksParts {
    const { clock, stream, bucket } = this.#world;
    const random = steadyRandom(1);
    return {
      hostId: 'host-1',
      clock,
      stream,
      bucket,
      random,
      log: silentLogger,
      onTrouble: () => undefined,
    };
  }

  get ledger(): Ledger {
    if (!this.#ledger) throw new Error('This host does not have the channel.');
    return this.#ledger;
  }

  get books(): ChannelBooks {
    if (!this.#books) throw new Error('This host does not have the channel.');
    return this.#books;
  }

  /** As with a claim: the next epoch. `left`: what the owner before noted. */
  async takeOver(left?: CoverageMark | null): Promise<void> {
    this.isProven = true;
    this.#world.epoch += 10;
    const lease = { channelId: CHANNEL, epoch: this.#world.epoch };
    const { dataDir, session, isTold } = this;
    const isProven = () => this.isProven;
    const place: ChannelPlace = { lease, dataDir, isProven, left, session, isTold };
    await prepareBooks(this.parts, place);
    this.open();
    this.#books = new ChannelBooks(this.parts, place);
    this.#books.follow({
      hub: {
        onBatch: this.#batches.on,
        onForgotten: this.#forgotten.on,
        receiveLate: (decoded, receivedAt) => this.receiveSlowly(decoded, receivedAt),
        handedOn: () => this.#write(),
      },
      reread: () => {
        this.reread += 1;
      },
    });
  }

  /** Its disk has it after `diskMs`. */
  receiveSlowly(decoded: Decoded<ValuedKind>, receivedAt = this.now): void {
    const seq = this.ledger.reserveNumbers(1);
    this.#unwritten.push({ ...decoded, seq, receivedAt, origin: 'platform' } as ValuedEvent);
    void this.#write();
  }

  async #write(): Promise<void> {
    await delay(this.#world.clock, this.diskMs);
    this.ledger.record(this.#unwritten.splice(0));
  }

  /** As its hub does when a viewer is removed. */
  forget(viewer: string): void {
    this.#forgotten.fire(viewer);
  }

  /** The ledger alone, as an app without a fleet does. */
  open(): Ledger {
    const { clock } = this.#world;
    const { ledger } = openLedger({ file: ledgerIn(this.dataDir), clock, log: silentLogger });
    this.#ledger = ledger;
    return ledger;
  }

  /** All of the table that reports add up. */
  sums(): { readonly count: number; readonly sum: number } {
    const db = new DatabaseSync(ledgerIn(this.dataDir), { readOnly: true });
    const row = db.prepare('SELECT sum(count) AS count, sum(amount) AS sum FROM sums').get();
    db.close();
    return { count: Number(row?.['count']), sum: Number(row?.['sum']) };
  }

  /** How many rows a table of its books has. */
  countOf(table: string): number {
    const db = new DatabaseSync(ledgerIn(this.dataDir), { readOnly: true });
    const row = db.prepare(`SELECT count(*) AS count FROM ${table}`).get();
    db.close();
    return Number(row?.['count']);
  }

  close(): void {
    this.#ledger?.close();
    this.#ledger = null;
  }

  /** Everything that waits is on its way, and answered. */
  async settle(): Promise<void> {
    this.books.tend();
    await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  async giveBack(): Promise<void> {
    this.close();
    await this.books.stop();
    this.#books = null;
  }

  /** What a kill leaves: files, and nothing said. */
  kill(): void {
    this.#books?.dispose();
    this.#books = null;
    this.close();
  }

  /** What its sockets brought when it had lost the channel. */
  addLate(...donationTexts: readonly string[]): void {
    const events = donationTexts.map((donationText) => donation(0, { donationText }));
    addLate(this.parts, this.dataDir, events);
  }

  /** False: it waits, because the present owner may have received the same. */
  sendLate(isSettled = true): Promise<boolean> {
    return sendLate(this.parts, CHANNEL, this.dataDir, () => isSettled);
  }
}

/** Donations as the core writes them, with numbers of its own. */
export function receive(host: BooksHost, count: number, changes = {}): number[] {
  const first = host.ledger.reserveNumbers(count);
  const seqs = Array.from({ length: count }, (_, at) => first + at);
  host.ledger.record(seqs.map((seq) => ({ ...donation(seq, changes), receivedAt: host.now })));
  return seqs;
}
