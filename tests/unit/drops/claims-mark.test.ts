import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ledgerFile, openBooks, openRoom } from './support.ts';
import { beginWatch as begin, MINUTE } from './watch-support.ts';

describe('going on from the last claim seen', () => {
  it('reads on from the page of the last one, with one call a look', async () => {
    const { world, claimReads, look, desk } = begin();
    const campaign = world.addCampaign('c1');
    world.addClaims(campaign, 2_400);
    await look();
    expect(claimReads().map(({ page }) => page)).toEqual(['0', '1', '2']);
    world.addClaims(campaign, 7);
    await look();
    expect(
      claimReads()
        .slice(3)
        .map(({ page }) => page),
    ).toEqual(['2']);
    expect(desk().unpaid).toBe(2_407);
    world.addClaims(campaign, 700);
    await look();
    expect(
      claimReads()
        .slice(4)
        .map(({ page }) => page),
    ).toEqual(['2', '3']);
    expect(desk().unpaid).toBe(3_107);
  });

  it('writes nothing for claims that are as they were', async () => {
    const file = ledgerFile();
    const { world, room, look } = begin({}, file);
    const campaign = world.addCampaign('c1');
    world.addClaims(campaign, 3);
    await look();
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    // Changes with each write of the first connection.
    const writes = () => other.prepare('PRAGMA data_version').get();
    const claims = room.ledger.claims.list({}, 0, 3);
    const before = writes();
    room.ledger.claims.keep(claims, world.clock.now(), 0);
    expect(writes()).toEqual(before);
    room.ledger.claims.keep(
      [{ ...claims[0], categoryName: 'another' } as never],
      world.clock.now(),
      0,
    );
    expect(writes()).not.toEqual(before);
  });

  it('goes on so after a restart', async () => {
    const { world, room, file, claimReads, look } = begin({}, ledgerFile());
    const campaign = world.addCampaign('c1');
    world.addClaims(campaign, 1_500);
    await look();
    room.dispose();
    room.ledger.close();
    const next = openRoom(world, openBooks(world, file));
    expect(next.board.read()).toMatchObject({ unpaid: 1_500, campaigns: [{ title: '캠페인 c1' }] });
    world.addClaims(campaign, 1);
    await next.watch.lookNow();
    expect(
      claimReads()
        .slice(2)
        .map(({ page }) => page),
    ).toEqual(['1']);
    expect(next.board.read().unpaid).toBe(1_501);
  });

  it('begins at the first page when others were paid and the rest has moved up', async () => {
    const { world, room, claimReads, look, desk } = begin();
    const campaign = world.addCampaign('c1');
    const ids = world.addClaims(campaign, 2_100);
    await look();
    world.world.drops.setFulfillment(world.application, ids.slice(0, 150), 'FULFILLED');
    const added = world.addClaims(campaign, 40);
    await look();
    const later = claimReads().slice(3);
    expect(later.filter(({ page }) => page !== undefined).map(({ page }) => page)).toEqual([
      ...['2', '0', '1'],
    ]);
    // The paid ones are looked up by id, a hundred a call.
    expect(later.flatMap(({ claimId }) => claimId?.split(',') ?? [])).toEqual(ids.slice(0, 150));
    expect(desk().unpaid).toBe(1_990);
    expect(room.ledger.claims.list({ claimIds: added }, 0, 100)).toHaveLength(40);
    expect(room.ledger.claims.list({ fulfillmentState: 'FULFILLED' }, 0, 200)).toHaveLength(150);
  });

  it('finds one that was set back to unpaid before the mark, within half an hour', async () => {
    const { world, look, desk } = begin();
    const campaign = world.addCampaign('c1');
    const ids = world.addClaims(campaign, 1_200);
    world.world.drops.setFulfillment(world.application, ids.slice(0, 1), 'FULFILLED');
    await look();
    expect(desk().unpaid).toBe(1_199);
    world.world.drops.setFulfillment(world.application, ids.slice(0, 1), 'CLAIMED');
    world.world.drops.setFulfillment(world.application, ids.slice(1, 2), 'FULFILLED');
    await look();
    await world.clock.advance(30 * MINUTE);
    await look();
    expect(desk().unpaid).toBe(1_199);
  });

  it('does not hold a claim for unpaid that the platform no longer has', async () => {
    const { world, room, look, desk } = begin();
    const campaign = world.addCampaign('c1');
    world.addClaims(campaign, 1);
    await look();
    const [claim] = room.ledger.claims.list({}, 0, 1);
    room.ledger.claims.keep([{ ...claim, claimId: '1' } as never], 0, 0);
    expect(desk().unpaid).toBe(2);
    await look();
    expect(desk().unpaid).toBe(1);
  });
});
