import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Decoded, ValuedKind } from '../../../shared/events.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { MakeKey } from '../../base/random.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { Core } from '../../core.ts';
import { keyOf } from '../leases.ts';
import { type BooksParts, ChannelBooks, type ChannelPlace, prepareBooks } from './channel-books.ts';
import { addLate, sendLate } from './send-late.ts';
import { type Given, sendLeft, WaitingEvents } from './waiting-events.ts';
import { leftFiles } from './waiting-file.ts';

const TEND_MS = 1_000;
/** After a channel was lost. */
const LATE_AFTER_MS = 5_000;
const LATE_AGAIN_MS = 15_000;
/** When a host starts, between channels: each is a file to look into. */
const LATE_APART_MS = 50;
/** After an owner was first heard of: by then the stream has what it received while it was not the owner. */
const SETTLED_MS = 30_000;

interface AllBooksParts extends Omit<BooksParts, 'onTrouble'> {
  /** Each channel has a folder of its own below it. */
  readonly channelsDir: string;
  /** What sessions brought that were made ready here, and the stream has not got. */
  readonly waitingDir: string;
  readonly makeKey: MakeKey;
  /** null: all channels' books are in the stream again. */
  readonly onTrouble: (failure: unknown) => void;
}

/** Entries of a channel that wait for the stream. */
export interface BooksLag {
  readonly channelId: string;
  readonly waiting: number;
  /** When the first event among them was received; null: none is an event. */
  readonly since: number | null;
}

interface Begun {
  readonly core: Core;
  readonly books: ChannelBooks;
}

export interface CoreOnBooks
  extends Pick<ChannelBooks, 'saved' | 'give' | 'takeOver' | 'shareFor' | 'contentsFrom'> {
  readonly core: Core;
  /** The core, then its books. */
  stop(): Promise<void>;
}

/** The books of all channels of this host: those that it runs, and what is left of those that it ran. */
export class Books implements Disposable {
  readonly #parts: AllBooksParts;
  readonly #timers: NamedTimers;
  readonly #running = new Map<string, ChannelBooks>();
  /** One at a time for each channel: its file is prepared, in use, or sent late. */
  readonly #queues = new Map<string, SerialQueue>();
  readonly #troubled = new Set<string>();
  /** Whom the stream told of last, and since when this host knows (monotonic). */
  readonly #owners = new Map<string, { readonly epoch: number; readonly since: number }>();
  readonly #ears = new DisposableStore();
  #disposed = false;

  constructor(parts: AllBooksParts) {
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
  }

