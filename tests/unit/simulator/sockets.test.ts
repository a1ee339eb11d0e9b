import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, type Line, MINUTE, refusedWith, Stage } from './simulator-stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.stop());

const chat = (content: string) =>
  stage.control('POST', '/events', { kind: 'CHAT', data: { content } });

describe('opening a WebSocket', () => {
  it.each([
    ['without a session key', '/?type=OPENAPI_SESSION', 401, 1],
    // A key that has run out is no fault of the client: it could not know.
    ['with an unknown session key', '/?type=OPENAPI_SESSION&sessionKey=x', 401, 0],
    ['of another type', '/?type=OTHER&sessionKey=KEY', 404, 1],
    ['without a type', '/?sessionKey=KEY', 404, 2],
    ['at another path', '/socket.io/?type=OPENAPI_SESSION&sessionKey=KEY', 404, 1],
  ])('is refused %s', async (_, path, status, brokenRules) => {
    const { key } = await stage.session();
    const url = `ws://127.0.0.1:${stage.sim.port}${path.replace('KEY', key)}`;
    expect(await refusedWith(url)).toBe(status);
    const entry = stage.sim.requestLog.entries().at(-1);
    expect(entry).toMatchObject({ status, operation: 'GET / (WebSocket)' });
    expect(entry?.brokenRules).toHaveLength(brokenRules);
    expect(JSON.stringify(entry)).not.toContain(key);
  });

  it('is refused after the session has ended', async () => {
    const { url } = await stage.session();
    stage.sim.moveTime(12 * HOUR);
    expect(await refusedWith(url)).toBe(401);
  });

  it.each(['//', 'http://[', '/?sessionKey=%E0%A4%A'])(
    'is refused for the address %s, and the simulator lives on',
    async (address) => {
      const socket = connect(stage.sim.port, '127.0.0.1');
      socket.write(
        [
          `GET ${address} HTTP/1.1`,
          'Host: 127.0.0.1',
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
          '\r\n',
        ].join('\r\n'),
      );
      const answer = await new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(data.toString()));
      });
      socket.destroy();
      expect(answer).toMatch(/^HTTP\/1\.1 40[0-9] /);
      await (await stage.live([])).line.ping();
    },
  );

  it('is noted when the address carries more than documented', async () => {
    const { url } = await stage.session();
    await stage.connect(`${url}&EIO=4`);
    expect(stage.sim.requestLog.broken()[0]).toMatchObject({
      status: 101,
      brokenRules: ['The WebSocket address has no parameter EIO'],
    });
  });
});

describe('what a client sends', () => {
  it('PING is answered with PONG and breaks no rule', async () => {
    const { line } = await stage.live([]);
    await line.ping();
    expect(line.heard).toEqual(['{"action":"PONG"}']);
    expect(stage.sim.requestLog.broken()).toEqual([]);
    expect(stage.sim.sockets.all[0]?.state()).toMatchObject({ pings: 1, brokenMessages: 0 });
  });

  it.each([
    ['other JSON', '{"type":"HELLO"}'],
    ['a PING with more in it', '{"type":"PING","id":1}'],
    ['text that is not JSON', 'PING'],
    ['null', 'null'],
    ['bytes', Buffer.from('{"type":"PING"}')],
  ])('%s breaks a rule and has no answer', async (_, message) => {
    const { line } = await stage.live([]);
    line.socket.send(message);
    await line.ping();
    expect(line.heard).toEqual(['{"action":"PONG"}']);
    expect(stage.sim.requestLog.broken()).toHaveLength(1);
    expect(stage.sim.sockets.all[0]?.state()).toMatchObject({ pings: 1, brokenMessages: 1 });
  });
});

describe('a client that misbehaves', () => {
  it.each([
    ['a message of megabytes', (line: Line) => line.socket.send('x'.repeat(200_000)), 1009],
    [
      'a frame that is none',
      (line: Line) => (Reflect.get(line.socket, '_socket') as Socket).write(Buffer.alloc(64, 255)),
      1002,
    ],
  ])('with %s loses its connection; others keep theirs', async (_, misbehave, code) => {
    const other = await stage.live(['chat']);
    const { line } = await stage.live(['chat']);
    misbehave(line);
    expect((await line.closed).code).toBe(code);
    await chat('others');
    expect(await other.line.events()).toHaveLength(1);
  });
});

