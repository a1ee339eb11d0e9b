import { describe, expect, it } from 'vitest';
import { ALL, live, SECOND } from './coverage-world.ts';

describe('a session that takes over from another one', () => {
  async function overlap() {
    const world = live();
    await world.hear(10 * SECOND);
    world.look('a');
    await world.hear(10 * SECOND);
    world.look('b', ALL, ALL);
    await world.hear(3 * SECOND);
    return world;
  }

  it('leaves no gap where a list shows the old one once more before it is closed', async () => {
    const { coverage, gaps, open, list } = await overlap();
    list();
    coverage.lost('a', 'closed');
    coverage.over('a', 'closed');
    expect([gaps, open()]).toEqual([[], []]);
  });

  it('leaves a gap from the last proof of the old one where nothing proved it any more', async () => {
    const { coverage, gaps, open, came } = await overlap();
    came('donation');
    coverage.lost('a', 'closed');
    coverage.over('a', 'session-gone');
    expect(gaps).toEqual([
      { from: 10_000, to: 20_000, reason: 'closed', kinds: ['chat', 'subscription'] },
    ]);
    expect(open()).toEqual([]);
  });

  it('has what a replaced connection of the old one did not bring any more, but not from before', async () => {
    const { coverage, gaps, now } = await overlap();
    coverage.unread('a', now(8 * SECOND));
    expect(gaps).toEqual([{ from: 15_000, to: 20_000, reason: 'unread', kinds: ALL }]);
    coverage.unread('a', now(3 * SECOND));
    coverage.unread('c', now(8 * SECOND));
    expect(gaps).toHaveLength(1);
  });

  it('leaves a gap until its beginning where the old one breaks before it is proved', async () => {
    const { coverage, gaps, open, look, hear } = await overlap();
    coverage.lost('a', 'closed-1006');
    expect(gaps).toEqual([{ from: 10_000, to: 20_000, reason: 'closed-1006', kinds: ALL }]);
    // When it comes back it begins anew: what came while it was away was the other one's.
    look('a');
    await hear(10 * SECOND, 'b');
    await hear(10 * SECOND);
    look('a');
    expect(coverage.mark.donation).toEqual({ received: 20_000, proved: 20_000 });
    expect([gaps.length, open()]).toEqual([1, []]);
  });

  it.each(['list', 'grant', 'pong'])(
    'is joined once a list, the grant, and a PING have proved the old one since it is there: not without the %s',
    async (missing) => {
      const { clock, coverage, now, list, grant, pong } = live();
      await clock.advance(10 * SECOND);
      const shown = { kinds: ALL, askedAt: now() };
      coverage.confirmed('b', { wanted: ALL, subscribed: ALL, made: ALL, shown });
      await clock.advance(3 * SECOND);
      // What was asked for before it was there says nothing.
      list(ALL, 'a', missing === 'list' ? 4 * SECOND : SECOND);
      grant(missing === 'grant' ? 4 * SECOND : SECOND);
      pong('a', missing === 'pong' ? 4 * SECOND : SECOND);
      expect(coverage.isJoined('b')).toBe(false);
      list();
      grant();
      pong();
      expect(coverage.isJoined('b')).toBe(true);
    },
  );
});
