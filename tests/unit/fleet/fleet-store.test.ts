import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type FleetAddress,
  type FleetStore,
  openFleet,
} from '../../../electron/fleet/fleet-store.ts';
import { LEASE_MS } from '../../../electron/fleet/leases.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { FakeNats } from '../../support/fake-nats.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const BUCKET = 'KV_stagelight_test';
const MARK = '$KV.stagelight_test.fleet';

async function serve(): Promise<FakeNats> {
  const server = await FakeNats.open();
  onTestFinished(() => server.close());
  return server;
}

function sealOf(...bytes: readonly number[]): Seal {
  const seal = Seal.of(bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join(','));
  if (!seal) throw new Error('The keys are wrong.');
  return seal;
}

async function open(
  { address }: FakeNats,
  changes: Partial<FleetAddress> = {},
  seal = sealOf(1),
): Promise<FleetStore> {
  const its = { servers: [address], name: 'test', replicas: null, ...changes };
  const store = await openFleet(its, seal, new VirtualClock());
  onTestFinished(() => store.close());
  return store;
}

/** Another host was here, and has left. */
async function made(server: FakeNats, seal = sealOf(1)): Promise<void> {
  await (await open(server, {}, seal)).close();
}

/** What is said of a fleet that is not opened, once nothing of the try is left. */
async function refused(server: FakeNats, ...rest: [Partial<FleetAddress>?, Seal?]) {
  const failure = await open(server, ...rest).then(
    () => Promise.reject(new Error('It was opened.')),
    (reason: unknown) => reason,
  );
  await server.alone();
  return failure;
}

const configOf = (server: FakeNats, name: string) => server.streams.get(name)?.config;
const changed = ({ asked }: FakeNats) =>
  asked.filter((subject) => /CREATE|UPDATE|DELETE|PURGE|^\$KV/.test(subject));

describe('what a fleet keeps in NATS', () => {
  it('is made where there is none: channels that stay, leases that end, and the books', async () => {
    const server = await serve();
    await open(server);
    const bucket = { max_msgs_per_subject: 1, num_replicas: 1, allow_direct: false };
    expect(configOf(server, BUCKET)).toMatchObject({ ...bucket, max_age: 0 });
    expect(configOf(server, `${BUCKET}_leases`)).toMatchObject({
      ...bucket,
      max_age: LEASE_MS * 1_000_000,
    });
    expect(configOf(server, 'stagelight_test')).toMatchObject({
      subjects: ['stagelight_test.>'],
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      storage: StorageType.File,
      num_replicas: 1,
      duplicate_window: 3_600_000_000_000,
    });
  });

  it('is that of the hosts before where it is there, also with one more key', async () => {
    const server = await serve();
    await (await open(server)).channels.put('channel.a', 'here');
    const before = changed(server).length;
    const store = await open(server, {}, sealOf(2, 1));
    expect((await store.channels.get('channel.a'))?.string()).toBe('here');
    expect(changed(server)).toHaveLength(before);
  });

  it.each([
    { what: 'one server', cluster: undefined, replicas: null, is: 1 },
    { what: 'a cluster', cluster: 'three', replicas: null, is: 3 },
    { what: 'a cluster, where somebody says so', cluster: 'three', replicas: 5, is: 5 },
    { what: 'one server, where somebody says so', cluster: undefined, replicas: 2, is: 2 },
  ])('is on $is servers of $what', async ({ cluster, replicas, is }) => {
    const server = await serve();
    server.cluster = cluster;
    await open(server, { replicas });
    for (const name of [BUCKET, `${BUCKET}_leases`, 'stagelight_test']) {
      expect(configOf(server, name)).toMatchObject({ num_replicas: is });
    }
  });

  it.each([
    [{}, {}],
    [
      { user: 'one', pass: 'word' },
      { user: 'one', pass: 'word' },
    ],
    [{ user: 'one' }, { user: 'one', pass: '' }],
    [{ token: 'secret' }, { auth_token: 'secret' }],
  ])('is asked for with the login %j', async (login, sent) => {
    const server = await serve();
    await open(server, login);
    expect(server.connects).toEqual([expect.objectContaining({ name: 'stagelight', ...sent })]);
    for (const key of ['user', 'pass', 'auth_token']) {
      expect(key in (server.connects[0] ?? {})).toBe(key in sent);
    }
  });

  it('lists the keys of its channels, of what is gone as well', async () => {
    const server = await serve();
    const store = await open(server);
    expect(await store.channelKeys()).toEqual(['fleet']);
    await store.channels.put('channel.a', 'here');
    await store.channels.delete('channel.a');
    await store.leases.create('channel.b', 'mine');
    expect((await store.channelKeys()).toSorted()).toEqual(['channel.a', 'fleet']);
  });

  it('has no keys where somebody emptied its bucket', async () => {
    const server = await serve();
    const store = await open(server);
    server.streams.get(BUCKET)?.messages.splice(0);
    expect(await store.channelKeys()).toEqual([]);
  });

  it('has a lease no more that was given back, unless it is newer than that', async () => {
    const server = await serve();
    const { leases } = await open(server);
    await leases.create('channel.b', 'another');
    const first = await leases.create('channel.a', 'mine');
    const second = await leases.update('channel.a', 'renewed', first);
    await leases.remove('channel.a', first);
    expect((await leases.get('channel.a'))?.string()).toBe('renewed');
    await leases.remove('channel.a', second);
    expect(await leases.get('channel.a')).toBeNull();
    expect((await leases.get('channel.b'))?.string()).toBe('another');
  });

  it('says whether NATS is there, and leaves when it is closed', async () => {
    const server = await serve();
    const [cut, closed] = [await open(server), await open(server)];
    expect([cut.isConnected(), closed.isConnected()]).toEqual([true, true]);
    await closed.close();
    expect(closed.isConnected()).toBe(false);
    expect(cut.isConnected()).toBe(true);
    const heard = (async () => {
      for await (const { type } of cut.connection.status()) if (type === 'disconnect') return;
    })();
    server.cut();
    await heard;
    expect(cut.isConnected()).toBe(false);
  });
});

