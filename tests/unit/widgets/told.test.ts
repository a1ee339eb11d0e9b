import { describe, expect, it } from 'vitest';
import { GOAL, WidgetsWorld } from './widgets-world.ts';

const code = (problem: string) => ({ problem: { code: problem } });
const NOBODY = '000000000000';

const session = (world: WidgetsWorld) => world.source.session()?.data ?? {};

describe('widgets of others', () => {
  it('hear nothing of a session while there are none', async () => {
    const world = await WidgetsWorld.start();
    let told = 0;
    world.source.onSession(() => {
      told += 1;
    });
    await world.happen('DONATION');
    expect(world.source.session()).toBe(null);
    expect(told).toBe(0);
    expect(world.source.frames()).toEqual([]);
    expect(world.source.frames()).toBe(world.source.frames());
  });

  it('hear of events with a value, from before they were installed too', async () => {
    const world = await WidgetsWorld.start();
    await world.happen('DONATION');
    await world.install(GOAL);
    let told = 0;
    world.source.onSession(() => {
      told += 1;
    });
    expect(session(world)).toMatchObject({ 'tip-session': { count: 1, amount: 10_000 } });
    await world.happen('DONATION', { donatorNickname: '하늘', payAmount: '5' });
    expect(told).toBe(1);
    expect(session(world)).toMatchObject({
      'tip-session': { count: 2, amount: 10_005 },
      'tip-latest': { name: '하늘', amount: 5 },
    });
    await world.happen('CHAT');
    expect(told).toBe(1);
    expect(session(world)).toMatchObject({ 'tip-session': { count: 2 } });
  });

  it('hear of the broadcast that is on', async () => {
    const world = await WidgetsWorld.start();
    await world.install(GOAL);
    await world.happen('DONATION');
    world.beganAt = world.clock.now() + 1;
    await world.restart();
    expect(session(world)).toMatchObject({
      'tip-session': { count: 0, amount: 0 },
      'tip-total': { amount: 10_000 },
    });
  });

  it.each([
    [{ kind: 'signed-out' }, null],
    [{ kind: 'signed-in', channelId: null, channelName: null }, null],
    [
      { kind: 'signed-in', channelId: 'c1', channelName: null },
      { id: 'c1', name: '' },
    ],
    [
      { kind: 'signed-in', channelId: 'c1', channelName: '방송인' },
      { id: 'c1', name: '방송인' },
    ],
  ])('know whose channel it is: %j', async (account, channel) => {
    const world = await WidgetsWorld.start();
    world.account = account;
    await world.restart();
    await world.install(GOAL);
    expect(world.source.session()?.channel).toEqual(channel);
  });

  it('hear of followers, each of them, and have them counted', async () => {
    const world = await WidgetsWorld.start();
    const [one, two] = [await world.install(GOAL), await world.install(GOAL)];
    let told = 0;
    world.source.onSession(() => {
      told += 1;
    });
    const since = world.clock.now() - 5_000;
    world.follows.fire([
      { name: '하늘', channelId: 'f1', since },
      { name: '바다', channelId: 'f2', since: null },
    ]);
    const createdAt = (at: number) => new Date(at).toISOString();
    const events = [
      { name: '하늘', providerId: 'f1', isTest: false, createdAt: createdAt(since) },
      { name: '바다', providerId: 'f2', isTest: false, createdAt: createdAt(world.clock.now()) },
    ].map((event) => ({ listener: 'follower-latest', event }));
    expect(world.told).toMatchObject([
      { id: one, events },
      { id: two, events },
    ]);
    expect(told).toBe(1);
    expect(session(world)).toMatchObject({
      'follower-session': { count: 2 },
      'follower-latest': { name: '바다' },
    });
  });

  it('do not hear of followers from before there was one', async () => {
    const world = await WidgetsWorld.start();
    world.follows.fire([{ name: '하늘', channelId: 'f1', since: null }]);
    expect(world.told).toEqual([]);
    await world.install(GOAL);
    expect(session(world)).toMatchObject({ 'follower-session': { count: 0 } });
  });

  it('hear nothing more once the app ends', async () => {
    const world = await WidgetsWorld.start();
    await world.install(GOAL);
    const { widgets } = world;
    let told = 0;
    for (const on of [widgets.source.onFrames, widgets.source.onSession]) {
      on(() => {
        told += 1;
      });
    }
    await world.close();
    await world.happen('DONATION');
    world.follows.fire([{ name: '하늘', channelId: 'f1', since: null }]);
    widgets.source.fault(world.rows[0]?.id ?? '', 'slow');
    expect([told, world.told]).toEqual([0, []]);
  });
});

