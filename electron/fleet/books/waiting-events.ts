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

  /** Nothing more comes: sends what is left, for `mostMs` at most. `signal`: there is no time left. Never rejects. */
  async end(mostMs: number, signal: AbortSignal): Promise<void> {
    const sent = new AbortController();
    const limit = delay(this.#parts.clock, mostMs, AbortSignal.any([signal, sent.signal]));
    await Promise.race([this.#sending, limit]);
    sent.abort();
    this.dispose();
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

/** Behind one place of the stream, up to another. */
interface Part {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Of what waits for former owners in a part of the stream: what the books of the present one do not have.
 * `own`: a session of which they get it in another way.
 */
export async function admitWaiting(
  { file, stream, channelId }: Both,
  part: Part,
  own: string | null,
  now: number,
): Promise<readonly WaitingEntry[]> {
  const waiting = await allWaiting(stream, channelId, file.epoch, part);
  if (!file.isOpen) return [];
  const wanted = waiting.map(([, entry]) => entry).filter(({ session }) => session !== own);
  return file.admit(wanted, now);
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
