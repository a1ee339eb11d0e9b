import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOf, LEASE_MS } from '../../../electron/fleet/leases.ts';
import { LeaseHost, LeaseServer, type Way } from './lease-world.ts';

const CHANNEL = 'channel.with space';

function pair() {
  const server = new LeaseServer();
  return { server, a: new LeaseHost(server, 'a'), b: new LeaseHost(server, 'b') };
}

describe('a lease', () => {
  it('is had by who claims first, for as long as it is renewed', async () => {
    const { server, a, b } = pair();
    const lease = await a.leases.claim(CHANNEL);
    expect(lease).toMatchObject({ channelId: CHANNEL });
    expect(await b.leases.claim(CHANNEL)).toBeNull();
    await server.clock.advance(10 * LEASE_MS);
    expect(await b.leases.claim(CHANNEL)).toBeNull();
    expect(lease && a.leases.isProven(lease)).toBe(true);
    expect(a.lost).toEqual([]);
  });

  it('is had by another at once when it was given back, with a higher epoch', async () => {
    const { a, b } = pair();
    const first = await a.leases.claim(CHANNEL);
    await a.leases.release(CHANNEL);
    const second = await b.leases.claim(CHANNEL);
    expect(second?.epoch).toBeGreaterThan(first?.epoch ?? Number.POSITIVE_INFINITY);
    expect(a.lost).toEqual([]);
  });

  it.each<Way>(['cut', 'deaf'])(
    'is lost before another can have it where the way is %s, and is had by another within 25 s',
    async (way) => {
      const { server, a, b } = pair();
      const lease = await a.leases.claim(CHANNEL);
      a.way = way;
      let waited = 0;
      for (; a.lost.length === 0; waited += 100) {
        expect(await b.leases.claim(CHANNEL)).toBeNull();
        await server.clock.advance(100);
      }
      expect(lease && a.leases.isProven(lease)).toBe(false);
      for (; (await b.leases.claim(CHANNEL)) === null; waited += 100)
        await server.clock.advance(100);
      expect(waited).toBeLessThanOrEqual(25_000);
    },
  );

  it('outlives a renewal whose answer was lost', async () => {
    const { server, a } = pair();
    await a.leases.claim(CHANNEL);
    a.way = 'deaf';
    await server.clock.advance(6_000);
    a.way = 'open';
    await server.clock.advance(LEASE_MS);
    expect(a.lost).toEqual([]);
    expect(a.leases.held).toHaveLength(1);
  });

  it('tells of each renewal: that it was done, that nobody answered, and that another host has it', async () => {
    const { server, a, b } = pair();
    const lease = await a.leases.claim(CHANNEL);
    await server.clock.advance(11_000);
    expect(a.renewals.splice(0)).toEqual(['renewed', 'renewed']);
    a.way = 'cut';
    await server.clock.advance(7_000);
    a.way = 'open';
    await server.clock.advance(3_000);
    expect(a.renewals.splice(0)).toEqual(['unknown', 'unknown', 'renewed']);
    // As by somebody who does not keep to the rules.
    await b.bucket(server).put(`channel.${keyOf(CHANNEL)}`, '{"host":"b"}');
    await server.clock.advance(6_000);
    expect(a.renewals).toEqual(['refused']);
    expect(lease && a.leases.isProven(lease)).toBe(false);
  });

  it('is not proved by a host that was stopped for 30 s, from its first moment on', async () => {
    const { server, a, b } = pair();
    const lease = await a.leases.claim(CHANNEL);
    a.pause();
    await server.clock.advance(30_000);
    expect(await b.leases.claim(CHANNEL)).not.toBeNull();
    expect(lease && a.leases.isProven(lease)).toBe(false);
    a.resume();
    await server.clock.advance(1_000);
    expect(a.lost).toEqual([CHANNEL]);
    expect(b.lost).toEqual([]);
  });

  it('is lost, and can be claimed again, where the wall clock jumps as after a sleep', async () => {
    const { server, a } = pair();
    const lease = await a.leases.claim(CHANNEL);
    a.skewMs = 60_000;
    expect(lease && a.leases.isProven(lease)).toBe(false);
    await server.clock.advance(LEASE_MS + 5_000);
    expect(a.lost).toEqual([CHANNEL]);
    expect(await a.leases.claim(CHANNEL)).not.toBeNull();
  });

  it('goes to the host that it is handed to, and is never free in between', async () => {
    const { a, b } = pair();
    const first = await a.leases.claim(CHANNEL);
    expect(await b.leases.take(CHANNEL)).toBeNull();
    expect(await a.leases.handTo(CHANNEL, 'b')).toBe(true);
    expect(first && a.leases.isProven(first)).toBe(false);
    expect(await a.leases.claim(CHANNEL)).toBeNull();
    expect(await a.leases.take(CHANNEL)).toBeNull();
    const second = await b.leases.take(CHANNEL);
    expect(second?.epoch).toBeGreaterThan(first?.epoch ?? Number.POSITIVE_INFINITY);
    expect(a.lost).toEqual([]);
  });

  it('tells who waits for it whether it is still the same claim', async () => {
    const { server, a, b } = pair();
    const c = new LeaseHost(server, 'c');
    const seen: string[] = [];
    const look = () => b.leases.take(CHANNEL, (claim) => seen.push(claim));
    await a.leases.claim(CHANNEL);
    await look();
    await server.clock.advance(30_000);
    await look();
    await a.leases.release(CHANNEL);
    await c.leases.claim(CHANNEL);
    await look();
    expect(new Set(seen.slice(0, 2)).size).toBe(1);
    expect(seen[2]).not.toBe(seen[0]);
  });

  it('is proved no more from the moment it is handed over, also where the answer is late', async () => {
    const { server, a, b } = pair();
    const lease = await a.leases.claim(CHANNEL);
    a.pause();
    const handed = a.leases.handTo(CHANNEL, 'b');
    await server.clock.advance(10);
    expect(await b.leases.take(CHANNEL)).not.toBeNull();
    expect(lease && a.leases.isProven(lease)).toBe(false);
    a.resume();
    await server.clock.advance(1);
    expect(await handed).toBe(true);
  });

  it('is handed over although a renewal came in between, and although the answer was lost', async () => {
    const { server, a, b } = pair();
    await a.leases.claim(CHANNEL);
    await server.clock.advance(4_999);
    const handed = a.leases.handTo(CHANNEL, 'b');
    a.way = 'deaf';
    await server.clock.advance(2_500);
    a.way = 'open';
    await server.clock.advance(3_000);
    expect(await handed).toBe(true);
    expect(await b.leases.take(CHANNEL)).not.toBeNull();
  });

  it('is free for all where the host that it was handed to never takes it', async () => {
    const { server, a, b } = pair();
    await a.leases.claim(CHANNEL);
    await a.leases.handTo(CHANNEL, 'nobody');
    expect(await b.leases.take(CHANNEL)).toBeNull();
    await server.clock.advance(LEASE_MS);
    expect(await b.leases.take(CHANNEL)).not.toBeNull();
  });

  it('is taken although the answer to the first try was lost', async () => {
    const { server, a, b } = pair();
    await a.leases.claim(CHANNEL);
    await a.leases.handTo(CHANNEL, 'b');
    b.way = 'deaf';
    const first = b.leases.take(CHANNEL);
    await server.clock.advance(10);
    b.way = 'open';
    await server.clock.advance(2_000);
    expect(await first).toBeNull();
    expect(await b.leases.take(CHANNEL)).not.toBeNull();
  });

  it('is not handed over by a host that lost it', async () => {
    const { server, a, b } = pair();
    await a.leases.claim(CHANNEL);
    a.way = 'cut';
    const handed = a.leases.handTo(CHANNEL, 'b');
    await server.clock.advance(LEASE_MS + 3_000);
    expect(await handed).toBe(false);
    expect(a.lost).toEqual([CHANNEL]);
    expect(await b.leases.take(CHANNEL)).not.toBeNull();
  });

  it('leaves nothing running when it is disposed', async () => {
    const { server, a } = pair();
    await a.leases.claim(CHANNEL);
    a.leases.dispose();
    expect(server.clock.pendingTimers).toBe(0);
    expect(await a.leases.claim(CHANNEL)).toBeNull();
  });

  const CHANNELS = ['one', 'two'];
  const deed = fc.oneof(
    fc.record({ type: fc.constant('claim' as const), channel: fc.constantFrom(...CHANNELS) }),
    fc.record({ type: fc.constant('release' as const), channel: fc.constantFrom(...CHANNELS) }),
    fc.record({ type: fc.constant('take' as const), channel: fc.constantFrom(...CHANNELS) }),
    fc.record({
      type: fc.constant('hand' as const),
      channel: fc.constantFrom(...CHANNELS),
      to: fc.constantFrom('a', 'b', 'c'),
    }),
    fc.record({
      type: fc.constant('way' as const),
      way: fc.constantFrom<Way>('open', 'cut', 'deaf'),
    }),
    fc.record({ type: fc.constant('pause' as const), on: fc.boolean() }),
    fc.record({ type: fc.constant('skew' as const), ms: fc.constantFrom(-60_000, 0, 60_000) }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 9_000 }) }),
  );

  it('is never proved by two hosts, whatever is cut, stopped or set', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), deed), { maxLength: 60 }), async (deeds) => {
        const server = new LeaseServer();
        const hosts = ['a', 'b', 'c'].map((id) => new LeaseHost(server, id));
        const newest = new Map<string, number>();
        const look = () => {
          for (const channel of CHANNELS) {
            const owners = hosts.flatMap(({ leases }) =>
              leases.held.filter((held) => held.channelId === channel && leases.isProven(held)),
            );
            expect(owners.length).toBeLessThanOrEqual(1);
            const epoch = owners[0]?.epoch ?? 0;
            expect(epoch === 0 || epoch >= (newest.get(channel) ?? 0)).toBe(true);
            if (epoch > 0) newest.set(channel, epoch);
          }
        };
        for (const [at, step] of deeds) {
          const host = hosts[at] as LeaseHost;
          if (step.type === 'claim') void host.leases.claim(step.channel);
          else if (step.type === 'release') void host.leases.release(step.channel);
          else if (step.type === 'take') void host.leases.take(step.channel);
          else if (step.type === 'hand') void host.leases.handTo(step.channel, step.to);
          else if (step.type === 'way') host.way = step.way;
          else if (step.type === 'skew') host.skewMs = step.ms;
          else if (step.type === 'pause') step.on ? host.pause() : host.resume();
          else {
            for (let passed = 0; passed < step.ms; passed += 500) {
              // As in a fleet: everybody tries again and again.
              for (const each of hosts) {
                void each.leases.claim('one');
                void each.leases.take('two');
              }
              await server.clock.advance(Math.min(500, step.ms - passed));
              look();
            }
          }
          await server.clock.advance(0);
          look();
        }
        for (const host of hosts) host.leases.dispose();
      }),
      { numRuns: 200 },
    );
  });
});
