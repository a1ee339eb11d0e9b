import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { KV } from '@nats-io/kv';
import type { CoverageMark } from '../../../shared/connection-history.ts';
import { stampOf } from '../../base/atomic-file.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { Random } from '../../base/random.ts';
import { SingleFlight } from '../../base/serial-queue.ts';
import type { Core } from '../../core.ts';
import { FleetError } from '../fleet-errors.ts';
import type { Lease } from '../leases.ts';
import { BooksFile } from './books-file.ts';
import type { BooksStream } from './books-stream.ts';
import { catchUp, takeLate } from './catch-up.ts';
import { NUMBER_BLOCK, reserveNumbers, returnNumbers } from './channel-marks.ts';
import { Publisher } from './publisher.ts';
import { eraseWaiting, waitingIn } from './waiting-events.ts';

/** What was not noticed by then is looked for. */
const LATE_MS = 60_000;
/** By then all that waited for the channel is in its books. */
const ERASE_MS = 120_000;
/** The channel's own session has brought the same by then, if it brings it at all. */
const SETTLED_MS = 8_000;
const SAVED = 'events of a session of another host were saved';
/** A stop waits so long for the stream. */
const LAST_WORDS_MS = 800;

export interface BooksParts {
  readonly hostId: string;
  readonly stream: BooksStream;
  readonly bucket: Pick<KV, 'get' | 'create' | 'update' | 'put'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly onTrouble: (channelId: string, failure: unknown) => void;
}

export interface ChannelPlace {
  readonly lease: Lease;
  readonly dataDir: string;
  /** Whether this host may write for the channel in this moment. */
  readonly isProven: () => boolean;
  /** Until when a former owner received the channel; null: nothing was missed. undefined: only the ledger knows. */
  readonly left: CoverageMark | null | undefined;
  /** Made ready here for this channel: what it brought (`WaitingEvents`) goes to the core itself. null: there is none. */
  readonly session: string | null;
  /** The owner before has told what it had, which is all that other sessions had by then. */
  readonly isTold: boolean;
}

/** What books hear of a core, and tell it. */
export interface FollowedCore extends Pick<Core, 'reread'> {
  readonly hub: Pick<Core['hub'], 'onBatch' | 'onForgotten' | 'receiveLate' | 'handedOn'>;
}

export const ledgerIn = (dataDir: string): string => join(dataDir, 'ledger.sqlite');

/**
 * Makes a channel's ledger one that has everything the stream has, before its core opens it: same events, same
 * totals, numbers that nobody used. Throws `fleet-not-owner`, a `LedgerError`, and what NATS throws; then
 * nothing is lost, and the channel does not begin.
 */
export async function prepareBooks(parts: BooksParts, place: ChannelPlace): Promise<void> {
  const { stream, bucket, clock, log } = parts;
  const { lease, dataDir, isProven } = place;
  const { channelId, epoch } = lease;
  const path = ledgerIn(dataDir);
  let file = BooksFile.open({ path, clock, log });
  try {
    if (await isOfAnotherStory(file, stream, channelId)) {
      file.close();
      log.warn('books from before the fleet were set aside', { file: setAside(path, clock) });
      file = BooksFile.open({ path, clock, log });
    }
    const both = { file, stream, channelId };
    if (file.position.stream !== stream.made) {
      file.requeue();
      file.moveTo({ stream: stream.made, position: 0, late: 0 });
    }
    file.nameShared();
    await catchUp(both);
    file.dropTwins();
    // First what this host did not bring there before: until the note of the owner it is not late.
    await sendRest(parts, both, isProven);
    if (!isProven()) throw new FleetError('fleet-not-owner');
    const owner = { type: 'owner', epoch, file: file.id, host: parts.hostId } as const;
    await stream.publish(channelId, owner, `${epoch}-owner`);
    await catchUp(both);
    const numbers = await reserveNumbers(bucket, lease, file.nextNumber, file.numbering);
    file.begin(epoch, numbers);
    const part = { after: 0, upTo: place.isTold ? 0 : file.position.position };
    const waited = file.admit(await waitingIn(both, part, place.session), clock.now());
    file.addWaiting(waited, clock.now());
    if (waited.length > 0) log.info(SAVED, { channelId, events: waited.length });
    file.goOn(place.left === undefined ? file.mark : place.left);
  } finally {
    file.close();
  }
  if (!isProven()) throw new FleetError('fleet-not-owner');
}

/** Its numbers may be those of other events in the stream. */
async function isOfAnotherStory(file: BooksFile, stream: BooksStream, channelId: string) {
  return file.position.stream === '' && file.isUsed && (await stream.last(channelId)) > 0;
}

/** Renames a ledger that is not of this fleet's books. Returns its new name; null: there was none. */
function setAside(path: string, clock: Clock): string | null {
  if (!existsSync(path)) return null;
  const aside = path.replace(/\.sqlite$/, `-before-fleet-${stampOf(clock.now())}.sqlite`);
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(path + end)) renameSync(path + end, aside + end);
  }
  return aside;
}

