import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import { gapsOf } from '../../support/word-gaps.ts';

const folder = resolve(import.meta.dirname, '../../../shared/locales');
const FEATURES = readdirSync(join(folder, 'en')).filter((name) => name.endsWith('.json'));
const PLURAL = /_(zero|one|two|few|many|other)$/;

function textsOf(language: Language, feature: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, language, feature), 'utf8'));
}

const entriesOf = (language: Language, feature: string) =>
  Object.entries(textsOf(language, feature));

/** Keys as they are asked for: a plural is one key. */
const asked = (texts: Readonly<Record<string, string>>) =>
  [...new Set(Object.keys(texts).map((key) => key.replace(PLURAL, '')))].sort();

describe.each(FEATURES)('the texts of %s', (feature) => {
  const english = textsOf('en', feature);

  it.each(LANGUAGES)('have every key, and no other (%s)', (language) => {
    expect(asked(textsOf(language, feature))).toEqual(asked(english));
  });

  it.each(LANGUAGES)('have every form of a plural that the language has (%s)', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const texts = textsOf(language, feature);
    const plurals = [...new Set(Object.keys(english).filter((key) => PLURAL.test(key)))];
    const names = [...new Set(plurals.map((key) => key.replace(PLURAL, '')))];
    const missing = names.flatMap((name) =>
      forms.map((form) => `${name}_${form}`).filter((key) => !Object.hasOwn(texts, key)),
    );
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)('say something under every key (%s)', (language) => {
    expect(entriesOf(language, feature).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)(
    'have the gaps of the English text; a singular may spare its number (%s)',
    (language) => {
      const wrong = entriesOf(language, feature).filter(([key, text]) => {
        const name = key.replace(PLURAL, '');
        const wanted = gapsOf(english[key] ?? english[`${name}_other`] ?? english[name] ?? '');
        const has = gapsOf(text);
        const spared = PLURAL.test(key) ? ['count', 'n'] : [];
        const without = (gaps: readonly string[]) => gaps.filter((gap) => !spared.includes(gap));
        return without(has).join() !== without(wanted).join();
      });
      expect(wrong).toEqual([]);
    },
  );
});

it('no key stands in two files that are read together', () => {
  const overlay = ['widgets.json', 'show-widgets.json'];
  const pages = FEATURES.filter((name) => !overlay.includes(name));
  for (const together of [pages, overlay]) {
    const keys = together.flatMap((feature) => Object.keys(textsOf('en', feature)));
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  }
});

it('no Korean particle follows a gap, for it would not fit every value', () => {
  const particle = /\}\}(은|는|이|가|을|를|과|와|으로|로)(\s|$|\.)/;
  const korean = FEATURES.flatMap((feature) => entriesOf('ko', feature));
  expect(korean.filter(([, text]) => particle.test(text))).toEqual([]);
});
