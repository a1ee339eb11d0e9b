import type { Facts } from './facts.ts';

const EXTENSION = 0x21;
const PICTURE = 0x2c;
const TRAILER = 0x3b;
const FIRST_BLOCK = 13;

/** Bytes of the colour table that the flags speak of. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Where the chain of sub-blocks that begins at `at` is over. */
function behindSubBlocks(bytes: Buffer, at: number): number {
  let next = at;
  for (let length = bytes.readUInt8(next); length > 0; length = bytes.readUInt8(next)) {
    next += 1 + length;
  }
  return next + 1;
}

/** Every block up to the trailer; a picture that reaches out of the canvas makes it larger. */
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
      // Behind the picture's head, its colours and the byte that says how wide its codes are.
      at = behindSubBlocks(bytes, at + 10 + tableBytes(bytes.readUInt8(at + 9)) + 1);
    } else return null;
  }
}
