import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import { FleetWorld, type WorldHost } from './fleet-world.ts';
import type { Way } from './lease-world.ts';

const CHANNELS = ['one', 'two', 'three'];
const STEP_MS = 100;

const deed = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('join' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('stop' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('kill' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('way' as const),
      way: fc.constantFrom<Way>('open', 'cut', 'deaf'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('pause' as const), on: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('skew' as const),
      ms: fc.constantFrom(-60_000, 0, 60_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('alert' as const), channel: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('slow' as const),
      openMs: fc.constantFrom(20, 400, 3_000),
    }),
  },
);

type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

async function flow(world: FleetWorld, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    for (const channel of CHANNELS) {
      world.publish(channel, `${channel} ${world.published.length}`);
    }
    await world.clock.advance(STEP_MS);
  }
}

function carryOut(world: FleetWorld, hosts: WorldHost[], at: number, step: Deed): void {
  const host = hosts[at % hosts.length];
  if (step.type === 'join') {
    if (hosts.length < 5) hosts.push(world.join(`host-${world.hosts.size}`));
    return;
  }
  if (step.type === 'alert') {
    const channel = CHANNELS[step.channel] ?? '';
    if (!world.alerts.delete(channel)) world.alerts.add(channel);
    return;
  }
  if (step.type === 'slow') {
    world.platform.openMs = step.openMs;
    return;
  }
  if (!host) return;
  if (step.type === 'way') host.way = step.way;
  else if (step.type === 'skew') host.skewMs = step.ms;
  else if (step.type === 'pause') step.on ? host.pause() : host.resume();
  else if (hosts.length > 1) {
    hosts.splice(hosts.indexOf(host), 1);
    if (step.type === 'kill') host.kill();
    else {
      host.isEnding = true;
      host.read(() => void host.fleet.stop());
    }
  }
}

type Deeds = readonly (readonly [number, number, Deed])[];

/** What random runs have found. */
const FOUND: readonly Deeds[] = [
  // It ends while the host that it has asked is cut off.
  [
    [0, 23, { type: 'stop' }],
    [0, 49, { type: 'way', way: 'cut' }],
  ],
  // It ends while the host that it has asked stands still.
  [
    [0, 20, { type: 'join' }],
    [0, 51, { type: 'kill' }],
    [3, 109, { type: 'pause', on: true }],
    [0, 81, { type: 'stop' }],
  ],
  // It is asked while it stands still, and goes on when another host has been asked.
  [
    [0, 2, { type: 'stop' }],
    [0, 20, { type: 'pause', on: true }],
    [0, 100, { type: 'join' }],
    [0, 1, { type: 'join' }],
    [0, 1, { type: 'join' }],
    [0, 1, { type: 'stop' }],
    [0, 17, { type: 'pause', on: false }],
  ],
  // The channel is another host's when the one that was asked reaches the stream again.
  [
    [0, 1, { type: 'join' }],
    [0, 1, { type: 'join' }],
    [6, 1, { type: 'kill' }],
    [0, 1, { type: 'join' }],
    [0, 36, { type: 'skew', ms: -60_000 }],
    [0, 53, { type: 'join' }],
    [3, 2, { type: 'stop' }],
    [5, 101, { type: 'way', way: 'cut' }],
  ],
  // The same, and it has to read its socket first.
  [
    [0, 32, { type: 'stop' }],
    [0, 1, { type: 'pause', on: true }],
    [0, 1, { type: 'join' }],
    [0, 33, { type: 'alert', channel: 0 }],
    [0, 16, { type: 'skew', ms: -60_000 }],
    [0, 26, { type: 'join' }],
    [1, 74, { type: 'stop' }],
  ],
  // It stands still while it reads out its socket.
  [
    [0, 65, { type: 'join' }],
    [8, 70, { type: 'way', way: 'deaf' }],
    [0, 40, { type: 'join' }],
    [2, 1, { type: 'pause', on: true }],
    [0, 9, { type: 'join' }],
  ],
  // The next owner has handed it over before it took what waits.
  [
    [0, 32, { type: 'stop' }],
    [0, 1, { type: 'pause', on: true }],
    [0, 1, { type: 'skew', ms: -60_000 }],
    [0, 69, { type: 'join' }],
    [0, 1, { type: 'join' }],
    [0, 37, { type: 'alert', channel: 0 }],
    [0, 16, { type: 'skew', ms: -60_000 }],
    [0, 26, { type: 'join' }],
  ],
  // It stands still in the middle of a move.
  [
    [0, 1, { type: 'join' }],
    [0, 22, { type: 'skew', ms: -60_000 }],
    [0, 18, { type: 'pause', on: true }],
  ],
  // It is told to end while it stands still.
  [
    [0, 50, { type: 'way', way: 'cut' }],
    [3, 51, { type: 'pause', on: true }],
    [0, 10, { type: 'skew', ms: -60_000 }],
    [3, 19, { type: 'stop' }],
  ],
  // It looks for what waits in the moment in which it goes on.
  [
    [0, 32, { type: 'stop' }],
    [0, 50, { type: 'way', way: 'cut' }],
    [0, 43, { type: 'join' }],
    [3, 18, { type: 'kill' }],
    [0, 19, { type: 'join' }],
    [0, 10, { type: 'join' }],
    [0, 12, { type: 'way', way: 'open' }],
    [4, 79, { type: 'pause', on: true }],
  ],
];

describe('channels of a fleet whose hosts come and go', () => {
  it('lose nothing that came to a host which lives, nor outside of a gap, and write nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 120 }), deed), { maxLength: 14 }),
        async (deeds: Deeds) => {
          const world = new FleetWorld();
          const startedAt = world.clock.now();
          for (const channel of CHANNELS) await world.add(channel);
          const hosts = [world.join('host-0'), world.join('host-1')];
          await world.clock.advance(12_000);
          for (const [at, steps, step] of deeds) {
            carryOut(world, hosts, at, step);
            await flow(world, steps * STEP_MS);
          }
          for (const host of world.hosts.values()) {
            if (host.isDead) continue;
            host.way = 'open';
            host.resume();
          }
          world.alerts.clear();
          await flow(world, 90_000);
          await world.clock.advance(1_000);
          const places = CHANNELS.map((channel) => world.placesOf(channel).length);
          world.dispose();
          expect(world.twice).toEqual([]);
          expect(world.lost).toEqual([]);
          expect(world.dropped).toEqual([]);
          // A note says a second more, for its way to NATS.
          const earliest = startedAt - 1_000;
          for (const { from } of world.gaps) expect(from).toBeGreaterThanOrEqual(earliest);
          expect(places).toEqual([1, 1, 1]);
          expect(world.platform.mostSessions).toBeLessThanOrEqual(3);
        },
      ),
      {
        seed: 17,
        // The examples are of these.
        numRuns: FOUND.length + (IS_LONG ? 90 : 15),
        examples: FOUND.map((deeds): [Deeds] => [deeds]),
      },
    );
    // Minutes of many hosts; the machine may be busy with other things.
  });
});
