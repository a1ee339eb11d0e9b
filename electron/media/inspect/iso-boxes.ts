import { tagAt } from '../byte-source.ts';

/** A box of the ISO base media format: MP4 and AVIF are made of them. */
export interface Box {
  readonly type: string;
  /** Where its content begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Bytes that say where a box ends: length, name, and the long length where it has one. */
export const BOX_HEAD = 16;

/**
 * The box at `at`; a length of 0 reaches to `end`. null: there is no room for a box, or it would be
 * shorter than its own head. Its end may lie behind `end`: then the file is cut off.
 *
 * @param head what stands at `at`: 16 bytes, or all there is.
 */
export function boxAt(head: Buffer, at: number, end: number): Box | null {
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && head.length < BOX_HEAD) return null;
  const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
  const from = at + (isLong ? BOX_HEAD : 8);
  return at + length < from ? null : { type: tagAt(head, 4), from, to: at + length };
}

/** Far more than a film of a minute in the smallest pieces has. */
export const MOST_BOXES = 20_000;

/** The boxes between `from` and `to`. Throws RangeError where one is cut off, or they have no end. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  let count = 0;
  for (let at = from; at < to; ) {
    count += 1;
    if (count > MOST_BOXES) throw new RangeError('Too many boxes');
    const box = boxAt(bytes.subarray(at, Math.min(to, at + BOX_HEAD)), at, to);
    if (!box || box.to > to) throw new RangeError(`A box is cut off at ${at}`);
    yield box;
    at = box.to;
  }
}

/** All boxes that are reached by going down `path`, such as `moov`, `trak`, `mdia`. */
export function boxesAt(bytes: Buffer, parent: Box, path: readonly string[]): Box[] {
  return path.reduce<Box[]>(
    (boxes, type) =>
      boxes.flatMap(({ from, to }) =>
        [...boxesIn(bytes, from, to)].filter((child) => child.type === type),
      ),
    [parent],
  );
}

/** Brands that a file says it is readable as; empty: it does not begin with them. */
export function brandsOf(head: Buffer): readonly string[] {
  const box = boxAt(head, 0, head.length);
  if (box?.type !== 'ftyp') return [];
  const brands = [tagAt(head, box.from)];
  // Behind the first brand stands its version.
  for (let at = box.from + 8; at + 4 <= Math.min(box.to, head.length); at += 4) {
    brands.push(tagAt(head, at));
  }
  return brands;
}
