import { describe, expect, it } from 'vitest';
import { CAMPAIGNS_PUT_AWAY_MAX } from '../../../shared/contract/drops.ts';
import { HOUR, openBooks, openRoom, openWorld } from './support.ts';

/** Two campaigns with three and four unpaid claims, and one paid; the second one ends in an hour. */
async function begin() {
  const world = openWorld();
  const open = world.addCampaign('c1');
  const ending = world.addCampaign('c2', { claimAvailableAt: world.clock.now() + HOUR });
  const ids = world.addClaims(open, 3);
  const late = world.addClaims(ending, 5);
  world.world.drops.setFulfillment(world.application, late.slice(4), 'FULFILLED');
  const room = openRoom(world, openBooks(world));
  await room.watch.lookNow();
  await room.search.page({ source: 'platform' }, 0, 100);
  const putAway = (on: boolean) => {
    room.room.settings = { ...room.room.settings, putAway: room.putAway.after(on) };
  };
  const listed = async (query: object = {}) =>
    Promise.all(
      (['kept', 'platform'] as const).map(async (source) => {
        const { claims } = await room.search.page({ ...query, source }, 0, 100);
        return claims.map(({ claimId }) => claimId);
      }),
    );
  return { world, room, ids, late, putAway, listed };
}

describe('claims that can be changed no more', () => {
  it('leave the lists and their count once they are put away, and come back', async () => {
    const { world, room, ids, late, putAway, listed } = await begin();
    await world.clock.advance(HOUR + 1);
    expect(room.board.read()).toMatchObject({ lateCount: 4, putAwayCount: 0, unpaid: 3 });
    putAway(true);
    expect(room.board.read()).toMatchObject({ late: [], lateCount: 0, putAwayCount: 4, unpaid: 3 });
    const left = [...ids, ...late.slice(4)];
    expect(await listed()).toEqual([left, left]);
    const match = await room.picks.match({ source: 'kept', fulfillmentState: 'CLAIMED' });
    expect(match).toMatchObject({ unpaid: ids, late: 0 });
    putAway(false);
    expect(room.board.read()).toMatchObject({ lateCount: 4, putAwayCount: 0 });
    expect(await listed()).toEqual([
      [...ids, ...late],
      [...ids, ...late],
    ]);
  });

  it.each([
    ['with those put away', { putAway: true }, 8],
    ['of their campaign', { campaignId: 'c2' }, 5],
  ])('are listed all the same %s', async (_what, query, count) => {
    const { world, putAway, listed } = await begin();
    await world.clock.advance(HOUR + 1);
    putAway(true);
    expect((await listed(query)).map(({ length }) => length)).toEqual([count, count]);
  });

  it('are all that can be put away: a deadline in the future brings its claims back', async () => {
    const { room, ids, late, putAway, listed } = await begin();
    putAway(true);
    expect(room.room.settings.putAway).toEqual([]);
    room.room.settings = { ...room.room.settings, putAway: ['c2'] };
    expect(room.board.read()).toMatchObject({ putAwayCount: 0, unpaid: 7 });
    const [kept] = await listed();
    expect(kept).toEqual([...ids, ...late]);
  });

  it('stay away after their campaign has left the list, up to a limit', async () => {
    const { world, room, putAway } = await begin();
    await world.clock.advance(HOUR + 1);
    const former = Array.from({ length: CAMPAIGNS_PUT_AWAY_MAX }, (_, at) => `former-${at}`);
    room.room.settings = { ...room.room.settings, putAway: former };
    putAway(true);
    expect(room.room.settings.putAway).toEqual([...former.slice(1), 'c2']);
  });
});
