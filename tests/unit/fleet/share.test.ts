import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesOf } from '../../../electron/fleet/share.ts';

const hosts = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 8 }), weight: fc.nat(9) }),
  { selector: ({ id }) => id, maxLength: 12 },
);

describe('the shares of a fleet', () => {
  it('are all channels together, by weight, and the same in any order', () => {
    fc.assert(
      fc.property(hosts, fc.nat(500), (all, channels) => {
        const shares = sharesOf(all, channels);
        const total = all.reduce((sum, { weight }) => sum + weight, 0);
        const sum = [...shares.values()].reduce((all, share) => all + share, 0);
        expect(sum).toBe(total === 0 ? 0 : channels);
        for (const { id, weight } of all) {
          const exact = total === 0 ? 0 : (channels * weight) / total;
          expect(Math.abs((shares.get(id) ?? -1) - exact)).toBeLessThan(1);
        }
        expect(new Map([...sharesOf(all.toReversed(), channels)].toSorted())).toEqual(
          new Map([...shares].toSorted()),
        );
      }),
    );
  });

  it('give what is left to the largest parts, and between equal ones to the first by name', () => {
    const three = ['c', 'a', 'b'].map((id) => ({ id, weight: 1 }));
    expect(Object.fromEntries(sharesOf(three, 4))).toEqual({ a: 2, b: 1, c: 1 });
    expect(Object.fromEntries(sharesOf(three, 5))).toEqual({ a: 2, b: 2, c: 1 });
    const two = [
      { id: 'a', weight: 1 },
      { id: 'b', weight: 2 },
    ];
    expect(Object.fromEntries(sharesOf(two, 2))).toEqual({ a: 1, b: 1 });
    expect(Object.fromEntries(sharesOf(two, 1))).toEqual({ a: 0, b: 1 });
  });

  it('are none where no host can bear anything', () => {
    const none = ['a', 'b'].map((id) => ({ id, weight: 0 }));
    expect(Object.fromEntries(sharesOf(none, 3))).toEqual({ a: 0, b: 0 });
  });
});
