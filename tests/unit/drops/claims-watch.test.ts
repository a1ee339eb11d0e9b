import { describe, expect, it } from 'vitest';
import { FIRST_LOOK_MS, waitAfter } from '../../../electron/features/drops/claims-watch.ts';
import { DAY, HOUR, ledgerFile, openBooks, openRoom, until } from './support.ts';
import { beginWatch as begin, MINUTE } from './watch-support.ts';

describe('looking for unpaid claims', () => {
  it('begins by itself some seconds after the start', async () => {
    const { world, room, desk, pass } = begin();
    world.addClaims(world.addCampaign('c1'), 3);
    room.watch.start();
    await pass(FIRST_LOOK_MS - 1);
    expect(world.sent).toEqual([]);
    await pass(1);
    expect(desk()).toMatchObject({ unpaid: 3, campaignCount: 1, watch: { kind: 'waiting' } });
    expect(world.log.broken()).toEqual([]);
  });

  it.each([
    [true, 60],
    [false, 300],
  ])('live %s: looks again after %i seconds', async (live, seconds) => {
    const { world, room, claimReads, pass } = begin();
    room.room.live = live;
    world.addClaims(world.addCampaign('c1'), 1);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    expect(claimReads()).toHaveLength(1);
    await pass(seconds * 1_000 - 1);
    expect(claimReads()).toHaveLength(1);
    await pass(1);
    expect(claimReads()).toHaveLength(2);
  });

  it('asks for the unpaid ones of a campaign, a thousand a page', async () => {
    const { world, claimReads, look } = begin();
    world.addClaims(world.addCampaign('c1'), 1);
    await look();
    expect(claimReads()).toEqual([
      { campaignId: 'c1', fulfillmentState: 'CLAIMED', page: '0', size: '1000' },
    ]);
  });

  it.each([
    ['DRAFT', false],
    ['PENDING', false],
    ['APPROVED', false],
    ['REJECTED', false],
    ['ACTIVE', true],
    ['PAUSED', true],
    ['CLAIMABLE', true],
    ['COMPLETED', true],
    ['CANCELLED', true],
  ] as const)('a campaign that is %s is read at first: %s', async (state, read) => {
    const { world, claimReads, look, desk } = begin();
    world.addCampaign('c1', { state });
    await look();
    expect(claimReads()).toHaveLength(read ? 1 : 0);
    expect(desk().campaigns).toMatchObject([{ campaignId: 'c1', state }]);
  });

  it.each([
    ['ACTIVE', true],
    ['CLAIMABLE', true],
    ['PAUSED', false],
    ['COMPLETED', false],
    ['CANCELLED', false],
  ] as const)('a campaign that is %s is read at every look: %s', async (state, always) => {
    const { world, room, claimReads, pass } = begin();
    world.addClaims(world.addCampaign('c1', { state }), 1);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    for (let minute = 0; minute < 20; minute += 1) await pass(MINUTE);
    expect(claimReads()).toHaveLength(always ? 21 : 1);
  });

  it.each(['PAUSED', 'COMPLETED', 'CANCELLED'] as const)(
    'a campaign that is %s is read once a day until its claim deadline',
    async (state) => {
      const { world, room, claimReads, pass } = begin();
      const campaign = world.addCampaign('c1', {
        state,
        claimAvailableAt: world.clock.now() + 2 * DAY + HOUR,
      });
      room.watch.start();
      await pass(FIRST_LOOK_MS);
      expect(claimReads()).toHaveLength(1);
      world.addClaims(campaign, 2);
      await pass(DAY - MINUTE);
      expect(claimReads()).toHaveLength(1);
      await pass(2 * MINUTE);
      expect(claimReads()).toHaveLength(2);
      expect(room.board.read().unpaid).toBe(2);
    },
  );

  it.each(['PAUSED', 'COMPLETED', 'CANCELLED', 'SUSPENDED_SOMEHOW'] as const)(
    'finds claims made just before a campaign became %s',
    async (state) => {
      const { world, room, desk, pass } = begin();
      const campaign = world.addCampaign('c1');
      room.watch.start();
      await pass(FIRST_LOOK_MS);
      for (let minute = 0; minute < 9; minute += 1) await pass(MINUTE);
      // The next look reads the campaigns anew.
      world.addClaims(campaign, 3);
      Object.assign(campaign, { state });
      await pass(MINUTE);
      expect(desk()).toMatchObject({ unpaid: 3, campaigns: [{ state, unpaid: 3 }] });
      const reads = world.gets('reward-claims').length;
      for (let minute = 0; minute < 30; minute += 1) await pass(MINUTE);
      expect(world.gets('reward-claims')).toHaveLength(reads);
    },
  );

  it('reads them all once more after each of several changes, from the first page on', async () => {
    const { world, room, pass } = begin();
    const campaign = world.addCampaign('c1');
    world.addClaims(campaign, 1_200);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    const pages = async () => {
      const before = world.gets('reward-claims').length;
      for (let minute = 0; minute < 12; minute += 1) await pass(MINUTE);
      return world
        .gets('reward-claims')
        .slice(before)
        .map(({ query }) => query['page']);
    };
    Object.assign(campaign, { state: 'PAUSED' });
    expect((await pages()).slice(-2)).toEqual(['0', '1']);
    expect(await pages()).toEqual([]);
    Object.assign(campaign, { state: 'CANCELLED' });
    expect(await pages()).toEqual(['0', '1']);
  });

  it('finds them also where the change came while the app was off', async () => {
    const { world, room, file, look } = begin({}, ledgerFile());
    const campaign = world.addCampaign('c1');
    await look();
    room.dispose();
    room.ledger.close();
    world.addClaims(campaign, 2);
    Object.assign(campaign, { state: 'COMPLETED' });
    // It is read at the next start, and the app ends before the claims are.
    const short = openRoom(world, openBooks(world, file));
    await short.shelf.refresh();
    short.dispose();
    short.ledger.close();
    const next = openRoom(world, openBooks(world, file));
    next.watch.start();
    await world.clock.advance(FIRST_LOOK_MS);
    await until(() => next.watch.state.kind !== 'reading');
    expect(next.board.read().unpaid).toBe(2);
  });

  it('reads by hand every campaign whose deadline is not past', async () => {
    const { world, claimReads, look } = begin({ watch: false });
    const states = ['ACTIVE', 'CLAIMABLE', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;
    for (const state of states) world.addCampaign(state, { state });
    for (const state of ['COMPLETED', 'CANCELLED'] as const) {
      world.addCampaign(`past-${state}`, { state, claimAvailableAt: world.clock.now() - 1 });
    }
    await look();
    const before = claimReads().length;
    await look();
    const again = claimReads().slice(before);
    expect(again.map(({ campaignId }) => campaignId).sort()).toEqual([...states].sort());
  });

  it('follows a campaign to its deadline, and lists what is unpaid then as late', async () => {
    const { world, claimReads, look, desk } = begin({ watch: false });
    const campaign = world.addCampaign('c1', {
      state: 'CLAIMABLE',
      claimAvailableAt: world.clock.now() + HOUR,
    });
    const ids = world.addClaims(campaign, 2);
    await look();
    expect(desk()).toMatchObject({ unpaid: 2, lateCount: 0 });
    await world.clock.advance(HOUR + 1);
    expect(desk()).toMatchObject({ unpaid: 0, lateCount: 2 });
    expect(desk().late.map(({ claimId }) => claimId)).toEqual(ids);
    await look();
    expect(claimReads()).toHaveLength(1);
  });

  it('lists what has waited too long, the oldest first', async () => {
    const { world, room, look, desk } = begin({ stuckHours: 2 });
    const campaign = world.addCampaign('c1');
    const [old] = world.addClaims(campaign, 1);
    await world.clock.advance(HOUR);
    world.addClaims(campaign, 1);
    await look();
    expect(desk().stuckCount).toBe(0);
    await world.clock.advance(1);
    expect(desk().stuck.map(({ claimId }) => claimId)).toEqual([old]);
    room.room.settings = { ...room.room.settings, stuckHours: 1 };
    expect(desk()).toMatchObject({ stuckCount: 2, stuck: [{ claimId: old }, {}] });
  });

  it('counts what is unpaid by campaign and reward', async () => {
    const { world, look, desk } = begin();
    world.addClaims(world.addCampaign('c1'), 3);
    world.addCampaign('c2');
    await look();
    expect(
      desk().campaigns.map(({ unpaid, rewards }) => [unpaid, rewards.map((r) => r.unpaid)]),
    ).toEqual([
      [3, [3, 0]],
      [0, [0, 0]],
    ]);
  });

  it('reads all pages of campaigns', async () => {
    const { world, look, desk } = begin();
    for (let number = 0; number < 250; number += 1) {
      world.addCampaign(`c${number}`, { state: 'DRAFT' });
    }
    await look();
    expect(world.gets('campaigns').map(({ query }) => query)).toEqual([
      { page: '0', size: '100' },
      { page: '1', size: '100' },
      { page: '2', size: '100' },
    ]);
    expect(desk().campaignCount).toBe(250);
    expect(desk().campaigns).toHaveLength(200);
  });
});

describe('a page of claims that was asked for before claims were marked', () => {
  it.each(['by the watch', 'by a search'])('says nothing of these (%s)', async (who) => {
    const { world, room, desk } = begin();
    const ids = world.addClaims(world.addCampaign('c1'), 3);
    await room.watch.lookNow();
    const release = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    world.meet = async (sent, pass) => {
      const answer = await pass();
      if (sent.path === 'reward-claims' && sent.method === 'GET') {
        asked.resolve();
        await release.promise;
      }
      return answer;
    };
    const stale =
      who === 'by the watch'
        ? room.watch.lookNow()
        : room.search.page({ source: 'platform', campaignId: 'c1' }, 0, 50);
    await asked.promise;
    room.jobs.pay(ids, 'FULFILLED');
    await until(() => !room.jobs.isPaying);
    expect(desk().unpaid).toBe(0);
    release.resolve();
    await stale;
    expect(desk().unpaid).toBe(0);
    world.meet = (_, pass) => pass();
    await room.watch.lookNow();
    expect(desk().unpaid).toBe(0);
  });
});

describe('the reads an hour', () => {
  it.each([
    [1, 60, 120, 60],
    [2, 60, 120, 60],
    [3, 60, 120, 90],
    [11, 60, 120, 330],
    [11, 300, 120, 330],
    [1, 60, 4, 900],
    [0, 60, 4, 60],
  ])('%i reads with %i s and %i an hour: %i s', (reads, base, perHour, seconds) => {
    expect(waitAfter(reads, base * 1_000, perHour)).toBe(seconds * 1_000);
  });

  it('are not gone over in any hour, whatever there is to read', async () => {
    const { world, room, pass } = begin({ readsPerHour: 12, liveSeconds: 15 });
    for (const name of ['c1', 'c2', 'c3']) world.addClaims(world.addCampaign(name), 1);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    const first = world.sent.length;
    for (let minute = 0; minute < 180; minute += 1) await pass(MINUTE);
    expect(world.sent.length - first).toBeLessThanOrEqual(3 * 12);
    expect(world.sent.length - first).toBeGreaterThan(12);
  });

  it('go on where the clock is set back two days', async () => {
    const { world, room, claimReads, pass } = begin();
    world.addClaims(world.addCampaign('c1'), 1);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    await pass(5 * MINUTE);
    const before = claimReads().length;
    const campaignReads = world.gets('campaigns').length;
    world.clock.jump(-2 * DAY);
    for (let minute = 0; minute < 60; minute += 1) await pass(MINUTE);
    expect(claimReads().length - before).toBeGreaterThan(30);
    expect(world.gets('campaigns').length - campaignReads).toBeGreaterThan(2);
  });

  it('are not used while claims are being marked, or when looking is off', async () => {
    const { world, room, claimReads, pass } = begin();
    world.addClaims(world.addCampaign('c1'), 1);
    room.room.settings = { ...room.room.settings, watch: false };
    room.watch.start();
    await pass(HOUR);
    expect(world.sent).toEqual([]);
    expect(room.watch.state).toEqual({ kind: 'off' });
    room.room.settings = { ...room.room.settings, watch: true };
    room.watch.replan();
    await pass(FIRST_LOOK_MS);
    expect(claimReads()).toHaveLength(1);
  });
});
