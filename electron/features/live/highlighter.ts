import type { StageEvent } from '../../../shared/events.ts';
import { type HighlightCard, saidIn } from '../../../shared/overlay/highlight.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';

interface HighlighterOptions {
  /** The event of this number; null if it is not kept. */
  readonly find: (seq: number) => StageEvent | null;
  readonly clock: Clock;
  readonly onFailure: (failure: unknown) => void;
}

/** The message highlighted on the overlay; one at a time. */
export class Highlighter implements Disposable {
  readonly #options: HighlighterOptions;
  readonly #changes = new Emitter<HighlightCard | null>((failure) =>
    this.#options.onFailure(failure),
  );
  readonly onChange = this.#changes.on;
  #current: HighlightCard | null = null;
  #endsAt: number | null = null;
  #timer: Disposable | null = null;

  constructor(options: HighlighterOptions) {
    this.#options = options;
  }

  get current(): HighlightCard | null {
    return this.#current;
  }

  /** Epoch milliseconds; null if there is no highlight or it has no end. */
  get endsAt(): number | null {
    return this.#endsAt;
  }

  /** Replaces any other; `seconds` null: until cleared. If it throws, nothing has changed. */
  show(seq: number, seconds: number | null): void {
    const { find, clock } = this.#options;
    const event = find(seq);
    if (!event) throw new StagelightError({ code: 'live-event-gone' });
    const said = saidIn(event);
    if (said.content.trim() === '') throw new StagelightError({ code: 'live-no-words' });
    this.#timer?.dispose();
    this.#timer = seconds === null ? null : clock.setTimeout(() => this.clear(), seconds * 1_000);
    this.#endsAt = seconds === null ? null : clock.now() + seconds * 1_000;
    this.#set({ seq, ...said });
  }

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
