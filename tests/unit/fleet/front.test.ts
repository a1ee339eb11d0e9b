import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AnswerPath, Front, type Route } from '../../../electron/fleet/front.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { recordingLogger } from '../server/idle-commands.ts';
import { ask, openSocket, settled } from './door-world.ts';

const CHANNEL = 'a channel';
const AT = `/c/${keyOf(CHANNEL)}`;
const HERE = { Host: 'fleet.example' };
const EVIL = { ...HERE, Origin: 'https://evil.example' };

type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** A door before one page server, which says what `page` says. */
async function setFront(
  page: Page = (_, response) => response.end('a page'),
  more: Partial<Parameters<typeof Front.open>[0]> = {},
) {
  const clock = new VirtualClock();
  const log: string[] = [];
  const ways: Socket[] = [];
  const entered: string[] = [];
  const inner = createServer(page);
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => closed(inner));
  const { port } = inner.address() as AddressInfo;
  const state = { route: null as Route | Error | null };
  const enter = async (channelId: string): Promise<Route> => {
    entered.push(channelId);
    if (state.route instanceof Error) throw state.route;
    if (state.route !== null) return state.route;
    const stream = connect(port, '127.0.0.1');
    stream.on('error', () => stream.destroy());
    ways.push(stream);
    return { stream, port };
  };
  const answerPath: AnswerPath = async () => false;
  const front = await Front.open({
    publicUrl: new URL('https://fleet.example'),
    port: 0,
    trustedProxies: ['127.0.0.1'],
    enter,
    answerPath,
    clock,
    log: recordingLogger(log),
    ...more,
  });
  onTestFinished(() => front.close());
  const host = { port: front.port } as Parameters<typeof ask>[0];
  return { clock, log, ways, entered, inner, state, front, host };
}

async function closed(server: Server): Promise<void> {
  const over = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await over;
}

/** A port that somebody else has. */
async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => closed(server));
  return (server.address() as AddressInfo).port;
}

describe('the port of a door', () => {
  it('is another one where its own is taken and it may move, which is said', async () => {
    const port = await takenPort();
    const { front, log, host } = await setFront(undefined, { port, mayMove: true });
    expect(front.port).not.toBe(port);
    expect(log.join()).toContain('it takes a free one');
    expect((await ask(host, `${AT}/overlay/x/`, HERE)).body).toBe('a page');
  });

  it('is not to be had where somebody else has it', async () => {
    const port = await takenPort();
    const opened = setFront(undefined, { port });
    await expect(opened).rejects.toMatchObject({
      problem: { code: 'port-in-use', values: { port } },
    });
  });

  it('is in its addresses where the fleet has no public one', async () => {
    const { front } = await setFront(undefined, { publicUrl: null });
    expect(front.base).toBe(`http://127.0.0.1:${front.port}`);
    expect(front.baseOf(CHANNEL)).toBe(`${front.base}${AT}`);
    const { front: named } = await setFront();
    expect(named.baseOf(CHANNEL)).toBe(`https://fleet.example${AT}`);
  });
});

