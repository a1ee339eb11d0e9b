import { describe, expect, it, onTestFinished } from 'vitest';
import type { NewSink } from '../../../shared/contract/sinks.ts';
import { FakeNats } from '../../support/fake-nats.ts';
import { ALL, SinksWorld } from './sinks-world.ts';

type NatsSink = Extract<NewSink, { readonly kind: 'nats' }>;

const STREAM = 'STAGELIGHT';

async function serve(): Promise<FakeNats> {
  const server = await FakeNats.open();
  onTestFinished(() => server.close());
  return server;
}

const sinkAt = (address: string, changes: Partial<NatsSink> = {}): NatsSink => ({
  kind: 'nats',
  name: 'a stream',
  address,
  nearby: false,
  filter: ALL,
  nats: { stream: STREAM, prefix: 'stagelight', make: true },
  login: { user: '', password: '' },
  ...changes,
});

async function connected(changes: Partial<NatsSink> = {}) {
  const [world, server] = [await SinksWorld.start(), await serve()];
  const id = await world.add(sinkAt(server.address, changes));
  const reached = (seq: number) => world.until(() => world.ledger.sinks.find(id)?.position === seq);
  const waits = () => world.until(() => world.row(id).state.kind === 'waiting');
  const idOf = (seq: number) => `${world.ledger.epoch}-${seq}`;
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => idOf(from + at));
  return { world, server, id, reached, waits, idOf, ids };
}

