import { describe, expect, it } from 'vitest';
import { OVERLAY_WORDS } from '../../../renderer/i18n/overlay.ts';
import { LANGUAGES } from '../../../shared/problem.ts';
import { gapsByKey } from '../../support/word-gaps.ts';

const { ko, en } = OVERLAY_WORDS;
const keys = Object.keys(ko).sort();

describe('what viewers read', () => {
  it('has the same keys in both languages, but for the English singular', () => {
    const english = Object.keys(en).filter((key) => !key.endsWith('_one'));
    expect(english.sort()).toEqual(keys);
  });

  it('has an English singular for every plural', () => {
    const plurals = keys.filter((key) => key.endsWith('_other'));
    expect(plurals.length).toBeGreaterThan(0);
    expect(plurals.filter((key) => !en[key.replace(/_other$/, '_one')])).toEqual([]);
  });

  it.each(LANGUAGES)('says something under every key (%s)', (language) => {
    const empty = Object.entries(OVERLAY_WORDS[language]).filter(([, text]) => !text.trim());
    expect(empty).toEqual([]);
  });

  it('has the same gaps in both languages', () => {
    expect(gapsByKey(en, keys)).toEqual(gapsByKey(ko, keys));
  });
});
