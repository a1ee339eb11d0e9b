/** A picture from OBS: red, green and blue of each pixel, row by row from the top. */
export interface Shot {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const HEADER = 54;
/** An uncompressed bitmap's kinds of storage; the second names the place of each channel. */
const PLAIN = [0, 3];

/** Reads what GetSourceScreenshot answers as `bmp`; null if it is not such a picture. */
export function readShot(imageData: unknown): Shot | null {
  if (typeof imageData !== 'string') return null;
  const bytes = Buffer.from(imageData.slice(imageData.indexOf(',') + 1), 'base64');
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 2) !== 'BM') return null;
  const step = bytes.readUInt16LE(28) / 8;
  if (!PLAIN.includes(bytes.readUInt32LE(30)) || (step !== 3 && step !== 4)) return null;
  const tall = bytes.readInt32LE(22);
  const bitmap: Bitmap = {
    bytes,
    start: bytes.readUInt32LE(10),
    step,
    width: bytes.readInt32LE(18),
    height: Math.abs(tall),
    isUpsideDown: tall > 0,
  };
  const { start, width, height } = bitmap;
  if (width <= 0 || height === 0 || bytes.length < start + rowOf(bitmap) * height) return null;
  return { width, height, pixels: pixelsOf(bitmap) };
}

interface Bitmap {
  readonly bytes: Buffer;
  readonly start: number;
  /** Bytes of a pixel. */
  readonly step: number;
  readonly width: number;
  readonly height: number;
  readonly isUpsideDown: boolean;
}

/** Every row begins at a multiple of four bytes. */
const rowOf = ({ width, step }: Bitmap): number => Math.ceil((width * step) / 4) * 4;

function pixelsOf(bitmap: Bitmap): Uint8Array {
  const { bytes, start, step, width, height, isUpsideDown } = bitmap;
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const line = start + (isUpsideDown ? height - 1 - y : y) * rowOf(bitmap);
    for (let x = 0; x < width; x += 1) {
      const from = line + x * step;
      const to = (y * width + x) * 3;
      pixels[to] = bytes[from + 2] ?? 0;
      pixels[to + 1] = bytes[from + 1] ?? 0;
      pixels[to + 2] = bytes[from] ?? 0;
    }
  }
  return pixels;
}
