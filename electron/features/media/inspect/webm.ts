import type { ByteSource, Facts } from './bytes.ts';

/** Element ids, including their length marker. */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const CODEC = 0x86;
const VIDEO = 0xe0;
const WIDTH = 0xb0;
const HEIGHT = 0xba;
const CLUSTER = 0x1f43b675;

/** The part before the first pictures is read as a whole. */
const HEAD_BYTES = 2_000_000;
/** Default time unit: a millisecond. */
const USUAL_SCALE_NS = 1_000_000;

interface Element {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** A number whose length is given by its first byte's leading zeroes; null means "unknown". */
function numberAt(
  bytes: Buffer,
  at: number,
  keepMark: boolean,
): { value: number | null; length: number } {
  const first = bytes.readUInt8(at);
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new RangeError(`No number at ${at}`);
  let value = keepMark ? first : first & (0xff >> length);
  let isUnknown = !keepMark && value === 0xff >> length;
  for (let place = 1; place < length; place += 1) {
    const byte = bytes.readUInt8(at + place);
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value: isUnknown ? null : value, length };
}

/** Far more than any film has before its first pictures. */
const MOST_ELEMENTS = 20_000;

/** One of unknown length extends to `end`. Throws a RangeError if truncated or too many. */
function* elementsIn(bytes: Buffer, from: number, end: number): Generator<Element> {
  let count = 0;
  for (let at = from; at < end; ) {
    count += 1;
    if (count > MOST_ELEMENTS) throw new RangeError('Too many elements');
    const id = numberAt(bytes, at, true);
    const size = numberAt(bytes, at + id.length, false);
    const begin = at + id.length + size.length;
    const to = size.value === null ? end : begin + size.value;
    yield { id: id.value ?? 0, from: begin, to };
    at = to;
  }
}

function uintOf(bytes: Buffer, { from, to }: Element): number {
  let value = 0;
  for (let at = from; at < Math.min(to, from + 8); at += 1)
    value = value * 256 + bytes.readUInt8(at);
  return value;
}

function floatOf(bytes: Buffer, { from, to }: Element): number {
  return to - from === 8 ? bytes.readDoubleBE(from) : bytes.readFloatBE(from);
}

/** Reads up to the first pictures. Omits the size if there is no video track. */
export async function inspectWebm(source: ByteSource): Promise<Facts | null> {
  const bytes = await source.read(0, HEAD_BYTES);
  const [head, segment] = elementsIn(bytes, 0, source.size);
  if (head?.id !== EBML || segment?.id !== SEGMENT || segment.to > source.size) return null;
  const found: Found = { scaleNs: USUAL_SCALE_NS, units: 0, width: 0, height: 0 };
  let hasTracks = false;
  for (const element of elementsIn(bytes, segment.from, segment.to)) {
    if (element.id === CLUSTER) return hasTracks ? toFacts(found) : null;
    if (element.to > bytes.length) return null;
    if (element.id === INFO) readInfo(bytes, element, found);
    if (element.id === TRACKS) {
      hasTracks = true;
      readTracks(bytes, element, found);
    }
  }
  return null;
}

/** The document type in the header: `webm`, or `matroska`, which allows more. */
export function ebmlDocType(bytes: Buffer): string | null {
  try {
    const [head] = elementsIn(bytes, 0, bytes.length);
    if (head?.id !== EBML) return null;
    for (const { id, from, to } of elementsIn(bytes, head.from, Math.min(head.to, bytes.length))) {
      if (id === DOC_TYPE) return bytes.toString('latin1', from, to).replace(/\0+$/, '');
    }
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
  }
  return null;
}

interface Found {
  scaleNs: number;
  units: number;
  width: number;
  height: number;
  codec?: string;
}

function readInfo(bytes: Buffer, info: Element, found: Found): void {
  for (const element of elementsIn(bytes, info.from, info.to)) {
    if (element.id === SCALE) found.scaleNs = uintOf(bytes, element);
    if (element.id === DURATION) found.units = floatOf(bytes, element);
  }
}

function readTracks(bytes: Buffer, tracks: Element, found: Found): void {
  for (const track of elementsIn(bytes, tracks.from, tracks.to)) {
    if (track.id !== TRACK) continue;
    const parts = [...elementsIn(bytes, track.from, track.to)];
    const video = parts.find(({ id }) => id === VIDEO);
    const codec = parts.find(({ id }) => id === CODEC);
    if (!video) continue;
    if (codec) found.codec = bytes.toString('latin1', codec.from, codec.to);
    for (const element of elementsIn(bytes, video.from, video.to)) {
      if (element.id === WIDTH) found.width = Math.max(found.width, uintOf(bytes, element));
      if (element.id === HEIGHT) found.height = Math.max(found.height, uintOf(bytes, element));
    }
  }
}

function toFacts({ scaleNs, units, width, height, codec }: Found): Facts {
  const seconds = units > 0 ? (units * scaleNs) / 1e9 : undefined;
  return width === 0 || height === 0
    ? { seconds }
    : { seconds, codec: codec || undefined, width, height };
}
