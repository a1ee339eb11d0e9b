import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DiscardPolicy, RetentionPolicy } from '@nats-io/jetstream';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { hasNats } from '../support/nats-server.ts';
import { openDashboard } from '../support/open-dashboard.ts';
import { FleetWorld, hasChannel } from './fleet-world.ts';

const STREAM = 'stagelight_test';
/** While one waits for a real lease to end. */
const DAY_MS = 86_400_000;
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

  constructor({ stage }: FleetWorld) {
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

  /** Twenty each, with what else there is to do in between. */
  async sendBursts(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      this.send(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Once somebody receives them. */
  async untilLive(): Promise<void> {
    const before = this.given.length;
    const isGiven = () => {
      this.send(1);
      return this.given.length;
    };
    await expect.poll(isGiven).toBeGreaterThan(before);
  }
}

/** With one channel, which is signed in. */
async function openFleet() {
  const fleet = await FleetWorld.start();
  await fleet.add();
  return { fleet, donations: new Donations(fleet) };
}

interface InBooks {
  readonly seq: number;
  readonly text: string;
}

async function inStream({ nats }: FleetWorld): Promise<InBooks[]> {
  const stored = await nats.stored(STREAM);
  return stored.flatMap(({ subject, body }) => {
    if (!subject.endsWith('.DONATION')) return [];
    const { seq, data } = body as { seq: number; data: { donationText: string } };
    return [{ seq, text: data.donationText }];
  });
}

/** What the ledger of a host says of its only channel. */
function asked({ stage }: FleetWorld, dataDir: string, sql: string) {
  const key = Buffer.from(stage.simulator.streamerChannelId).toString('base64url');
  const file = join(dataDir, 'channels', key, 'ledger.sqlite');
  const ledger = new DatabaseSync(file, { readOnly: true });
  try {
    return ledger.prepare(sql).all();
  } finally {
    ledger.close();
  }
}

function inLedger(fleet: FleetWorld, dataDir: string): InBooks[] {
  const sql = `SELECT seq, payload ->> 'donationText' AS text FROM events ORDER BY seq`;
  return asked(fleet, dataDir, sql).map(({ seq, text }) => ({
    seq: Number(seq),
    text: String(text),
  }));
}

/** How many events of a host's ledger are not in the stream for sure. */
function outboxOf(fleet: FleetWorld, dataDir: string): number {
  return asked(fleet, dataDir, `SELECT id FROM fleet_outbox WHERE type = 'event'`).length;
}

const sorted = (all: readonly InBooks[]) => all.toSorted((one, other) => one.seq - other.seq);
const textsOf = (all: readonly InBooks[]) => all.map(({ text }) => text).toSorted();

async function untilAllIn(fleet: FleetWorld, dataDir: string): Promise<InBooks[]> {
  const stored = async () => sorted(await inStream(fleet));
  await expect.poll(stored).toEqual(expect.arrayContaining(inLedger(fleet, dataDir)));
  return stored();
}

describe.skipIf(!hasNats)('the books of a fleet on a real nats-server', () => {
  it('have each event once when a host is killed among hundreds, and its last ones when it comes back', async () => {
    const { fleet, donations } = await openFleet();
    const [killedDir, ownerDir] = [await fleet.folder(), await fleet.folder()];
    const killed = fleet.startIn(killedDir);
    await hasChannel(killed);
    await donations.untilLive();
    const watched = await fleet.nats.watch(`${STREAM}.*.DONATION`, 120);
    await donations.sendBursts(20);
    await watched.stored;
    await killed.stop('SIGKILL');
    await watched.dispose();
    const known = inLedger(fleet, killedDir);

    const owner = fleet.startIn(ownerDir);
    const { epoch } = await hasChannel(owner);
    const ready = owner.ofType('channel').find(({ state }) => state === 'ready');
    await donations.untilLive();
    donations.send(50);
    const again = fleet.startIn(killedDir, ['--fleet-weight', '0']);
    const stored = await untilAllIn(fleet, killedDir);
    await expect
      .poll(() => inLedger(fleet, ownerDir))
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
  });

  it('have each event once that a stopped host reads when it goes on, whether or not the next one had it too', async () => {
    const { fleet, donations } = await openFleet();
    const [stoppedDir, ownerDir] = [await fleet.folder(), await fleet.folder()];
    const stopped = fleet.startIn(stoppedDir);
    await hasChannel(stopped);
    await donations.untilLive();
    stopped.child.kill('SIGSTOP');
    donations.send(10);
    const owner = fleet.startIn(ownerDir);
    await hasChannel(owner);
    const isWithOwner = () => {
      donations.send(1);
      return inLedger(fleet, ownerDir).length;
    };
    await expect.poll(isWithOwner).toBeGreaterThan(5);
    const before = donations.given.length;
    donations.send(30);
    const toBoth = donations.given.slice(before);
    stopped.child.kill('SIGCONT');
    await stopped.waitFor(({ type, state }) => type === 'channel' && state === 'lost');
    await stopped.stop();
    // What its connection still had when it was closed is within a gap; what it read is sent now.
    const again = fleet.startIn(stoppedDir, ['--fleet-weight', '0']);
    const isEmpty = () => outboxOf(fleet, stoppedDir);
    // Half a minute until the owner's are there to compare, and the next look after that.
    await expect.poll(isEmpty).toBe(0);
    const stored = textsOf(await inStream(fleet));
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(toBoth));
    expect(stored).toEqual(expect.arrayContaining(textsOf(inLedger(fleet, stoppedDir))));
    const written = () => textsOf(inLedger(fleet, ownerDir));
    await expect.poll(written).toEqual(stored);
    await again.stop();
  });

  it('go with a channel that a host gives back, with numbers that go on', async () => {
    const { fleet, donations } = await openFleet();
    const [firstDir, secondDir] = [await fleet.folder(), await fleet.folder()];
    const first = fleet.startIn(firstDir);
    await hasChannel(first);
    await donations.untilLive();
    donations.send(30);
    await expect.poll(() => inLedger(fleet, firstDir).length).toBe(donations.given.length);
    const second = fleet.startIn(secondDir);
    expect(await first.stop()).toMatchObject({ code: 0 });
    await hasChannel(second);
    await donations.untilLive();
    await expect.poll(() => inLedger(fleet, secondDir).length).toBe(donations.given.length);
    expect(textsOf(inLedger(fleet, secondDir))).toEqual(donations.given.toSorted());
    expect(Math.max(...inLedger(fleet, secondDir).map(({ seq }) => seq))).toBeLessThan(1_000);
  });

  it('wait on the host while the stream is full, and are all in it afterwards', async () => {
    const { fleet, donations } = await openFleet();
    const dataDir = await fleet.folder();
    const host = fleet.startIn(dataDir);
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
  });

  it('are all in the stream once after a nats-server was killed among hundreds', async () => {
    const { fleet, donations } = await openFleet();
    const dataDir = await fleet.folder();
    const host = fleet.startIn(dataDir);
    await hasChannel(host);
    await donations.untilLive();
    for (let kill = 0; kill < 3; kill += 1) {
      const watched = await fleet.nats.watch(`${STREAM}.*.DONATION`, 20 * kill + 10);
      await donations.sendBursts(10);
      await watched.stored;
      await fleet.nats.kill();
      await watched.dispose();
      donations.send(20);
      await fleet.nats.startAgain();
    }
    const stored = async () => textsOf(await inStream(fleet));
    await expect.poll(stored).toEqual(donations.given.toSorted());
    expect(sorted(await inStream(fleet))).toEqual(inLedger(fleet, dataDir));
  });

  it('are not begun with more copies than there are servers for', async () => {
    const fleet = await FleetWorld.start();
    const host = await fleet.start(['--fleet-replicas', '3']);
    expect(await host.exited).toMatchObject({ code: 2 });
    expect(host.errors).toContain('--fleet-replicas');
  });

  it.each([
    ['other subjects', { subjects: ['something.>'] }],
    ['an age', { subjects: [`${STREAM}.>`], max_age: 60_000_000_000 }],
    ['old messages that go', { subjects: [`${STREAM}.>`], discard: DiscardPolicy.Old }],
    ['readers that empty it', { subjects: [`${STREAM}.>`], retention: RetentionPolicy.Workqueue }],
  ])('are not begun in a stream with %s', async (_, settings) => {
    const fleet = await FleetWorld.start();
    await fleet.nats.manage(({ streams }) =>
      streams.add({ name: STREAM, discard: DiscardPolicy.New, ...settings }),
    );
    const host = await fleet.start();
    expect(await host.exited).toMatchObject({ code: 2 });
    expect(host.errors).toContain(STREAM);
    const { config } = await fleet.nats.manage(({ streams }) => streams.info(STREAM));
    expect(config).toMatchObject(settings);
  });
});
