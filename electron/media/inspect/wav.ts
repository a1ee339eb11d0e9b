import type { Facts } from './facts.ts';
import { riffChunks } from './riff.ts';

/** Whole numbers, fractions, and either with more said about the channels. */
const PLAYED_FORMATS: readonly number[] = [1, 3, 0xfffe];
/** What a program writes that does not know the length yet. */
const NOT_SAID = 0xffff_ffff;

/** Its length follows from the bytes of a second; of a format that is not played none is said. */
export function inspectWav(bytes: Buffer): Facts | null {
  let bytesASecond = 0;
  for (const { name, from, to } of riffChunks(bytes, bytes.length)) {
    if (name === 'fmt ') {
      if (!PLAYED_FORMATS.includes(bytes.readUInt16LE(from))) return {};
      if (bytes.readUInt16LE(from + 2) === 0 || bytes.readUInt32LE(from + 4) === 0) return null;
      bytesASecond = bytes.readUInt32LE(from + 8);
    }
    if (name === 'data') {
      const isOpen = to - from === NOT_SAID;
      if (bytesASecond === 0 || (!isOpen && to > bytes.length)) return null;
      const length = (isOpen ? bytes.length : to) - from;
      return length > 0 ? { seconds: length / bytesASecond } : null;
    }
  }
  return null;
}
