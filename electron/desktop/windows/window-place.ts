import type { Display, Rectangle } from 'electron';
import type { Settings } from '../../../shared/settings.ts';

export type Box = Readonly<Rectangle>;
export type Size = Pick<Box, 'width' | 'height'>;

/** A display's full bounds, and the area that the task bar leaves free. */
export type Screenful = Pick<Display, 'bounds' | 'workArea'>;

const SNAP_DISTANCE = 16;
/** The least part of a window that stays inside the work area, so that it can be grabbed. */
const LEAST_INSIDE: Size = { width: 120, height: 80 };
/** The overlay page is unreadable below this size. */
export const OVERLAY_MIN: Size = { width: 320, height: 180 };

const FIRST_SHARE = 2 / 3;
const PICTURE_RATIO = 16 / 9;

export const rightOf = (box: Box): number => box.x + box.width;
export const bottomOf = (box: Box): number => box.y + box.height;

export function sameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** The stored place: relative to the display's top left corner. */
export function toRelative(box: Box, display: Screenful): Box {
  const { x, y } = display.bounds;
  return rounded({ ...box, x: box.x - x, y: box.y - y });
}

export function toAbsolute(place: Box, display: Screenful): Box {
  const { x, y } = display.bounds;
  return rounded({ ...place, x: place.x + x, y: place.y + y });
}

/**
 * The place nearest to `box` on this display: no larger than the display, no smaller than `min` (if
 * the display is that large), and inside as in `keepInside`.
 */
export function keepOn(box: Box, display: Screenful, min: Size): Box {
  const { bounds } = display;
  const width = between(box.width, Math.min(min.width, bounds.width), bounds.width);
  const height = between(box.height, Math.min(min.height, bounds.height), bounds.height);
  return keepInside({ ...box, width, height }, display);
}

/**
 * The place nearest to `box` with `LEAST_INSIDE` of it in the work area; its size stays. It may
 * cover the task bar, as games do, but its top edge stays on the display.
 */
export function keepInside(box: Box, { bounds, workArea }: Screenful): Box {
  const { width, height } = box;
  const insideX = Math.min(LEAST_INSIDE.width, workArea.width, width);
  const insideY = Math.min(LEAST_INSIDE.height, workArea.height, height);
  const top = Math.max(bounds.y, workArea.y + insideY - height);
  const x = between(box.x, workArea.x + insideX - width, rightOf(workArea) - insideX);
  const y = between(box.y, top, bottomOf(workArea) - insideY);
  return rounded({ x, y, width, height });
}

/**
 * The overlay's initial place: a 16:9 picture of two thirds of the work area in its bottom left
 * corner, where games show little and viewers expect chat.
 */
export function firstPlace(display: Screenful): Box {
  const { workArea } = display;
  const width = Math.min(
    workArea.width * FIRST_SHARE,
    workArea.height * FIRST_SHARE * PICTURE_RATIO,
  );
  const size = { width: Math.round(width), height: Math.round(width / PICTURE_RATIO) };
  const box = { ...size, x: workArea.x, y: bottomOf(workArea) - size.height };
  const kept = keepOn(box, display, OVERLAY_MIN);
  // A window that had to grow still stands on the bottom edge.
  return keepOn({ ...kept, y: bottomOf(workArea) - kept.height }, display, OVERLAY_MIN);
}

/** Initial place of an ordinary window: centered in the work area and no larger. */
export function centered(size: Size, display: Screenful, min: Size): Box {
  const { workArea } = display;
  const width = Math.min(size.width, workArea.width);
  const height = Math.min(size.height, workArea.height);
  const x = workArea.x + (workArea.width - width) / 2;
  const y = workArea.y + (workArea.height - height) / 2;
  return keepOn({ x, y, width, height }, display, min);
}

