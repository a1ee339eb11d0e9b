import { MEDIA_LIMITS, MEDIA_TYPES, type MediaType } from '../../../shared/overlay/media.ts';
import { type ByteSource, type Facts, type Inspect, tagAt } from './inspect/bytes.ts';
import { inspectGif, inspectJpeg, inspectPng, inspectWoff2, PNG_MAGIC } from './inspect/images.ts';
import { brandsOf, inspectAvif, inspectMp4 } from './inspect/iso-boxes.ts';
import { inspectWav, inspectWebp } from './inspect/riff.ts';
import { inspectMp3, inspectOgg, mp3FrameAt } from './inspect/sound.ts';
import { ebmlDocType, inspectWebm } from './inspect/webm.ts';
import { MediaRefusedError, megabytes } from './media-errors.ts';

/** Bytes that `typeOfHead` needs of a longer file. */
export const HEAD_BYTES = 1_024;

const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];
/** Other still picture formats and QuickTime, which not all browsers play. */
const FOREIGN_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'qt  '];

/** Types recognised by their first bytes. */
const BEGINNINGS: readonly (readonly [MediaType, (head: Buffer) => boolean])[] = [
  ['image/png', (head) => head.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)],
  ['image/jpeg', (head) => head.toString('hex', 0, 3) === 'ffd8ff'],
  ['image/gif', (head) => ['GIF87a', 'GIF89a'].includes(head.toString('latin1', 0, 6))],
  ['image/webp', (head) => tagAt(head, 0) === 'RIFF' && tagAt(head, 8) === 'WEBP'],
  ['audio/wav', (head) => tagAt(head, 0) === 'RIFF' && tagAt(head, 8) === 'WAVE'],
  ['audio/ogg', (head) => tagAt(head, 0) === 'OggS'],
  ['font/woff2', (head) => tagAt(head, 0) === 'wOF2'],
  ['video/webm', (head) => ebmlDocType(head) === 'webm'],
];

/** The type by the first bytes; null if the library does not support it. */
function typeOrNull(head: Buffer): MediaType | null {
  const begun = BEGINNINGS.find(([, begins]) => begins(head));
  if (begun) return begun[0];
  const brands = brandsOf(head);
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'image/avif';
  if (brands.length > 0) return FOREIGN_BRANDS.includes(brands[0] ?? '') ? null : 'video/mp4';
  return tagAt(head, 0).startsWith('ID3') || mp3FrameAt(head, 0) ? 'audio/mpeg' : null;
}

function isSvg(head: Buffer): boolean {
  // Also matches the two 16-bit encodings that editors write.
  const text = head.toString('latin1').replaceAll('\0', '');
  return /^[^<]{0,3}\s*</.test(text) && /<svg[\s>]/i.test(text);
}

/**
 * The type by the beginning of the content: its first 1,024 bytes, or all if fewer.
 * @throws MediaRefusedError. SVG has a reason of its own: it may contain scripts.
 */
export function typeOfHead(content: Buffer): MediaType {
  const head = content.subarray(0, HEAD_BYTES);
  const type = typeOrNull(head);
  if (type) return type;
  throw new MediaRefusedError({ code: isSvg(head) ? 'media-svg' : 'media-unknown-type' });
}

/** @throws MediaRefusedError */
export function assertBytes(bytes: number, mostBytes: number): void {
  if (bytes <= mostBytes) return;
  throw new MediaRefusedError({ code: 'media-too-large', values: { most: megabytes(mostBytes) } });
}

/** Checks that read the whole file, so at most 16 MB in memory. */
const WHOLE: Readonly<Record<Exclude<MediaType, 'video/webm' | 'video/mp4'>, Inspect>> = {
  'image/png': inspectPng,
  'image/jpeg': inspectJpeg,
  'image/gif': inspectGif,
  'image/webp': inspectWebp,
  'image/avif': inspectAvif,
  'audio/mpeg': inspectMp3,
  'audio/ogg': inspectOgg,
  'audio/wav': inspectWav,
  'font/woff2': inspectWoff2,
};

async function inspect(type: MediaType, source: ByteSource): Promise<Facts | null> {
  if (type === 'video/webm') return inspectWebm(source);
  if (type === 'video/mp4') return inspectMp4(source);
  return WHOLE[type](await source.read(0, source.size));
}

/** A header that points past the end of the file means damage. */
async function factsOf(type: MediaType, source: ByteSource): Promise<Facts> {
  const facts = await inspect(type, source).catch((failure: unknown) => {
    if (!(failure instanceof RangeError)) throw failure;
    throw new MediaRefusedError({ code: 'media-damaged' }, { cause: failure });
  });
  if (!facts) throw new MediaRefusedError({ code: 'media-damaged' });
  return facts;
}

/** Codecs that every browser source plays: Chrome 103 and later. */
const PLAYED_CODECS: readonly string[] = [
  ...['avc1', 'avc3', 'vp08', 'vp09', 'av01'],
  ...['V_VP8', 'V_VP9', 'V_AV1'],
];

function judgeSides({ width, height }: Facts): void {
  // A container with sound only is no video, and no sound format the library supports.
  if (width === undefined || height === undefined) {
    throw new MediaRefusedError({ code: 'media-unknown-type' });
  }
  if (width === 0 || height === 0) throw new MediaRefusedError({ code: 'media-damaged' });
  const most = MEDIA_LIMITS.sidePixels;
  if (width > most || height > most) {
    throw new MediaRefusedError({
      code: 'media-picture-too-large',
      values: { width, height, most },
    });
  }
}

function judge(type: MediaType, facts: Facts): void {
  const { kind } = MEDIA_TYPES[type];
  const { frames, seconds, codec } = facts;
  if (kind === 'image' || kind === 'video') judgeSides(facts);
  if (codec !== undefined && !PLAYED_CODECS.includes(codec)) {
    throw new MediaRefusedError({ code: 'media-unplayable-codec' });
  }
  if (frames !== undefined && frames > MEDIA_LIMITS.frames) {
    const values = { frames, most: MEDIA_LIMITS.frames };
    throw new MediaRefusedError({ code: 'media-too-many-frames', values });
  }
  // Every playable sound has a known length.
  if (kind === 'sound' && seconds === undefined) {
    throw new MediaRefusedError({ code: 'media-unknown-type' });
  }
  const most = kind === 'video' ? MEDIA_LIMITS.videoS : MEDIA_LIMITS.soundS;
  if (seconds !== undefined && seconds > most) {
    const values = { seconds: Math.ceil(seconds), most };
    throw new MediaRefusedError({ code: 'media-too-long', values });
  }
}

/** A sound that every page plays. */
export interface Sound {
  readonly type: MediaType;
  readonly seconds: number;
}

/** What sound a whole content is, whatever it was said to be; null: none, or a damaged one. */
export function soundOf(content: Buffer): Sound | null {
  const type = typeOrNull(content.subarray(0, HEAD_BYTES));
  if (type !== 'audio/wav' && type !== 'audio/mpeg' && type !== 'audio/ogg') return null;
  try {
    const seconds = WHOLE[type](content)?.seconds;
    return seconds ? { type, seconds } : null;
  } catch (failure) {
    if (failure instanceof RangeError) return null;
    throw failure;
  }
}

/** The type of a whole file by its content, regardless of its name. Throws `MediaRefusedError`. */
export async function recognise(source: ByteSource): Promise<MediaType> {
  const type = typeOfHead(await source.read(0, HEAD_BYTES));
  assertBytes(source.size, MEDIA_TYPES[type].mostBytes);
  judge(type, await factsOf(type, source));
  return type;
}
