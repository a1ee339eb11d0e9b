import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../electron/platform/frames.ts';
import { OverlapFilter } from '../../../electron/session/overlap.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const donation = (donationText: string): string =>
  JSON.stringify({ event: 'DONATION', data: { payAmount: '1000', donationText } });

const chat = (content: string): string => JSON.stringify({ event: 'CHAT', data: { content } });

/**
 * An overlap of three seconds, with events under way when it begins and when it ends. `between`: chat
 * that both sessions bring meanwhile.
 */
async function admittedOf(first: string, last: string, between = false): Promise<number> {
  const clock = new VirtualClock();
  const filter = new OverlapFilter(clock);
  filter.begin('chat');
  filter.begin('donation');
  let admitted = 0;
  // Published before the new session had subscribed: only the old one brings it.
  if (filter.admits('old', parseFrame(first))) admitted += 1;
  await clock.advance(1_000);
  if (between) {
    expect(filter.admits('old', parseFrame(chat('hello')))).toBe(true);
    expect(filter.admits('next', parseFrame(chat('hello')))).toBe(false);
  }
  await clock.advance(2_100);
  // Published just before the old session is closed: its copy is lost on the way.
  if (filter.admits('next', parseFrame(last))) admitted += 1;
  return admitted;
}

describe('the edges of an overlap', () => {
  it('bring both of two donations that differ', async () => {
    expect(await admittedOf(donation('one'), donation('two'))).toBe(2);
  });

  it('bring both of two that are equal to the letter, when chat shows how far both have come', async () => {
    expect(await admittedOf(donation('same'), donation('same'), true)).toBe(2);
  });

  it('make one of two equal ones in a silent channel: nothing tells the second from a copy', async () => {
    expect(await admittedOf(donation('same'), donation('same'))).toBe(1);
  });

  it('still take a copy for a copy when it comes a moment after newer chat', async () => {
    const clock = new VirtualClock();
    const filter = new OverlapFilter(clock);
    filter.begin('chat');
    filter.begin('donation');
    expect(filter.admits('old', parseFrame(donation('one')))).toBe(true);
    await clock.advance(300);
    expect(filter.admits('old', parseFrame(chat('hello')))).toBe(true);
    expect(filter.admits('next', parseFrame(chat('hello')))).toBe(false);
    expect(filter.admits('next', parseFrame(donation('one')))).toBe(false);
  });

  it.each([
    [4, false],
    [5, true],
  ])(
    'after %i copies in order brings an equal donation that newer chat has passed: %s',
    async (copies, isNew) => {
      const clock = new VirtualClock();
      const filter = new OverlapFilter(clock);
      filter.begin('chat');
      filter.begin('donation');
      expect(filter.admits('old', parseFrame(donation('same')))).toBe(true);
      await clock.advance(600);
      for (let count = 0; count < copies; count += 1) {
        expect(filter.admits('old', parseFrame(chat(`${count}`)))).toBe(true);
        expect(filter.admits('next', parseFrame(chat(`${count}`)))).toBe(false);
      }
      expect(filter.admits('next', parseFrame(donation('same')))).toBe(isNew);
    },
  );
});
