import { type Facts, tagAt } from './bytes.ts';

/** Kilobits per second by the index in the frame header, for MPEG version 1 and for 2 (and 2.5). */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const LAYER_3 = 1;
/** Bytes searched between two frames at most. */
const MOST_BETWEEN = 1_000_000;
/** Fewer frames could be a coincidence. */
const FEWEST_FRAMES = 3;

interface Frame {
  readonly bytes: number;
  readonly samples: number;
  readonly sampleRate: number;
  /** Version and sample rate, which stay the same within a file. */
  readonly like: number;
}

/** The layer 3 frame with its header at `at`; null if there is none. */
export function mp3FrameAt(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length) return null;
  const head = bytes.readUInt32BE(at);
  const version = (head >>> 19) & 3;
  if (head >>> 21 !== 0x7ff || version === 1 || ((head >>> 17) & 3) !== LAYER_3) return null;
  const isFirst = version === 3;
  const kilobits = (isFirst ? RATES_1 : RATES_2)[(head >>> 12) & 15];
  const fullRate = SAMPLE_RATES[(head >>> 10) & 3];
  if (!kilobits || !fullRate) return null;
  const sampleRate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1_152 : 576;
  const padding = (head >>> 9) & 1;
  const length = Math.floor(((samples / 8) * kilobits * 1_000) / sampleRate) + padding;
  return { bytes: length, samples, sampleRate, like: (head >>> 10) & 0x603 };
}

function behindTags(bytes: Buffer): number {
  let at = 0;
  while (bytes.toString('latin1', at, at + 3) === 'ID3') {
    const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + bytes.readUInt8(at + place), 0);
    const footer = (bytes.readUInt8(at + 5) & 0x10) === 0 ? 0 : 10;
    at += 10 + size + footer;
  }
  return at;
}

/** Counts the frames, because the length that a file claims is often wrong. */
export function inspectMp3(bytes: Buffer): Facts | null {
  let first: Frame | null = null;
  let frames = 0;
  let between = 0;
  for (let at = behindTags(bytes); at < bytes.length && between < MOST_BETWEEN; ) {
    const frame = mp3FrameAt(bytes, at);
    // Padding, covers or tags may stand between frames; decoders skip them.
    if (!frame || (first && frame.like !== first.like)) {
      at += 1;
      between += 1;
      if (frames < FEWEST_FRAMES) first = null;
      if (first === null) frames = 0;
      continue;
    }
    first ??= frame;
    frames += 1;
    at += frame.bytes;
  }
  if (!first || frames < FEWEST_FRAMES) return null;
  return { seconds: (frames * first.samples) / first.sampleRate };
}

const FIRST_PAGE = 0x02;
/** Far more pages than the longest allowed sound has. */
const MOST_PAGES = 20_000;
/** Opus positions always count at this rate. */
const OPUS_RATE = 48_000;

interface Stream {
  readonly rate: number;
  readonly skipped: number;
  last: number;
}

/** A sound stream by its first packet; null for any other stream. */
function streamOf(bytes: Buffer, at: number): Stream | null {
  if (bytes.toString('latin1', at, at + 7) === '\x01vorbis') {
    return { rate: bytes.readUInt32LE(at + 12), skipped: 0, last: 0 };
  }
  if (bytes.toString('latin1', at, at + 8) !== 'OpusHead') return null;
  return { rate: OPUS_RATE, skipped: bytes.readUInt16LE(at + 10), last: 0 };
}

interface Page {
  readonly isFirst: boolean;
  readonly serial: number;
  readonly position: number;
  /** Start and end of its content. */
  readonly from: number;
  readonly to: number;
}

/** Returns null if there is no page here or it is truncated. */
function pageAt(bytes: Buffer, at: number): Page | null {
  if (tagAt(bytes, at) !== 'OggS') return null;
  const lengths = bytes.readUInt8(at + 26);
  const from = at + 27 + lengths;
  let to = from;
  for (let index = 0; index < lengths; index += 1) to += bytes.readUInt8(at + 27 + index);
  if (to > bytes.length) return null;
  return {
    isFirst: (bytes.readUInt8(at + 5) & FIRST_PAGE) !== 0,
    serial: bytes.readUInt32LE(at + 14),
    position: Number(bytes.readBigInt64LE(at + 6)),
    from,
    to,
  };
}

/** All pages; yields null and ends if one is damaged or there are too many. */
function* oggPages(bytes: Buffer): Generator<Page | null> {
  let pages = 0;
  for (let at = 0; at < bytes.length; ) {
    pages += 1;
    const page = pages > MOST_PAGES ? null : pageAt(bytes, at);
    yield page;
    if (!page) return;
    at = page.to;
  }
}

/** Vorbis and Opus: the last time of each stream. No length if there is another kind of stream. */
export function inspectOgg(bytes: Buffer): Facts | null {
  const streams = new Map<number, Stream>();
  for (const page of oggPages(bytes)) {
    if (!page) return null;
    if (page.isFirst) {
      const begun = streamOf(bytes, page.from);
      if (!begun) return {};
      if (begun.rate === 0) return null;
      streams.set(page.serial, begun);
    }
    const stream = streams.get(page.serial);
    if (!stream) return null;
    stream.last = Math.max(stream.last, page.position);
  }
  let seconds = 0;
  for (const { last, skipped, rate } of streams.values()) {
    seconds += Math.max(0, last - skipped) / rate;
  }
  return seconds > 0 ? { seconds } : null;
}
