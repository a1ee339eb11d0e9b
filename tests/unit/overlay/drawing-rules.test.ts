import { describe, expect, it } from 'vitest';
import { languageFromAddress } from '../../../renderer/i18n/address-language.ts';
import { translator } from '../../../renderer/i18n/page-words.ts';
import { feedAddress } from '../../../renderer/overlay/feed-client.ts';
import { CLEAN } from '../../../renderer/themes/clean.ts';
import { heroSize } from '../../../renderer/widgets/alert-frame.tsx';
import { nameColor } from '../../../renderer/widgets/chat-line.ts';
import {
  CHAT_LIMITS,
  cutWhole,
  hasLongWord,
  isEmojiOnly,
  richSegments,
} from '../../../renderer/widgets/rich-text.tsx';
import { WIDGET_TEXTS } from '../../../shared/locales/widgets.ts';
import { HEART, HEART_URL } from '../../support/stage-events.ts';
import { colorOf } from './theme-colors.ts';

const emojis = { [HEART]: HEART_URL };
const segments = (content: string) => richSegments(content, emojis, CHAT_LIMITS);

describe('richSegments', () => {
  it('keeps a short message as it is', () => {
    expect(segments(`a ${HEART} b`)).toEqual([
      { type: 'text', text: 'a ' },
      { type: 'emoji', token: HEART, url: HEART_URL },
      { type: 'text', text: ' b' },
    ]);
  });

  it('keeps a token without an address as text', () => {
    expect(segments(':AaBbCc-none:')).toEqual([{ type: 'text', text: ':AaBbCc-none:' }]);
  });

  it.each([
    ['ten thousand letters', 'a'.repeat(10_000)],
    ['sixty-four kilobytes', '가'.repeat(64 * 1024)],
    ['text between emojis', `${'b'.repeat(90)}${HEART}`.repeat(100)],
  ])('cuts %s to what can be seen, with an ellipsis', (_name, content) => {
    const cut = segments(content);
    const text = cut.flatMap((segment) => (segment.type === 'text' ? [segment.text] : [])).join('');
    expect(text.length).toBeLessThanOrEqual(CHAT_LIMITS.characters + 1);
    expect(text.endsWith('…')).toBe(true);
  });

  it('cuts an emoji storm', () => {
    const cut = segments(HEART.repeat(3_000));
    expect(cut.filter((segment) => segment.type === 'emoji')).toHaveLength(CHAT_LIMITS.emojis);
    expect(cut.at(-1)).toEqual({ type: 'text', text: '…' });
  });

  it('never cuts a character in half', () => {
    expect(cutWhole('a😀', 2)).toBe('a');
    expect(cutWhole('a😀', 3)).toBe('a😀');
  });
});

describe('isEmojiOnly', () => {
  it.each([
    ['one image', HEART, true],
    ['images and spaces', `${HEART} ${HEART}`, true],
    ['written emoji', '😀 👍🏽', true],
    ['a family joined into one', '👨‍👩‍👧', true],
    ['a flag', '🇰🇷', true],
    ['image and words', `${HEART} hi`, false],
    ['digits', '123', false],
    ['nothing', '', false],
    ['blanks', '   ', false],
    ['nine images', HEART.repeat(9), false],
  ])('%s', (_name, content, expected) => {
    expect(isEmojiOnly(segments(content))).toBe(expected);
  });
});

describe('hasLongWord', () => {
  it.each([
    ['a'.repeat(20), true],
    ['ㅋ'.repeat(40), true],
    ['a'.repeat(19), false],
    ['words of usual length in a row', false],
  ])('%s', (content, expected) => {
    expect(hasLongWord(segments(content))).toBe(expected);
  });
});

