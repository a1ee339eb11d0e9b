import { inflateSync } from 'node:zlib';

/** A picture from OBS: red, green, blue and alpha of each pixel, row by row from the top. */
export interface Shot {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = '89504e470d0a1a0a';
/** Channels by the color type of the format, those that OBS writes. */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
const MOST_PIXELS = 4_000_000;

/**
 * Reads what GetSourceScreenshot answers as `png`, the one format of OBS that keeps alpha; null if it
 * is not such a picture.
 */
export function readShot(imageData: unknown): Shot | null {
  if (typeof imageData !== 'string') return null;
  const bytes = Buffer.from(imageData.slice(imageData.indexOf(',') + 1), 'base64');
  if (bytes.toString('hex', 0, 8) !== SIGNATURE) return null;
  const { header, data } = partsOf(bytes);
  if (!header) return null;
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const channels = CHANNELS[header[9] ?? 0];
  const isPlain = header[8] === 8 && header[12] === 0;
  if (!channels || !isPlain || width * height === 0 || width * height > MOST_PIXELS) return null;
  const length = (width * channels + 1) * height;
  const rows = inflated(data, length);
  if (rows?.length !== length) return null;
  return { width, height, pixels: pixelsOf(rows, width, height, channels) };
}

function partsOf(bytes: Buffer) {
  let header: Buffer | null = null;
  const data: Buffer[] = [];
  for (let from = 8; from + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(from);
    const body = bytes.subarray(from + 8, from + 8 + length);
    const kind = bytes.toString('latin1', from + 4, from + 8);
    if (kind === 'IHDR' && body.length === 13) header = body;
    if (kind === 'IDAT') data.push(body);
    from += length + 12;
  }
  return { header, data: Buffer.concat(data) };
}

function inflated(data: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength });
  } catch {
    return null;
  }
}

function pixelsOf(rows: Buffer, width: number, height: number, channels: number): Uint8Array {
  const row = width * channels;
  const pixels = new Uint8Array(width * height * 4);
  let above: Uint8Array = new Uint8Array(row);
  for (let y = 0; y < height; y += 1) {
    const from = y * (row + 1);
    const line = rows.subarray(from + 1, from + 1 + row);
    unfilter(line, above, channels, rows[from] ?? 0);
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1) {
        pixels[to + channel] = channel < channels ? (line[x * channels + channel] ?? 0) : 255;
      }
    }
    above = line;
  }
  return pixels;
}

/** The format stores differences to what stands left and above; in which way, each row says. */
function unfilter(line: Uint8Array, above: Uint8Array, step: number, kind: number): void {
  if (kind === 0) return;
  for (let at = 0; at < line.length; at += 1) {
    const left = at < step ? 0 : (line[at - step] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < step ? 0 : (above[at - step] ?? 0);
    line[at] = (line[at] ?? 0) + guess(kind, left, up, corner);
  }
}

function guess(kind: number, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default:
      return nearest(left, up, corner);
  }
}

/** Paeth's predictor. */
function nearest(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const byLeft = Math.abs(sum - left);
  const byUp = Math.abs(sum - up);
  const byCorner = Math.abs(sum - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
