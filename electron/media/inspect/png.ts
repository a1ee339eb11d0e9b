import { crc32 } from 'node:zlib';
import { tagAt } from '../byte-source.ts';
import type { Facts } from './facts.ts';

export const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length and name before a chunk's content, and its checksum behind. */
const AROUND = 12;
const HEADER_LENGTH = 13;

/** PNG and its animations: chunks up to the last one, the header's checksum right. */
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
