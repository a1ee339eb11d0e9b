import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readServers, serverText } from '../../../electron/features/sinks/nats-address.ts';
import { natsProblem } from '../../../electron/features/sinks/nats-problems.ts';
import {
  isNewEnough,
  seqIn,
  subjectOf,
  takes,
} from '../../../electron/features/sinks/nats-rules.ts';
import { SinkError } from '../../../electron/features/sinks/sinks-errors.ts';
import { type NewSink, newSinkSchema } from '../../../shared/contract/sinks.ts';
import { donation, draw } from '../storage/support.ts';
import { ALL, SinksWorld } from './sinks-world.ts';

type NatsSink = Extract<NewSink, { readonly kind: 'nats' }>;

const SINK: NatsSink = {
  kind: 'nats',
  name: 'a stream',
  address: 'nats://127.0.0.1:4222',
  nearby: false,
  filter: ALL,
  nats: { stream: 'STAGELIGHT', prefix: 'stagelight', make: true },
  login: { user: 'ann', password: 'some words' },
};

describe('the subject of an event', () => {
  it('is prefix, channel and kind', () => {
    expect(subjectOf('stagelight', donation(1))).toBe('stagelight.channel-1.DONATION');
    expect(subjectOf('a.b', draw(2))).toBe('a.b.channel-1.DROPS');
  });

  it.each([
    ['', '_'],
    ['a.b', 'a_b'],
    ['*', '_'],
    ['>', '_'],
    ['a b\r\nPUB x 1', 'a_b__PUB_x_1'],
    ['채널', '__'],
  ])('has one token for the channel "%s", whatever is in it', (channelId, token) => {
    expect(subjectOf('s', donation(1, { channelId }))).toBe(`s.${token}.DONATION`);
  });

  it.each([
    [['stagelight.>'], 'stagelight.a.DONATION', true],
    [['>'], 'stagelight.a.DONATION', true],
    [['stagelight.*.DONATION'], 'stagelight.a.DONATION', true],
    [['else', 'stagelight.a.DONATION'], 'stagelight.a.DONATION', true],
    [['stagelight.*'], 'stagelight.a.DONATION', false],
    [['stagelight.*.DROPS'], 'stagelight.a.DONATION', false],
    [['stagelight.a.DONATION.>'], 'stagelight.a.DONATION', false],
    [['stagelight.a.>'], 'stagelight.a.DONATION', true],
    [['stagelight.*.*.*'], 'stagelight.a.DONATION', false],
    [['stagelight.b.>'], 'stagelight.a.DONATION', false],
    [[], 'stagelight.a.DONATION', false],
  ])('and a stream of %j: %s', (patterns, subject, does) => {
    expect(takes(patterns, subject)).toBe(does);
  });
});

describe('an id in a stream', () => {
  it.each([
    ['e-1-42', 42],
    ['e-1-0', 0],
    ['e-1-', null],
    ['e-1-4x', null],
    ['e-10-4', null],
    ['test-e-1-4', null],
    ['', null],
  ])('"%s" of the ledger e-1 is the event %s', (id, seq) => {
    expect(seqIn(id, 'e-1')).toBe(seq);
  });
});

describe('a server’s version', () => {
  it.each([
    ['2.9.10', true],
    ['2.10.0-beta.1', true],
    ['3.0.0', true],
    ['2.8.9', false],
    ['1.99.0', false],
    ['', false],
    ['newest', false],
  ])('%s is new enough: %s', (version, is) => {
    expect(isNewEnough(version)).toBe(is);
  });
});

