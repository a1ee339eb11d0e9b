import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../renderer/i18n/dashboard.ts';
import { EN, KO } from '../../../renderer/i18n/dashboard-words.ts';
import { LANGUAGES } from '../../../shared/problem.ts';
import { gapsByKey, gapsOf } from '../../support/word-gaps.ts';

const entries = Object.entries(KO) as [keyof typeof KO, string][];

describe('the tables', () => {
  it('have the same keys, but for the English singular', () => {
    const english = Object.keys(EN).filter((key) => !key.endsWith('_one'));
    expect(english.sort()).toEqual(Object.keys(KO).sort());
  });

  it('say something under every key', () => {
    expect(entries.filter(([key]) => !KO[key].trim() || !EN[key].trim())).toEqual([]);
  });

  it('have the same gaps in both languages', () => {
    const keys = entries.map(([key]) => key);
    expect(gapsByKey(EN, keys)).toEqual(gapsByKey(KO, keys));
    expect(gapsOf('{{count, number}} of {{name}}')).toEqual(['count', 'name']);
  });

  it('have the same gaps in both forms of an English plural, the number apart', () => {
    const others = Object.keys(EN).filter((key) => key.endsWith('_one'));
    expect(others.length).toBeGreaterThan(0);
    const ofForm = (form: string) =>
      others.map((key) => {
        const text = (EN as Readonly<Record<string, string>>)[key.replace('_one', form)];
        return gapsOf(text ?? 'none').filter((name) => name !== 'count');
      });
    expect(ofForm('_one')).toEqual(ofForm('_other'));
  });

  it('join no Korean particle to a gap, for it would not fit every value', () => {
    const particle = /\}\}(은|는|이|가|을|를|과|와|으로|로)(\s|$|\.)/;
    expect(entries.filter(([, text]) => particle.test(text))).toEqual([]);
  });
});

describe('durations', () => {
  it.each([
    [0, '0s', '0초'],
    [999, '0s', '0초'],
    [12_345, '12s', '12초'],
    [61_000, '1m 1s', '1분 1초'],
    [5_400_000, '1h 30m', '1시간 30분'],
    [3_600_000, '1h', '1시간'],
    [60_000, '1m 0s', '1분 0초'],
    [190_000_000, '2d 4h', '2일 4시간'],
    [-5_000, '0s', '0초'],
  ])('%d ms read %s and %s', (ms, en, ko) => {
    expect(wordsOf('en').duration(ms)).toBe(en);
    expect(wordsOf('ko').duration(ms)).toBe(ko);
  });
});

describe('stretches', () => {
  it.each([
    [0, '0ms', '0ms'],
    [412, '412ms', '412ms'],
    [1_000, '1s', '1초'],
    [61_000, '1m 1s', '1분 1초'],
  ])('of %d ms read %s and %s', (ms, en, ko) => {
    expect(wordsOf('en').stretch(ms)).toBe(en);
    expect(wordsOf('ko').stretch(ms)).toBe(ko);
  });
});

describe('amounts', () => {
  it.each([
    [1, '1 beam', '1빔'],
    [1_000, '1,000 beams', '1,000빔'],
    [0, '0 beams', '0빔'],
  ])('%d beams read %s and %s', (count, en, ko) => {
    expect(wordsOf('en').t('events.beams', { count })).toBe(en);
    expect(wordsOf('ko').t('events.beams', { count })).toBe(ko);
  });
});

describe('values', () => {
  it.each(LANGUAGES)('are never read as keys, gaps or markup (%s)', (language) => {
    const hostile = '$t(app.name) {{kind}} <b>&amp;</b>';
    expect(wordsOf(language).t('tests.play', { kind: hostile })).toContain(hostile);
  });
});
