import { describe, expect, it } from 'vitest';
import { coreTexts } from '../../../electron/base/errors.ts';
import { CORE_TEXTS } from '../../../shared/locales/core.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';

const codesOf = (texts: Readonly<Record<string, string>>, part: 'what' | 'cure') =>
  new Set(
    Object.keys(texts).flatMap((key) => {
      const code = new RegExp(`^problem\\.(.+)\\.${part}(_[a-z]+)?$`).exec(key)?.[1];
      return code === undefined ? [] : [code];
    }),
  );

describe.each(LANGUAGES)('the texts of problems (%s)', (language) => {
  it('say what happened and what to do, for each code', () => {
    const what = codesOf(CORE_TEXTS[language], 'what');
    expect(what.size).toBeGreaterThan(60);
    expect([...codesOf(CORE_TEXTS[language], 'cure')].sort()).toEqual([...what].sort());
  });

  it('are sentences', () => {
    const sentences = Object.entries(CORE_TEXTS[language]).filter(([key]) =>
      /^problem\..*\.(what|cure)(_[a-z]+)?$/.test(key),
    );
    // A cure that is made of whole texts ends with them.
    const isMade = (text: string) => /^\{\{\w+\}\}$/.test(text);
    expect(sentences.filter(([, text]) => !/[.!?]$/.test(text) && !isMade(text))).toEqual([]);
  });

  it('have commas between the entries of a list', () => {
    const events = [
      { key: 'problem.events-donation' as const },
      { key: 'problem.events-subscription' as const },
    ];
    const said = coreTexts(language)('problem.subscription-refused.what', { events });
    expect(said).toContain({ ko: '후원, 구독', en: 'donations, subscriptions' }[language]);
  });
});