describe('a page behind a door', () => {
  it('gets the whole question, and its answer comes back as it is', async () => {
    const { host, entered } = await setFront((asked, response) => {
      const parts: Buffer[] = [];
      asked.on('data', (part: Buffer) => parts.push(part));
      asked.on('end', () => {
        response.writeHead(201, { 'X-From': 'the page' });
        response.end(`${asked.method} ${asked.url} ${Buffer.concat(parts)}`);
      });
    });
    const answer = await ask(host, `${AT}/a/b?c=d`, HERE, 'POST', 'a body');
    expect([answer.status, answer.headers['x-from']]).toEqual([201, 'the page']);
    expect(answer.body).toBe('POST /a/b?c=d a body');
    const head = await ask(host, `${AT}/a`, HERE, 'HEAD');
    expect([head.status, head.body]).toEqual([201, '']);
    expect(entered).toEqual([CHANNEL, CHANNEL]);
  });

  it('is asked for no longer than half a minute', async () => {
    const { host, clock, ways, log } = await setFront(() => undefined);
    const answer = ask(host, `${AT}/slow`, HERE);
    await settled(() => clock.pendingTimers === 1);
    await clock.advance(29_999);
    expect(ways[0]?.destroyed).toBe(false);
    await clock.advance(1);
    expect(await answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(ways[0]?.destroyed).toBe(true);
    expect(clock.pendingTimers).toBe(0);
    expect(log.join()).toContain('a page was not served');
  });

  it('may take its time once it has begun, and is not waited for any more', async () => {
    let finish: () => void = () => undefined;
    const { host, clock } = await setFront((_, response) => {
      response.write('it begins ');
      finish = () => response.end('and ends');
    });
    const answer = ask(host, `${AT}/long`, HERE);
    await settled(() => clock.pendingTimers === 1);
    await settled(() => clock.pendingTimers === 0);
    await clock.advance(60_000);
    finish();
    expect((await answer).body).toBe('it begins and ends');
  });

  it('that breaks off is no page, and nobody is waited for', async () => {
    const { host, clock, ways } = await setFront(({ socket }) => socket.destroy());
    expect(await ask(host, `${AT}/x`, HERE)).toMatchObject({
      status: 503,
      body: 'Service Unavailable',
    });
    expect(clock.pendingTimers).toBe(0);
    expect(ways[0]?.destroyed).toBe(true);
  });

  it('is left where the browser leaves', async () => {
    let isAsked = false;
    const { host, ways } = await setFront(() => {
      isAsked = true;
    });
    const asked = request({ port: host.port, host: '127.0.0.1', path: `${AT}/x`, headers: HERE });
    asked.on('error', () => undefined);
    asked.end();
    await settled(() => isAsked);
    asked.destroy();
    await settled(() => ways[0]?.destroyed === true);
  });

  it('is not served while nobody can tell where its channel is', async () => {
    const { host, state, log } = await setFront();
    state.route = new Error('timeout');
    const answer = await ask(host, `${AT}/overlay/x/`, HERE);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await expect(openSocket(host, `${AT}/overlay/x/feed`, EVIL)).rejects.toThrow('403');
    const ours = { ...HERE, Origin: 'https://fleet.example' };
    await expect(openSocket(host, `${AT}/overlay/x/feed`, ours)).rejects.toThrow('503');
    expect(log.join()).toContain('a page was not connected');
  });

  it.each([
    ['/overlay/key/', 'text/html; charset=utf-8'],
    ['/dashboard/key/?a=b', 'text/html; charset=utf-8'],
    ['/overlay/key/feed', 'text/plain; charset=utf-8'],
    ['/overlay/key', 'text/plain; charset=utf-8'],
    ['/other/key/', 'text/plain; charset=utf-8'],
  ])('waits for a host only where it is a page: %s', async (path, type) => {
    const { host, state } = await setFront();
    state.route = 'nobody';
    const answer = await ask(host, AT + path, HERE);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.headers['content-type']).toBe(type);
    const head = await ask(host, AT + path, HERE, 'HEAD');
    expect([head.body, head.headers['content-length']]).toEqual([
      '',
      answer.headers['content-length'],
    ]);
  });

  it('shows a dashboard what it waits for, and an overlay nothing', async () => {
    const { host, state } = await setFront();
    state.route = 'nobody';
    const words = async (path: string) =>
      (await ask(host, AT + path, HERE)).body.replace(/<(title|style)>.*?<\/\1>|<[^>]*>/gs, '');
    expect((await words('/overlay/key/')).trim()).toBe('');
    expect((await words('/dashboard/key/')).trim()).not.toBe('');
  });
});

