import { createHash, timingSafeEqual } from 'node:crypto';
import type { OwnerAction } from '../../shared/contract/owner.ts';
import type { Clock } from '../base/clock.ts';
import { StagelightError } from '../base/errors.ts';
import type { MakeKey } from '../base/random.ts';

/** 32 characters, without letters and digits that look alike: five bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const LIFE_MS = 5 * 60_000;
const MOST_TRIES = 5;
/** Minimum time between two codes, so that a page cannot flood the terminal. */
const PAUSE_MS = 3_000;

/** Shows a code to the person at the computer; never through the log, which dashboards read. */
export type SayCode = (code: string, action: OwnerAction) => void;

export interface OwnerCodesOptions {
  /** null: there is no terminal, so the action needs the app's own window. */
  readonly say: SayCode | null;
  readonly makeKey: MakeKey;
  readonly clock: Clock;
}

interface OpenCode {
  readonly action: OwnerAction;
  readonly digest: Buffer;
  readonly endsAt: number;
  triesLeft: number;
}

/** One code at a time, for one action, valid once, for five minutes and five tries. */
export class OwnerCodes {
  readonly #options: OwnerCodesOptions;
  #open: OpenCode | null = null;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(options: OwnerCodesOptions) {
    this.#options = options;
  }

  /** Throws unless `typed` is a valid code; without one, prints a code at the terminal. */
  admit(action: OwnerAction, typed: string | null): void {
    const { say } = this.#options;
    if (say === null) throw new StagelightError({ code: 'not-on-this-host' });
    const open = this.#present(action);
    if (typed === null || open === null) {
      if (open === null) this.#tell(say, action);
      throw new StagelightError({ code: 'owner-code-needed' });
    }
    open.triesLeft -= 1;
    if (!timingSafeEqual(digestOf(typed), open.digest)) {
      const count = open.triesLeft;
      if (count > 0) throw new StagelightError({ code: 'owner-code-wrong', values: { count } });
      this.#open = null;
      throw new StagelightError({ code: 'owner-code-spent' });
    }
    this.#open = null;
    // A correct code proves someone is there, so the next action needs no pause.
    this.#saidAt = Number.NEGATIVE_INFINITY;
  }

  #present(action: OwnerAction): OpenCode | null {
    const open = this.#open;
    if (open?.action !== action || this.#options.clock.monotonic() >= open.endsAt) return null;
    return open;
  }

  #tell(say: SayCode, action: OwnerAction): void {
    const { clock, makeKey } = this.#options;
    const now = clock.monotonic();
    if (now - this.#saidAt < PAUSE_MS) throw new StagelightError({ code: 'owner-code-too-soon' });
    this.#saidAt = now;
    const code = codeOf(makeKey());
    this.#open = { action, digest: digestOf(code), endsAt: now + LIFE_MS, triesLeft: MOST_TRIES };
    say(code, action);
  }
}

function codeOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, LENGTH);
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`;
}

/** A digest has a fixed length, so it can be compared in constant time. */
function digestOf(typed: string): Buffer {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return createHash('sha256').update(letters).digest();
}
