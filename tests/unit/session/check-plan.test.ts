import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { CheckPlan } from '../../../electron/session/check-plan.ts';
import { meaningOf } from '../../../electron/session/failure-meaning.ts';
import { backBy, momentOf } from '../../../electron/session/moment.ts';
import { SessionSubscriptions } from '../../../electron/session/subscriptions.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import type { SubscriptionKind } from '../../../shared/connection-history.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ALL_SCOPES } from './keeper-setup.ts';

const MINUTE = 60_000;
const QUIET = 290_000;

const setUp = () => {
  const clock = new VirtualClock();
  const plan = new CheckPlan(clock, sessionTimes(1));
  const shown = (kinds: readonly SubscriptionKind[], agoMs = 0) => ({
    kinds,
    askedAt: backBy(momentOf(clock), agoMs),
  });
  return { clock, plan, shown };
};
const ALL = ['chat', 'donation', 'subscription'] as const;
const PAID = ['donation', 'subscription'] as const;
const refused = (kind: (typeof ALL)[number], reason = 'forbidden', retryAfterMs = 0) => ({
  kind,
  reason,
  retryAfterMs,
});

describe('when a live link is looked at', () => {
  it('is under five minutes after the last look when no event comes', async () => {
    const { clock, plan, shown } = setUp();
    plan.looked(ALL, shown(ALL), []);
    expect(plan.dueInMs).toBe(QUIET);
    await clock.advance(QUIET);
    expect(plan.dueInMs).toBe(0);
    plan.looked(ALL, shown(ALL), []);
    expect(plan.dueInMs).toBe(QUIET);
  });

  it('is put off only while events of every kind come, and never beyond half an hour', async () => {
    const { clock, plan, shown } = setUp();
    plan.looked(ALL, shown(ALL), []);
    for (let minute = 4; minute < 28; minute += 4) {
      await clock.advance(4 * MINUTE);
      plan.proved(shown(ALL));
      expect(plan.dueInMs).toBe(QUIET);
    }
    await clock.advance(4 * MINUTE);
    plan.proved(shown(ALL));
    expect(plan.dueInMs).toBe(2 * MINUTE);
    plan.looked(ALL, shown(ALL), []);
    await clock.advance(4 * MINUTE);
    plan.proved(shown(['chat', 'subscription']));
    expect(plan.dueInMs).toBe(QUIET - 4 * MINUTE);
  });

  it('counts from when a list was asked for, or from what the connection tells of an event', async () => {
    const { clock, plan, shown } = setUp();
    await clock.advance(MINUTE);
    plan.looked(ALL, shown(ALL), []);
    plan.proved(shown(ALL, 20_000));
    expect(plan.dueInMs).toBe(QUIET);
    await clock.advance(MINUTE);
    plan.proved(shown(ALL, 20_000));
    expect(plan.dueInMs).toBe(QUIET - 20_000);
  });

  it('is a minute after one that did not show what was subscribed', async () => {
    const { clock, plan, shown } = setUp();
    plan.looked(ALL, shown(ALL), []);
    await clock.advance(QUIET);
    plan.looked(ALL, shown(['chat']), []);
    expect(plan.dueInMs).toBe(MINUTE);
  });

  it('is a minute after one that failed, or that read no list', () => {
    const { plan } = setUp();
    plan.failed();
    expect(plan.dueInMs).toBe(MINUTE);
    plan.looked(ALL, null, []);
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
        onMissing: () => undefined,
        onRefused: () => undefined,
      },
      connectedAt: () => momentOf(clock),
      onNoList: () => undefined,
      pause: (ms) => clock.advance(ms),
      soon: (call) => call,
      times: sessionTimes(1),
      clock,
      log: silentLogger,
    });
    await clock.advance(QUIET);
    await expect(subscriptions.confirm(ALL_SCOPES, true, 1, () => true)).rejects.toThrow('not now');
    expect(subscriptions.plan.dueInMs).toBe(MINUTE);
  });

  it('comes soon for a kind that was refused, and ever later', async () => {
    const { clock, plan, shown } = setUp();
    const kinds = [refused('donation')];
    for (const waitMs of [5_000, 30_000, 2 * MINUTE]) {
      plan.refused(kinds);
      plan.looked(['chat', 'subscription'], shown(['chat', 'subscription']), kinds);
      expect(plan.dueInMs).toBe(waitMs);
      await clock.advance(waitMs - 1);
      expect(plan.leftOut).toEqual(['donation']);
      await clock.advance(1);
      expect(plan.leftOut).toEqual([]);
    }
    for (let again = 0; again < 3; again += 1) {
      plan.refused(kinds);
      plan.looked(['chat', 'subscription'], shown(['chat', 'subscription']), kinds);
      plan.looked(['chat', 'subscription'], shown(['chat', 'subscription']), kinds);
      await clock.advance(10 * MINUTE - 1);
      expect(plan.leftOut).toEqual(['donation']);
      await clock.advance(1);
    }
    plan.looked(ALL, shown(ALL), []);
    plan.refused([refused('chat')]);
    plan.looked(PAID, shown(PAID), [refused('chat')]);
    expect(plan.dueInMs).toBe(5_000);
  });

  it('is not before the platform wants to be asked for the kind again', () => {
    const { plan, shown } = setUp();
    const kinds = [refused('donation', 'rate-limited', 20_000)];
    plan.refused(kinds);
    plan.looked(['chat'], shown(['chat']), kinds);
    expect(plan.dueInMs).toBe(20_000);
  });

  it('leaves a kind without its scope out for an hour, unless scopes have changed', async () => {
    const { clock, plan, shown } = setUp();
    const kinds = [refused('donation', 'scope-missing')];
    plan.refused(kinds);
    plan.looked(['chat'], shown(['chat']), kinds);
    await clock.advance(59 * MINUTE);
    expect(plan.leftOut).toEqual(['donation']);
    plan.forgive();
    expect(plan.leftOut).toEqual([]);
    plan.refused(kinds);
    plan.looked(['chat'], shown(['chat']), kinds);
    await clock.advance(60 * MINUTE);
    expect(plan.leftOut).toEqual([]);
  });
});
