import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsOf, placeOf } from '../../../electron/features/wheel/wheel-state.ts';
import { slicesOf } from '../../../electron/features/wheel/wheel-view.ts';
import { WHEEL_SECTIONS, WHEEL_WEIGHT } from '../../../shared/contract/wheel.ts';
import { chanceOf, chanceText } from '../../../shared/overlay/wheel-chance.ts';
import { sectionBySeed, sectionsOf, seedOf } from './wheel-world.ts';

const SPINS = 100_000;

/** How often each section came in so many spins of one wheel. */
function spinOften(weights: readonly number[]): readonly number[] {
  const wheel = { seed: seedOf(15), ends: endsOf({ sections: sectionsOf(...weights) }) };
  const counts = weights.map(() => 0);
  for (let n = 1; n <= SPINS; n += 1) {
    const { section } = placeOf(wheel, n);
    counts[section] = (counts[section] ?? 0) + 1;
  }
  return counts;
}

function chiSquared(counts: readonly number[], weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return counts.reduce((sum, count, at) => {
    const expected = (SPINS * (weights[at] ?? 0)) / all;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}

const anyWeights = fc.array(fc.integer({ min: 1, max: WHEEL_WEIGHT.most }), {
  minLength: 2,
  maxLength: 1_000,
});

describe('where a wheel stops', () => {
  // Of 99.9 % of fair wheels, chi-squared is lower.
  it.each([
    [[1, 1], 10.83],
    [[3, 2, 2, 1], 16.27],
    [[1, 1_000, 20, 300, 5_000, 7, 77, 777], 24.32],
  ])('is as likely as the weights %j say, in 100,000 spins', (weights, most) => {
    const counts = spinOften(weights);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(SPINS);
    expect(chiSquared(counts, weights)).toBeLessThan(most);
  });

  it('is what the document says, for any seed, sections and spin', () => {
    fc.assert(
      fc.property(fc.nat(), anyWeights, fc.integer({ min: 1, max: 9_999 }), (seed, weights, n) => {
        const wheel = { seed: seedOf(seed), ends: endsOf({ sections: sectionsOf(...weights) }) };
        const { section, angle } = placeOf(wheel, n);
        expect(section).toBe(sectionBySeed(wheel.seed, weights, n));
        const all = wheel.ends.at(-1) ?? 0;
        expect(angle * all).toBeGreaterThan(wheel.ends[section - 1] ?? 0);
        expect(angle * all).toBeLessThan(wheel.ends[section] ?? 0);
      }),
      { seed: 15, numRuns: 300 },
    );
  });

  it('is exact with as many and as likely sections as there may be', () => {
    const weights = Array.from({ length: WHEEL_SECTIONS.most }, () => WHEEL_WEIGHT.most);
    const wheel = { seed: seedOf(1), ends: endsOf({ sections: sectionsOf(...weights) }) };
    expect(wheel.ends.at(-1)).toBeLessThan(2 ** 32);
    expect(placeOf(wheel, 1).section).toBe(sectionBySeed(wheel.seed, weights, 1));
  });
});

describe('the chance that people are told', () => {
  it.each([
    [1, 3, '33.3%'],
    [1, 8, '12.5%'],
    [1, 1_000, '0.1%'],
    [1, 1_001, '<0.1%'],
    [1, 1_000_000_000, '<0.1%'],
    [9_989, 10_000, '99.9%'],
    [9_995, 10_000, '>99.9%'],
    [1_000_000, 1_000_001, '>99.9%'],
    [3, 4, '75%'],
  ])('of %i in %i is %s', (weight, all, text) => {
    expect(chanceText(weight, all, String)).toBe(text);
  });

  it('is never further from the truth than half a tenth, and never nothing or everything', () => {
    fc.assert(
      fc.property(anyWeights, (weights) => {
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        for (const weight of weights) {
          const { percent, is } = chanceOf(weight, all);
          const exact = (100 * weight) / all;
          if (is === 'about') expect(Math.abs(percent - exact)).toBeLessThan(0.05 + 1e-9);
          if (is === 'less') expect(exact).toBeLessThan(percent);
          if (is === 'more') expect(exact).toBeGreaterThan(percent);
          expect(percent).toBeGreaterThan(0);
          expect(percent).toBeLessThan(100);
        }
      }),
      { seed: 15, numRuns: 100 },
    );
  });
});

describe('what is drawn of a wheel', () => {
  it('is all of it, in order, in few enough parts, with likely sections alone', () => {
    fc.assert(
      fc.property(anyWeights, (weights) => {
        const sections = sectionsOf(...weights);
        const slices = slicesOf({ sections });
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        expect(slices.length).toBeLessThanOrEqual(81);
        let at = 0;
        for (const { name, count, weight } of slices) {
          const meant = sections.slice(at, at + count);
          expect(meant[0]?.name).toBe(name);
          expect(meant.reduce((sum, each) => sum + each.weight, 0)).toBe(weight);
          if (count > 1) for (const each of meant) expect(each.weight * 40).toBeLessThan(all);
          at += count;
        }
        expect(at).toBe(sections.length);
      }),
      { seed: 15, numRuns: 200 },
    );
  });

  it.each([
    [2, 2],
    [60, 60],
    [61, 31],
    [1_000, 40],
  ])('of %i sections of equal chance is %i parts', (count, parts) => {
    expect(slicesOf({ sections: sectionsOf(...Array(count).fill(1)) })).toHaveLength(parts);
  });
});
