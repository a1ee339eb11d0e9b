import { CANVAS, WIDGET_SIZES, type WidgetKind } from '../../../shared/overlay/names.ts';
import {
  type Box,
  type Layout,
  MOST_WIDGETS,
  type Widget,
  type WidgetScenes,
  widgetSchema,
} from '../../../shared/overlay/widgets.ts';

/** As many as a chat's settings take. */
const MOST_HIDDEN = 200;

/** Layout edits. Each returns a new layout, or the same one if nothing changes. */

export function widgetOf(layout: Layout, id: string | null): Widget | null {
  return layout.find((widget) => widget.id === id) ?? null;
}

export function isFull(layout: Layout): boolean {
  return layout.length >= MOST_WIDGETS;
}

/**
 * A new widget with default settings where nothing stands, and never over alerts; null if the layout
 * is full. A goal counts from `now` (epoch milliseconds), not from the start of the ledger. A chat
 * hides the viewers hidden here and on air.
 */
export function newWidget(
  layout: Layout,
  kind: WidgetKind,
  now: number,
  onAir: Layout = [],
): Widget | null {
  if (isFull(layout)) return null;
  const others = layout.filter((each) => each.shown && !isAlerts(each)).map(({ box }) => box);
  const alerts = layout.filter(isAlerts).map(({ box }) => box);
  const box = freePlace(WIDGET_SIZES[kind], others, alerts);
  const settings = settingsOf(kind, now, [...layout, ...onAir]);
  return widgetSchema.parse({ id: freeId(layout, kind), kind, box, settings });
}

function settingsOf(kind: WidgetKind, now: number, beside: Layout): object {
  if (kind === 'goal') return { since: now };
  if (kind !== 'chat') return {};
  const users = beside.flatMap((each) => (each.kind === 'chat' ? each.settings.hide.users : []));
  return { hide: { users: [...new Set(users)].slice(0, MOST_HIDDEN) } };
}

/** On top, but below all alerts: wherever it is moved, it covers none. */
export function withWidget(layout: Layout, widget: Widget): Layout {
  if (isFull(layout)) return layout;
  const at = isAlerts(widget) ? -1 : layout.findIndex(isAlerts);
  return at === -1 ? [...layout, widget] : [...layout.slice(0, at), widget, ...layout.slice(at)];
}

