import { describe, expect, it } from 'vitest';
import { beaconOf, codeFor, gridFor, plainTones } from '../../../electron/features/obs/beacon.ts';
import { CellMap, type Grid } from '../../../electron/features/obs/beacon-cells.ts';
import { type Affine, IDENTITY } from '../../../electron/features/obs/placement.ts';
import { steadyRandom } from '../../support/steady-random.ts';

const ONE: Grid = { pitch: 4, size: 2, columns: 1, rows: 1 };
const FOUR: Grid = { pitch: 4, size: 2, columns: 2, rows: 2 };

/** A picture in which a pixel's channels have x² + 3y, and one more each. */
function shotOf(width: number, height: number) {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, index) => {
    const pixel = Math.floor(index / 4);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return x * x + 3 * y + (index % 4);
  });
  return { width, height, pixels };
}

/** What is read of the first channel. */
function read(grid: Grid, map: Affine = IDENTITY, side = 8) {
  const shot = shotOf(side, side);
  const cells = new CellMap(grid, map, { width: 8, height: 8 }, shot).read(shot);
  const ofFirst = (values: Float32Array) => [...values].filter((_, index) => index % 4 === 0);
  return { contrast: ofFirst(cells.contrast), around: ofFirst(cells.around), cells };
}

describe('the squares of a page in a picture', () => {
  it('are compared with what surrounds them, as far as that is in the picture', () => {
    const { contrast, around, cells } = read(FOUR);
    for (const [index, level] of [8, 80 / 3, 16, 36].entries()) {
      expect(around[index]).toBeCloseTo(level, 4);
    }
    for (const [index, by] of [-6, 22 - 80 / 3, -2, -2].entries()) {
      expect(contrast[index]).toBeCloseTo(by, 4);
    }
    expect([...cells.around.slice(0, 4)]).toEqual([8, 9, 10, 11]);
    expect([...cells.contrast.slice(0, 4)]).toEqual([-6, -6, -6, -6]);
  });

  it.each<[string, Partial<Affine>, number]>([
    ['at its right edge', { e: 6.5 }, 50.5 - (26.5 + 56.5) / 2],
    ['at its left edge', { e: -0.5 }, 1.5 - (5.5 + 7.5) / 2],
    ['at its bottom edge', { f: 6.5 }, 21.5 - (27.5 + 15.5) / 2],
    ['at its top edge', { f: -0.5 }, 0.5 - (6.5 + 6.5) / 2],
  ])('are read also %s', (_, shift, contrast) => {
    expect(read(ONE, { ...IDENTITY, ...shift }).contrast[0]).toBeCloseTo(contrast, 4);
  });

  it.each<[string, Partial<Affine>]>([
    ['over its right edge', { e: 6.6 }],
    ['over its left edge', { e: -0.6 }],
    ['over its bottom edge', { f: 6.6 }],
    ['over its top edge', { f: -0.6 }],
    ['far away from it', { e: 100 }],
  ])('are not read %s', (_, shift) => {
    expect(read(ONE, { ...IDENTITY, ...shift }).contrast[0]).toBeNaN();
  });

  it('are not read where too little surrounds them', () => {
    // Of this one only what is on its right is in the picture.
    expect(read({ ...ONE, size: 1 }, { ...IDENTITY, d: 4 }).contrast[0]).toBeNaN();
  });

  it('are where a smaller picture has them', () => {
    const { contrast, around } = read(ONE, { ...IDENTITY, e: 3, f: 3 }, 4);
    // The middle at 1.5, 1.5; around it at 0.5 and 2.5.
    expect(around[0]).toBeCloseTo((0.5 + 6.5 + 2 * 2.5) / 4 + 4.5, 4);
    expect(contrast[0]).toBeCloseTo(2.5 - 3, 4);
  });

  it('are where a page that is drawn larger has them', () => {
    const large = read(ONE, { ...IDENTITY, a: 2, d: 2, e: 1, f: 1 });
    expect(large.around[0]).toBeCloseTo(38, 4);
    expect(large.contrast[0]).toBeCloseTo(14 - 38, 4);
  });
});

describe('the squares that a page shows', () => {
  it.each<[string, number, number, Grid | null]>([
    ['as usual', 1920, 1, { pitch: 16, size: 8, columns: 120, rows: 67 }],
    ['of a page drawn half as large', 1920, 0.5, { pitch: 32, size: 16, columns: 60, rows: 33 }],
    ['of a small page', 480, 1, { pitch: 16, size: 8, columns: 30, rows: 16 }],
    ['of a smaller one', 360, 1, { pitch: 12, size: 6, columns: 30, rows: 16 }],
    ['of the smallest', 240, 1, { pitch: 8, size: 4, columns: 30, rows: 16 }],
    ['of one that is too small', 180, 1, null],
  ])('%s', (_, width, scale, grid) => {
    const size = { width, height: Math.floor((width * 9) / 16) };
    expect(gridFor(size, { ...IDENTITY, a: scale, d: scale })).toEqual(grid);
  });

  it('are smaller where several pages share them, as small as they may be', () => {
    const size = { width: 640, height: 360 };
    expect(gridFor(size, IDENTITY, 1)?.pitch).toBe(16);
    expect(gridFor(size, IDENTITY, 3)?.pitch).toBe(12);
    expect(gridFor(size, IDENTITY, 4)?.pitch).toBe(8);
    expect(gridFor(size, IDENTITY, 100)?.pitch).toBe(8);
  });

  it('are a secret of one half and the other, each square once among those who share', () => {
    const random = steadyRandom(3);
    const grid: Grid = { pitch: 4, size: 2, columns: 3, rows: 4 };
    const codes = [0, 1, 2].map((place) => codeFor(grid, random, { place, of: 3 }));
    for (let index = 0; index < 12; index += 1) {
      const diagonal = (index % 3) + Math.floor(index / 3);
      const owners = codes.flatMap((code, place) => (code[index] === 0 ? [] : [place]));
      expect(owners).toEqual([diagonal % 3]);
    }
    const whole = codeFor({ ...grid, columns: 60, rows: 60 }, random);
    const ups = whole.filter((sign) => sign === 1).length;
    expect(whole.every((sign) => Math.abs(sign) === 1)).toBe(true);
    expect(Math.abs(ups - 1_800)).toBeLessThan(150);
  });

  it('are painted in their tone on their side, and not on the other', () => {
    const code = Int8Array.of(1, -1, 0, 1);
    const beacon = beaconOf(FOUR, code, Uint8Array.of(0, 1, 1, 1), 1, 7);
    expect(beacon).toMatchObject({ id: 7, pitch: 4, size: 2, columns: 2, cells: '1002' });
    expect(beaconOf(FOUR, code, Uint8Array.of(0, 1, 1, 1), -1, 7).cells).toBe('0200');
    expect(beaconOf(FOUR, code, plainTones(FOUR), 1, 7).cells).toBe('1001');
  });
});
