import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../renderer/i18n/dashboard.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';

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
