import { type Facts, type Size, tagAt } from './bytes.ts';

export interface Chunk {
  readonly name: string;
  /** Start and end of its content. */
  readonly from: number;
  readonly to: number;
}

/** The chunks of a RIFF file after the form's name. Throws a RangeError if truncated. */
export function* riffChunks(bytes: Buffer, end: number): Generator<Chunk> {
  for (let at = 12; at + 8 <= end; ) {
    const from = at + 8;
    const to = from + bytes.readUInt32LE(at + 4);
    yield { name: tagAt(bytes, at), from, to };
    at = to + (to % 2);
  }
}

const LOSSY_START = 0x2a019d;
const LOSSLESS_START = 0x2f;

/** The size from a picture's own header; null if the chunk is not a picture. */
function pictureSize(bytes: Buffer, { name, from }: Chunk): Size | null {
  if (name === 'VP8 ') {
    if (bytes.readUIntLE(from + 3, 3) !== LOSSY_START) return null;
    const width = bytes.readUInt16LE(from + 6) & 0x3fff;
    return { width, height: bytes.readUInt16LE(from + 8) & 0x3fff };
  }
  if (bytes.readUInt8(from) !== LOSSLESS_START) return null;
  const bits = bytes.readUInt32LE(from + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function canvasSize(bytes: Buffer, { from }: Chunk): Size {
  const width = bytes.readUIntLE(from + 4, 3) + 1;
  return { width, height: bytes.readUIntLE(from + 7, 3) + 1 };
}

/** Simple, extended and animated WebP. */
export function inspectWebp(bytes: Buffer): Facts | null {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let frames = 0;
  for (const chunk of riffChunks(bytes, end)) {
    if (chunk.to > end) return null;
    switch (chunk.name) {
      case 'VP8X':
        canvas = canvasSize(bytes, chunk);
        break;
      case 'ANMF':
        frames += 1;
        break;
      case 'VP8 ':
      case 'VP8L':
        picture = pictureSize(bytes, chunk);
        if (!picture) return null;
    }
  }
  const size = canvas ?? picture;
  return size && (picture || frames > 0) ? { ...size, frames: Math.max(1, frames) } : null;
}

/** PCM, float, and the extensible format of either. */
const PLAYED_FORMATS: readonly number[] = [1, 3, 0xfffe];
/** Written by programs that do not know the length yet. */
const NOT_SAID = 0xffff_ffff;

/** Computes the length from the bytes per second; omits it for formats that cannot be played. */
export function inspectWav(bytes: Buffer): Facts | null {
  let bytesASecond = 0;
  for (const chunk of riffChunks(bytes, bytes.length)) {
    if (chunk.name === 'data') return lengthOf(bytes, chunk, bytesASecond);
    if (chunk.name !== 'fmt ') continue;
    const { from } = chunk;
    if (!PLAYED_FORMATS.includes(bytes.readUInt16LE(from))) return {};
    if (bytes.readUInt16LE(from + 2) === 0 || bytes.readUInt32LE(from + 4) === 0) return null;
    bytesASecond = bytes.readUInt32LE(from + 8);
  }
  return null;
}

function lengthOf(bytes: Buffer, { from, to }: Chunk, bytesASecond: number): Facts | null {
  const isOpen = to - from === NOT_SAID;
  if (bytesASecond === 0 || (!isOpen && to > bytes.length)) return null;
  const length = (isOpen ? bytes.length : to) - from;
  return length > 0 ? { seconds: length / bytesASecond } : null;
}
