import { describe, expect, it } from 'vitest';
import { ALL, HOUR, live, MINUTE, SECOND, setUp } from './coverage-world.ts';

describe('a gap', () => {
  it('runs from the last thing heard before the loss until a look that finds all as it was', async () => {
    const { clock, gaps, coverage, look, hear } = live();
    await hear(10 * SECOND);
    await clock.advance(5 * SECOND);
    coverage.lost('a', 'no-pong');
    await clock.advance(SECOND);
    look('a');
    expect(gaps).toEqual([{ from: 10_000, to: 16_000, reason: 'no-pong', kinds: ALL }]);
    await hear(HOUR);
    expect(gaps).toHaveLength(1);
  });

  it('is of those kinds alone that no other session brings', async () => {
    const { coverage, look, hear, open } = live();
    await hear(10 * SECOND);
    look('b', ['chat'], ['chat']);
    coverage.lost('a', 'no-pong');
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
    const { coverage, look, hear, came, open, gaps } = live();
    await hear(10 * SECOND);
    came('donation');
    await hear(10 * SECOND);
    look('a', ['chat', 'subscription']);
    await hear(10 * SECOND);
    coverage.lost('a', 'no-pong');
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
    coverage.confirmed('a', { wanted: ['chat'], subscribed: ['chat'], made: [], shown: ['chat'] });
    expect(gaps).toMatchObject([{ from: 0, to: 10_000, kinds: ['donation'] }]);
    expect(open()).toEqual([]);
  });

  it('is told when it begins, when it becomes longer, and when it is over, and at no other time', async () => {
    const { clock, coverage, look, came, told } = live();
    came('chat');
    await clock.advance(SECOND);
    coverage.heard('a');
    coverage.lost('a', 'no-pong');
    expect(told).toEqual([null]);
    coverage.over('a', 'session-gone');
    expect(told).toEqual([null, null]);
    coverage.over('a', 'session-gone');
    coverage.lost('a', 'no-pong');
    coverage.lost('b', 'no-pong');
    expect(told).toEqual([null, null]);
    look('b', ALL, ALL);
    look('b');
    expect(told).toEqual([null, null, { from: 0, to: SECOND, reason: 'no-pong', kinds: ALL }]);
  });

  it('begins at the last answered PING where nothing is answered any more: what came since was perhaps sent before', async () => {
    const { clock, coverage, gaps, look, hear } = live();
    await hear(MINUTE);
    coverage.answered('a', 5 * SECOND);
    await hear(MINUTE);
    coverage.lost('a', 'no-pong', 'silence');
    await clock.advance(MINUTE);
    look('a');
    expect(gaps).toMatchObject([{ from: 55 * SECOND, to: 3 * MINUTE, kinds: ALL }]);
  });

  it('never begins before the connection was there, and not after what was heard last', async () => {
    const { clock, coverage, gaps, look, hear } = live();
    await hear(10 * SECOND);
    coverage.lost('a', 'no-pong', 'silence');
    await clock.advance(MINUTE);
    look('a');
    coverage.answered('a', 0);
    coverage.lost('a', 'no-pong', 'silence');
    look('a');
    expect(gaps.map(({ from }) => from)).toEqual([0, 70 * SECOND]);
  });

  it('ends with the app, which expects nothing from then on', async () => {
    const { clock, coverage, look, gaps, hear } = live();
    coverage.grantHolds();
    coverage.stop(HOUR);
    await clock.advance(HOUR);
    look('a', ALL, ALL);
    await hear(10 * SECOND);
    coverage.lost('a', 'signed-out', 'delivery');
    coverage.stop(HOUR);
    expect(gaps).toEqual([{ from: HOUR, to: HOUR + 10_000, reason: 'signed-out', kinds: ALL }]);
  });

  it('begins at the last proof where the app ends while nobody can look at the session', async () => {
    const { clock, coverage, gaps, hear, came } = live();
    await hear(MINUTE);
    came('donation');
    await hear(MINUTE);
    coverage.lost('a', 'no-pong');
    await clock.advance(MINUTE);
    coverage.stop(HOUR);
    expect(gaps).toEqual([
      { from: 0, to: 3 * MINUTE, reason: 'no-pong', kinds: ['chat', 'subscription'] },
      { from: MINUTE, to: 3 * MINUTE, reason: 'no-pong', kinds: ['donation'] },
    ]);
  });

  it('is left by an end for each kind that nothing has proved for longer than it may be', async () => {
    const { coverage, gaps, hear, came } = live();
    await hear(5 * MINUTE);
    came('chat');
    await hear(2 * MINUTE);
    coverage.stop(7 * MINUTE - 1);
    expect(gaps).toEqual([
      { from: 0, to: 7 * MINUTE, reason: 'not-proved', kinds: ['donation', 'subscription'] },
    ]);
  });

  it('is not left by an end while all is proved', async () => {
    const { coverage, gaps, hear } = live();
    await hear(5 * MINUTE);
    coverage.stop(5 * MINUTE);
    expect(gaps).toEqual([]);
  });

  it('is not changed by what is said of a session that is gone', async () => {
    const { clock, coverage, gaps, open } = live();
    coverage.over('a', 'closed');
    const before = open();
    await clock.advance(SECOND);
    coverage.heard('a');
    coverage.delivered('a', 'chat');
    coverage.shown('a', ['chat']);
    coverage.grantHolds();
    coverage.lost('a', 'no-pong');
    expect([gaps, open()]).toEqual([[], before]);
  });
});
