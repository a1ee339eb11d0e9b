import type { Problem } from '../../shared/problem.ts';
import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';
import { problemOf } from './errors.ts';
import type { Logger } from './log.ts';
import { NamedTimers } from './named-timers.ts';
import { SerialQueue } from './serial-queue.ts';

/** A port that was taken may be free again. */
const AGAIN_MS = 15_000;

interface SwitchedPortParts<T> {
  readonly clock: Clock;
  readonly log: Logger;
  /** null: it is switched off. Throws where the port cannot be had. */
  readonly open: () => Promise<T | null>;
  /** It opened, closed, or could not open. */
  readonly onChange: () => void;
}

/** A port for other programs that the streamer switches on and off; it is tried again while taken. */
export class SwitchedPort<T extends { dispose(): Promise<void> }> implements Disposable {
  readonly #parts: SwitchedPortParts<T>;
  readonly #timers: NamedTimers;
  /** Opening and closing, one after another. */
  readonly #queue = new SerialQueue();
  #opened: T | null = null;
  #problem: Problem | null = null;
  #ended = false;

  constructor(parts: SwitchedPortParts<T>) {
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
  }

  get opened(): T | null {
    return this.#opened;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** Opens anew as the settings say. Never throws: what is wrong is in `problem`. */
  apply(): Promise<void> {
    return this.#queue.run(async () => {
      this.#timers.clear('again');
      await this.#shut();
      if (!this.#ended) await this.#open();
      this.#parts.onChange();
    });
  }

  /** For good. */
  close(): Promise<void> {
    this.#ended = true;
    this.#timers.dispose();
    return this.#queue.run(() => this.#shut());
  }

  dispose(): void {
    void this.close();
  }

  async #open(): Promise<void> {
    try {
      this.#opened = await this.#parts.open();
    } catch (failure) {
      this.#problem = problemOf(failure);
      this.#parts.log.warn('a port for other programs could not be opened', { failure });
      if (!this.#ended) this.#timers.set('again', AGAIN_MS, () => void this.apply());
    }
  }

  async #shut(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    this.#problem = null;
    await opened?.dispose();
  }
}
