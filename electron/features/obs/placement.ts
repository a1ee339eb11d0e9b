import type { ObsItem } from './obs-look.ts';

/** Maps points of one picture to another: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** First `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

export function at({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** How many times larger lengths become, on the average of both directions. */
export function scaleOf({ a, b, c, d }: Affine): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Where the item of a scene draws its source: the map from the source's picture, and its corners. */
export interface Placed {
  readonly map: Affine;
  /** The size of the source's picture before cropping. */
  readonly size: Size;
  /** In the scene, around the picture, cropped. Empty: nothing is drawn. */
  readonly corners: readonly Point[];
}

type Transform = ObsItem['transform'];

/** OBS's flags of an alignment; neither left nor right, or neither top nor bottom: the middle. */
const RIGHT = 2;
const LEFT = 1;
const TOP = 4;
const BOTTOM = 8;

function number(transform: Transform, name: string, missing = 0): number {
  const value = transform[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : missing;
}

function shift(alignment: number, { width, height }: Size): Point {
  const share = (low: number, high: number) =>
    (alignment & high) !== 0 ? 1 : (alignment & low) !== 0 ? 0 : 0.5;
  return { x: width * share(LEFT, RIGHT), y: height * share(TOP, BOTTOM) };
}

interface Fit {
  readonly scale: Point;
  readonly origin: Point;
  readonly box: Size;
}

/** What the bounds of an item make of its scale, as OBS computes it; null: they do nothing. */
function fitInto(transform: Transform, cropped: Size, scale: Point): Fit | null {
  const bounds = {
    width: number(transform, 'boundsWidth'),
    height: number(transform, 'boundsHeight'),
  };
  const kind = transform['boundsType'];
  const drawn = {
    width: cropped.width * Math.abs(scale.x),
    height: cropped.height * Math.abs(scale.y),
  };
  const fitted = fittedScale(String(kind), { bounds, cropped, drawn, scale });
  if (!fitted) return null;
  const rest = {
    width: -(bounds.width - cropped.width * fitted.x),
    height: -(bounds.height - cropped.height * fitted.y),
  };
  return { scale: fitted, origin: shift(number(transform, 'boundsAlignment'), rest), box: bounds };
}

interface FitParts {
  readonly bounds: Size;
  readonly cropped: Size;
  readonly drawn: Size;
  readonly scale: Point;
}

function fittedScale(kind: string, { bounds, cropped, drawn, scale }: FitParts): Point | null {
  const times = (factor: number): Point => ({ x: scale.x * factor, y: scale.y * factor });
  const byWidth = bounds.width / drawn.width;
  const byHeight = bounds.height / drawn.height;
  switch (kind) {
    case 'OBS_BOUNDS_STRETCH':
      return { x: bounds.width / cropped.width, y: bounds.height / cropped.height };
    case 'OBS_BOUNDS_SCALE_INNER':
      return times(Math.min(byWidth, byHeight));
    case 'OBS_BOUNDS_SCALE_OUTER':
      return times(Math.max(byWidth, byHeight));
    case 'OBS_BOUNDS_SCALE_TO_WIDTH':
      return times(byWidth);
    case 'OBS_BOUNDS_SCALE_TO_HEIGHT':
      return times(byHeight);
    case 'OBS_BOUNDS_MAX_ONLY':
      return times(Math.min(1, byWidth, byHeight));
    default:
      return null;
  }
}

/** Computed as OBS does, from the transform as it gives it. */
export function place(transform: Transform): Placed {
  const size = {
    width: number(transform, 'sourceWidth'),
    height: number(transform, 'sourceHeight'),
  };
  const left = number(transform, 'cropLeft');
  const top = number(transform, 'cropTop');
  const cropped = {
    width: size.width - left - number(transform, 'cropRight'),
    height: size.height - top - number(transform, 'cropBottom'),
  };
  if (!(cropped.width > 0 && cropped.height > 0)) return { map: IDENTITY, size, corners: [] };
  const own = { x: number(transform, 'scaleX', 1), y: number(transform, 'scaleY', 1) };
  const fit = fitInto(transform, cropped, own);
  const scale = fit?.scale ?? own;
  const box = fit?.box ?? { width: cropped.width * scale.x, height: cropped.height * scale.y };
  const aligned = shift(number(transform, 'alignment', LEFT | TOP), box);
  const origin = { x: (fit?.origin.x ?? 0) + aligned.x, y: (fit?.origin.y ?? 0) + aligned.y };
  const angle = (number(transform, 'rotation') * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned: Affine = {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: number(transform, 'positionX'),
    f: number(transform, 'positionY'),
  };
  const scaled: Affine = {
    a: scale.x,
    b: 0,
    c: 0,
    d: scale.y,
    e: -origin.x - left * scale.x,
    f: -origin.y - top * scale.y,
  };
  const map = compose(turned, scaled);
  const right = left + cropped.width;
  const bottom = top + cropped.height;
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ].map((corner) => at(map, corner));
  return { map, size, corners };
}

/** Which share of the polygon's area lies on a canvas of this size; 0 for one without area. */
export function shareWithin(polygon: readonly Point[], { width, height }: Size): number {
  const whole = area(polygon);
  if (whole === 0) return 0;
  const edges: readonly ((point: Point) => number)[] = [
    ({ x }) => x,
    ({ x }) => width - x,
    ({ y }) => y,
    ({ y }) => height - y,
  ];
  return area(edges.reduce(clip, polygon)) / whole;
}

/** Whether nothing of a canvas of this size is left free. */
export function coversAll(polygon: readonly Point[], { width, height }: Size): boolean {
  const canvas = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return polygon.length > 0 && canvas.every((corner) => isInside(polygon, corner));
}

/** A pixel beside it does not show anything. */
const SLACK = 1;

function isInside(polygon: readonly Point[], point: Point): boolean {
  const turns = polygon.map((from, index) => {
    const to = polygon[(index + 1) % polygon.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return ((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)) / length;
  });
  return turns.every((turn) => turn >= -SLACK) || turns.every((turn) => turn <= SLACK);
}

/** The part of the polygon where `inside` is not negative. */
function clip(polygon: readonly Point[], inside: (point: Point) => number): readonly Point[] {
  return polygon.flatMap((point, index) => {
    const next = polygon[(index + 1) % polygon.length] ?? point;
    const [here, there] = [inside(point), inside(next)];
    const kept = here >= 0 ? [point] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    const x = point.x + share * (next.x - point.x);
    const y = point.y + share * (next.y - point.y);
    return [...kept, { x, y }];
  });
}

function area(polygon: readonly Point[]): number {
  const twice = polygon.reduce((sum, { x, y }, index) => {
    const next = polygon[(index + 1) % polygon.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}
