import { describe, expect, it } from 'vitest';
import { settle } from '../../support/virtual-clock.ts';
import { HOUR, MINUTE, Refused, setUp } from './keeper-setup.ts';

/** After a loss: whether the lost connection was the session's last one, and the grant held. */
const LOOK_BACK = ['verify grant', 'list'];

describe('the session keeper', () => {
  it('creates a session, connects, subscribes to what the scopes allow, and is live', async () => {
    const { keeper, calls, net } = setUp();
    await keeper.start();
    await settle();
    expect(calls).toEqual([
      'list',
      'create',
      'subscribe chat',
      'subscribe donation',
      'subscribe subscription',
      'list',
    ]);
    expect(net.sockets[0]?.url).toContain('sessionKey=key-1');
    expect(keeper.status).toMatchObject({
      phase: 'live',
      session: { subscribed: ['chat', 'donation', 'subscription'] },
    });
    keeper.dispose();
  });

  it('asks for no subscription that no scope allows', async () => {
    const { keeper, calls } = setUp({ scopes: ['READ:DONATION', 'READ:USER'] });
    await keeper.start();
    await settle();
    expect(calls).toEqual(['list', 'create', 'subscribe donation', 'list']);
    keeper.dispose();
  });

  it('leaves out only the kind whose scope the platform finds missing', async () => {
    const { keeper, failures } = setUp();
    failures.set('subscribe donation', new Refused({}));
    await keeper.start();
    await settle();
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'subscription']);
    keeper.dispose();
  });

  it('takes every subscription off its session when asked to', async () => {
    const { keeper, calls, sessions, setting } = setUp({
      scopes: ['READ:LIVE_CHAT', 'READ:DONATION'],
    });
    await keeper.start();
    await settle();
    calls.length = 0;
    // A slow answer is waited for.
    setting.beforeAnswer = settle;
    await keeper.unsubscribe();
    expect(calls).toEqual(['unsubscribe chat', 'unsubscribe donation']);
    expect([...(sessions.get('key-1')?.events ?? [])]).toEqual([]);
    keeper.dispose();
  });

  it('takes off what it can where the platform refuses one', async () => {
    const { keeper, failures, sessions } = setUp();
    await keeper.start();
    await settle();
    failures.set('unsubscribe chat', new Refused({}));
    await keeper.unsubscribe();
    expect([...(sessions.get('key-1')?.events ?? [])]).toEqual(['CHAT']);
    keeper.dispose();
  });

  it('has nothing to take off before it is live', async () => {
    const { keeper, calls } = setUp();
    await keeper.unsubscribe();
    expect(calls).toEqual([]);
    keeper.dispose();
  });

  it('pings every minute and gives a link up that answers none within ten seconds', async () => {
    const { keeper, net, clock } = setUp();
    await keeper.start();
    await settle();
    await clock.advance(4 * MINUTE + 1_000);
    expect(net.sockets[0]?.pings).toBe(4);
    net.options.answerPings = false;
    // The look of then asks on the connection, too.
    await clock.advance(58_000);
    expect(keeper.status.phase).toBe('live');
    await clock.advance(1_000);
    expect(keeper.status).toMatchObject({ phase: 'reconnecting', reason: 'no-pong' });
    expect(net.sockets[0]?.state).toBe('closed');
    keeper.dispose();
  });

  it('notices a dead link also when pings come faster than the deadline', async () => {
    const { keeper, net, clock } = setUp({ timeScale: 60 });
    await keeper.start();
    await settle();
    net.options.answerPings = false;
    await clock.advance(11_001);
    expect(keeper.status).toMatchObject({ phase: 'reconnecting', reason: 'no-pong' });
    keeper.dispose();
  });

  it('goes live with a session that was just made and that no list shows, though its first connection broke', async () => {
    const { keeper, net, clock, sessions, setting } = setUp();
    setting.onCall = () => void sessions.delete('key-1');
    await keeper.start();
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(10_000);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('does not subscribe again without a look to what it has asked for before', async () => {
    const stage = setUp();
    const { keeper, net, clock, calls, failures, sessions, setting } = stage;
    // A platform that refuses to subscribe twice.
    setting.onCall = () => {
      for (const kind of ['chat', 'donation', 'subscription']) {
        const isThere = [...sessions.values()].some(({ events }) => events.has(kind.toUpperCase()));
        if (isThere) failures.set(`subscribe ${kind}`, new Refused({ reason: 'conflict' }));
      }
    };
    setting.beforeAnswer = (name) => {
      if (name !== 'list' || !calls.includes('subscribe subscription')) return null;
      delete setting.beforeAnswer;
      net.sockets.at(-1)?.end({ type: 'closed', code: 1006, reason: '' });
      return null;
    };
    await keeper.start();
    await clock.advance(10_000);
    expect(keeper.status.phase).toBe('live');
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    expect(calls.filter((name) => name.startsWith('subscribe'))).toHaveLength(3);
    keeper.dispose();
  });

  it('says since when it is connected, when it renews, and how fast the platform answers', async () => {
    const { keeper, net, clock } = setUp();
    const begun = clock.now();
    await keeper.start();
    await settle();
    expect(keeper.status.session).toEqual({
      createdAt: begun,
      connectedAt: begun,
      nextRenewalAt: begun + 110 * MINUTE,
      nextRollOverAt: begun + 11.5 * HOUR,
      lastPongAt: null,
      roundTripMs: null,
      subscribed: ['chat', 'donation', 'subscription'],
      slotsUsed: 1,
      slotsMax: 3,
    });
    net.options.answerPings = false;
    await clock.advance(MINUTE + 40);
    net.sockets[0]?.text({ action: 'PONG' });
    expect(keeper.status.session).toMatchObject({
      lastPongAt: begun + MINUTE + 40,
      roundTripMs: 40,
    });
    net.options.answerPings = true;
    await clock.advance(110 * MINUTE);
    expect(keeper.status.session).toMatchObject({
      connectedAt: begun + 110 * MINUTE,
      nextRenewalAt: begun + 220 * MINUTE,
    });
    keeper.dispose();
  });

  it('is started once, however often it is told to start', async () => {
    const answer = Promise.withResolvers<void>();
    const beforeAnswer = (name: string) => (name === 'list' ? answer.promise : null);
    const { keeper, calls, clock } = setUp({ beforeAnswer });
    await keeper.start();
    await keeper.start();
    answer.resolve();
    await settle();
    expect(keeper.status.phase).toBe('live');
    await keeper.start();
    await clock.advance(MINUTE);
    expect(calls.filter((name) => name === 'create')).toHaveLength(1);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('does not begin where it was stopped before its last session was read', async () => {
    const { keeper, calls, net } = setUp();
    const starting = keeper.start();
    keeper.stop(true);
    await starting;
    await settle();
    expect(keeper.status.phase).toBe('stopped');
    expect(calls).toEqual([]);
    expect(net.sockets).toEqual([]);
    keeper.dispose();
  });

  it('asks for a session at once when the machine has woken up, and not otherwise', async () => {
    const { keeper, failures, calls, clock } = setUp();
    failures.set('create', new Refused({ reason: 'down' }));
    await keeper.start();
    await clock.advance(5 * MINUTE);
    calls.length = 0;
    keeper.probe();
    await settle();
    expect(calls).toEqual(['list', 'create']);
    failures.clear();
    keeper.probe();
    await settle();
    expect(keeper.status.phase).toBe('live');
    calls.length = 0;
    keeper.probe();
    await settle();
    expect(calls).toEqual([]);
    keeper.dispose();
  });

  it('comes back on the same session after a cut, and subscribes to nothing twice', async () => {
    const { keeper, net, clock, calls } = setUp();
    await keeper.start();
    await settle();
    calls.length = 0;
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    expect(keeper.status.phase).toBe('reconnecting');
    await clock.advance(1_000);
    expect(calls).toEqual([...LOOK_BACK, 'list']);
    expect(net.sockets[1]?.url).toBe(net.sockets[0]?.url);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('repairs a subscription that the platform has lost', async () => {
    const { keeper, net, clock, calls, sessions } = setUp();
    await keeper.start();
    await settle();
    calls.length = 0;
    sessions.get('key-1')?.events.delete('DONATION');
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(1_000);
    expect(calls).toEqual([...LOOK_BACK, 'list', 'subscribe donation', 'list']);
    keeper.dispose();
  });

  it('trusts the session when the list is down', async () => {
    const { keeper, net, clock, failures, calls } = setUp();
    await keeper.start();
    await settle();
    failures.set('list', new Error('down'));
    calls.length = 0;
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(1_000);
    expect(calls).toEqual([...LOOK_BACK, 'list']);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('makes a new session when the platform has removed the old one', async () => {
    const { keeper, net, clock, sessions, kept } = setUp();
    await keeper.start();
    await settle();
    sessions.delete('key-1');
    net.sockets[0]?.end({ type: 'closed', code: 4000, reason: '' });
    await clock.advance(10_000);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    expect(kept()?.sessionKey).toBe('key-2');
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('makes a new session when the 12 hours are over', async () => {
    const { keeper, net, clock } = setUp();
    await keeper.start();
    await settle();
    await clock.advance(12 * HOUR);
    net.sockets.at(-1)?.end({ type: 'closed', code: 1000, reason: '' });
    await clock.advance(1_000);
    expect(net.sockets.at(-1)?.url).toContain('key-2');
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('uses the session of an earlier run instead of spending another of three', async () => {
    const kept = {
      url: 'wss://host/?sessionKey=kept',
      sessionKey: 'kept',
      createdAt: Date.UTC(2026, 0, 1) - HOUR,
    };
    const { keeper, calls, net } = setUp({ kept });
    await keeper.start();
    await settle();
    expect(calls).toEqual(['list']);
    expect(net.sockets[0]?.url).toBe(kept.url);
    keeper.dispose();
  });

  it('leaves a session alone that is over 12 hours old', async () => {
    const kept = {
      url: 'wss://host/?sessionKey=kept',
      sessionKey: 'kept',
      createdAt: Date.UTC(2026, 0, 1) - 12 * HOUR,
    };
    const { keeper, net } = setUp({ kept });
    await keeper.start();
    await settle();
    expect(net.sockets[0]?.url).toContain('key-1');
    keeper.dispose();
  });

  it('tries for ever, at most 30 seconds apart, and never in a storm', async () => {
    const { keeper, net, clock, failures, calls } = setUp();
    failures.set('create', new Error('down'));
    await keeper.start();
    await clock.advance(HOUR);
    const attempts = calls.filter((name) => name === 'create').length;
    expect(attempts).toBeGreaterThan(HOUR / 30_000 - 1);
    expect(attempts).toBeLessThan(300);
    failures.clear();
    await clock.advance(31_000);
    expect(keeper.status.phase).toBe('live');
    expect(net.sockets).toHaveLength(1);
    keeper.dispose();
  });

  it('waits as long as the platform asks', async () => {
    const { keeper, clock, failures, calls } = setUp();
    failures.set('create', new Refused({ reason: 'rate-limited', retryAfterMs: 90_000 }));
    await keeper.start();
    await clock.advance(89_000);
    expect(calls).toEqual(['list', 'create']);
    failures.clear();
    await clock.advance(1_000);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('waits as long as the platform asks before it confirms again', async () => {
    const { keeper, net, clock, failures } = setUp();
    for (const kind of ['chat', 'donation', 'subscription']) {
      const refused = new Refused({ reason: 'rate-limited', retryAfterMs: 90_000 });
      failures.set(`subscribe ${kind}`, refused);
    }
    await keeper.start();
    await clock.advance(89_000);
    expect(net.sockets).toHaveLength(1);
    failures.clear();
    await clock.advance(1_000);
    expect(net.sockets).toHaveLength(2);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it('stops asking when only signing in helps, and goes on after it', async () => {
    const { keeper, clock, failures, calls } = setUp();
    failures.set('create', new Refused({ verdict: 'sign-in', reason: 'signed-out' }));
    await keeper.start();
    await clock.advance(HOUR);
    expect(keeper.status).toMatchObject({ phase: 'blocked', reason: 'signed-out' });
    expect(calls).toEqual(['list', 'create']);
    failures.clear();
    await keeper.start();
    await settle();
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it.each([1, 60, 3_600])(
    'divides the durations of the specification by a time scale of %i',
    async (timeScale) => {
      const { keeper, net, clock } = setUp({ timeScale });
      await keeper.start();
      await settle();
      await clock.advance((5 * MINUTE) / timeScale + 1);
      expect(net.sockets[0]?.pings).toBe(5);
      await clock.advance((106 * MINUTE) / timeScale);
      expect(net.sockets).toHaveLength(2);
      keeper.dispose();
    },
  );

  it('leaves no timer and no connection behind', async () => {
    const { keeper, net, clock } = setUp();
    await keeper.start();
    await settle();
    await clock.advance(110 * MINUTE);
    keeper.dispose();
    expect(clock.pendingTimers).toBe(0);
    expect(net.sockets.every((socket) => socket.state === 'closed')).toBe(true);
  });
});
