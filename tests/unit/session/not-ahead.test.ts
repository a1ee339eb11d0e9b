import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ForbiddenError } from '../../../electron/platform/errors.ts';
import type { SocketEnd } from '../../../electron/session/socket.ts';
import { settle } from '../../support/virtual-clock.ts';
import { SPARE, setUp } from './ahead-setup.ts';

describe('a session that does not become ready', () => {
  it.each<[string, SocketEnd]>([
    ['refused', { type: 'refused', status: 503 }],
    ['unreachable', { type: 'unreachable', detail: 'ECONNREFUSED' }],
  ])('is given up at once where its connection is %s', async (reason, end) => {
    const stage = setUp({ openAtOnce: false });
    const opening = expect(stage.open()).rejects.toMatchObject({ reason });
    await settle();
    stage.net.sockets[0]?.end(end);
    await opening;
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('is given up where its connection ends while it is subscribed', async () => {
    const end: SocketEnd = { type: 'closed', code: 1006, reason: '' };
    const stage = setUp({ onSubscribe: () => stage.net.sockets[0]?.end(end) });
    await expect(stage.open()).rejects.toMatchObject({ reason: 'connection-lost' });
  });

  it('is given up where the list does not show everything it was subscribed to', async () => {
    const stage = setUp({ hidden: ['DONATION'] });
    const opening = expect(stage.open()).rejects.toMatchObject({ reason: 'not-shown' });
    await stage.clock.advance(6_000);
    await opening;
    expect(stage.net.sockets[0]?.state).toBe('closed');
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('is given up where nobody knows what an older session has: the list is not to be had', async () => {
    const stage = setUp({ listFails: true });
    stage.sessions.set('spare', new Set(['CHAT', 'DONATION', 'SUBSCRIPTION']));
    await expect(stage.open(SPARE)).rejects.toThrow('no list');
  });

  it('is asked for no further subscription where nobody needs it any more', async () => {
    const stage = setUp({ onSubscribe: () => stage.noLonger.abort() });
    await expect(stage.open()).rejects.toMatchObject({ reason: 'not-needed' });
    await settle();
    expect(stage.calls).toEqual(['create', 'chat']);
  });

  it('is ready all the same where the platform refuses a single kind', async () => {
    const refusal = new ForbiddenError({
      operation: 'sessions.subscribe.donation',
      status: 403,
      platformMessage: null,
    });
    const stage = setUp({
      onSubscribe: (kind) => {
        if (kind === 'donation') throw refusal;
      },
    });
    const ahead = await stage.open();
    expect(stage.sessions.get('new')).toEqual(new Set(['CHAT', 'SUBSCRIPTION']));
    expect(stage.clock.pendingTimers).toBe(1);
    expect(getEventListeners(stage.noLonger.signal, 'abort')).toEqual([]);
    ahead.dispose();
  });

  it('is not pinged where its connection opens after it was left', async () => {
    const stage = setUp({ openAtOnce: false });
    const opening = expect(stage.open()).rejects.toMatchObject({ reason: 'not-needed' });
    await settle();
    const [socket] = stage.net.sockets;
    const end = socket?.end.bind(socket);
    if (!socket || !end) throw new Error('nothing was connected');
    // As a real one does: it opens first.
    socket.end = (how) => {
      socket.open();
      end(how);
    };
    stage.noLonger.abort();
    await opening;
    await settle();
    expect(socket.pings).toBe(0);
    expect(stage.clock.pendingTimers).toBe(0);
  });
});
