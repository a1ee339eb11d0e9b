import type { Facts } from './facts.ts';
import { type Box, boxesAt, boxesIn } from './iso-boxes.ts';

/** A box that begins with its version: the boxes in it begin four bytes later. */
function behindVersion({ type, from, to }: Box): Box {
  return { type, from: from + 4, to };
}

/** Pictures and sequences: every size that is spoken of, the pictures of the longest track. */
export function inspectAvif(bytes: Buffer): Facts | null {
  const all: Box = { type: '', from: 0, to: bytes.length };
  const meta = boxesAt(bytes, all, ['meta']).map(behindVersion);
  const sizes = meta.flatMap((box) => boxesAt(bytes, box, ['iprp', 'ipco', 'ispe']));
  const hasContent = [...boxesIn(bytes, 0, bytes.length)].some(({ type }) => type === 'mdat');
  const hasInner = meta.some((box) => boxesAt(bytes, box, ['idat']).length > 0);
  if (sizes.length === 0 || !(hasContent || hasInner)) return null;
  const counts = boxesAt(bytes, all, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz']);
  return {
    width: Math.max(...sizes.map(({ from }) => bytes.readUInt32BE(from + 4))),
    height: Math.max(...sizes.map(({ from }) => bytes.readUInt32BE(from + 8))),
    frames: Math.max(1, ...counts.map(({ from }) => bytes.readUInt32BE(from + 8))),
  };
}