describe('a stream of NATS', () => {
  it('is made where it is missing, and gets each event once, in order', async () => {
    const { world, server, reached, ids } = await connected();
    await world.happen('DONATION', 40);
    await reached(40);
    expect(server.ids(STREAM)).toEqual(ids(1, 40));
    const stream = server.streams.get(STREAM);
    expect(stream?.config).toMatchObject({
      name: STREAM,
      subjects: ['stagelight.>'],
      duplicate_window: 3_600_000_000_000,
    });
    const [first] = stream?.messages ?? [];
    expect(first?.subject).toBe('stagelight.channel-1.DONATION');
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ seq: 1, event: { kind: 'DONATION' } });
    expect(server.connects).toMatchObject([{ name: 'Stagelight' }]);
    expect(server.connects[0]).not.toHaveProperty('auth_token');
    expect(server.connects[0]).not.toHaveProperty('user');
  });

  it('that is there is taken as it is', async () => {
    const { world, server, reached } = await connected();
    server.make(STREAM, ['stagelight.*.DONATION']);
    await world.happen('DONATION', 2);
    await reached(2);
    expect(server.asked.some((subject) => subject.includes('CREATE'))).toBe(false);
    expect(server.ids(STREAM)).toHaveLength(2);
  });

  it('that is missing is not made where that is not wanted', async () => {
    const nats = { stream: STREAM, prefix: 'stagelight', make: false };
    const { world, server, id, waits } = await connected({ nats });
    await world.happen('DONATION');
    await waits();
    expect(world.problem(id)).toBe('sinks-nats-no-stream');
    expect(server.streams.size).toBe(0);
    await world.until(() => server.connections === 0);
  });

  it('that cannot be asked for is not made', async () => {
    const { world, server, id, waits } = await connected();
    const closed = { err_code: 10_039, description: 'jetstream not enabled for account' };
    server.refuse = (subject) => (subject.includes('.INFO.') ? closed : null);
    await world.happen('DONATION');
    await waits();
    expect(world.problem(id)).toBe('sinks-nats-no-jetstream');
    expect(server.streams.size).toBe(0);
  });

  it.each([
    [
      { user: 'ann', password: 'some words' },
      { user: 'ann', pass: 'some words' },
    ],
    [
      { user: 'ann', password: '' },
      { user: 'ann', pass: '' },
    ],
    [{ user: '', password: 'a token' }, { auth_token: 'a token' }],
  ])('is signed in to with %j', async (login, said) => {
    const { world, server, reached } = await connected({ login });
    await world.happen('DONATION');
    await reached(1);
    expect(server.connects).toMatchObject([said]);
  });

  it.each([
    ['lets nobody in', 'sinks-nats-login', (server: FakeNats) => (server.isClosed = true)],
    ['is too old', 'sinks-nats-old', (server: FakeNats) => (server.version = '2.8.4')],
  ])('of a server that %s is waited for, and the line is closed', async (_what, code, make) => {
    const { world, server, id, waits } = await connected();
    make(server);
    await world.happen('DONATION');
    await waits();
    expect(world.problem(id)).toBe(code);
    await world.until(() => server.connections === 0);
    expect(server.asked).toEqual([]);
  });

  it('is reached at the next server where one does not answer', async () => {
    const [world, server, gone] = [await SinksWorld.start(), await serve(), await serve()];
    await gone.close();
    const id = await world.add(sinkAt(`${gone.address},${server.address}`));
    await world.happen('DONATION');
    await world.until(() => world.ledger.sinks.find(id)?.position === 1);
    expect(server.ids(STREAM)).toHaveLength(1);
  });

  it('is waited for with what the first server said, where none answers', async () => {
    const [world, closed, gone] = [await SinksWorld.start(), await serve(), await serve()];
    closed.isClosed = true;
    await gone.close();
    const id = await world.add(sinkAt(`${closed.address},${gone.address}`));
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-nats-login');
    await world.sinks.commands['sinks.remove']({ id });
    const turned = await world.add(sinkAt(`${gone.address},${closed.address}`));
    await world.happen('DONATION');
    await world.until(() => world.row(turned).state.kind === 'waiting');
    expect(world.problem(turned)).toBe('sinks-unreachable');
  });

  it('is waited for with what was wrong with the first name, where no server answers', async () => {
    const world = await SinksWorld.start({
      resolve: async () => [{ address: '192.168.0.2', family: 4 }],
    });
    const gone = await serve();
    await gone.close();
    const id = await world.add(sinkAt(`nats://localhost:${gone.port},${gone.address}`));
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-address-place');
  });

  it('is waited for where no name leads to a place that is allowed', async () => {
    const server = await serve();
    const world = await SinksWorld.start({
      resolve: async () => [{ address: '192.168.0.2', family: 4 }],
    });
    const id = await world.add(sinkAt(`nats://localhost:${server.port}`));
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-address-place');
    expect(server.connects).toEqual([]);
  });

  it('goes on over a new line without a gap when the old one broke', async () => {
    const { world, server, reached, ids } = await connected();
    await world.happen('DONATION', 3);
    await reached(3);
    expect(server.connects).toHaveLength(1);
    await world.happen('DONATION');
    await reached(4);
    expect(server.connects).toHaveLength(1);
    server.cut();
    await world.until(() => server.connections === 0);
    await world.happen('DONATION', 2);
    await world.until(() => world.rows[0]?.state.kind === 'waiting' || server.connects.length > 1);
    await world.clock.advance(1_000);
    await reached(6);
    expect(server.connects).toHaveLength(2);
    expect(server.ids(STREAM)).toEqual(ids(1, 6));
  });

  it('gets nothing twice that it had before, and all that it had not', async () => {
    const { world, server, reached, idOf } = await connected();
    const others = ['somebody else', '', `${idOf(1)}x`];
    server.make(STREAM, ['>'], [idOf(1), ...others, idOf(2), idOf(4)]);
    // The server has forgotten which ids it had.
    const publishes: string[] = [];
    server.refuse = (subject, id) => {
      if (!subject.startsWith('$JS')) publishes.push(id);
      return null;
    };
    await world.happen('DONATION', 5);
    await reached(5);
    expect(publishes).toEqual([idOf(3), idOf(5)]);
  });

  it('is looked through once a line, back over a hundred and more of others', async () => {
    const { world, server, reached, idOf } = await connected();
    const others = Array.from({ length: 300 }, (_, at) => `other-${at}`);
    server.make(STREAM, ['>'], [idOf(1), ...others]);
    await world.happen('DONATION', 2);
    await reached(2);
    expect(server.ids(STREAM).filter((id) => id === idOf(1))).toHaveLength(1);
    const looks = server.asked.filter((subject) => subject.includes('MSG.GET'));
    expect(looks).toHaveLength(1 + 301);
    await world.happen('DONATION');
    await reached(3);
    expect(server.asked.filter((subject) => subject.includes('MSG.GET'))).toHaveLength(302);
  });

  it('is looked through no further than its first message', async () => {
    const { world, server, reached } = await connected();
    const stream = server.make(STREAM, ['>'], ['a', 'b', 'c', 'd']);
    stream.messages.splice(0, 2);
    await world.happen('DONATION');
    await reached(1);
    expect(server.asked.filter((subject) => subject.includes('MSG.GET'))).toHaveLength(1 + 2);
  });

  it('that cannot be looked through gets nothing until it can', async () => {
    const { world, server, id, waits, reached } = await connected();
    server.make(STREAM, ['>']);
    const closed = { err_code: 10_076, description: 'jetstream not enabled' };
    server.refuse = (subject) => (subject.includes('MSG.GET') ? closed : null);
    await world.happen('DONATION');
    await waits();
    expect(world.problem(id)).toBe('sinks-nats-no-jetstream');
    expect(server.ids(STREAM)).toEqual([]);
    server.refuse = () => null;
    await world.clock.advance(1_000);
    await reached(1);
  });

  it('that does not take a subject gets what comes before it, and nothing behind', async () => {
    const { world, server, id, waits, ids } = await connected();
    server.make(STREAM, ['stagelight.*.DONATION']);
    await world.happen('DONATION', 6);
    await world.happen('SUBSCRIPTION');
    await world.happen('DONATION', 2);
    await waits();
    expect(world.row(id).state).toMatchObject({
      problem: {
        code: 'sinks-nats-subject',
        values: { stream: STREAM, subject: 'stagelight.channel-1.SUBSCRIPTION' },
      },
    });
    expect(server.ids(STREAM)).toEqual(ids(1, 6));
    expect(world.ledger.sinks.find(id)?.position).toBe(6);
  });

  it('without subjects of its own takes none', async () => {
    const { world, server, id, waits } = await connected();
    server.make(STREAM, undefined);
    await world.happen('DONATION');
    await waits();
    expect(world.problem(id)).toBe('sinks-nats-subject');
  });

  it('that refuses one in the middle is done with those before it, and is sent the rest later', async () => {
    const { world, server, id, waits, reached, idOf, ids } = await connected();
    const full = { err_code: 10_077, description: 'maximum messages exceeded' };
    await world.happen('DONATION', 7);
    await reached(7);
    server.refuse = (_subject, letter) => (letter === idOf(10) ? full : null);
    await world.happen('DONATION', 5);
    await waits();
    expect(world.problem(id)).toBe('sinks-nats-full');
    expect(world.ledger.sinks.find(id)?.position).toBe(9);
    await world.until(() => server.connections === 0);
    server.refuse = () => null;
    await world.clock.advance(1_000);
    await reached(12);
    expect([...server.ids(STREAM)].sort()).toEqual([...ids(1, 12)].sort());
  });

  it('that is gone while events are sent is said to be gone', async () => {
    const { world, server, id, reached, waits } = await connected();
    await world.happen('DONATION');
    await reached(1);
    server.streams.clear();
    await world.happen('DONATION');
    await waits();
    expect(world.problem(id)).toBe('sinks-nats-no-stream');
  });

  it('gets an example without being looked through, and as often as it is asked for', async () => {
    const { world, server, id } = await connected();
    for (let time = 0; time < 2; time += 1) await world.sinks.commands['sinks.test']({ id });
    expect(server.ids(STREAM)).toHaveLength(2);
    expect(server.asked.some((subject) => subject.includes('MSG.GET'))).toBe(false);
  });

  it('gets more and more at a time while all arrives, and one at a time after a failure', async () => {
    const { world, server, reached, waits, idOf } = await connected();
    await world.sinks.commands['sinks.switch']({ id: world.rows[0]?.id ?? '', on: false });
    await world.happen('DONATION', 20);
    const full = { err_code: 10_077, description: 'maximum messages exceeded' };
    let isFull = true;
    const publishes: string[] = [];
    server.refuse = (subject, letter) => {
      if (!subject.startsWith('$JS')) publishes.push(letter);
      return isFull && letter === idOf(5) ? full : null;
    };
    await world.sinks.commands['sinks.switch']({ id: world.rows[0]?.id ?? '', on: true });
    await waits();
    // 1, then 2 and 3, then four at once, of which the second is refused.
    expect(publishes).toEqual([1, 2, 3, 4, 5, 6, 7].map(idOf));
    publishes.length = 0;
    await world.clock.advance(1_000);
    await world.until(() => publishes.length === 1);
    expect(publishes).toEqual([idOf(5)]);
    await world.until(() => world.clock.pendingTimers > 0);
    isFull = false;
    await world.clock.advance(15 * 60_000);
    await reached(20);
    expect(server.ids(STREAM)).toHaveLength(20);
  });

  it('leaves no line open when it is removed, switched off, or the app ends', async () => {
    const { world, server, id, reached } = await connected();
    await world.happen('DONATION');
    await reached(1);
    expect(server.connections).toBe(1);
    await world.sinks.commands['sinks.switch']({ id, on: false });
    await world.until(() => server.connections === 0);
    await world.sinks.commands['sinks.switch']({ id, on: true });
    await world.happen('DONATION');
    await reached(2);
    await world.sinks.commands['sinks.remove']({ id });
    await world.until(() => server.connections === 0);
    const again = await world.add(sinkAt(server.address));
    await world.happen('DONATION');
    await world.until(() => world.ledger.sinks.find(again)?.position === 3);
    await world.restart();
    await world.until(() => server.connections === 0);
  });
});
