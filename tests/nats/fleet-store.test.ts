import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import { type FleetStore, openFleet } from '../../electron/fleet/fleet-store.ts';
import { Joins, joinId } from '../../electron/fleet/joins.ts';
import { Leases } from '../../electron/fleet/leases.ts';
import { patiently } from '../../electron/fleet/patience.ts';
import { Seal } from '../../electron/fleet/seal.ts';
import { NatsCluster } from '../fleet/nats-cluster.ts';
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

  it('is not waited for from a server that stands still while it delivers', async () => {
    const server = await openServer();
    const clock = new VirtualClock();
    const { books, close } = await open([server.address], clock);
    onTestFinished(close);
    const writer = { epoch: 1, file: 'f' };
    const gap = { from: 1, to: 2, reason: 'crash' };
    const ids = Array.from({ length: 700 }, (_, at) => at + 1);
    await Promise.all(
      ids.map((id) => books.publish('one', { type: 'gap', ...writer, id, gap }, `gap-${id}`)),
    );
    const pages = books.read('one', 1, Number.MAX_SAFE_INTEGER);
    const first = await pages.next();
    expect(first.value).toHaveLength(500);
    server.pause();
    const second = expect(pages.next()).rejects.toThrow('NATS is slow.');
    await clock.advance(7_000);
    await second;
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
