import { describe, expect, it } from 'vitest';
import { toIsoTime } from '../../../electron/base/clock.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import { SUBSCRIPTION_KINDS } from '../../../shared/connection-history.ts';
import { settle } from '../../support/virtual-clock.ts';
import { HOUR, type KeptSession, MINUTE, Refused, setUp } from './keeper-setup.ts';

const START = Date.UTC(2026, 0, 1);

describe('a gap', () => {
  it('runs from five seconds before the last answered PING to the confirmed subscriptions: an event may be late', async () => {
    const { clock, net, keeper, gaps } = setUp();
    await keeper.start();
    await clock.advance(30_000);
    net.sockets[0]?.text({ event: 'CHAT', data: {} });
    await clock.advance(10_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    const open = { reason: 'closed-1006', kinds: SUBSCRIPTION_KINDS };
    const { openGaps } = keeper.recorder.connectionHistory;
    expect(openGaps).toEqual([{ ...open, from: START }]);
    await clock.advance(375);
    expect(gaps).toEqual([{ ...open, from: START + 25_000, to: START + 40_375 }]);
    expect(keeper.recorder.connectionHistory).toMatchObject({ openGaps: [], gaps });
    keeper.dispose();
  });

  it('begins before a renewal whose opening nobody saw, whatever the old connection answers', async () => {
    const { clock, net, keeper, gaps } = setUp();
    await keeper.start();
    await settle();
    net.options.openAtOnce = false;
    while (net.sockets.length < 2) await clock.advance(1_000);
    // The server has opened the new connection, which takes all events from now on; we never hear of it.
    const replacedAt = clock.now();
    await clock.advance(5_000);
    keeper.probe();
    await clock.advance(4_000);
    net.options.openAtOnce = true;
    await clock.advance(30_000);
    expect(gaps).toMatchObject([{ reason: 'renewal-failed' }]);
    expect(gaps[0]?.from).toBeLessThanOrEqual(replacedAt);
    keeper.dispose();
  });

  it('begins before a renewal that failed, whatever event the old connection still brought', async () => {
    const { clock, net, keeper, gaps } = setUp();
    await keeper.start();
    await settle();
    net.options.openAtOnce = false;
    while (net.sockets.length < 2) await clock.advance(1_000);
    const answeredAt = START + Math.floor((clock.now() - START) / MINUTE) * MINUTE;
    await clock.advance(5_000);
    net.sockets[0]?.text({ event: 'CHAT', data: {} });
    net.options.openAtOnce = true;
    await clock.advance(30_000);
    expect(gaps).toMatchObject([{ from: answeredAt - 5_000, reason: 'renewal-failed' }]);
    keeper.dispose();
  });

  describe('of a dead link', () => {
    /** What the platform lists of the session by the time the link is found to be dead. */
    async function gapsWhere(listed: (session: KeptSession) => void) {
      const { clock, net, keeper, gaps, sessions } = setUp();
      await keeper.start();
      await clock.advance(2 * MINUTE + 1_000);
      net.options.answerPings = false;
      await clock.advance(MINUTE + 8_000);
      const session = sessions.get('key-1');
      if (session) listed(session);
      net.options.answerPings = true;
      await clock.advance(2_000);
      keeper.dispose();
      return gaps;
    }
    const reason = 'no-pong';
    const answered = { from: START + 2 * MINUTE - 5_000, reason };
    const proved = { from: START, reason };

    it('begins before the last answered PING where the session still has its connection', async () => {
      expect(await gapsWhere(() => undefined)).toMatchObject([answered]);
    });

    it('begins there, too, where the session’s last connection ended as this one was lost', async () => {
      const gaps = await gapsWhere((session) => {
        session.connectedDate = null;
        session.disconnectedDate = toIsoTime(START + 3 * MINUTE + 9_500);
      });
      expect(gaps).toMatchObject([answered]);
    });

    it('begins at the last proof where another one ended at another time, or is there', async () => {
      const gone = await gapsWhere((session) => {
        session.connectedDate = null;
        session.disconnectedDate = toIsoTime(START + 3 * MINUTE);
      });
      const there = await gapsWhere((session) => {
        session.connectedDate = toIsoTime(START + MINUTE);
      });
      expect([gone, there]).toMatchObject([[proved], [proved]]);
    });

    it('begins at the last proof where nobody tells before the next one is there', async () => {
      const { clock, net, keeper, gaps, failures } = setUp();
      await keeper.start();
      await clock.advance(2 * MINUTE + 1_000);
      failures.set('list', new Refused({}));
      net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
      await clock.advance(300);
      failures.clear();
      await clock.advance(5_000);
      expect(gaps).toMatchObject([{ from: START, reason: 'closed-1006' }]);
      keeper.dispose();
    });

    it('begins at the last proof where another connection has opened since: the list tells of that one', async () => {
      for (const seen of ['opened', 'perhaps opened']) {
        const { clock, net, keeper, gaps, sessions, setting } = setUp();
        await keeper.start();
        await clock.advance(2 * MINUTE + 1_000);
        setting.hangingList = true;
        net.options.openAtOnce = seen === 'opened';
        net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
        await clock.advance(seen === 'opened' ? 2_000 : 10_300);
        setting.hangingList = false;
        const session = sessions.get('key-1');
        if (session) session.connectedDate = null;
        if (session) session.disconnectedDate = toIsoTime(START + 2 * MINUTE + 2_000);
        net.options.openAtOnce = true;
        if (seen === 'opened') net.sockets[1]?.end({ type: 'closed', code: 1006, reason: '' });
        await clock.advance(5_000);
        expect(gaps).toMatchObject([{ from: START, reason: 'closed-1006' }]);
        keeper.dispose();
      }
    });

    it('begins at the last proof where a renewal failed: the connection that ended last is the renewed one', async () => {
      const { clock, net, keeper, gaps, sessions } = setUp();
      await keeper.start();
      await clock.advance(7 * MINUTE);
      // Another connection has taken the events, and is gone again.
      const session = sessions.get('key-1');
      if (session) session.connectedDate = null;
      net.options.openAtOnce = false;
      clock.jump(5 * HOUR);
      keeper.probe();
      await clock.advance(10);
      net.sockets[1]?.open();
      if (session) session.connectedDate = null;
      if (session) session.disconnectedDate = toIsoTime(START + 7 * MINUTE);
      net.sockets[1]?.end({ type: 'closed', code: 1006, reason: '' });
      net.options.openAtOnce = true;
      await clock.advance(5_000);
      const from = START + 5 * HOUR + 290_000;
      expect(gaps).toMatchObject([{ from, reason: 'renewal-failed' }]);
      keeper.dispose();
    });

    it('is looked at a second before the next attempt, by which a network may be back', async () => {
      const { clock, net, keeper, gaps, failures } = setUp();
      await keeper.start();
      await clock.advance(2 * MINUTE + 1_000);
      failures.set('list', new Refused({}));
      net.options.openAtOnce = false;
      net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
      while (net.sockets.length < 6) {
        await clock.advance(100);
        net.sockets.at(-1)?.end({ type: 'unreachable', detail: 'ENETUNREACH' });
      }
      // A look at once would still fail.
      await clock.advance(1);
      failures.clear();
      net.options.openAtOnce = true;
      await clock.advance(30_000);
      expect(gaps).toMatchObject([{ ...answered, reason: 'closed-1006' }]);
      keeper.dispose();
    });
  });

  it('stays open over several failed attempts and is one gap', async () => {
    const { clock, net, keeper, gaps } = setUp();
    await keeper.start();
    await settle();
    net.options.openAtOnce = false;
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await clock.advance(31_000);
      net.sockets.at(-1)?.end({ type: 'unreachable', detail: 'ENETUNREACH' });
    }
    expect(gaps).toEqual([]);
    net.options.openAtOnce = true;
    await clock.advance(31_000);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]?.from).toBe(START);
    keeper.dispose();
  });

  it('is not made by a renewal, a stop or a sign-out on purpose', async () => {
    const { clock, keeper, gaps } = setUp();
    await keeper.start();
    await clock.advance(5 * HOUR);
    keeper.stop(true);
    await clock.advance(HOUR);
    await keeper.start();
    await settle();
    keeper.dispose();
    expect(gaps).toEqual([]);
  });

  it('is made by a grant that ended by itself, until somebody has signed in again', async () => {
    const { clock, net, keeper, gaps, failures } = setUp();
    await keeper.start();
    await clock.advance(30_000);
    failures.set('create', new Refused({ verdict: 'sign-in', reason: 'signed-out' }));
    net.sockets[0]?.end({ type: 'refused', status: 404 });
    await clock.advance(1_000);
    expect(keeper.status.phase).toBe('blocked');
    keeper.stop(false);
    await clock.advance(HOUR);
    failures.clear();
    await keeper.start();
    await settle();
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toMatchObject({ from: START, to: START + HOUR + 31_000 });
    keeper.dispose();
  });

  it('is closed with the app when it ends in the middle of one', async () => {
    const { clock, net, keeper, gaps } = setUp();
    await keeper.start();
    await settle();
    net.options.openAtOnce = false;
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(20_000);
    keeper.stop(true);
    expect(gaps).toMatchObject([{ from: START, to: START + 20_000, reason: 'closed-1006' }]);
    keeper.dispose();
  });

  it('covers the time since a crash', async () => {
    const { keeper, gaps } = setUp();
    keeper.recorder.coverage.resumeAfterCrash(markOfAll(START - HOUR));
    const open = { from: START - HOUR, reason: 'crash', kinds: SUBSCRIPTION_KINDS };
    expect(keeper.recorder.connectionHistory.openGaps).toEqual([open]);
    await keeper.start();
    await settle();
    expect(gaps).toEqual([{ ...open, to: START }]);
    keeper.dispose();
  });

  it('never ends before it began, even when the clock is set back', async () => {
    const { clock, net, keeper, gaps } = setUp();
    await keeper.start();
    await clock.advance(30_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    clock.jump(-10 * HOUR);
    await clock.advance(5_000);
    expect(gaps).toHaveLength(1);
    expect((gaps[0]?.to ?? 0) >= (gaps[0]?.from ?? 1)).toBe(true);
    keeper.dispose();
  });
});

