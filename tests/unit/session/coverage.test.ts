import { describe, expect, it } from 'vitest';
import { ALL, HOUR, live, MINUTE, SECOND, setUp } from './coverage-world.ts';

describe('a gap', () => {
  it('runs from the last answered PING before the loss until a look that finds all as it was', async () => {
    const { clock, gaps, breaks, look, hear } = live();
    await hear(10 * SECOND);
    await clock.advance(5 * SECOND);
    breaks('no-pong');
    await clock.advance(SECOND);
    look('a');
    expect(gaps).toEqual([{ from: 10_000, to: 16_000, reason: 'no-pong', kinds: ALL }]);
    await hear(HOUR);
    expect(gaps).toHaveLength(1);
  });

  it('is of those kinds alone that no other session brings', async () => {
    const { breaks, look, hear, open } = live();
    await hear(10 * SECOND);
    look('b', ['chat'], ['chat']);
    breaks('no-pong');
    expect(open()).toEqual([
      { from: 10_000, reason: 'no-pong', kinds: ['donation', 'subscription'] },
    ]);
  });

  it('is open for a kind that is refused from the beginning', async () => {
    const { look, hear, open, gaps } = setUp();
    await hear(5 * SECOND);
    look('a', ['chat', 'subscription'], ['chat', 'subscription']);
    await hear(10 * SECOND);
    look('a', ['chat', 'subscription']);
    expect(open()).toEqual([{ from: 5_000, reason: 'subscription-refused', kinds: ['donation'] }]);
    look('a', ALL, ['donation']);
    expect(open()).toEqual([]);
    expect(gaps).toEqual([
      { from: 5_000, to: 15_000, reason: 'subscription-refused', kinds: ['donation'] },
    ]);
  });

  it('of one kind goes on while a gap of the others begins and ends', async () => {
    const { breaks, look, hear, came, open, gaps } = live();
    await hear(10 * SECOND);
    came('donation');
    await hear(10 * SECOND);
    look('a', ['chat', 'subscription']);
    await hear(10 * SECOND);
    breaks('no-pong', ['chat', 'subscription']);
    expect(open()).toEqual([
      { from: 30_000, reason: 'no-pong', kinds: ['chat', 'subscription'] },
      { from: 10_000, reason: 'subscription-gone', kinds: ['donation'] },
    ]);
    look('a', ['chat', 'subscription']);
    expect(gaps).toMatchObject([{ kinds: ['chat', 'subscription'] }]);
    expect(open()).toMatchObject([{ from: 10_000, kinds: ['donation'] }]);
  });

  it('of a kind that is wanted no more ends, and none of it begins', async () => {
    const { coverage, look, hear, gaps, open } = live();
    look('a', ['chat', 'subscription']);
    await hear(10 * SECOND);
    coverage.confirmed('a', { wanted: ['chat'], subscribed: ['chat'], made: [], shown: null });
    expect(gaps).toMatchObject([{ from: 0, to: 10_000, kinds: ['donation'] }]);
    expect(open()).toEqual([]);
  });

  it('is told when it begins, when another beginning is known, and when it is over, and at no other time', async () => {
    const { clock, coverage, look, came, told, pong, list, grant } = live();
    came('chat');
    await clock.advance(SECOND);
    pong();
    coverage.lost('a', 'no-pong');
    expect(told).toEqual([null]);
    list();
    grant();
    list();
    expect(told).toEqual([null, null]);
    coverage.over('a', 'session-gone');
    coverage.over('a', 'session-gone');
    coverage.lost('a', 'no-pong');
    coverage.lost('b', 'no-pong');
    expect(told).toEqual([null, null]);
    look('b', ALL, ALL);
    look('b');
    const gap = { from: SECOND, to: SECOND, reason: 'no-pong', kinds: ALL };
    expect(told).toEqual([null, null, gap]);
  });

  it('begins at the last answered PING: what came since was perhaps sent before', async () => {
    const { clock, coverage, gaps, look, hear, pong, now, breaks } = live();
    await hear(MINUTE);
    await clock.advance(5 * SECOND);
    pong('a', 3 * SECOND);
    coverage.delivered('a', 'chat', now(3 * SECOND));
    await clock.advance(MINUTE);
    breaks('no-pong');
    await clock.advance(MINUTE);
    look('a');
    expect(gaps).toMatchObject([{ from: 62 * SECOND, to: 185 * SECOND, kinds: ALL }]);
  });

  it('never begins before the connection was there, and not before a later PING because an older one is answered', async () => {
    const { clock, breaks, gaps, look, hear, pong } = live();
    await hear(10 * SECOND);
    pong('a', 5 * SECOND);
    breaks();
    await clock.advance(MINUTE);
    look('a');
    pong('a', 5 * SECOND);
    breaks();
    look('a');
    expect(gaps.map(({ from }) => from)).toEqual([10 * SECOND, 70 * SECOND]);
  });

  it('begins for a kind that no list shows before its event came: it was sent after the last answered PING', async () => {
    const { coverage, hear, now, open } = live();
    await hear(10 * SECOND);
    coverage.delivered('a', 'donation', now(4 * SECOND));
    await hear(MINUTE);
    coverage.grantHolds(now());
    coverage.over('a', 'session-gone');
    expect(open().find(({ kinds }) => kinds.includes('donation'))?.from).toBe(6 * SECOND);
  });

  it('begins where it was asked whether the session and the grant were there, however late the answer came', async () => {
    for (const late of ['list', 'grant'] as const) {
      const { coverage, hear, list, grant, open } = live();
      await hear(MINUTE);
      list(ALL, 'a', late === 'list' ? 20 * SECOND : 0);
      grant(late === 'grant' ? 20 * SECOND : 0);
      // What was asked for earlier proves no less for it.
      list(ALL, 'a', 30 * SECOND);
      grant(30 * SECOND);
      coverage.over('a', 'session-gone');
      expect(open()).toMatchObject([{ from: 40 * SECOND, kinds: ALL }]);
    }
  });

  it('that follows another one begins where that ended, although the list was asked for before', async () => {
    const { clock, coverage, gaps, hear, list, grant, look } = live();
    await hear(10 * SECOND);
    list();
    grant();
    coverage.lost('a', 'closed-1006');
    await clock.advance(5 * SECOND);
    coverage.confirmed('a', {
      wanted: ALL,
      subscribed: ALL,
      made: [],
      shown: { kinds: ALL, askedAt: { wall: 12_000, monotonic: 12_000, uptime: 12_000 } },
    });
    coverage.over('a', 'session-gone');
    look('b', ALL, ALL);
    expect(gaps.map(({ from, to }) => [from, to])).toEqual([
      [10_000, 15_000],
      [15_000, 15_000],
    ]);
  });

  it('that ends before anything has proved the session leaves what lay before it in doubt', async () => {
    const { clock, breaks, coverage, gaps, hear, look } = live();
    await hear(10 * SECOND);
    breaks();
    await clock.advance(5 * SECOND);
    look('a', ALL, [], null);
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    coverage.over('a', 'session-gone');
    look('b', ALL, ALL);
    expect(gaps.map(({ from, to }) => [from, to])).toEqual([
      [10_000, 15_000],
      [15_000, 25_000],
    ]);
  });

  it('begins as much before the last answered PING as an event may be late', async () => {
    for (const end of ['lost', 'unread', 'over', 'stopped'] as const) {
      const { coverage, gaps, hear, list, grant, now, open, stop } = live(5 * SECOND);
      await hear(MINUTE);
      list();
      grant();
      expect(coverage.mark.chat).toEqual({ received: 55_000, proved: 55_000 });
      if (end === 'lost') coverage.lost('a', 'closed-1006');
      if (end === 'unread') coverage.unread('a', now());
      if (end === 'over') coverage.over('a', 'session-gone');
      if (end === 'stopped') stop(-1);
      expect([...gaps, ...open()]).toMatchObject([{ from: 55_000, kinds: ALL }]);
    }
  });

  it('is not left by an end for what may be late: nobody expects it any more', async () => {
    const { gaps, hear, list, grant, stop } = live(5 * SECOND);
    await hear(MINUTE);
    list();
    grant();
    stop(0);
    expect(gaps).toEqual([]);
  });

  it('ends with the app, which expects nothing from then on', async () => {
    const { clock, coverage, look, gaps, hear, grant, stop } = live();
    grant();
    stop();
    await clock.advance(HOUR);
    look('a', ALL, ALL);
    await hear(10 * SECOND);
    coverage.lost('a', 'signed-out');
    stop();
    expect(gaps).toEqual([{ from: HOUR, to: HOUR + 10_000, reason: 'signed-out', kinds: ALL }]);
  });

  it('begins at the last proof where the app ends while nobody can look at the session', async () => {
    const { clock, coverage, gaps, hear, came, stop } = live();
    await hear(MINUTE);
    came('donation');
    await hear(MINUTE);
    coverage.lost('a', 'no-pong');
    await clock.advance(MINUTE);
    stop();
    expect(gaps).toEqual([
      { from: 0, to: 3 * MINUTE, reason: 'no-pong', kinds: ['chat', 'subscription'] },
      { from: MINUTE, to: 3 * MINUTE, reason: 'no-pong', kinds: ['donation'] },
    ]);
  });

  it('is left by an end for each kind that nothing has proved for longer than it may be', async () => {
    const { gaps, hear, came, stop } = live();
    await hear(5 * MINUTE);
    came('chat');
    await hear(2 * MINUTE);
    stop(7 * MINUTE - 1);
    expect(gaps).toEqual([
      { from: 0, to: 7 * MINUTE, reason: 'not-proved', kinds: ['donation', 'subscription'] },
    ]);
  });

  it('is not left by an end while all is proved', async () => {
    const { gaps, hear, stop } = live();
    await hear(5 * MINUTE);
    stop(5 * MINUTE);
    expect(gaps).toEqual([]);
  });

  it('is not changed by what is said of a session that is gone', async () => {
    const { clock, coverage, gaps, open, pong, list, grant, now } = live();
    coverage.over('a', 'closed');
    const before = open();
    await clock.advance(SECOND);
    pong();
    coverage.delivered('a', 'chat', now());
    list(['chat']);
    grant();
    coverage.lost('a', 'no-pong');
    expect([gaps, open()]).toEqual([[], before]);
  });
});
