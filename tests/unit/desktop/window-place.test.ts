import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Box,
  bottomOf,
  centered,
  displayKey,
  findDisplay,
  firstPlace,
  keepInside,
  keepOn,
  OVERLAY_MIN,
  type PlaceMemory,
  remember,
  rightOf,
  type Screenful,
  snap,
  standingOf,
  toAbsolute,
  toRelative,
} from '../../../electron/desktop/windows/window-place.ts';
import { display, LEFT, RIGHT } from './window-fakes.ts';

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const AREA = LEFT.workArea;
const NOWHERE: PlaceMemory = { display: null, places: {} };

/** What of a window can be seen of the work area. */
function inside(window: Box, { workArea }: Screenful): { width: number; height: number } {
  const width = Math.min(rightOf(window), rightOf(workArea)) - Math.max(window.x, workArea.x);
  const height = Math.min(bottomOf(window), bottomOf(workArea)) - Math.max(window.y, workArea.y);
  return { width, height };
}

describe('snapping to the work area after a move', () => {
  const at = (x: number, y: number): Box => box(x, y, 800, 450);
  it.each([
    ['at 16 px from the left', at(16, 300), at(0, 300)],
    ['at 17 px from the left it stays', at(17, 300), at(17, 300)],
    ['beyond the left edge', at(-16, 300), at(0, 300)],
    ['near the right edge', at(1110, 300), at(1120, 300)],
    ['near the top', at(500, 9), at(500, 0)],
    ['near the task bar', at(500, 595), at(500, 590)],
    ['into a corner', at(1130, 600), at(1120, 590)],
    ['in the middle it stays', at(500, 300), at(500, 300)],
  ])('%s', (_name, moved, expected) => {
    expect(snap(at(700, 200), moved, AREA)).toEqual(expected);
  });

  it('takes the nearer edge where both are near', () => {
    const wide = box(100, 200, 1912, 450);
    expect(snap(wide, box(1, 200, 1912, 450), AREA).x).toBe(0);
    expect(snap(wide, box(7, 200, 1912, 450), AREA).x).toBe(8);
  });
});

describe('snapping to the work area after sizing', () => {
  const before = box(100, 100, 800, 450);
  it.each([
    ['the right edge', box(100, 100, 1810, 450), box(100, 100, 1820, 450)],
    ['the bottom edge', box(100, 100, 800, 930), box(100, 100, 800, 940)],
    ['the left edge, the right one standing still', box(10, 100, 890, 450), box(0, 100, 900, 450)],
    ['both edges of a corner', box(100, 100, 1815, 935), box(100, 100, 1820, 940)],
    ['no edge that is far', box(100, 100, 900, 500), box(100, 100, 900, 500)],
  ])('%s', (_name, sized, expected) => {
    expect(snap(before, sized, AREA)).toEqual(expected);
  });

  it('leaves an edge alone that was not touched', () => {
    const near = box(10, 100, 800, 450);
    expect(snap(near, box(10, 100, 900, 450), AREA)).toEqual(box(10, 100, 900, 450));
  });
});

describe('keeping a window on a display', () => {
  it.each([
    ['as it is', box(100, 100, 800, 450), box(100, 100, 800, 450)],
    ['over the task bar', box(0, 0, 1920, 1080), box(0, 0, 1920, 1080)],
    ['far to the right', box(5000, 100, 800, 450), box(1800, 100, 800, 450)],
    ['far to the left', box(-5000, 100, 800, 450), box(-680, 100, 800, 450)],
    ['below', box(100, 5000, 800, 450), box(100, 960, 800, 450)],
    ['above: its top edge is its handle', box(100, -300, 800, 450), box(100, 0, 800, 450)],
    ['too large', box(0, 0, 4000, 3000), box(0, 0, 1920, 1080)],
    ['too small', box(100, 100, 10, 10), box(100, 100, 320, 180)],
  ])('%s', (_name, wanted, expected) => {
    expect(keepOn(wanted, LEFT, OVERLAY_MIN)).toEqual(expected);
  });

  it('leaves the size of a window alone that the streamer spread over two displays', () => {
    expect(keepInside(box(-200, 50, 4000, 900), LEFT)).toEqual(box(-200, 50, 4000, 900));
  });
});

describe('the first place', () => {
  it.each([
    ['a usual display', LEFT, box(0, 347, 1233, 693)],
    ['a second one', RIGHT, box(1920, 467, 1659, 933)],
    ['an upright one', display(3, box(0, 0, 1080, 1960)), box(0, 1515, 720, 405)],
    ['a very wide one', display(4, box(0, 0, 5120, 1480)), box(0, 480, 1707, 960)],
    ['one hardly large enough', display(5, box(0, 0, 360, 240)), box(0, 20, 320, 180)],
  ])('on %s', (_name, where, expected) => {
    expect(firstPlace(where)).toEqual(expected);
  });

  it('of an ordinary window is the middle', () => {
    expect(centered({ width: 1280, height: 860 }, LEFT, OVERLAY_MIN)).toEqual(
      box(320, 90, 1280, 860),
    );
  });
});

