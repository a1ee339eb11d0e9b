import type { Facts } from './facts.ts';

const HEADER = 48;
/** What a font may take up unpacked. */
const MOST_UNPACKED = 64_000_000;

/** The lengths in the header fit the file and each other. */
export function inspectWoff2(bytes: Buffer): Facts | null {
  const length = bytes.readUInt32BE(8);
  const tables = bytes.readUInt16BE(12);
  const unpacked = bytes.readUInt32BE(16);
  const packed = bytes.readUInt32BE(20);
  const isWhole = length === bytes.length && packed > 0 && HEADER + packed <= length;
  return isWhole && tables > 0 && unpacked > 0 && unpacked <= MOST_UNPACKED ? {} : null;
}
