import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { MakeKey } from '../../base/random.ts';
import type { MediaSource, ServedMedia } from '../../server/file-answers.ts';
import type { MadeSpeech, SpeechMaker, SpeechOrder } from './speech-maker.ts';

interface ClipParts {
  readonly maker: Pick<SpeechMaker, 'make'>;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
}

/** `none`: no voice of the core reads it, so that a page may. */
export type ClipState = 'making' | 'ready' | 'none';

export interface SpokenClip {
  /** A media path's name, for a short while. */
  readonly clip: string;
  /** How long it sounds, milliseconds; null: it is still being made. */
  readonly ms: number | null;
}

/** One text in one voice: made, or being made. */
interface Making {
  readonly made: Promise<MadeSpeech | null>;
  result: MadeSpeech | null | undefined;
  /** When its result came, on the monotonic clock. */
  endedAt: number;
}

interface Address {
  readonly making: Making;
  readonly until: number;
}

/** What is kept at most. */
const MOST_CLIPS = 64;
const MOST_BYTES = 32_000_000;
/** A text that nobody could speak, or only a voice that stood in, is tried again after this long, milliseconds. */
const RETRY_MS = 10_000;
/** How long an address is answered: longer than any alert stays. */
const ADDRESS_MS = 5 * 60_000;

/** Speech by text and voice, each made once, and its addresses below a page's own. */
export class SpokenClips implements MediaSource {
  readonly #parts: ClipParts;
  /** The one used longest ago first. */
  readonly #makings = new Map<string, Making>();
  readonly #addresses = new Map<string, Address>();

  constructor(parts: ClipParts) {
    this.#parts = parts;
  }

  /** Begins to make it, unless it has been. */
  state(order: SpeechOrder): ClipState {
    const { result } = this.#making(order);
    if (result === undefined) return 'making';
    return result ? 'ready' : 'none';
  }

  /** Resolves when its state is known. Never rejects. */
  async whenMade(order: SpeechOrder): Promise<void> {
    await this.#making(order).made;
  }

  /** With a new address, which waits for what is still being made; null: no voice reads it. */
  clip(order: SpeechOrder): SpokenClip | null {
    const making = this.#making(order);
    if (making.result === null) return null;
    const seconds = making.result?.sound.seconds;
    const ms = seconds === undefined ? null : Math.round(seconds * 1_000);
    return { clip: this.#addressOf(making), ms };
  }

  /** Another voice may read from now on: what is said next is made anew. Addresses stay. */
  forget(): void {
    this.#makings.clear();
  }

  /** An address of its own for speech that was made elsewhere. */
  add(made: MadeSpeech): string {
    const making = { made: Promise.resolve(made), result: made, endedAt: 0 };
    return this.#addressOf(making);
  }

  async open(clip: string): Promise<ServedMedia | null> {
    const found = this.#addresses.get(clip);
    if (!found || found.until <= this.#parts.clock.monotonic()) return null;
    const made = await found.making.made;
    if (!made) return null;
    const { bytes, sound } = made;
    return {
      type: sound.type,
      bytes: bytes.length,
      isPassing: true,
      read: (from, to) => streamOf(new Uint8Array(bytes.subarray(from, to))),
    };
  }

  #making(order: SpeechOrder): Making {
    const { text, voice, rate, pitch } = order;
    const key = JSON.stringify([voice, rate, pitch, text]);
    const now = this.#parts.clock.monotonic();
    const kept = this.#makings.get(key);
    this.#makings.delete(key);
    const isPoor = kept?.result === null || kept?.result?.isStandIn === true;
    const isStale = isPoor && now - kept.endedAt >= RETRY_MS;
    const making = kept && !isStale ? kept : this.#begin(order);
    this.#makings.set(key, making);
    this.#trim();
    return making;
  }

  #begin(order: SpeechOrder): Making {
    const end = (result: MadeSpeech | null): MadeSpeech | null => {
      making.result = result;
      making.endedAt = this.#parts.clock.monotonic();
      this.#trim();
      return result;
    };
    const made = this.#parts.maker.make(order).then(end, () => end(null));
    const making: Making = { made, result: undefined, endedAt: 0 };
    return making;
  }

  #trim(): void {
    let bytes = 0;
    let count = 0;
    for (const [key, { result }] of [...this.#makings].reverse()) {
      bytes += result?.bytes.length ?? 0;
      count += 1;
      if (count > MOST_CLIPS || bytes > MOST_BYTES) this.#makings.delete(key);
    }
  }

  /** Random, and of the same form as the hash of a media item. */
  #addressOf(making: Making): string {
    const { clock, makeKey } = this.#parts;
    const now = clock.monotonic();
    for (const [old, { until }] of this.#addresses) {
      if (until <= now || this.#addresses.size >= MOST_CLIPS) this.#addresses.delete(old);
    }
    const clip = createHash('sha256').update(makeKey()).digest('hex');
    this.#addresses.set(clip, { making, until: now + ADDRESS_MS });
    return clip;
  }
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
