import { describe, expect, it } from 'vitest';
import { FIRST_LOOK_MS } from '../../../electron/features/drops/claims-watch.ts';
import { HOUR, ledgerFile, openBooks, openRoom, until } from './support.ts';
import { beginWatch as begin, MINUTE } from './watch-support.ts';

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
