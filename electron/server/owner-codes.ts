import { createHash, timingSafeEqual } from 'node:crypto';
import type { OwnerAction } from '../../shared/contract/owner.ts';
import type { Clock } from '../base/clock.ts';
import type { MakeKey } from '../base/random.ts';
import {
  NotOnThisHostError,
  OwnerCodeNeededError,
  OwnerCodeTooSoonError,
  OwnerCodeWrongError,
} from './errors.ts';

/** Without letters and digits that are taken for each other. 32 of them: five bits a character. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const LIFE_MS = 5 * 60_000;
const MOST_TRIES = 5;
/** Between two codes: a page must not fill the terminal. */
const PAUSE_MS = 3_000;

/** Tells a person at the computer a code; never the log, which dashboards read. */
export type SayCode = (code: string, action: OwnerAction) => void;

export interface OwnerCodesOptions {
  /** null: nobody is at a terminal; the app's own window is the place to ask. */
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

/**
 * One-time codes for what is done only for whoever sits at the computer: one at a time, for one action,
 * good once, for five minutes and five tries.
 */
export class OwnerCodes {
  readonly #options: OwnerCodesOptions;
  #open: OpenCode | null = null;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(options: OwnerCodesOptions) {
    this.#options = options;
  }

  /**
   * Lets an action pass. Without a code one is told at the terminal.
   *
   * @param typed what came with the command; null: nothing.
   * @throws NotOnThisHostError, OwnerCodeNeededError, OwnerCodeWrongError, OwnerCodeTooSoonError
   */
  admit(action: OwnerAction, typed: string | null): void {
    const { say } = this.#options;
    if (say === null) throw new NotOnThisHostError();
    const open = this.#present(action);
    if (typed === null || open === null) {
      if (open === null) this.#tell(say, action);
      throw new OwnerCodeNeededError();
    }
    open.triesLeft -= 1;
    if (!timingSafeEqual(digestOf(typed), open.digest)) {
      if (open.triesLeft > 0) throw new OwnerCodeWrongError(open.triesLeft);
      this.#open = null;
      throw new OwnerCodeWrongError(0);
    }
    this.#open = null;
    // Somebody is there, and may have more to do.
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
    if (now - this.#saidAt < PAUSE_MS) throw new OwnerCodeTooSoonError();
    this.#saidAt = now;
    const code = codeOf(makeKey());
    this.#open = { action, digest: digestOf(code), endsAt: now + LIFE_MS, triesLeft: MOST_TRIES };
    say(code, action);
  }
}

/** `ABCD-EFGH`, 40 bits of the key. */
function codeOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, LENGTH);
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`;
}

/** Of one length whatever was typed, so that it can be compared in constant time. */
function digestOf(typed: string): Buffer {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return createHash('sha256').update(letters).digest();
}
