import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readTextOrNull, setAside, writeFileAtomic } from '../../base/atomic-file.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { keyOf } from './our-address.ts';
import type { JournalParts } from './setup-journal.ts';

const fileSchema = z.object({ digests: z.array(z.string()) });

/** More renewals than a streamer makes in years. */
const KEPT_MOST = 100;

/**
 * The overlay's keys that this installation had, so that a source with a former address is told from
 * one of a second Stagelight on this computer. Only digests are kept: no address can be made of them.
 */
export class FormerKeys {
  readonly #parts: JournalParts;
  readonly #writes = new SerialQueue();
  #digests: readonly string[];
  #noted: string | null = null;

  private constructor(parts: JournalParts, digests: readonly string[]) {
    this.#parts = parts;
    this.#digests = digests;
  }

  /** A file that cannot be read is set aside: then former addresses are strangers. */
  static async open(parts: JournalParts): Promise<FormerKeys> {
    const { path, files, clock, log } = parts;
    const text = await readTextOrNull(path, files);
    if (text === null) return new FormerKeys(parts, []);
    try {
      return new FormerKeys(parts, fileSchema.parse(JSON.parse(text)).digests);
    } catch (failure) {
      log.warn('the list of former overlay addresses cannot be read', { failure });
      await setAside(path, files, clock);
      return new FormerKeys(parts, []);
    }
  }

  /** Remembers the key of the overlay's present address. Resolves once it is on disk, or cannot be. */
  async note(address: string): Promise<void> {
    const key = keyOf(address);
    if (key === null || key === this.#noted) return;
    this.#noted = key;
    const digest = digestOf(key);
    if (this.#digests.includes(digest)) return;
    this.#digests = [...this.#digests, digest].slice(-KEPT_MOST);
    const { path, files, log } = this.#parts;
    await this.#writes
      .run(() => writeFileAtomic(path, `${JSON.stringify({ digests: this.#digests })}\n`, files))
      .catch((failure: unknown) => {
        log.warn('the list of former overlay addresses cannot be written', { failure });
      });
  }

  readonly knows = (key: string): boolean => this.#digests.includes(digestOf(key));
}

/** A key has 128 bits at least: nobody finds it by trying. */
function digestOf(key: string): string {
  return createHash('sha256').update(`overlay key ${key}`).digest('base64');
}
