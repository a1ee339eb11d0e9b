import type { StageEvent } from '../../../shared/events.ts';
import { type HighlightCard, saidIn } from '../../../shared/overlay/highlight.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { EventGoneError, NoChatPlaceError, NoWordsError } from './errors.ts';

export interface HighlighterOptions {
  /** The event of a number; null: it is not kept. */
  readonly find: (seq: number) => StageEvent | null;
  /** Whether the layout shows a chat, the place where highlighted words stand. */
  readonly hasPlace: () => boolean;
  readonly clock: Clock;
  readonly onFailure: (failure: unknown) => void;
}

/** The words that stand large on the overlay: one viewer's at a time. */
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

  /** Epoch milliseconds; null: it stays until it is taken away, or there is none. */
  get endsAt(): number | null {
    return this.#endsAt;
  }

  get onChange(): Subscribe<HighlightCard | null> {
    return this.#changes.on;
  }

  /**
   * Shows the words of an event in place of any others; `seconds` null: until they are taken away.
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

  /** Takes the words away; nothing happens where there are none. */
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