describe('the address of a stream', () => {
  it.each([
    ['nats://127.0.0.1', 'nats://127.0.0.1:4222'],
    ['nats://localhost:4333', 'nats://localhost:4333'],
    ['nats://[::1]:4222', 'nats://[::1]:4222'],
    ['tls://Stream.Example.com/', 'tls://stream.example.com:4222'],
    ['tls://example.com:443', 'tls://example.com:443'],
  ])('%s is %s', (address, text) => {
    expect(readServers(address, false).map(serverText)).toEqual([text]);
  });

  it.each([
    ['https://127.0.0.1:4222', 'sinks-nats-address'],
    ['127.0.0.1:4222', 'sinks-nats-address'],
    ['nats://example.com:4222', 'sinks-nats-address'],
    ['tls://ann:secret@example.com:4222', 'sinks-nats-address'],
    ['tls://example.com:22', 'sinks-nats-address'],
    ['tls://example.com:99999', 'sinks-nats-address'],
    ['tls://example.com/path', 'sinks-nats-address'],
    ['tls://example.com,', 'sinks-nats-address'],
    [Array.from({ length: 9 }, () => 'tls://example.com').join(), 'sinks-nats-address'],
    ['tls://192.168.0.2:4222', 'sinks-address-place'],
    ['tls://169.254.169.254:4222', 'sinks-address-place'],
    ['nats://127.0.0.1:4222,tls://10.0.0.1', 'sinks-address-place'],
  ])('%s is refused', async (address, code) => {
    const world = await SinksWorld.start();
    await expect(world.add({ ...SINK, address })).rejects.toMatchObject({ problem: { code } });
    expect(world.rows).toEqual([]);
  });

  it('may name eight servers', () => {
    const address = Array.from({ length: 8 }, () => 'tls://example.com').join();
    expect(readServers(address, false)).toHaveLength(8);
  });

  it('of the home network needs a word of the streamer', () => {
    expect(readServers('tls://192.168.0.2', true)).toHaveLength(1);
    expect(() => readServers('nats://192.168.0.2', true)).toThrow(SinkError);
  });

  it('whose name leads to this computer is not connected to', async () => {
    const connections: Socket[] = [];
    const server = createServer((socket) => connections.push(socket));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const place = server.address();
    const port = typeof place === 'object' ? place?.port : 0;
    const world = await SinksWorld.start({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const id = await world.add({ ...SINK, address: `tls://stream.example.com:${port}` });
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-address-place');
    expect(connections).toEqual([]);
  });
});

describe('names in the form', () => {
  it.each([
    ['stream', 'a b'],
    ['stream', 'a.b'],
    ['stream', ''],
    ['prefix', 'a..b'],
    ['prefix', 'a.>'],
    ['prefix', '*'],
  ])('a %s "%s" is refused', (field, text) => {
    const nats = { ...SINK.nats, [field]: text };
    expect(newSinkSchema.safeParse({ ...SINK, nats }).success).toBe(false);
  });
});

describe('the sign-in of a stream', () => {
  const secretIn = (world: SinksWorld) => JSON.parse(world.vault.values.get('sinks') ?? '{}');

  it('is in the vault, and stays where a change says nothing of it', async () => {
    const world = await SinksWorld.start();
    const id = await world.add(SINK);
    const kept = { address: SINK.address, user: 'ann', secret: 'some words' };
    expect(secretIn(world)).toEqual({ [id]: kept });
    const { name, filter, nearby } = SINK;
    const stays = { id, name, filter, nearby, address: null, nats: null, login: null };
    await world.sinks.commands['sinks.change'](stays);
    expect(secretIn(world)).toEqual({ [id]: kept });
    expect(world.row(id).nats).toEqual(SINK.nats);
    const nats = { stream: 'ELSE', prefix: 'else', make: false };
    const login = { user: '', password: 'a token' };
    await world.sinks.commands['sinks.change']({ ...stays, nats, login });
    expect(secretIn(world)).toEqual({ [id]: { ...kept, user: null, secret: 'a token' } });
    expect(world.row(id).nats).toEqual(nats);
    expect(JSON.stringify(world.rows)).not.toMatch(/some words|a token|ann/);
  });

  it('is no secret for signatures', async () => {
    const world = await SinksWorld.start();
    const id = await world.add(SINK);
    await expect(world.sinks.commands['sinks.renew-secret']({ id })).rejects.toThrow();
    expect(secretIn(world)[id]).toMatchObject({ secret: 'some words' });
  });
});

describe('a failure of the client', () => {
  const named = (name: string, message = 'm', more: object = {}) =>
    Object.assign(new Error(message), { name }, more);

  it.each([
    [named('JetStreamApiError', 'x', { code: 10_060 }), 'sinks-nats-subject'],
    [named('TimeoutError'), 'sinks-slow'],
    [named('Error', "server does not support 'tls'"), 'sinks-nats-plain'],
    [named('Error', 'MAX_PAYLOAD: max_payload exceeded'), 'sinks-nats-large'],
    [named('ProtocolError', 'Parse error [0]'), 'sinks-nats-other'],
    [named('JetStreamApiError', 'x', { code: 10_077 }), 'sinks-nats-full'],
    [named('JetStreamApiError', 'x', { code: 1 }), 'sinks-nats-refused'],
    [new Error('outside', { cause: named('AuthorizationError') }), 'sinks-nats-login'],
    [
      named('ConnectionError', 'closed', { cause: named('Error', 'm', { code: 'ECONNRESET' }) }),
      'sinks-unreachable',
    ],
    [new SinkError('sinks-address-place'), 'sinks-address-place'],
    [new Error('nobody knows'), 'sinks-unreachable'],
    ['nothing at all', 'sinks-unreachable'],
  ])('%s is said as %s', (failure, code) => {
    expect(natsProblem(failure, 'STAGELIGHT').problem.code).toBe(code);
  });

  it('is said with the last of its reasons, and the stream', () => {
    const failure = new Error('outside', { cause: new Error('inside') });
    expect(natsProblem(failure, 'STAGELIGHT').problem).toEqual({
      code: 'sinks-unreachable',
      values: { reason: 'inside' },
    });
    expect(natsProblem(new Error(''), 'STAGELIGHT').problem.values).toEqual({ reason: '?' });
    const api = named('JetStreamApiError', 'no', { code: 1 });
    expect(natsProblem(api, 'STAGELIGHT').problem.values).toEqual({
      stream: 'STAGELIGHT',
      reason: 'no',
    });
    let deep = named('AuthorizationError');
    for (let depth = 0; depth < 7; depth += 1) deep = new Error('m', { cause: deep });
    expect(natsProblem(deep, 'STAGELIGHT').problem.code).toBe('sinks-nats-login');
    const deeper = new Error('m', { cause: deep });
    expect(natsProblem(deeper, 'STAGELIGHT').problem.code).toBe('sinks-unreachable');
  });

  it('that goes round in circles is said all the same, and not at length', () => {
    const failure = named('JetStreamApiError', 'long '.repeat(1_000), { code: 2 });
    failure.cause = failure;
    const { problem } = natsProblem(failure, 'STAGELIGHT');
    expect(problem.code).toBe('sinks-nats-refused');
    expect(JSON.stringify(problem).length).toBeLessThan(400);
  });
});
