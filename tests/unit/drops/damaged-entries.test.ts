import { describe, expect, it } from 'vitest';
import { beginJobs } from './jobs-support.ts';
import { type DropsWorld, until } from './support.ts';
import { beginWatch } from './watch-support.ts';

/** Claims or campaigns of these ids come without their state. */
function spoil(world: DropsWorld, ...ids: readonly string[]): void {
  world.meet = async (_sent, pass) => {
    const answer = await pass();
    const body: unknown = await answer.json();
    const { data } = (body as { content: { data: Record<string, unknown>[] } }).content;
    for (const entry of data) {
      const isMeant = [entry['claimId'] ?? entry['campaignId']].some((id) => ids.includes(`${id}`));
      if (isMeant) entry['state'] = entry['fulfillmentState'] = null;
    }
    return Response.json(body);
  };
}

describe('a claim that cannot be read', () => {
  it('does not keep the others of its page away, and is said', async () => {
    const { world, look, desk } = beginWatch();
    const [bad = ''] = world.addClaims(world.addCampaign('c1'), 3);
    spoil(world, bad);
    await look();
    expect(desk()).toMatchObject({ unpaid: 2, damaged: 1, watch: { problem: null } });
    world.meet = (_sent, pass) => pass();
    await world.clock.advance(30 * 60_000);
    await look();
    expect(desk()).toMatchObject({ unpaid: 3, damaged: 0 });
  });

  it('does not end a list: the page after a full one is read', async () => {
    const { world, room, look, desk, claimReads } = beginWatch();
    const ids = world.addClaims(world.addCampaign('c1'), 1_500);
    spoil(world, ids[5] ?? '');
    await look();
    expect(claimReads().map(({ page }) => page)).toEqual(['0', '1']);
    expect(desk().unpaid).toBe(1_499);
    const page = await room.search.page({ source: 'platform' }, 0, 1_000);
    expect(page).toMatchObject({ more: true, damaged: 1 });
    expect(page.claims).toHaveLength(999);
  });

  it('is not held for gone when it was known before', async () => {
    const { world, room, look, desk } = beginWatch();
    const ids = world.addClaims(world.addCampaign('c1'), 2);
    await look();
    spoil(world, ids[0] ?? '');
    await world.clock.advance(30 * 60_000);
    await look();
    expect(desk().unpaid).toBe(2);
    expect(room.ledger.claims.list({ fulfillmentState: 'GONE' }, 0, 1)).toEqual([]);
  });

  it('stays unknown to a job that looks where it stands, and holds nothing else up', async () => {
    const { world, ids, room, job, rest } = beginJobs(250);
    world.meet = () => Promise.reject(new TypeError('fetch failed'));
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    spoil(world, ids[3] ?? '');
    room.jobs.resume(jobId);
    await until(() => !room.jobs.isPaying);
    expect(job(jobId)).toMatchObject({
      phase: 'stopped',
      unknown: 1,
      waiting: 0,
      outcomes: [{ status: 'SUCCESS', count: 249 }],
      problem: { code: 'drops-payout-unreported' },
    });
  });
});

describe('a campaign that cannot be read', () => {
  it('stays as it was read before, with what was read of its claims', async () => {
    const { world, look, desk } = beginWatch();
    world.addClaims(world.addCampaign('c1'), 2);
    world.addClaims(world.addCampaign('c2'), 1);
    await look();
    spoil(world, 'c1');
    await look();
    expect(desk()).toMatchObject({ unpaid: 3, campaignCount: 2, damaged: 1 });
    expect(desk().campaigns.map(({ unpaid }) => unpaid)).toEqual([1, 2]);
  });

  it('does not end the list of campaigns', async () => {
    const { world, look, desk } = beginWatch();
    for (let at = 0; at < 150; at += 1) world.addCampaign(`c${at}`, { state: 'DRAFT' });
    spoil(world, 'c7');
    await look();
    expect(desk().campaignCount).toBe(149);
    expect(world.gets('campaigns')).toHaveLength(2);
  });
});
