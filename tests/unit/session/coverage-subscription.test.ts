import { describe, expect, it } from 'vitest';
import { ALL, live, SECOND } from './coverage-world.ts';

describe('a subscription that was gone', () => {
  it('leaves a gap from its last event, while the others go on', async () => {
    const { gaps, look, hear, came, open } = live();
    await hear(10 * SECOND);
    came('donation');
    await hear(10 * SECOND);
    came('chat');
    await hear(10 * SECOND);
    look('a', ALL, ['donation']);
    expect(gaps).toEqual([
      { from: 10_000, to: 30_000, reason: 'subscription-gone', kinds: ['donation'] },
    ]);
    expect(open()).toEqual([]);
  });

  it('is counted once', async () => {
    const { gaps, look, hear } = live();
    await hear(10 * SECOND);
    look('a', ALL, ['donation']);
    await hear(10 * SECOND);
    look('a', ALL, ['donation']);
    expect(gaps.map(({ from, to }) => [from, to])).toEqual([
      [0, 10_000],
      [10_000, 20_000],
    ]);
  });

  it('leaves none where another session had it all the time', async () => {
    const { gaps, look, hear, open } = live();
    await hear(10 * SECOND);
    look('b', ALL, ALL);
    look('a');
    await hear(10 * SECOND);
    look('b', ALL, ['donation']);
    look('a');
    expect([gaps, open()]).toEqual([[], []]);
  });

  it('makes the gap of a break longer that is found with it', async () => {
    const { breaks, look, hear, gaps } = live();
    await hear(10 * SECOND);
    look('a');
    await hear(10 * SECOND);
    breaks('closed-1006', ['chat', 'subscription']);
    look('a', ALL, ['donation']);
    expect(gaps).toEqual([
      { from: 20_000, to: 20_000, reason: 'closed-1006', kinds: ['chat', 'subscription'] },
      { from: 10_000, to: 20_000, reason: 'closed-1006', kinds: ['donation'] },
    ]);
  });
});
