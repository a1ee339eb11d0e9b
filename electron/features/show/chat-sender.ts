import { BUCKET, type ShowState } from '../../../shared/contract/show.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import { RateLimitedError, UnavailableError } from '../../platform/errors.ts';
import type { ShowRepository, StoredMessage } from './show-repository.ts';

interface SenderParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly repository: Pick<ShowRepository, 'waiting' | 'setMessage' | 'settleMessages'>;
  /** Throws a `PlatformError`. */
  readonly send: (message: string) => Promise<unknown>;
  /** null: everything written is on disk. */
  readonly whenDurable: () => Promise<void> | null;
}

/** After so long without a refusal the bucket grows by one again. */
const GROWS_EVERY_MS = 60_000;
/** A message that comes later than this answers nothing any more. */
export const STALE_MS = 60_000;
const RETRY_MS = 5_000;
const HOUR_MS = 3_600_000;
const QUEUE_MOST = 200;

/**
 * Sends what activities say, in order, each once, and never more in 30 seconds than the platform
 * takes. A message is marked before it is sent: one that was on its way when the app ended, or
 * whose answer was lost, is not sent again.
 */
export class ChatSender implements Disposable {
  readonly #parts: SenderParts;
  readonly #timers: NamedTimers;
  readonly #changes: Emitter<void>;
  readonly onChange;
  /** Times of the latest messages, on the monotonic clock. */
  #sentAt: number[] = [];
  #said: readonly { readonly message: string; readonly at: number }[] = [];
  #refusedAt: number[] = [];
  #pace: number = BUCKET.most;
  #changedPaceAt = Number.NEGATIVE_INFINITY;
  /** The platform asked to wait until then, on the monotonic clock. */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #quiet = false;
  #busy = false;
  /** Woken, and not looked since. */
  #wanted = false;
  #disposed = false;
  #waiting = 0;
  readonly #startedAt: number;
  /** What an earlier run left is taken out. */
  #isSettled = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
    this.#changes = new Emitter<void>((failure) =>
      parts.log.error('a listener of the chat sender failed', { failure }),
    );
    this.onChange = this.#changes.on;
    this.#startedAt = parts.clock.now();
    this.wake();
  }

  get state(): ShowState {
    const since = this.#parts.clock.monotonic() - HOUR_MS;
    const refused = this.#refusedAt.filter((at) => at > since).length;
    return { quiet: this.#quiet, waiting: this.#waiting, pace: this.#pace, refused };
  }

  /** What waits is dropped: nobody wants it later. */
  setQuiet(quiet: boolean): void {
    this.#quiet = quiet;
    this.wake();
    this.#changes.fire();
  }

  /** There may be messages in the ledger. */
  wake(): void {
    this.#wanted = true;
    if (this.#busy || this.#disposed) return;
    this.#busy = true;
    void this.#sendAll()
      .catch((failure: unknown) => {
        this.#parts.log.warn('show: chat messages wait', { failure });
        this.#wanted = false;
        if (!this.#disposed) this.#timers.set('next', RETRY_MS, () => this.wake());
      })
      .finally(() => {
        this.#busy = false;
        if (this.#disposed) return;
        this.#changes.fire();
        if (this.#wanted) this.wake();
      });
  }

  /** Whether this was said here within a minute: the platform sends it back as a message. */
  isOwn(content: string): boolean {
    const since = this.#parts.clock.monotonic() - STALE_MS;
    return this.#said.some(({ message, at }) => at > since && message === content);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
    this.#changes.dispose();
  }

  async #sendAll(): Promise<void> {
    const { clock, repository, whenDurable } = this.#parts;
    if (!this.#isSettled) repository.settleMessages(this.#startedAt - STALE_MS);
    this.#isSettled = true;
    for (;;) {
      await whenDurable();
      if (this.#disposed) return;
      this.#wanted = false;
      const waiting = repository.waiting(QUEUE_MOST);
      this.#waiting = waiting.length;
      const [next] = waiting;
      if (!next) return;
      if (this.#quiet || clock.now() - next.at > STALE_MS) {
        repository.setMessage(next.id, 'done');
        continue;
      }
      const waitMs = this.#untilRoom();
      if (waitMs > 0) {
        this.#timers.set('next', waitMs, () => this.wake());
        return;
      }
      await this.#sendOne(next);
    }
  }

  async #sendOne({ id, message }: StoredMessage): Promise<void> {
    const { clock, repository, send, log, whenDurable } = this.#parts;
    repository.setMessage(id, 'sending');
    await whenDurable();
    const at = clock.monotonic();
    this.#sentAt = [...this.#sentAt, at].slice(-BUCKET.most);
    this.#said = [...this.#said, { message, at }].slice(-2 * BUCKET.most);
    try {
      await send(message);
      if (!this.#disposed) repository.setMessage(id, 'done');
    } catch (failure) {
      if (this.#disposed) return;
      this.#refusedAt = [...this.#refusedAt, clock.monotonic()].slice(-100);
      if (failure instanceof RateLimitedError) {
        this.#slowDown(failure.retryAfterMs ?? RETRY_MS);
        repository.setMessage(id, 'waiting');
        return;
      }
      const isUnknown = failure instanceof UnavailableError && failure.mayHaveHappened;
      log.warn('show: a chat message was not sent', { failure, isUnknown });
      repository.setMessage(id, 'done');
    }
  }

  /** How long the next message has to wait, milliseconds. */
  #untilRoom(): number {
    const now = this.#parts.clock.monotonic();
    if (this.#pace < BUCKET.most && now - this.#changedPaceAt >= GROWS_EVERY_MS) {
      this.#pace += 1;
      this.#changedPaceAt = now;
    }
    const within = this.#sentAt.filter((at) => at > now - BUCKET.windowMs);
    const first = within.at(-this.#pace);
    const free = first === undefined ? 0 : first + BUCKET.windowMs;
    return Math.max(0, free - now, this.#pausedUntil - now);
  }

  #slowDown(forMs: number): void {
    this.#pausedUntil = this.#parts.clock.monotonic() + forMs;
    this.#pace = Math.max(BUCKET.least, Math.floor(this.#pace / 2));
    this.#changedPaceAt = this.#parts.clock.monotonic();
  }
}