  start(): void {
    const { stream } = this.#parts;
    const hear = (kind: 'late' | 'waiting', then: (books: ChannelBooks) => void) =>
      this.#ears.add(stream.onEntry(kind, (id) => this.#with(id, then)));
    hear('late', (books) => void books.takeLate());
    hear('waiting', (books) => books.noteWaiting());
    this.#tend();
    void this.#sendAllLate();
    for (const path of leftFiles(this.#parts.waitingDir)) void this.#sendLeft(path);
  }

  /** Runs a channel's core on its books. Throws what `prepareBooks` throws, and what the core throws. */
  async run(place: ChannelPlace, startCore: () => Promise<Core>): Promise<CoreOnBooks> {
    const { channelId } = place.lease;
    const isOver = Promise.withResolvers<void>();
    const { core, books } = await new Promise<Begun>((resolve, reject) => {
      void this.#queueOf(channelId).run(async () => {
        try {
          resolve(await this.#begin(place, startCore));
        } catch (failure) {
          reject(failure);
          return;
        }
        // Its file is in use until then.
        await isOver.promise;
      });
    });
    const stop = async (): Promise<void> => {
      try {
        await core.stop();
      } finally {
        await this.#end(channelId).finally(isOver.resolve);
      }
    };
    return {
      core,
      stop,
      saved: () => books.saved(),
      give: (since, mostMs) => books.give(since, mostMs),
      takeOver: (giver, mostMs) => books.takeOver(giver, mostMs),
      shareFor: (ms) => books.shareFor(ms),
      contentsFrom: (number) => books.contentsFrom(number),
    };
  }

  /** Of a channel that ran here and was lost: what its sockets still brought. Throws SQLite's errors. */
  async addLate(channelId: string, events: readonly Decoded<ValuedKind>[]): Promise<void> {
    const folder = join(this.#parts.channelsDir, keyOf(channelId));
    await this.#queueOf(channelId).run(async () => addLate(this.#parts, folder, events));
    this.#sendLateIn(channelId, LATE_AFTER_MS);
  }

  /** For a session that is made ready here, of a channel that another host has. */
  waitingEvents(given: Given): WaitingEvents {
    return new WaitingEvents(this.#parts, given);
  }

  /** What the stream has not got yet of each channel that runs here. */
  get lags(): readonly BooksLag[] {
    return [...this.#running].flatMap(([channelId, books]) => {
      try {
        const { lag } = books;
        return lag ? [{ channelId, ...lag }] : [];
      } catch (failure) {
        this.#parts.log.warn('the books of a channel cannot be read', { channelId, failure });
        return [];
      }
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
    this.#ears.dispose();
  }

  async #begin(place: ChannelPlace, startCore: () => Promise<Core>): Promise<Begun> {
    const parts = this.#channelParts();
    await prepareBooks(parts, place);
    const core = await startCore();
    try {
      const books = new ChannelBooks(parts, place);
      books.follow(core);
      this.#running.set(place.lease.channelId, books);
      return { core, books };
    } catch (failure) {
      await core.stop();
      throw failure;
    }
  }

  async #end(channelId: string): Promise<void> {
    const books = this.#running.get(channelId);
    this.#running.delete(channelId);
    await books?.stop();
    this.#sendLateIn(channelId, LATE_AFTER_MS);
  }

  #channelParts(): BooksParts {
    return {
      ...this.#parts,
      onTrouble: (channelId, failure) => this.#noteTrouble(channelId, failure),
    };
  }

  #noteTrouble(channelId: string, failure: unknown): void {
    const before = this.#troubled.size;
    if (failure === null) this.#troubled.delete(channelId);
    else this.#troubled.add(channelId);
    if ((before === 0) !== (this.#troubled.size === 0)) this.#parts.onTrouble(failure);
  }

  #tend(): void {
    if (this.#disposed) return;
    for (const channelId of this.#running.keys()) this.#with(channelId, (books) => books.tend());
    this.#timers.set('tend', TEND_MS, () => this.#tend());
  }

  /** Nothing where it does not run. Never throws. */
  #with(channelId: string, work: (books: ChannelBooks) => void): void {
    const books = this.#running.get(channelId);
    try {
      if (books) work(books);
    } catch (failure) {
      this.#parts.log.warn('the books of a channel cannot be read', { channelId, failure });
    }
  }

  /** Of all channels that this host ever had. */
  async #sendAllLate(): Promise<void> {
    const folders = await readdir(this.#parts.channelsDir).catch(() => []);
    for (const [at, folder] of folders.entries()) {
      this.#sendLateIn(Buffer.from(folder, 'base64url').toString(), at * LATE_APART_MS);
    }
  }

  /** Of one session of a former process. */
  async #sendLeft(path: string): Promise<void> {
    const { stream, log } = this.#parts;
    if (this.#disposed) return;
    try {
      await sendLeft(stream, path);
      log.info('what waited for a channel was sent late');
    } catch (failure) {
      log.warn('what waited for a channel waits for the stream', { failure });
      this.#timers.set(`left ${path}`, LATE_AGAIN_MS, () => void this.#sendLeft(path));
    }
  }

  #sendLateIn(channelId: string, ms: number): void {
    if (this.#disposed) return;
    this.#timers.set(`late ${channelId}`, ms, () => void this.#sendLate(channelId));
  }

  async #sendLate(channelId: string): Promise<void> {
    const { log, channelsDir } = this.#parts;
    // Where it runs, it brings everything itself.
    if (this.#disposed || this.#running.has(channelId)) return;
    const queue = this.#queueOf(channelId);
    if (queue.isBusy) {
      // It may be starting: its file is in use for as long as it runs.
      this.#sendLateIn(channelId, LATE_AGAIN_MS);
      return;
    }
    try {
      const folder = join(channelsDir, keyOf(channelId));
      const isSettled = (owner: number) => this.#isSettled(channelId, owner);
      const isSent = await queue.run(() =>
        sendLate(this.#channelParts(), channelId, folder, isSettled),
      );
      this.#noteTrouble(channelId, null);
      if (isSent) this.#owners.delete(channelId);
      else this.#sendLateIn(channelId, LATE_AGAIN_MS);
    } catch (failure) {
      log.warn('late books of a channel wait', { channelId, failure });
      this.#noteTrouble(channelId, failure);
      this.#sendLateIn(channelId, LATE_AGAIN_MS);
    }
  }

  #isSettled(channelId: string, epoch: number): boolean {
    const now = this.#parts.clock.monotonic();
    const seen = this.#owners.get(channelId);
    if (seen?.epoch === epoch) return now - seen.since >= SETTLED_MS;
    this.#owners.set(channelId, { epoch, since: now });
    return false;
  }

  #queueOf(channelId: string): SerialQueue {
    const queue = this.#queues.get(channelId) ?? new SerialQueue();
    this.#queues.set(channelId, queue);
    return queue;
  }
}
