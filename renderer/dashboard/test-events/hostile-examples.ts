import { TEST_TEXT_MOST } from '../../../shared/test-play.ts';

/** Texts that viewers send to break a broadcast, to see beforehand that they do not. */

export const HOSTILE_NAMES = [
  'markup',
  'long',
  'zalgo',
  'direction',
  'emoji',
  'invisible',
  'lines',
  'badges',
  'images',
  'empty',
] as const;
export type HostileName = (typeof HOSTILE_NAMES)[number];

const STACKED = '\u0300\u0301\u0308\u030a\u0316\u0317\u0323\u0334\u0489'.repeat(5);
const LARGEST = 999_999_999;

export interface HostileExample {
  readonly text: string;
  /** For fields with a number; null: as in the sample. */
  readonly number: number | null;
  /** How many badges, emojis and items there are. */
  readonly rows: number;
  /** Their images, one after the other. */
  readonly images: readonly string[];
}

const THOUSAND = 1_000;

/** Addresses that no page may load, and some that come to nothing. */
const BROKEN_IMAGES = [
  'https://broken.invalid/one.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'http://broken.invalid/two.png',
  '//broken.invalid/three.png',
  'https://broken.invalid/"><script>alert(1)</script>',
  `https://broken.invalid/${'long'.repeat(515)}`,
  'no address',
] as const;

export function hostileExample(name: HostileName): HostileExample {
  const text = hostileText(name);
  switch (name) {
    case 'badges':
      return { text, number: null, rows: THOUSAND, images: BROKEN_IMAGES.slice(0, 1) };
    case 'images':
      return { text, number: null, rows: BROKEN_IMAGES.length, images: BROKEN_IMAGES };
    case 'empty':
      return { text, number: LARGEST, rows: 0, images: [] };
    default:
      return { text, number: null, rows: 1, images: [] };
  }
}

/** The token of the emoji in one row, as the platform writes it. */
export function hostileToken(index: number): string {
  return `:stagelight-${index}:`;
}

function hostileText(name: HostileName): string {
  switch (name) {
    case 'markup':
      return '<img src=x onerror=alert(1)><b>bold</b><script>alert(2)</script>{{name}} {name} %s';
    case 'long':
      return 'W'.repeat(TEST_TEXT_MOST);
    case 'zalgo':
      return [...'stagelight'].map((letter) => letter + STACKED).join('');
    case 'direction':
      return 'safe\u202egnp.exe\u2066\u2067 مرحبا بالعالم שלום';
    case 'emoji':
      return '👩‍👩‍👧‍👦🏳️‍🌈🇰🇷👍🏿'.repeat(100);
    case 'invisible':
      return '\u200b\u200c\u200d\u2060\ufeff\u3164\u2800';
    case 'lines':
      return 'one\r\ntwo\n\n\n\nthree\ttab\u0007\u001b[31m';
    case 'badges':
    case 'images':
      return Array.from({ length: 20 }, (_, index) => hostileToken(index)).join(' ');
    case 'empty':
      return '';
  }
}
