import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StagelightError, sayProblem } from '../../../electron/base/errors.ts';
import { recognise } from '../../../electron/features/media/recognise.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { MEDIA_TYPES, type MediaType } from '../../../shared/overlay/media.ts';
import {
  avif,
  bufferSource,
  gif,
  jpeg,
  mp3,
  mp4,
  ogg,
  png,
  wav,
  webm,
  webpLossless,
  webpLossy,
  webpMoving,
  woff2,
} from './samples.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The type, or the code of the refusal. */
async function judge(bytes: Buffer): Promise<string> {
  try {
    return await recognise(bufferSource(bytes));
  } catch (failure) {
    if (failure instanceof StagelightError) return failure.problem.code;
    throw failure;
  }
}

/** 25,000 boxes with nothing in them. */
const EMPTY_BOXES = Buffer.from('0000000866726565'.repeat(25_000), 'hex');

const SAMPLES: readonly (readonly [string, Buffer, MediaType])[] = [
  ['a PNG', png(), 'image/png'],
  ['an animated PNG', png({ frames: 4 }), 'image/png'],
  ['a JPEG', jpeg(), 'image/jpeg'],
  ['a GIF', gif({ frames: 5 }), 'image/gif'],
  ['a lossy WebP', webpLossy(), 'image/webp'],
  ['a lossless WebP', webpLossless(), 'image/webp'],
  ['an animated WebP', webpMoving(), 'image/webp'],
  ['an AVIF', avif(), 'image/avif'],
  ['an AVIF sequence', avif({ frames: 9 }), 'image/avif'],
  ['an MP4', mp4(), 'video/mp4'],
  ['a WebM', webm(), 'video/webm'],
  ['an MP3 with a tag', mp3(), 'audio/mpeg'],
  ['an MP3 without a tag', mp3({ tagged: false }), 'audio/mpeg'],
  ['an Ogg with Opus', ogg(), 'audio/ogg'],
  ['an Ogg with Vorbis', ogg({ codec: 'vorbis' }), 'audio/ogg'],
  ['a WAV', wav(), 'audio/wav'],
  ['a WAV of unsaid length', wav({ said: false }), 'audio/wav'],
  ['a WOFF2', woff2(), 'font/woff2'],
];

describe('the type of a file', () => {
  it.each(SAMPLES)('of %s follows from its content', async (_, bytes, type) => {
    expect(await judge(bytes)).toBe(type);
  });

  it('is known of every type that the library keeps', () => {
    expect(new Set(SAMPLES.map(([, , type]) => type))).toEqual(new Set(Object.keys(MEDIA_TYPES)));
  });

  it.each([
    ['assets/sounds/donation.wav', 'audio/wav'],
    ['assets/icons/png/256x256.png', 'image/png'],
    ['tests/fixtures/media/alpha.gif', 'image/gif'],
    ['tests/fixtures/media/alpha.webp', 'image/webp'],
    ['tests/fixtures/media/alpha.webm', 'video/webm'],
    ['node_modules/@fontsource/pretendard/files/pretendard-latin-400-normal.woff2', 'font/woff2'],
  ])('of %s is %s', async (path, type) => {
    expect(await judge(readFileSync(join(ROOT, path)))).toBe(type);
  });
});

describe('a file that is cut off', () => {
  // A recorder's film and a sound may end anywhere; what is there of them can be played.
  const strict = SAMPLES.filter(([name]) => !/MP3|WebM|unsaid/.test(name));

  it.each(strict)('as of %s is refused wherever the cut is', async (_, bytes) => {
    for (let length = 0; length < Math.min(bytes.length, 2_000); length += 1) {
      const verdict = await judge(bytes.subarray(0, length));
      expect(['media-damaged', 'media-unknown-type'], `${length} bytes`).toContain(verdict);
    }
  });

  it.each(SAMPLES)('as of %s never fails in another way than refusal', async (_, bytes) => {
    for (let length = 0; length < Math.min(bytes.length, 2_000); length += 7) {
      expect(await judge(bytes.subarray(0, length))).toMatch(/^(media-|video\/|audio\/)/);
    }
  });

  it.each(SAMPLES)(
    'or has any one byte changed, as of %s, is judged all the same',
    async (_, bytes) => {
      for (let at = 0; at < Math.min(bytes.length, 400); at += 1) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        expect(await judge(changed)).toMatch(/^(media-|image\/|video\/|audio\/|font\/)/);
      }
    },
  );
});

