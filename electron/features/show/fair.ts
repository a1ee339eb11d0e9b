import { createHash } from 'node:crypto';
import type { MakeKey } from '../../base/random.ts';

/**
 * How chance is decided, so that anybody can check it: docs/fairness.md says the same in words, and
 * docs/check-draw.sh in shell. Whatever changes here is another version.
 */
export const FAIR_VERSION = 1;

const SEED_BYTES = 32;
/** Numbers that a block may be: its first four bytes. */
const NUMBERS = 2 ** 32;

/** 32 secret bytes, as hex digits. */
export function newSeed(makeKey: MakeKey): string {
  const bytes = Buffer.from(makeKey(), 'base64url');
  if (bytes.length !== SEED_BYTES) throw new TypeError('A seed has 32 bytes.');
  return bytes.toString('hex');
}

/** What may be told of a seed before it is used. */
export function commitmentOf(seed: string): string {
  return createHash('sha256').update(seed, 'hex').digest('hex');
}

/** A seed for one part of something that a seed decides: none tells anything of the others. */
export function seedOfPart(seed: string, part: string): string {
  return createHash('sha256').update(seed, 'hex').update(part).digest('hex');
}

export interface Chosen {
  /** From 0, below the number asked for. */
  readonly value: number;
  /** Of the next block. */
  readonly counter: number;
}

/** One of `count` numbers, each as likely as the others: blocks beyond a multiple are left out. */
export function chooseBelow(count: number, seed: string, counter: number): Chosen {
  if (!Number.isInteger(count) || count < 1 || count > NUMBERS) {
    throw new RangeError(`Nothing can be chosen from ${count}.`);
  }
  const limit = NUMBERS - (NUMBERS % count);
  for (let next = counter; ; next += 1) {
    const number = blockOf(seed, next).readUInt32BE(0);
    if (number < limit) return { value: number % count, counter: next + 1 };
  }
}

/** SHA-256 of the seed and the counter, eight bytes with the highest first. */
function blockOf(seed: string, counter: number): Buffer {
  const bytes = Buffer.alloc(SEED_BYTES + 8);
  bytes.write(seed, 'hex');
  bytes.writeBigUInt64BE(BigInt(counter), SEED_BYTES);
  return createHash('sha256').update(bytes).digest();
}
