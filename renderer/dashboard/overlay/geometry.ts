import type { Box } from '../../../shared/overlay/widgets.ts';

/** Boxes on the canvas, in shares of its width and height. Nothing here knows of pixels or pages. */

/** What the schema takes at least for a side. */
export const LEAST_SIDE = 0.02;

/** Sizes are kept to a ten-thousandth: a fifth of a pixel on 1920. */
const GRAIN = 10_000;

export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

export type Axis = 'x' | 'y';
const SIZE = { x: 'width', y: 'height' } as const;

/** A line across the stage at a share of one axis, to which something was drawn. */
export interface Guide {
  readonly axis: Axis;
  readonly at: number;
}

/** How near (shares of each axis) an edge must come to a line to be drawn to it. */
export type Reach = Readonly<Record<Axis, number>>;

export interface Snapped {
  readonly box: Box;
  readonly guides: readonly Guide[];
}

/** The nearest box inside the canvas with the least size; what is no number becomes the least. */
export function fitBox(box: Box): Box {
  const width = fitSide(box.width);
  const height = fitSide(box.height);
  return { x: fitStart(box.x, width), y: fitStart(box.y, height), width, height };
}

export function moveBox(box: Box, dx: number, dy: number): Box {
  return fitBox({ ...box, x: box.x + dx, y: box.y + dy });
}

/** Moves the edges that the handle holds; the others stay where they are. */
export function resizeBox(box: Box, handle: Handle, dx: number, dy: number): Box {
  const x = stretch(box, 'x', edgeOf(handle, 'x'), dx);
  const y = stretch(box, 'y', edgeOf(handle, 'y'), dy);
  return fitBox({ x: x.start, width: x.size, y: y.start, height: y.size });
}

/** A box that is being moved, drawn to the canvas and to other boxes where one is in reach. */
export function snapMove(box: Box, others: readonly Box[], reach: Reach): Snapped {
  const shift = (axis: Axis) => {
    const size = box[SIZE[axis]];
    const own = [box[axis], box[axis] + size / 2, box[axis] + size];
    const room = (by: number) => box[axis] + by >= -1e-9 && box[axis] + by + size <= 1 + 1e-9;
    return nearest(own, linesOf(others, axis), reach[axis], room);
  };
  const dx = shift('x');
  const dy = shift('y');
  const snapped = moveBox(box, dx ?? 0, dy ?? 0);
  return { box: snapped, guides: guidesOf(snapped, others, { x: dx !== null, y: dy !== null }) };
}

/** A box whose edges are being moved by a handle: only those edges are drawn to lines. */
export function snapResize(
  box: Box,
  handle: Handle,
  others: readonly Box[],
  reach: Reach,
): Snapped {
  const shift = (axis: Axis) => {
    const edge = edgeOf(handle, axis);
    if (edge === null) return null;
    const own = edge === 'start' ? box[axis] : box[axis] + box[SIZE[axis]];
    const room = (by: number) => {
      const size = box[SIZE[axis]] + (edge === 'start' ? -by : by);
      return size >= LEAST_SIDE;
    };
    return nearest([own], linesOf(others, axis), reach[axis], room);
  };
  const dx = shift('x');
  const dy = shift('y');
  const snapped = resizeBox(box, handle, dx ?? 0, dy ?? 0);
  return { box: snapped, guides: guidesOf(snapped, others, { x: dx !== null, y: dy !== null }) };
}

export function sameBox(one: Box, other: Box): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}

/** A box of this size (pixels of the canvas) that covers none of the others fully, else the middle. */
export function freePlace(
  size: { readonly width: number; readonly height: number },
  canvas: { readonly width: number; readonly height: number },
  others: readonly Box[],
): Box {
  const width = Math.min(1, size.width / canvas.width);
  const height = Math.min(1, size.height / canvas.height);
  const steps = [0.5, 0.02, 0.98, 0.25, 0.75];
  const places = steps.flatMap((y) =>
    steps.map((x) => fitBox({ x: x * (1 - width), y: y * (1 - height), width, height })),
  );
  const middle = fitBox({ x: (1 - width) / 2, y: (1 - height) / 2, width, height });
  return places.reduce(
    (best, place) => (covered(place, others) < covered(best, others) ? place : best),
    middle,
  );
}

/** How much of a box lies under or over others, in shares of the canvas. */
function covered(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const wide = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
    const high = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
    return sum + Math.max(0, wide) * Math.max(0, high);
  }, 0);
}

function tidy(value: number): number {
  return Math.round(value * GRAIN) / GRAIN;
}

function fitSide(side: number): number {
  return Number.isFinite(side) ? tidy(Math.min(1, Math.max(LEAST_SIDE, side))) : LEAST_SIDE;
}

function fitStart(start: number, side: number): number {
  return Number.isFinite(start) ? Math.max(0, tidy(Math.min(start, 1 - side))) : 0;
}

type Edge = 'start' | 'end';

function edgeOf(handle: Handle, axis: Axis): Edge | null {
  const [start, end] = axis === 'x' ? ['w', 'e'] : ['n', 's'];
  if (start && handle.includes(start)) return 'start';
  return end && handle.includes(end) ? 'end' : null;
}

function stretch(box: Box, axis: Axis, edge: Edge | null, by: number) {
  const start = box[axis];
  const end = start + box[SIZE[axis]];
  switch (edge) {
    case null:
      return { start, size: end - start };
    case 'start': {
      const moved = Math.max(0, Math.min(start + by, end - LEAST_SIDE));
      return { start: moved, size: end - moved };
    }
    case 'end': {
      const moved = Math.min(1, Math.max(end + by, start + LEAST_SIDE));
      return { start, size: moved - start };
    }
  }
}

/** Edges and middle of the canvas and of every other box. */
function linesOf(others: readonly Box[], axis: Axis): readonly number[] {
  const lines = others.flatMap((other) => {
    const size = other[SIZE[axis]];
    return [other[axis], other[axis] + size / 2, other[axis] + size];
  });
  return [0, 0.5, 1, ...lines];
}

/** The shortest way from one of `own` to one of `lines` within reach and room; null: there is none. */
function nearest(
  own: readonly number[],
  lines: readonly number[],
  reach: number,
  room: (by: number) => boolean,
): number | null {
  let best: number | null = null;
  for (const from of own) {
    for (const line of lines) {
      const by = line - from;
      if (Math.abs(by) > reach || !room(by)) continue;
      if (best === null || Math.abs(by) < Math.abs(best)) best = by;
    }
  }
  return best;
}

function guidesOf(box: Box, others: readonly Box[], drawn: Record<Axis, boolean>): Guide[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    if (!drawn[axis]) return [];
    const size = box[SIZE[axis]];
    const own = [box[axis], box[axis] + size / 2, box[axis] + size];
    const hit = linesOf(others, axis).filter((line) =>
      own.some((at) => Math.abs(at - line) < 1 / GRAIN),
    );
    return [...new Set(hit)].map((at) => ({ axis, at }));
  });
}