describe('one widget alone', () => {
  it.each([
    ['message', 'message'],
    ['tip', 'tip-latest'],
    ['subscriber', 'subscriber-latest'],
    ['cheer', 'cheer-latest'],
    ['follower', 'follower-latest'],
  ] as const)('is played a test: %s', async (what, listener) => {
    const world = await WidgetsWorld.start();
    const [, id] = [await world.install(GOAL), await world.install(GOAL)];
    await world.ask['widgets.try']({ id, what });
    expect(world.told).toMatchObject([
      { id, events: [{ listener: 'event:test', event: { listener } }, { listener }] },
    ]);
  });

  it('hears a press of its own button', async () => {
    const world = await WidgetsWorld.start();
    const [, id] = [await world.install(GOAL), await world.install(GOAL)];
    await world.ask['widgets.press']({ id, field: 'reset' });
    const event = { listener: 'widget-button', field: 'reset', value: 'go' };
    expect(world.told).toEqual([{ id, events: [{ listener: 'widget-button', event }] }]);
  });

  it.each(['title', 'nothing'])('has no button of the name of %s', async (field) => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const pressed = world.ask['widgets.press']({ id, field });
    await expect(pressed).rejects.toMatchObject(code('widgets-gone'));
    expect(world.told).toEqual([]);
  });

  it('that is gone is told nothing', async () => {
    const world = await WidgetsWorld.start();
    const tried = world.ask['widgets.try']({ id: NOBODY, what: 'tip' });
    await expect(tried).rejects.toMatchObject(code('widgets-gone'));
    const pressed = world.ask['widgets.press']({ id: NOBODY, field: 'reset' });
    await expect(pressed).rejects.toMatchObject(code('widgets-gone'));
    expect(world.told).toEqual([]);
  });
});

describe('pictures of the platform', () => {
  const pictures = (world: WidgetsWorld, id: string) => {
    const [, sources = ''] = /img-src ([^;]*)/.exec(world.policy(id)) ?? [];
    return sources.split(' ').filter((source) => source.startsWith('https'));
  };
  const OWN = ['https://ci.me', 'https://*.ci.me', 'https://api.platform.example'];

  it('are let through from where emojis and badges of events come from', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    expect(pictures(world, id)).toEqual(OWN);
    const badge = { id: 'b', name: 'b', imageUrl: 'https://badges.example/1.png' };
    await world.happen('CHAT', {
      emojis: { ':a:': 'https://emojis.example/a.png', ':b:': 'https://emojis.example/b.png' },
      profile: { nickname: 'x', badges: [badge, { ...badge, imageUrl: null }] },
    });
    await world.until(() => world.row(id).revision > 1);
    expect(pictures(world, id)).toEqual([
      ...OWN,
      'https://emojis.example',
      'https://badges.example',
    ]);
    expect(world.row(id).revision).toBe(2);
    await world.restart();
    expect(pictures(world, id)).toContain('https://emojis.example');
  });

  it('are known once: nothing is loaded anew for what was seen before', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    for (let at = 0; at < 3; at += 1) await world.happen('CHAT');
    await world.until(() => world.row(id).revision > 1);
    await world.happen('CHAT');
    await world.ask['widgets.reset']({ id });
    expect(world.row(id).revision).toBe(3);
  });

  it('need no mention where they come from the platform itself', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const emojis = {
      ':a:': 'https://cdn.ci.me/a.png',
      ':b:': 'https://api.platform.example/b.png',
      ':c:': 'https://ci.me/c.png',
    };
    await world.happen('CHAT', { emojis, profile: { nickname: 'x', badges: [] } });
    await world.happen('DROPS');
    await world.ask['widgets.reset']({ id });
    expect(pictures(world, id)).toEqual(OWN);
    expect(world.row(id).revision).toBe(2);
  });

  it('are let through from the last sixty places', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const emojis = Object.fromEntries(
      Array.from({ length: 61 }, (_, at) => [`:${at}:`, `https://e${at}.example/a.png`]),
    );
    const profile = { nickname: 'x', badges: [] };
    for (const [name, url] of Object.entries(emojis)) {
      await world.happen('CHAT', { emojis: { [name]: url }, profile });
    }
    await world.until(() => pictures(world, id).includes('https://e60.example'));
    expect(pictures(world, id)).toHaveLength(OWN.length + 60);
    expect(pictures(world, id)).not.toContain('https://e0.example');
  });

  it('of no widget are not kept', async () => {
    const world = await WidgetsWorld.start();
    await world.happen('CHAT');
    const id = await world.install(GOAL);
    expect(pictures(world, id)).toEqual(OWN);
  });
});
