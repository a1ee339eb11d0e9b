import { createServer as createHttpServer, Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type DialHandlers,
  type DialTarget,
  obsDialer,
} from '../../../electron/features/obs/obs-dial.ts';
import {
  ObsGoneError,
  ObsRefusedError,
  ObsSlowError,
} from '../../../electron/features/obs/obs-errors.ts';
import { subscriptionOf } from '../../../electron/features/obs/obs-events.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { ObsServer } from '../../support/obs-server.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const PASSWORD = 'a-password-of-obs';
const HOST = '127.0.0.1';

const ends: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function obsServer(obs: FakeObs, options: Parameters<typeof ObsServer.start>[1] = {}) {
  const server = await ObsServer.start(obs, options);
  ends.push(() => server.stop(null).catch(() => undefined));
  return server;
}

const someObs = (): FakeObs => new FakeObs(new VirtualClock()).scene('Live');

/** Listens as another program would. `met`: somebody asked for a WebSocket. */
async function stranger(server: Server): Promise<{ port: number; met: Promise<Duplex> }> {
  const lines = new Set<Socket>();
  const { promise: met, resolve } = Promise.withResolvers<Duplex>();
  server.on('connection', (line: Socket) => {
    lines.add(line);
    line.on('error', () => undefined);
    if (!(server instanceof HttpServer)) line.once('data', () => resolve(line));
  });
  if (server.listenerCount('upgrade') > 0) {
    server.on('upgrade', (_, line: Duplex) => resolve(line));
  }
  await new Promise<void>((listening) => server.listen(0, HOST, listening));
  ends.push(() => {
    for (const line of lines) line.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, met };
}

/** A WebSocket server behind `accept`, with or without the subprotocol of OBS. */
function socketServer(subprotocol: string | false, accept: (client: WebSocket) => void): Server {
  const server = createHttpServer();
  const sockets = new WebSocketServer({ server, handleProtocols: () => subprotocol });
  sockets.on('connection', accept);
  return server;
}

const http = (status: number): Server =>
  createHttpServer((_, response) => response.writeHead(status).end('hello'));

interface Dialling extends Partial<DialTarget>, Partial<DialHandlers> {
  readonly signal?: AbortSignal;
}

const dialWith = (clock: VirtualClock, port: number, more: Dialling = {}) => {
  const { onEvent = () => undefined, onEnd = () => undefined, signal, ...target } = more;
  return obsDialer(clock)(
    { host: HOST, port, password: PASSWORD, refusedSalt: null, subscription: 0, ...target },
    { onEvent, onEnd },
    signal ?? new AbortController().signal,
  );
};

const dialOnce = (clock: VirtualClock, port: number, password: string | null = PASSWORD) =>
  dialWith(clock, port, { password });

describe('who answers where OBS should be', () => {
  it.each([
    {
      who: 'OBS that asks for a password',
      server: PASSWORD,
      given: null,
      reason: 'password-needed',
    },
    {
      who: 'OBS with another password',
      server: 'another',
      given: PASSWORD,
      reason: 'password-wrong',
    },
  ])('is $who: $reason', async ({ server, given, reason }) => {
    const { port } = await obsServer(someObs(), { password: server });
    await expect(dialOnce(new VirtualClock(), port, given)).rejects.toMatchObject({ reason });
  });

  it('is OBS without a password, whatever was entered', async () => {
    const { port } = await obsServer(someObs());
    const session = await dialOnce(new VirtualClock(), port);
    expect(session).toMatchObject({ version: '29.0.2', protocol: '5.1.0' });
    session.close();
  });

  it('is OBS with requests of another age: too-old', async () => {
    const { port } = await obsServer(someObs(), { rpcVersion: 2 });
    await expect(dialOnce(new VirtualClock(), port)).rejects.toMatchObject({ reason: 'too-old' });
  });

  it('is nobody: not-running', async () => {
    const server = await obsServer(someObs());
    const { port } = server;
    await server.stop();
    const dialled = dialOnce(new VirtualClock(), port);
    await expect(dialled).rejects.toMatchObject({ reason: 'not-running' });
  });

  it.each([
    { who: 'a web server that answers 200', server: () => http(200) },
    { who: 'a web server that answers 404', server: () => http(404) },
    { who: 'a program that hangs up', server: () => createServer((line) => line.destroy()) },
    {
      who: 'a program that speaks something else',
      server: () => createServer((line) => line.end('220 mail.example ESMTP\r\n')),
    },
    {
      who: 'a socket that hangs up',
      server: () => socketServer('obswebsocket.json', (client) => client.close(1011)),
    },
    {
      who: 'a socket of another protocol',
      server: () => socketServer(false, (client) => client.on('message', () => client.send('{}'))),
    },
  ])('is $who: not-obs', async ({ server }) => {
    const { port } = await stranger(server());
    const dialled = dialOnce(new VirtualClock(), port);
    await expect(dialled).rejects.toMatchObject({ reason: 'not-obs', salt: null });
  });

  it('is not OBS where another program sends Stagelight on to it: the password stays here', async () => {
    const obs = await obsServer(someObs(), { password: PASSWORD });
    const moved = `HTTP/1.1 302 Found\r\nLocation: ws://${HOST}:${obs.port}/\r\n\r\n`;
    const { port } = await stranger(createHttpServer().on('upgrade', (_, line) => line.end(moved)));
    await expect(dialOnce(new VirtualClock(), port)).rejects.toMatchObject({ reason: 'not-obs' });
    expect(obs.received).toEqual([]);
  });

  it('is obs-websocket 4: too-old', async () => {
    const answer = { 'message-id': 'stagelight', 'obs-websocket-version': '4.9.1', status: 'ok' };
    const four = socketServer(false, (client) =>
      client.on('message', () => client.send(JSON.stringify(answer))),
    );
    const { port } = await stranger(four);
    const dialled = dialOnce(new VirtualClock(), port);
    await expect(dialled).rejects.toMatchObject({ reason: 'too-old' });
  });

  it.each([
    { who: 'a program that says nothing', server: () => createServer() },
    {
      who: 'a socket that says nothing',
      server: () => socketServer('obswebsocket.json', () => undefined),
    },
    {
      who: 'a socket that talks nonsense',
      server: () =>
        socketServer('obswebsocket.json', (client) => {
          for (const text of ['{', 'null', '{"op":0}', '{"op":99,"d":{}}', '[]']) client.send(text);
        }),
    },
  ])('is $who for five seconds: not-obs', async ({ server }) => {
    const clock = new VirtualClock();
    const other = await stranger(server());
    const dialled = dialOnce(clock, other.port).catch((failure: unknown) => failure);
    await other.met;
    await clock.advance(5_000);
    expect(await dialled).toMatchObject({ reason: 'not-obs' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('is not sent the password again that it refused', async () => {
    const server = await obsServer(someObs(), { password: 'another' });
    const failure: unknown = await dialOnce(new VirtualClock(), server.port).catch((no) => no);
    const { salt } = failure as { readonly salt: string };
    const again = dialWith(new VirtualClock(), server.port, { refusedSalt: salt });
    await expect(again).rejects.toMatchObject({ reason: 'password-wrong', salt });
    expect(server.received).toEqual([1]);
  });
});

describe('a session with OBS', () => {
  /** Resolves once OBS got a request of this type. */
  const asked = (obs: FakeObs, type: string): Promise<void> =>
    new Promise((resolve) => {
      const handle = obs.handle.bind(obs);
      obs.handle = (name, data) => {
        if (name === type) resolve();
        return handle(name, data);
      };
    });

  it('gives up a request that OBS does not answer, and goes on', async () => {
    const clock = new VirtualClock();
    const obs = someObs();
    const { port } = await obsServer(obs);
    const session = await dialOnce(clock, port);
    obs.hang('GetSceneList');
    const arrived = asked(obs, 'GetSceneList');
    const answer = session.call('GetSceneList').catch((failure: unknown) => failure);
    await arrived;
    await clock.advance(5_000);
    expect(await answer).toBeInstanceOf(ObsSlowError);
    await expect(session.call('GetVideoSettings')).resolves.toMatchObject({ baseWidth: 1920 });
    session.close();
    await expect(session.call('GetVideoSettings')).rejects.toThrow(ObsGoneError);
    await expect(session.batch([{ requestType: 'GetVideoSettings' }])).rejects.toThrow(
      ObsGoneError,
    );
  });

  it('tells of each request of a batch whether OBS did it, and of a refusal its code', async () => {
    const obs = someObs();
    const { port } = await obsServer(obs);
    const session = await dialOnce(new VirtualClock(), port);
    obs.refuse('GetSceneList', 604);
    expect(
      await session.batch([{ requestType: 'GetSceneList' }, { requestType: 'GetVideoSettings' }]),
    ).toEqual([
      { ok: false, code: 604 },
      { ok: true, data: expect.objectContaining({ baseWidth: 1920 }) },
    ]);
    expect(await session.batch([])).toEqual([]);
    obs.refuse('GetSceneList', 604);
    const refused = await session.call('GetSceneList').catch((failure: unknown) => failure);
    expect(refused).toBeInstanceOf(ObsRefusedError);
    expect(refused).toMatchObject({ status: 604 });
    session.close();
  });

  it('waits longer for a batch than for one request', async () => {
    const clock = new VirtualClock();
    const obs = someObs();
    const { port } = await obsServer(obs);
    const session = await dialOnce(clock, port);
    obs.hang('GetSceneList');
    let failure: unknown = null;
    const arrived = asked(obs, 'GetSceneList');
    const batch = session.batch([{ requestType: 'GetSceneList' }]).catch((no: unknown) => {
      failure = no;
    });
    await arrived;
    await clock.advance(14_999);
    expect(failure).toBeNull();
    await clock.advance(1);
    await batch;
    expect(failure).toBeInstanceOf(ObsSlowError);
    session.close();
  });

  it('hears the events it asked for, those asked for later too, and none once it is closed', async () => {
    const obs = someObs();
    const { port } = await obsServer(obs);
    const heard: unknown[] = [];
    let tell = (): void => undefined;
    const onEvent = (name: string, data: unknown): void => {
      heard.push([name, data]);
      tell();
    };
    const next = (): Promise<void> =>
      new Promise((resolve) => {
        tell = resolve;
      });
    const subscription = subscriptionOf(['StreamStateChanged']);
    const session = await dialWith(new VirtualClock(), port, { subscription, onEvent });
    let told = next();
    const scene = { sceneName: 'Live' };
    obs.emit('CurrentProgramSceneChanged', scene);
    obs.emit('StreamStateChanged', { outputActive: true });
    await told;
    expect(heard.splice(0)).toEqual([['StreamStateChanged', { outputActive: true }]]);
    session.subscribe(subscriptionOf(['CurrentProgramSceneChanged']));
    // What it answers afterwards, it answers with the new events in force.
    await session.call('GetVideoSettings');
    told = next();
    obs.emit('CurrentProgramSceneChanged', scene);
    await told;
    expect(heard.splice(0)).toEqual([['CurrentProgramSceneChanged', scene]]);
    const other = await dialWith(new VirtualClock(), port, { subscription });
    session.close();
    session.subscribe(subscription);
    obs.emit('CurrentProgramSceneChanged', scene);
    await other.call('GetVideoSettings');
    expect(heard).toEqual([]);
    other.close();
  });

  it('says when OBS ends it, once, and rejects what waits; not when it was closed here', async () => {
    const clock = new VirtualClock();
    const obs = someObs();
    const server = await obsServer(obs);
    let ended = 0;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const onEnd = (): void => {
      ended += 1;
      resolve();
    };
    const closed = await dialWith(clock, server.port, { onEnd });
    closed.close();
    const session = await dialWith(clock, server.port, { onEnd });
    obs.hang('GetSceneList');
    const arrived = asked(obs, 'GetSceneList');
    const waits = session.call('GetSceneList').catch((failure: unknown) => failure);
    await arrived;
    expect(ended).toBe(0);
    await server.stop();
    await over;
    expect(await waits).toBeInstanceOf(ObsGoneError);
    await clock.advance(60_000);
    session.close();
    expect([ended, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('goes on while OBS answers signs of life, and ends when it answers none', async () => {
    const clock = new VirtualClock();
    const { port } = await obsServer(someObs(), { autoPong: false });
    let ended = 0;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const onEnd = (): void => {
      ended += 1;
      resolve();
    };
    await dialWith(clock, port, { onEnd });
    await clock.advance(19_999);
    expect(ended).toBe(0);
    await clock.advance(1);
    await over;
    expect([ended, clock.pendingTimers]).toEqual([1, 0]);
    const living = await obsServer(someObs());
    const session = await dialWith(clock, living.port, { onEnd });
    for (let minute = 0; minute < 4; minute += 1) {
      await clock.advance(15_000);
      // Its answer to this comes after that to the sign of life.
      await session.call('GetVideoSettings');
    }
    expect(ended).toBe(1);
    session.close();
    await clock.advance(500);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is given up while it comes about, and nothing stays open', async () => {
    const clock = new VirtualClock();
    const silent = await stranger(createServer());
    const ending = new AbortController();
    const dialled = dialWith(clock, silent.port, { signal: ending.signal }).catch(
      (failure: unknown) => failure,
    );
    const line = await silent.met;
    const closed = new Promise((resolve) => line.once('close', resolve));
    ending.abort();
    expect(await dialled).toMatchObject({ reason: 'not-obs', salt: null });
    await closed;
    expect(clock.pendingTimers).toBe(0);
    const again = dialWith(clock, silent.port, { signal: ending.signal });
    await expect(again).rejects.toMatchObject({ reason: 'not-running' });
  });

  it('is lost where OBS greets and then says nothing more', async () => {
    const clock = new VirtualClock();
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const greeting = { op: 0, d: { obsWebSocketVersion: '5.1.0', rpcVersion: 1 } };
    const server = socketServer('obswebsocket.json', (client) => {
      client.send(JSON.stringify(greeting));
      client.on('message', () => resolve());
    });
    const { port } = await stranger(server);
    const dialled = dialOnce(clock, port).catch((failure: unknown) => failure);
    await answered;
    await clock.advance(5_000);
    expect(await dialled).toMatchObject({ reason: 'lost' });
  });

  it('is none with a program that speaks no subprotocol and answers nothing within two seconds', async () => {
    const clock = new VirtualClock();
    const { promise: asks, resolve } = Promise.withResolvers<void>();
    const server = socketServer(false, (client) => client.on('message', () => resolve()));
    const { port } = await stranger(server);
    const dialled = dialOnce(clock, port).catch((failure: unknown) => failure);
    await asks;
    await clock.advance(2_000);
    expect(await dialled).toMatchObject({ reason: 'not-obs' });
    expect(clock.pendingTimers).toBe(0);
  });
});