describe('after a sleep or a change of network', () => {
  it('a live link is pinged at once and found dead within ten seconds', async () => {
    const { clock, net, keeper } = setUp();
    await keeper.start();
    await clock.advance(5_000);
    net.options.answerPings = false;
    keeper.probe();
    expect(net.sockets[0]?.pings).toBe(1);
    await clock.advance(10_000);
    expect(keeper.status).toMatchObject({ phase: 'reconnecting', reason: 'no-pong' });
    keeper.dispose();
  });

  it('a waiting link connects at once', async () => {
    const { clock, net, keeper, failures } = setUp();
    await keeper.start();
    await settle();
    net.options.openAtOnce = false;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      net.sockets.at(-1)?.end({ type: 'unreachable', detail: 'offline' });
      await clock.advance(31_000);
    }
    net.sockets.at(-1)?.end({ type: 'unreachable', detail: 'offline' });
    net.options.openAtOnce = true;
    failures.clear();
    keeper.probe();
    await settle();
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });
});

describe('the timeline', () => {
  it('counts our own session from the first moment', async () => {
    const { open, keeper } = setUp();
    open('another-program', ['CHAT']);
    await keeper.start();
    await settle();
    expect(keeper.status.session?.slotsUsed).toBe(2);
    keeper.dispose();
  });

  it('tells sessions, connections, renewals and losses in order', async () => {
    const { clock, net, keeper } = setUp();
    await keeper.start();
    await clock.advance(111 * MINUTE);
    net.sockets.at(-1)?.end({ type: 'closed', code: 1012, reason: '' });
    await clock.advance(2_000);
    expect(
      keeper.recorder.connectionHistory.events.map(({ name, reason }) => [name, reason]),
    ).toEqual([
      ['session-created', null],
      ['live', null],
      ['renewed', null],
      ['lost', 'closed-1012'],
      ['live', null],
    ]);
    expect(keeper.status.session).toMatchObject({
      createdAt: START,
      nextRollOverAt: START + 11.5 * HOUR,
      slotsUsed: 1,
      slotsMax: 3,
    });
    keeper.dispose();
  });

  it('tells of a session that was refused, of a grant that ended and of a stop, once each', async () => {
    const { clock, failures, keeper } = setUp();
    const told = () =>
      keeper.recorder.connectionHistory.events.map(({ name, reason }) => [name, reason]);
    failures.set('create', new Refused({ verdict: 'sign-in', reason: 'signed-out' }));
    await keeper.start();
    await clock.advance(MINUTE);
    const before = [
      ['session-refused', 'signed-out'],
      ['blocked', 'signed-out'],
    ];
    expect(told()).toEqual(before);
    keeper.stop(true);
    keeper.stop(true);
    expect(told()).toEqual([...before, ['stopped', null]]);
    keeper.dispose();
  });

  it('tells of a roll-over', async () => {
    const { clock, keeper } = setUp();
    await keeper.start();
    await clock.advance(11.5 * HOUR + MINUTE);
    expect(keeper.recorder.connectionHistory.events.at(-1)?.name).toBe('rolled-over');
    keeper.dispose();
  });
});