describe('a file that cannot be used is refused with the reason', () => {
  it.each([
    ['nothing at all', Buffer.alloc(0), 'media-unknown-type'],
    ['a text', Buffer.from('hello'), 'media-unknown-type'],
    ['a page', Buffer.from('<!doctype html><script>1</script>'), 'media-unknown-type'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'media-svg'],
    [
      'a drawing behind a declaration',
      Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- x -->\n<svg >'),
      'media-svg',
    ],
    ['a drawing in 16 bits', Buffer.from('\ufeff<svg onload="x">', 'utf16le'), 'media-svg'],
    ['a page with a drawing in it', Buffer.from('text <svg>'), 'media-unknown-type'],
    ['a Matroska film', webm({ doc: 'matroska' }), 'media-unknown-type'],
    ['a QuickTime film', mp4({ brand: 'qt  ' }), 'media-unknown-type'],
    ['a HEIC picture', mp4({ brand: 'heic' }), 'media-unknown-type'],
    ['an MP4 of sound alone', mp4({ handler: 'soun' }), 'media-unknown-type'],
    ['a WebM of sound alone', webm({ audioOnly: true }), 'media-unknown-type'],
    ['an Ogg with a film', ogg({ codec: 'theora' }), 'media-unknown-type'],
    ['a WAV of a rare format', wav({ format: 0x55 }), 'media-unknown-type'],
    ['a PNG without width', png({ width: 0 }), 'media-damaged'],
    ['a picture of 4,096 pixels', png({ width: 4_096, height: 4_096 }), 'image/png'],
    ['a PNG that is too wide', png({ width: 4_097 }), 'media-picture-too-large'],
    ['a JPEG that is too high', jpeg({ height: 4_097 }), 'media-picture-too-large'],
    ['a GIF that is too wide', gif({ width: 5_000 }), 'media-picture-too-large'],
    ['a lossy WebP that is too wide', webpLossy({ width: 4_097 }), 'media-picture-too-large'],
    [
      'a lossless WebP that is too high',
      webpLossless({ height: 4_097 }),
      'media-picture-too-large',
    ],
    ['a moving WebP that is too high', webpMoving({ height: 9_000 }), 'media-picture-too-large'],
    ['an AVIF that is too wide', avif({ width: 8_192 }), 'media-picture-too-large'],
    ['an MP4 that is too wide', mp4({ width: 7_680, height: 4_320 }), 'media-picture-too-large'],
    ['a WebM that is too wide', webm({ width: 7_680 }), 'media-picture-too-large'],
    ['a GIF of 600 pictures', gif({ frames: 600 }), 'image/gif'],
    ['a GIF of more pictures', gif({ frames: 601 }), 'media-too-many-frames'],
    ['a PNG of many pictures', png({ frames: 601 }), 'media-too-many-frames'],
    ['a WebP of many pictures', webpMoving({ frames: 601 }), 'media-too-many-frames'],
    ['an AVIF of many pictures', avif({ frames: 601 }), 'media-too-many-frames'],
    ['a film of a minute', mp4({ seconds: 60 }), 'video/mp4'],
    ['a longer film in MP4', mp4({ seconds: 61 }), 'media-too-long'],
    ['a longer film in WebM', webm({ seconds: 61 }), 'media-too-long'],
    ['a sound of half a minute', wav({ seconds: 30 }), 'audio/wav'],
    ['a longer WAV', wav({ seconds: 31 }), 'media-too-long'],
    ['a longer WAV of unsaid length', wav({ seconds: 31, said: false }), 'media-too-long'],
    ['a longer MP3', mp3({ seconds: 31 }), 'media-too-long'],
    ['a longer Ogg', ogg({ seconds: 31 }), 'media-too-long'],
    ['an MP4 in HEVC', mp4({ codec: 'hvc1' }), 'media-unplayable-codec'],
    ['an MP4 in VP9', mp4({ codec: 'vp09' }), 'video/mp4'],
    ['a WebM in a codec of another time', webm({ codec: 'V_THEORA' }), 'media-unplayable-codec'],
    ['an MP4 of boxes without end', Buffer.concat([mp4(), EMPTY_BOXES]), 'media-damaged'],
    ['an AVIF of boxes without end', Buffer.concat([avif(), EMPTY_BOXES]), 'media-damaged'],
    ['a font that unpacks to too much', woff2({ unpacked: 100_000_000 }), 'media-damaged'],
  ])('%s', async (_, bytes, verdict) => {
    expect(await judge(bytes)).toBe(verdict);
  });

  it.each(Object.entries(MEDIA_TYPES))(
    'a file of %s over its size',
    async (type, { mostBytes }) => {
      const sample = SAMPLES.find(([, , of]) => of === type)?.[1] ?? Buffer.alloc(0);
      const source = { ...bufferSource(sample), size: mostBytes + 1 };
      await expect(recognise(source)).rejects.toMatchObject({
        problem: { code: 'media-too-large' },
      });
    },
  );

  it('names the reason and a way out in both languages', async () => {
    for (const bytes of [Buffer.alloc(0), png({ width: 9_999 }), wav({ seconds: 31 })]) {
      const failure: unknown = await recognise(bufferSource(bytes)).catch((thrown) => thrown);
      if (!(failure instanceof StagelightError)) throw new Error('Not refused');
      const [ko, en] = LANGUAGES.map((language) => sayProblem(failure.problem, language));
      for (const text of Object.values(ko ?? {})) expect(text).toMatch(/요\.$|요\. /);
      for (const text of Object.values(en ?? {})) expect(text.length).toBeGreaterThan(10);
    }
  });
});