function isAlerts({ kind }: Widget): boolean {
  return kind === 'alerts';
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

/** In which scenes of OBS it shows. */
export function withScenes(layout: Layout, id: string, scenes: WidgetScenes): Layout {
  return changed(layout, id, ({ scenes: _before, ...widget }) =>
    scenes.in === 'all' ? widget : { ...widget, scenes },
  );
}

/** Settings as parsed by the widget's schema; invalid settings change nothing. */
export function withSettings(layout: Layout, id: string, settings: unknown): Layout {
  return changed(layout, id, (widget) => {
    const read = widgetSchema.safeParse({ ...widget, settings });
    return read.success ? read.data : widget;
  });
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

export interface Guide {
  readonly axis: Axis;
  readonly at: number;
}

/** Snap distance, as a fraction of each axis. */
type Reach = Readonly<Record<Axis, number>>;

/** The nearest valid box inside the canvas; NaN becomes the minimum. */
export function fitBox(box: Box): Box {
  const width = fitSide(box.width);
  const height = fitSide(box.height);
  return { x: fitStart(box.x, width), y: fitStart(box.y, height), width, height };
}

export function moveBox(box: Box, dx: number, dy: number): Box {
  return fitBox({ ...box, x: box.x + dx, y: box.y + dy });
}

export function resizeBox(box: Box, handle: Handle, dx: number, dy: number): Box {
  const x = stretch(box, 'x', edgeOf(handle, 'x'), dx);
  const y = stretch(box, 'y', edgeOf(handle, 'y'), dy);
  return fitBox({ x: x.start, width: x.size, y: y.start, height: y.size });
}

/** Snaps a moved box to the canvas and to other boxes within reach. */
export function snapMove(box: Box, others: readonly Box[], reach: Reach) {
  const shift = (axis: Axis) => {
    const end = box[axis] + box[SIZE[axis]];
    const room = (by: number) => box[axis] + by >= -1e-9 && end + by <= 1 + 1e-9;
    return nearest(linesOf(box, axis), linksOf(others, axis), reach[axis], room);
  };
  return snapped({ x: shift('x'), y: shift('y') }, others, (dx, dy) => moveBox(box, dx, dy));
}

/** Snaps only the edges moved by the handle. */
export function snapResize(box: Box, handle: Handle, others: readonly Box[], reach: Reach) {
  const shift = (axis: Axis) => {
    const edge = edgeOf(handle, axis);
    if (edge === null) return null;
    const size = box[SIZE[axis]];
    const own = edge === 'start' ? box[axis] : box[axis] + size;
    const room = (by: number) => size + (edge === 'start' ? -by : by) >= LEAST_SIDE;
    return nearest([own], linksOf(others, axis), reach[axis], room);
  };
  const shifts = { x: shift('x'), y: shift('y') };
  return snapped(shifts, others, (dx, dy) => resizeBox(box, handle, dx, dy));
}

/** The box after its shifts (null: none), and the lines it snapped to. */
function snapped(
  shifts: Readonly<Record<Axis, number | null>>,
  others: readonly Box[],
  shifted: (dx: number, dy: number) => Box,
) {
  const box = shifted(shifts.x ?? 0, shifts.y ?? 0);
  const guides = (['x', 'y'] as const).flatMap((axis) => {
    if (shifts[axis] === null) return [];
    const own = linesOf(box, axis);
    const hit = linksOf(others, axis).filter((line) =>
      own.some((at) => Math.abs(at - line) < 1 / GRAIN),
    );
    return [...new Set(hit)].map((at): Guide => ({ axis, at }));
  });
  return { box, guides };
}

export function sameBox(one: Box, other: Box): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((side) => one[side] === other[side]);
}

/** Distance of a new widget from the canvas's edges and from other boxes, canvas pixels. */
const MARGIN = 28;
const GAP = 16;
/** A new widget is made somewhat smaller before it covers another, and much before alerts. */
const SCALES = [1, 0.85, 0.7, 0.55, 0.4];
const READABLE = 3;

/**
 * A place for this size (canvas pixels) where nothing stands, near the canvas's edges; if there is
 * none even for a smaller box, where it covers least. It covers `guarded` only if they leave no room.
 */
export function freePlace(
  size: Pick<Box, 'width' | 'height'>,
  others: readonly Box[],
  guarded: readonly Box[] = [],
): Box {
  const taken = [...others, ...guarded];
  const bests = SCALES.map((scale) => {
    const places = placesFor(size, scale, taken).map(
      (box): Place => ({
        box,
        cost: [shareOf(box, guarded), shareOf(box, others), -fromMiddle(box)],
      }),
    );
    return places.reduce((best, place) => (isLess(place.cost, best.cost) ? place : best));
  });
  const readable = bests.slice(0, READABLE);
  const sparesGuarded = ({ cost: [ofGuarded = 0] }: Place) => isNone(ofGuarded);
  const free = readable.find((best) => sparesGuarded(best) && isNone(best.cost[1] ?? 0));
  const choices =
    [readable, bests].map((some) => some.filter(sparesGuarded)).find(({ length }) => length > 0) ??
    bests;
  return (free ?? choices.reduce((a, b) => (isLess(b.cost.slice(0, 2), a.cost) ? b : a))).box;
}

interface Place {
  readonly box: Box;
  /** What decides between places, the most important first; less is better. */
  readonly cost: readonly number[];
}

/** Boxes of this size at the canvas's edges, in its middle, and beside and along every taken box. */
function placesFor(
  size: Pick<Box, 'width' | 'height'>,
  scale: number,
  taken: readonly Box[],
): [Box, ...Box[]] {
  const width = Math.min(1, (size.width * scale) / CANVAS.width);
  const height = Math.min(1, (size.height * scale) / CANVAS.height);
  const starts = (axis: Axis, length: number) => {
    const canvas = CANVAS[SIZE[axis]];
    const [margin, gap] = [MARGIN / canvas, GAP / canvas];
    const beside = taken.flatMap((box) => {
      const [start, end] = [box[axis], box[axis] + box[SIZE[axis]]];
      return [start - length - gap, start, end - length, end + gap];
    });
    const inside = beside.filter((start) => start >= 0 && start <= 1 - length);
    return [...new Set([margin, 1 - margin - length, (1 - length) / 2, ...inside])];
  };
  const ys = starts('y', height);
  const middle = fitBox({ x: (1 - width) / 2, y: (1 - height) / 2, width, height });
  return [
    middle,
    ...starts('x', width).flatMap((x) => ys.map((y) => fitBox({ x, y, width, height }))),
  ];
}

/** How much of a box overlaps others. */
function shareOf(box: Box, others: readonly Box[]): number {
  return covered(box, others) / (box.width * box.height);
}

function fromMiddle({ x, y, width, height }: Box): number {
  return Math.hypot(x + width / 2 - 0.5, y + height / 2 - 0.5);
}

/** Rounding leaves slivers that nobody sees. */
function isNone(share: number): boolean {
  return share < 1e-4;
}

/** Compares part by part; the first that differs decides. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, part] of one.entries()) {
    const difference = part - (other[index] ?? 0);
    if (Math.abs(difference) > 1e-6) return difference < 0;
  }
  return false;
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
  const [start, end] = axis === 'x' ? (['w', 'e'] as const) : (['n', 's'] as const);
  if (handle.includes(start)) return 'start';
  return handle.includes(end) ? 'end' : null;
}

function stretch(box: Box, axis: Axis, edge: Edge | null, by: number) {
  const start = box[axis];
  const end = start + box[SIZE[axis]];
  const from = edge === 'start' ? Math.max(0, Math.min(start + by, end - LEAST_SIDE)) : start;
  const to = edge === 'end' ? Math.min(1, Math.max(end + by, start + LEAST_SIDE)) : end;
  return { start: from, size: to - from };
}

/** Edges and middle of a box. */
function linesOf(box: Box, axis: Axis): readonly number[] {
  const size = box[SIZE[axis]];
  return [box[axis], box[axis] + size / 2, box[axis] + size];
}

function linksOf(others: readonly Box[], axis: Axis): readonly number[] {
  return [0, 0.5, 1, ...others.flatMap((other) => linesOf(other, axis))];
}

/** The shortest move from one of `own` to one of `lines` within reach and bounds; null if none. */
function nearest(
  own: readonly number[],
  lines: readonly number[],
  reach: number,
  room: (by: number) => boolean,
): number | null {
  const moves = own
    .flatMap((from) => lines.map((line) => line - from))
    .filter((by) => Math.abs(by) <= reach && room(by));
  return moves.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? null;
}
