import type { Decoded, ValuedKind } from '../../../shared/events.ts';
import { type Clock, delay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';
import type { BooksFile } from './books-file.ts';
import type { BooksStream } from './books-stream.ts';
import type { WaitingEntry } from './messages.ts';

const RETRY_MS = 500;

interface WaitingEventsParts {
  readonly stream: Pick<BooksStream, 'publish' | 'erase'>;
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
  readonly #places: number[] = [];
  #left: WaitingEntry[] = [];
  #count = 0;
  #sending: Promise<void> | null = null;

  constructor(parts: WaitingEventsParts, given: Given) {
    this.#parts = parts;
    this.#given = given;
    this.session = parts.makeKey().slice(0, 16);
  }

  add(events: readonly Decoded<ValuedKind>[]): void {
    if (this.#ending.signal.aborted || events.length === 0) return;
    const { epoch: giver, since } = this.#given;
    const receivedAt = this.#parts.clock.now();
    for (const event of events) {
      this.#left.push({ type: 'waiting', giver, since, session: this.session, receivedAt, event });
    }
    this.#sending ??= this.#send();
  }

  /** The other host keeps the channel, and has had the same. Never rejects. */
  async erase(): Promise<void> {
    const { stream, log } = this.#parts;
    this.dispose();
    await this.#sending;
    await stream.erase(this.#places).catch((failure: unknown) => {
      // The next owner compares them, and erases them.
      log.warn('what waited for a channel stays in the stream', { failure });
    });
  }

  /** What is in the stream stays there. */
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
    const { channelId, epoch } = this.#given;
    const page = this.#left.map((entry, at) => ({ entry, number: this.#count + at }));
    try {
      const sent = await Promise.all(
        page.map(({ entry, number }) =>
          stream.publish(channelId, entry, `${epoch}-${this.session}-waiting-${number}`),
        ),
      );
      this.#places.push(...sent.map(({ place }) => place));
      this.#left = this.#left.slice(page.length);
      this.#count += page.length;
      return true;
    } catch (failure) {
      log.warn('what waits for a channel waits for the stream', { channelId, failure });
      return false;
    }
  }
}

interface Both {
  readonly file: BooksFile;
  readonly stream: BooksStream;
  readonly channelId: string;
}

/**
 * Takes what waited for former owners into the books of the new one, unless it is there: up to where the file has
 * everything of the stream. `isWanted`: by the session. Returns how many events that were.
 */
export async function takeWaiting(
  { file, stream, channelId }: Both,
  isWanted: (session: string) => boolean,
  now: number,
): Promise<number> {
  const waiting = await allWaiting(stream, channelId, file.epoch, file.position.position);
  const wanted = waiting.map(([, entry]) => entry).filter(({ session }) => isWanted(session));
  let taken = 0;
  // Several sessions may have brought the same.
  for (const [, entries] of Map.groupBy(wanted, ({ session }) => session)) {
    taken += file.takeWaiting(entries, now);
  }
  return taken;
}

/** Once the books of the claim `epoch` have everything of it, up to this place. */
export async function eraseWaiting(
  stream: BooksStream,
  channelId: string,
  epoch: number,
  upTo: number,
): Promise<void> {
  const waiting = await allWaiting(stream, channelId, epoch, upTo);
  await stream.erase(waiting.map(([place]) => place));
}

/** For owners before the claim `epoch`. */
async function allWaiting(
  stream: BooksStream,
  channelId: string,
  epoch: number,
  upTo: number,
): Promise<readonly (readonly [place: number, entry: WaitingEntry])[]> {
  const found: (readonly [number, WaitingEntry])[] = [];
  for await (const page of stream.read(channelId, 1, upTo, 'waiting')) {
    for (const [place, entry] of page) {
      if (entry.type === 'waiting' && entry.giver < epoch) found.push([place, entry]);
    }
  }
  return found;
}
