import { describe, expect, it } from 'vitest';
import { speechMs } from '../../../electron/features/alerts/alert-presenter.ts';
import {
  languageOf,
  replaceBlocked,
  type SpeechRequest,
  speechText,
} from '../../../electron/features/alerts/speech-text.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { type SpeechSettings, speechSettingsSchema } from '../../../shared/overlay/alert-rules.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';

const LONGEST_SPEECH_MS = 20_000;

function read(
  event: ValuedEvent,
  settings: Partial<SpeechSettings> = {},
  changes: Partial<SpeechRequest> = {},
): string | null {
  return speechText({
    event,
    tally: null,
    template: '',
    together: null,
    language: 'ko',
    settings: speechSettingsSchema.parse({ on: true, ...settings }),
    ...changes,
  });
}

const said = (donationText: string, settings: Partial<SpeechSettings> = {}) =>
  read(donation(1, { donationText }), settings)?.replace(/^시청자님이 1,000빔 후원! ?/u, '') ??
  null;

const subscribed = (changes: object): ValuedEvent => {
  const event = subscription(1);
  return { ...event, data: { ...event.data, subscriberChannelName: '구름', ...changes } };
};

describe('what is read of an alert', () => {
  it.each([
    [donation(1), '시청자님이 1,000빔 후원! 응원해요'],
    [donation(1, { donationText: 'good luck' }), '시청자 donated 1,000 beams. good luck'],
    [donation(1, { donatorNickname: null, donationText: '' }), '익명 시청자님이 1,000빔 후원!'],
    [
      donation(1, { donatorNickname: null, donationText: 'hi' }),
      'Anonymous donated 1,000 beams. hi',
    ],
    [donation(1, { payAmount: null }), '시청자님이 후원! 응원해요'],
    [subscribed({ month: 3 }), '구름님이 3개월째 구독!'],
    [subscribed({ month: null }), '구름님이 구독했어요!'],
    [subscribed({ month: 1, subscriptionMessage: 'yay' }), '구름 subscribed for 1 month. yay'],
    [subscribed({ month: 2, subscriptionMessage: 'yay' }), '구름 subscribed for 2 months. yay'],
    [draw(1), '망토, 5명 당첨!'],
    [purchase(1), '익명 시청자님이 머그컵 구매!'],
    [purchase(1, { itemCount: 3 }), '익명 시청자님이 머그컵 외 2건 구매!'],
    [
      purchase(1, { content: 'nice mug', itemCount: 2 }),
      'Anonymous bought 머그컵 and 1 more. nice mug',
    ],
  ])('%#: who, what, and the message in its language', (event, text) => {
    expect(read(event)).toBe(text);
  });

  it.each([
    [1, 'Cape: 1 winner!'],
    [5, 'Cape: 5 winners!'],
  ])('a draw of %s in English, where the app is', (count, text) => {
    expect(read(draw(1, { rewardTitle: 'Cape', count }), {}, { language: 'en' })).toBe(text);
  });

  it.each([
    ['{name}님 고마워요', '시청자님 고마워요. 응원해요'],
    ['{name}: {message}', '시청자: 응원해요.'],
    ['고마워요!', '고마워요! 응원해요'],
  ])('the streamer’s words %j, and the message once', (template, text) => {
    expect(read(donation(1), {}, { template })).toBe(text);
  });

  it('our own sentence where the template has a hole', () => {
    const event = donation(1, { payAmount: null });
    expect(read(event, {}, { template: '{amount}!' })).toBe('시청자님이 후원! 응원해요');
  });

  it.each(['{{beams}} {{name}}', '$t(spoken.beep) $&', 'spoken.beep', '{name}'])(
    'names are names, whatever they look like: %j',
    (donatorNickname) => {
      const event = donation(1, { donatorNickname, donationText: '' });
      expect(read(event)).toBe(`${donatorNickname}님이 1,000빔 후원!`);
    },
  );

  it('of a shared card: the first, how many others, and the sum', () => {
    const together = [
      { name: '하나', beams: 100 },
      { name: null, beams: 200 },
      { name: '셋', beams: 300 },
    ];
    expect(read(donation(1), {}, { together })).toBe('하나님 외 2명이 모두 600빔 후원!');
    expect(read(donation(1), {}, { together: together.slice(1), language: 'en' })).toBe(
      'Anonymous and 1 other donated 500 beams in all.',
    );
    expect(read(donation(1), { minimumBeams: 601 }, { together })).toBeNull();
  });

  it.each([
    ['it is below the minimum', donation(1, { payAmount: 999 }), { minimumBeams: 1_000 }],
    ['its amount is unknown', donation(1, { payAmount: null }), { minimumBeams: 1 }],
  ])('nothing, when %s', (_why, event, settings) => {
    expect(read(event, settings)).toBeNull();
  });

  it('everything at the minimum, and what is no donation', () => {
    expect(read(donation(1), { minimumBeams: 1_000 })).not.toBeNull();
    expect(read(draw(1), { minimumBeams: 1_000 })).not.toBeNull();
  });
});

describe('the language of a message', () => {
  it.each([
    ['안녕하세요', 'ko'],
    ['hello', 'en'],
    ['WOW 대박', 'ko'],
    ['ㅋㅋㅋ', 'ko'],
    ['this is a long sentence 요', 'en'],
    ['12345 !!', 'other'],
    ['こんにちは', 'other'],
    ['', 'other'],
  ])('%j is %s', (text, language) => {
    expect(languageOf(text, 'ko')).toBe(language === 'other' ? 'ko' : language);
    expect(languageOf(text, 'en')).toBe(language === 'other' ? 'en' : language);
  });
});

