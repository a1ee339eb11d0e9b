import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { delay, systemClock } from '../../electron/base/clock.ts';
import type { Random } from '../../electron/base/random.ts';
import type { JournalEntry } from '../../electron/fleet/drops/campaign-book.ts';
import { CampaignJournal } from '../../electron/fleet/drops/campaign-journal.ts';
import { openDropsJournal } from '../../electron/fleet/drops/drops-journal.ts';
import { keyOf } from '../../electron/fleet/leases.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { VIEWERS } from '../../electron/simulator/world/seed.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { hasNats, type NatsProcess } from '../support/nats-server.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { steadyRandom } from '../support/steady-random.ts';
import { openServer } from './nats-world.ts';

const KILLS = Number(process.env['KILLS'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 5);
const FLEET = 'test';
const STREAM = `stagelight-drops_${FLEET}`;
const PUT = 'PUT /api/openapi/open/v1/drops/reward-claims';

async function openJournal(nats: NatsProcess) {
  const connection = await connect({ servers: nats.address });
  onTestFinished(() => connection.close());
  return openDropsJournal(connection, FLEET, 1, systemClock);
}

const sending = (claimIds: string[]): JournalEntry => ({
  type: 'sending',
  claimIds,
  epoch: 1,
  at: 0,
});

/** Counts what is asked for each claim, and what came of it. */
class Payments {
  /** Sent although they were paid. */
  readonly twice: string[] = [];
  readonly paid: string[] = [];
  requests = 0;
  onRequest: () => void = () => undefined;

  constructor({ world }: Simulator) {
    const set = world.drops.setFulfillment.bind(world.drops);
    world.drops.setFulfillment = (application, claimIds, target) => {
      this.requests += 1;
      this.onRequest();
      for (const { claimId, fulfillmentState } of world.drops.claims(application, { claimIds })) {
        if (fulfillmentState === target) this.twice.push(claimId);
      }
      const groups = set(application, claimIds, target);
      this.paid.push(...groups.flatMap(({ status, ids }) => (status === 'SUCCESS' ? ids : [])));
      return groups;
    };
  }
}

/** Claims that can be paid, of a campaign of the streamer's application. */
function addClaims({ world, clientId }: Simulator, count: number) {
  const application = world.application(clientId);
  const campaign = application && world.drops.campaigns(application, ['ACTIVE'])[0];
  const [reward] = campaign?.rewards ?? [];
  const [user] = VIEWERS;
  if (!application || !campaign || !reward || !user) throw new Error('the world has no drops');
  world.authorizations.consent(application, user);
  const at = systemClock.now();
  const claims = Array.from({ length: count }, () =>
    world.drops.addClaim({ campaign, reward, user, claimedAt: at, updatedAt: at }),
  );
  const unpaid = () => claims.filter(({ fulfillmentState }) => fulfillmentState === 'CLAIMED');
  return { campaignId: campaign.campaignId, claims, unpaid };
}

/** A fleet whose hosts have no channels: they pay drops. */
class PayingHosts {
  readonly #stage: Stage;
  readonly #nats: NatsProcess;
  readonly #folder: string;
  readonly #key = randomBytes(32).toString('base64');
  #count = 0;

  private constructor(stage: Stage, nats: NatsProcess, folder: string) {
    this.#stage = stage;
    this.#nats = nats;
    this.#folder = folder;
  }

  static async open(stage: Stage, nats: NatsProcess): Promise<PayingHosts> {
    const folder = await mkdtemp(join(tmpdir(), 'stagelight-drops-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    onTestFinished(() => stage.dispose());
    return new PayingHosts(stage, nats, folder);
  }

  start(): HeadlessProcess {
    this.#count += 1;
    const folder = join(this.#folder, String(this.#count));
    const fleet = ['--fleet', this.#nats.address, '--fleet-name', FLEET, '--fleet-drops'];
    return this.#stage.start([...fleet, '--data-dir', folder], { STAGELIGHT_FLEET_KEY: this.#key });
  }

  /** As if the 15 s of a dead host's lease were over. */
  endLease(): Promise<void> {
    const key = `channel.${keyOf(`drops:${this.#stage.simulator.clientId}`)}`;
    return this.#nats.manage(async (_, connection) => {
      await (await new Kvm(connection).open(`stagelight_${FLEET}_leases`)).delete(key);
    });
  }
}

const pays = (host: HeadlessProcess) =>
  host.waitFor(({ type, state }) => type === 'drops' && state === 'started');

async function setPayments() {
  const nats = await openServer();
  const stage = await setStage();
  const hosts = await PayingHosts.open(stage, nats);
  return { nats, stage, hosts, payments: new Payments(stage.simulator) };
}

/** Resolves in the middle of a batch: at a line of the journal, or at a request. */
async function midBatch(nats: NatsProcess, payments: Payments, random: Random): Promise<void> {
  const count = 1 + Math.floor(random() * 4);
  if (random() < 0.5) {
    const { stored, dispose } = await nats.watch(`${STREAM}.>`, count);
    await stored;
    await dispose();
    return;
  }
  await new Promise<void>((resolve) => {
    const last = payments.requests + count;
    payments.onRequest = () => {
      if (payments.requests >= last) resolve();
    };
  });
  await delay(systemClock, random() * 20);
}

describe.skipIf(!hasNats)('drops of a fleet on a real nats-server', () => {
  it(`are each paid once although the worker is killed in the middle of batches (${KILLS} kills, seed ${SEED})`, async () => {
    const { nats, stage, hosts, payments } = await setPayments();
    const random = steadyRandom(SEED);
    stage.simulator.faults.inject({
      kind: 'slow',
      operation: PUT,
      delayMs: 15,
      times: 'until-cleared',
    });
    const { campaignId, unpaid } = addClaims(stage.simulator, KILLS * 200 + 250);
    let worker = hosts.start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const middle = midBatch(nats, payments, random);
      await pays(worker);
      const next = hosts.start();
      await middle;
      await worker.stop('SIGKILL');
      await hosts.endLease();
      worker = next;
    }
    await expect.poll(() => unpaid().length).toBe(0);
    await worker.waitFor(({ type, state }) => type === 'drops' && state === 'paid');
    expect(payments.twice).toEqual([]);
    expect(new Set(payments.paid).size).toBe(payments.paid.length);
    const journal = await openJournal(nats);
    const parts = { journal, clock: systemClock, epoch: 0, isProven: () => false };
    const { book } = await CampaignJournal.open(parts, campaignId);
    expect(book.doubtful).toEqual([]);
    expect(stage.simulator.requestLog.broken()).toEqual([]);
  });

  it('are paid by another host within 25 s of a kill', async () => {
    const { stage, hosts } = await setPayments();
    const first = hosts.start();
    const { epoch } = await pays(first);
    const second = hosts.start();
    const { unpaid } = addClaims(stage.simulator, 10);
    await first.stop('SIGKILL');
    const killedAt = systemClock.monotonic();
    const again = await pays(second);
    expect(systemClock.monotonic() - killedAt).toBeLessThan(25_000);
    expect(Number(again['epoch'])).toBeGreaterThan(Number(epoch));
    await expect.poll(() => unpaid().length).toBe(0);
  });

  it('are given to another host at once at an end', async () => {
    const { hosts } = await setPayments();
    const first = hosts.start();
    await pays(first);
    const second = hosts.start();
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(first.ofType('drops').at(-1)).toMatchObject({ state: 'stopped' });
    await pays(second);
  });

  it('are in a journal that takes an entry of one of two writers only', async () => {
    const nats = await openServer();
    const journal = await openJournal(nats);
    const first = await journal.append('a campaign', sending(['1']), 0);
    await expect(journal.append('a campaign', sending(['2']), 0)).rejects.toThrow();
    await expect(journal.append('another', sending(['3']), 0)).resolves.toBeGreaterThan(first);
    expect(await journal.read('a campaign')).toEqual({ entries: [sending(['1'])], last: first });
    expect(await journal.read('a third')).toEqual({ entries: [], last: 0 });
  });

  it('are in a journal that is read to its end, however long it is', async () => {
    const journal = await openJournal(await openServer());
    let last = 0;
    for (let count = 0; count < 1_100; count += 1) {
      last = await journal.append('c', sending([String(count)]), last);
    }
    const { entries } = await journal.read('c');
    expect(entries.map((entry) => entry.type === 'sending' && entry.claimIds[0])).toEqual(
      Array.from({ length: 1_100 }, (_, at) => String(at)),
    );
  });

  it('are not paid where something else stands in the journal, or another stream has its name', async () => {
    const nats = await openServer();
    const journal = await openJournal(nats);
    await nats.manage(async (_, connection) => {
      connection.publish(`${STREAM}.${keyOf('c')}`, '{"type":"sent"}');
      await connection.flush();
    });
    const foreign = { problem: { code: 'fleet-foreign' } };
    await expect(journal.read('c')).rejects.toMatchObject(foreign);
    await nats.manage(async ({ streams }) => {
      await streams.delete(STREAM);
      await streams.add({ name: STREAM, subjects: ['something.else'] });
    });
    await expect(openJournal(nats)).rejects.toMatchObject(foreign);
  });
});
