import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitBox,
  freePlace,
  HANDLES,
  LEAST_SIDE,
  moveBox,
  resizeBox,
  snapMove,
  snapResize,
} from '../../../../renderer/dashboard/overlay/layout-edit.ts';
import { type Box, boxSchema } from '../../../../shared/overlay/widgets.ts';
import { share } from './box-share.ts';

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const REACH = { x: 0.01, y: 0.02 };

describe('fitting a box', () => {
  it.each([
    ['stays where it fits', box(0.1, 0.2, 0.3, 0.4), box(0.1, 0.2, 0.3, 0.4)],
    ['comes back from the left and the top', box(-0.5, -1, 0.3, 0.4), box(0, 0, 0.3, 0.4)],
    ['comes back from the right and the bottom', box(0.9, 2, 0.3, 0.4), box(0.7, 0.6, 0.3, 0.4)],
    ['gets the least size', box(0.5, 0.5, 0, 0.001), box(0.5, 0.5, 0.02, 0.02)],
    ['gets no larger than the canvas', box(0.5, 0.5, 3, 1.1), box(0, 0, 1, 1)],
    ['is kept to a ten-thousandth', box(0.12345, 0.5, 0.33333, 0.5), box(0.1235, 0.5, 0.3333, 0.5)],
    [
      'counts what is no number as the least',
      box(Number.NaN, 0.5, Number.POSITIVE_INFINITY, 0.1),
      box(0, 0.5, 0.02, 0.1),
    ],
  ])('it %s', (_, given, fitted) => {
    expect(fitBox(given)).toEqual(fitted);
  });
});

describe('sizing by a handle', () => {
  const start = box(0.4, 0.4, 0.2, 0.2);
  it.each([
    ['e', 0.1, 0.5, box(0.4, 0.4, 0.3, 0.2)],
    ['w', 0.1, 0.5, box(0.5, 0.4, 0.1, 0.2)],
    ['n', 0.5, -0.1, box(0.4, 0.3, 0.2, 0.3)],
    ['s', 0.5, 0.1, box(0.4, 0.4, 0.2, 0.3)],
    ['nw', -0.1, -0.1, box(0.3, 0.3, 0.3, 0.3)],
    ['se', 0.1, 0.2, box(0.4, 0.4, 0.3, 0.4)],
    ['e', -0.9, 0, box(0.4, 0.4, LEAST_SIDE, 0.2)],
    ['w', 0.9, 0, box(0.58, 0.4, LEAST_SIDE, 0.2)],
    ['e', 0.9, 0, box(0.4, 0.4, 0.6, 0.2)],
    ['nw', -2, -2, box(0, 0, 0.6, 0.6)],
  ] as const)('at %s by %d and %d', (handle, dx, dy, sized) => {
    expect(resizeBox(start, handle, dx, dy)).toEqual(sized);
  });
});

describe('snapping a move', () => {
  it('draws an edge to the edge of the canvas and shows the line', () => {
    const { box: at, guides } = snapMove(box(0.006, 0.1, 0.2, 0.2), [], REACH);
    expect(at.x).toBe(0);
    expect(guides).toEqual([{ axis: 'x', at: 0 }]);
  });

  it('draws the middle to the middle', () => {
    const { box: at, guides } = snapMove(box(0.395, 0.41, 0.2, 0.2), [], REACH);
    expect(at).toEqual(box(0.4, 0.4, 0.2, 0.2));
    expect(guides).toEqual([
      { axis: 'x', at: 0.5 },
      { axis: 'y', at: 0.5 },
    ]);
  });

  it('draws an edge to the edge of another widget, on either side of it', () => {
    const other = box(0.3, 0.1, 0.2, 0.1);
    expect(snapMove(box(0.505, 0.7, 0.1, 0.1), [other], REACH).box.x).toBe(0.5);
    expect(snapMove(box(0.195, 0.7, 0.1, 0.1), [other], REACH).box.x).toBe(0.2);
  });

  it('leaves alone what is out of reach', () => {
    const far = box(0.05, 0.07, 0.2, 0.2);
    expect(snapMove(far, [], REACH)).toEqual({ box: far, guides: [] });
  });

  it('takes the nearest of two lines', () => {
    const others = [box(0.2, 0, 0.1, 0.1), box(0.203, 0, 0.1, 0.1)];
    expect(snapMove(box(0.2022, 0.7, 0.03, 0.03), others, REACH).box.x).toBe(0.203);
  });

  it('is not drawn out of the canvas', () => {
    const { box: at } = snapMove(box(0, 0.3, 0.99, 0.2), [box(0.995, 0.8, 0.005, 0.1)], REACH);
    expect(at.x + at.width).toBeLessThanOrEqual(1);
  });
});

