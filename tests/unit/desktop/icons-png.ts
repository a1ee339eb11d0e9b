import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of one pixel, 0 to 255. */
  at(x: number, y: number): readonly [number, number, number, number];
}

const SIGNATURE = '89504e470d0a1a0a';

/** Width and height that a PNG says it has. */
export function pngSize(png: Buffer): { readonly width: number; readonly height: number } {
  if (png.subarray(0, 8).toString('hex') !== SIGNATURE) throw new Error('This is no PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** The pixels of a PNG with 8 bits a channel, not interlaced, as browsers write them. */
export function readPng(png: Buffer): Pixels {
  const { width, height } = pngSize(png);
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || interlace !== 0) throw new Error('This kind of PNG cannot be read here');
  const channels = { 2: 3, 6: 4 }[colour ?? -1];
  if (channels === undefined) throw new Error('This kind of PNG cannot be read here');
  const rows = unfilter(inflateSync(dataOf(png)), width * channels, height, channels);
  return {
    width,
    height,
    at(x, y) {
      const start = y * width * channels + x * channels;
      const byte = (index: number): number => rows[start + index] ?? 0;
      return [byte(0), byte(1), byte(2), channels === 4 ? byte(3) : 255];
    },
  };
}

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

/** Each row stands behind a byte that says how it differs from its neighbours. */
function unfilter(data: Buffer, stride: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= step ? (rows[at - step] ?? 0) : 0;
      const up = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (rows[at - stride - step] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      rows[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