describe('who is let through a door', () => {
  it('is no page of others, but programs that have a key of their own', async () => {
    const { host, log, entered } = await setFront();
    expect((await ask(host, `${AT}/overlay/x/`, EVIL)).status).toBe(403);
    expect(entered).toEqual([]);
    expect(log.join()).toContain('foreign-origin');
    expect((await ask(host, `${AT}/api/v1/state`, EVIL)).status).toBe(200);
    expect((await ask(host, `${AT}/api/v10`, EVIL)).status).toBe(403);
  });

  it('comes encrypted, by the fleet’s name, and to an address that there can be', async () => {
    const { host, log } = await setFront();
    const plain = await ask(host, `${AT}/x`, { ...HERE, 'X-Forwarded-Proto': 'http' });
    expect([plain.status, plain.body]).toEqual([403, 'Forbidden']);
    expect(log.join()).toContain('not-encrypted');
    expect((await ask(host, `${AT}/x`, { Host: 'evil.example' })).status).toBe(421);
    expect(log.join()).toContain('foreign-host');
    for (const path of [AT, `${AT}=/x`, `/c/${keyOf(CHANNEL)}A/x`, '/c/x/y']) {
      expect((await ask(host, path, HERE)).status).toBe(404);
    }
    const ours = { ...HERE, Origin: 'https://fleet.example' };
    await expect(openSocket(host, '/nothing', ours)).rejects.toThrow('404');
  });

  it('is asked to wait a minute after thirty channels that there are not', async () => {
    const { host, state, log } = await setFront();
    state.route = 'unknown';
    const from = { ...HERE, 'X-Forwarded-For': '203.0.113.9' };
    for (let guess = 0; guess < 30; guess += 1) {
      const answer = await ask(host, `${AT}/x`, from);
      expect([answer.status, answer.headers['retry-after']]).toEqual([404, undefined]);
    }
    const refused = await ask(host, `${AT}/x`, from);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(log.join()).toContain('too-many-wrong-keys');
    const ours = { ...from, Origin: 'https://fleet.example' };
    await expect(openSocket(host, `${AT}/x`, ours)).rejects.toThrow('429');
  });

  it('is not kept out for pages that are there, of a channel or of the fleet', async () => {
    const { host } = await setFront(undefined, {
      answerPath: async (_, response, { pathname }) => {
        if (!pathname.startsWith('/fleet/')) return false;
        response.writeHead(200).end('the fleet');
        return true;
      },
    });
    const from = { ...HERE, 'X-Forwarded-For': '203.0.113.9' };
    for (let visit = 0; visit < 31; visit += 1) {
      expect((await ask(host, '/fleet/x/', from)).body).toBe('the fleet');
      expect((await ask(host, `${AT}/x`, from)).body).toBe('a page');
    }
  });
});

describe('a socket behind a door', () => {
  const asks = (path: string) =>
    `GET ${AT}${path} HTTP/1.1\r\nHost: fleet.example\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`;

  /** A page that opens every socket, says what it was asked for, and `answer` to every word. */
  async function setSockets() {
    const set = await setFront();
    const inside: Socket[] = [];
    const heard: string[] = [];
    set.inner.on('upgrade', ({ url }: IncomingMessage, socket: Socket, head: Buffer) => {
      inside.push(socket);
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n${url} `);
      socket.on('data', (part) => {
        heard.push(String(part));
        socket.write('answer');
      });
      if (head.length > 0) socket.unshift(head);
    });
    const open = async (path: string, words = '') => {
      const socket = connect(set.host.port, '127.0.0.1');
      const said: string[] = [];
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      socket.on('data', (part) => said.push(String(part)));
      socket.write(asks(path) + words);
      await settled(() => said.join('').includes(path));
      return { socket, said };
    };
    return { ...set, inside, heard, open };
  }

  it('carries what was said before it was open, both ways, and ends with the door', async () => {
    const { front, heard, open } = await setSockets();
    const { socket, said } = await open('/api/v1/events?x=1', 'early');
    await settled(() => said.join('').endsWith('/api/v1/events?x=1 answer'));
    expect(heard.join('')).toBe('early');
    const over = once(socket, 'close');
    await front.close();
    await over;
  });

  it('ends where the browser or the page leaves, and the other end with it', async () => {
    const { inside, ways, open } = await setSockets();
    const first = await open('/api/v1/one');
    first.socket.resetAndDestroy();
    await settled(() => ways[0]?.destroyed === true);
    const second = await open('/api/v1/two');
    const over = once(second.socket, 'close');
    inside[1]?.destroy();
    await over;
  });
});
