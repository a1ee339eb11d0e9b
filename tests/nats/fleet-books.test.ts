import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DiscardPolicy, RetentionPolicy } from '@nats-io/jetstream';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { type HeadlessProcess, openAddress } from '../support/headless-process.ts';
import { hasNats, NatsProcess } from '../support/nats-server.ts';
import { openDashboard } from '../support/open-dashboard.ts';
import { setStage } from '../support/stage.ts';

const STREAM = 'stagelight_test';
/** While one waits for a real lease to end. */
const LEASE_TEST_MS = 120_000;
const DAY_MS = 86_400_000;
const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

async function setFleet(prepare: (nats: NatsProcess) => Promise<unknown> = async () => null) {
  const nats = await NatsProcess.start();
  cleanUp.push(() => nats.dispose());
  await prepare(nats);
  const stage = await setStage();
  cleanUp.push(() => stage.dispose());
  const key = randomBytes(32).toString('base64');
  const join = (folder: string, ...more: readonly string[]) =>
    stage.start(['--fleet', nats.address, '--fleet-name', 'test', '--data-dir', folder, ...more], {
      STAGELIGHT_FLEET_KEY: key,
    });
  return { nats, stage, join };
}

type Fleet = Awaited<ReturnType<typeof setFleet>>;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'stagelight-books-'));
  // Last: until the stage is gone its hosts write there.
  cleanUp.unshift(() => rm(path, { recursive: true, force: true }));
  return path;
}

const hasChannel = (host: HeadlessProcess) =>
  host.waitFor(({ type, state }) => type === 'channel' && state === 'started');

async function addChannel({ join }: Fleet): Promise<void> {
  const host = join(await folder(), '--fleet-add');
  const { url } = await host.waitFor(({ type }) => type === 'sign-in');
  await openAddress(String(url));
  const exit = await host.exited;
  expect(exit, host.errors).toMatchObject({ code: 0 });
}

const aDonation = ({ streamerChannelId: channelId }: Simulator, text: string): SimEvent => ({
  kind: 'DONATION',
  data: {
    donationType: 'CHAT',
    channelId,
    donatorChannelId: 'viewer-2',
    donatorNickname: 'viewer',
    donatorBadges: [],
    payAmount: '1000',
    donationText: text,
    emojis: {},
  },
});

/** Donations with texts of their own, which some connection of ours is given. */
class Donations {
  readonly given: string[] = [];
  readonly #simulator: Simulator;
  #count = 0;

  constructor({ stage }: Fleet) {
    this.#simulator = stage.simulator;
  }

  send(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      this.#count += 1;
      const text = `donation ${this.#count}`;
      const { deliveredTo } = this.#simulator.publish(aDonation(this.#simulator, text));
      if (deliveredTo.length > 0) this.given.push(text);
    }
  }

  /** Once somebody receives them. */
  async untilLive(): Promise<void> {
    const before = this.given.length;
    const isGiven = () => {
      this.send(1);
      return this.given.length;
    };
    await expect.poll(isGiven, { timeout: 20_000 }).toBeGreaterThan(before);
  }
}

interface InBooks {
  readonly seq: number;
  readonly text: string;
}

async function inStream({ nats }: Fleet): Promise<InBooks[]> {
  const stored = await nats.stored(STREAM);
  return stored.flatMap(({ subject, body }) => {
    if (!subject.endsWith('.DONATION')) return [];
    const { seq, data } = body as { seq: number; data: { donationText: string } };
    return [{ seq, text: data.donationText }];
  });
}

/** What the ledger of a host says of its only channel. */
function asked({ stage }: Fleet, dataDir: string, sql: string) {
  const key = Buffer.from(stage.simulator.streamerChannelId).toString('base64url');
  const file = join(dataDir, 'channels', key, 'ledger.sqlite');
  const ledger = new DatabaseSync(file, { readOnly: true });
  try {
    return ledger.prepare(sql).all();
  } finally {
    ledger.close();
  }
}

function inLedger(fleet: Fleet, dataDir: string): InBooks[] {
  const sql = `SELECT seq, payload ->> 'donationText' AS text FROM events ORDER BY seq`;
  return asked(fleet, dataDir, sql).map(({ seq, text }) => ({
    seq: Number(seq),
    text: String(text),
  }));
}

/** How many events of a host's ledger are not in the stream for sure. */
function outboxOf(fleet: Fleet, dataDir: string): number {
  return asked(fleet, dataDir, `SELECT id FROM fleet_outbox WHERE type = 'event'`).length;
}

