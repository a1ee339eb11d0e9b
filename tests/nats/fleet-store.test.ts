import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import type { BooksStream } from '../../electron/fleet/books/books-stream.ts';
import { type FleetStore, openFleet } from '../../electron/fleet/fleet-store.ts';
import { Joins, joinId } from '../../electron/fleet/joins.ts';
import { KeptStream } from '../../electron/fleet/kept-stream.ts';
import { Leases } from '../../electron/fleet/leases.ts';
import { patiently } from '../../electron/fleet/patience.ts';
import { Seal } from '../../electron/fleet/seal.ts';
import { NatsCluster } from '../fleet/nats-cluster.ts';
import { gapOf } from '../support/gaps.ts';
import { hasNats } from '../support/nats-server.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { donation } from '../unit/storage/support.ts';
import { openServer } from './nats-world.ts';

const seal = Seal.of(randomBytes(32).toString('base64'));

function open(servers: readonly string[], clock: Clock = systemClock) {
  if (!seal) throw new Error('The key is not taken.');
  return openFleet({ servers, name: 'test', replicas: null }, seal, clock);
}

/** By a connection of its own. */
async function storeAt(address: string): Promise<FleetStore> {
  const store = await patiently(systemClock, () => open([address]));
  onTestFinished(() => store.close());
  return store;
}

async function joinsOf(address: string): Promise<Joins> {
  const { channels } = await storeAt(address);
  if (!seal) throw new Error('The key is not taken.');
  return new Joins({ channels, seal, clock: systemClock, makeKey: randomUUID });
}

async function leasesOf(hostId: string, address: string): Promise<Leases> {
  const { leases: bucket } = await storeAt(address);
  let claims = 0;
  const makeKey = () => {
    claims += 1;
    return `${hostId}-${claims}`;
  };
  const leases = new Leases({ bucket, hostId, makeKey, clock: systemClock, log: silentLogger });
  onTestFinished(() => leases.dispose());
  return leases;
}

/** So many entries of one channel. Returns their places. */
async function fill(books: BooksStream, count: number): Promise<readonly number[]> {
  const writer = { epoch: 1, file: 'f' };
  const gap = gapOf({ from: 1, to: 2, reason: 'crash' });
  const published = await Promise.all(
    Array.from({ length: count }, (_, id) =>
      books.publish('one', { type: 'gap', ...writer, id, gap }, `gap-${id}`),
    ),
  );
  return published.map(({ place }) => place).toSorted((a, b) => a - b);
}

describe.skipIf(!hasNats)('what a fleet keeps on a real nats-server', () => {
  it('is read from the leader alone: a copy could still have a former owner’s tokens', async () => {
    const server = await openServer();
    await (await open([server.address])).close();
    for (const name of ['KV_stagelight_test', 'KV_stagelight_test_leases']) {
      const { config } = await server.manage(({ streams }) => streams.info(name));
      expect(config.allow_direct).toBe(false);
    }
  });

  it.each(['channel-1', 'a channel'])(
    'is an event of two hosts once, in the books of %s, and tells under which id it was sent',
    async (channel) => {
      const server = await openServer();
      const { books, close } = await open([server.address]);
      onTestFinished(close);
      const send = (seq: number) => {
        const event = {
          ...donation(seq, { donationText: 'to both' }),
          origin: 'platform',
        } as const;
        const entry = { type: 'event', epoch: seq, file: 'f', event, alert: null } as const;
        return books.publish(channel, { ...entry, anonymous: false }, 'shared-1-1-words-1');
      };
      const { place, isNew } = await send(1);
      expect(isNew).toBe(true);
      expect(await send(1_000_001)).toEqual({ place, isNew: false });
      expect(await books.at(place)).toMatchObject({ type: 'event', event: { seq: 1 } });
      const read: unknown[] = [];
      for await (const page of books.read(channel, 1, place)) {
        for (const [at, , id] of page) read.push([at, id]);
      }
      expect(read).toEqual([[place, 'shared-1-1-words-1']]);
      await books.erase([place]);
      expect(await books.at(place)).toBeNull();
    },
  );

  it('is waited for three seconds where the server that delivers it stands still', async () => {
    const server = await openServer();
    const clock = new VirtualClock();
    const { connection, close } = await open([server.address], clock);
    onTestFinished(close);
    const kept = await KeptStream.open(connection, 'kept', { num_replicas: 1 }, clock);
    await kept?.client.publish('kept.one', 'first');
    const delivered = new Promise<void>((done) => {
      connection.subscribe('_INBOX.>', {
        callback: (_, { reply }) => {
          if (reply?.startsWith('$JS.ACK.')) done();
        },
      });
    });
    let isOver = false;
    const first = kept
      ?.pages('kept.one', { after: 0, last: 2 })
      .next()
      .finally(() => {
        isOver = true;
      });
    await delivered;
    // The page has a copy of its own: it is here before the answer to this.
    await connection.flush();
    server.pause();
    await clock.advance(2_900);
    expect(isOver).toBe(false);
    await clock.advance(100);
    expect((await first)?.value).toMatchObject([{ seq: 1 }]);
  });

  it('is read to its end where the last entry was erased meanwhile', async () => {
    const server = await openServer();
    const { books, connection, close } = await open([server.address]);
    onTestFinished(close);
    const places = await fill(books, 700);
    let asked = 0;
    connection.subscribe('$JS.API.CONSUMER.MSG.NEXT.>', {
      callback: () => {
        asked += 1;
      },
    });
    const pages = books.read('one', 1, Number.MAX_SAFE_INTEGER);
    const first = await pages.next();
    expect(first.value).toHaveLength(500);
    await books.erase(places.slice(-1));
    const second = await pages.next();
    expect(second.value).toHaveLength(199);
    expect((await pages.next()).done).toBe(true);
    expect(asked).toBe(2);
  });

  it('is a channel of one host where several claim it at once, also one that was given back, on three servers', async () => {
    const cluster = await NatsCluster.start(null);
    onTestFinished(() => cluster.dispose());
    const hosts = await Promise.all(
      cluster.addresses.map((address, at) => leasesOf(`host-${at}`, address)),
    );
    for (let round = 0; round < 60; round += 1) {
      const claims = await Promise.all(hosts.map((host) => host.claim('one')));
      expect(claims.filter((lease) => lease !== null)).toHaveLength(1);
      await Promise.all(hosts.map((host) => host.release('one')));
    }
  });

  it('is a link that one host uses up where several are asked at once, on three servers', async () => {
    const cluster = await NatsCluster.start(null);
    onTestFinished(() => cluster.dispose());
    const hosts = await Promise.all(cluster.addresses.map((address) => joinsOf(address)));
    for (let round = 0; round < 20; round += 1) {
      const code = await hosts[0]?.make();
      const id = joinId(code?.code ?? '');
      const uses = await Promise.all(hosts.map((host) => host.use(id)));
      expect(uses.filter((isUsed) => isUsed)).toHaveLength(1);
    }
  });
});