describe('a message made fit for a voice', () => {
  it.each([
    ['보세요 https://evil.example/a?b=c 꼭', '보세요 링크 꼭'],
    ['www.naver.com/x에서 봐요', '링크 봐요'],
    ['naver.com에서 봐요', '링크 에서 봐요'],
    ['한글주소.kr 로', '링크 로'],
    ['3.5점 줄게요. 진짜로.', '3.5점 줄게요. 진짜로.'],
    ['ㅋㅋㅋㅋㅋㅋㅋ 와아아아아아', 'ㅋㅋㅋ 와아아아'],
    ['!!!!!!!!', '!!!'],
    ['10000000원', '10000000원'],
    ['축하🎉🎉🎉🎉👍🏿해요🇰🇷', '축하 해요'],
    ['가\u200b\u202e나', '가나'],
    ['두\r\n줄', '두 줄'],
    ['넓은　빈칸', '넓은 빈칸'],
  ])('%j is read as %j', (text, spoken) => {
    expect(said(text)).toBe(spoken);
  });

  it('loses its emoji tokens, not its times of day', () => {
    const emojis = { ':ch-smile:': 'https://cdn.example/smile.png' };
    const event = donation(1, { donationText: '10:30-11:30 :ch-smile: 좋아요', emojis });
    expect(read(event, {}, { template: '{message}' })).toBe('10:30-11:30 좋아요.');
  });

  it.each([
    [20, '하나 둘 셋 넷 다섯 여섯 일곱 여덟', '하나 둘 셋 넷 다섯 여섯 일곱'],
    [10, '가'.repeat(3).concat(' ', '나다'.repeat(20)), '가가가 나다나다나다'],
  ])('ends within %s at a word, or within a word too long', (longest, text, spoken) => {
    const event = donation(1, { donationText: text });
    expect(read(event, { longest }, { template: '{message}' })).toBe(spoken);
  });

  it.each(HOSTILE_TEXTS)('holds $name short and quiet', ({ text }) => {
    const event = donation(1, { donatorNickname: text, donationText: text });
    const spoken = read(event, { longest: 150, blockedWords: ['바보', 'bad'] }) ?? '';
    expect(spoken.length).toBeLessThanOrEqual(150);
    expect(spoken.isWellFormed()).toBe(true);
    expect(spoken).not.toMatch(/[\p{Cc}\p{Cf}]|\p{M}{3}|https?:/u);
  });

  it('is beeped in its language', () => {
    expect(said('너 바보야', { blockedWords: ['바보'] })).toBe('너 삐야');
    const event = donation(1, { donationText: 'you fool!' });
    expect(read(event, { blockedWords: ['fool'] })).toMatch(/you beep!$/);
  });

  it('is beeped also where cutting a run, or taking a picture out, makes the word', () => {
    expect(said('바아아아아아보', { blockedWords: ['바아아아보'] })).toBe('삐');
    expect(said('바🎉보', { blockedWords: ['바보'] })).toBe('삐');
    expect(said('ㅗㅗㅗㅗㅗㅗ', { blockedWords: ['ㅗㅗㅗㅗㅗ'] })).toBe('삐');
  });

  it('is beeped where the name is the word', () => {
    const event = donation(1, { donatorNickname: '바 보', donationText: '' });
    expect(read(event, { blockedWords: ['바보'] })).toBe('삐님이 1,000빔 후원!');
  });
});

describe('blocked words', () => {
  it.each([
    ['바보', '바보'],
    ['바보', '바 보'],
    ['바보', '바\u200b보'],
    ['바보', '바.보'],
    ['바보', '바\u0338보\u0338'],
    ['바보', '바보'.normalize('NFD')],
    ['바보', 'ㅂㅏㅂㅗ'],
    ['fool', 'FOOL'],
    ['fool', 'ｆｏｏｌ'],
    ['fool', '𝕗𝕠𝕠𝕝'],
    ['fool', 'f o  o-l'],
    ['fool', 'fóól'],
    ['FOOL', 'fool'],
    ['ㅅㅂ', 'ㅅ ㅂ'],
    ['♥♥', '♥♥'],
  ])('%j is found in %j', (word, text) => {
    expect(replaceBlocked(`a ${text} b`, [word], '*')).toBe('a * b');
  });

  it.each([
    ['가', '각'],
    ['시바', '시발점'],
    ['fool', 'foo l'.replace('l', '1')],
    ['♥♥', '♥ ♥'],
    [' ', 'a b'],
  ])('%j is not found in %j', (word, text) => {
    expect(replaceBlocked(text, [word], '*')).toBe(text);
  });

  it('are found each time, within longer words, and once where they overlap', () => {
    expect(replaceBlocked('바보바보 왕바보', ['바보'], '*')).toBe('** 왕*');
    expect(replaceBlocked('abcde', ['abc', 'cde'], '*')).toBe('*');
    expect(replaceBlocked('plain', ['바보'], '*')).toBe('plain');
  });
});

describe('how long a voice takes', () => {
  it('grows with the text, shrinks with the rate, and is never over twenty seconds', () => {
    expect(speechMs(null, 1)).toBe(0);
    expect(speechMs('가'.repeat(10), 1)).toBe(2_700);
    expect(speechMs('a'.repeat(10), 1)).toBe(1_650);
    expect(speechMs('가'.repeat(10), 2)).toBe(1_350);
    expect(speechMs('가'.repeat(500), 1)).toBe(LONGEST_SPEECH_MS);
  });
});