const sorted = (all: readonly InBooks[]) => all.toSorted((one, other) => one.seq - other.seq);
const textsOf = (all: readonly InBooks[]) => all.map(({ text }) => text).toSorted();

async function untilAllIn(fleet: Fleet, dataDir: string): Promise<InBooks[]> {
  const stored = async () => sorted(await inStream(fleet));
  await expect
    .poll(stored, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(inLedger(fleet, dataDir)));
  return stored();
}

describe.skipIf(!hasNats)('the books of a fleet on a real nats-server', () => {
  it(
    'have each event once when a host is killed among hundreds, and its last ones when it comes back',
    async () => {
      const fleet = await setFleet();
      await addChannel(fleet);
      const donations = new Donations(fleet);
      const [killedDir, ownerDir] = [await folder(), await folder()];
      const killed = fleet.join(killedDir);
      await hasChannel(killed);
      await donations.untilLive();
      const watched = await fleet.nats.watch(`${STREAM}.*.DONATION`, 120);
      for (let burst = 0; burst < 20; burst += 1) {
        donations.send(20);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await watched.stored;
      await killed.stop('SIGKILL');
      await watched.dispose();
      const known = inLedger(fleet, killedDir);

      const owner = fleet.join(ownerDir);
      const { epoch } = await hasChannel(owner);
      const ready = owner.ofType('channel').find(({ state }) => state === 'ready');
      await donations.untilLive();
      donations.send(50);
      const again = fleet.join(killedDir, '--fleet-weight', '0');
      const stored = await untilAllIn(fleet, killedDir);
      await expect
        .poll(() => inLedger(fleet, ownerDir), { timeout: 30_000 })
        .toHaveLength((await untilAllIn(fleet, ownerDir)).length);

      const all = sorted(await inStream(fleet));
      expect(stored.length).toBeGreaterThanOrEqual(known.length);
      expect(new Set(textsOf(all)).size).toBe(all.length);
      expect(new Set(all.map(({ seq }) => seq)).size).toBe(all.length);
      expect(inLedger(fleet, ownerDir)).toEqual(all);
      // What was given to a process that was killed before it read it is behind all that it had read.
      const lost = donations.given.filter((text) => !textsOf(all).includes(text));
      const placeOf = ({ text }: InBooks) => donations.given.indexOf(text);
      const lastKnown = Math.max(...inLedger(fleet, killedDir).slice(0, known.length).map(placeOf));
      expect(lost.filter((text) => donations.given.indexOf(text) < lastKnown)).toEqual([]);
      const desk = await openDashboard(String(ready?.['dashboardUrl']));
      const now = systemClock.now();
      const [from, to] = [now - DAY_MS, now + DAY_MS];
      const report = await desk.ask('reports.totals', {
        from,
        to,
        group: 'day',
        zone: 'Asia/Seoul',
      });
      desk.close();
      expect(report.gaps.count).toBeGreaterThan(0);
      expect(report.totals.donation).toMatchObject({
        count: all.length,
        amount: all.length * 1_000,
      });
      expect(Number(epoch)).toBeGreaterThan(0);
      await again.stop();
      expect(fleet.stage.simulator.requestLog.broken()).toEqual([]);
    },
    LEASE_TEST_MS,
  );

  it(
    'have each event once that a stopped host reads when it goes on, whether or not the next one had it too',
    async () => {
      const fleet = await setFleet();
      await addChannel(fleet);
      const donations = new Donations(fleet);
      const [stoppedDir, ownerDir] = [await folder(), await folder()];
      const stopped = fleet.join(stoppedDir);
      await hasChannel(stopped);
      await donations.untilLive();
      stopped.child.kill('SIGSTOP');
      donations.send(10);
      const owner = fleet.join(ownerDir);
      await hasChannel(owner);
      const isWithOwner = () => {
        donations.send(1);
        return inLedger(fleet, ownerDir).length;
      };
      await expect.poll(isWithOwner, { timeout: 20_000 }).toBeGreaterThan(5);
      const before = donations.given.length;
      donations.send(30);
      const toBoth = donations.given.slice(before);
      stopped.child.kill('SIGCONT');
      await stopped.waitFor(({ type, state }) => type === 'channel' && state === 'lost');
      await stopped.stop();
      // What its connection still had when it was closed is within a gap; what it read is sent now.
      const again = fleet.join(stoppedDir, '--fleet-weight', '0');
      const isEmpty = () => outboxOf(fleet, stoppedDir);
      await expect.poll(isEmpty, { timeout: 30_000 }).toBe(0);
      const stored = textsOf(await inStream(fleet));
      expect(new Set(stored).size).toBe(stored.length);
      expect(stored).toEqual(expect.arrayContaining(toBoth));
      expect(stored).toEqual(expect.arrayContaining(textsOf(inLedger(fleet, stoppedDir))));
      const written = () => textsOf(inLedger(fleet, ownerDir));
      await expect.poll(written, { timeout: 20_000 }).toEqual(stored);
      await again.stop();
    },
    LEASE_TEST_MS,
  );

  it(
    'go with a channel that a host gives back, with numbers that go on',
    async () => {
      const fleet = await setFleet();
      await addChannel(fleet);
      const donations = new Donations(fleet);
      const [firstDir, secondDir] = [await folder(), await folder()];
      const first = fleet.join(firstDir);
      await hasChannel(first);
      await donations.untilLive();
      donations.send(30);
      await expect.poll(() => inLedger(fleet, firstDir).length).toBe(donations.given.length);
      const second = fleet.join(secondDir);
      expect(await first.stop()).toMatchObject({ code: 0 });
      await hasChannel(second);
      await donations.untilLive();
      await expect.poll(() => inLedger(fleet, secondDir).length).toBe(donations.given.length);
      expect(textsOf(inLedger(fleet, secondDir))).toEqual(donations.given.toSorted());
      expect(Math.max(...inLedger(fleet, secondDir).map(({ seq }) => seq))).toBeLessThan(1_000);
    },
    LEASE_TEST_MS,
  );

  it(
    'wait on the host while the stream is full, and are all in it afterwards',
    async () => {
      const fleet = await setFleet();
      await addChannel(fleet);
      const donations = new Donations(fleet);
      const dataDir = await folder();
      const host = fleet.join(dataDir);
      await hasChannel(host);
      await donations.untilLive();
      const limit = (max_msgs: number) =>
        fleet.nats.manage(({ streams }) => streams.update(STREAM, { max_msgs }));
      await limit(5);
      donations.send(40);
      await host.waitFor(({ type, state }) => type === 'books' && state === 'waiting');
      await expect.poll(() => inLedger(fleet, dataDir).length).toBe(donations.given.length);
      await limit(-1);
      await host.waitFor(({ type, state }) => type === 'books' && state === 'saved');
      expect(sorted(await inStream(fleet))).toEqual(inLedger(fleet, dataDir));
    },
    LEASE_TEST_MS,
  );

  it(
    'are all in the stream once after a nats-server was killed among hundreds',
    async () => {
      const fleet = await setFleet();
      await addChannel(fleet);
      const donations = new Donations(fleet);
      const dataDir = await folder();
      const host = fleet.join(dataDir);
      await hasChannel(host);
      await donations.untilLive();
      for (let kill = 0; kill < 3; kill += 1) {
        const watched = await fleet.nats.watch(`${STREAM}.*.DONATION`, 20 * kill + 10);
        for (let burst = 0; burst < 10; burst += 1) {
          donations.send(20);
          await new Promise((resolve) => setImmediate(resolve));
        }
        await watched.stored;
        await fleet.nats.kill();
        await watched.dispose();
        donations.send(20);
        await fleet.nats.startAgain();
      }
      const stored = async () => textsOf(await inStream(fleet));
      await expect.poll(stored, { timeout: 40_000 }).toEqual(donations.given.toSorted());
      expect(sorted(await inStream(fleet))).toEqual(inLedger(fleet, dataDir));
    },
    LEASE_TEST_MS,
  );

  it('are not begun with more copies than there are servers for', async () => {
    const fleet = await setFleet();
    const host = fleet.join(await folder(), '--fleet-replicas', '3');
    expect(await host.exited).toMatchObject({ code: 2 });
    expect(host.errors).toContain('--fleet-replicas');
  });

  it.each([
    ['other subjects', { subjects: ['something.>'] }],
    ['an age', { subjects: [`${STREAM}.>`], max_age: 60_000_000_000 }],
    ['old messages that go', { subjects: [`${STREAM}.>`], discard: DiscardPolicy.Old }],
    ['readers that empty it', { subjects: [`${STREAM}.>`], retention: RetentionPolicy.Workqueue }],
  ])('are not begun in a stream with %s', async (_, settings) => {
    const fleet = await setFleet((nats) =>
      nats.manage(({ streams }) =>
        streams.add({ name: STREAM, discard: DiscardPolicy.New, ...settings }),
      ),
    );
    const host = fleet.join(await folder());
    expect(await host.exited).toMatchObject({ code: 2 });
    expect(host.errors).toContain(STREAM);
    const { config } = await fleet.nats.manage(({ streams }) => streams.info(STREAM));
    expect(config).toMatchObject(settings);
  });
});
