import { describe, expect, it } from 'vitest';
import { SUBSCRIPTION_KINDS } from '../../../shared/connection-history.ts';
import { settle } from '../../support/virtual-clock.ts';
import { HOUR, MINUTE, nearRollOver, Refused, setUp } from './keeper-setup.ts';

const chat = (content: string) => ({ event: 'CHAT', data: { content } });

describe('rolling over to a new session', () => {
  it('opens and subscribes the next session before it closes the old one, without a gap', async () => {
    const { clock, net, calls, keeper, gaps, kept } = await nearRollOver();
    const old = net.sockets.at(-1);
    await clock.advance(1_500);
    const next = net.sockets.at(-1);
    expect(calls.filter((name) => /create|subscribe/.test(name))).toEqual([
      'create',
      'subscribe chat',
      'subscribe donation',
      'subscribe subscription',
    ]);
    expect(next?.url).toContain('key-2');
    expect([old?.state, next?.state]).toEqual(['open', 'open']);
    await clock.advance(6_500);
    expect([old?.state, next?.state]).toEqual(['closed', 'open']);
    expect(keeper.status.phase).toBe('live');
    expect(kept()?.sessionKey).toBe('key-2');
    expect(gaps).toEqual([]);
    await clock.advance(11.5 * HOUR);
    expect(net.sockets.at(-1)?.url).toContain('key-3');
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('hands on once what both sessions deliver, and twice what really came twice', async () => {
    const { clock, net, keeper, frames } = await nearRollOver();
    const old = net.sockets.at(-1);
    await clock.advance(1_500);
    const next = net.sockets.at(-1);
    for (const content of ['a', 'same', 'same']) old?.text(chat(content));
    for (const content of ['a', 'same', 'same', 'b']) next?.text(chat(content));
    old?.text(chat('b'));
    const contents = frames.map((text) => JSON.parse(text).data.content);
    expect(contents).toEqual(['a', 'same', 'same', 'b']);
    await clock.advance(20_000);
    next?.text(chat('same'));
    next?.text(chat('same'));
    expect(frames).toHaveLength(6);
    keeper.dispose();
  });

  it('hands on once what the next session delivers before its subscription is answered', async () => {
    const { clock, net, keeper, frames, setting } = await nearRollOver();
    const old = net.sockets.at(-1);
    let answer = (): void => undefined;
    setting.beforeAnswer = (name) =>
      name === 'subscribe donation' ? new Promise((resolve) => (answer = resolve)) : null;
    await clock.advance(1_500);
    const next = net.sockets.at(-1);
    const donation = { event: 'DONATION', data: { donationText: 'thanks' } };
    next?.text(donation);
    old?.text(donation);
    expect(frames).toHaveLength(1);
    answer();
    keeper.dispose();
  });

  it('hands on once what comes late from the next session, which a list has shown when it was subscribed', async () => {
    const { clock, net, keeper, frames } = await nearRollOver();
    const old = net.sockets.at(-1);
    await clock.advance(1_500);
    // So that the overlap lasts: nothing proves that the old session has brought everything.
    net.options.answerPings = false;
    const donation = { event: 'DONATION', data: { donationText: 'thanks' } };
    old?.text(donation);
    await clock.advance(1_200);
    net.sockets.at(-1)?.text(donation);
    await clock.advance(20_000);
    expect(frames).toHaveLength(1);
    keeper.dispose();
  });

  it('hands on once what comes late from the old session', async () => {
    const { clock, net, keeper, frames } = await nearRollOver();
    await clock.advance(1_000);
    const old = net.sockets.at(-2);
    await clock.advance(2_900);
    net.sockets.at(-1)?.text(chat('last'));
    await clock.advance(90);
    old?.text(chat('last'));
    await clock.advance(500);
    expect(frames).toHaveLength(1);
    keeper.dispose();
  });

  it('never merges equal events of one session outside of an overlap', async () => {
    const { net, keeper, frames } = setUp();
    await keeper.start();
    await settle();
    net.sockets[0]?.text(chat('same'));
    net.sockets[0]?.text(chat('same'));
    expect(frames).toHaveLength(2);
    keeper.dispose();
  });

  it('goes on with the old session and tries again soon when no new one is to be had', async () => {
    const { clock, net, calls, keeper, failures, gaps } = await nearRollOver();
    failures.set('create', new Refused({ reason: 'down' }));
    await clock.advance(11 * MINUTE);
    expect(calls.filter((name) => name === 'create')).toHaveLength(3);
    expect(keeper.status.phase).toBe('live');
    failures.clear();
    await clock.advance(6 * MINUTE);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('keeps the old session until the next one has every kind of event that it has', async () => {
    const { clock, net, keeper, failures, gaps, calls } = await nearRollOver();
    const old = net.sockets.at(-1);
    failures.set('subscribe donation', new Refused({ reason: 'subscription-refused' }));
    await clock.advance(20_000);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    expect(old?.state).toBe('open');
    old?.text({ event: 'DONATION', data: {} });
    failures.clear();
    await clock.advance(30_000);
    expect(old?.state).toBe('closed');
    expect(calls.filter((name) => name === 'subscribe donation')).toHaveLength(3);
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('takes the next session without one of the kinds when the old one ends, and says so', async () => {
    const { clock, net, keeper, failures } = await nearRollOver();
    const old = net.sockets.at(-1);
    failures.set('subscribe donation', new Refused({ reason: 'subscription-refused' }));
    await clock.advance(10 * MINUTE);
    const endedAt = clock.now();
    old?.end({ type: 'refused', status: 404 });
    await clock.advance(MINUTE);
    expect(keeper.status.phase).toBe('live');
    const [gap] = keeper.recorder.connectionHistory.openGaps;
    expect(gap).toMatchObject({ kinds: ['donation'] });
    expect(endedAt - (gap?.from ?? 0)).toBeLessThan(5 * MINUTE);
    keeper.dispose();
  });

  it('leaves a gap where the old session had died unnoticed', async () => {
    const { clock, net, keeper, sessions, gaps } = await nearRollOver();
    await clock.advance(900);
    net.sockets.at(-1)?.text(chat('still there'));
    const provedAt = clock.now();
    sessions.delete('key-1');
    await clock.advance(MINUTE);
    expect(keeper.status.phase).toBe('live');
    const [gap] = gaps;
    expect(gap).toMatchObject({ kinds: SUBSCRIPTION_KINDS, reason: 'session-gone' });
    expect(gap?.from).toBeLessThan(provedAt);
    expect(provedAt - (gap?.from ?? 0)).toBeLessThan(5 * MINUTE);
    keeper.dispose();
  });

  it('closes the old session only when a list has proved it once more', async () => {
    const { clock, net, keeper, setting, failures, gaps, calls } = await nearRollOver();
    const old = net.sockets.at(-1);
    setting.onCall = () => {
      if (calls.includes('subscribe subscription')) failures.set('list', new Error('down'));
    };
    setting.beforeAnswer = (name) =>
      name === 'list' ? null : new Promise((done) => clock.setTimeout(() => done(), 200));
    await clock.advance(5 * MINUTE);
    expect(keeper.status.phase).toBe('live');
    expect(old?.state).toBe('open');
    setting.onCall = () => undefined;
    failures.clear();
    await clock.advance(MINUTE + 10_000);
    expect(old?.state).toBe('closed');
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('closes the old session only when the grant was known to hold after the new one was there, and asks ever less often', async () => {
    const { clock, net, keeper, setting, failures, gaps, calls } = await nearRollOver();
    const old = net.sockets.at(-1);
    setting.beforeAnswer = (name) =>
      name === 'list' ? null : new Promise((done) => clock.setTimeout(() => done(), 200));
    failures.set('verify grant', new Error('down'));
    await clock.advance(8_000);
    calls.length = 0;
    await clock.advance(4 * MINUTE);
    expect(old?.state).toBe('open');
    expect(calls.filter((name) => name === 'verify grant').length).toBeLessThan(12);
    failures.clear();
    await clock.advance(MINUTE);
    expect(old?.state).toBe('closed');
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('waits for a list while the old session lives: without one it could be a fourth session', async () => {
    const { clock, calls, failures, keeper, open } = await nearRollOver();
    open('other-1', ['CHAT']);
    open('other-2', ['CHAT']);
    failures.set('list', new Error('down'));
    const created = () => calls.filter((name) => name === 'create').length;
    await clock.advance(20 * MINUTE);
    expect([created(), keeper.status.phase]).toEqual([0, 'live']);
    await clock.advance(10 * MINUTE);
    expect([created(), keeper.status.phase]).toEqual([1, 'live']);
    keeper.dispose();
  });

  it('with no slot free closes the old connection first, and records the gap', async () => {
    const { clock, net, open, keeper, gaps } = await nearRollOver();
    open('other-1', ['CHAT']);
    open('other-2', ['CHAT']);
    const old = net.sockets.at(-1);
    await clock.advance(1_500);
    expect(old?.state).toBe('closed');
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    expect(keeper.status.phase).toBe('live');
    expect(gaps).toMatchObject([{ reason: 'no-free-slot' }]);
    keeper.dispose();
  });

  it('goes back to the old session when even making room does not help, and leaves it be', async () => {
    const { clock, net, open, keeper, failures, gaps } = await nearRollOver();
    open('other-1', ['CHAT']);
    open('other-2', ['CHAT']);
    failures.set('create', new Refused({ reason: 'full' }));
    await clock.advance(1_500);
    expect(net.sockets.at(-1)).toMatchObject({ state: 'open' });
    expect(net.sockets.at(-1)?.url).toContain('key-1');
    expect(keeper.status.phase).toBe('live');
    await clock.advance(25 * MINUTE);
    expect(gaps).toHaveLength(1);
    keeper.dispose();
  });

  it('does not count sessions of other channels of the same application', async () => {
    const { clock, net, open, sessions, keeper, gaps } = await nearRollOver();
    for (const key of ['x', 'y', 'z']) open(key, ['CHAT']);
    for (const key of ['x', 'y', 'z']) {
      const session = sessions.get(key);
      if (session) session.channelId = 'somebody-else';
    }
    await clock.advance(6_000);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    expect(gaps).toEqual([]);
    keeper.dispose();
  });

  it('keeps the old session while the new one has lost its connection in the overlap', async () => {
    const { clock, net, keeper, gaps } = await nearRollOver();
    const old = net.sockets.at(-1);
    await clock.advance(1_500);
    net.options.openAtOnce = false;
    net.sockets.at(-1)?.end({ type: 'closed', code: 1011, reason: '' });
    await clock.advance(5_000);
    expect(old?.state).toBe('open');
    expect(keeper.status.phase).toBe('live');
    net.sockets.at(-1)?.open();
    await clock.advance(8_000);
    expect(old?.state).toBe('closed');
    expect(keeper.status.phase).toBe('live');
    expect(gaps).toEqual([]);
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes over at once when the old session ends while the next one starts, and says what that may not have sent yet', async () => {
    const { clock, net, keeper, gaps } = await nearRollOver();
    const old = net.sockets.at(-1);
    await clock.advance(1_500);
    old?.end({ type: 'refused', status: 404 });
    expect(keeper.status.phase).toBe('live');
    expect(gaps).toHaveLength(1);
    expect((gaps[0]?.to ?? 0) - (gaps[0]?.from ?? 0)).toBe(5_000);
    await clock.advance(10_000);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a sleep of the machine', () => {
  it('does not put the roll-over off: it is planned anew by the wall clock', async () => {
    const { clock, net, keeper, gaps } = setUp();
    await keeper.start();
    await clock.advance(10 * HOUR);
    // Timers stood still for two hours.
    clock.sleep(2 * HOUR - 30 * MINUTE);
    expect(net.sockets.at(-1)?.url).toContain('key-1');
    keeper.probe();
    await clock.advance(10_000);
    expect(net.sockets.some(({ url }) => url.endsWith('key-2'))).toBe(true);
    // What was read after the sleep is certain only later.
    await clock.advance(5 * MINUTE);
    const open = net.sockets.filter(({ state }) => state === 'open');
    expect(open.map(({ url }) => url.slice(-5))).toEqual(['key-2']);
    expect(gaps).toEqual([]);
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is not made of a clock that is set back: the roll-over stays where it was', async () => {
    const { clock, net, keeper } = setUp();
    await keeper.start();
    await clock.advance(10 * HOUR);
    clock.jump(-5 * HOUR);
    keeper.probe();
    await clock.advance(91 * MINUTE);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    keeper.dispose();
  });
});

describe('the first session', () => {
  it('is asked for while several channels of one application are connected, ours not known', async () => {
    const { open, sessions, keeper } = setUp({ channelId: null });
    for (const key of ['x', 'y', 'z', 'w']) open(key, ['CHAT']);
    for (const [key, session] of sessions) session.channelId = `channel-${key}`;
    await keeper.start();
    await settle();
    expect(keeper.status.phase).toBe('live');
    expect(keeper.status.session?.slotsUsed).toBe(1);
    keeper.dispose();
  });

  it('is not asked for while three sessions are connected that name no channel', async () => {
    const { open, sessions, keeper, calls } = setUp();
    for (const key of ['x', 'y', 'z']) open(key, ['CHAT']);
    for (const session of sessions.values()) session.channelId = null;
    await keeper.start();
    await settle();
    expect(keeper.status).toMatchObject({ phase: 'reconnecting', reason: 'no-free-slot' });
    expect(calls).not.toContain('create');
    keeper.dispose();
  });

  it('is not asked for while three programs are connected for this channel', async () => {
    const { clock, calls, open, sessions, keeper } = setUp();
    for (const key of ['x', 'y', 'z']) open(key, ['CHAT']);
    await keeper.start();
    await clock.advance(5_000);
    expect(calls).not.toContain('create');
    expect(keeper.status).toMatchObject({ phase: 'reconnecting', reason: 'no-free-slot' });
    sessions.delete('x');
    await clock.advance(31_000);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('takes the place of one that a crash left behind', async () => {
    const { open, sessions, keeper } = setUp();
    for (const key of ['x', 'y', 'z']) open(key, ['CHAT']);
    const left = sessions.get('y');
    if (left) left.connectedDate = null;
    await keeper.start();
    await settle();
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });
});
