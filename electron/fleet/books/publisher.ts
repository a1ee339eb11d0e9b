import { Backoff } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { Random } from '../../base/random.ts';
import { SingleFlight } from '../../base/serial-queue.ts';
import { columnsOf } from '../../storage/rows.ts';
import type { BooksFile } from './books-file.ts';
import type { BooksStream, Published } from './books-stream.ts';
import type { BookEntry, Stretch, Waiting } from './messages.ts';
import { viewerHash } from './taker.ts';

/** Entries on their way together. */
const PAGE = 200;
const RETRY = { minMs: 500, maxMs: 5_000 };

export interface PublisherParts {
  readonly file: BooksFile;
  readonly stream: BooksStream;
  readonly channelId: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Whether the lease is proved; what is not may be sent late only. */
  readonly mayPublish: () => boolean;
  /** Events and gaps only: another host may have the channel. */
  readonly booksOnly: boolean;
  /** Events of other hosts took the place of this one's. */
  readonly onYielded?: () => void;
  /** null: all is in the stream. */
  readonly onTrouble: (failure: unknown) => void;
}

/** Brings what waits in a channel's file into the stream, in order, each entry until it is there. */
export class Publisher implements Disposable {
  readonly #parts: PublisherParts;
  readonly #timers: NamedTimers;
  readonly #backoff: Backoff;
  readonly #run = new SingleFlight<boolean>();
  #isDue = false;
  #disposed = false;
  #failing = false;
  #published: Stretch = null;
  #sure = 0;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
    this.#backoff = new Backoff(RETRY, parts.random);
  }

  /** Everything that was sent up to this place is settled. */
  get sure(): number {
    return this.#sure;
  }

  /** Where everything is that was published. */
  get published(): Stretch {
    return this.#published;
  }

  /** There may be something. */
  poke(): void {
    this.#isDue = true;
    if (!this.#timers.has('retry')) void this.flush();
  }

  /** Whether everything is in the stream. Never rejects. */
  async flush(): Promise<boolean> {
    this.#isDue = true;
    const isWhole = await this.#run.run(() => this.#publishAll());
    // Something came when the run was as good as over.
    const isLeft = this.#isDue && !this.#disposed && !this.#timers.has('retry');
    return isLeft ? this.flush() : isWhole;
  }

  /** What is on its way may still arrive. */
  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
  }

  /** Resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    await this.#run.ended();
  }

  async #publishAll(): Promise<boolean> {
    try {
      while (this.#isDue) {
        this.#isDue = false;
        if (!(await this.#publishPages())) return false;
      }
    } catch (failure) {
      this.#failed(failure);
      return false;
    }
    this.#parts.onTrouble(null);
    this.#failing = false;
    return true;
  }

  async #publishPages(): Promise<boolean> {
    const { file, booksOnly, mayPublish } = this.#parts;
    for (;;) {
      if (this.#disposed || !mayPublish()) return false;
      const page = file.waiting(0, PAGE, booksOnly);
      if (page.length === 0) return true;
      await this.#publishPage(page);
      this.#backoff.reset();
    }
  }

  /** Throws the first failure, with what has arrived settled. */
  async #publishPage(page: readonly Waiting[]): Promise<void> {
    const { file, stream, channelId } = this.#parts;
    const sent = await Promise.allSettled(
      page.map((each) => stream.publish(channelId, each.entry, idOf(each))),
    );
    const results = page.flatMap((each, at) => {
      const result = sent[at];
      return result?.status === 'fulfilled' ? [{ ...each, ...result.value }] : [];
    });
    if (!this.#isOpen()) return;
    const yielded = await this.#yieldToOthers(results);
    if (!this.#isOpen()) return;
    const arrived = results.filter((each) => !yielded.has(each));
    // They wait here until the ones with the names are gone.
    await this.#eraseNamed(new Set(arrived.flatMap(({ entry }) => anonymousIn(entry))));
    await this.#eraseWaitingOf(new Set(arrived.flatMap(({ entry }) => viewersIn(entry))));
    if (!this.#isOpen()) return;
    file.settle(arrived.map(({ id }) => id));
    for (const { place } of arrived) this.#note(place);
    const failure = sent.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
    this.#sure = this.#published?.to ?? 0;
  }

  /** Of those that were there already under an id that two hosts have: which are the other host's. */
  async #yieldToOthers(results: readonly Arrived[]): Promise<ReadonlySet<Arrived>> {
    const { file, stream, channelId, log, onYielded } = this.#parts;
    const yielded = new Set<Arrived>();
    for (const each of results) {
      const { entry, sharedId, isNew, place } = each;
      if (isNew || sharedId === null || entry.type !== 'event') continue;
      const there = await stream.at(place);
      const isOwn = there?.type === 'event' && there.event.seq === entry.event.seq;
      if (isOwn || !this.#isOpen()) continue;
      file.yieldTo(there, entry.event.seq);
      yielded.add(each);
    }
    if (yielded.size > 0) {
      log.info('another host sent the same events first', { channelId, events: yielded.size });
      onYielded?.();
    }
    return yielded;
  }

  #isOpen(): boolean {
    return this.#parts.file.isOpen;
  }

  #note(place: number): void {
    const { from, to } = this.#published ?? { from: place, to: place };
    this.#published = { from: Math.min(from, place), to: Math.max(to, place) };
  }

  /** An entry with a viewer's name leaves the stream when the one without it is there. */
  async #eraseNamed(anonymous: ReadonlySet<number>): Promise<void> {
    const { stream, channelId } = this.#parts;
    if (anonymous.size === 0) return;
    const places: number[] = [];
    for await (const page of stream.read(channelId, 1, Number.MAX_SAFE_INTEGER)) {
      for (const [place, entry] of page) {
        const isNamed = entry.type === 'event' && !entry.anonymous;
        if (isNamed && anonymous.has(entry.event.seq)) places.push(place);
      }
    }
    await this.#erase(places);
  }

  /** What a session has brought that is made ready for the channel, of viewers that were removed. */
  async #eraseWaitingOf(viewers: ReadonlySet<string>): Promise<void> {
    const { stream, channelId } = this.#parts;
    if (viewers.size === 0) return;
    const places: number[] = [];
    for await (const page of stream.read(channelId, 1, Number.MAX_SAFE_INTEGER, 'waiting')) {
      for (const [place, entry] of page) {
        const who = entry.type === 'waiting' ? columnsOf(entry.event).who : null;
        if (who !== null && viewers.has(viewerHash(who))) places.push(place);
      }
    }
    await this.#erase(places);
  }

  async #erase(places: readonly number[]): Promise<void> {
    const { stream, channelId, log } = this.#parts;
    await stream.erase(places).catch((failure: unknown) => {
      // Where its owner forbids it, the rest goes on.
      log.error('a viewer’s name stays in the stream', { channelId, failure });
    });
  }

  #failed(failure: unknown): void {
    const { log, channelId, onTrouble } = this.#parts;
    if (!this.#failing) log.warn('books wait for the stream', { channelId, failure });
    this.#failing = true;
    onTrouble(failure);
    if (!this.#disposed) this.#timers.set('retry', this.#backoff.next(), () => void this.flush());
  }
}

const anonymousIn = (entry: BookEntry): readonly number[] =>
  entry.type === 'event' && entry.anonymous ? [entry.event.seq] : [];

const viewersIn = (entry: BookEntry): readonly string[] =>
  entry.type === 'viewer' ? [entry.viewer] : [];

type Arrived = Waiting & Published;

/** The same whenever an entry is sent again. */
function idOf({ entry, id: row, sharedId }: Waiting): string {
  if (sharedId !== null) return sharedId;
  const { epoch, file } = entry;
  switch (entry.type) {
    case 'event':
      return `${epoch}-${entry.event.seq}${entry.anonymous ? '-anonymous' : ''}`;
    case 'gap':
      return `${epoch}-${file}-gap-${entry.id}`;
    default:
      return `${epoch}-${file}-${row}`;
  }
}