interface Both {
  readonly file: BooksFile;
  readonly stream: BooksStream;
  readonly channelId: string;
}

async function sendRest(parts: BooksParts, both: Both, mayPublish: () => boolean): Promise<void> {
  if (!both.file.hasWaiting()) return;
  const onTrouble = (failure: unknown) => parts.onTrouble(both.channelId, failure);
  const publisher = new Publisher({ ...parts, ...both, mayPublish, booksOnly: false, onTrouble });
  const timers = new NamedTimers(parts.clock);
  await timers.soon('rest', publisher.flush(), LAST_WORDS_MS);
  timers.dispose();
  publisher.dispose();
  await publisher.ended();
}

/** The books of a channel whose core runs here: what it writes goes into the stream. */
export class ChannelBooks implements Disposable {
  readonly #parts: BooksParts;
  readonly #place: ChannelPlace;
  readonly #file: BooksFile;
  readonly #publisher: Publisher;
  readonly #timers: NamedTimers;
  readonly #owned = new DisposableStore();
  readonly #late = new SingleFlight<void>();
  readonly #marks = new SingleFlight<void>();
  readonly #waiting = new SingleFlight<void>();
  readonly #begunAt: number;
  #provenAt: number;
  #core: FollowedCore | null = null;
  /** Up to there it has what waited, and up to there it has seen something that it may not have. */
  #waitingTaken: number;
  #waitingSeen: number;
  #isOver = false;
  #isSaved = false;

