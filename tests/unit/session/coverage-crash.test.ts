import { describe, expect, it } from 'vitest';
import { ALL, live, SECOND, setUp } from './coverage-world.ts';

describe('after a crash', () => {
  const mark = { received: 4_000, proved: 1_000 };
  const marks = { chat: mark, donation: mark, subscription: mark };
  async function restarted() {
    const world = setUp();
    await world.clock.advance(10 * SECOND);
    world.coverage.resumeAfterCrash(marks);
    return world;
  }

  it('a gap is open from what the last run received', async () => {
    const { open, coverage } = await restarted();
    expect(open()).toEqual([{ from: 4_000, reason: 'crash', kinds: ALL }]);
    expect(coverage.mark).toEqual(marks);
  });

  it('it stays at that where the session of the last run still has its subscriptions', async () => {
    const { look, gaps, hear, coverage, open } = await restarted();
    look('a');
    expect(gaps).toEqual([{ from: 4_000, to: 10_000, reason: 'crash', kinds: ALL }]);
    await hear(10 * SECOND);
    coverage.lost('a', 'session-gone');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
  });

  it('it begins at the last proof of what the session has no more', async () => {
    const { look, gaps } = await restarted();
    look('a', ALL, ['donation']);
    expect(gaps).toEqual([
      { from: 4_000, to: 10_000, reason: 'crash', kinds: ['chat', 'subscription'] },
      { from: 1_000, to: 10_000, reason: 'crash', kinds: ['donation'] },
    ]);
  });

  it('a list of the session of the last run proves nothing before the grant is known to hold: it may have been over since', async () => {
    const { coverage, now, grant, hear, gaps } = await restarted();
    const shown = { kinds: ALL, askedAt: now() };
    coverage.confirmed('a', { wanted: ALL, subscribed: ALL, made: [], shown });
    expect(gaps).toMatchObject([{ from: 4_000, to: 10_000 }]);
    expect(coverage.mark.donation).toEqual({ received: 1_000, proved: 1_000 });
    await hear(10 * SECOND);
    grant();
    expect(coverage.mark.donation).toEqual({ received: 10_000, proved: 10_000 });
  });

  it('it begins at the last proof of what a list did not show before all was there, also for a run after that', async () => {
    const { coverage, look, gaps, open } = await restarted();
    coverage.missing('a', 'donation');
    const longer = { received: 1_000, proved: 1_000 };
    expect(open()).toMatchObject([{ from: 4_000 }, { from: 1_000, kinds: ['donation'] }]);
    expect(coverage.mark).toEqual({ ...marks, donation: longer });
    // The look in which it was made anew was lost with its connection.
    look('a');
    expect(gaps).toMatchObject([
      { from: 4_000, to: 10_000, kinds: ['chat', 'subscription'] },
      { from: 1_000, to: 10_000, kinds: ['donation'] },
    ]);
    expect(coverage.mark.donation).toEqual({ received: 10_000, proved: 10_000 });
  });

  it('it begins at the last proof where another session is made', async () => {
    const { look, gaps } = await restarted();
    look('b', ALL, ALL);
    expect(gaps).toEqual([{ from: 1_000, to: 10_000, reason: 'crash', kinds: ALL }]);
  });

  it('a session that no list shows is trusted, but proves nothing', async () => {
    const { look, gaps, open, coverage, hear } = await restarted();
    look('a', ALL, [], null);
    expect(gaps).toMatchObject([{ from: 4_000, to: 10_000 }]);
    await hear(10 * SECOND);
    expect(coverage.mark.donation).toEqual({ received: 1_000, proved: 1_000 });
    coverage.over('a', 'session-gone');
    expect(open()).toMatchObject([{ from: 1_000, kinds: ALL }]);
  });

  it('a second one within its gap begins where the first began', async () => {
    const { clock, coverage, pong } = await restarted();
    pong();
    await clock.advance(SECOND);
    expect(coverage.mark).toEqual(marks);
  });

  it('and with a clock that is behind, no gap begins in the future', async () => {
    const world = setUp();
    world.coverage.resumeAfterCrash(marks);
    expect(world.open()).toMatchObject([{ from: 0 }]);
    world.look('b', ALL, ALL);
    expect(world.gaps).toMatchObject([{ from: 0, to: 0 }]);
  });
});

describe('the mark that a run leaves', () => {
  it('has for each kind the last proof: a PONG is none', async () => {
    const { coverage, hear, came } = live();
    await hear(10 * SECOND);
    came('donation');
    await hear(10 * SECOND);
    expect(coverage.mark).toEqual({
      chat: { received: 0, proved: 0 },
      donation: { received: 10_000, proved: 10_000 },
      subscription: { received: 0, proved: 0 },
    });
  });

  it('has of a kind that was lost where its gap begins', async () => {
    const { coverage, hear, came, list, grant } = live();
    await hear(10 * SECOND);
    came('donation');
    await hear(10 * SECOND);
    coverage.lost('a', 'no-pong');
    expect(coverage.mark.donation).toEqual({ received: 10_000, proved: 10_000 });
    list();
    grant();
    expect(coverage.mark.donation).toEqual({ received: 20_000, proved: 20_000 });
  });

  it('is empty before anything is wanted, and after the end', () => {
    const { coverage, stop } = live();
    expect(setUp().coverage.mark).toEqual({});
    stop();
    expect(coverage.mark).toEqual({});
  });
});
