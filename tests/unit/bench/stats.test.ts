import { describe, expect, it } from 'vitest';
import { slope } from '../../bench/stats.ts';

describe('the slope of what was measured', () => {
  it.each([
    ['of equal values is nothing', [3, 3, 3], 0],
    ['of a straight line is its own', [1, 3, 5, 7], 2],
    ['of a falling line is below nothing', [4, 3, 2], -1],
    ['lies between those of a line that is not straight', [0, 2, 1, 3], 0.8],
  ] as const)('%s', (_, values, expected) => {
    expect(slope(values)).toBeCloseTo(expected, 10);
  });

  it('is no number of a single value, so that a target is missed', () => {
    expect(slope([1])).toBeNaN();
  });
});