describe('a fleet that cannot be opened', () => {
  const said = (code: string, values: object = {}) => ({ problem: { code, values } });

  it('has a server that is not there, or lets nobody in', async () => {
    const server = await serve();
    server.isClosed = true;
    const values = { servers: server.address };
    expect(await refused(server)).toMatchObject(said('fleet-no-access', values));
    const gone = await FakeNats.open();
    await gone.close();
    const servers = [gone.address, 'nats://127.0.0.1:1'];
    expect(await refused(gone, { servers })).toMatchObject(
      said('fleet-no-server', { servers: servers.join(', ') }),
    );
  });

  it.each(['2.8.4', '1.99.1', '0.10.0'])(
    'has a server of the version %j, which is too old',
    async (version) => {
      const server = await serve();
      server.version = version;
      const values = { servers: server.address, version, least: '2.9' };
      expect(await refused(server)).toMatchObject(said('fleet-too-old', values));
    },
  );

  it.each(['2.9.0', '2.9.1', '2.10.0-beta', '3.0.0'])(
    'is not one of a server of the version %s',
    async (version) => {
      const server = await serve();
      server.version = version;
      expect((await open(server)).isConnected()).toBe(true);
    },
  );

  it('has a server that keeps no streams', async () => {
    const server = await serve();
    server.hasStreams = false;
    const values = { servers: server.address };
    expect(await refused(server)).toMatchObject(said('fleet-no-jetstream', values));
  });

  it.each([
    [10_005, 'fleet-replicas'],
    [10_074, 'fleet-replicas'],
    [10_039, 'fleet-no-jetstream'],
  ])('is told by what the server answers (%i): %s', async (err_code, code) => {
    const server = await serve();
    server.refuse = (subject) =>
      subject.includes('.CREATE.') ? { err_code, description: 'no' } : null;
    const values = { servers: server.address };
    expect(await refused(server)).toMatchObject(said(code, values));
  });

  it('is told in the server’s words where it says something else', async () => {
    const server = await serve();
    let answers = 0;
    server.refuse = (subject) => {
      answers += Number(subject.includes('STREAM.INFO'));
      return answers === 1 ? { err_code: 10_023, description: 'no space' } : null;
    };
    expect(await refused(server)).toMatchObject({ message: 'no space' });
    expect(changed(server)).toEqual([]);
  });

  it('has another key, or a bucket of somebody else, in which nothing is changed', async () => {
    const server = await serve();
    await made(server);
    const before = changed(server).length;
    expect(await refused(server, {}, sealOf(2))).toMatchObject({
      problem: { code: 'fleet-wrong-key' },
    });
    const foreign = said('fleet-foreign', { bucket: 'stagelight_test' });
    const stream = server.streams.get(BUCKET);
    for (const text of ['not sealed', null]) {
      const [mark] = stream?.messages.splice(0) ?? [];
      if (mark && text !== null) stream?.messages.push({ ...mark, text });
      expect(await refused(server)).toMatchObject(foreign);
    }
    expect(changed(server)).toHaveLength(before);
  });

  it('has the key of something else', async () => {
    const server = await serve();
    server.make(BUCKET, ['$KV.stagelight_test.>']);
    const text = sealOf(1).close('some other text', 'fleet');
    const message = { seq: 1, subject: MARK, head: '', id: '', text, at: 0 };
    server.streams.get(BUCKET)?.messages.push(message);
    expect(await refused(server)).toMatchObject({ problem: { code: 'fleet-wrong-key' } });
  });

  it.each([
    { what: 'the same key', key: 1, before: MARK, is: null },
    { what: 'another key', key: 2, before: MARK, is: 'fleet-wrong-key' },
    { what: 'the same key, a little before', key: 1, before: 'MSG.GET', is: null },
    { what: 'another key, a little before', key: 2, before: 'MSG.GET', is: 'fleet-wrong-key' },
  ])('was begun by another host in the same moment, with $what', async ({ key, before, is }) => {
    const [server, other] = [await serve(), await serve()];
    await made(other, sealOf(key));
    const [mark] = other.streams.get(BUCKET)?.messages ?? [];
    server.refuse = (subject) => {
      const stream = server.streams.get(BUCKET);
      if (subject.includes(before) && stream && mark && stream.last === 0) {
        stream.messages.push({ ...mark, seq: 1 });
        stream.last = 1;
      }
      return null;
    };
    if (is) expect(await refused(server)).toMatchObject({ problem: { code: is } });
    else expect((await open(server)).isConnected()).toBe(true);
  });

  it('has leases that last for another time', async () => {
    const server = await serve();
    await made(server);
    const its = server.streams.get(`${BUCKET}_leases`);
    server.make(`${BUCKET}_leases`, ['$KV.stagelight_test_leases.>']);
    Object.assign(server.streams.get(`${BUCKET}_leases`)?.config ?? {}, {
      ...its?.config,
      max_age: 60_000_000_000,
    });
    const values = { bucket: 'stagelight_test_leases' };
    expect(await refused(server)).toMatchObject(said('fleet-foreign', values));
  });

  it.each([
    ['takes other subjects', { subjects: ['else.>'] }],
    ['takes more subjects', { subjects: ['stagelight_test.>', 'else'] }],
    ['has no subjects', { subjects: undefined }],
    ['forgets what is old', { max_age: 1 }],
    ['keeps a few of each subject', { max_msgs_per_subject: 1 }],
    ['throws away what is old where it is full', { discard: DiscardPolicy.Old }],
    ['is a queue', { retention: RetentionPolicy.Workqueue }],
  ])('has books in a stream that %s', async (_, changes) => {
    const server = await serve();
    await made(server);
    const { config } = server.streams.get('stagelight_test') ?? {};
    Object.assign(config ?? {}, changes);
    const values = { stream: 'stagelight_test' };
    expect(await refused(server)).toMatchObject(said('fleet-foreign-stream', values));
  });

  it.each([{ max_msgs_per_subject: -1 }, { max_msgs_per_subject: 0 }, { num_replicas: 5 }])(
    'is not one whose stream is kept as its owner likes: %j',
    async (changes) => {
      const server = await serve();
      await open(server);
      Object.assign(server.streams.get('stagelight_test')?.config ?? {}, changes);
      expect((await open(server)).books.made).toBe((await open(server)).books.made);
    },
  );
});
