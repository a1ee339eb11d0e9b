import { describe, expect, it } from 'vitest';
import { settle } from '../../support/virtual-clock.ts';
import { HOUR, live, MINUTE, meet, Refused, setUp } from './keeper-setup.ts';

describe('the renewal of a connection', () => {
  it('is made before the two-hour cut, new before old, on the same session', async () => {
    const { keeper, net, clock, calls, frames, gaps } = setUp();
    await keeper.start();
    await settle();
    net.options.answersGoodbye = false;
    await clock.advance(110 * MINUTE);
    const [old, renewed] = net.sockets;
    expect(renewed?.url).toBe(old?.url);
    old?.text({ event: 'CHAT', data: 'in flight' });
    expect(frames.at(-1)).toContain('in flight');
    net.options.answersGoodbye = true;
    await clock.advance(2_000);
    expect(old?.isLeft).toBe(true);
    old?.end({ type: 'closed', code: 1000, reason: '' });
    expect(renewed?.state).toBe('open');
    expect(keeper.status.phase).toBe('live');
    expect(calls.filter((name) => name === 'create')).toHaveLength(1);
    await clock.advance(110 * MINUTE);
    expect(net.sockets).toHaveLength(3);
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('comes in time also where the machine was asleep for a part of its age', async () => {
    const { keeper, net, clock } = setUp();
    const connectedAt = clock.now();
    await keeper.start();
    await clock.advance(60 * MINUTE);
    for (let sleeps = 0; sleeps < 3; sleeps += 1) {
      clock.sleep(5 * MINUTE);
      keeper.probe();
      await clock.advance(MINUTE);
    }
    while (net.sockets.length < 2) await clock.advance(1_000);
    expect(clock.now() - connectedAt).toBeLessThan(112 * MINUTE);
    keeper.dispose();
  });

  it('that failed is tried again soon, also where the clock was set back', async () => {
    const { keeper, net, clock } = setUp();
    await keeper.start();
    await clock.advance(107 * MINUTE);
    clock.jump(-5 * HOUR);
    net.options.openAtOnce = false;
    while (net.sockets.length < 2) await clock.advance(1_000);
    expect(clock.monotonic()).toBeLessThan(112 * MINUTE);
    net.sockets[1]?.end({ type: 'refused', status: 503 });
    await clock.advance(5 * MINUTE);
    expect(net.sockets.length).toBeGreaterThan(2);
    keeper.dispose();
  });

  it('leaves a gap where the replaced connection broke before it was read to its end', async () => {
    const { keeper, net, clock, gaps } = setUp();
    const begun = clock.now();
    await keeper.start();
    net.options.answersGoodbye = false;
    await clock.advance(109.5 * MINUTE);
    const [old] = net.sockets;
    old?.text({ event: 'CHAT', data: {} });
    await clock.advance(29_900);
    if (old) old.text = () => undefined;
    await clock.advance(30_100);
    expect(net.sockets).toHaveLength(2);
    expect(gaps).toEqual([]);
    old?.end({ type: 'closed', code: 1006, reason: '' });
    expect(gaps).toEqual([
      {
        // The last PING that it answered, and an event may be sent five seconds late.
        from: begun + 109.5 * MINUTE - 5_000,
        to: begun + 110.5 * MINUTE,
        reason: 'unread',
        kinds: ['chat', 'donation', 'subscription'],
      },
    ]);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('that the platform refused is tried again a moment later, not at once', async () => {
    const stage = await live();
    const { clock, keeper } = stage;
    await clock.advance(109 * MINUTE);
    const { connections } = meet(stage, 'key-1', { type: 'refused', status: 503 });
    await clock.advance(MINUTE + 400);
    expect(connections).toEqual([110 * MINUTE]);
    await clock.advance(MINUTE);
    expect(connections.length).toBeGreaterThan(1);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a renewal before which no list is to be had', () => {
  const ALL_KINDS = ['chat', 'donation', 'subscription'];
  const DOWN = new Refused({});

  async function nearRenewal() {
    const stage = await live();
    const begun = stage.clock.now();
    await stage.clock.advance(107 * MINUTE);
    stage.failures.set('list', DOWN);
    return { ...stage, begun };
  }

  it('waits for one, and leaves no gap when it comes', async () => {
    const { keeper, net, clock, gaps, failures } = await nearRenewal();
    await clock.advance(8 * MINUTE);
    expect(net.sockets).toHaveLength(1);
    failures.delete('list');
    await clock.advance(MINUTE);
    expect(net.sockets).toHaveLength(2);
    await clock.advance(2 * HOUR);
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('is made before the cut all the same, and leaves a gap from the last proof of each kind', async () => {
    const { keeper, net, clock, gaps, begun } = await nearRenewal();
    await clock.advance(MINUTE);
    net.sockets[0]?.text({ event: 'DONATION' });
    const proved = begun + 106 * MINUTE + 20_000;
    // Five seconds before the last PING that was answered by then.
    const donated = begun + 107 * MINUTE + 15_000;
    while (net.sockets.length < 2) await clock.advance(1_000);
    expect(clock.now() - begun).toBeGreaterThanOrEqual(116 * MINUTE);
    expect(clock.now() - begun).toBeLessThan(117 * MINUTE);
    await settle();
    expect(gaps).toMatchObject([
      { from: proved, reason: 'not-proved', kinds: ['chat', 'subscription'] },
      { from: donated, reason: 'not-proved', kinds: ['donation'] },
    ]);
    expect(gaps.every(({ to }) => to <= clock.now() && to > begun + 116 * MINUTE - 1)).toBe(true);
    expect(keeper.status.session?.subscribed).toEqual(ALL_KINDS);
    expect(keeper.recorder.coverage.openGaps).toEqual([]);
    keeper.dispose();
  });

  it('is the same where a list does not show the session', async () => {
    const { keeper, net, clock, gaps, failures, sessions } = await nearRenewal();
    failures.clear();
    const [[key, own] = []] = [...sessions];
    if (key !== undefined && own) {
      sessions.clear();
      sessions.set('', own);
    }
    while (net.sockets.length < 2) await clock.advance(1_000);
    await settle();
    expect(gaps).toMatchObject([{ reason: 'not-proved', kinds: ALL_KINDS }]);
    keeper.dispose();
  });
});
