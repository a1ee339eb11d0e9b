import { describe, expect, it } from 'vitest';
import type { ClaimQuery } from '../../../shared/contract/drops.ts';
import { DAY, HOUR, openBooks, openRoom, openWorld } from './support.ts';

const SOURCES = ['platform', 'kept'] as const;

/** Thirty claims of a campaign that runs, ten of them paid; the app knows none of them yet. */
function begin() {
  const world = openWorld();
  const campaign = world.addCampaign('c1');
  const ids = world.addClaims(campaign, 30);
  const room = openRoom(world, openBooks(world));
  const pay = (claimIds: readonly string[]) =>
    world.world.drops.setFulfillment(world.application, claimIds, 'FULFILLED');
  pay(ids.slice(0, 10));
  return { world, campaign, ids, room, pay };
}

/** And a campaign whose deadline comes in an hour, with seven unpaid and two paid; all is known. */
async function beginWithDeadline() {
  const { world, ids, room, pay } = begin();
  const ending = world.addCampaign('c2', { claimAvailableAt: world.clock.now() + HOUR });
  const late = world.addClaims(ending, 9);
  pay(late.slice(7));
  await room.shelf.refresh();
  await room.search.page({ source: 'platform' }, 0, 1_000);
  return { world, ending, ids, late, room };
}

describe('all that match', () => {
  it.each(SOURCES)('are answered by their state, over all pages (%s)', async (source) => {
    const { world, campaign, ids, room } = begin();
    const more = world.addClaims(campaign, 1_500);
    if (source === 'kept') await room.picks.match({ source: 'platform' });
    const calls = world.sent.length;
    const match = await room.picks.match({ campaignId: 'c1', source });
    expect(match).toEqual({
      unpaid: [...ids.slice(10), ...more],
      paid: ids.slice(0, 10),
      late: 0,
      refused: 0,
      complete: true,
    });
    if (source === 'kept') expect(world.sent).toHaveLength(calls);
    else expect(world.gets('reward-claims')).toHaveLength(2);
  });

  it.each(SOURCES)(
    'are 10,000 at most, and it is said that there are more (%s)',
    async (source) => {
      const { world, campaign, room } = begin();
      world.addClaims(campaign, 9_971);
      if (source === 'kept') {
        for (let page = 0; page < 11; page += 1) {
          await room.search.page({ source: 'platform' }, page, 1_000);
        }
      }
      const { unpaid, paid, complete } = await room.picks.match({ source });
      expect(unpaid.length + paid.length).toBe(10_000);
      expect(complete).toBe(false);
    },
  );

  it('are all of them where they are 10,000', async () => {
    const { world, campaign, room } = begin();
    world.addClaims(campaign, 9_970);
    const { unpaid, paid, complete } = await room.picks.match({ source: 'platform' });
    expect(unpaid.length + paid.length).toBe(10_000);
    expect(complete).toBe(true);
  });
});

it('what was read before is looked through page by page, each in a turn of its own', async () => {
  const { world, campaign, room } = begin();
  world.addClaims(campaign, 4_970);
  for (let page = 0; page < 5; page += 1) {
    await room.search.page({ source: 'platform' }, page, 1_000);
  }
  expect(room.room.pauses).toBe(0);
  await room.picks.match({ source: 'kept' });
  expect(room.room.pauses).toBeGreaterThanOrEqual(5);
  const before = room.room.pauses;
  await room.search.page({ source: 'kept' }, 0, 1_000);
  expect(room.room.pauses).toBe(before + 1);
});

