import { CANVAS, WIDGET_SIZES, type WidgetKind } from '../../../shared/overlay/names.ts';
import {
  type Box,
  type Layout,
  MOST_WIDGETS,
  type Widget,
  widgetSchema,
} from '../../../shared/overlay/widgets.ts';

/** Layout edits. Each returns a new layout, or the same one if nothing changes. */

export function widgetOf(layout: Layout, id: string | null): Widget | null {
  return layout.find((widget) => widget.id === id) ?? null;
}

export function isFull(layout: Layout): boolean {
  return layout.length >= MOST_WIDGETS;
}

/**
 * A new widget with default settings on top, placed where it covers least; null if the layout is
 * full. A goal counts from `now` (epoch milliseconds), not from the start of the ledger.
 */
export function newWidget(layout: Layout, kind: WidgetKind, now: number): Widget | null {
  if (isFull(layout)) return null;
  const others = layout.filter(({ shown }) => shown).map(({ box }) => box);
  const box = freePlace(WIDGET_SIZES[kind], CANVAS, others);
  const settings = kind === 'goal' ? { since: now } : {};
  return widgetSchema.parse({ id: freeId(layout, kind), kind, box, settings });
}

export function withWidget(layout: Layout, widget: Widget): Layout {
  return isFull(layout) ? layout : [...layout, widget];
}

export function withoutWidget(layout: Layout, id: string): Layout {
  return layout.some((widget) => widget.id === id)
    ? layout.filter((widget) => widget.id !== id)
    : layout;
}

export function withBox(layout: Layout, id: string, box: Box): Layout {
  const fitted = fitBox(box);
  return changed(layout, id, (widget) =>
    sameBox(widget.box, fitted) ? widget : { ...widget, box: fitted },
  );
}

export function withShown(layout: Layout, id: string, shown: boolean): Layout {
  return changed(layout, id, (widget) => (widget.shown === shown ? widget : { ...widget, shown }));
}

/** Settings as parsed by the widget's schema; invalid settings change nothing. */
export function withSettings(layout: Layout, id: string, settings: unknown): Layout {
  return changed(layout, id, (widget) => {
    const read = widgetSchema.safeParse({ ...widget, settings });
    return read.success ? read.data : widget;
  });
}

/** Moves a widget one layer up (+1) or down (-1). */
export function withOrder(layout: Layout, id: string, by: 1 | -1): Layout {
  const from = layout.findIndex((widget) => widget.id === id);
  const widget = layout[from];
  const other = layout[from + by];
  if (!widget || !other) return layout;
  const next = [...layout];
  next[from] = other;
  next[from + by] = widget;
  return next;
}

/** Moves a widget to a layer; 0 is the lowest. */
export function withPlace(layout: Layout, id: string, to: number): Layout {
  const widget = widgetOf(layout, id);
  if (!widget || layout[to] === undefined || layout[to] === widget) return layout;
  const others = withoutWidget(layout, id);
  return [...others.slice(0, to), widget, ...others.slice(to)];
}

function changed(layout: Layout, id: string, change: (widget: Widget) => Widget): Layout {
  const widget = widgetOf(layout, id);
  if (!widget) return layout;
  const next = change(widget);
  return next === widget ? layout : layout.map((each) => (each === widget ? next : each));
}

/** `chat`, then `chat-2`, and so on: short and readable, because it appears in addresses. */
function freeId(layout: Layout, kind: WidgetKind): string {
  const taken = new Set(layout.map(({ id }) => id));
  for (let count = 2; taken.has(kind); count += 1) {
    const id = `${kind}-${count}`;
    if (!taken.has(id)) return id;
  }
  return kind;
}

/** Boxes on the canvas, as fractions of its width and height, independent of pixels. */

/** The schema's minimum side. */
export const LEAST_SIDE = 0.02;

/** Sizes are rounded to a ten-thousandth: a fifth of a pixel on 1920. */
const GRAIN = 10_000;

export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

type Axis = 'x' | 'y';
const SIZE = { x: 'width', y: 'height' } as const;

/** A snap line across the stage, as a fraction of one axis. */
export interface Guide {
  readonly axis: Axis;
  readonly at: number;
}

/** Snap distance, as a fraction of each axis. */
type Reach = Readonly<Record<Axis, number>>;

interface Snapped {
  readonly box: Box;
  readonly guides: readonly Guide[];
}

/** The nearest valid box inside the canvas; NaN becomes the minimum. */
export function fitBox(box: Box): Box {
  const width = fitSide(box.width);
  const height = fitSide(box.height);
  return { x: fitStart(box.x, width), y: fitStart(box.y, height), width, height };
}

export function moveBox(box: Box, dx: number, dy: number): Box {
  return fitBox({ ...box, x: box.x + dx, y: box.y + dy });
}

/** Moves the handle's edges; the others stay. */
export function resizeBox(box: Box, handle: Handle, dx: number, dy: number): Box {
  const x = stretch(box, 'x', edgeOf(handle, 'x'), dx);
  const y = stretch(box, 'y', edgeOf(handle, 'y'), dy);
  return fitBox({ x: x.start, width: x.size, y: y.start, height: y.size });
}

/** Snaps a moved box to the canvas and to other boxes within reach. */
export function snapMove(box: Box, others: readonly Box[], reach: Reach): Snapped {
  const shift = (axis: Axis) => {
    const size = box[SIZE[axis]];
    const own = [box[axis], box[axis] + size / 2, box[axis] + size];
    const room = (by: number) => box[axis] + by >= -1e-9 && box[axis] + by + size <= 1 + 1e-9;
    return nearest(own, linksOf(others, axis), reach[axis], room);
  };
  const dx = shift('x');
  const dy = shift('y');
  const snapped = moveBox(box, dx ?? 0, dy ?? 0);
  return { box: snapped, guides: guidesOf(snapped, others, { x: dx !== null, y: dy !== null }) };
}

/** Snaps only the edges moved by the handle. */
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
    return nearest([own], linksOf(others, axis), reach[axis], room);
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

/** Finds a place for this size (canvas pixels) that covers no other box fully, else the middle. */
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

/** How much of a box overlaps others, as a fraction of the canvas. */
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
function linksOf(others: readonly Box[], axis: Axis): readonly number[] {
  const lines = others.flatMap((other) => {
    const size = other[SIZE[axis]];
    return [other[axis], other[axis] + size / 2, other[axis] + size];
  });
  return [0, 0.5, 1, ...lines];
}

/** The shortest move from one of `own` to one of `lines` within reach and bounds; null if none. */
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
    const hit = linksOf(others, axis).filter((line) =>
      own.some((at) => Math.abs(at - line) < 1 / GRAIN),
    );
    return [...new Set(hit)].map((at) => ({ axis, at }));
  });
}
