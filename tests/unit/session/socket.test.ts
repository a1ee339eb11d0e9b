import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { settle } from '../../support/virtual-clock.ts';
import { listenTo, startPeers } from './socket-server.ts';

type Peers = Awaited<ReturnType<typeof startPeers>>;
const running: { stop(): Promise<void> }[] = [];

async function peersFor(options?: Parameters<typeof startPeers>[0]): Promise<Peers> {
  const peers = await startPeers(options);
  running.push(peers);
  return peers;
}

/** Open on both sides. */
async function connected() {
  const peers = await peersFor();
  const link = listenTo(peers.url);
  const peer = await peers.peer();
  await link.until('open');
  return { ...link, ...peers, peer };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

describe('the handshake', () => {
  it('is a plain RFC 6455 one: no sub-protocol, no extension, no Origin', async () => {
    const { peer } = await connected();
    const { headers, url } = peer.request;
    expect(url).toBe('/?type=OPENAPI_SESSION&sessionKey=the-session-key');
    expect(headers['sec-websocket-version']).toBe('13');
    expect(headers['sec-websocket-protocol']).toBeUndefined();
    expect(headers['sec-websocket-extensions']).toBeUndefined();
    expect(headers.origin).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
  });

  it.each([
    [401, 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'],
    [404, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n'],
    [429, 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 9\r\nContent-Length: 2\r\n\r\nno'],
    [503, 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'],
    [200, 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
  ])('that is refused with %i is told with its status', async (status, refuse) => {
    const { url } = await peersFor({ refuse });
    const { until, ends, heard } = listenTo(url);
    await until('end refused');
    await settle();
    expect(ends).toEqual([{ type: 'refused', status }]);
    expect(heard).toEqual(['end refused']);
  });

  it('does not follow a redirect', async () => {
    const target = await peersFor();
    const { url } = await peersFor({
      refuse: `HTTP/1.1 302 Found\r\nLocation: ${target.url}\r\nContent-Length: 0\r\n\r\n`,
    });
    const { until, ends } = listenTo(url);
    await until('end refused');
    await settle();
    expect(ends).toEqual([{ type: 'refused', status: 302 }]);
    expect(target.upgrades).toHaveLength(0);
  });

  it.each([
    ['is no HTTP', 'this is not HTTP\r\n\r\n'],
    ['has a wrong key', 'HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
    [
      'has an extension nobody asked for',
      'HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n',
    ],
    ['ends in the middle', 'HTTP/1.1 101 Switching'],
  ])('whose answer %s leaves the server unreachable', async (_name, refuse) => {
    const { url } = await peersFor({ refuse });
    const { until, ends, heard } = listenTo(url);
    await until('end unreachable');
    await settle();
    expect(heard).toEqual(['end unreachable']);
    expect(ends).toMatchObject([{ type: 'unreachable', detail: expect.stringMatching(/\w{5}/) }]);
  });

  it.each(['127.0.0.1', 'localhost'])(
    'with nobody there (%s) leaves the server unreachable, with the cause',
    async (host) => {
      const { until, ends } = listenTo(`ws://${host}:${await freePort()}/?sessionKey=a-secret`);
      await until('end unreachable');
      expect(ends).toMatchObject([{ detail: expect.stringContaining('ECONNREFUSED') }]);
    },
  );

  it('with nobody there says where', async () => {
    const port = await freePort();
    const { until, ends } = listenTo(`ws://127.0.0.1:${port}/`);
    await until('end unreachable');
    expect(ends).toMatchObject([{ detail: `connect ECONNREFUSED 127.0.0.1:${port}` }]);
  });

  it('with a link that is cut leaves the server unreachable', async () => {
    const peers = await peersFor({ accept: false });
    const { until, heard } = listenTo(peers.url);
    while (peers.upgrades.length === 0) await settle();
    for (const link of peers.links) link.resetAndDestroy();
    await until('end unreachable');
    expect(heard).toEqual(['end unreachable']);
  });

  it('over TLS with a server that speaks none tells no secret', async () => {
    const { port } = await peersFor();
    const { until, ends } = listenTo(`wss://127.0.0.1:${port}/?sessionKey=the-session-key`);
    await until('end unreachable');
    expect(JSON.stringify(ends)).not.toContain('the-session-key');
    expect(ends).toMatchObject([{ detail: expect.stringMatching(/\w{5}/) }]);
  });

  it.each(['nonsense', 'ws://host:1/?sessionKey=the-session-key#part', 'ftp://host/', ''])(
    'with an address that is none (%j) fails like any other, after the call',
    async (url) => {
      const { socket, heard, until, ends, clock } = listenTo(url);
      expect(heard).toEqual([]);
      socket.send('into the void');
      await until('end unreachable');
      expect(JSON.stringify(ends)).not.toContain('the-session-key');
      socket.close();
      socket.dispose();
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('with an address that is none says nothing to somebody who has closed', async () => {
    const { socket, heard } = listenTo('nonsense');
    socket.dispose();
    await settle();
    expect(heard).toEqual([]);
  });
});

describe('an open connection', () => {
  it('hands on text whole and in order, and ignores what is binary', async () => {
    const { peer, heard, until } = await connected();
    peer.socket.send('{"event":"CHAT"}');
    peer.socket.send(Buffer.from('binary'));
    peer.socket.send('한글 👋');
    peer.socket.send('x'.repeat(1_000_000));
    peer.socket.send('');
    peer.socket.send('last');
    await until('text last');
    const texts = heard.filter((word) => word.startsWith('text'));
    expect(texts.map((word) => word.length)).toEqual([21, 10, 1_000_005, 5, 9]);
    expect(texts[1]).toBe('text 한글 👋');
  });

  it('sends text frames', async () => {
    const { peer, socket } = await connected();
    const got = new Promise((resolve) => {
      peer.socket.once('message', (data, isBinary) => resolve([String(data), isBinary]));
    });
    socket.send('{"type":"PING"}');
    expect(await got).toEqual(['{"type":"PING"}', false]);
  });

  it.each([
    [1000, 'bye'],
    [1001, ''],
    [1011, 'server error'],
    [4000, 'your own code'],
  ])('that the server closes with %i is told with code and reason', async (code, reason) => {
    const { peer, ends, heard, until } = await connected();
    peer.socket.close(code, reason);
    await until('end closed');
    await settle();
    expect(ends).toEqual([{ type: 'closed', code, reason }]);
    expect(heard).toEqual(['open', 'end closed']);
  });

  it('that is closed without a code is told as 1005', async () => {
    const { peer, ends, until } = await connected();
    peer.socket.close();
    await until('end closed');
    expect(ends).toEqual([{ type: 'closed', code: 1005, reason: '' }]);
  });

  it.each(['cut', 'reset'])('that is %s is told as 1006', async (how) => {
    const { links, ends, until, heard } = await connected();
    for (const link of links) how === 'cut' ? link.destroy() : link.resetAndDestroy();
    await until('end closed');
    await settle();
    expect(ends).toEqual([{ type: 'closed', code: 1006, reason: '' }]);
    expect(heard).toEqual(['open', 'end closed']);
  });

  it('ends with 1009 when a frame is larger than any of this platform', async () => {
    const { peer, ends, heard, until, clock } = await connected();
    peer.socket.send('x'.repeat(4 * 1024 * 1024 + 1));
    await until('end closed');
    expect((await peer.closed)[0]).toBe(1009);
    // The link itself is closed a moment later, which is told no second time.
    while (clock.pendingTimers > 0) await settle();
    expect(ends).toMatchObject([{ type: 'closed', code: 1009 }]);
    expect(heard).toEqual(['open', 'end closed']);
    await settle();
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes a frame of just that size', async () => {
    const { peer, heard, until } = await connected();
    peer.socket.send('x'.repeat(4 * 1024 * 1024));
    peer.socket.send('next');
    await until('text next');
    expect(heard).toHaveLength(3);
  });

  it('ends at once when a frame breaks the rules, though the server keeps the link', async () => {
    const { links, ends, until, clock } = await connected();
    const [link] = links;
    link?.removeAllListeners('data');
    // A masked frame, which only clients may send; then silence.
    link?.write(Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5]));
    await until('end closed');
    expect(ends).toMatchObject([{ type: 'closed', code: 1002 }]);
    await clock.advance(1_000);
    while (link?.destroyed === false) await settle();
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    [1007, [0x81, 0x02, 0xc3, 0x28]],
    [1002, [0x83, 0x00]],
  ])('ends with %i for a frame that is none', async (code, bytes) => {
    const { links, ends, until, heard } = await connected();
    for (const link of links) link.write(Buffer.from(bytes));
    await until('end closed');
    await settle();
    expect(ends).toMatchObject([{ type: 'closed', code }]);
    expect(heard).toEqual(['open', 'end closed']);
  });
});

describe('the end from our side', () => {
  it('is a close frame with 1000, and silence from then on', async () => {
    const { socket, peer, heard, clock } = await connected();
    peer.socket.send('late');
    socket.close();
    expect(await peer.closed).toEqual([1000, '']);
    await settle();
    expect(heard).toEqual(['open']);
    while (clock.pendingTimers > 0) await settle();
  });

  it('cuts the link when the server does not answer within a second', async () => {
    const { socket, clock, links } = await connected();
    const [link] = links;
    link?.pause();
    socket.close();
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1_100);
    link?.resume();
    while (link?.destroyed === false) await settle();
    expect(clock.pendingTimers).toBe(0);
  });

  it('can be one that reads what the server sent before it answered', async () => {
    const { socket, peer, heard, ends, clock } = await connected();
    peer.socket.send('late');
    socket.finish();
    peer.socket.send('later');
    expect(await peer.closed).toEqual([1000, '']);
    while (clock.pendingTimers > 0) await settle();
    expect(heard).toEqual(['open', 'text late', 'text later', 'end closed']);
    expect(ends).toEqual([{ type: 'closed', code: 1000, reason: '' }]);
  });

  it('waits for the opening where it has asked for it, and reads what came behind it', async () => {
    const peers = await peersFor({ accept: false });
    const { socket, clock, heard, ends, until } = listenTo(peers.url);
    while (peers.upgrades.length === 0) await settle();
    socket.finish();
    peers.accept();
    const peer = await peers.peer();
    peer.socket.send('behind the answer');
    expect(await peer.closed).toEqual([1000, '']);
    await until('end closed');
    expect(heard).toEqual(['open', 'text behind the answer', 'end closed']);
    expect(ends).toEqual([{ type: 'closed', code: 1000, reason: '' }]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('cuts the link where the server does not open it within a second', async () => {
    const peers = await peersFor({ accept: false });
    const { socket, clock, heard, until } = listenTo(peers.url);
    while (peers.upgrades.length === 0) await settle();
    socket.finish();
    await clock.advance(1_100);
    await until('end unreachable');
    expect(heard).toEqual(['end unreachable']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is never opened where it has not asked for it', async () => {
    const { url, upgrades } = await peersFor();
    const { socket, clock, heard, until } = listenTo(url);
    socket.finish();
    await until('end unreachable');
    await settle();
    expect(heard).toEqual(['end unreachable']);
    expect(upgrades).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('reads what came while the process stood still', async () => {
    const { socket, peer, clock, heard, ends, until } = await connected();
    const timers: (() => void)[] = [];
    clock.setTimeout = (run) => {
      timers.push(run);
      return { dispose: () => undefined };
    };
    peer.socket.send('late');
    socket.finish();
    // As when it goes on: its timer is due before it reads anything.
    timers[0]?.();
    await until('end closed');
    expect(heard).toEqual(['open', 'text late', 'end closed']);
    expect(ends).toEqual([{ type: 'closed', code: 1000, reason: '' }]);
  });

  it('leaves no timer when it comes twice, after the end or before the opening', async () => {
    const { socket, peer, clock } = await connected();
    socket.close();
    socket.close();
    await peer.closed;
    while (clock.pendingTimers > 0) await settle();
    socket.close();
    socket.dispose();
    expect(clock.pendingTimers).toBe(0);

    const early = listenTo((await peersFor()).url);
    early.socket.close();
    while (early.clock.pendingTimers > 0) await settle();
    expect(early.heard).toEqual([]);
  });

  it('leaves no timer after a refused upgrade', async () => {
    const { url } = await peersFor({
      refuse: 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n',
    });
    const { socket, until, clock } = listenTo(url);
    await until('end refused');
    socket.close();
    while (clock.pendingTimers > 0) await settle();
  });

  it('can be immediate: the link is gone and nothing is heard any more', async () => {
    const { socket, peer, heard, clock } = await connected();
    socket.dispose();
    expect((await peer.closed)[0]).toBe(1006);
    await settle();
    expect(heard).toEqual(['open']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('before the opening is silent too', async () => {
    const { url } = await peersFor();
    const { socket, heard } = listenTo(url);
    socket.send('too early');
    socket.dispose();
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect(heard).toEqual([]);
  });

  it('makes sending harmless', async () => {
    const { socket, peer } = await connected();
    socket.dispose();
    socket.send('too late');
    await peer.closed;
  });
});
