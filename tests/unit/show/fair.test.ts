import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseBelow, commitmentOf, newSeed } from '../../../electron/features/show/fair.ts';

const SEED = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join('');

/** Chi-squared of how often each of `count` numbers came. */
function chiSquared(counts: readonly number[]): number {
  const all = counts.reduce((sum, each) => sum + each, 0);
  const expected = all / counts.length;
  return counts.reduce((sum, each) => sum + (each - expected) ** 2 / expected, 0);
}

/** How often each number came in 100,000 draws, one after the other in one stream. */
function drawOften(count: number): readonly number[] {
  const counts = Array.from({ length: count }, () => 0);
  let counter = 0;
  for (let turn = 0; turn < 100_000; turn += 1) {
    const chosen = chooseBelow(count, SEED, counter);
    counter = chosen.counter;
    counts[chosen.value] = (counts[chosen.value] ?? 0) + 1;
  }
  return counts;
}

describe('a fair choice', () => {
  // Of 99.9 % of fair draws, chi-squared is lower.
  it.each([
    [2, 10.83],
    [7, 22.46],
    [10, 27.88],
    [100, 148.23],
  ])('is none of %i more than of the others, in 100,000 draws', (count, most) => {
    const counts = drawOften(count);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(100_000);
    expect(chiSquared(counts)).toBeLessThan(most);
  });

  it('is fair where a remainder alone would not be', () => {
    // The lower half of three quarters would come twice as often.
    const count = 3 * 2 ** 30;
    let low = 0;
    let blocks = 0;
    for (let turn = 0; turn < 20_000; turn += 1) {
      const chosen = chooseBelow(count, SEED, blocks);
      blocks = chosen.counter;
      if (chosen.value < 2 ** 30) low += 1;
    }
    expect(chiSquared([low, (20_000 - low) / 2, (20_000 - low) / 2])).toBeLessThan(13.82);
    // A quarter of the blocks is left out.
    expect(blocks / 20_000).toBeCloseTo(4 / 3, 1);
  });

  it('is the same as the document says it, for any seed, count, and place in the stream', () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 2 ** 32 }), fc.nat(), (bytes, count, from) => {
        let counter = from;
        let number: bigint;
        do {
          const end = Buffer.from(counter.toString(16).padStart(16, '0'), 'hex');
          const block = createHash('sha256').update(bytes).update(end).digest('hex');
          number = BigInt(`0x${block.slice(0, 8)}`);
          counter += 1;
        } while (number >= 2n ** 32n - (2n ** 32n % BigInt(count)));
        const seed = Buffer.from(bytes).toString('hex');
        const value = Number(number % BigInt(count));
        expect(chooseBelow(count, seed, from)).toEqual({ value, counter });
      }),
      { seed: 15, numRuns: 500 },
    );
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('is not made from %d', (count) => {
    expect(() => chooseBelow(count, SEED, 0)).toThrow(RangeError);
  });
});

describe('a seed', () => {
  it('is bound by the SHA-256 of its bytes', () => {
    expect(commitmentOf(SEED)).toBe(
      '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
    );
  });

  it('is all of 32 bytes, or none', () => {
    const bytes = Buffer.from(SEED, 'hex');
    expect(newSeed(() => bytes.toString('base64url'))).toBe(SEED);
    expect(() => newSeed(() => bytes.subarray(1).toString('base64url'))).toThrow(TypeError);
  });
});
