import { crc32 } from 'node:zlib';
import { type Facts, type Size, tagAt } from './bytes.ts';

const EXTENSION = 0x21;
const PICTURE = 0x2c;
const TRAILER = 0x3b;
const FIRST_BLOCK = 13;

/** Size of the colour table in bytes, from the flags. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** The position after the chain of sub-blocks that begins at `at`. */
function behindSubBlocks(bytes: Buffer, at: number): number {
  let next = at;
  for (let length = bytes.readUInt8(next); length > 0; length = bytes.readUInt8(next)) {
    next += 1 + length;
  }
  return next + 1;
}

/** Reads every block up to the trailer; a picture larger than the canvas extends it. */
export function inspectGif(bytes: Buffer): Facts | null {
  let width = bytes.readUInt16LE(6);
  let height = bytes.readUInt16LE(8);
  let frames = 0;
  let at = FIRST_BLOCK + tableBytes(bytes.readUInt8(10));
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === TRAILER) return frames > 0 ? { width, height, frames } : null;
    if (block === EXTENSION) {
      at = behindSubBlocks(bytes, at + 2);
    } else if (block === PICTURE) {
      frames += 1;
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      // Skips the picture's head, its colour table and the byte with the code size.
      at = behindSubBlocks(bytes, at + 10 + tableBytes(bytes.readUInt8(at + 9)) + 1);
    } else return null;
  }
}

export const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex');
/** Bytes around a chunk's content: length and name before it, checksum after. */
const AROUND = 12;
const HEADER_LENGTH = 13;

/** PNG and APNG: checks the chunks up to the last one, and the header's checksum. */
export function inspectPng(bytes: Buffer): Facts | null {
  const first = PNG_MAGIC.length;
  if (tagAt(bytes, first + 4) !== 'IHDR' || bytes.readUInt32BE(first) !== HEADER_LENGTH)
    return null;
  const headerEnd = first + 8 + HEADER_LENGTH;
  if (crc32(bytes.subarray(first + 4, headerEnd)) !== bytes.readUInt32BE(headerEnd)) return null;
  const size = { width: bytes.readUInt32BE(first + 8), height: bytes.readUInt32BE(first + 12) };
  let hasPicture = false;
  let frames = 0;
  for (let at = first; ; ) {
    const end = at + AROUND + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const name = tagAt(bytes, at + 4);
    if (name === 'IEND') return hasPicture ? { ...size, frames: Math.max(1, frames) } : null;
    if (name === 'IDAT') hasPicture = true;
    if (name === 'fcTL') frames += 1;
    at = end;
  }
}

const START_OF_SCAN = 0xda;
const END = 0xd9;
const END_MARKER = Buffer.from([0xff, END]);

/** Frame headers: 0xc0 to 0xcf, except the table markers among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Markers without content. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** The position of the marker after fill bytes at `at`; null if there is no marker. */
function markerPlace(bytes: Buffer, at: number): number | null {
  let place = at;
  while (bytes.readUInt8(place) === 0xff) place += 1;
  return place === at ? null : place;
}

/** Checks the segments up to the first scan, the size, and the end marker. */
export function inspectJpeg(bytes: Buffer): Facts | null {
  let size: Size | null = null;
  for (let at = 2; ; ) {
    const place = markerPlace(bytes, at);
    if (place === null) return null;
    const marker = bytes.readUInt8(place);
    at = place + 1;
    if (isBare(marker)) continue;
    if (marker === END) return null;
    if (isFrame(marker)) {
      size = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
    }
    at += bytes.readUInt16BE(at);
    if (marker === START_OF_SCAN) return bytes.lastIndexOf(END_MARKER) >= at ? size : null;
  }
}

const HEADER = 48;
/** Maximum unpacked size of a font. */
const MOST_UNPACKED = 64_000_000;

/** Checks that the lengths in the header fit the file and each other. */
export function inspectWoff2(bytes: Buffer): Facts | null {
  const length = bytes.readUInt32BE(8);
  const tables = bytes.readUInt16BE(12);
  const unpacked = bytes.readUInt32BE(16);
  const packed = bytes.readUInt32BE(20);
  const isWhole = length === bytes.length && packed > 0 && HEADER + packed <= length;
  return isWhole && tables > 0 && unpacked > 0 && unpacked <= MOST_UNPACKED ? {} : null;
}
