import { describe, expect, it } from 'vitest';
import type { Language } from '../../../shared/locales/index.ts';
import { createTranslator } from '../../../shared/locales/translate.ts';

const TEXTS = {
  ko: { 'state.label': '상태', 'state.for': '{{duration}} ({{count, number}})' },
  en: { 'state.label': 'State', 'state.for': '{{duration}} ({{count, number}})' },
};

describe('a text with values', () => {
  const say = (language: Language, duration: readonly string[]) =>
    createTranslator(TEXTS)(language)('state.for', { duration, count: 1_200 });

  it.each([
    ['ko', [], ' (1,200)'],
    ['ko', ['가'], '가 (1,200)'],
    ['ko', ['가', '나'], '가, 나 (1,200)'],
    ['ko', ['가', '나', '다'], '가, 나, 다 (1,200)'],
    ['en', ['a', 'b', 'c'], 'a, b, c (1,200)'],
  ] as const)('says in %s the list %j as %s', (language, entries, expected) => {
    expect(say(language, entries)).toBe(expected);
  });

  it('says a text inside it in the same language, and leaves a value that looks like a gap', () => {
    const duration = { key: 'state.label' } as const;
    const translator = createTranslator(TEXTS);
    expect(translator('ko')('state.for', { duration, count: 1 })).toBe('상태 (1)');
    expect(translator('en')('state.for', { duration, count: 1 })).toBe('State (1)');
    expect(translator('en')('state.for', { duration: '{{count}} $t(state.label)', count: 1 })).toBe(
      '{{count}} $t(state.label) (1)',
    );
  });
});
