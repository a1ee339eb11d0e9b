import { describe, expect, it } from 'vitest';
import {
  at,
  compose,
  coversAll,
  IDENTITY,
  place,
  scaleOf,
  shareWithin,
} from '../../../electron/features/obs/placement.ts';

const SOURCE = { sourceWidth: 400, sourceHeight: 200 };
const CANVAS = { width: 1_000, height: 1_000 };

/** The corners that an item has: left, top, right, and bottom. */
function edges(transform: Readonly<Record<string, unknown>>): readonly number[] {
  const { corners } = place({ ...SOURCE, ...transform } as never);
  const xs = corners.map(({ x }) => Math.round(x));
  const ys = corners.map(({ y }) => Math.round(y));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

describe('where OBS draws an item', () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly number[]]>([
    ['that nobody touched', {}, [0, 0, 400, 200]],
    ['that was moved', { positionX: 30, positionY: -20 }, [30, -20, 430, 180]],
    ['that was scaled', { scaleX: 2, scaleY: 0.5 }, [0, 0, 800, 100]],
    ['that was mirrored', { scaleX: -1 }, [-400, 0, 0, 200]],
    ['that was turned', { rotation: 90 }, [-200, 0, 0, 400]],
    [
      'that was cropped',
      { cropLeft: 100, cropTop: 50, cropRight: 20, cropBottom: 10 },
      [0, 0, 280, 140],
    ],
    [
      'that was cropped and scaled',
      { cropLeft: 100, cropTop: 50, scaleX: 2, scaleY: 2 },
      [0, 0, 600, 300],
    ],
    ['aligned to its right', { alignment: 2 | 4 }, [-400, 0, 0, 200]],
    ['aligned to its bottom', { alignment: 1 | 8 }, [0, -200, 400, 0]],
    ['aligned to its middle', { alignment: 0 }, [-200, -100, 200, 100]],
    ['with numbers that are none', { positionX: 'far', scaleX: Number.NaN }, [0, 0, 400, 200]],
  ])('%s', (_, transform, expected) => {
    expect(edges(transform)).toEqual(expected);
  });

  it.each<[string, readonly number[]]>([
    ['OBS_BOUNDS_NONE', [0, 0, 400, 200]],
    ['OBS_BOUNDS_STRETCH', [0, 0, 800, 800]],
    ['OBS_BOUNDS_SCALE_INNER', [0, 200, 800, 600]],
    ['OBS_BOUNDS_SCALE_OUTER', [-400, 0, 1_200, 800]],
    ['OBS_BOUNDS_SCALE_TO_WIDTH', [0, 200, 800, 600]],
    ['OBS_BOUNDS_SCALE_TO_HEIGHT', [-400, 0, 1_200, 800]],
    ['OBS_BOUNDS_MAX_ONLY', [200, 300, 600, 500]],
  ])('in a box of 800 by 800 with %s', (boundsType, expected) => {
    expect(edges({ boundsType, boundsWidth: 800, boundsHeight: 800 })).toEqual(expected);
  });

  it.each<[string, number, number, readonly number[]]>([
    ['OBS_BOUNDS_SCALE_INNER', 200, 200, [0, 50, 200, 150]],
    ['OBS_BOUNDS_SCALE_OUTER', 200, 200, [-100, 0, 300, 200]],
    ['OBS_BOUNDS_SCALE_INNER', 800, 100, [300, 0, 500, 100]],
    ['OBS_BOUNDS_SCALE_OUTER', 800, 100, [0, -150, 800, 250]],
    ['OBS_BOUNDS_SCALE_TO_WIDTH', 800, 100, [0, -150, 800, 250]],
    ['OBS_BOUNDS_SCALE_TO_HEIGHT', 800, 100, [300, 0, 500, 100]],
    ['OBS_BOUNDS_MAX_ONLY', 200, 800, [0, 350, 200, 450]],
    ['OBS_BOUNDS_MAX_ONLY', 800, 100, [300, 0, 500, 100]],
  ])('with %s in a box of %d by %d', (boundsType, boundsWidth, boundsHeight, expected) => {
    expect(edges({ boundsType, boundsWidth, boundsHeight })).toEqual(expected);
  });

  it.each<[string, number, readonly number[]]>([
    ['left and top', 1 | 4, [0, 0, 800, 400]],
    ['the bottom', 8, [0, 400, 800, 800]],
    ['the middle', 0, [0, 200, 800, 600]],
  ])('at %s of its box', (_, boundsAlignment, expected) => {
    const box = { boundsType: 'OBS_BOUNDS_SCALE_INNER', boundsWidth: 800, boundsHeight: 800 };
    expect(edges({ ...box, boundsAlignment })).toEqual(expected);
  });

  it.each([
    ['everything is cropped from its sides', { cropLeft: 200, cropRight: 200 }],
    ['everything is cropped from above', { cropTop: 200 }],
    ['its source has no picture', { sourceWidth: 0 }],
  ])('is nowhere where %s', (_, transform) => {
    const { corners, map } = place({ ...SOURCE, ...transform } as never);
    expect([corners, map]).toEqual([[], IDENTITY]);
  });

  it('tells where a point of the cropped source is', () => {
    const { map, size } = place({ ...SOURCE, cropLeft: 100, positionX: 7, scaleX: 2 } as never);
    expect(at(map, { x: 110, y: 20 })).toEqual({ x: 27, y: 20 });
    expect(size).toEqual({ width: 400, height: 200 });
  });

  it('goes through what is around it', () => {
    const inner = place({ ...SOURCE, rotation: 90, scaleX: 2, scaleY: 2 } as never).map;
    const outer = place({ ...SOURCE, positionX: 10, positionY: 5, scaleX: 3 } as never).map;
    const point = { x: 4, y: 9 };
    const through = at(compose(outer, inner), point);
    const stepwise = at(outer, at(inner, point));
    expect(through.x).toBeCloseTo(stepwise.x, 9);
    expect(through.y).toBeCloseTo(stepwise.y, 9);
    expect(scaleOf(inner)).toBeCloseTo(2, 9);
    expect(scaleOf({ ...IDENTITY, a: 4, d: 9 })).toBeCloseTo(6, 9);
    expect(scaleOf({ ...IDENTITY, a: -1 })).toBeCloseTo(1, 9);
  });
});