describe('heroSize', () => {
  it.each([
    ['1', 'xl'],
    ['10,000', 'xl'],
    ['123,456,789', 'l'],
    ['새벽 기사단 상자', 'l'],
    ['Dawn Order chest', 'm'],
    ['겨울 한정 후드 집업과 세트 모음', 's'],
    ['x'.repeat(10_000), 's'],
  ])('%s', (text, size) => {
    expect(heroSize(text)).toBe(size);
  });

  it.each([
    ['999,999,999', '빔', 'l'],
    ['999,999,999', ' beams', 'm'],
    ['20,000', ' beams', 'xl'],
  ])('leaves room for the unit: %s%s', (number, unit, size) => {
    expect(heroSize(number, unit)).toBe(size);
  });

  it('is smaller where an own picture leaves it less room', () => {
    expect(heroSize('20,000', ' beams', 0.7)).toBe('m');
  });
});

describe('names', () => {
  const channel = (value: number): number => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const luminance = (rgb: readonly number[]): number =>
    0.2126 * channel(rgb[0] ?? 0) + 0.7152 * channel(rgb[1] ?? 0) + 0.0722 * channel(rgb[2] ?? 0);
  const plates = [CLEAN['--ov-plate'], CLEAN['--ov-plate-streamer']];
  const backgrounds = plates
    .map(colorOf)
    .flatMap(({ red, green, blue, alpha }) =>
      [0, 255].map((picture) =>
        [red, green, blue].map((value) => value * alpha + picture * (1 - alpha)),
      ),
    );
  const colors = Object.entries(CLEAN).flatMap(([token, color]) =>
    token.startsWith('--ov-name-') ? [color] : [],
  );

  it.each(colors)('%s can be read on both plates over snow and over a cave', (color) => {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    for (const background of backgrounds) {
      const ratio = (luminance(rgb) + 0.05) / (luminance(background) + 0.05);
      expect(ratio).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('keep their colour, and neighbours differ', () => {
    expect(nameColor('channel-1')).toBe(nameColor('channel-1'));
    const used = new Set(Array.from({ length: 200 }, (_, at) => nameColor(`channel-${at}`)));
    expect(used.size).toBe(colors.length);
  });
});

describe('words', () => {
  const stems = (words: Readonly<Record<string, string>>) =>
    [...new Set(Object.keys(words).map((key) => key.replace(/_(?:one|other)$/u, '')))].sort();

  it('are there in both languages', () => {
    expect(stems(WIDGET_TEXTS.en)).toEqual(stems(WIDGET_TEXTS.ko));
  });

  it.each([
    ['ko', 1, '이름 외 1건'],
    ['ko', 2, '이름 외 2건'],
    ['en', 1, '이름 and 1 more'],
    ['en', 2, '이름 and 2 more'],
  ] as const)('count things in %s: %d', (language, count, expected) => {
    const t = translator(WIDGET_TEXTS[language], language);
    expect(t('purchase.and-more', { count, n: String(count), item: '이름' })).toBe(expected);
  });

  it('leave what a viewer typed alone', () => {
    const t = translator(WIDGET_TEXTS.en, 'en');
    const name = '<b>$t(anonymous)</b> {{n}} &';
    expect(t('donation.by', { name })).toBe(`${name} donated`);
  });

  it.each([
    ['?lang=en', 'en'],
    ['?lang=ko&x=1', 'ko'],
    ['?lang=xx', null],
    ['', null],
  ])('follow the address %s', (search, expected) => {
    expect(languageFromAddress(search)).toBe(expected);
  });
});

describe('feedAddress', () => {
  it.each([
    ['http://127.0.0.1:9000/overlay/key/', 'ws://127.0.0.1:9000/overlay/key/feed'],
    [
      'http://127.0.0.1:9000/overlay/key/?lang=en#x',
      'ws://127.0.0.1:9000/overlay/key/feed?lang=en',
    ],
    ['https://stage.example/overlay/key/', 'wss://stage.example/overlay/key/feed'],
  ])('%s', (page, expected) => {
    expect(feedAddress(page)).toBe(expected);
  });
});
