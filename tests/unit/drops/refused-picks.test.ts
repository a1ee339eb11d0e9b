import { describe, expect, it } from 'vitest';
import { type DropsWorld, HOUR, openBooks, openRoom, openWorld, until } from './support.ts';

const SOURCES = ['platform', 'kept'] as const;
const REFUSED = ['INVALID_ID', 'NOT_FOUND', 'UNAUTHORIZED', 'UPDATE_FAILED'] as const;

/** Four unpaid claims that the app knows. */
async function begin() {
  const world = openWorld();
  const ids = world.addClaims(world.addCampaign('c1'), 4);
  const room = openRoom(world, openBooks(world));
  await room.watch.lookNow();
  const send = async (
    claimIds: readonly string[],
    status: string,
    state = 'FULFILLED' as const,
  ) => {
    sayOf(world, status);
    const { jobId } = room.jobs.pay(claimIds, state);
    await until(() => !room.jobs.isPaying);
    world.meet = (_sent, pass) => pass();
    return jobId;
  };
  return { world, ids, room, send };
}

/** Every change is answered with this one status, and nothing is done. */
function sayOf(world: DropsWorld, status: string): void {
  world.meet = async (sent, pass) => {
    if (sent.method !== 'PUT') return pass();
    return Response.json({ content: { data: [{ status, ids: sent.body?.claimIds }] } });
  };
}

describe('claims that the platform refused to mark', () => {
  for (const source of SOURCES) {
    it.each(REFUSED)(
      `as %s are left out of all that fit, and counted (${source})`,
      async (status) => {
        const { ids, room, send } = await begin();
        await send(ids.slice(0, 3), status);
        expect(await room.picks.match({ source })).toEqual({
          unpaid: ids.slice(3),
          paid: [],
          late: 0,
          refused: 3,
          complete: true,
        });
        expect(await room.picks.match({ source, claimIds: ids.slice(2) })).toMatchObject({
          unpaid: ids.slice(3),
          refused: 1,
        });
      },
    );
  }

  it('can be sent again by hand, and fit again once they were marked', async () => {
    const { ids, room, send } = await begin();
    await send(ids, 'UNAUTHORIZED');
    expect(await room.picks.match({ source: 'kept' })).toMatchObject({ unpaid: [], refused: 4 });
    expect(room.jobs.pay(ids.slice(0, 1), 'FULFILLED').count).toBe(1);
    await until(() => !room.jobs.isPaying);
    expect(await room.picks.match({ source: 'kept' })).toMatchObject({
      unpaid: [],
      paid: ids.slice(0, 1),
      refused: 3,
    });
  });

  it.each(['SUCCESS', 'ON_HOLD'])('fit again when the last outcome was %s', async (status) => {
    const { ids, room, send } = await begin();
    await send(ids, 'UPDATE_FAILED');
    await send(ids.slice(0, 2), status);
    expect(await room.picks.match({ source: 'kept' })).toMatchObject({ refused: 2 });
  });

  it('stay left out while nobody knows what became of the next try', async () => {
    const { world, ids, room, send } = await begin();
    await send(ids, 'UPDATE_FAILED');
    world.meet = () => Promise.reject(new TypeError('fetch failed'));
    room.jobs.pay(ids.slice(0, 2), 'FULFILLED');
    await until(() => !room.jobs.isPaying);
    expect(await room.picks.match({ source: 'kept' })).toMatchObject({ unpaid: [], refused: 4 });
  });

  it('are counted once: those past their deadline are late', async () => {
    const { world, ids, room, send } = await begin();
    const ending = world.addCampaign('c2', { claimAvailableAt: world.clock.now() + HOUR });
    const late = world.addClaims(ending, 2);
    await room.watch.lookNow();
    await send([...ids.slice(0, 1), ...late], 'UPDATE_FAILED');
    await world.clock.advance(2 * HOUR);
    for (const source of SOURCES) {
      expect(await room.picks.match({ source })).toMatchObject({
        unpaid: ids.slice(1),
        late: 2,
        refused: 1,
      });
    }
  });

  it('do not fill what can be picked', async () => {
    const { world, room, send } = await begin();
    const more = world.addClaims(world.addCampaign('c3'), 10_100);
    for (let page = 0; page < 11; page += 1) {
      await room.search.page({ source: 'platform' }, page, 1_000);
    }
    await send(more.slice(0, 10_000), 'NOT_FOUND');
    for (const source of SOURCES) {
      const { unpaid, refused, complete } = await room.picks.match({ source });
      expect([unpaid.length, refused, complete]).toEqual([104, 10_000, true]);
    }
  });
});
