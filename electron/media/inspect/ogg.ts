import { tagAt } from '../byte-source.ts';
import type { Facts } from './facts.ts';

const FIRST_PAGE = 0x02;
/** Far more than a sound of the longest that is taken has. */
const MOST_PAGES = 20_000;
/** Opus counts in these whatever the sound was recorded with. */
const OPUS_RATE = 48_000;

interface Stream {
  readonly rate: number;
  readonly skipped: number;
  last: number;
}

/** A stream of sound by its first packet; null: of something else. */
function streamOf(bytes: Buffer, at: number): Stream | null {
  if (bytes.toString('latin1', at, at + 7) === '\x01vorbis') {
    return { rate: bytes.readUInt32LE(at + 12), skipped: 0, last: 0 };
  }
  if (bytes.toString('latin1', at, at + 8) !== 'OpusHead') return null;
  return { rate: OPUS_RATE, skipped: bytes.readUInt16LE(at + 10), last: 0 };
}

/**
 * Vorbis and Opus: pages up to the end, the time of the last of each stream. With any other stream
 * in it no length is said.
 */
export function inspectOgg(bytes: Buffer): Facts | null {
  const streams = new Map<number, Stream>();
  let pages = 0;
  for (let at = 0; at < bytes.length; ) {
    pages += 1;
    if (tagAt(bytes, at) !== 'OggS' || pages > MOST_PAGES) return null;
    const lengths = bytes.readUInt8(at + 26);
    const content = at + 27 + lengths;
    let end = content;
    for (let index = 0; index < lengths; index += 1) end += bytes.readUInt8(at + 27 + index);
    if (end > bytes.length) return null;
    const serial = bytes.readUInt32LE(at + 14);
    if ((bytes.readUInt8(at + 5) & FIRST_PAGE) !== 0) {
      const begun = streamOf(bytes, content);
      if (!begun) return {};
      if (begun.rate === 0) return null;
      streams.set(serial, begun);
    }
    const stream = streams.get(serial);
    if (!stream) return null;
    const position = Number(bytes.readBigInt64LE(at + 6));
    if (position > stream.last) stream.last = position;
    at = end;
  }
  let seconds = 0;
  for (const { last, skipped, rate } of streams.values()) {
    seconds += Math.max(0, last - skipped) / rate;
  }
  return seconds > 0 ? { seconds } : null;
}
