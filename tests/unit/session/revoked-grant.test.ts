import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, Refused, setUp } from './keeper-setup.ts';

describe('a grant that was revoked at the platform', () => {
  it('is said also when it is found while a session is created: nothing is asked for any more', async () => {
    const { clock, keeper, failures, calls } = setUp();
    failures.set('create', new Refused({ verdict: 'grant-revoked', reason: 'signed-out' }));
    await keeper.start();
    await clock.advance(HOUR);
    expect(keeper.status).toMatchObject({ phase: 'blocked', reason: 'signed-out' });
    expect(calls).toEqual(['list', 'create']);
    keeper.dispose();
  });

  it('is noticed by the look after five silent minutes, for it shows as silence only', async () => {
    const { clock, keeper, failures } = setUp();
    await keeper.start();
    await clock.advance(10 * MINUTE);
    failures.set('verify grant', new Refused({ verdict: 'grant-revoked', reason: 'signed-out' }));
    await clock.advance(5 * MINUTE);
    expect(keeper.status).toMatchObject({ phase: 'blocked', reason: 'signed-out' });
    expect(keeper.recorder.connectionHistory.openGaps).not.toEqual([]);
    keeper.dispose();
  });

  it('leaves a gap from the last proof that it held: an event, or the look before', async () => {
    const { clock, net, keeper, failures } = setUp();
    const begun = clock.now();
    await keeper.start();
    const foundAfter = async (ms: number): Promise<number | undefined> => {
      failures.set('verify grant', new Refused({ verdict: 'grant-revoked', reason: 'signed-out' }));
      await clock.advance(ms);
      const { openGaps } = keeper.recorder.connectionHistory;
      return openGaps.find(({ kinds }) => kinds.includes('chat'))?.from;
    };
    await clock.advance(9 * MINUTE);
    // Looked at after 4 minutes 50 seconds, and as long after that.
    expect(await foundAfter(MINUTE)).toBe(begun + 290_000);
    failures.clear();
    await keeper.start();
    await clock.advance(5 * MINUTE);
    const heartbeatAt = clock.now();
    net.sockets.at(-1)?.text({ event: 'CHAT' });
    await clock.advance(MINUTE);
    expect(keeper.recorder.connectionHistory.openGaps).toEqual([]);
    const from = (await foundAfter(5 * MINUTE)) ?? 0;
    // The last PING before it, and an event may be sent five seconds late.
    expect(from).toBeLessThanOrEqual(heartbeatAt - 5_000);
    expect(from).toBeGreaterThan(heartbeatAt - MINUTE - 5_000);
    keeper.dispose();
  });

  it('is told from a login that only cannot be renewed: then a link that delivers goes on', async () => {
    const { clock, keeper, failures } = setUp();
    await keeper.start();
    failures.set('verify grant', new Refused({ verdict: 'sign-in', reason: 'signed-out' }));
    await clock.advance(2 * HOUR);
    expect(keeper.status.phase).toBe('live');
    expect(keeper.recorder.connectionHistory.openGaps).toEqual([]);
    keeper.dispose();
  });

  it('is not concluded from a platform that does not answer', async () => {
    const { clock, keeper, failures } = setUp();
    await keeper.start();
    failures.set('verify grant', new Refused({ verdict: 'unavailable' }));
    await clock.advance(2 * HOUR);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });
});
