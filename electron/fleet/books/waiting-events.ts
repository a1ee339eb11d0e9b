import { rm } from 'node:fs/promises';
import type { Decoded, ValuedKind } from '../../../shared/events.ts';
import { type Clock, delay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';
import type { BooksFile } from './books-file.ts';
import type { BooksStream } from './books-stream.ts';
import type { WaitingEntry } from './messages.ts';
import { type UnsentEntry, unsentIn, WaitingFile } from './waiting-file.ts';

const RETRY_MS = 500;

interface WaitingEventsParts {
  readonly stream: Pick<BooksStream, 'publish' | 'erase'>;
  /** What the stream has not got is in a file here. */
  readonly waitingDir: string;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly log: Logger;
}

/** The host that has the channel, and its first number that the session may bring too. */
export interface Given {
  readonly channelId: string;
  readonly epoch: number;
  readonly since: number;
}

/**
 * What one session brings that was made ready for a channel of another host. It is in the stream at once: should both
 * hosts die, the next owner has it.
 */
export class WaitingEvents implements Disposable {
  /** Names it in the stream. */
  readonly session: string;
  readonly #parts: WaitingEventsParts;
  readonly #given: Given;
  readonly #ending = new AbortController();
  readonly #file: WaitingFile;
  readonly #places: number[] = [];
  #left: UnsentEntry[] = [];
  #count = 0;
  #sending: Promise<void> | null = null;

  constructor(parts: WaitingEventsParts, given: Given) {
    this.#parts = parts;
    this.#given = given;
    this.session = parts.makeKey().slice(0, 16);
    this.#file = new WaitingFile(parts.waitingDir, this.session);
  }

  add(events: readonly Decoded<ValuedKind>[]): void {
    if (this.#ending.signal.aborted || events.length === 0) return;
    const { session } = this;
    const { channelId, epoch: giver, since } = this.#given;
    const receivedAt = this.#parts.clock.now();
    const entries = events.map((event): UnsentEntry => {
      const id = `${giver}-${session}-waiting-${this.#count}`;
      this.#count += 1;
      return {
        channelId,
        id,
        entry: { type: 'waiting', giver, since, session, receivedAt, event },
      };
    });
    this.#left.push(...entries);
    this.#keep(() => this.#file.add(entries));
    this.#sending ??= this.#send();
  }

  /** The other host keeps the channel, and has had the same. Never rejects. */
  async erase(): Promise<void> {
    const { stream, log } = this.#parts;
    this.discard();
    await this.#sending;
    await stream.erase(this.#places).catch((failure: unknown) => {
      // The next owner compares them, and erases them.
      log.warn('what waited for a channel stays in the stream', { failure });
    });
  }

  /** Nothing more comes: sends what is left, for `mostMs` at most. `signal`: there is no time left. Never rejects. */
  async end(mostMs: number, signal: AbortSignal): Promise<void> {
    const sent = new AbortController();
    const limit = delay(this.#parts.clock, mostMs, AbortSignal.any([signal, sent.signal]));
    await Promise.race([this.#sending, limit]);
    sent.abort();
    this.dispose();
  }

  /** Nobody needs any more what is not in the stream yet. */
  discard(): void {
    this.dispose();
    this.#keep(() => this.#file.remove());
  }

  /** What is in the stream stays there; what is not is sent when this host starts again. */
  dispose(): void {
    this.#ending.abort();
  }

  async #send(): Promise<void> {
    const { clock } = this.#parts;
    while (this.#left.length > 0 && !this.#ending.signal.aborted) {
      if (!(await this.#sendAll())) await delay(clock, RETRY_MS, this.#ending.signal);
    }
    this.#sending = null;
  }

  async #sendAll(): Promise<boolean> {
    const { stream, log } = this.#parts;
    const page = [...this.#left];
    try {
      const sent = await Promise.all(
        page.map(({ channelId, entry, id }) => stream.publish(channelId, entry, id)),
      );
      this.#places.push(...sent.map(({ place }) => place));
      this.#left = this.#left.slice(page.length);
      if (this.#left.length === 0) this.#keep(() => this.#file.remove());
      return true;
    } catch (failure) {
      const { channelId } = this.#given;
      log.warn('what waits for a channel waits for the stream', { channelId, failure });
      return false;
    }
  }

  /** A full disk takes nothing away while this process lives. */
  #keep(work: () => void): void {
    try {
      work();
    } catch (failure) {
      this.#parts.log.warn('what waits for a channel is not on the disk', { failure });
    }
  }
}

/**
 * Sends what a former process of this host had not sent, from one of its files, which is removed then. Throws what NATS
 * and the system throw; then the file stays.
 */
export async function sendLeft(stream: Pick<BooksStream, 'publish'>, path: string): Promise<void> {
  for (const { channelId, entry, id } of await unsentIn(path)) {
    await stream.publish(channelId, entry, id);
  }
  await rm(path, { force: true });
}

interface Both {
  readonly file: BooksFile;
  readonly stream: BooksStream;
  readonly channelId: string;
}

/** Behind one place of the stream, up to another. */
interface Part {
  readonly after: number;
  readonly upTo: number;
}

/**
 * What waits for former owners in a part of the stream; of it, the books of the present one `admit` what they do not have.
 * `own`: a session of which they get it in another way.
 */
export async function waitingIn(
  { file, stream, channelId }: Both,
  part: Part,
  own: string | null,
): Promise<readonly WaitingEntry[]> {
  const waiting = await allWaiting(stream, channelId, file.epoch, part);
  return waiting.map(([, entry]) => entry).filter(({ session }) => session !== own);
}

/** Once the books of the claim `epoch` have everything of it, up to this place. */
export async function eraseWaiting(
  stream: BooksStream,
  channelId: string,
  epoch: number,
  upTo: number,
): Promise<void> {
  const waiting = await allWaiting(stream, channelId, epoch, { after: 0, upTo });
  await stream.erase(waiting.map(([place]) => place));
}

/** For owners before the claim `epoch`. */
async function allWaiting(
  stream: BooksStream,
  channelId: string,
  epoch: number,
  { after, upTo }: Part,
): Promise<readonly (readonly [place: number, entry: WaitingEntry])[]> {
  const found: (readonly [number, WaitingEntry])[] = [];
  for await (const page of stream.read(channelId, after + 1, upTo, 'waiting')) {
    for (const [place, entry] of page) {
      if (entry.type === 'waiting' && entry.giver < epoch) found.push([place, entry]);
    }
  }
  return found;
}