/** Snaps a moved window, or the resized edges of one, to nearby edges of the area. */
export function snap(before: Box, after: Box, area: Box): Box {
  if (before.width === after.width && before.height === after.height) {
    const x = snapSpan(after.x, after.width, area.x, area.width);
    const y = snapSpan(after.y, after.height, area.y, area.height);
    return { ...after, x, y };
  }
  const left = snapEdge(after.x, area.x, after.x !== before.x);
  const top = snapEdge(after.y, area.y, after.y !== before.y);
  const right = snapEdge(rightOf(after), rightOf(area), rightOf(after) !== rightOf(before));
  const bottom = snapEdge(bottomOf(after), bottomOf(area), bottomOf(after) !== bottomOf(before));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function snapSpan(start: number, length: number, areaStart: number, areaLength: number): number {
  const toStart = Math.abs(start - areaStart);
  const endStart = areaStart + areaLength - length;
  const toEnd = Math.abs(start - endStart);
  if (Math.min(toStart, toEnd) > SNAP_DISTANCE) return start;
  return toStart <= toEnd ? areaStart : endStart;
}

function snapEdge(edge: number, target: number, moved: boolean): number {
  return moved && Math.abs(edge - target) <= SNAP_DISTANCE ? target : edge;
}

/** If the limits cross, the lower one wins, because windows are grabbed at the top left. */
function between(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

function rounded({ x, y, width, height }: Box): Box {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  };
}

export type KnownDisplay = Pick<Display, 'id' | 'label' | 'bounds' | 'workArea'>;

/** The stored places of a window; `display` is the one that the streamer chose. */
export type PlaceMemory = Readonly<Pick<Settings['overlayWindow'], 'display' | 'places'>>;

const MOST_DISPLAYS = 16;
const LONGEST_LABEL = 120;

/** A display's key in the settings: number, size, label. */
export function displayKey(display: KnownDisplay): string {
  const { width, height } = display.bounds;
  return `${display.id}|${width}x${height}|${display.label.slice(0, LONGEST_LABEL)}`;
}

function partsOf(key: string) {
  const [id = '', size = '', ...label] = key.split('|');
  return { id, size, label: label.join('|') };
}

type KeyParts = ReturnType<typeof partsOf>;

/** Strongest match first: some systems renumber displays, and games change their size. */
const SIGNS: readonly ((a: KeyParts, b: KeyParts) => boolean)[] = [
  (a, b) => a.id === b.id && a.size === b.size && a.label === b.label,
  (a, b) => a.id === b.id && a.label === b.label,
  (a, b) => a.label !== '' && a.label === b.label && a.size === b.size,
];

function matchingKey(wanted: string, keys: readonly string[]): string | undefined {
  for (const isSame of SIGNS) {
    const found = keys.find((key) => isSame(partsOf(wanted), partsOf(key)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The display for a stored key; null if it is not connected. */
export function findDisplay<D extends KnownDisplay>(key: string, displays: readonly D[]): D | null {
  const found = matchingKey(key, displays.map(displayKey));
  return displays.find((display) => displayKey(display) === found) ?? null;
}

/**
 * Where the overlay window stands: at the streamer's place; if that display is gone, on the primary
 * one at its stored or initial place. What was stored for another connected display stays its own.
 */
export function standingOf(
  memory: PlaceMemory,
  displays: readonly KnownDisplay[],
  primary: KnownDisplay,
): { readonly display: KnownDisplay; readonly box: Box } {
  const wanted = memory.display === null ? null : findDisplay(memory.display, displays);
  const display = wanted ?? primary;
  const others = displays.filter((other) => other.id !== display.id).map(displayKey);
  const keys = Object.keys(memory.places).filter((key) => !others.includes(key));
  const key = matchingKey(displayKey(display), keys);
  const place = key === undefined ? undefined : memory.places[key];
  const box = place
    ? keepOn(toAbsolute(place, display), display, OVERLAY_MIN)
    : firstPlace(display);
  return { display, box };
}

/** Stores the streamer's place for this display, which becomes the window's own. */
export function remember(memory: PlaceMemory, display: KnownDisplay, box: Box): PlaceMemory {
  const key = displayKey(display);
  const others = Object.entries(memory.places).filter(([known]) => known !== key);
  const kept = others.slice(-(MOST_DISPLAYS - 1));
  return {
    display: key,
    places: Object.fromEntries([...kept, [key, toRelative(box, display)]]),
  };
}
