import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../electron/platform/frames.ts';
import { OverlapFilter } from '../../../electron/session/overlap.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function overlap() {
  const clock = new VirtualClock();
  const filter = new OverlapFilter(clock);
  for (const kind of ['chat', 'donation', 'subscription'] as const) filter.begin(kind);
  return { clock, filter };
}

const chat = (messageTime: unknown, content = 'hello'): string =>
  JSON.stringify({ event: 'CHAT', data: { content, messageTime } });
const draw = (drawnAt: unknown): string =>
  JSON.stringify({ event: 'DROPS', data: { rewardId: 'r', drawnAt } });
const donation = (donationText: string): string =>
  JSON.stringify({ event: 'DONATION', data: { payAmount: '1000', donationText } });

describe('copies whose time is spelled in another way', () => {
  it.each([
    ['without its zone', '2024-01-15T10:30:00.120'],
    ['in Korea', '2024-01-15T19:30:00.120+09:00'],
    ['in Korea, without a colon', '2024-01-15T19:30:00.120+0900'],
    ['in Korea, without its zone', '2024-01-15T19:30:00.120'],
    ['in India', '2024-01-15T16:00:00.120+05:30'],
    ['with microseconds', '2024-01-15T10:30:00.120000Z'],
    ['as digits', '1705314600120'],
    ['as a number', 1_705_314_600_120],
    ['in seconds', 1_705_314_600.12],
    ['as digits, in seconds', '1705314600.120'],
    ['with a blank', '2024-01-15 10:30:00.120'],
  ])('are copies all the same: %s', (_, other) => {
    for (const frame of [chat, draw]) {
      const { filter } = overlap();
      expect(filter.admits('old', parseFrame(frame('2024-01-15T10:30:00.120Z')))).toBe(true);
      expect(filter.admits('next', parseFrame(frame(other)))).toBe(false);
    }
  });

  it.each([
    ['another instant', '2024-01-15T10:30:00.121Z'],
    ['no time', 'soon'],
    ['nothing', null],
  ])('are none where it is %s', (_, other) => {
    const { filter } = overlap();
    expect(filter.admits('old', parseFrame(chat('2024-01-15T10:30:00.120Z')))).toBe(true);
    expect(filter.admits('next', parseFrame(chat(other)))).toBe(true);
  });
});

describe('copies that come seconds later and in another order', () => {
  it('are found for everything that carries its own time, up to five seconds', async () => {
    const { clock, filter } = overlap();
    const texts = ['one', 'two', 'three', 'four'].map((text, second) =>
      chat(`2024-01-15T10:30:0${second}.000Z`, text),
    );
    for (const text of texts) {
      expect(filter.admits('old', parseFrame(text))).toBe(true);
      await clock.advance(1_000);
    }
    await clock.advance(900);
    for (const text of texts.toReversed())
      expect(filter.admits('next', parseFrame(text))).toBe(false);
  });

  it('are found for donations up to two and a half seconds', async () => {
    const { clock, filter } = overlap();
    expect(filter.admits('old', parseFrame(donation('one')))).toBe(true);
    await clock.advance(1_000);
    expect(filter.admits('old', parseFrame(donation('two')))).toBe(true);
    await clock.advance(1_400);
    expect(filter.admits('next', parseFrame(donation('two')))).toBe(false);
    expect(filter.admits('next', parseFrame(donation('one')))).toBe(false);
  });
});