describe('finding a display again', () => {
  const key = displayKey(RIGHT);
  it.each([
    ['the same', [LEFT, RIGHT], 2],
    ['at another place', [{ ...RIGHT, bounds: { ...RIGHT.bounds, x: -2560 } }, LEFT], 2],
    ['with another resolution', [LEFT, display(2, box(1920, 0, 1280, 720))], 2],
    ['with another number', [LEFT, display(77, RIGHT.bounds, 'Display 2')], 77],
    ['its number given to a different one', [display(2, RIGHT.bounds, 'Other')], null],
    ['gone', [LEFT], null],
  ])('%s', (_name, displays, expected) => {
    expect(findDisplay(key, displays)?.id ?? null).toBe(expected);
  });

  it('tells two of the same make apart by their number', () => {
    const twins = [7, 8].map((id) => display(id, box(id * 2000, 0, 1920, 1080), 'Twin'));
    for (const twin of twins) expect(findDisplay(displayKey(twin), twins)?.id).toBe(twin.id);
  });

  it('does not take displays without a name for each other', () => {
    const [one, other] = [1, 2].map((id) => display(id, LEFT.bounds, ''));
    if (!one || !other) throw new Error('two displays were made');
    expect(findDisplay(displayKey(one), [other])).toBeNull();
  });

  it('keeps names within what the settings take', () => {
    expect(displayKey(display(1, LEFT.bounds, 'x'.repeat(5_000))).length).toBeLessThanOrEqual(200);
  });
});

describe('where the window stands', () => {
  const placed = remember(NOWHERE, RIGHT, box(2000, 100, 800, 450));

  it('is the first place on the primary display, when it was never placed', () => {
    expect(standingOf(NOWHERE, [LEFT, RIGHT], LEFT)).toEqual({
      display: LEFT,
      box: firstPlace(LEFT),
    });
  });

  it('is where it was put, also when the display is now elsewhere', () => {
    expect(standingOf(placed, [LEFT, RIGHT], LEFT).box).toEqual(box(2000, 100, 800, 450));
    const moved = display(2, { ...RIGHT.bounds, x: -2560, y: 30 });
    expect(standingOf(placed, [LEFT, moved], LEFT).box).toEqual(box(-2480, 130, 800, 450));
  });

  it('is the primary display while its own is gone, and its own again afterwards', () => {
    const both = remember(
      remember(NOWHERE, LEFT, box(40, 40, 640, 360)),
      RIGHT,
      box(2000, 100, 800, 450),
    );
    expect(standingOf(both, [LEFT], LEFT).box).toEqual(box(40, 40, 640, 360));
    expect(standingOf(placed, [LEFT], LEFT).box).toEqual(firstPlace(LEFT));
    expect(standingOf(both, [LEFT, RIGHT], LEFT).box).toEqual(box(2000, 100, 800, 450));
  });

  it('fits a display that a game has made smaller, and is the old one when it is large again', () => {
    const small = display(2, { ...RIGHT.bounds, width: 1280, height: 720 });
    const low = remember(NOWHERE, RIGHT, box(3600, 900, 800, 450));
    expect(standingOf(low, [LEFT, small], LEFT).box).toEqual(box(3080, 600, 800, 450));
    expect(standingOf(low, [LEFT, RIGHT], LEFT).box).toEqual(box(3600, 900, 800, 450));
  });

  it('keeps the places of sixteen displays and forgets the longest unused', () => {
    let memory = NOWHERE;
    for (let id = 1; id <= 20; id += 1) {
      memory = remember(memory, display(id, LEFT.bounds), box(id, id, 640, 360));
    }
    const keys = Object.keys(memory.places);
    expect(keys).toHaveLength(16);
    expect(keys.at(0)).toBe(displayKey(display(5, LEFT.bounds)));
    expect(memory.display).toBe(keys.at(-1));
  });

  it('is always on the screen, whatever was kept and whatever displays there are', () => {
    const number = fc.integer({ min: -20_000, max: 20_000 });
    const displays = fc
      .array(
        fc.record({
          x: number,
          y: number,
          width: fc.integer({ min: 400, max: 8_000 }),
          height: fc.integer({ min: 300, max: 5_000 }),
          bar: fc.integer({ min: 0, max: 90 }),
          onTop: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4 },
      )
      .map((list) =>
        list.map(({ bar, onTop, ...bounds }, at) => ({
          ...display(at + 1, bounds),
          workArea: { ...bounds, y: bounds.y + (onTop ? bar : 0), height: bounds.height - bar },
        })),
      );
    const place = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 1, max: 20_000 }),
      height: fc.integer({ min: 1, max: 20_000 }),
    });
    fc.assert(
      fc.property(displays, place, fc.nat({ max: 5 }), (all, kept, chosen) => {
        const [primary] = all;
        if (!primary) return;
        const key = displayKey(all[chosen] ?? display(99, LEFT.bounds));
        const memory = { display: key, places: { [key]: kept } };
        const standing = standingOf(memory, all, primary);
        const seen = inside(standing.box, standing.display);
        expect(seen.width).toBeGreaterThanOrEqual(120);
        expect(seen.height).toBeGreaterThanOrEqual(80);
        expect(standing.box.y).toBeGreaterThanOrEqual(standing.display.bounds.y);
        expect(standing.box.width).toBeGreaterThanOrEqual(OVERLAY_MIN.width);
        expect(standing.box.height).toBeGreaterThanOrEqual(OVERLAY_MIN.height);
        expect(standing.box.width).toBeLessThanOrEqual(standing.display.bounds.width);
      }),
      { numRuns: 500 },
    );
  });

  it('comes back from its remembered form', () => {
    const window = box(2001, 77, 801, 451);
    expect(toAbsolute(toRelative(window, RIGHT), RIGHT)).toEqual(window);
  });
});
