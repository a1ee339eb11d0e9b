import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import type { TopicFeeds } from '../../../electron/features/doors/api-topics.ts';
import { sampleShows } from '../../../renderer/dashboard/overlay/sample-activities.ts';
import type { ApiDown, StateTopic } from '../../../shared/api/v1.ts';
import * as empty from '../../support/empty-states.ts';
import { DoorsWorld, type Program } from './doors-world.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** Feeds of the app, as they change in the test's hands. */
class Feeds {
  readonly #changes = new Map<string, Emitter<void>>();
  readonly values: Record<string, object> = {
    live: empty.EMPTY_LIVE,
    stream: empty.EMPTY_STREAM,
    obs: empty.EMPTY_OBS,
    show: empty.EMPTY_SHOW,
  };

  get all(): Partial<TopicFeeds> {
    const names = Object.keys(this.values);
    return Object.fromEntries(names.map((name) => [name, this.#feed(name)])) as never;
  }

  set(name: string, change: object): void {
    this.values[name] = { ...this.values[name], ...change };
    this.#changes.get(name)?.fire();
  }

  #feed(name: string) {
    const changes = new Emitter<void>(rethrow);
    this.#changes.set(name, changes);
    return { read: () => this.values[name], onChange: changes.on };
  }
}

async function following(topic: StateTopic) {
  const feeds = new Feeds();
  const world = await DoorsWorld.start({ feeds: feeds.all });
  const program = await world.program();
  program.send({ type: 'subscribe', id: 1, topics: [topic] });
  await program.next();
  return { world, feeds, program, first: stateIn(await program.next()) };
}

function stateIn(frame: ApiDown): unknown {
  return frame.type === 'state' ? frame.value : null;
}

/** The value once the change has gone out. */
async function changed(world: DoorsWorld, program: Program): Promise<unknown> {
  await world.clock.advance(100);
  return stateIn(await program.next());
}

describe('the state that programs are told of', () => {
  it('the connection: whether it is live, since when, and whose channel it is', async () => {
    const { world, program, first } = await following('connection');
    expect(first).toEqual({ state: 'live', reason: null, since: 1, channel: null });
    const account = { channelId: 'c1', channelName: '방송인' };
    const connection = { state: 'reconnecting', reason: 'lost', since: 9 } as never;
    world.core.tell('status', { ...world.core.told('status'), connection, account });
    expect(await changed(world, program)).toEqual({
      state: 'reconnecting',
      reason: 'lost',
      since: 9,
      channel: { id: 'c1', name: '방송인' },
    });
  });

  it('the broadcast: whether it is on air, since when, and its title', async () => {
    const { world, feeds, program, first } = await following('stream');
    expect(first).toEqual({ onAir: null, openedAt: null, title: null });
    feeds.set('live', { onAir: { isLive: true, openedAt: 5 } });
    expect(await changed(world, program)).toEqual({ onAir: true, openedAt: 5, title: null });
    feeds.set('stream', { live: { value: { title: '오늘의 방송' } } });
    expect(await changed(world, program)).toEqual({
      onAir: true,
      openedAt: 5,
      title: '오늘의 방송',
    });
  });

  it('alerts: the desk, the volume, and which one is playing', async () => {
    const { world, program, first } = await following('alerts');
    expect(first).toMatchObject({ paused: false, playing: null, volume: 1, list: [] });
    const donation = { donatorNickname: '하늘', payAmount: 5 };
    const event = { seq: 5, kind: 'DONATION', data: donation, receivedAt: 0, origin: 'platform' };
    const counts = { waitingCount: 1, heldCount: 2, neverAppearedCount: 3, behindMs: 4 };
    const playing = { event, endsAt: 99 } as never;
    const currentDesk = world.core.told('alerts');
    world.core.tell('alerts', { ...currentDesk, ...counts, paused: true, muted: true, playing });
    expect(await changed(world, program)).toMatchObject({
      paused: true,
      muted: true,
      waiting: 1,
      held: 2,
      missed: 3,
      behindMs: 4,
      playing: { seq: 5, kind: 'DONATION', endsAt: 99 },
    });
    const currentOverlay = world.core.told('overlay');
    const alertDefaults = { ...currentOverlay.alertDefaults, volume: 0.5 };
    world.core.tell('overlay', { ...currentOverlay, alertDefaults });
    expect(await changed(world, program)).toMatchObject({ volume: 0.5 });
  });

  it('a purchase without a name among the alerts has none', async () => {
    const { world, program } = await following('alerts');
    const data = { profile: null, totalAmount: null, currency: null };
    const event = { seq: 1, kind: 'GOODS_PURCHASE', data, receivedAt: 0, origin: 'platform' };
    world.core.tell('alerts', { ...world.core.told('alerts'), waiting: [{ event } as never] });
    expect(await changed(world, program)).toMatchObject({
      list: [{ seq: 1, stage: 'waiting', name: null, amount: null, currency: null }],
    });
  });

  it('lists ten alerts of each sort at most', async () => {
    const { world, program } = await following('alerts');
    const data = { rewardTitle: '검', count: 2 };
    const many = Array.from({ length: 12 }, (_, at) => ({
      event: { seq: at, kind: 'DROPS', data, receivedAt: 0, origin: 'platform' },
    })) as never;
    const sorts = { waiting: many, held: many, neverAppeared: many, over: many };
    world.core.tell('alerts', { ...world.core.told('alerts'), ...sorts });
    const { list } = (await changed(world, program)) as { list: { stage: string }[] };
    const stages = ['waiting', 'held', 'missed', 'shown'];
    expect(list.map(({ stage }) => stage)).toEqual(
      stages.flatMap((stage) => Array(10).fill(stage)),
    );
  });

  it('the overlay: its layouts, and which one is on air', async () => {
    const { world, program } = await following('overlay');
    const currentOverlay = world.core.told('overlay');
    const layouts = [
      { id: 'one', name: '하나' },
      { id: 'two', name: '둘' },
    ];
    world.core.tell('overlay', {
      ...currentOverlay,
      layouts: layouts as never,
      onAirLayout: 'two',
    });
    expect(await changed(world, program)).toEqual({ layout: 'two', layouts });
  });

  it('OBS: its scene and scenes, what it does, and whether viewers see the overlay', async () => {
    const { world, feeds, program, first } = await following('obs');
    expect(first).toEqual({
      connected: false,
      scene: null,
      scenes: [],
      streaming: false,
      recording: false,
      proof: 'unknown',
    });
    feeds.set('obs', {
      link: { state: 'connected' },
      programScene: 'Game',
      scenes: ['Game', '수다'],
      streaming: true,
      recording: true,
      proof: { state: 'proved' },
    });
    expect(await changed(world, program)).toEqual({
      connected: true,
      scene: 'Game',
      scenes: ['Game', '수다'],
      streaming: true,
      recording: true,
      proof: 'proved',
    });
  });

  it('the show kit: its activities as viewers see them, and whether it is quiet', async () => {
    const { world, feeds, program, first } = await following('activities');
    expect(first).toMatchObject({ vote: null, quiet: false });
    world.views = sampleShows('en', 0);
    world.viewChanges.fire();
    expect(await changed(world, program)).toMatchObject({
      vote: { voterCount: expect.any(Number) },
      quiet: false,
    });
    feeds.set('show', { quiet: true });
    expect(await changed(world, program)).toMatchObject({ quiet: true });
  });

  it('is told when it changed, at most ten times a second', async () => {
    const { world, feeds, program } = await following('obs');
    feeds.set('obs', {});
    await world.clock.advance(100);
    expect(await program.sentSoFar()).toEqual([]);
    feeds.set('obs', { streaming: true });
    for (const programScene of ['Game', '수다']) feeds.set('obs', { programScene });
    await world.clock.advance(100);
    expect((await program.sentSoFar()).map(stateIn)).toMatchObject([
      { streaming: true, scene: null },
      { streaming: true, scene: '수다' },
    ]);
    await world.clock.advance(1_000);
    expect(await program.sentSoFar()).toEqual([]);
  });

  it('is told once, also where another state changes afterwards', async () => {
    const { world, feeds, program } = await following('obs');
    const other = await world.program();
    other.send({ type: 'subscribe', id: 1, topics: ['stream'] });
    await other.take(2);
    feeds.set('obs', { streaming: true });
    expect(await changed(world, program)).toMatchObject({ streaming: true });
    // Nobody is told of it, as nobody reads it anew.
    feeds.values['obs'] = { ...feeds.values['obs'], streaming: false };
    feeds.set('live', { onAir: { isLive: true, openedAt: 5 } });
    expect(await changed(world, other)).toMatchObject({ onAir: true });
    expect(await program.sentSoFar()).toEqual([]);
  });
});
