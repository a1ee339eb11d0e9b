import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { ClipState, SpeechOrder, SpokenClip } from '../speech/index.ts';

/** Speech that the core makes. */
export interface CoreVoices {
  /** Begins to make it, unless it has been. */
  state(order: SpeechOrder): ClipState;
  /** Resolves when its state is known. Never rejects. */
  whenMade(order: SpeechOrder): Promise<void>;
  /** null: no voice of the core reads it. */
  clip(order: SpeechOrder): SpokenClip | null;
}

/** How long an alert waits for its voice, milliseconds. Made later, it joins the alert on screen. */
export const VOICE_WAIT_MS = 1_500;

/** Lets the voice of the next alert be made before it plays, for a moment at most. */
export class VoiceWait implements Disposable {
  readonly #clock: Clock;
  readonly #voices: CoreVoices | null;
  readonly #again: () => void;
  #limit: Disposable | null = null;
  #isOver = false;
  #disposed = false;

  /** `again`: called when what `holds` answers may have changed. */
  constructor(clock: Clock, voices: CoreVoices | null, again: () => void) {
    this.#clock = clock;
    this.#voices = voices;
    this.#again = again;
  }

  /** Whether the next alert should still wait. `order` null: it says nothing. */
  holds(order: SpeechOrder | null): boolean {
    if (!order || !this.#voices || this.#isOver) return false;
    if (this.#voices.state(order) !== 'making') return false;
    void this.#voices.whenMade(order).then(() => {
      if (this.#limit && !this.#disposed) this.#again();
    });
    this.#limit ??= this.#clock.setTimeout(() => {
      this.#isOver = true;
      this.#again();
    }, VOICE_WAIT_MS);
    return true;
  }

  /** The next alert gets a time of its own. */
  reset(): void {
    this.#limit?.dispose();
    this.#limit = null;
    this.#isOver = false;
  }

  /** Begins to make what will be said soon. */
  prepare(order: SpeechOrder | null): void {
    if (order) this.#voices?.state(order);
  }

  /** The made speech, or one to come; null: none. */
  clip(order: SpeechOrder | null): SpokenClip | null {
    return (order && this.#voices?.clip(order)) ?? null;
  }

  dispose(): void {
    this.#disposed = true;
    this.reset();
  }
}
