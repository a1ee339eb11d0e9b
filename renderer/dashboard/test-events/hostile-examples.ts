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
  'empty',
] as const;
export type HostileName = (typeof HOSTILE_NAMES)[number];

const STACKED = '\u0300\u0301\u0308\u030a\u0316\u0317\u0323\u0334\u0489'.repeat(5);
const LARGEST = 999_999_999;

export interface HostileExample {
  readonly text: string;
  /** For fields with a number; null: as in the sample. */
  readonly number: number | null;
}

export function hostileExample(name: HostileName): HostileExample {
  return { text: hostileText(name), number: name === 'empty' ? LARGEST : null };
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
    case 'empty':
      return '';
  }
}
