import { describe, expect, it } from 'vitest';
import { MemorySettings } from '../../support/memory-settings.ts';
import { MINUTE } from './keeper-setup.ts';
import { SECRET, setUp } from './platform-setup.ts';
import { startPeers } from './socket-server.ts';

describe('the live stream of the core', () => {
  it('is live with the grant of the vault, and leaves nothing behind', async () => {
    const stage = setUp();
    await stage.begin();
    expect(stage.keeper.status.phase).toBe('live');
    expect(stage.keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    expect(stage.codes()).toEqual([]);
    expect(stage.redactor.clean(SECRET)).not.toContain(SECRET);
    expect(stage.vault.values.get('session')).toContain('key-1');
    stage.owned.dispose();
    expect(stage.keeper.status.phase).toBe('stopped');
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('waits for somebody to sign in where the vault has no grant, and subscribes to nothing', async () => {
    const stage = setUp({ scopes: null });
    await stage.begin();
    expect(stage.account.state.kind).toBe('signing-in');
    expect(stage.calls).toEqual([]);
    expect(stage.settings.get().linkedBefore).toBe(false);
    stage.owned.dispose();
  });

  it('opens sockets of this machine where the host names no others', async () => {
    const peers = await startPeers();
    const stage = setUp({ socketUrl: peers.url, baseUrl: 'http://127.0.0.1:1' });
    await stage.begin();
    const { socket } = await peers.peer();
    expect(socket.readyState).toBe(socket.OPEN);
    stage.owned.dispose();
    await peers.stop();
  });

  it.each([
    ['of the platform', { baseUrl: 'http://platform.example' }],
    ['to sign in', { authUrl: 'http://login.example' }],
  ])('says that an address %s is not encrypted', (_, addresses) => {
    expect(setUp(addresses).codes()).toEqual(['platform-unsafe-address']);
  });

  it('hands every event to the hub, and looks at its session when none of a kind has come for five minutes', async () => {
    const stage = setUp();
    await stage.begin();
    const looks = () => stage.calls.filter((path) => path === 'sessions').length;
    const [socket] = stage.net.sockets;
    await stage.clock.advance(4 * MINUTE);
    socket?.text({ event: 'DONATION', data: { donationText: 'thanks', payAmount: '1000' } });
    const before = looks();
    await stage.clock.advance(30_000);
    expect(looks()).toBe(before);
    await stage.clock.advance(30_000);
    expect(looks()).toBe(before + 1);
    // What is no event of the platform proves nothing.
    socket?.text({ event: 'SOMETHING_NEW', data: {} });
    expect(stage.received).toEqual(['DONATION', 'unknown-event']);
    stage.owned.dispose();
  });

  it('counts the slots of the channel that has signed in', async () => {
    const stage = setUp();
    const theirs = { connectedDate: '2026-01-01T00:00:00.000Z', disconnectedDate: null };
    for (const sessionKey of ['x', 'y', 'z']) {
      const subscribedEvents = [{ eventType: 'CHAT', channelId: 'another' }];
      stage.listed.push({ ...theirs, sessionKey, subscribedEvents });
    }
    await stage.begin();
    await stage.clock.advance(5 * MINUTE);
    expect(stage.keeper.status.session?.slotsUsed).toBe(1);
    stage.owned.dispose();
  });

  it('says which events the platform refuses, until it does no more', async () => {
    const stage = setUp();
    stage.refusals.set('/subscribe/donation', { status: 403, message: 'Forbidden' });
    await stage.begin();
    const events = [{ key: 'problem.events-donation' }];
    expect(stage.notices.all.map(({ problem }) => problem)).toEqual([
      { code: 'subscription-refused', values: { events } },
    ]);
    stage.refusals.clear();
    stage.keeper.recheck();
    await stage.clock.advance(1_000);
    expect(stage.codes()).toEqual([]);
    stage.owned.dispose();
  });

  it('writes a gap down', async () => {
    const stage = setUp();
    await stage.begin();
    stage.net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await stage.clock.advance(MINUTE);
    expect(stage.gaps).toMatchObject([{ reason: 'closed-1006' }]);
    stage.owned.dispose();
  });

  it('takes the subscriptions back before it ends the grant when the streamer signs out', async () => {
    const stage = setUp();
    await stage.begin();
    stage.calls.length = 0;
    await stage.account.signOut();
    expect(stage.calls).toEqual([
      'sessions/events/unsubscribe/chat',
      'sessions/events/unsubscribe/donation',
      'sessions/events/unsubscribe/subscription',
      '/api/openapi/auth/v1/token/revoke',
    ]);
    expect(stage.settings.get().linkedBefore).toBe(false);
    stage.owned.dispose();
  });
});

describe('that a channel has been linked before', () => {
  it('is kept once, for the next sign-in', async () => {
    const stage = setUp();
    let changes = 0;
    stage.settings.onChange(() => {
      changes += 1;
    });
    await stage.begin();
    expect(stage.settings.get().linkedBefore).toBe(true);
    expect(changes).toBe(1);
    const { account, settings, owned } = setUp({}, stage.settings);
    await account.start();
    expect(settings.get().linkedBefore).toBe(true);
    expect(changes).toBe(1);
    for (const one of [stage.owned, owned]) one.dispose();
  });

  it('is only written to the log where it cannot be kept', async () => {
    const full = new MemorySettings();
    full.update = () => Promise.reject(new Error('the disk is full'));
    const stage = setUp({}, full);
    await stage.begin();
    expect(stage.keeper.status.phase).toBe('live');
    expect(stage.lines.join('\n')).toContain('could not be noted');
    stage.owned.dispose();
  });
});
