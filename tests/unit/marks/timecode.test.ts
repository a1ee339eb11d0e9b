import { describe, expect, it } from 'vitest';
import {
  frameAt,
  framesInHour,
  isDropFrame,
  timecode,
} from '../../../electron/features/marks/timecode.ts';

const RATES = {
  '23.976': { fpsNum: 24_000, fpsDen: 1_001 },
  '24': { fpsNum: 24, fpsDen: 1 },
  '25': { fpsNum: 25, fpsDen: 1 },
  '29.97': { fpsNum: 30_000, fpsDen: 1_001 },
  '30': { fpsNum: 30, fpsDen: 1 },
  '48': { fpsNum: 48, fpsDen: 1 },
  '50': { fpsNum: 50, fpsDen: 1 },
  '59.94': { fpsNum: 60_000, fpsDen: 1_001 },
  '60': { fpsNum: 60, fpsDen: 1 },
  '119.88': { fpsNum: 120_000, fpsDen: 1_001 },
  '144': { fpsNum: 144, fpsDen: 1 },
} as const;
type Rate = keyof typeof RATES;

describe('the timecode of a frame', () => {
  it.each<[Rate, number, string]>([
    ['30', 0, '00:00:00:00'],
    ['30', 29, '00:00:00:29'],
    ['30', 30, '00:00:01:00'],
    ['30', 30 * 3_725 + 4, '01:02:05:04'],
    ['30', 30 * 86_400, '00:00:00:00'],
    ['25', 25 * 60, '00:01:00:00'],
    ['24', 23, '00:00:00:23'],
    ['60', 59, '00:00:00:59'],
    ['50', 51, '00:00:01:01'],
    ['48', 48 * 61, '00:01:01:00'],
    // Not a multiple of 29.97: no numbers are left out.
    ['23.976', 24 * 60, '00:01:00:00'],
    // Two numbers are left out at each minute …
    ['29.97', 1_799, '00:00:59;29'],
    ['29.97', 1_800, '00:01:00;02'],
    ['29.97', 3_597, '00:01:59;29'],
    ['29.97', 3_598, '00:02:00;02'],
    // … but each tenth.
    ['29.97', 17_981, '00:09:59;29'],
    ['29.97', 17_982, '00:10:00;00'],
    ['29.97', 19_782, '00:11:00;02'],
    ['29.97', 107_892, '01:00:00;00'],
    // Four at twice the rate.
    ['59.94', 3_599, '00:00:59;59'],
    ['59.94', 3_600, '00:01:00;04'],
    ['59.94', 35_964, '00:10:00;00'],
    ['59.94', 215_784, '01:00:00;00'],
    // Frames have two digits: of these every second one has a number.
    ['119.88', 7_200, '00:01:00;04'],
    ['144', 144, '00:00:01:00'],
    ['144', 3, '00:00:00:01'],
  ])('at %s, frame %i is %s', (rate, frame, text) => {
    expect(timecode(frame, RATES[rate])).toBe(text);
  });

  it.each<[Rate, boolean]>([
    ['23.976', false],
    ['29.97', true],
    ['30', false],
    ['59.94', true],
    ['60', false],
    ['119.88', true],
  ])('at %s leaves numbers out: %s', (rate, isDrop) => {
    expect(isDropFrame(RATES[rate])).toBe(isDrop);
  });

  it.each(Object.keys(RATES) as Rate[])('at %s is the hour after an hour of frames', (rate) => {
    const text = timecode(framesInHour(RATES[rate]), RATES[rate]);
    expect(text).toMatch(/^01:00:00[:;]00$/);
  });

  it.each<[Rate]>([['29.97'], ['59.94']])('at %s stays with the clock over ten hours', (rate) => {
    const frame = frameAt(36_000_000, RATES[rate]);
    expect(timecode(frame, RATES[rate])).toMatch(/^(09:59:59|10:00:00);/);
  });

  it('never has the same number twice, and always rises', () => {
    let before = '';
    for (let frame = 0; frame < 40_000; frame += 1) {
      const text = timecode(frame, RATES['29.97']);
      expect(text > before).toBe(true);
      before = text;
    }
  });
});

describe('the frame at a moment', () => {
  it.each<[Rate, number, number]>([
    ['30', 1_000, 30],
    ['30', 1_016, 30],
    ['30', 1_017, 31],
    ['29.97', 1_001_000, 30_000],
    ['60', 16.7, 1],
  ])('at %s, %d ms is the nearest', (rate, ms, frame) => {
    expect(frameAt(ms, RATES[rate])).toBe(frame);
  });
});
