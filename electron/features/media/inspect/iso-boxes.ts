import { type ByteSource, type Facts, tagAt } from './bytes.ts';

/** A box of the ISO base media format, which MP4 and AVIF use. */
export interface Box {
  readonly type: string;
  /** Start and end of its content. */
  readonly from: number;
  readonly to: number;
}

/** Maximum bytes of a box's head: length, name, and the long length if present. */
export const BOX_HEAD = 16;

/** The box at `at`, by the bytes there; null: none fits. Ending after `end`, the file is truncated. */
export function boxAt(head: Buffer, at: number, end: number): Box | null {
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const long = short === 1;
  if (long && head.length < BOX_HEAD) return null;
  const length = long ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
  const from = at + (long ? BOX_HEAD : 8);
  return at + length < from ? null : { type: tagAt(head, 4), from, to: at + length };
}

/** Far more than a one-minute film in the smallest pieces has. */
export const MOST_BOXES = 20_000;

/** The boxes between `from` and `to`. Throws a RangeError if truncated or too many. */
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

/** All boxes found along `path`, such as `moov`, `trak`, `mdia`. */
export function boxesAt(bytes: Buffer, parent: Box, path: readonly string[]): Box[] {
  return path.reduce<Box[]>(
    (boxes, type) =>
      boxes.flatMap(({ from, to }) =>
        [...boxesIn(bytes, from, to)].filter((child) => child.type === type),
      ),
    [parent],
  );
}

/** Brands that the file claims compatibility with; empty if it has none at its start. */
export function brandsOf(head: Buffer): readonly string[] {
  const box = boxAt(head, 0, head.length);
  if (box?.type !== 'ftyp') return [];
  const brands = [tagAt(head, box.from)];
  // The first brand is followed by its version.
  for (let at = box.from + 8; at + 4 <= Math.min(box.to, head.length); at += 4) {
    brands.push(tagAt(head, at));
  }
  return brands;
}

/** Skips the version of a box: its inner boxes begin four bytes later. */
function behindVersion({ type, from, to }: Box): Box {
  return { type, from: from + 4, to };
}

/** Pictures and sequences: reads every size, and the number of pictures in the longest track. */
export function inspectAvif(bytes: Buffer): Facts | null {
  const all: Box = { type: '', from: 0, to: bytes.length };
  const meta = boxesAt(bytes, all, ['meta']).map(behindVersion);
  const sizes = meta.flatMap((box) => boxesAt(bytes, box, ['iprp', 'ipco', 'ispe']));
  const hasContent = [...boxesIn(bytes, 0, bytes.length)].some(({ type }) => type === 'mdat');
  const hasInner = meta.some((box) => boxesAt(bytes, box, ['idat']).length > 0);
  if (sizes.length === 0 || !(hasContent || hasInner)) return null;
  const counts = boxesAt(bytes, all, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz']);
  return {
    width: Math.max(...sizes.map(({ from }) => bytes.readUInt32BE(from + 4))),
    height: Math.max(...sizes.map(({ from }) => bytes.readUInt32BE(from + 8))),
    frames: Math.max(1, ...counts.map(({ from }) => bytes.readUInt32BE(from + 8))),
  };
}

/** Far more than the table of contents of a minute needs. */
const MOST_CONTENTS = 16_000_000;

/** Numbers of version 1 of a box have eight bytes, those of version 0 four. */
function isLong(bytes: Buffer, { from }: Box): boolean {
  return bytes.readUInt8(from) === 1;
}

function unitsAt(bytes: Buffer, at: number, long: boolean): number {
  return long ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
}

/** Duration from the header, else as announced for a fragmented film; undefined if missing. */
function secondsOf(bytes: Buffer, moov: Box, header: Box): number | undefined {
  const long = isLong(bytes, header);
  const scale = bytes.readUInt32BE(header.from + (long ? 20 : 12));
  const units = unitsAt(bytes, header.from + (long ? 24 : 16), long);
  const isSaid = scale > 0 && units > 0 && units !== 0xffff_ffff && units < 2 ** 63;
  if (isSaid) return units / scale;
  const [ahead] = boxesAt(bytes, moov, ['mvex', 'mehd']);
  const announced = ahead ? unitsAt(bytes, ahead.from + 4, isLong(bytes, ahead)) : 0;
  return scale > 0 && announced > 0 ? announced / scale : undefined;
}

/** The codec: the name of the first sample description of a track. */
function codecOf(bytes: Buffer, track: Box): string | undefined {
  const [descriptions] = boxesAt(bytes, track, ['mdia', 'minf', 'stbl', 'stsd']);
  return descriptions && tagAt(bytes, descriptions.from + 12);
}

function isPicture(bytes: Buffer, track: Box): boolean {
  const [handler] = boxesAt(bytes, track, ['mdia', 'hdlr']);
  return (
    handler !== undefined &&
    bytes.toString('latin1', handler.from + 8, handler.from + 12) === 'vide'
  );
}

/** Width and height are at the end of a track's header, as 16.16 fixed-point numbers. */
function trackSize(bytes: Buffer, track: Box): readonly [number, number] {
  const [head] = boxesAt(bytes, track, ['tkhd']);
  if (!head) return [0, 0];
  return [bytes.readUInt16BE(head.to - 8), bytes.readUInt16BE(head.to - 4)];
}

/** Reads only the table of contents. Omits the size if there is no video track. */
export async function inspectMp4(source: ByteSource): Promise<Facts | null> {
  let contents: Box | null = null;
  let hasMedia = false;
  let count = 0;
  for (let at = 0; at < source.size; ) {
    count += 1;
    if (count > MOST_BOXES) return null;
    const box = boxAt(await source.read(at, BOX_HEAD), at, source.size);
    if (!box || box.to > source.size) return null;
    if (box.type === 'moov') contents = box;
    if (box.type === 'mdat') hasMedia = true;
    at = box.to;
  }
  if (!contents || !hasMedia || contents.to - contents.from > MOST_CONTENTS) return null;
  const bytes = await source.read(contents.from, contents.to - contents.from);
  return factsOf(bytes, { type: 'moov', from: 0, to: bytes.length });
}

function factsOf(bytes: Buffer, moov: Box): Facts | null {
  const [header] = boxesAt(bytes, moov, ['mvhd']);
  if (!header) return null;
  const seconds = secondsOf(bytes, moov, header);
  const pictures = boxesAt(bytes, moov, ['trak']).filter((track) => isPicture(bytes, track));
  const [first] = pictures;
  if (!first) return { seconds };
  const sizes = pictures.map((track) => trackSize(bytes, track));
  return {
    seconds,
    codec: codecOf(bytes, first) || undefined,
    width: Math.max(...sizes.map(([width]) => width)),
    height: Math.max(...sizes.map(([, height]) => height)),
  };
}
