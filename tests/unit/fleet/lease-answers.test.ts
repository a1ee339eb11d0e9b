import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { describe, expect, it } from 'vitest';
import { isTaken, keyOf, LEASE_MS } from '../../../electron/fleet/leases.ts';
import { LeaseHost, LeaseServer } from './lease-world.ts';

const CHANNEL = 'one';
const KEY = `channel.${keyOf(CHANNEL)}`;

function pair() {
  const server = new LeaseServer();
  const hosts = { a: new LeaseHost(server, 'a'), b: new LeaseHost(server, 'b') };
  /** How often an entry was written or removed. */
  const writes = { count: 0 };
  server.onWrite = () => {
    writes.count += 1;
  };
  return { server, clock: server.clock, writes, ...hosts };
}

describe('a lease whose host hears late, or not at all, what became of its requests', () => {
  it('is its host’s in the next try where the answer to its claim was lost, and nobody else’s', async () => {
    const { clock, a, b } = pair();
    a.way = 'deaf';
    const first = a.leases.claim(CHANNEL);
    await clock.advance(2_000);
    expect(await first).toBeNull();
    a.way = 'open';
    const others: string[] = [];
    expect(await b.leases.take(CHANNEL, (claim) => others.push(claim))).toBeNull();
    expect(others).toHaveLength(1);
    expect(await a.leases.take(CHANNEL)).toMatchObject({ channelId: CHANNEL });
  });

  it('is its host’s in the next try where the answer to its taking was lost', async () => {
    const { server, clock, a, b } = pair();
    await a.leases.claim(CHANNEL);
    await a.leases.handTo(CHANNEL, 'b');
    server.onWrite = () => {
      b.way = 'deaf';
    };
    const first = b.leases.take(CHANNEL);
    await clock.advance(2_000);
    expect(await first).toBeNull();
    b.way = 'open';
    server.onWrite = () => undefined;
    expect(await b.leases.take(CHANNEL)).toMatchObject({ channelId: CHANNEL });
  });

  it('is not had where the answer comes when it cannot be proved any more, and is free at once', async () => {
    const { server, clock, a, b } = pair();
    a.wayMs = 7_000;
    const claim = a.leases.claim(CHANNEL);
    await clock.advance(10_000);
    a.wayMs = 0;
    await clock.advance(4_000);
    expect(await claim).toBeNull();
    expect(server.keys()).toEqual([]);
    expect(a.leases.held).toEqual([]);
    expect(await b.leases.claim(CHANNEL)).not.toBeNull();
  });

  it('is not had by a host that has ended before the answer comes, and is free at once', async () => {
    const { server, clock, a } = pair();
    a.wayMs = 100;
    const claim = a.leases.claim(CHANNEL);
    await clock.advance(150);
    a.leases.dispose();
    await clock.advance(150);
    expect(await claim).toBeNull();
    await clock.advance(100);
    expect(server.keys()).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is claimed with one request, however often it is wanted meanwhile', async () => {
    const { clock, writes, a } = pair();
    a.wayMs = 100;
    const claims = [a.leases.claim(CHANNEL), a.leases.claim(CHANNEL), a.leases.take(CHANNEL)];
    await clock.advance(1_000);
    const leases = await Promise.all(claims);
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
    const again = [a.leases.claim(CHANNEL), a.leases.take(CHANNEL)];
    await clock.advance(1_000);
    expect(await Promise.all(again)).toEqual([null, null]);
    expect(writes.count).toBe(1);
  });

  it('is not asked for by a host that has ended', async () => {
    const { writes, a } = pair();
    a.leases.dispose();
    expect([await a.leases.claim(CHANNEL), await a.leases.take(CHANNEL)]).toEqual([null, null]);
    expect(writes.count).toBe(0);
  });

  it('cannot be taken while nobody can tell whose it is', async () => {
    const { server, writes, a } = pair();
    server.onRead = () => {
      throw new Error('no leader');
    };
    expect(await a.leases.take(CHANNEL)).toBeNull();
    expect(writes.count).toBe(0);
  });

  it('is free at once where it was given back while a renewal was on its way', async () => {
    const { server, clock, a } = pair();
    await a.leases.claim(CHANNEL);
    await clock.advance(4_000);
    a.wayMs = 100;
    await clock.advance(1_150);
    const released = a.leases.release(CHANNEL);
    await clock.advance(300);
    await released;
    expect(server.keys()).toEqual([]);
  });

  it('stays another host’s where a renewal that nobody wants any more is refused', async () => {
    const { server, clock, a, b } = pair();
    await a.leases.claim(CHANNEL);
    a.wayMs = 500;
    await clock.advance(5_100);
    a.wayMs = 0;
    await a.leases.release(CHANNEL);
    expect(await b.leases.claim(CHANNEL)).not.toBeNull();
    await clock.advance(1_000);
    expect(server.read(KEY)?.value).toContain('"host":"b"');
    expect(b.lost).toEqual([]);
  });

  it('is kept where a renewal was refused, and nobody can tell why', async () => {
    const { server, clock, a } = pair();
    const lease = await a.leases.claim(CHANNEL);
    a.way = 'deaf';
    await clock.advance(7_000);
    a.way = 'open';
    let isRead = false;
    server.onRead = () => {
      isRead = true;
      server.onRead = () => undefined;
      throw new Error('no leader');
    };
    await clock.advance(1_000);
    expect(isRead).toBe(true);
    expect(a.renewals).toEqual(['unknown']);
    await clock.advance(1_000);
    expect(a.renewals).toEqual(['unknown', 'renewed']);
    expect(lease && a.leases.isProven(lease)).toBe(true);
  });

  it('leaves no timer when it was given back, and no renewal follows', async () => {
    const { clock, a } = pair();
    await a.leases.claim(CHANNEL);
    await a.leases.release(CHANNEL);
    expect(clock.pendingTimers).toBe(0);
    await a.leases.release(CHANNEL);
    expect(a.renewals).toEqual([]);
  });
});

