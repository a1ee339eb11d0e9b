import { describe, expect, it } from 'vitest';
import { sampleShows } from '../../../renderer/dashboard/overlay/sample-activities.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { NO_SHOWS } from '../../../shared/overlay/show-views.ts';
import { chat } from '../../support/stage-events.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';
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

  it('hears each kind of event with its words', async () => {
    const { peer, told, happen, has } = await withPeer();
    const member = subscription(1);
    await happen(
      { ...member, data: { ...member.data, subscriberChannelName: '하늘', month: 7, tierNo: 2 } },
      { ...member, data: { ...member.data, month: null, tierNo: null } },
      draw(2, { rewardTitle: '망토', count: 5 }),
      purchase(3, {
        profile: { nickname: '바다', badges: [] },
        totalAmount: 9_900,
        currency: 'KRW',
        representativeItemName: '머그컵',
        content: '잘 쓸게요',
      }),
      purchase(4, { profile: null, totalAmount: null }),
    );
    await peer.until(() => told('/stagelight/event/purchase').length === 2);
    const { subscriberChannelName, subscriptionMessage } = member.data;
    expect(told('/stagelight/event/subscription')).toEqual([
      ['하늘', 7, 2, subscriptionMessage],
      [subscriberChannelName ?? '', 1, 1, subscriptionMessage],
    ]);
    expect(told('/stagelight/event/drops')).toEqual([['망토', 5]]);
    expect(told('/stagelight/event/purchase')).toMatchObject([
      ['바다', 9_900, 'KRW', '머그컵', '잘 쓸게요'],
      ['', 0, 'KRW', '머그컵', ''],
    ]);
    expect(has('/stagelight/event/donation')).toBe(false);
  });

  it('hears the state of everything at first', async () => {
    const { peer } = await withPeer();
    const first = peer.bundles[0]?.elements;
    expect(first).toEqual([
      ['/stagelight/connection', 'live'],
      ['/stagelight/on-air', 0],
      ['/stagelight/alerts/waiting', 0],
      ['/stagelight/alerts/paused', 0],
      ['/stagelight/obs/streaming', 0],
      ['/stagelight/obs/recording', 0],
      ['/stagelight/vote/open', 0],
      ['/stagelight/vote/voters', 0],
      ['/stagelight/vote/leader', '', 0],
      ['/stagelight/clock/seconds', 0],
      ['/stagelight/clock/running', 0],
    ]);
  });

  it('hears what becomes of the broadcast, alerts, and OBS', async () => {
    const { world, peer, told } = await withPeer();
    const soon = async (address: string, value: unknown) => {
      await world.clock.advance(50);
      await peer.until(() => told(address).at(-1)?.[0] === value);
    };
    const currentStatus = world.core.told('status');
    const currentDesk = world.core.told('alerts');
    const connection = { ...currentStatus.connection, state: 'reconnecting' as const };
    world.core.tell('status', { ...currentStatus, connection });
    await soon('/stagelight/connection', 'reconnecting');
    world.core.tell('alerts', { ...currentDesk, waitingCount: 4, paused: true });
    await soon('/stagelight/alerts/paused', 1);
    expect(told('/stagelight/alerts/waiting').at(-1)).toEqual([4]);
    world.live = { onAir: { isLive: true } };
    world.obs = { streaming: true, recording: true };
    world.changes.fire();
    await soon('/stagelight/obs/recording', 1);
    expect(told('/stagelight/obs/streaming').at(-1)).toEqual([1]);
    expect(told('/stagelight/on-air').at(-1)).toEqual([1]);
    world.live = { onAir: { isLive: false } };
    world.changes.fire();
    await soon('/stagelight/on-air', 0);
  });

  it('hears who leads the vote, and that it is over', async () => {
    const { world, peer, told } = await withPeer();
    const { vote } = sampleShows('en', 0);
    const show = async (options: readonly object[], endedAt: number | null) => {
      const count = peer.all().length;
      world.views = { ...NO_SHOWS, vote: { ...vote, options, endedAt, voterCount: 9 } as never };
      world.viewChanges.fire();
      await world.clock.advance(50);
      await peer.until(() => peer.all().length > count);
    };
    const [one, two] = [{ label: 'one' }, { label: '둘' }];
    await show(
      [
        { ...one, votes: 4 },
        { ...two, votes: 5 },
      ],
      null,
    );
    expect(told('/stagelight/vote/leader').at(-1)).toEqual(['둘', 5]);
    expect(told('/stagelight/vote/open').at(-1)).toEqual([1]);
    await show(
      [
        { ...one, votes: 6 },
        { ...two, votes: 5 },
      ],
      99,
    );
    expect(told('/stagelight/vote/leader').at(-1)).toEqual(['one', 6]);
    expect(told('/stagelight/vote/open').at(-1)).toEqual([0]);
  });

  it.each([
    ['stands still while it is paused', 90_000, true, 90],
    ['has come to its end', 0, false, 0],
  ])('hears that the clock %s', async (_what, left, paused, seconds) => {
    const { world, peer, told } = await withPeer();
    const at = world.clock.now();
    const { subathon } = sampleShows('en', at);
    const time = { at, left: left * 100, speed: 100, paused, endBy: null };
    world.views = { ...NO_SHOWS, subathon: subathon && { ...subathon, time } };
    world.viewChanges.fire();
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 1 });
    await world.clock.advance(3_000);
    await peer.until(() => told('/stagelight/alerts/waiting').at(-1)?.[0] === 1);
    expect(told('/stagelight/clock/running')).toEqual([[0]]);
    expect(told('/stagelight/clock/seconds').at(-1)).toEqual([seconds]);
  });

  it('hears nothing more once the port is closed, and nothing is left running', async () => {
    const { world, peer } = await withPeer();
    await world.set({ on: false });
    expect(world.clock.pendingTimers).toBe(0);
    const { length } = peer.bundles;
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 1 });
    world.viewChanges.fire();
    world.batches.fire({ events: [donation(1)] });
    await world.clock.advance(10_000);
    expect(world.clock.pendingTimers).toBe(0);
    expect(peer.bundles).toHaveLength(length);
  });
});

describe('a peer without a port', () => {
  it('hears nothing, and nothing runs for it', async () => {
    const world = await OscWorld.start({ peers: ['127.0.0.1'] });
    expect(world.clock.pendingTimers).toBe(0);
  });
});
