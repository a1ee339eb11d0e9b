import { describe, expect, it } from 'vitest';
import { HOUR, ledgerFile, openBooks, openRoom, openWorld, until } from './support.ts';
import { beginWatch, MINUTE } from './watch-support.ts';

/** How far the computer's clock is ahead of the platform's, and whether a deadline is past then. */
const CLOCKS = [
  ['two hours fast', 2 * HOUR, HOUR, false],
  ['two hours fast, three hours on', 2 * HOUR, 3 * HOUR, true],
  ['two hours slow', -2 * HOUR, -HOUR, true],
  ['two hours slow, three hours before', -2 * HOUR, -3 * HOUR, false],
] as const;

describe('on a computer whose clock is wrong', () => {
  it.each(CLOCKS)('%s: deadlines are those of the platform', async (_, aheadMs, shift, isPast) => {
    const { world, room, look, desk } = beginWatch();
    room.room.aheadMs = aheadMs;
    // One hour from now by the computer would be something else by the platform.
    const campaign = world.addCampaign('c1', { claimAvailableAt: world.clock.now() - shift });
    world.addClaims(campaign, 2);
    await look();
    expect(desk()).toMatchObject(
      isPast ? { unpaid: 0, lateCount: 2 } : { unpaid: 2, lateCount: 0 },
    );
    expect(desk().platformAheadMs).toBe(-aheadMs);
    const { unpaid, late } = await room.picks.match({ source: 'kept' });
    expect([unpaid.length, late]).toEqual(isPast ? [0, 2] : [2, 0]);
    expect(room.picks.late(unpaid)).toBe(0);
  });

  it('what waits too long is counted by the platform too', async () => {
    const { world, room, look, desk } = beginWatch({ stuckHours: 2 });
    world.addClaims(world.addCampaign('c1'), 1);
    room.room.aheadMs = 2 * HOUR;
    await look();
    expect(desk().stuckCount).toBe(0);
    room.room.aheadMs = -2 * HOUR;
    expect(desk().stuckCount).toBe(1);
  });

  it('the day of the quota is the platform’s, and its end is told by the computer’s clock', async () => {
    const { world, room, desk } = beginWatch();
    // 12:00 in Korea by the computer; at the platform it is 02:00 of the next day.
    room.room.aheadMs = -14 * HOUR;
    await room.shelf.refresh();
    expect(room.client.drops.quota.day).toBe('2026-05-21');
    expect(desk().quota.resetsAt).toBe(world.clock.now() + 22 * HOUR);
  });

  it('rests until the platform’s midnight when the quota is used up', async () => {
    const { world, room, look, desk } = beginWatch();
    room.room.aheadMs = 3 * HOUR;
    world.world.quotas.amounts = { READ_DROPS: 0, WRITE_DROPS: 0 };
    await expect(look()).rejects.toThrow();
    expect(desk().watch).toEqual({
      kind: 'quota',
      until: world.clock.now() + 15 * HOUR + MINUTE,
    });
  });

  it('calls of the day before a restart count again once the platform has said its day', async () => {
    const file = ledgerFile();
    const world = openWorld();
    const first = openRoom(world, openBooks(world, file));
    first.room.aheadMs = -14 * HOUR;
    for (let call = 0; call < 5; call += 1) await first.shelf.refresh();
    first.dispose();
    first.ledger.close();
    const next = openRoom(world, openBooks(world, file));
    expect(next.board.read().quota.read.used).toBe(0);
    next.room.aheadMs = -14 * HOUR;
    await next.shelf.refresh();
    await until(() => true);
    expect(next.board.read().quota.read.used).toBe(6);
  });
});
