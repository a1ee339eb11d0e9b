import { describe, expect, it } from 'vitest';
import { ALL, live, MINUTE } from './coverage-world.ts';

describe('a grant that ended, and another one', () => {
  it('leaves a gap from the last event to the new sign-in, though the session goes on', async () => {
    const { gaps, coverage, look, hear, came, grant } = live();
    await hear(MINUTE);
    came('chat');
    await hear(MINUTE);
    coverage.grantOver(false);
    await hear(MINUTE);
    grant();
    coverage.grantAnew();
    expect(gaps).toEqual([
      { from: MINUTE, to: 3 * MINUTE, reason: 'signed-out', kinds: ['chat'] },
      { from: 0, to: 3 * MINUTE, reason: 'signed-out', kinds: ['donation', 'subscription'] },
    ]);
    grant();
    coverage.grantAnew();
    look('a');
    expect(gaps).toHaveLength(2);
  });

  it('ends that gap with the sign-in: what is missed later is another one', async () => {
    const { gaps, coverage, hear, open } = live();
    coverage.grantOver(false);
    await hear(MINUTE);
    coverage.grantAnew();
    await hear(MINUTE);
    coverage.over('a', 'session-gone');
    expect(gaps).toMatchObject([{ from: 0, to: MINUTE, kinds: ALL }]);
    expect(open()).toMatchObject([{ from: MINUTE, kinds: ALL }]);
  });

  it('leaves it only from the last event that still came meanwhile', async () => {
    const { gaps, coverage, hear, came } = live();
    coverage.grantOver(false);
    await hear(MINUTE);
    came('donation');
    await hear(MINUTE);
    coverage.grantAnew();
    expect(gaps).toMatchObject([
      { from: 0, to: 2 * MINUTE, kinds: ['chat', 'subscription'] },
      { from: MINUTE, to: 2 * MINUTE, kinds: ['donation'] },
    ]);
  });

  it('leaves a gap of a break as long as it is: nothing tells since when the grant had been over', async () => {
    const { gaps, coverage, look, hear, open, list, grant } = live();
    await hear(MINUTE);
    coverage.grantOver(false);
    coverage.lost('a', 'no-pong');
    coverage.grantAnew();
    list();
    grant();
    expect(open()).toMatchObject([{ from: 0, reason: 'no-pong', kinds: ALL }]);
    look('a');
    expect(gaps).toMatchObject([{ from: 0, to: MINUTE, kinds: ALL }]);
  });

  it('changes nothing where a gap is open anyway, or where nobody listens', async () => {
    const { gaps, coverage, open } = live();
    coverage.grantOver(false);
    coverage.lost('a', 'no-pong');
    coverage.grantAnew();
    expect([gaps, open().length]).toEqual([[], 1]);
    const other = live();
    other.coverage.grantOver(false);
    other.stop();
    other.look('b', ALL, ALL);
    other.coverage.grantAnew();
    expect(other.gaps).toEqual([]);
  });

  it('keeps the gap of a break open until an event comes, or somebody signs in', async () => {
    const { gaps, coverage, look, hear, came, open } = live();
    coverage.grantOver(false);
    await hear(MINUTE);
    coverage.lost('a', 'closed-1006');
    look('a');
    expect([gaps, open()]).toMatchObject([[], [{ from: 0, kinds: ALL }]]);
    await hear(MINUTE);
    came('chat');
    expect([gaps, open()]).toMatchObject([[{ from: 0, to: 2 * MINUTE, kinds: ALL }], []]);
    coverage.lost('a', 'closed-1006');
    await hear(MINUTE);
    coverage.grantAnew();
    look('a');
    expect([gaps[1], open()]).toMatchObject([{ to: 3 * MINUTE, kinds: ALL }, []]);
  });

  it('that was revoked is not proved by what comes afterwards: somebody may have agreed anew', async () => {
    const { gaps, coverage, hear, came, grant, stop, breaks, look, open } = live();
    await hear(MINUTE);
    grant();
    came('chat');
    coverage.grantOver(true);
    coverage.grantOver(false);
    await hear(5 * MINUTE);
    came('chat');
    await hear(MINUTE);
    expect(coverage.mark.chat?.received).toBe(MINUTE);
    breaks();
    look('a');
    came('chat');
    expect(open()).toMatchObject([{ from: MINUTE, kinds: ALL }]);
    stop();
    expect(gaps).toMatchObject([{ from: MINUTE, to: 7 * MINUTE, kinds: ALL }]);
  });

  it('is proved by events again from the sign-in on, also where that one fails', async () => {
    const { gaps, coverage, hear, came } = live();
    coverage.grantOver(true);
    await hear(MINUTE);
    coverage.grantAnew();
    coverage.grantOver(false);
    await hear(MINUTE);
    came('chat');
    expect(gaps).toMatchObject([{ from: 0, to: MINUTE, kinds: ALL }]);
    expect(coverage.mark.chat?.received).toBe(2 * MINUTE);
  });
});
