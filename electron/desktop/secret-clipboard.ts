import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';

interface SecretClipboardParts {
  readonly clipboard: {
    readText(): Promise<string>;
    writeText(text: string): Promise<void>;
    clear(): void;
  };
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly log: Logger;
}

/** Copies texts; secrets leave the clipboard after a while, and when the app ends. */
export class SecretClipboard implements Disposable {
  readonly #parts: SecretClipboardParts;
  #timer: Disposable | null = null;
  /** The secret that may still be in the clipboard; null if none is. */
  #secret: string | null = null;

  constructor(parts: SecretClipboardParts) {
    this.#parts = parts;
  }

  /** `clearAfterMs` undefined: the text is no secret. Rejects if the clipboard is held. */
  async copy(text: string, clearAfterMs?: number): Promise<void> {
    await this.#parts.clipboard.writeText(text);
    this.#timer?.dispose();
    this.#secret = null;
    if (clearAfterMs === undefined) return;
    this.#secret = text;
    this.#timer = this.#parts.clock.setTimeout(() => void this.#clear(), clearAfterMs);
  }

  dispose(): void {
    this.#timer?.dispose();
    void this.#clear();
  }

  /** Leaves alone what was copied by others since. */
  async #clear(): Promise<void> {
    const { clipboard, log } = this.#parts;
    const secret = this.#secret;
    this.#secret = null;
    if (secret === null) return;
    try {
      if ((await clipboard.readText()) === secret) clipboard.clear();
    } catch (failure) {
      log.warn('a secret could not be taken out of the clipboard', { failure });
    }
  }
}