describe('snapping a size', () => {
  it('moves only the edge that is held', () => {
    const { box: at, guides } = snapResize(box(0.1, 0.1, 0.394, 0.2), 'e', [], REACH);
    expect(at).toEqual(box(0.1, 0.1, 0.4, 0.2));
    expect(guides).toEqual([{ axis: 'x', at: 0.5 }]);
  });

  it('is not drawn below the least size', () => {
    const { box: at } = snapResize(box(0.49, 0.1, 0.02, 0.2), 'e', [], REACH);
    expect(at.width).toBeGreaterThanOrEqual(LEAST_SIDE);
  });
});

describe('a place for a new widget', () => {
  it('is a corner of an empty stage, which leaves the middle to the game', () => {
    const { x, y } = freePlace({ width: 480, height: 270 }, []);
    expect([Math.min(x, 0.75 - x) < 0.02, Math.min(y, 0.75 - y) < 0.03]).toEqual([true, true]);
  });

  it('is free where there is room', () => {
    const taken = [box(0, 0.25, 1, 0.75)];
    expect(freePlace({ width: 480, height: 216 }, taken).y).toBeLessThan(0.06);
  });

  it('fits on the canvas although the widget is larger', () => {
    expect(freePlace({ width: 4_000, height: 4_000 }, [])).toEqual(box(0, 0, 1, 1));
  });

  it('is made smaller before it covers anything', () => {
    const taken = [box(0, 0, 1, 0.7)];
    const place = freePlace({ width: 640, height: 400 }, taken);
    expect(place.height).toBeLessThan(400 / 1_080);
    expect(share(place, box(0, 0, 1, 0.7))).toBe(0);
  });

  it('covers what it must where nothing is free, but not what is guarded', () => {
    const guarded = box(0.3, 0, 0.4, 1);
    const place = freePlace({ width: 400, height: 400 }, [box(0, 0, 1, 1)], [guarded]);
    expect(share(place, guarded)).toBe(0);
    expect(place.width).toBeCloseTo(400 / 1_920, 3);
  });
});

describe('whatever is done to a box', () => {
  const part = fc.double({ min: -2, max: 2, noNaN: true });
  const anyBox = fc.record({ x: part, y: part, width: part, height: part }).map(fitBox);
  const inside = (at: Box) => {
    expect(boxSchema.safeParse(at).success).toBe(true);
    expect(at.x + at.width).toBeLessThanOrEqual(1 + 1e-9);
    expect(at.y + at.height).toBeLessThanOrEqual(1 + 1e-9);
  };

  it('it stays inside the canvas, not below the least size, when moved', () => {
    fc.assert(
      fc.property(anyBox, part, part, (start, dx, dy) => {
        const moved = moveBox(start, dx, dy);
        inside(moved);
        expect([moved.width, moved.height]).toEqual([start.width, start.height]);
      }),
    );
  });

  it('it stays inside the canvas, not below the least size, when sized', () => {
    fc.assert(
      fc.property(anyBox, fc.constantFrom(...HANDLES), part, part, (start, handle, dx, dy) => {
        inside(resizeBox(start, handle, dx, dy));
      }),
    );
  });

  it('it stays inside the canvas when drawn to others, and moves no farther than the reach', () => {
    fc.assert(
      fc.property(anyBox, fc.array(anyBox, { maxLength: 6 }), (start, others) => {
        const { box: at } = snapMove(start, others, REACH);
        inside(at);
        expect(Math.abs(at.x - start.x)).toBeLessThanOrEqual(REACH.x + 1e-4);
        expect(Math.abs(at.y - start.y)).toBeLessThanOrEqual(REACH.y + 1e-4);
      }),
    );
  });

  it('sizing keeps the opposite edge where it is', () => {
    fc.assert(
      fc.property(anyBox, part, part, (start, dx, dy) => {
        const sized = resizeBox(start, 'se', dx, dy);
        expect([sized.x, sized.y]).toEqual([start.x, start.y]);
      }),
    );
  });

  it('fitting a fitted box changes nothing', () => {
    fc.assert(
      fc.property(anyBox, (start) => {
        expect(fitBox(start)).toEqual(start);
      }),
    );
  });
});