describe('a lease of a host whose clock was set', () => {
  it('is lost in the moment in which it is asked for, and for good', async () => {
    const { a } = pair();
    const lease = await a.leases.claim(CHANNEL);
    if (!lease) throw new Error('It was not had.');
    a.skewMs = 60_000;
    expect(a.leases.isProven(lease)).toBe(false);
    expect(a.lost).toEqual([CHANNEL]);
    a.skewMs = 0;
    expect(a.leases.isProven(lease)).toBe(false);
  });

  it('is lost when it would be renewed, also where nobody asks for it', async () => {
    const { clock, writes, a } = pair();
    await a.leases.claim(CHANNEL);
    a.skewMs = 60_000;
    await clock.advance(5_000);
    expect(a.lost).toEqual([CHANNEL]);
    expect(writes.count).toBe(1);
  });

  it('is not handed over', async () => {
    const { writes, a, b } = pair();
    await a.leases.claim(CHANNEL);
    a.skewMs = 60_000;
    expect(await a.leases.handTo(CHANNEL, 'b')).toBe(false);
    expect(await b.leases.take(CHANNEL)).toBeNull();
    expect(writes.count).toBe(1);
  });
});

describe('a lease that is handed over', () => {
  it('is its host’s no more, which hears of no loss', async () => {
    const { clock, a } = pair();
    await a.leases.claim(CHANNEL);
    expect(await a.leases.handTo(CHANNEL, 'b')).toBe(true);
    expect(a.leases.held).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(LEASE_MS);
    expect(a.lost).toEqual([]);
  });

  it('goes to the other host although a renewal arrived in between', async () => {
    const { clock, a, b } = pair();
    await a.leases.claim(CHANNEL);
    a.wayMs = 100;
    await clock.advance(5_050);
    const handed = a.leases.handTo(CHANNEL, 'b');
    await clock.advance(600);
    expect(await handed).toBe(true);
    expect(a.renewals).toEqual(['renewed']);
    expect(await b.leases.take(CHANNEL)).not.toBeNull();
  });

  it('is not called refused where a renewal arrives behind it', async () => {
    const { clock, a, b } = pair();
    await a.leases.claim(CHANNEL);
    await clock.advance(4_000);
    a.wayMs = 500;
    await clock.advance(1_100);
    a.wayMs = 10;
    const handed = a.leases.handTo(CHANNEL, 'b');
    await clock.advance(2_000);
    expect(await handed).toBe(true);
    expect(a.renewals).toEqual([]);
    expect(await b.leases.take(CHANNEL)).not.toBeNull();
  });

  it('stays with the host that has it by now', async () => {
    const { server, clock, a } = pair();
    await a.leases.claim(CHANNEL);
    // As by somebody who does not keep to the rules.
    server.put(KEY, '{"host":"c"}', server.read(KEY)?.revision ?? 0, 'PUT');
    expect(await a.leases.handTo(CHANNEL, 'b')).toBe(false);
    expect(server.read(KEY)?.value).toBe('{"host":"c"}');
    await clock.advance(LEASE_MS);
    expect(a.lost).toEqual([CHANNEL]);
  });

  it('is handed over no more where it was given back meanwhile', async () => {
    const { server, clock, a } = pair();
    await a.leases.claim(CHANNEL);
    a.way = 'cut';
    const handed = a.leases.handTo(CHANNEL, 'b');
    await clock.advance(1_000);
    const released = a.leases.release(CHANNEL);
    await clock.advance(1_000);
    a.way = 'open';
    await clock.advance(5_000);
    await released;
    expect(await handed).toBe(false);
    expect(server.read(KEY)?.value).toContain('claim');
  });

  it('is not one that this host does not have', async () => {
    const { writes, a } = pair();
    expect(await a.leases.handTo(CHANNEL, 'b')).toBe(false);
    expect(writes.count).toBe(0);
  });
});

