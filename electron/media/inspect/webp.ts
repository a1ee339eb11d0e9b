import type { Facts } from './facts.ts';
import { type Chunk, riffChunks } from './riff.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const LOSSY_START = 0x2a019d;
const LOSSLESS_START = 0x2f;

/** The size in a picture's own head; null: it is none. */
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

/** Simple, extended and animated WebP. */
export function inspectWebp(bytes: Buffer): Facts | null {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let frames = 0;
  for (const chunk of riffChunks(bytes, end)) {
    if (chunk.to > end) return null;
    if (chunk.name === 'VP8X') {
      const width = bytes.readUIntLE(chunk.from + 4, 3) + 1;
      canvas = { width, height: bytes.readUIntLE(chunk.from + 7, 3) + 1 };
    } else if (chunk.name === 'ANMF') frames += 1;
    else if (chunk.name === 'VP8 ' || chunk.name === 'VP8L') {
      picture = pictureSize(bytes, chunk);
      if (!picture) return null;
    }
  }
  const size = canvas ?? picture;
  return size && (picture || frames > 0) ? { ...size, frames: Math.max(1, frames) } : null;
}
