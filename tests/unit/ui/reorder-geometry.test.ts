import { describe, expect, it } from 'vitest';
import { placeAt, shiftOf } from '../../../renderer/ui/reorder.tsx';

/** Three rows with 4 pixels between them, the last one tall. */
const SLOTS = [
  { top: 0, height: 40 },
  { top: 44, height: 40 },
  { top: 88, height: 100 },
];

describe('the place of a row in hand', () => {
  it.each([
    [0, 20, 0],
    [0, 63, 0],
    [0, 65, 1],
    [0, 137, 1],
    [0, 139, 2],
    [0, 9_999, 2],
    [2, 120, 2],
    [2, 63, 1],
    [2, 19, 0],
    [2, -500, 0],
    [1, 60, 1],
    [1, 19, 0],
  ])('from %d held at %d is %d', (from, y, place) => {
    expect(placeAt(SLOTS, from, y)).toBe(place);
  });
});

describe('the shifts of rows', () => {
  it.each([
    [0, 2, [148, -44, -44]],
    [0, 1, [44, -44, 0]],
    [2, 0, [104, 104, -88]],
    [1, 1, [0, 0, 0]],
    [1, 2, [0, 104, -44]],
  ])('from %d to %d are %j', (from, to, shifts) => {
    expect(SLOTS.map((_, index) => shiftOf(SLOTS, from, to, index))).toEqual(shifts);
  });

  it('are none of a list without such a row', () => {
    expect(shiftOf([], 0, 1, 0)).toBe(0);
  });
});
