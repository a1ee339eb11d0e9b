import { describe, expect, it } from 'vitest';
import { ALL, HOUR, live, SECOND } from './coverage-world.ts';

describe('from when on a gap counts', () => {
  it('is the last proof that the grant held, whatever a list has shown since', async () => {
    const { coverage, hear, look, open, list } = live();
    await hear(10 * SECOND);
    look('a');
    await hear(10 * SECOND);
    list();
    await hear(10 * SECOND);
    expect(coverage.mark).toMatchObject({ donation: { proved: 10_000, received: 10_000 } });
    coverage.lost('a', 'signed-out', 'delivery');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
  });

  it('is a list again as soon as the grant is known to hold', async () => {
    const { coverage, hear, open, list, grant } = live();
    await hear(10 * SECOND);
    list();
    await hear(10 * SECOND);
    grant();
    coverage.lost('a', 'replaced', 'delivery');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
  });

  it.each([
    ['delivery', 10_000],
    ['link', 40_000],
  ] as const)('is for a loss of the %s at %i ms', async (lossOf, from) => {
    const { coverage, hear, look, came, open } = live();
    await hear(10 * SECOND);
    look('a');
    await hear(10 * SECOND);
    came('chat');
    await hear(20 * SECOND);
    coverage.lost('a', 'replaced', lossOf);
    const paid = open().find(({ kinds }) => kinds.includes('donation'));
    expect(paid?.from).toBe(from);
  });

  it('is for each kind its own last event or list where the session is found to be gone', async () => {
    const { coverage, hear, look, came, open, list, grant } = live();
    await hear(10 * SECOND);
    look('a');
    await hear(10 * SECOND);
    came('donation');
    await hear(10 * SECOND);
    list(['subscription']);
    grant();
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    expect(open()).toMatchObject([{ from: 40_000, kinds: ALL }]);
    coverage.over('a', 'session-gone');
    expect(open()).toEqual([
      { from: 10_000, reason: 'closed-1006', kinds: ['chat'] },
      { from: 20_000, reason: 'closed-1006', kinds: ['donation'] },
      { from: 30_000, reason: 'closed-1006', kinds: ['subscription'] },
    ]);
  });

  it('is the last proof of a session of which nothing was heard, once another one replaces it', async () => {
    const { coverage, hear, look, came, open, gaps } = live();
    await hear(10 * SECOND);
    for (const kind of ALL) came(kind);
    await hear(60 * SECOND);
    coverage.lost('a', 'refused-503');
    expect(open()).toMatchObject([{ from: 70_000 }]);
    coverage.keepOnly(['b']);
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
    look('b', ALL, ALL);
    expect(gaps).toMatchObject([{ from: 10_000, to: 70_000, kinds: ALL }]);
  });

  it('is the loss where a session comes back of which nothing was heard', async () => {
    const { clock, coverage, hear, look, gaps } = live();
    await hear(70 * SECOND);
    coverage.lost('a', 'refused-503');
    await clock.advance(30 * SECOND);
    coverage.keepOnly(['a']);
    look('a');
    expect(gaps).toMatchObject([{ from: 70_000, to: 100_000, kinds: ALL }]);
  });

  it('is an earlier proof where a look could not be had when the session came back', async () => {
    const { coverage, hear, look, gaps, open } = live();
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    look('a', ALL, [], null);
    await hear(10 * SECOND);
    expect(gaps).toMatchObject([{ from: 10_000, to: 10_000 }]);
    coverage.lost('a', 'session-gone', 'delivery');
    expect(open()).toMatchObject([{ from: 0, kinds: ALL }]);
  });

  it('is proved afterwards by a look where there was none when the session came back', async () => {
    const { coverage, hear, look, open } = live();
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    look('a', ALL, [], null);
    await hear(10 * SECOND);
    look('a');
    coverage.lost('a', 'session-gone', 'delivery');
    expect(open()).toMatchObject([{ from: 20_000, kinds: ALL }]);
  });

  it('is the last message that a list, read after the loss, proves', async () => {
    const { clock, coverage, hear, look, open, list, grant } = live();
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    await clock.advance(5 * SECOND);
    list();
    grant();
    coverage.over('a', 'session-gone');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
    look('b', ALL, ALL);
  });

  it('is named by the corrected clock when it was set back meanwhile', async () => {
    const { clock, gaps, coverage, look, hear } = live();
    await hear(2 * HOUR);
    clock.jump(-HOUR);
    await clock.advance(30 * SECOND);
    coverage.lost('a', 'no-pong');
    look('a');
    expect(gaps).toMatchObject([{ from: HOUR, to: HOUR + 30 * SECOND }]);
  });
});
