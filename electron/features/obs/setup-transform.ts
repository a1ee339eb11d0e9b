/** A part of an item's transform that can be written. */
export type Transform = Readonly<Record<string, string | number | boolean>>;

interface Canvas {
  readonly width: number;
  readonly height: number;
}

const TOP_LEFT = 5;
/** OBS's flags of an alignment; neither left nor right, or neither top nor bottom: the middle. */
const [LEFT, RIGHT, TOP, BOTTOM] = [1, 2, 4, 8];
const UNBOUND = 'OBS_BOUNDS_NONE';
/** Half a pixel shows nowhere. */
const SLACK = 0.5;

/**
 * What makes an item of a source as large as the canvas fill it. Bounds keep it there when the source
 * is resized; but they cannot be taken away again (OBS refuses a width of 0), so an item that was
 * placed without them is placed without them again.
 */
export function fillingTransform(
  { width, height }: Canvas,
  present?: Readonly<Record<string, unknown>>,
): Transform {
  const isUnbound = present?.['boundsType'] === UNBOUND;
  const bounds = {
    boundsType: 'OBS_BOUNDS_SCALE_INNER',
    boundsAlignment: 0,
    boundsWidth: width,
    boundsHeight: height,
  };
  return {
    positionX: 0,
    positionY: 0,
    rotation: 0,
    scaleX: 1,
    scaleY: 1,
    alignment: TOP_LEFT,
    cropLeft: 0,
    cropTop: 0,
    cropRight: 0,
    cropBottom: 0,
    ...(isUnbound ? {} : bounds),
  };
}

/** Whether the item fills the canvas, given that its source is as large as the canvas. */
export function isFilling(
  transform: Readonly<Record<string, unknown>>,
  { width, height }: Canvas,
): boolean {
  const number = (name: string, missing = 0): number => {
    const value = transform[name];
    return typeof value === 'number' ? value : missing;
  };
  const isCropped = ['cropLeft', 'cropTop', 'cropRight', 'cropBottom'].some(
    (side) => number(side) !== 0,
  );
  if (isCropped || number('rotation') % 360 !== 0) return false;
  const isUnbound = (transform['boundsType'] ?? UNBOUND) === UNBOUND;
  const drawn = isUnbound
    ? { width: width * number('scaleX', 1), height: height * number('scaleY', 1) }
    : { width: number('boundsWidth'), height: number('boundsHeight') };
  const alignment = number('alignment', TOP_LEFT);
  const left = number('positionX') - drawn.width * share(alignment, LEFT, RIGHT);
  const top = number('positionY') - drawn.height * share(alignment, TOP, BOTTOM);
  const offs = [left, top, drawn.width - width, drawn.height - height];
  return offs.every((off) => Math.abs(off) <= SLACK);
}

function share(alignment: number, low: number | undefined, high: number | undefined): number {
  if (alignment & (high ?? 0)) return 1;
  return alignment & (low ?? 0) ? 0 : 0.5;
}

/** Whether all that is wanted is there; OBS keeps numbers in single precision. */
export function hasTransform(
  present: Readonly<Record<string, unknown>>,
  wanted: Transform,
): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const found = present[name];
    if (typeof value !== 'number' || typeof found !== 'number') return found === value;
    return Math.abs(found - value) <= 0.01;
  });
}

/** A transform that was read, as far as OBS takes it back: it gives bounds of 0 but refuses them. */
export function writable(transform: Transform): Transform {
  const kept = Object.entries(transform).filter(
    ([name, value]) =>
      !name.startsWith('bounds') || typeof value !== 'number' || isBound(name, value),
  );
  return Object.fromEntries(kept);
}

function isBound(name: string, value: number): boolean {
  return name === 'boundsAlignment' || value >= 1;
}
