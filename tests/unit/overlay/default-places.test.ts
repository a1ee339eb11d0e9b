import { describe, expect, it } from 'vitest';
import { type DefaultShape, heldOn } from '../../../renderer/overlay/layout-places.ts';
import { DEFAULT_BOXES } from '../../../shared/overlay/names.ts';

const KINDS = ['chat', 'tallies', 'alerts'] as const;

/** A page, its shape (null: lying), and how many pixels a rem has on it. */
const PAGES: readonly (readonly [number, number, DefaultShape | null, number])[] = [
  [360, 800, 'upright', 15.4],
  [420, 900, 'upright', 16.3],
  [540, 960, 'upright', 18.1],
  [720, 1280, 'upright', 20.8],
  [810, 1080, 'upright', 22.15],
  [1080, 1920, 'upright', 26.2],
  [1440, 2560, 'upright', 27],
  [900, 1080, 'square', 23.5],
  [1080, 1080, 'square', 26.2],
  [1100, 1080, 'wide-square', 16],
  [1280, 1024, 'wide-square', 15.17],
  [1440, 1080, null, 16],
  [1920, 1080, null, 16],
  [3440, 1440, null, 21.33],
];

interface Rect {
  readonly kind: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function rectOf(
  kind: (typeof KINDS)[number],
  [width, height, shape, rem]: (typeof PAGES)[number],
  hasTallies: boolean,
): Rect {
  if (shape === null) {
    const box = DEFAULT_BOXES[kind];
    const [left, top] = [box.x * width, box.y * height];
    return { kind, left, top, right: left + box.width * width, bottom: top + box.height * height };
  }
  const held = heldOn(shape, kind, hasTallies);
  const across = (held.width ?? 0) * rem;
  const down = (held.height ?? 0) * rem;
  const left = held.left === undefined ? width - (held.right ?? 0) * rem - across : held.left * rem;
  const top = held.top === undefined ? height - (held.bottom ?? 0) * rem - down : held.top * rem;
  const right = held.right === undefined ? left + across : width - held.right * rem;
  const bottom = held.bottom === undefined ? top + down : height - held.bottom * rem;
  return { kind, left, top, right, bottom };
}

const areApart = (a: Rect, b: Rect): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

describe('the default places', () => {
  it.each(PAGES)('on %i x %i (%s) never stand on each other or beyond the page', (...page) => {
    const [width, height] = page;
    for (const hasTallies of [true, false]) {
      const kinds = hasTallies ? KINDS : (['chat', 'alerts'] as const);
      const rects = kinds.map((kind) => rectOf(kind, page, hasTallies));
      for (const [at, one] of rects.entries()) {
        expect(one.left).toBeGreaterThanOrEqual(0);
        expect(one.top).toBeGreaterThanOrEqual(0);
        expect(one.right).toBeLessThanOrEqual(width);
        expect(one.bottom).toBeLessThanOrEqual(height);
        const under = rects.slice(at + 1).filter((other) => !areApart(one, other));
        expect(under.map(({ kind }) => `${kind} on ${one.kind}`)).toEqual([]);
      }
    }
  });

  it.each(PAGES)('on %i x %i (%s) have room for what stands in them', (...page) => {
    const [, , shape, rem] = page;
    const size = (kind: (typeof KINDS)[number], hasTallies: boolean) => {
      const { left, right, top, bottom } = rectOf(kind, page, hasTallies);
      return { width: (right - left) / rem, height: (bottom - top) / rem };
    };
    expect(size('alerts', true).height).toBeGreaterThanOrEqual(shape === null ? 24 : 18.49);
    expect(size('alerts', true).width).toBeGreaterThanOrEqual(21);
    expect(size('tallies', true).height).toBeGreaterThan(16.99);
    expect(size('tallies', true).width).toBeGreaterThanOrEqual(15);
    // Four lines of chat with everything else there, and twice as much without totals.
    expect(size('chat', true).height).toBeGreaterThanOrEqual(9);
    expect(size('chat', true).width).toBeGreaterThan(16.99);
    if (shape === 'upright') expect(size('chat', false).height).toBeGreaterThanOrEqual(26);
  });
});
