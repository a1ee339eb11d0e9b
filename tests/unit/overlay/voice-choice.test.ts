import { describe, expect, it } from 'vitest';
import { chooseVoice } from '../../../renderer/speech/speaker.ts';
import { spokenLanguage } from '../../../shared/overlay/voices.ts';
import { SAM, voiceOf, YUNA } from './fake-speech.ts';

describe('the language in which a text is read', () => {
  it.each([
    ['밤하늘님이 10,000빔 후원! 오늘 방송 최고', 'ko'],
    ['night donated 10,000 beams! Thank you so much', 'en'],
    ['밤하늘님이 500빔 후원! gg', 'ko'],
    ['밤하늘 donated 500 beams! thank you for the stream', 'en'],
    ['밤하늘님이 500빔 후원! what a long night it was for all of us, and nobody slept', 'en'],
    ['ㅋㅋㅋ nice', 'ko'],
    ['12,345', 'en'],
    ['', 'en'],
    ['😀😀', 'en'],
    ['\u1112\u1161\u11ab', 'ko'],
  ])('%s: %s', (text, language) => {
    expect(spokenLanguage(text)).toBe(language);
  });
});

describe('the voice that reads', () => {
  const mina = voiceOf('Mina', 'ko_KR');
  const cloud = voiceOf('Cloud', 'ko-KR', { localService: false });
  const zoe = voiceOf('Zoe', 'en-GB');
  const marie = voiceOf('Marie', 'fr-FR', { default: true });

  it.each([
    ['the first of the language', [SAM, YUNA, mina], 'ko', null, 'Yuna'],
    ['the first of the language', [YUNA, zoe, SAM], 'en', null, 'Zoe'],
    ['one of this computer before one of a service', [cloud, mina], 'ko', null, 'Mina'],
    ['one of a service where there is no other', [SAM, cloud], 'ko', null, 'Cloud'],
    ['the one that is named', [YUNA, mina], 'ko', 'Mina', 'Mina'],
    ['the named Korean one for English, too', [YUNA, SAM], 'en', 'Yuna', 'Yuna'],
    ['a Korean one for Korean though an English one is named', [SAM, YUNA], 'ko', 'Sam', 'Yuna'],
    ['the named one where no other could do it better', [SAM, zoe], 'ko', 'Zoe', 'Zoe'],
    ['the first of the language where the named one is not here', [SAM, YUNA], 'ko', 'X', 'Yuna'],
    [
      'the default one where none speaks the language',
      [voiceOf('B', 'de'), marie],
      'ko',
      null,
      'Marie',
    ],
    ['any one at last', [voiceOf('B', 'de')], 'en', null, 'B'],
    ['nobody where there are no voices', [], 'ko', 'Yuna', undefined],
    [
      'not one whose language only begins alike',
      [voiceOf('K', 'kok-IN'), YUNA],
      'ko',
      null,
      'Yuna',
    ],
  ] as const)('is %s', (_name, voices, language, named, chosen) => {
    expect(chooseVoice(voices, language, named)?.name).toBe(chosen);
  });
});
