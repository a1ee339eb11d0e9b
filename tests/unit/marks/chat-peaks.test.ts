import { describe, expect, it } from 'vitest';
import {
  type ChatPeak,
  ChatPeaks,
  median,
  robustScore,
} from '../../../electron/features/marks/chat-peaks.ts';

const STEP = 10_000;

/** Chat as messages in each ten seconds. */
function peaksOf(steps: readonly number[]): ChatPeak[] {
  const peaks = new ChatPeaks();
  const found = steps.map((messages, at) => peaks.add(messages, at * STEP));
  return [...found, peaks.add(0, steps.length * STEP)].flatMap((peak) => peak ?? []);
}

const steady = (messages: number, minutes: number): number[] =>
  Array.from({ length: minutes * 6 }, () => messages);

describe('the middle of some numbers', () => {
  it.each([
    [[], 0],
    [[4], 4],
    [[9, 1], 5],
    [[3, 1, 2], 2],
    [[1, 2, 3, 100], 2.5],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });
});

describe('how far a minute is above the usual ones', () => {
  it.each<[string, number, readonly number[], number]>([
    ['the usual', 20, [20, 20, 20], 0],
    ['below it', 10, [20, 20, 20], -2.236],
    ['nothing, then some', 3, [0, 0, 0], 3],
    // One wild minute changes neither the middle nor the spread.
    ['after a wild one', 60, [20, 20, 20, 20, 500], 8.944],
    ['where it is wild always', 60, [10, 20, 30, 40, 50], 2.023],
  ])('%s', (_, now, usual, score) => {
    expect(robustScore(now, usual)).toBeCloseTo(score, 2);
  });
});

describe('a chat peak', () => {
  it.each<[string, readonly number[]]>([
    ['a steady chat', steady(4, 30)],
    ['silence', steady(0, 30)],
    ['a first message after silence', [...steady(0, 10), 1]],
    ['few messages after silence', [...steady(0, 10), 9]],
    ['a little more than usual', [...steady(4, 10), 6, 5, 6, 5, 6, 5]],
    ['a surge before anybody knows what is usual', [...steady(2, 3), 80, 80]],
    ['chat that becomes quieter', [...steady(8, 10), ...steady(1, 10)]],
  ])('is none in %s', (_, steps) => {
    expect(peaksOf(steps)).toEqual([]);
  });

  it('is where its fullest ten seconds began, with the messages of that minute', () => {
    expect(peaksOf([...steady(2, 10), 2, 40, 10])).toEqual([{ at: 61 * STEP, perMinute: 50 }]);
  });

  it('is one, however long it lasts', () => {
    expect(peaksOf([...steady(2, 10), ...steady(30, 3)])).toHaveLength(1);
  });

  it('is another after it was calm', () => {
    const surge = [30, 30, 30];
    expect(peaksOf([...steady(2, 10), ...surge, ...steady(2, 5), ...surge])).toHaveLength(2);
  });

  it('is found also where nobody wrote afterwards, with the next message', () => {
    const peaks = new ChatPeaks();
    for (const [at, messages] of steady(2, 10).entries()) peaks.add(messages, at * STEP);
    expect(peaks.add(50, 60 * STEP)).toBeNull();
    expect(peaks.add(1, 90 * STEP)).toEqual({ at: 60 * STEP, perMinute: 60 });
  });

  it('is not compared with chat of long ago', () => {
    const peaks = new ChatPeaks();
    for (const [at, messages] of steady(2, 10).entries()) peaks.add(messages, at * STEP);
    expect(peaks.add(50, 10_000 * STEP)).toBeNull();
    expect(peaks.add(1, 10_001 * STEP)).toBeNull();
  });

  it('is found from five usual minutes on', () => {
    const surge = [40, 0, 0, 0, 0, 0];
    expect(peaksOf([...steady(2, 5), ...surge])).toHaveLength(1);
    expect(peaksOf([...steady(2, 5).slice(1), ...surge])).toEqual([]);
  });

  it('is from ten messages a minute on, where nobody wrote before', () => {
    expect(peaksOf([...steady(0, 10), 10])).toHaveLength(1);
  });

  it('begins at three and a half deviations', () => {
    const minute = [4, 0, 0, 0, 0, 0];
    const usual = Array.from({ length: 6 }, () => minute).flat();
    expect(peaksOf([...usual, 4, 6])).toEqual([]);
    expect(peaksOf([...usual, 4, 7])).toMatchObject([{ perMinute: 11 }]);
  });

  it('is over below two deviations, not at two', () => {
    const peaksAfter = (calm: number) => [...steady(0, 10), 10, 0, 0, 0, 0, calm, 0, 10];
    expect(peaksOf(peaksAfter(2))).toHaveLength(1);
    expect(peaksOf(peaksAfter(1))).toHaveLength(2);
  });

  it('is none where the first that anybody writes is a surge, whenever that is', () => {
    const peaks = new ChatPeaks();
    expect(peaks.add(80, 100 * STEP)).toBeNull();
    expect(peaks.add(0, 101 * STEP)).toBeNull();
    expect(peaks.add(0, 102 * STEP)).toBeNull();
  });

  it('is compared with half an hour of silence, and not with more', () => {
    const peaksAfter = (silent: number) => {
      const peaks = new ChatPeaks();
      for (const [at, messages] of steady(2, 10).entries()) peaks.add(messages, at * STEP);
      peaks.add(50, (59 + silent) * STEP);
      return peaks.add(1, (60 + silent) * STEP);
    };
    expect(peaksAfter(180)).toMatchObject({ perMinute: 50 });
    expect(peaksAfter(181)).toBeNull();
  });

  it('is one also where chat was away for long in between', () => {
    const peaks = new ChatPeaks();
    const found: (ChatPeak | null)[] = [];
    const surgeAt = (from: number) => {
      for (const [at, messages] of [...steady(2, 10), 50, 0].entries()) {
        found.push(peaks.add(messages, (from + at) * STEP));
      }
    };
    surgeAt(0);
    surgeAt(10_000);
    expect(found.filter((peak) => peak !== null)).toHaveLength(2);
  });

  it('is told with the latest of those that passed unseen', () => {
    const usual = steady(2, 35);
    const later = peaksOf([...usual, 50, ...steady(2, 6), 60]);
    expect(later.map(({ perMinute }) => perMinute)).toEqual([60, 70]);
  });
});
