import type { Facts } from './facts.ts';

const START_OF_SCAN = 0xda;
const END = 0xd9;
const END_MARKER = Buffer.from([0xff, END]);

/** Frame headers: 0xc0 to 0xcf without the tables that stand among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Markers without content. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Segments up to the first scan, with a size, and the end of the picture behind it. */
export function inspectJpeg(bytes: Buffer): Facts | null {
  let size: { readonly width: number; readonly height: number } | null = null;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    while (bytes.readUInt8(at) === 0xff) at += 1;
    const marker = bytes.readUInt8(at);
    at += 1;
    if (isBare(marker)) continue;
    if (marker === END) return null;
    if (isFrame(marker)) {
      size = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
    }
    at += bytes.readUInt16BE(at);
    if (marker === START_OF_SCAN) return bytes.lastIndexOf(END_MARKER) >= at ? size : null;
  }
}
