import { type ByteSource, tagAt } from '../byte-source.ts';
import type { Facts } from './facts.ts';
import { BOX_HEAD, type Box, boxAt, boxesAt, MOST_BOXES } from './iso-boxes.ts';

/** The table of contents of a minute is far smaller. */
const MOST_CONTENTS = 16_000_000;

/** Time scale and duration of a header, in the places of its version; null: not said. */
function secondsOf(bytes: Buffer, header: Box): number | null {
  const isLong = bytes.readUInt8(header.from) === 1;
  const scale = bytes.readUInt32BE(header.from + (isLong ? 20 : 12));
  const at = header.from + (isLong ? 24 : 16);
  const units = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
  const isSaid = scale > 0 && units > 0 && units !== 0xffff_ffff && units < 2 ** 63;
  return isSaid ? units / scale : null;
}

/** The length that is written ahead for a film that comes in pieces. */
function aheadSeconds(bytes: Buffer, moov: Box): number | null {
  const [ahead] = boxesAt(bytes, moov, ['mvex', 'mehd']);
  const [header] = boxesAt(bytes, moov, ['mvhd']);
  if (!ahead || !header) return null;
  const scale = bytes.readUInt32BE(header.from + (bytes.readUInt8(header.from) === 1 ? 20 : 12));
  const isLong = bytes.readUInt8(ahead.from) === 1;
  const units = isLong
    ? Number(bytes.readBigUInt64BE(ahead.from + 4))
    : bytes.readUInt32BE(ahead.from + 4);
  return scale > 0 && units > 0 ? units / scale : null;
}

/** What the pictures are written with: the name of the first description of a track's samples. */
function codecOf(bytes: Buffer, track: Box): string | undefined {
  const [descriptions] = boxesAt(bytes, track, ['mdia', 'minf', 'stbl', 'stsd']);
  return descriptions && tagAt(bytes, descriptions.from + 12);
}

function isPicture(bytes: Buffer, track: Box): boolean {
  const [handler] = boxesAt(bytes, track, ['mdia', 'hdlr']);
  return (
    handler !== undefined &&
    bytes.toString('latin1', handler.from + 8, handler.from + 12) === 'vide'
  );
}

/** Width and height stand at the end of a track's head, as whole numbers and 16 bits behind. */
function trackSize(bytes: Buffer, track: Box): readonly [number, number] {
  const [head] = boxesAt(bytes, track, ['tkhd']);
  if (!head) return [0, 0];
  return [bytes.readUInt16BE(head.to - 8), bytes.readUInt16BE(head.to - 4)];
}

/** Reads only the table of contents. Without a track of pictures, no size is said. */
export async function inspectMp4(source: ByteSource): Promise<Facts | null> {
  let contents: Box | null = null;
  let hasMedia = false;
  let count = 0;
  for (let at = 0; at < source.size; ) {
    count += 1;
    if (count > MOST_BOXES) return null;
    const box = boxAt(await source.read(at, BOX_HEAD), at, source.size);
    if (!box || box.to > source.size) return null;
    if (box.type === 'moov') contents = box;
    if (box.type === 'mdat') hasMedia = true;
    at = box.to;
  }
  if (!contents || !hasMedia || contents.to - contents.from > MOST_CONTENTS) return null;
  const bytes = await source.read(contents.from, contents.to - contents.from);
  return factsOf(bytes, { type: 'moov', from: 0, to: bytes.length });
}

function factsOf(bytes: Buffer, moov: Box): Facts | null {
  const [header] = boxesAt(bytes, moov, ['mvhd']);
  if (!header) return null;
  const seconds = secondsOf(bytes, header) ?? aheadSeconds(bytes, moov);
  const time = seconds === null ? {} : { seconds };
  const pictures = boxesAt(bytes, moov, ['trak']).filter((track) => isPicture(bytes, track));
  const [first] = pictures;
  if (!first) return time;
  const sizes = pictures.map((track) => trackSize(bytes, track));
  const codec = codecOf(bytes, first);
  const width = Math.max(...sizes.map(([across]) => across));
  return {
    ...time,
    ...(codec ? { codec } : {}),
    width,
    height: Math.max(...sizes.map(([, down]) => down)),
  };
}
