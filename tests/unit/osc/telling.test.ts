import { describe, expect, it } from 'vitest';
import { sampleShows } from '../../../renderer/dashboard/overlay/sample-activities.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { NO_SHOWS } from '../../../shared/overlay/show-views.ts';
import { chat } from '../../support/stage-events.ts';
import { donation } from '../storage/support.ts';
import { freeUdpPort, listener, OscWorld } from './osc-world.ts';

async function withPeer() {
  const port = await freeUdpPort();
  const peer = await listener(port);
  const world = await OscWorld.start({ peers: [`127.0.0.1:${port}`] });
  const has = (address: string) => peer.all().some(([said]) => said === address);
  await peer.until(() => has('/stagelight/connection'));
  const told = (address: string) =>
    peer
      .all()
      .filter(([said]) => said === address)
      .map(([, ...args]) => args);
  const happen = async (...events: StageEvent[]) => {
    world.batches.fire({ events });
    await world.clock.advance(50);
  };
  return { world, peer, has, told, happen };
}

describe('a peer with a port', () => {
  it('hears the whole state at first, tagged with the time, and again every five seconds', async () => {
    const { world, peer, told } = await withPeer();
    expect(told('/stagelight/alerts/waiting')).toEqual([[0]]);
    expect(told('/stagelight/vote/open')).toEqual([[0]]);
    expect(told('/stagelight/clock/seconds')).toEqual([[0]]);
    expect(peer.bundles[0]?.timetag).toBeCloseTo(world.clock.now() / 1_000, 3);
    await world.clock.advance(4_999);
    const before = peer.bundles.length;
    await world.clock.advance(51);
    await peer.until(() => peer.bundles.length > before);
    expect(told('/stagelight/alerts/waiting')).toEqual([[0], [0]]);
  });

  it('hears only what changed in between, a few times a second', async () => {
    const { world, peer, told } = await withPeer();
    const { vote } = sampleShows('en', 0);
    const first = peer.all().length;
    for (let voters = 1; voters <= 100; voters += 1) {
      world.views = { ...NO_SHOWS, vote: vote && { ...vote, voterCount: voters, endedAt: null } };
      world.viewChanges.fire();
      await world.clock.advance(10);
    }
    await world.clock.advance(50);
    await peer.until(() => told('/stagelight/vote/voters').at(-1)?.[0] === 100);
    expect(told('/stagelight/vote/voters').length).toBeLessThanOrEqual(23);
    expect(told('/stagelight/vote/open')).toEqual([[0], [1]]);
    const later = peer.all().slice(first);
    expect(later.every(([address]) => String(address).startsWith('/stagelight/vote/'))).toBe(true);
  });

  it('hears the clock every second while it runs', async () => {
    const { world, peer, told } = await withPeer();
    const { subathon } = sampleShows('en', world.clock.now());
    const time = { at: world.clock.now(), left: 9_000_000, speed: 100, paused: false, endBy: null };
    world.views = { ...NO_SHOWS, subathon: subathon && { ...subathon, time } };
    world.viewChanges.fire();
    await world.clock.advance(3_050);
    await peer.until(() => told('/stagelight/clock/seconds').at(-1)?.[0] === 87);
    expect(told('/stagelight/clock/seconds')).toEqual([[0], [90], [89], [88], [87]]);
    expect(told('/stagelight/clock/running')).toEqual([[0], [1]]);
  });

  it('hears events with a value, in their order, and no chat', async () => {
    const { peer, told, happen, has } = await withPeer();
    const data = { donatorNickname: '하늘', payAmount: 3_000, donationText: '안녕' };
    await happen(
      donation(1, data),
      chat(2, { content: 'hi' }),
      donation(3, { ...data, payAmount: null }),
    );
    await happen(donation(4, { donationType: 'CHEERING', donatorNickname: null, payAmount: 5 }));
    await peer.until(() => has('/stagelight/event/cheering'));
    expect(told('/stagelight/event/donation')).toEqual([
      ['하늘', 3_000, '안녕'],
      ['하늘', 0, '안녕'],
    ]);
    expect(told('/stagelight/event/cheering')).toMatchObject([['', 5, expect.any(String)]]);
    expect(peer.all().filter(([address]) => String(address).includes('chat'))).toEqual([]);
  });

  it('gets amounts beyond 32 bits about right, and texts cut between characters', async () => {
    const { peer, told, happen, has } = await withPeer();
    const donationText = `\0${'👨‍👩‍👧'.repeat(500)}`;
    await happen(donation(1, { payAmount: 5_000_000_000, donationText }));
    await peer.until(() => has('/stagelight/event/donation'));
    const [[, amount, text] = []] = told('/stagelight/event/donation');
    expect(Number(amount) / 5_000_000_000).toBeCloseTo(1, 6);
    expect(Buffer.byteLength(String(text))).toBeLessThanOrEqual(600);
    expect(donationText).toContain(String(text));
    expect(String(text).isWellFormed()).toBe(true);
  });

  it('gets a thousand donations at the pace of a console, the newest ones', async () => {
    const { world, peer, told, happen } = await withPeer();
    const many = Array.from({ length: 1_000 }, (_, at) => donation(at + 1, { payAmount: at }));
    await happen(...many);
    const before = told('/stagelight/event/donation').length;
    expect(before).toBeLessThanOrEqual(40);
    await world.clock.advance(1_000);
    await peer.until(() => told('/stagelight/event/donation').at(-1)?.[1] === 999);
    expect(told('/stagelight/event/donation')).toHaveLength(200);
  });
});
