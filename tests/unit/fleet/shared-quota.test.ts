import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { QUOTA_BLOCK, SharedQuota } from '../../../electron/fleet/drops/shared-quota.ts';
import { QuotaCounters } from '../../../electron/platform/quota.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { DAY, NOON_KST } from '../drops/support.ts';
import { HostWay, LeaseServer } from './lease-world.ts';

function setBucket() {
  const clock = new VirtualClock(NOON_KST);
  const server = new LeaseServer(clock, Number.POSITIVE_INFINITY);
  const written: string[] = [];
  const put = server.put.bind(server);
  server.put = (...args) => {
    written.push(args[1]);
    return put(...args);
  };
  return { clock, server, written };
}

async function openQuota({ clock, server }: ReturnType<typeof setBucket>) {
  const way = new HostWay(clock);
  const counters = new QuotaCounters(clock);
  const bucket = way.bucket(server);
  const parts = { bucket, clientId: 'app', use: () => counters.use, clock, log: silentLogger };
  const quota = await SharedQuota.open(parts);
  const call = async () => {
    await quota.reserve('READ_DROPS');
    counters.count('READ_DROPS');
    quota.tracker.answered('READ_DROPS');
  };
  return { quota, way, call };
}

describe('the calls of the day of a fleet', () => {
  it('are taken in blocks, with one write for each', async () => {
    const world = setBucket();
    const { call } = await openQuota(world);
    for (let count = 0; count < 2 * QUOTA_BLOCK; count += 1) await call();
    expect(world.written).toHaveLength(2);
    await call();
    expect(world.written).toHaveLength(3);
  });

  it('go on where the host before ended, rather too high, and anew at midnight', async () => {
    const world = setBucket();
    const first = await openQuota(world);
    for (let count = 0; count < QUOTA_BLOCK + 3; count += 1) await first.call();
    const second = await openQuota(world);
    expect(second.quota.tracker.used('READ_DROPS')).toBe(2 * QUOTA_BLOCK);
    await second.call();
    expect(second.quota.tracker.used('READ_DROPS')).toBe(2 * QUOTA_BLOCK + 1);
    await world.clock.advance(DAY);
    expect(second.quota.tracker.used('READ_DROPS')).toBe(0);
    await second.call();
    const third = await openQuota(world);
    expect(third.quota.tracker.used('READ_DROPS')).toBe(QUOTA_BLOCK);
  });

  it('are not made by a host that cannot write them down, or that another one overtook', async () => {
    const world = setBucket();
    const [first, second] = [await openQuota(world), await openQuota(world)];
    await second.call();
    await expect(first.call()).rejects.toThrow();
    // It has read what stands there now.
    await first.call();
    first.way.way = 'cut';
    const calls = async () => {
      for (let count = 0; count < QUOTA_BLOCK; count += 1) await first.call();
    };
    const failed = expect(calls()).rejects.toThrow();
    await world.clock.advance(5_000);
    await failed;
  });

  it('are refused to all hosts once one of them was refused, until the day is over', async () => {
    const world = setBucket();
    const first = await openQuota(world);
    first.quota.tracker.refused('WRITE_DROPS');
    await first.quota.flush();
    const second = await openQuota(world);
    expect(second.quota.tracker.resting('WRITE_DROPS')).toMatchObject({ kind: 'quota' });
    expect(second.quota.tracker.resting('READ_DROPS')).toBeNull();
    await world.clock.advance(DAY);
    expect(second.quota.tracker.resting('WRITE_DROPS')).toBeNull();
    const third = await openQuota(world);
    expect(third.quota.tracker.resting('WRITE_DROPS')).toBeNull();
  });

  it('are told of once where they were refused, and count no more than were made', async () => {
    const world = setBucket();
    const { quota, call } = await openQuota(world);
    for (let count = 0; count < QUOTA_BLOCK; count += 1) await call();
    quota.tracker.refused('READ_DROPS');
    await quota.flush();
    await quota.flush();
    expect(world.written.map((text) => JSON.parse(text))).toEqual([
      { day: expect.any(String), used: QUOTA_BLOCK, refusedAt: null },
      { day: expect.any(String), used: QUOTA_BLOCK, refusedAt: QUOTA_BLOCK },
    ]);
    await call();
    expect(world.written).toHaveLength(3);
    await quota.flush();
    const next = await openQuota(world);
    expect(next.quota.tracker.resting('READ_DROPS')).toBeNull();
  });

  it('are not refused to hosts of a day to those of the next, where that is told late', async () => {
    const world = setBucket();
    const { quota } = await openQuota(world);
    quota.tracker.refused('WRITE_DROPS');
    await world.clock.advance(DAY);
    await quota.flush();
    expect(world.written.map((text) => JSON.parse(text).refusedAt)).toEqual([null]);
  });

  it('begin at nothing where what stands in the bucket cannot be read', async () => {
    const world = setBucket();
    const first = await openQuota(world);
    await first.call();
    const [key = ''] = world.server.keys();
    world.server.put(key, '{"day":7}', world.server.read(key)?.revision ?? 0, 'PUT');
    const { quota, call } = await openQuota(world);
    expect(quota.tracker.used('READ_DROPS')).toBe(0);
    await call();
    expect(quota.tracker.used('READ_DROPS')).toBe(1);
  });

  it('are counted for each application, and for reads and writes apart', async () => {
    const world = setBucket();
    const { quota, call } = await openQuota(world);
    await call();
    await quota.reserve('WRITE_DROPS');
    const app = Buffer.from('app').toString('base64url');
    expect(world.server.keys()).toEqual([
      `drops-quota.${app}.READ_DROPS`,
      `drops-quota.${app}.WRITE_DROPS`,
    ]);
  });
});