describe('how much of an item is in the picture', () => {
  const square = (x: number, y: number, size = 100) => [
    { x, y },
    { x: x + size, y },
    { x: x + size, y: y + size },
    { x, y: y + size },
  ];

  it.each([
    ['inside', square(10, 10), 1],
    ['the whole picture', square(0, 0, 1_000), 1],
    ['half over the left', square(-50, 10), 0.5],
    ['half over the right', square(950, 10), 0.5],
    ['half over the top', square(10, -50), 0.5],
    ['half over the bottom', square(10, 950), 0.5],
    ['over a corner', square(-50, -50), 0.25],
    ['beside it', square(1_200, 10), 0],
    ['larger than it', square(-500, -500, 2_000), 0.25],
    ['nothing', [], 0],
    ['a line', [square(0, 0)[0], square(0, 0)[1]], 0],
  ])('%s', (_, polygon, share) => {
    expect(shareWithin(polygon as never, CANVAS)).toBeCloseTo(share, 9);
  });

  it.each([
    ['the whole picture', square(0, 0, 1_000), true],
    ['more than the picture', square(-10, -10, 1_100), true],
    ['a pixel less', square(1, 1, 998), true],
    ['a few pixels less', square(3, 3, 994), false],
    ['its left half', square(-500, 0, 1_000), false],
    ['nothing', [], false],
    ['the picture, mirrored', square(0, 0, 1_000).toReversed(), true],
  ])('covers it whole: %s', (_, polygon, covers) => {
    expect(coversAll(polygon, CANVAS)).toBe(covers);
  });
});