describe('what NATS answers to a write', () => {
  it.each([
    [JetStreamApiCodes.StreamWrongLastSequence, true],
    [JetStreamApiCodes.StreamWrongLastSequenceUnknown, true],
    [10_008, false],
  ])('says with the code %i whether another host was there first: %s', (err_code, is) => {
    expect(isTaken(new JetStreamApiError({ code: 400, err_code, description: '' }))).toBe(is);
    expect(isTaken(new Error('timeout'))).toBe(false);
  });
});

describe('the times of a lease', () => {
  it('are twelve seconds in which it is proved, and no moment more', async () => {
    const { clock, a } = pair();
    const lease = await a.leases.claim(CHANNEL);
    if (!lease) throw new Error('It was not had.');
    // It stands still, so nothing ends it by itself.
    a.pause();
    await clock.advance(11_999);
    expect(a.leases.isProven(lease)).toBe(true);
    await clock.advance(1);
    expect(a.leases.isProven(lease)).toBe(false);
  });

  it('are when its entry was asked for, by the host’s clock, and when it was written, by that of NATS', async () => {
    const { clock, a } = pair();
    const began = clock.now();
    expect(await a.leases.writtenAt(CHANNEL)).toBeNull();
    a.skewMs = 500;
    a.wayMs = 100;
    const claim = a.leases.claim(CHANNEL);
    await clock.advance(200);
    const lease = await claim;
    if (!lease) throw new Error('It was not had.');
    a.wayMs = 0;
    expect(a.leases.askedAt(lease)).toBe(began + 500);
    expect(await a.leases.writtenAt(CHANNEL)).toBe(began + 100);
    await clock.advance(5_000);
    expect(a.leases.askedAt(lease)).toBe(began + 500 + 5_200);
    expect(await a.leases.writtenAt(CHANNEL)).toBe(began + 5_200);
    expect(a.leases.askedAt({ ...lease, epoch: lease.epoch + 1 })).toBeNull();
    await a.leases.release(CHANNEL);
    expect(a.leases.askedAt(lease)).toBeNull();
    expect(await a.leases.writtenAt(CHANNEL)).toBeNull();
  });
});