  /** After `prepareBooks`, once the core has opened the ledger. */
  constructor(parts: BooksParts, place: ChannelPlace) {
    const { clock, log } = parts;
    const { lease, dataDir } = place;
    this.#parts = parts;
    this.#place = place;
    this.#timers = new NamedTimers(clock);
    this.#begunAt = clock.now();
    this.#provenAt = this.#begunAt;
    this.#file = BooksFile.beside({ path: ledgerIn(dataDir), log });
    this.#file.leaveLog();
    this.#publisher = this.#owned.add(
      new Publisher({
        ...parts,
        file: this.#file,
        channelId: lease.channelId,
        mayPublish: place.isProven,
        booksOnly: false,
        onYielded: () => this.#core?.reread(),
        onTrouble: (failure) => parts.onTrouble(lease.channelId, failure),
      }),
    );
    this.#timers.set('late', LATE_MS, () => this.#lookForLate());
    this.#waitingTaken = place.isTold ? 0 : this.#file.position.position;
    this.#waitingSeen = this.#waitingTaken;
    this.#eraseLater();
    this.#waitSoon();
    this.#publisher.poke();
  }

  /** Publishes what each batch has brought, at once. */
  follow(core: FollowedCore): void {
    const { onBatch, onForgotten } = core.hub;
    this.#core = core;
    this.#owned.add(onBatch(() => this.#publisher.poke()));
    this.#owned.add(
      onForgotten((viewer) => {
        this.#file.forget(viewer);
        this.#publisher.poke();
      }),
    );
  }

  /** About once a second: what the core writes beside events, and the marks of life. */
  tend(): void {
    if (this.#isOver) return;
    const { clock } = this.#parts;
    if (this.#place.isProven()) this.#provenAt = clock.now();
    if (this.#file.hasWaiting()) this.#publisher.poke();
    void this.#marks.run(() => this.#keepMarks());
  }

  /** What the stream has not got yet; null: they are closed. */
  get lag(): BooksFile['lag'] | null {
    return this.#file.isOpen ? this.#file.lag : null;
  }

  /** Whether everything up to now is in the stream; after the end, whether everything got there. */
  async saved(): Promise<boolean> {
    if (!this.#isOver) this.#isSaved = await this.#publisher.flush();
    return this.#isSaved;
  }

  /** As `BooksFile.contentsFrom`. */
  contentsFrom(number: number): readonly string[] {
    return this.#file.contentsFrom(number);
  }

  /**
   * Another host may receive the same from now on, for `mostMs` at most: events from the number `since` on. Returns that
   * number; a lower one where another such host from before may be there.
   */
  give(since: number, mostMs: number): number {
    const now = this.#parts.clock.now();
    return this.#file.give(since, now, now + mostMs);
  }

  /** The former owner `giver` may have received what comes now: its events from the number `since` on. */
  takeOver(giver: { readonly epoch: number; readonly since: number }, mostMs: number): void {
    const now = this.#parts.clock.now();
    this.#file.takeOver(giver, now, now + mostMs);
  }

  /** In so many milliseconds no other host receives the same any more. */
  shareFor(ms: number): void {
    if (this.#file.isOpen) this.#file.shareUntil(this.#parts.clock.now() + ms);
  }

  /** Another host has brought events of a former owner. */
  takeLate(): Promise<void> {
    return this.#late.run(() => this.#takeLate());
  }

  /** A session that was made ready for the channel has brought something, perhaps for a former owner. */
  noteWaiting(): void {
    if (this.#isOver) return;
    // Who claims the channel next may take it, and this host may have received the same.
    this.#file.doubtFrom(this.#begunAt);
    this.#waitSoon();
  }

  /** After the core. What does not get into the stream any more waits for `sendLate`. */
  async stop(): Promise<void> {
    this.#isOver = true;
    // Another host may have received the same in the meantime.
    if (!this.#place.isProven()) this.#file.doubtFrom(this.#provenAt);
    else await this.#timers.soon('words', this.#sayGoodbye(), LAST_WORDS_MS);
    this.#publisher.dispose();
    await this.#publisher.ended();
    this.dispose();
  }

  dispose(): void {
    this.#isOver = true;
    this.#timers.dispose();
    this.#owned.dispose();
    this.#file.close();
  }

  async #sayGoodbye(): Promise<void> {
    const { bucket, log } = this.#parts;
    const { lease } = this.#place;
    this.#isSaved = await this.#publisher.flush();
    const { numbering, nextNumber: from, numbersEnd: to } = this.#file;
    await Promise.all([
      returnNumbers(bucket, lease, { numbering, from, to }),
      // The next claim of this host reads from here on.
      this.#late.run(() => this.#takeLate()),
    ]).catch((failure: unknown) => log.warn('the end of a channel was not noted', { failure }));
  }

  async #keepMarks(): Promise<void> {
    const { bucket, log } = this.#parts;
    const { lease, isProven } = this.#place;
    try {
      const { nextNumber, numbersEnd, numbering } = this.#file;
      if (numbersEnd - nextNumber >= NUMBER_BLOCK / 2 || !isProven()) return;
      const block = await reserveNumbers(bucket, lease, numbersEnd, numbering);
      if (this.#file.isOpen) this.#file.extend(block);
    } catch (failure) {
      log.warn('a channel could not be noted', { channelId: lease.channelId, failure });
    }
  }

  #lookForLate(): void {
    if (this.#isOver) return;
    this.#timers.set('late', LATE_MS, () => this.#lookForLate());
    void this.takeLate();
    this.#waitSoon();
  }

  #waitSoon(): void {
    if (this.#timers.has('waiting')) return;
    const look = () => void this.#waiting.run(() => this.#lookForWaiting());
    this.#timers.set('waiting', SETTLED_MS, look);
  }

  async #lookForWaiting(): Promise<void> {
    const { stream, log } = this.#parts;
    const { channelId } = this.#place.lease;
    try {
      if (this.#waitingSeen > this.#waitingTaken) await this.#takeWaiting(this.#waitingSeen);
      const last = await stream.last(channelId, 'waiting');
      if (last <= this.#waitingSeen) return;
      this.#waitingSeen = last;
      if (!this.#isOver) this.#waitSoon();
    } catch (failure) {
      if (!this.#isOver) log.warn('what waits could not be taken', { channelId, failure });
    }
  }

  /** It comes as if it were received now: with a number of the core, and with its alert. */
  async #takeWaiting(upTo: number): Promise<void> {
    const { stream, clock, log } = this.#parts;
    const { lease, session } = this.#place;
    const { channelId } = lease;
    const both = { file: this.#file, stream, channelId };
    const part = { after: this.#waitingTaken, upTo };
    const waiting = await waitingIn(both, part, session);
    // What this host has received is in the books then, to be compared: also where it stood still until now, and where
    // its disk is slow.
    await this.#core?.hub.handedOn();
    if (this.#isOver) return;
    const waited = this.#file.admit(waiting, clock.now());
    this.#waitingTaken = upTo;
    this.#eraseLater();
    for (const { event, receivedAt } of waited) this.#core?.hub.receiveLate(event, receivedAt);
    if (waited.length > 0) log.info(SAVED, { channelId, events: waited.length });
  }

  #eraseLater(): void {
    if (this.#timers.has('erase')) return;
    const upTo = this.#waitingTaken;
    this.#timers.set('erase', ERASE_MS, async () => {
      await this.#eraseWaiting(upTo);
      if (!this.#isOver && this.#waitingTaken > upTo) this.#eraseLater();
    });
  }

  /** What came there since is for the next owner to compare. */
  async #eraseWaiting(upTo: number): Promise<void> {
    const { stream, log } = this.#parts;
    const { channelId, epoch } = this.#place.lease;
    try {
      if (await this.saved()) await eraseWaiting(stream, channelId, epoch, upTo);
    } catch (failure) {
      // Then it is the next owner's to do.
      if (!this.#isOver) log.warn('what waited stays in the stream', { channelId, failure });
    }
  }

  async #takeLate(): Promise<void> {
    const { stream, log } = this.#parts;
    const { channelId } = this.#place.lease;
    try {
      if (!this.#file.isOpen) return;
      const both = { file: this.#file, stream, channelId };
      // What is on its way now is behind this place.
      if (await takeLate(both, this.#publisher.sure)) {
        log.info('events came late from another host', { channelId });
        this.#core?.reread();
      }
    } catch (failure) {
      if (!this.#isOver) log.warn('late events could not be taken', { channelId, failure });
    }
  }
}