describe('what is past its claim deadline', () => {
  it.each(SOURCES)('is picked to the last moment, and left out after it (%s)', async (source) => {
    const { world, ids, late, room } = await beginWithDeadline();
    await world.clock.advance(HOUR);
    const before = await room.picks.match({ source });
    expect(before.late).toBe(0);
    expect(before.unpaid).toEqual([...ids.slice(10), ...late.slice(0, 7)]);
    expect(before.paid).toEqual([...ids.slice(0, 10), ...late.slice(7)]);
    await world.clock.advance(1);
    expect(await room.picks.match({ source })).toEqual({
      unpaid: ids.slice(10),
      paid: ids.slice(0, 10),
      late: 9,
      refused: 0,
      complete: true,
    });
    expect(world.log.broken()).toEqual([]);
  });

  it('would have come back as UPDATE_FAILED, in both directions', async () => {
    const { world, late } = await beginWithDeadline();
    await world.clock.advance(HOUR + 1);
    const [unpaid = '', paid = ''] = [late[0], late[8]];
    const { drops } = world.world;
    const failed = (id: string) => [{ status: 'UPDATE_FAILED', ids: [id] }];
    expect(drops.setFulfillment(world.application, [unpaid], 'FULFILLED')).toEqual(failed(unpaid));
    expect(drops.setFulfillment(world.application, [paid], 'CLAIMED')).toEqual(failed(paid));
  });

  it.each<readonly [string, Omit<ClaimQuery, 'source'>, number]>([
    ['nothing', {}, 9],
    ['the unpaid', { fulfillmentState: 'CLAIMED' }, 7],
    ['the paid', { fulfillmentState: 'FULFILLED' }, 2],
    ['its campaign', { campaignId: 'c2' }, 9],
    ['another campaign', { campaignId: 'c1' }, 0],
    ['its reward', { rewardId: 'c2-r1' }, 9],
    ['another reward', { rewardId: 'c2-r2' }, 0],
    ['another viewer', { channelId: 'nobody' }, 0],
  ])('is counted as far as it fits, by %s', async (_what, query, count) => {
    const { world, room } = await beginWithDeadline();
    await world.clock.advance(2 * HOUR);
    for (const source of SOURCES) {
      const { late } = await room.picks.match({ ...query, source });
      expect([source, late]).toEqual([source, count]);
    }
  });

  it.each(SOURCES)('does not fill what can be picked (%s)', async (source) => {
    const { world, room } = begin();
    const over = world.addCampaign('c0', { claimAvailableAt: world.clock.now() - DAY });
    world.addClaims(over, 10_500);
    if (source === 'kept') {
      for (let page = 0; page < 11; page += 1) {
        await room.search.page({ source: 'platform' }, page, 1_000);
      }
      await room.shelf.refresh();
    }
    const { unpaid, paid, late, complete } = await room.picks.match({ source });
    expect({ unpaid: unpaid.length, paid: paid.length, late, complete }).toEqual({
      unpaid: 20,
      paid: 10,
      late: 10_500,
      complete: true,
    });
  });

  it('is left alone where the campaign is not known', async () => {
    const { world, room } = begin();
    const over = world.addCampaign('c0', { claimAvailableAt: world.clock.now() - DAY });
    world.addClaims(over, 3);
    await room.search.page({ source: 'platform' }, 0, 1_000);
    expect(await room.picks.match({ source: 'kept', campaignId: 'c0' })).toMatchObject({ late: 0 });
  });

  it('leaves out no claim the platform no longer has', async () => {
    const { world, late, room } = await beginWithDeadline();
    room.ledger.claims.setState(late.slice(0, 2), 'GONE', world.clock.now());
    await world.clock.advance(2 * HOUR);
    expect(await room.picks.match({ source: 'kept' })).toMatchObject({ late: 7 });
  });
});

describe('the deadlines that are gone by', () => {
  it('are read anew for the platform, at most every ten minutes', async () => {
    const { world, room } = begin();
    const campaigns = () => world.gets('campaigns').length;
    await room.picks.match({ source: 'platform' });
    expect(campaigns()).toBe(1);
    await world.clock.advance(10 * 60_000 - 1);
    await room.picks.match({ source: 'platform' });
    expect(campaigns()).toBe(1);
    await world.clock.advance(1);
    await room.picks.match({ source: 'platform' });
    expect(campaigns()).toBe(2);
  });

  it('are those of the platform where one was moved', async () => {
    const { world, ending, late, room } = await beginWithDeadline();
    await world.clock.advance(2 * HOUR);
    Object.assign(ending, { claimAvailableAt: world.clock.now() + DAY });
    const match = await room.picks.match({ source: 'platform', campaignId: 'c2' });
    expect(match).toMatchObject({ unpaid: late.slice(0, 7), late: 0 });
  });

  it('cost no call for what was read before', async () => {
    const { world, room } = await beginWithDeadline();
    await world.clock.advance(2 * HOUR);
    const calls = world.sent.length;
    await room.picks.match({ source: 'kept' });
    expect(world.sent).toHaveLength(calls);
  });
});

describe('of claims that were chosen by hand', () => {
  it('it is known how many are past their deadline, without a call', async () => {
    const { world, ids, late, room } = await beginWithDeadline();
    const chosen = [...ids, ...late, 'never-heard-of'];
    expect(room.picks.late(chosen)).toBe(0);
    await world.clock.advance(2 * HOUR);
    const calls = world.sent.length;
    expect(room.picks.late(chosen)).toBe(9);
    expect(room.picks.late(late.slice(0, 4))).toBe(4);
    expect(room.picks.late(ids)).toBe(0);
    expect(world.sent).toHaveLength(calls);
  });
});
