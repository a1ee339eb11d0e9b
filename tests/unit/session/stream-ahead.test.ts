import { describe, expect, it } from 'vitest';
import { FrameRecord } from '../../../electron/session/taken-frames.ts';
import { settle } from '../../support/virtual-clock.ts';
import { addressOf, chat, coreOn, SPARE, setUp } from './ahead-setup.ts';

describe('a session that is ready before its channel', () => {
  it('is created and subscribed, and hands its open socket to the core, frames first', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    expect(stage.calls).toEqual(['create', 'chat', 'donation', 'subscription']);
    expect(stage.created).toEqual([ahead.session]);
    const socket = stage.net.sockets[0];
    socket?.text(chat('early'));
    ahead.takeWithout([]);
    socket?.text(chat('in between'));
    const { heard } = coreOn(ahead, stage);
    socket?.text(chat('late'));
    expect(heard).toEqual([]);
    await settle();
    socket?.text(chat('live'));
    const waited = stage.waiting.map((text) => JSON.parse(text).data?.content);
    expect(waited.filter(Boolean)).toEqual(['early', 'in between', 'late']);
    expect(heard.filter((one) => one !== 'pong')).toEqual([
      'open',
      'early',
      'in between',
      'late',
      'live',
    ]);
    expect(stage.net.sockets).toHaveLength(1);
    ahead.dispose();
    expect(socket?.state).toBe('open');
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('is another socket for the core the second time', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    ahead.takeWithout([]);
    coreOn(ahead, stage).socket.close();
    expect(stage.net.sockets[0]?.state).toBe('closed');
    coreOn(ahead, stage);
    expect(stage.net.sockets).toHaveLength(2);
  });

  it('may be one that lives already, of which only what it lacks is subscribed', async () => {
    const stage = setUp();
    stage.sessions.set('spare', new Set(['CHAT']));
    const ahead = await stage.open(SPARE);
    expect(stage.calls).toEqual(['donation', 'subscription']);
    expect(ahead.session).toEqual(SPARE);
    expect(stage.created).toEqual([]);
    ahead.dispose();
  });

  it('may be one whose frames came before its opening was read: what the host before had is left out', async () => {
    const stage = setUp({ openAtOnce: false });
    stage.sessions.set('spare', new Set(['CHAT']));
    const opening = stage.open(SPARE);
    await settle();
    const [socket] = stage.net.sockets;
    const before = new FrameRecord(stage.clock);
    before.start();
    const old = before.listen((_, { onText }) => {
      onText(JSON.stringify(chat('to both')));
      return { send() {}, close() {}, finish() {}, dispose() {} };
    });
    old('', { onOpen() {}, onText() {}, onEnd() {} });
    await stage.clock.advance(600);
    socket?.open();
    socket?.text(chat('to both'));
    socket?.text(chat('only here'));
    const ahead = await opening;
    ahead.takeWithout(before.take(0));
    const { heard } = coreOn(ahead, stage);
    await settle();
    expect(heard.filter((one) => one !== 'pong')).toEqual(['open', 'only here']);
    ahead.dispose();
  });

  it('hands on nothing that came before the moment that is named', async () => {
    const stage = setUp();
    stage.sessions.set('spare', new Set(['CHAT']));
    const ahead = await stage.open(SPARE);
    const socket = stage.net.sockets[0];
    for (const content of ['a', 'b', 'c']) socket?.text(chat(content));
    ahead.takeOnly(() => false);
    const { heard } = coreOn(ahead, stage);
    await settle();
    expect(heard.filter((one) => one !== 'pong')).toEqual(['open']);
  });

  it('is not had where the platform does not know it, and its socket is closed', async () => {
    const stage = setUp();
    await expect(stage.open(SPARE)).rejects.toMatchObject({ reason: 'session-gone' });
    expect(stage.net.sockets[0]?.state).toBe('closed');
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('is not created where three take the slots, also without a connection', async () => {
    const stage = setUp();
    for (const key of ['a', 'b', 'c']) stage.sessions.set(key, new Set(['CHAT']));
    await expect(stage.open()).rejects.toMatchObject({ reason: 'no-slot' });
    expect(stage.calls).toEqual([]);
  });

  it('is not had where the socket does not open in time', async () => {
    const stage = setUp({ openAtOnce: false });
    stage.sessions.set('spare', new Set());
    const refused = expect(stage.open(SPARE)).rejects.toMatchObject({
      reason: 'handshake-timeout',
    });
    await stage.clock.advance(10_000);
    await refused;
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('is left where nobody needs it any more, once what came is read', async () => {
    const stage = setUp({ openAtOnce: false });
    const refused = expect(stage.open()).rejects.toMatchObject({ reason: 'not-needed' });
    await settle();
    const [socket] = stage.net.sockets;
    socket?.open();
    stage.noLonger.abort();
    // It is here, and not read yet.
    socket?.text(chat('unread'));
    await refused;
    expect(stage.waiting).toContain(JSON.stringify(chat('unread')));
    expect(socket?.state).toBe('closed');
    await settle();
    expect(stage.calls).toEqual(['create']);
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('is not connected to where nobody needs it any more by then', async () => {
    const stage = setUp();
    stage.noLonger.abort();
    await expect(stage.open()).rejects.toMatchObject({ reason: 'not-needed' });
    expect(stage.created).toHaveLength(1);
    expect(stage.net.sockets).toEqual([]);
  });

  it('may be told to finish after it was left', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    ahead.dispose();
    await ahead.finish();
    expect(stage.net.sockets[0]?.state).toBe('closed');
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('tells the core of its end after its frames, and since when nothing came', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    const socket = stage.net.sockets[0];
    socket?.text(chat('last'));
    const endedAt = stage.clock.now();
    socket?.end({ type: 'closed', code: 1006, reason: '' });
    await stage.clock.advance(1_000);
    expect(ahead.endedAt).toBe(endedAt);
    ahead.takeWithout([]);
    const { heard } = coreOn(ahead, stage);
    await settle();
    expect(heard.filter((one) => one !== 'pong')).toEqual(['open', 'last', 'closed']);
  });

  it('keeps its connection alive while it waits', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    await stage.clock.advance(125_000);
    expect(stage.net.sockets[0]?.pings).toBe(3);
    ahead.dispose();
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('pings no more once the core has its socket, which does that itself', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    ahead.takeWithout([]);
    const { socket } = coreOn(ahead, stage);
    await settle();
    expect(stage.clock.pendingTimers).toBe(0);
    socket.send('hello');
    expect(stage.net.sockets[0]?.sent.at(-1)).toBe('hello');
    await ahead.finish();
    expect(stage.net.sockets[0]?.state).toBe('open');
  });

  it('lets the core open any other address as ever', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    coreOn(ahead, stage, addressOf('another'));
    expect(stage.net.sockets.map(({ url }) => url)).toEqual([
      ahead.session.url,
      addressOf('another'),
    ]);
    ahead.dispose();
  });

  it.each(['close', 'dispose', 'finish'] as const)(
    'is closed by the core that got it, with `%s`',
    async (way) => {
      const stage = setUp();
      const ahead = await stage.open();
      ahead.takeWithout([]);
      const { socket, heard } = coreOn(ahead, stage);
      await settle();
      heard.length = 0;
      socket[way]();
      await settle();
      expect(stage.net.sockets[0]?.state).toBe('closed');
      expect(heard).toEqual(way === 'finish' ? ['closed'] : []);
    },
  );

  it('tells the core of its end when it comes later', async () => {
    const stage = setUp();
    const ahead = await stage.open();
    ahead.takeWithout([]);
    const { heard } = coreOn(ahead, stage);
    await settle();
    expect(ahead.endedAt).toBeNull();
    stage.net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    expect(heard.at(-1)).toBe('closed');
  });

  it.each([
    ['before it heard of it', null, []],
    ['when it opened', 'open', ['open']],
    ['at the first frame', 'a', ['open', 'a']],
    ['at the last frame', 'b', ['open', 'a', 'b']],
  ])('says nothing more to a core that closed it %s', async (_, leave, words) => {
    const stage = setUp();
    const ahead = await stage.open();
    for (const content of ['a', 'b']) stage.net.sockets[0]?.text(chat(content));
    stage.net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    ahead.takeOnly(({ text }) => !text.includes('PONG'));
    const { heard, socket } = coreOn(ahead, stage, ahead.session.url, leave);
    if (leave === null) socket.close();
    await settle();
    expect(heard).toEqual(words);
  });
});
