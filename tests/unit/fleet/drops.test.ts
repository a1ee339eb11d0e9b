import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LEASE_MS } from '../../../electron/fleet/leases.ts';
import { DAY, HOUR } from '../drops/support.ts';
import { DropsFleet, type DropsHost, type PlatformWay } from './drops-world.ts';
import type { Way } from './lease-world.ts';

function openFleet() {
  const fleet = new DropsFleet();
  onTestFinished(() => fleet.dispose());
  const campaign = fleet.platform.addCampaign('c1');
  return { fleet, campaign };
}

const entriesOf = (fleet: DropsFleet, campaignId = 'c1') =>
  fleet.journal.read(campaignId).entries.map(({ type }) => type);

/** Passes time until something is so. */
async function until(fleet: DropsFleet, isSo: () => boolean, mostMs = 5 * 60_000): Promise<void> {
  for (let waited = 0; !isSo(); waited += 250) {
    if (waited > mostMs) throw new Error('it never came to that');
    await fleet.pass(250);
  }
}

describe('drops of a fleet', () => {
  it('are paid by one of two hosts, each claim once, in calls of a hundred', async () => {
    const { fleet, campaign } = openFleet();
    const claims = fleet.platform.addClaims(campaign, 250);
    const [a, b] = [fleet.join(), fleet.join()];
    await until(fleet, () => fleet.unpaid(claims) === 0);
    await fleet.pass(1_000);
    expect(fleet.platform.puts().map(({ body }) => body?.claimIds.length)).toEqual([100, 100, 50]);
    expect([a.isWorking, b.isWorking].toSorted()).toEqual([false, true]);
    const [reader] = [a.worker.calls, b.worker.calls].filter((calls) => calls !== null);
    expect(reader).toMatchObject({ write: { used: 3, refused: false }, read: { refused: false } });
    expect([a, b].filter(({ worker }) => worker.calls === null)).toHaveLength(1);
    expect([...a.events, ...b.events].filter(({ state }) => state === 'paid')).toEqual([
      expect.objectContaining({ campaignId: 'c1', polled: 250, paid: 250, failed: 0, unknown: 0 }),
    ]);
    const later = fleet.platform.addClaims(campaign, 30);
    await until(fleet, () => fleet.unpaid(later) === 0, 90_000);
    expect(new Set(fleet.sent().values())).toEqual(new Set([1]));
  });

  it('are not paid for campaigns past their deadline, or that take no claims yet', async () => {
    const { fleet } = openFleet();
    const { platform } = fleet;
    const late = platform.addCampaign('late', { claimAvailableAt: fleet.clock.now() - HOUR });
    const draft = platform.addCampaign('draft', { state: 'DRAFT' });
    const ended = platform.addCampaign('ended', { state: 'COMPLETED' });
    const [over, early] = [platform.addClaims(late, 3), platform.addClaims(draft, 3)];
    const open = platform.addClaims(ended, 3);
    fleet.join();
    await until(fleet, () => fleet.unpaid(open) === 0);
    await fleet.pass(60_000);
    expect(fleet.unpaid([...over, ...early])).toBe(6);
  });

  it('are looked up, and sent once, where the worker stood still between its journal and the platform', async () => {
    const { fleet, campaign } = openFleet();
    const claims = fleet.platform.addClaims(campaign, 150);
    const first = fleet.join();
    const append = fleet.journal.append.bind(fleet.journal);
    fleet.journal.append = (...entry) => {
      first.kill();
      return append(...entry);
    };
    await until(fleet, () => entriesOf(fleet).length > 0);
    const second = fleet.join();
    await until(fleet, () => fleet.unpaid(claims) === 0);
    expect(second.isWorking).toBe(true);
    expect(entriesOf(fleet).slice(0, 3)).toEqual(['sending', 'seen', 'sending']);
    const calls = fleet.platform.sent.length;
    first.resume();
    await fleet.pass(5_000);
    expect(fleet.platform.sent).toHaveLength(calls);
    expect(first.isWorking).toBe(false);
    expect(fleet.platform.gets('reward-claims').some(({ query }) => query['claimId'])).toBe(true);
    expect(fleet.twice).toEqual([]);
  });

  it('are looked up, and not sent again, where the worker died before it wrote down the answer', async () => {
    const { fleet, campaign } = openFleet();
    const claims = fleet.platform.addClaims(campaign, 100);
    const first = fleet.join();
    fleet.platform.meet = async (sent, pass) => {
      const answer = await pass();
      if (sent.method === 'PUT') first.kill();
      return answer;
    };
    await until(fleet, () => fleet.unpaid(claims) === 0);
    const second = fleet.join();
    await until(fleet, () => entriesOf(fleet).at(-1) === 'seen');
    await fleet.pass(60_000);
    expect(second.total.paid).toBe(100);
    expect(fleet.platform.puts()).toHaveLength(1);
    expect(entriesOf(fleet)).toEqual(['sending', 'seen']);
    expect((await fleet.bookOf('c1')).doubtful).toEqual([]);
  });

  it('are known to a third host as the second one found them', async () => {
    const { fleet, campaign } = openFleet();
    const claims = fleet.platform.addClaims(campaign, 100);
    const append = fleet.journal.append.bind(fleet.journal);
    let worker = fleet.join();
    fleet.journal.append = (...entry) => {
      worker.kill();
      return append(...entry);
    };
    for (const entries of [1, 2, 3]) {
      await until(fleet, () => entriesOf(fleet).length === entries);
      worker = fleet.join();
    }
    fleet.journal.append = append;
    await until(fleet, () => fleet.unpaid(claims) === 0);
    await fleet.pass(1_000);
    expect(entriesOf(fleet)).toEqual(['sending', 'seen', 'sending', 'seen', 'sending', 'sent']);
    expect((await fleet.bookOf('c1')).doubtful).toEqual([]);
  });

  it('are looked up before more is sent where an answer was lost', async () => {
    const { fleet, campaign } = openFleet();
    const claims = fleet.platform.addClaims(campaign, 100);
    const host = fleet.join();
    fleet.platform.meet = async (sent, pass) => {
      host.platformWay = sent.method === 'GET' ? 'open' : host.platformWay;
      if (sent.query['fulfillmentState']) host.platformWay = 'deaf';
      return pass();
    };
    await until(fleet, () => fleet.unpaid(claims) === 0);
    await until(fleet, () => entriesOf(fleet).at(-1) === 'unknown');
    host.platformWay = 'open';
    await until(fleet, () => entriesOf(fleet).at(-1) === 'seen');
    await fleet.pass(1_000);
    expect(fleet.platform.puts()).toHaveLength(1);
    expect(host.total.paid).toBe(100);
  });

  it('are not sent again where the platform refused them, and the streamer hears of it', async () => {
    const { fleet, campaign } = openFleet();
    const [busy = '', ...others] = fleet.platform.addClaims(campaign, 5);
    fleet.platform.world.drops.conflicts.add(busy);
    const host = fleet.join();
    await until(fleet, () => fleet.unpaid(others) === 0);
    await fleet.pass(200_000);
    expect(fleet.sent().get(busy)).toBe(1);
    expect(host.total).toEqual({ paid: 4, failed: 1 });
  });

  it('are not paid by a host that cannot reach NATS, which goes on when it can', async () => {
    const { fleet, campaign } = openFleet();
    const host = fleet.join();
    await until(fleet, () => host.isWorking);
    await fleet.pass(10_000);
    host.way = 'cut';
    const claims = fleet.platform.addClaims(campaign, 10);
    await fleet.pass(LEASE_MS);
    expect(host.isWorking).toBe(false);
    const calls = fleet.platform.sent.length;
    await fleet.pass(5 * 60_000);
    expect(fleet.platform.sent).toHaveLength(calls);
    host.way = 'open';
    await until(fleet, () => fleet.unpaid(claims) === 0);
  });

  it('are given to another host at once when the worker ends', async () => {
    const { fleet, campaign } = openFleet();
    const first = fleet.join();
    await until(fleet, () => first.isWorking);
    const second = fleet.join();
    const stopped = first.worker.stop();
    await fleet.pass(1_000);
    await stopped;
    expect(first.events.at(-1)).toMatchObject({ state: 'stopped' });
    const claims = fleet.platform.addClaims(campaign, 10);
    await until(fleet, () => fleet.unpaid(claims) === 0, 6_000);
    expect(second.isWorking).toBe(true);
  });

  it('wait for the lease to end where a request had to be cut at the end of its host', async () => {
    const { fleet, campaign } = openFleet();
    fleet.platform.addClaims(campaign, 10);
    const first = fleet.join();
    fleet.platform.meet = (sent, pass) => (sent.method === 'PUT' ? new Promise(() => 0) : pass());
    await until(fleet, () => fleet.platform.puts().length > 0);
    const second = fleet.join();
    const stopped = first.worker.stop();
    await fleet.pass(2_000);
    await stopped;
    await fleet.pass(4_000);
    expect(second.isWorking).toBe(false);
    await until(fleet, () => second.isWorking, LEASE_MS);
  });

  it('count the calls of the day over all hosts, and none calls after a refusal until midnight', async () => {
    const { fleet, campaign } = openFleet();
    const { platform } = fleet;
    const claims = platform.addClaims(campaign, 250);
    platform.world.quotas.amounts = { READ_DROPS: 100_000, WRITE_DROPS: 2 };
    const first = fleet.join();
    await until(fleet, () => platform.puts().length === 3);
    await fleet.pass(5_000);
    first.kill();
    const second = fleet.join();
    await until(fleet, () => second.isWorking);
    expect(second.worker.calls).toMatchObject({ write: { refused: true } });
    expect(second.worker.calls?.write.used).toBeGreaterThanOrEqual(3);
    const calls = platform.sent.length;
    await fleet.pass(HOUR / 4);
    expect(platform.sent).toHaveLength(calls);
    expect(fleet.unpaid(claims)).toBe(50);
    const kept = JSON.parse(fleet.bucket.read(fleet.bucket.keys()[1] ?? '')?.value ?? '');
    expect(kept).toMatchObject({ refusedAt: 3 });
    second.worker.dispose();
    await fleet.clock.advance(DAY / 2);
    fleet.join();
    await until(fleet, () => fleet.unpaid(claims) === 0);
    expect(fleet.twice).toEqual([]);
  });

  it('of one campaign wait where its journal is not ours, and those of others are paid', async () => {
    const { fleet, campaign } = openFleet();
    const { platform, journal } = fleet;
    const mine = platform.addClaims(platform.addCampaign('c2'), 10);
    const foreign = platform.addClaims(campaign, 10);
    const read = journal.read.bind(journal);
    journal.read = (campaignId) => {
      if (campaignId === 'c1') throw new Error('not ours');
      return read(campaignId);
    };
    fleet.join();
    await until(fleet, () => fleet.unpaid(mine) === 0);
    await fleet.pass(120_000);
    expect(fleet.unpaid(foreign)).toBe(10);
  });

  const ways = fc.constantFrom<Way>('open', 'cut', 'deaf');
  const platformWays = fc.constantFrom<PlatformWay>('open', 'cut', 'deaf', 'late', 'busy');
  const deed = fc.oneof(
    fc.record({ type: fc.constant('way' as const), way: ways }),
    fc.record({ type: fc.constant('platform' as const), way: platformWays }),
    fc.record({ type: fc.constant('pause' as const), on: fc.boolean() }),
    fc.record({ type: fc.constant('kill' as const) }),
    fc.record({ type: fc.constant('skew' as const), ms: fc.constantFrom(-60_000, 0, 60_000) }),
    fc.record({ type: fc.constant('claims' as const), count: fc.integer({ min: 1, max: 150 }) }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 2_000 }) }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 60_000 }) }),
  );
  type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

  it('are never sent once they were paid, and all paid in the end, whatever is cut, stopped or killed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(platformWays, { minLength: 3, maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(2), deed), { maxLength: 25 }),
        async (begin, deeds: [number, Deed][]) => {
          const fleet = new DropsFleet();
          const campaigns = ['c1', 'c2'].map((id) => fleet.platform.addCampaign(id));
          const claims = campaigns.flatMap((one) => fleet.platform.addClaims(one, 130));
          const alive: DropsHost[] = [];
          for (const platformWay of begin) {
            const host = fleet.join();
            host.platformWay = platformWay;
            alive.push(host);
          }
          for (const [at, step] of deeds) {
            const host = alive[at] as DropsHost;
            const [first, second] = campaigns;
            if (step.type === 'way') host.way = step.way;
            else if (step.type === 'platform') host.platformWay = step.way;
            else if (step.type === 'skew') host.skewMs = step.ms;
            else if (step.type === 'pause') step.on ? host.pause() : host.resume();
            else if (step.type === 'pass') await fleet.pass(step.ms);
            else if (step.type === 'kill') {
              host.kill();
              alive[at] = fleet.join();
            } else {
              const campaign = at === 0 ? first : second;
              if (campaign) claims.push(...fleet.platform.addClaims(campaign, step.count));
            }
          }
          for (const host of alive) {
            host.way = 'open';
            host.platformWay = 'open';
            host.skewMs = 0;
            host.resume();
          }
          await until(fleet, () => fleet.unpaid(claims) === 0);
          // A lease may have been lost in the last moment: somebody looks up what came of the call.
          await fleet.pass(90_000);
          expect(fleet.twice).toEqual([]);
          for (const { campaignId } of campaigns) {
            expect((await fleet.bookOf(campaignId)).doubtful).toEqual([]);
          }
          fleet.dispose();
        },
      ),
      { numRuns: 100 },
    );
  });
});
