import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { routeThrough } from '../../../electron/base/outbound.ts';
import { platformBehindProxy } from '../../support/connect-proxy.ts';
import { status } from '../../support/event-receiver.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { openReceiver, SinksWorld } from './sinks-world.ts';

/** A server that does with each connection what a test wants; its address. */
async function rawServer(take: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    take(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** Why a sink at this address waits after an event. `asked`: a request has arrived. */
async function whyWaiting(world: SinksWorld, address: string, asked?: Promise<unknown>) {
  const id = await world.webhook(address);
  await world.happen('DONATION');
  if (asked) {
    await asked;
    await world.clock.advance(10_000);
  }
  await world.until(() => world.row(id).state.kind !== 'delivering');
  return world.row(id).state;
}

const waiting = (code: string, values?: object) => ({
  kind: 'waiting',
  problem: values ? { code, values } : { code },
});

describe('what receives events', () => {
  it('may be gone', async () => {
    const world = await SinksWorld.start();
    const receiver = await openReceiver();
    const { address } = receiver;
    await receiver.close();
    const state = await whyWaiting(world, address);
    expect(state).toMatchObject(waiting('sinks-unreachable', { reason: 'ECONNREFUSED' }));
  });

  it('may hang up', async () => {
    const address = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    const state = await whyWaiting(await SinksWorld.start(), address);
    expect(state).toMatchObject(waiting('sinks-unreachable', { reason: 'ECONNRESET' }));
  });

  it('may talk something else', async () => {
    const address = await rawServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    const state = await whyWaiting(await SinksWorld.start(), address);
    expect(state).toMatchObject(waiting('sinks-unreachable'));
  });

  it.each([
    ['say nothing for ever', ''],
    ['never end its headers', 'HTTP/1.1 200 OK\r\nX-Slow: '],
  ])('may %s, which is ended after ten seconds', async (_, words) => {
    const asked = Promise.withResolvers<void>();
    const address = await rawServer((socket) =>
      socket.once('data', () => socket.write(words, () => asked.resolve())),
    );
    const state = await whyWaiting(await SinksWorld.start(), address, asked.promise);
    expect(state).toMatchObject(waiting('sinks-slow'));
  });

  it('may answer without an end, of which 4 KiB are read', async () => {
    const state = await whyWaiting(
      await SinksWorld.start(),
      await rawServer((socket) => {
        const more = () => socket.writable && socket.write('x'.repeat(65_536), more);
        socket.once('data', () => socket.write('HTTP/1.1 500 No\r\n\r\n', more));
      }),
    );
    expect(state).toMatchObject(waiting('sinks-status', { status: 500 }));
  });

  it('may send it on to a metadata service, which is not asked', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(301, { Location: 'http://169.254.169.254/latest' });
    const state = await whyWaiting(world, receiver.address);
    expect(state).toMatchObject(waiting('sinks-redirect', { status: 301 }));
    expect(receiver.asked).toHaveLength(1);
  });

  it('may have a certificate that nobody trusts', async () => {
    const { key, cert } = selfSigned('localhost');
    const server = createSecureServer({ key, cert }, (_, answer) => answer.end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const state = await whyWaiting(await SinksWorld.start(), address);
    expect(state).toMatchObject(waiting('sinks-tls'));
  });

  it('may have a name that nobody knows', async () => {
    const unknown = Object.assign(new Error('nobody'), { code: 'ENOTFOUND' });
    const world = await SinksWorld.start({ resolve: () => Promise.reject(unknown) });
    const state = await whyWaiting(world, 'https://bot.example/hook');
    expect(state).toMatchObject(waiting('sinks-no-host'));
  });

  it.each([
    ['another place after it was entered', [['127.0.0.1']]],
    ['the home network', [['192.168.0.2']]],
    ['a metadata service beside a good place', [['8.8.8.8', '169.254.169.254']]],
    ['this computer in other letters', [['::ffff:127.0.0.1']]],
  ])('may have a name that leads to %s, which is never connected to', async (_, answers) => {
    const looked: string[] = [];
    const world = await SinksWorld.start({
      resolve: async (host) => {
        looked.push(host);
        const addresses = answers[looked.length - 1] ?? [];
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
    });
    // Of this computer, so that a connection would be noticed.
    const receiver = await openReceiver();
    const state = await whyWaiting(world, `https://bot.example:${receiver.port}/hook`);
    expect(state).toMatchObject(waiting('sinks-address-place'));
    expect(looked).toEqual(['bot.example']);
    expect(receiver.asked).toEqual([]);
  });

  it('is looked up for each connection anew, so that a change of mind gains nothing', async () => {
    const receiver = await openReceiver();
    let address = '127.0.0.1';
    const world = await SinksWorld.start({ resolve: async () => [{ address, family: 4 }] });
    const id = await world.webhook(`http://localhost:${receiver.port}/hook`);
    await world.happen('DONATION');
    await world.until(() => receiver.got.length === 1);
    address = '192.168.0.2';
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-address-place');
    expect(receiver.got).toHaveLength(1);
  });
});

describe('behind a proxy', () => {
  it('the address that was checked is told, and the certificate is looked at as ever', async () => {
    const behind = await platformBehindProxy();
    const way = routeThrough(behind.proxy, {}, silentLogger);
    onTestFinished(async () => {
      way.dispose();
      await behind.dispose();
    });
    const world = await SinksWorld.start({
      resolve: async () => [{ address: '8.8.8.8', family: 4 }],
    });
    const state = await whyWaiting(world, 'https://platform.test/hook');
    expect(state).toMatchObject(waiting('sinks-tls'));
    expect(behind.asked).toEqual(['CONNECT 8.8.8.8:443']);
    expect(behind.calls).toEqual([]);
  });

  it('an address that is never allowed is not asked for', async () => {
    const behind = await platformBehindProxy();
    const way = routeThrough(behind.proxy, {}, silentLogger);
    onTestFinished(async () => {
      way.dispose();
      await behind.dispose();
    });
    const world = await SinksWorld.start({
      resolve: async () => [{ address: '169.254.169.254', family: 4 }],
    });
    const state = await whyWaiting(world, 'https://platform.test/hook');
    expect(state).toMatchObject(waiting('sinks-address-place'));
    expect(behind.asked).toEqual([]);
  });
});
