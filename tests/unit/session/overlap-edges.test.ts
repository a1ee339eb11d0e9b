import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../electron/platform/frames.ts';
import { OverlapFilter } from '../../../electron/session/overlap.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const donation = (donationText: string): string =>
  JSON.stringify({ event: 'DONATION', data: { payAmount: '1000', donationText } });

const chat = (content: string): string => JSON.stringify({ event: 'CHAT', data: { content } });

/** An overlap of three seconds, with events under way when it begins and when it ends. */
async function admittedOf(first: string, last: string): Promise<number> {
  const clock = new VirtualClock();
  const filter = new OverlapFilter(clock);
  filter.begin('chat');
  filter.begin('donation');
  let admitted = 0;
  if (filter.admits('old', parseFrame(first))) admitted += 1;
  await clock.advance(3_100);
  if (filter.admits('next', parseFrame(last))) admitted += 1;
  return admitted;
}

/** Both sessions bring these, the old one first. */
function onBoth(filter: OverlapFilter, texts: readonly string[]): void {
  for (const text of texts) {
    expect(filter.admits('old', parseFrame(text))).toBe(true);
    expect(filter.admits('next', parseFrame(text))).toBe(false);
  }
}

describe('the edges of an overlap', () => {
  it('bring both of two donations that differ', async () => {
    expect(await admittedOf(donation('one'), donation('two'))).toBe(2);
  });

  it('make one of two equal ones when the new session is sure to bring what the old one does', async () => {
    expect(await admittedOf(donation('same'), donation('same'))).toBe(1);
  });

  it.each([
    [5_000, 1],
    [5_001, 2],
  ])('let a copy be late by five seconds at most (%i ms)', async (lateMs, admitted) => {
    const clock = new VirtualClock();
    const filter = new OverlapFilter(clock);
    filter.begin('chat');
    const said = { content: 'hi', messageTime: '2026-01-01T00:00:00.123Z' };
    const text = JSON.stringify({ event: 'CHAT', data: said });
    const first = filter.admits('old', parseFrame(text));
    await clock.advance(lateMs);
    const second = filter.admits('next', parseFrame(text));
    expect([first, second].filter(Boolean)).toHaveLength(admitted);
  });

  it('leave the order of other kinds alone: donations may lag behind chat', async () => {
    const clock = new VirtualClock();
    const filter = new OverlapFilter(clock);
    filter.begin('chat');
    filter.begin('donation');
    onBoth(filter, ['0', '1', '2', '3', '4', '5'].map(chat));
    expect(filter.admits('old', parseFrame(donation('thanks')))).toBe(true);
    for (const text of ['6', '7', '8']) {
      await clock.advance(300);
      onBoth(filter, [chat(text)]);
    }
    expect(filter.admits('next', parseFrame(donation('thanks')))).toBe(false);
  });

  it.each([
    [4, 'copy'],
    [5, 'passed'],
  ] as const)(
    'after %i copies in order, an equal donation that newer ones have passed: %s',
    async (copies, verdict) => {
      const clock = new VirtualClock();
      const filter = new OverlapFilter(clock);
      filter.begin('donation');
      expect(filter.admits('old', parseFrame(donation('same')))).toBe(true);
      await clock.advance(600);
      onBoth(
        filter,
        Array.from({ length: copies }, (_, count) => donation(`${count}`)),
      );
      expect(filter.judge('next', parseFrame(donation('same')))).toBe(verdict);
      // There was one only.
      expect(filter.judge('next', parseFrame(donation('same')))).toBe('new');
    },
  );

  it('take a copy before one that newer ones have passed', async () => {
    const clock = new VirtualClock();
    const filter = new OverlapFilter(clock);
    filter.begin('donation');
    filter.admits('old', parseFrame(donation('same')));
    await clock.advance(600);
    onBoth(
      filter,
      Array.from({ length: 5 }, (_, count) => donation(`${count}`)),
    );
    filter.admits('old', parseFrame(donation('same')));
    expect(filter.judge('next', parseFrame(donation('same')))).toBe('copy');
    expect(filter.judge('next', parseFrame(donation('same')))).toBe('new');
  });

  it('count on no order of a side that has mixed it once', async () => {
    const clock = new VirtualClock();
    const filter = new OverlapFilter(clock);
    filter.begin('donation');
    const lateBy600 = async (text: string, newer: readonly string[]) => {
      expect(filter.admits('old', parseFrame(donation(text)))).toBe(true);
      await clock.advance(600);
      onBoth(filter, newer.map(donation));
      return filter.judge('next', parseFrame(donation(text)));
    };
    expect(await lateBy600('mixed', ['newer'])).toBe('copy');
    expect(await lateBy600('same', ['0', '1', '2', '3', '4', '5'])).toBe('copy');
  });
});
