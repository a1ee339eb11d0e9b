import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { meaningOf } from '../../../electron/session/failure-meaning.ts';
import {
  CheckPlan,
  SessionSubscriptions,
  SUBSCRIPTIONS,
} from '../../../electron/session/subscriptions.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const MINUTE = 60_000;
const QUIET = 290_000;

const setUp = () => {
  const clock = new VirtualClock();
  return { clock, plan: new CheckPlan(clock, sessionTimes(1)) };
};
const well = { failed: false, refused: [] };

describe('when a live link is looked at', () => {
  it('is under five minutes after the last look when no event comes', async () => {
    const { clock, plan } = setUp();
    expect(plan.dueInMs).toBe(QUIET);
    await clock.advance(QUIET);
    expect(plan.dueInMs).toBe(0);
    plan.looked(well);
    expect(plan.dueInMs).toBe(QUIET);
  });

  it('is put off by events, but never beyond half an hour', async () => {
    const { clock, plan } = setUp();
    await clock.advance(4 * MINUTE);
    plan.delivered();
    expect(plan.dueInMs).toBe(QUIET);
    await clock.advance(22 * MINUTE);
    plan.delivered();
    expect(plan.dueInMs).toBe(4 * MINUTE);
  });

  it('is a minute after a look that failed', () => {
    const { plan } = setUp();
    plan.looked({ failed: true, refused: [] });
    expect(plan.dueInMs).toBe(MINUTE);
  });

  it('is a minute after a look in which the platform failed', async () => {
    const { clock } = setUp();
    const unexpected = () => Promise.reject(new Error('not now'));
    const subscriptions = new SessionSubscriptions({
      sessionKey: 'key-1',
      calls: { list: unexpected, subscribe: unexpected },
      classify: meaningOf,
      hooks: {
        onSubscribing: () => undefined,
        onDelivered: () => undefined,
        onShown: () => undefined,
        onSubscriptionGone: () => undefined,
        onRefused: () => undefined,
      },
      onLook: () => undefined,
      pause: (ms) => clock.advance(ms),
      soon: (call) => call,
      times: sessionTimes(1),
      clock,
      log: silentLogger,
    });
    await clock.advance(QUIET);
    await expect(subscriptions.confirm(SUBSCRIPTIONS, true, 1)).rejects.toThrow('not now');
    expect(subscriptions.plan.dueInMs).toBe(MINUTE);
  });

  it('is an hour after a kind was refused, which is left out until then', async () => {
    const { clock, plan } = setUp();
    plan.looked({ failed: false, refused: ['donation'] });
    for (let looks = 0; looks < 2; looks += 1) {
      await clock.advance(29 * MINUTE);
      expect(plan.refused).toEqual(['donation']);
      plan.looked({ failed: false, refused: ['donation'] });
      plan.delivered();
    }
    expect(plan.dueInMs).toBe(2 * MINUTE);
    await clock.advance(2 * MINUTE);
    expect(plan.refused).toEqual([]);
    plan.looked({ failed: false, refused: ['donation'] });
    expect(plan.refused).toEqual(['donation']);
    plan.looked(well);
    expect(plan.refused).toEqual([]);
  });

  it('leaves nothing out once scopes have changed', () => {
    const { plan } = setUp();
    plan.looked({ failed: false, refused: ['chat'] });
    plan.forgive();
    expect(plan.refused).toEqual([]);
  });
});
