import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import type { DropsTenure } from '../../../electron/fleet/drops/drops-tenure.ts';
import { DropsWorker } from '../../../electron/fleet/drops/drops-worker.ts';
import { type DropsEvent, startFleetDrops } from '../../../electron/fleet/drops/index.ts';
import { openFleet } from '../../../electron/fleet/fleet-store.ts';
import { keyOf, LEASE_MS } from '../../../electron/fleet/leases.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { FakeNats } from '../../support/fake-nats.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { LeaseHost, LeaseServer } from './lease-world.ts';

const KEY = `channel.${keyOf('drops:app')}`;
const CALLS = { read: { used: 1, refused: false }, write: { used: 0, refused: false } };

function aWorker(server = new LeaseServer(), name = 'a') {
  const host = new LeaseHost(server, name);
  const states: string[] = [];
  const tenures: string[] = [];
  /** How a tenure begins, and whether it ends with nothing cut. */
  const way = { begin: async (): Promise<void> => undefined, isClean: true };
  const worker = new DropsWorker({
    leases: host.leases,
    clientId: 'app',
    begin: async ({ epoch }) => {
      await way.begin();
      tenures.push(`begun ${epoch}`);
      return {
        calls: CALLS,
        abort: () => tenures.push('cut'),
        stop: async () => {
          tenures.push('stopped');
          return way.isClean;
        },
      } as unknown as DropsTenure;
    },
    onState: (state, { epoch }) => states.push(`${state} ${epoch}`),
    clock: host.clock,
    log: silentLogger,
  });
  onTestFinished(() => worker.dispose());
  return { server, clock: server.clock, host, worker, states, tenures, way };
}

describe('the one worker of a fleet’s drops', () => {
  it('is who has the lease of the application, and another one within seconds after that', async () => {
    const first = aWorker();
    const { clock, server } = first;
    const second = aWorker(server, 'b');
    expect(first.worker.calls).toBeNull();
    first.worker.start();
    await clock.advance(0);
    second.worker.start();
    await clock.advance(10_000);
    expect([first.states, second.states]).toEqual([['started 1'], []]);
    expect([first.worker.calls, second.worker.calls]).toEqual([CALLS, null]);
    await first.worker.stop();
    expect(first.states).toEqual(['started 1', 'stopped 1']);
    expect(first.tenures).toEqual(['begun 1', 'stopped', 'cut']);
    await clock.advance(2_000);
    expect(second.states).toHaveLength(1);
    second.worker.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('keeps the lease to its end where a request had to be cut', async () => {
    const { worker, clock, server, way, states } = aWorker();
    worker.start();
    await clock.advance(0);
    way.isClean = false;
    await worker.stop();
    expect(server.keys()).toEqual([KEY]);
    expect(states).toEqual(['started 1', 'stopped 1']);
    await clock.advance(LEASE_MS);
    expect(server.keys()).toEqual([]);
  });

  it('begins again some seconds after it could not, and another one may until then', async () => {
    const { worker, clock, server, way, states } = aWorker();
    way.begin = () => Promise.reject(new Error('timeout'));
    worker.start();
    await clock.advance(0);
    expect([server.keys(), states, worker.calls]).toEqual([[], [], null]);
    way.begin = async () => undefined;
    await clock.advance(1_900);
    expect(states).toEqual([]);
    await clock.advance(100);
    expect(states).toEqual(['started 2']);
  });

  it('is cut at once where the lease is lost, and begins again when it can', async () => {
    const { worker, clock, host, states, tenures } = aWorker();
    worker.start();
    await clock.advance(0);
    host.way = 'cut';
    await clock.advance(LEASE_MS);
    expect(states).toEqual(['started 1', 'lost 1']);
    expect(tenures).toEqual(['begun 1', 'cut']);
    expect(worker.calls).toBeNull();
    host.way = 'open';
    await clock.advance(10_000);
    expect(states).toHaveLength(3);
    expect(states.at(-1)).toMatch(/^started/);
  });

  it.each(['is stopped', 'loses the lease'])(
    'does not pay where it %s while it begins',
    async (how) => {
      const { worker, clock, host, way, states, tenures } = aWorker();
      const begun = Promise.withResolvers<void>();
      way.begin = () => begun.promise;
      worker.start();
      await clock.advance(0);
      if (how === 'is stopped') await worker.stop();
      else {
        host.way = 'cut';
        await clock.advance(12_000);
      }
      begun.resolve();
      await clock.advance(0);
      expect(tenures).toEqual(['begun 1', 'cut']);
      expect(states.filter((state) => state.startsWith('started'))).toEqual([]);
      expect(worker.calls).toBeNull();
    },
  );

  it('begins nothing where it is stopped before it has the lease', async () => {
    const { worker, clock, host, states, tenures } = aWorker();
    host.wayMs = 100;
    worker.start();
    await clock.advance(150);
    await worker.stop();
    await clock.advance(LEASE_MS);
    expect([states, tenures]).toEqual([[], []]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the drops of a fleet in NATS', () => {
  it('have a journal on as many servers as its channels, and a lease of the application', async () => {
    const server = await FakeNats.open();
    onTestFinished(() => server.close());
    const seal = Seal.of(Buffer.alloc(32, 1).toString('base64'));
    if (!seal) throw new Error('The key is wrong.');
    const clock = new VirtualClock();
    const address = { servers: [server.address], name: 'test', replicas: 5 };
    const store = await openFleet(address, seal, clock);
    onTestFinished(() => store.close());
    const started = Promise.withResolvers<DropsEvent>();
    const asked = Promise.withResolvers<string>();
    const worker = await startFleetDrops(
      {
        store,
        platform: {
          baseUrl: 'http://127.0.0.1',
          authUrl: 'http://127.0.0.1',
          clientId: 'app',
          clientSecret: 'secret',
          fetch: async (input) => {
            asked.resolve(String(input));
            throw new TypeError('no way to the platform');
          },
          random: () => 0.5,
        },
        hostId: 'host-1',
        clock,
        makeKey: () => 'key',
        onDrops: started.resolve,
        log: silentLogger,
      },
      'test',
    );
    onTestFinished(() => worker.dispose());
    const event = await started.promise;
    expect(event).toMatchObject({ state: 'started', epoch: 1 });
    expect((await store.leases.get(KEY))?.string()).toContain('host-1');
    expect(server.streams.get('stagelight-drops_test')?.config).toMatchObject({ num_replicas: 5 });
    expect(await asked.promise).toContain('http://127.0.0.1');
  });
});
