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
    coverage.lost('a', 'signed-out');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
  });

  it('is a list again as soon as the grant is known to hold', async () => {
    const { coverage, hear, open, list, grant } = live();
    await hear(10 * SECOND);
    list();
    await hear(10 * SECOND);
    grant();
    coverage.lost('a', 'replaced');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
  });

  it('is the last proof of each kind, and the last answered PING once a list shows that the lost connection was the last', async () => {
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
    const byProof = [
      { from: 10_000, reason: 'closed-1006', kinds: ['chat'] },
      { from: 20_000, reason: 'closed-1006', kinds: ['donation'] },
      { from: 30_000, reason: 'closed-1006', kinds: ['subscription'] },
    ];
    expect(open()).toEqual(byProof);
    grant();
    expect(open()).toEqual(byProof);
    list(['chat', 'donation']);
    expect(open()).toMatchObject([
      { from: 40_000, kinds: ['chat', 'donation'] },
      { from: 30_000, kinds: ['subscription'] },
    ]);
  });

  it('stays where it is once the session has another connection: what that proves is later', async () => {
    const { clock, coverage, hear, open, list, grant, look } = live();
    await hear(10 * SECOND);
    // The gap stays open: nobody knows yet whether the next connection is sent anything.
    coverage.grantOver(false);
    coverage.lost('a', 'closed-1006');
    look('a');
    await clock.advance(10 * SECOND);
    list();
    coverage.lost('a', 'closed-1006');
    list();
    grant();
    expect(open()).toMatchObject([{ from: 0, reason: 'closed-1006', kinds: ALL }]);
  });

  it('is not moved by events of the next connection, which is not confirmed yet', async () => {
    const { coverage, hear, open, now } = live();
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    coverage.reconnected('a');
    for (const kind of ALL) coverage.delivered('a', kind, now());
    expect(open()).toMatchObject([{ from: 0, reason: 'closed-1006', kinds: ALL }]);
  });

  it('is the last proof of a session of which nothing was heard, also once another one replaces it', async () => {
    const { coverage, hear, look, came, open, gaps } = live();
    await hear(10 * SECOND);
    for (const kind of ALL) came(kind);
    await hear(60 * SECOND);
    coverage.lost('a', 'refused-503');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
    coverage.keepOnly(['b']);
    look('b', ALL, ALL);
    expect(gaps).toMatchObject([{ from: 10_000, to: 70_000, kinds: ALL }]);
  });

  it('is the same where that session comes back', async () => {
    const { clock, coverage, hear, look, gaps } = live();
    await hear(70 * SECOND);
    coverage.lost('a', 'refused-503');
    await clock.advance(30 * SECOND);
    coverage.keepOnly(['a']);
    look('a');
    expect(gaps).toMatchObject([{ from: 0, to: 100_000, kinds: ALL }]);
  });

  it('is where the gap before ended when a look could not be had since', async () => {
    const { coverage, hear, look, gaps, open } = live();
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    look('a', ALL, [], null);
    await hear(10 * SECOND);
    expect(gaps).toMatchObject([{ from: 0, to: 10_000 }]);
    coverage.lost('a', 'session-gone');
    expect(open()).toMatchObject([{ from: 10_000, kinds: ALL }]);
  });

  it('is proved afterwards by a look where there was none when the session came back', async () => {
    const { coverage, hear, look, open } = live();
    await hear(10 * SECOND);
    coverage.lost('a', 'closed-1006');
    look('a', ALL, [], null);
    await hear(10 * SECOND);
    look('a');
    coverage.lost('a', 'session-gone');
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
    const { clock, gaps, breaks, look, hear } = live();
    await hear(2 * HOUR);
    clock.jump(-HOUR);
    await clock.advance(30 * SECOND);
    breaks('no-pong');
    look('a');
    expect(gaps).toMatchObject([{ from: HOUR, to: HOUR + 30 * SECOND }]);
  });
});
