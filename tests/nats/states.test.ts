import { connect, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasNats, type NatsProcess } from '../support/nats-server.ts';
import { selfSigned } from '../support/self-signed.ts';
import { SinksWorld } from '../unit/sinks/sinks-world.ts';
import { natsSink, numbers, openServer, problemOfTest, STREAM, seqsOf } from './nats-world.ts';

const KEEPS = { stream: STREAM, prefix: 'stagelight', make: false };

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** In front of a server: what it says is changed on the way. */
function relay(to: NatsProcess, change: (text: string) => string): Promise<number> {
  return listening(
    createServer((near) => {
      const far = connect(to.port, '127.0.0.1');
      for (const socket of [near, far]) socket.on('error', () => undefined);
      near.pipe(far);
      far.on('data', (piece) => near.write(change(piece.toString('latin1')), 'latin1'));
      far.on('close', () => near.destroy());
      near.on('close', () => far.destroy());
    }),
  );
}

const tlsLines = (server: NatsProcess, key: string, cert: string) =>
  `tls { cert_file: "${server.write('a.crt', cert)}", key_file: "${server.write('a.key', key)}" }`;

const tested = async (address: string, changes: Parameters<typeof natsSink>[1] = {}) => {
  const world = await SinksWorld.start();
  return problemOfTest(world, await world.add(natsSink(address, changes)));
};

describe.skipIf(!hasNats)('what keeps events from a stream is said in one sentence', () => {
  it('nobody is there', async () => {
    const server = await openServer();
    await server.kill();
    expect(await tested(server.address)).toBe('sinks-unreachable');
  });

  it('what is there says nothing, and its connection is not left open', async () => {
    const closed: Promise<void>[] = [];
    const port = await listening(
      createServer((socket: Socket) => {
        closed.push(new Promise((done) => socket.on('close', () => done())));
        socket.on('error', () => undefined).resume();
      }),
    );
    expect(await tested(`nats://127.0.0.1:${port}`)).toBe('sinks-slow');
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });

  it('it is not a NATS server', async () => {
    const port = await listening(createServer((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')));
    expect(await tested(`nats://127.0.0.1:${port}`)).toBe('sinks-nats-other');
  });

  it('JetStream is off', async () => {
    const server = await openServer('jetstream: disabled');
    expect(await tested(server.address)).toBe('sinks-nats-no-jetstream');
  });

  it.each([
    { user: 'ann', password: 'wrong' },
    { user: '', password: '' },
  ])('it refuses the sign-in of "$user"', async (login) => {
    const server = await openServer('authorization { user: ann, password: right }');
    expect(await tested(server.address, { login })).toBe('sinks-nats-login');
  });

  it('the user may not publish there', async () => {
    const server = await openServer(
      'authorization { users: [{ user: ann, password: right, permissions: { publish: ["$JS.API.>"] } }] }',
    );
    const login = { user: 'ann', password: 'right' };
    expect(await tested(server.address, { login })).toBe('sinks-nats-permission');
  });

  it('there is no such stream, and none is made unasked', async () => {
    const server = await openServer();
    expect(await tested(server.address, { nats: KEEPS })).toBe('sinks-nats-no-stream');
    expect(await server.manage(({ streams }) => streams.names().next())).toEqual([]);
  });

  it('the stream does not take the subject', async () => {
    const server = await openServer();
    await server.manage(({ streams }) => streams.add({ name: STREAM, subjects: ['else.>'] }));
    expect(await tested(server.address)).toBe('sinks-nats-subject');
  });

  it('another stream has the subjects', async () => {
    const server = await openServer();
    await server.manage(({ streams }) => streams.add({ name: 'ELSE', subjects: ['stagelight.>'] }));
    expect(await tested(server.address)).toBe('sinks-nats-taken');
  });

  it('the event is too large', async () => {
    const server = await openServer('max_payload: 100');
    expect(await tested(server.address)).toBe('sinks-nats-large');
  });

  it('the server is too old', async () => {
    const server = await openServer();
    const port = await relay(server, (text) =>
      text.replace(/"version":"[^"]+"/, '"version":"2.8.4"'),
    );
    expect(await tested(`nats://127.0.0.1:${port}`)).toBe('sinks-nats-old');
  });

  it('it does not encrypt, where it should', async () => {
    const server = await openServer();
    expect(await tested(server.address.replace('nats:', 'tls:'))).toBe('sinks-nats-plain');
  });

  it('its certificate is not valid', async () => {
    const server = await openServer();
    const { key, cert } = selfSigned();
    await server.kill();
    await server.startAgain(tlsLines(server, key, cert));
    expect(await tested(server.address.replace('nats:', 'tls:'))).toBe('sinks-tls');
  });

  it('the stream was deleted while events came', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    const id = await world.add(natsSink(server.address, { nats: { ...KEEPS, make: true } }));
    await world.happen('DONATION', 3);
    await world.until(() => world.ledger.sinks.find(id)?.position === 3);
    const settings = { id, name: 'a', filter: world.row(id).filter, address: null };
    await world.sinks.commands['sinks.change']({
      ...settings,
      nearby: false,
      nats: KEEPS,
      login: null,
    });
    await world.happen('DONATION', 3);
    await world.until(() => world.ledger.sinks.find(id)?.position === 6);
    await server.manage(({ streams }) => streams.delete(STREAM));
    await world.happen('DONATION', 3);
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-nats-no-stream');
  });

  it('the stream is full; once there is room, all of it comes in order and once', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    await server.manage(({ streams }) =>
      streams.add({ name: STREAM, subjects: ['stagelight.>'], max_msgs: 10, discard: 'new' }),
    );
    const id = await world.add(natsSink(server.address));
    await world.happen('DONATION', 100);
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-nats-full');
    expect(world.ledger.sinks.find(id)?.position).toBe(10);
    await server.manage(({ streams }) => streams.update(STREAM, { max_msgs: 1_000 }));
    await world.clock.advance(1_000);
    await world.until(() => world.ledger.sinks.find(id)?.position === 100);
    expect(seqsOf(await server.stored(STREAM))).toEqual(numbers(1, 100));
  });
});

describe.skipIf(!hasNats)('the address of a stream', () => {
  it.each(['localhost', '127.0.0.1'])('is encrypted with the certificate of %s', async (host) => {
    const { key, cert } = selfSigned(host === 'localhost' ? host : undefined);
    const server = await openServer();
    await server.kill();
    await server.startAgain(tlsLines(server, key, cert));
    const before = tls.getCACertificates('default');
    onTestFinished(() => tls.setDefaultCACertificates(before));
    tls.setDefaultCACertificates([...before, cert]);
    expect(await tested(`tls://${host}:${server.port}`)).toBeNull();
  });

  it('may be several, of which the first that answers gets the events', async () => {
    const [world, dead, server] = [
      await SinksWorld.start(),
      await openServer(),
      await openServer(),
    ];
    await dead.kill();
    const id = await world.add(natsSink(`${dead.address}, ${server.address}`));
    expect(await problemOfTest(world, id)).toBeNull();
    expect(world.row(id).target).toBe(`${dead.address}, ${server.address}`);
  });
});
