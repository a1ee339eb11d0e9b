import { describe, expect, it } from 'vitest';
import { FIRST_LOOK_MS, waitAfter } from '../../../electron/drops/claims-watch.ts';
import type { DropsSettings } from '../../../shared/control/drops-settings.ts';
import { DAY, HOUR, ledgerFile, openBooks, openRoom, openWorld, until } from './support.ts';

const MINUTE = 60_000;

function begin(given: Partial<DropsSettings> = {}, file = ':memory:') {
  const world = openWorld();
  const room = openRoom(world, openBooks(world, file), given);
  const idle = () => room.watch.state.kind !== 'reading';
  return {
    world,
    room,
    file,
    desk: () => room.board.read(),
    claimReads: () => world.gets('reward-claims').map(({ query }) => query),
    /** Lets time pass, and what it has started come to its end. */
    async pass(ms: number) {
      await world.clock.advance(ms);
      for (let pause = 0; pause < 20 && !idle(); pause += 1) {
        // First what needs no time; then the pause between two campaigns.
        for (let turn = 0; turn < 200 && !idle(); turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (!idle()) await world.clock.advance(300);
      }
      await until(idle);
    },
    /** As above, where calls are repeated after a wait. */
    async passThrough(ms: number) {
      for (let second = 0; second < ms / 1_000; second += 1) await world.clock.advance(1_000);
      await until(idle);
    },
    look: () => room.watch.lookNow(),
  };
}

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
    room.ledger.claims.keep([{ ...claim, claimId: '1' } as never], 0);
    expect(desk().unpaid).toBe(2);
    await look();
    expect(desk().unpaid).toBe(1);
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

describe('a quota that is used up', () => {
  it('ends all looking until midnight in Korea, and says so', async () => {
    const { world, room, desk, pass } = begin();
    world.addClaims(world.addCampaign('c1'), 1);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    world.world.quotas.amounts = { READ_DROPS: 2, WRITE_DROPS: 10 };
    await pass(MINUTE);
    const refused = world.sent.length;
    // 2026-05-20 24:00 in Korea, and a minute in which clocks may differ.
    const midnight = Date.UTC(2026, 4, 20, 15);
    expect(desk()).toMatchObject({
      watch: { kind: 'quota', until: midnight + MINUTE },
      quota: { read: { used: 3, refused: true, seenLimit: 3 }, resetsAt: midnight },
    });
    await pass(midnight - world.clock.now());
    expect(world.sent).toHaveLength(refused);
    await pass(MINUTE);
    await pass(1);
    expect(world.sent.length).toBeGreaterThan(refused);
    expect(desk()).toMatchObject({
      watch: { kind: 'waiting' },
      quota: { read: { refused: false } },
    });
    expect(desk().quota.read.used).toBeLessThanOrEqual(2);
  });

  it('is not forgotten by a restart', async () => {
    const { world, room, file, look } = begin({}, ledgerFile());
    world.addClaims(world.addCampaign('c1'), 1);
    world.world.quotas.amounts = { READ_DROPS: 1, WRITE_DROPS: 10 };
    await expect(look()).rejects.toMatchObject({ problem: { code: 'platform-quota-exceeded' } });
    const sent = world.sent.length;
    room.dispose();
    room.ledger.close();
    const next = openRoom(world, openBooks(world, file));
    expect(next.board.read()).toMatchObject({
      watch: { kind: 'quota' },
      quota: { read: { used: sent, refused: true } },
    });
    next.watch.start();
    await world.clock.advance(6 * HOUR);
    expect(world.sent).toHaveLength(sent);
  });

  it('may be tried by hand, and looking goes on when that succeeds', async () => {
    const { world, look, desk } = begin();
    world.addClaims(world.addCampaign('c1'), 1);
    world.world.quotas.amounts = { READ_DROPS: 1, WRITE_DROPS: 10 };
    await expect(look()).rejects.toThrow();
    world.world.quotas.amounts = { READ_DROPS: 100, WRITE_DROPS: 10 };
    await look();
    expect(desk()).toMatchObject({ unpaid: 1, watch: { kind: 'waiting', problem: null } });
  });

  it('right after midnight may be yesterday’s: it is tried again in a quarter of an hour', async () => {
    const { world, look, desk } = begin();
    world.addCampaign('c1');
    await world.clock.advance(12 * HOUR + 5 * MINUTE);
    world.world.quotas.amounts = { READ_DROPS: 0, WRITE_DROPS: 10 };
    await expect(look()).rejects.toThrow();
    expect(desk().watch).toEqual({ kind: 'quota', until: world.clock.now() + 15 * MINUTE });
  });
});

describe('reads that are refused without a word of a quota', () => {
  const tooMany = async (): Promise<Response> =>
    Response.json({ statusCode: 429, message: 'Too Many Requests' }, { status: 429 });

  async function refuseFromTheSecondLook() {
    const all = begin();
    const { world, room, pass } = all;
    world.addClaims(world.addCampaign('c1'), 1);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    world.meet = tooMany;
    const sent = world.sent.length;
    await pass(MINUTE);
    return { ...all, sent, refusedAt: world.clock.now() };
  }

  it('are tried with the cheapest read every 20 minutes, and said', async () => {
    const { world, desk, pass, sent, refusedAt } = await refuseFromTheSecondLook();
    expect(world.sent).toHaveLength(sent + 1);
    expect(desk()).toMatchObject({
      watch: { kind: 'limited', until: refusedAt + 20 * MINUTE },
      quota: { read: { refused: false, seenLimit: null } },
    });
    await pass(20 * MINUTE - 1);
    expect(world.sent).toHaveLength(sent + 1);
    await pass(1);
    expect(world.sent).toHaveLength(sent + 2);
    expect(world.sent.at(-1)).toMatchObject({ path: 'campaigns', query: { size: '1' } });
    expect(desk().watch).toEqual({ kind: 'limited', until: refusedAt + 40 * MINUTE });
  });

  it('go on at once when such a read is answered', async () => {
    const { world, desk, claimReads, pass } = await refuseFromTheSecondLook();
    const reads = claimReads().length;
    world.meet = (_sent, answer) => answer();
    await pass(20 * MINUTE);
    expect(claimReads()).toHaveLength(reads + 1);
    expect(desk().watch).toMatchObject({ kind: 'waiting', problem: null });
    // The next refusal is not added to those before it.
    world.meet = tooMany;
    await pass(MINUTE);
    await pass(40 * MINUTE);
    expect(desk().watch).toMatchObject({ kind: 'limited' });
  });

  it('rest until midnight in Korea once they have been refused for an hour', async () => {
    const { world, desk, pass, sent, refusedAt } = await refuseFromTheSecondLook();
    for (let probe = 0; probe < 3; probe += 1) await pass(20 * MINUTE);
    expect(world.clock.now() - refusedAt).toBe(HOUR);
    expect(world.sent).toHaveLength(sent + 4);
    const midnight = Date.UTC(2026, 4, 20, 15);
    expect(desk()).toMatchObject({
      watch: { kind: 'quota', until: midnight + MINUTE },
      quota: { read: { refused: true } },
    });
    await pass(midnight - world.clock.now());
    expect(world.sent).toHaveLength(sent + 4);
  });

  it('wait for as long as the platform asks, where it does', async () => {
    const { world, desk, pass, sent, refusedAt } = await refuseFromTheSecondLook();
    world.meet = async () =>
      Response.json({ message: 'Slow down' }, { status: 429, headers: { 'retry-after': '300' } });
    await pass(20 * MINUTE);
    expect(desk().watch).toEqual({ kind: 'limited', until: refusedAt + 25 * MINUTE });
    await pass(5 * MINUTE - 1);
    expect(world.sent).toHaveLength(sent + 2);
    await pass(1);
    expect(world.sent).toHaveLength(sent + 3);
  });

  it('leave payouts alone: those are tried when somebody says so', async () => {
    const { world, room, desk } = begin();
    const ids = world.addClaims(world.addCampaign('c1'), 1);
    world.meet = tooMany;
    room.jobs.pay(ids, 'FULFILLED');
    await until(() => !room.jobs.isPaying);
    expect(desk()).toMatchObject({
      jobs: [{ phase: 'stopped', waiting: 1, problem: { code: 'platform-rate-limited' } }],
      quota: { write: { refused: false } },
    });
    expect(room.watch.state.kind).toBe('waiting');
  });
});

describe('a platform that cannot be reached', () => {
  it('is asked again by itself; what was read stays', async () => {
    const { world, room, desk, pass, passThrough } = begin();
    world.addClaims(world.addCampaign('c1'), 2);
    room.watch.start();
    await pass(FIRST_LOOK_MS);
    world.meet = () => Promise.reject(new TypeError('fetch failed'));
    await passThrough(80_000);
    expect(desk()).toMatchObject({
      unpaid: 2,
      watch: { kind: 'waiting', problem: { code: 'platform-unavailable-network' } },
    });
    world.meet = (_sent, answer) => answer();
    await passThrough(5 * MINUTE);
    expect(desk().watch).toMatchObject({ kind: 'waiting', problem: null });
  });

  it('leaves no timer behind at the end', async () => {
    const { world, room } = begin();
    room.watch.start();
    expect(world.clock.pendingTimers).toBe(1);
    room.watch.dispose();
    expect(world.clock.pendingTimers).toBe(0);
  });
});