describe('a second connection on the same session', () => {
  it('replaces the first, which stays open, answers PING and gets no more events', async () => {
    const { url, line: first, key } = await stage.live(['chat']);
    await chat('one');
    expect(await first.events()).toHaveLength(1);
    const second = await stage.connect(url);
    await chat('two');
    expect((await second.events()).map(({ data }) => data['content'])).toEqual(['two']);
    expect((await first.events()).map(({ data }) => data['content'])).toEqual(['one']);
    expect(first.socket.readyState).toBe(first.socket.OPEN);
    expect(stage.sim.sessions.find(key)?.delivered).toBe(2);
  });

  it('keeps the session connected when the replaced one closes', async () => {
    const { url, line: first, key } = await stage.live(['chat']);
    const second = await stage.connect(url);
    first.socket.close();
    await stage.connections(1);
    await second.ping();
    expect(stage.sim.sessions.find(key)?.toListed()).toMatchObject({
      connectedDate: expect.any(String),
      disconnectedDate: null,
    });
    await chat('still here');
    expect(await second.events()).toHaveLength(1);
  });

  it('keeps the subscriptions after all connections were gone', async () => {
    const { url, line, key } = await stage.live(['chat']);
    line.socket.close();
    await stage.connections(0);
    await chat('nobody hears this');
    const back = await stage.connect(url);
    await chat('back');
    expect((await back.events()).map(({ data }) => data['content'])).toEqual(['back']);
    expect(stage.sim.sessions.find(key)).toMatchObject({ delivered: 1, missed: 1, connections: 2 });
  });
});

describe('the end of a connection', () => {
  it('comes after 10 minutes without a message of the client', async () => {
    const { line } = await stage.live(['chat']);
    stage.sim.moveTime(9 * MINUTE);
    await line.ping();
    // Events of the server do not keep a silent client connected.
    await chat('hello');
    stage.sim.moveTime(10 * MINUTE - 1);
    await chat('not yet');
    stage.sim.moveTime(1);
    expect(await line.closed).toEqual({ code: 1000, reason: 'idle' });
    expect(line.heard).toHaveLength(3);
  });

  it('comes after 10 silent minutes also where fractions of a millisecond do not add up', async () => {
    const { line } = await stage.live([]);
    const spokeAtMs = 449_044.9;
    // Floating point: less than 10 minutes seem to pass, and the rest is too little to wait for.
    expect(spokeAtMs + 10 * MINUTE - spokeAtMs).toBeLessThan(10 * MINUTE);
    stage.sim.moveTime(spokeAtMs);
    await line.ping();
    stage.sim.moveTime(10 * MINUTE);
    expect(await line.closed).toEqual({ code: 1000, reason: 'idle' });
  });

  it('comes after 2 hours, however alive it is', async () => {
    const { line, url } = await stage.live([]);
    for (let minute = 1; minute < 120; minute += 1) {
      stage.sim.moveTime(MINUTE);
      await line.ping();
    }
    stage.sim.moveTime(MINUTE);
    expect(await line.closed).toEqual({ code: 1000, reason: 'lifetime' });
    // The session lives on: the same address takes a new connection.
    await (await stage.connect(url)).ping();
  });

  it('comes for a replaced connection as for any other', async () => {
    const { line: first, url } = await stage.live([]);
    stage.sim.moveTime(5 * MINUTE);
    const second = await stage.connect(url);
    stage.sim.moveTime(5 * MINUTE);
    expect((await first.closed).reason).toBe('idle');
    await second.ping();
  });

  it('can have another close code', async () => {
    await stage.stop();
    stage = await Stage.start({ closeCodes: { lifetime: 1001, idle: 4000 } });
    const { line } = await stage.live([]);
    stage.sim.moveTime(10 * MINUTE);
    expect((await line.closed).code).toBe(4000);
  });

  it('leaves no timer behind', async () => {
    const { line, url } = await stage.live([]);
    const before = stage.sim.clock.pendingTimers;
    line.socket.close();
    await stage.connections(0);
    const second = await stage.connect(url);
    await second.ping();
    expect(stage.sim.clock.pendingTimers).toBe(before);
    await stage.stop();
    expect(stage.clock.pendingTimers).toBe(0);
  });
});
