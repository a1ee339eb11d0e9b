import type { StageEvent } from '../../../shared/events.ts';
import { type HighlightCard, saidIn } from '../../../shared/overlay/highlight.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { EventGoneError, NoChatPlaceError, NoWordsError } from './errors.ts';

export interface HighlighterOptions {
  /** The event of this number; null if it is not kept. */
  readonly find: (seq: number) => StageEvent | null;
  /** Whether the layout has a chat, where highlights appear. */
  readonly hasPlace: () => boolean;
  readonly clock: Clock;
  readonly onFailure: (failure: unknown) => void;
}

/** The message highlighted on the overlay; one at a time. */
export class Highlighter implements Disposable {
  readonly #options: HighlighterOptions;
  readonly #changes: Emitter<HighlightCard | null>;
  #current: HighlightCard | null = null;
  #endsAt: number | null = null;
  #timer: Disposable | null = null;

  constructor(options: HighlighterOptions) {
    this.#options = options;
    this.#changes = new Emitter(options.onFailure);
  }

  get current(): HighlightCard | null {
    return this.#current;
  }

  /** Epoch milliseconds; null if there is no highlight or it has no end. */
  get endsAt(): number | null {
    return this.#endsAt;
  }

  get onChange(): Subscribe<HighlightCard | null> {
    return this.#changes.on;
  }

  /**
   * Highlights an event's text, replacing any other; `seconds` null: until cleared.
   * @throws EventGoneError, NoWordsError, NoChatPlaceError: then nothing has changed.
   */
  show(seq: number, seconds: number | null): void {
    const { find, hasPlace, clock } = this.#options;
    const event = find(seq);
    if (!event) throw new EventGoneError();
    const said = saidIn(event);
    if (said.content.trim() === '') throw new NoWordsError();
    if (!hasPlace()) throw new NoChatPlaceError();
    this.#timer?.dispose();
    this.#timer = seconds === null ? null : clock.setTimeout(() => this.clear(), seconds * 1_000);
    this.#endsAt = seconds === null ? null : clock.now() + seconds * 1_000;
    this.#set({ seq, ...said });
  }

  /** Removes the highlight, if any. */
  clear(): void {
    this.#timer?.dispose();
    this.#timer = null;
    this.#endsAt = null;
    if (this.#current) this.#set(null);
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#changes.dispose();
  }

  #set(card: HighlightCard | null): void {
    this.#current = card;
    this.#changes.fire(card);
  }
}
