export interface SizedPng {
  /** Pixels. */
  readonly size: number;
  readonly png: Buffer;
}

const ICO_HEADER = 6;
const ICO_ENTRY = 16;

/** A Windows icon of unchanged PNG pictures, none larger than 256 pixels. */
export function icoOf(pictures: readonly SizedPng[]): Buffer {
  const head = Buffer.alloc(ICO_HEADER + ICO_ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, png }, index) => {
    if (size > 256) throw new RangeError(`A Windows icon holds no picture of ${size} pixels`);
    const at = ICO_HEADER + ICO_ENTRY * index;
    // One byte per side: 256 is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Apple's names for PNG entries, with their pixel sizes. */
const ICNS_TYPES = [
  { type: 'ic11', size: 32 },
  { type: 'ic12', size: 64 },
  { type: 'ic07', size: 128 },
  { type: 'ic13', size: 256 },
  { type: 'ic08', size: 256 },
  { type: 'ic09', size: 512 },
  { type: 'ic10', size: 1024 },
] as const;

export const ICNS_SIZES: readonly number[] = [...new Set(ICNS_TYPES.map(({ size }) => size))];

/** An Apple icon of PNG pictures; throws if a size of `ICNS_SIZES` is missing. */
export function icnsOf(pictures: readonly SizedPng[]): Buffer {
  const entries = ICNS_TYPES.map(({ type, size }) => {
    const picture = pictures.find((one) => one.size === size);
    if (!picture) throw new RangeError(`An Apple icon needs a picture of ${size} pixels`);
    return chunk(type, picture.png);
  });
  return chunk('icns', Buffer.concat(entries));
}

/** Four letters, the length including this header, the content. */
function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
