import { describe, expect, it } from 'vitest';
import { healerWorld, URL_NOW } from './healer-world.ts';

type World = ReturnType<typeof healerWorld>;

const OLD = URL_NOW.replaceAll('k', 'o');

const freeze = ({ of }: World, name?: string): void => {
  const { page } = of(name);
  if (page) page.lives = false;
};

/** Until something is done, at most so long; answers how long it took. */
async function untilDone({ clock, done }: World, mostMs = 60_000): Promise<number> {
  const before = done.length;
  let ms = 0;
  for (; ms < mostMs && done.length === before; ms += 50) await clock.advance(50);
  return ms;
}

describe('a source of OBS', () => {
  it.each([
    'CurrentProgramSceneChanged',
    'CurrentSceneCollectionChanged',
    'InputCreated',
    'InputNameChanged',
    'InputRemoved',
    'SceneItemCreated',
    'SceneItemEnableStateChanged',
    'SceneItemRemoved',
  ])('is looked for again after %s, once', async (name) => {
    const { healer, state, events, clock } = healerWorld();
    await clock.advance(5_000);
    const { looks } = state;
    events.fire({ name, data: { inputName: 'another' } });
    await clock.advance(2_100);
    expect(state.looks).toBe(looks + 1);
    await clock.advance(10_000);
    expect(state.looks).toBe(looks + 1);
    healer.dispose();
    events.fire({ name, data: { inputName: 'another' } });
    await clock.advance(10_000);
    expect(state.looks).toBe(looks + 1);
  });

  it('that was removed and made anew may load as long as every new one', async () => {
    const world = healerWorld(['alerts', 'chat']);
    const { healer, events, leave, done, clock } = world;
    await clock.advance(10_000);
    events.fire({ name: 'InputRemoved', data: { inputName: 'chat' } });
    events.fire({ name: 'InputCreated', data: { inputName: 'chat' } });
    leave('chat');
    expect(await untilDone(world)).toBeGreaterThan(5_500);
    expect(done).toEqual(['refresh chat']);
    await clock.advance(10_000);
    // The other one was well all the time.
    leave('alerts');
    expect(await untilDone(world)).toBeLessThan(5_000);
    expect(done).toEqual(['refresh chat', 'refresh alerts']);
    healer.dispose();
  });

  it('that was given up is tried again once it was removed and made anew', async () => {
    const { healer, of, events, leave, done, clock } = healerWorld();
    of().cure = 'nothing';
    await clock.advance(3_000);
    leave();
    await clock.advance(120_000);
    expect(done).toHaveLength(3);
    of().cure = 'refresh';
    events.fire({ name: 'InputRemoved', data: { inputName: 'Stagelight' } });
    await clock.advance(20_000);
    expect(done.slice(3)).toEqual(['refresh Stagelight']);
    healer.dispose();
  });

  it('is the one that OBS has now, also where it was another in the connection before', async () => {
    const { healer, of, done, connect, clock } = healerWorld();
    await clock.advance(5_000);
    connect(false);
    of().url = OLD;
    connect(true);
    await clock.advance(6_000);
    expect(done).toEqual(['address Stagelight']);
    expect(of().url).toBe(URL_NOW);
    healer.dispose();
  });

  it('is not expected back sooner for having been well in an earlier connection', async () => {
    const world = healerWorld();
    const { healer, leave, connect, clock } = world;
    await clock.advance(5_000);
    connect(false);
    leave();
    connect(true);
    expect(await untilDone(world)).toBeGreaterThan(5_500);
    healer.dispose();
  });
});

describe('the course of a trouble', () => {
  it('is asked about with less patience than usual, until all is well', async () => {
    const world = healerWorld();
    const { healer, state, clock } = world;
    await clock.advance(10_000);
    expect(new Set(state.waits)).toEqual(new Set([null]));
    freeze(world);
    state.waits.length = 0;
    await untilDone(world);
    const [first, ...later] = state.waits;
    expect(first).toBeNull();
    expect(new Set(later)).toEqual(new Set([700]));
    await clock.advance(10_000);
    state.waits.length = 0;
    await clock.advance(10_000);
    expect(new Set(state.waits)).toEqual(new Set([null]));
    healer.dispose();
  });

  it('is shown only once it is sure, and then always with what is done about it', async () => {
    const world = healerWorld();
    const { healer, of, state, leave, clock } = world;
    of().cure = 'nothing';
    await clock.advance(5_000);
    leave();
    const seen: string[] = [];
    for (let ms = 0; ms < 60_000; ms += 100) {
      await clock.advance(100);
      const [ailment, ...more] = healer.state.ailments;
      expect(more).toEqual([]);
      if (ms < 2_500) expect(ailment).toBeUndefined();
      const stage = ailment ? `${ailment.stage.state} ${ailment.triesLeft}` : null;
      if (stage !== null && stage !== seen.at(-1)) seen.push(stage);
    }
    expect(state.asks).toBeGreaterThan(10);
    expect(seen).toEqual([
      'healing 3',
      'pause 2',
      'healing 2',
      'pause 1',
      'healing 1',
      'given-up 0',
    ]);
    healer.dispose();
  });

  it('is measured from when it began, and told with when it ended', async () => {
    const world = healerWorld();
    const { healer, leave, clock } = world;
    await clock.advance(5_000);
    leave();
    const beganAt = clock.now();
    await untilDone(world);
    for (let ms = 0; ms < 5_000 && !healer.state.last; ms += 10) await clock.advance(10);
    const { last } = healer.state;
    expect(last).toMatchObject({ source: 'Stagelight', code: 'not-connected', at: clock.now() });
    const lasted = clock.now() - beganAt;
    expect(last?.tookMs).toBeLessThanOrEqual(lasted);
    expect(last?.tookMs).toBeGreaterThan(lasted - 500);
    healer.dispose();
  });

  it('goes on with the next step where it comes again within two minutes', async () => {
    const world = healerWorld();
    const { healer, leave, done, clock } = world;
    await clock.advance(5_000);
    leave();
    await clock.advance(100_000);
    leave();
    await clock.advance(10_000);
    expect(done).toEqual(['refresh Stagelight', 'address Stagelight']);
    healer.dispose();
  });

  it('begins with the first step where it comes again after two minutes', async () => {
    const { healer, leave, done, clock } = healerWorld();
    await clock.advance(5_000);
    leave();
    await clock.advance(135_000);
    leave();
    await clock.advance(10_000);
    expect(done).toEqual(['refresh Stagelight', 'refresh Stagelight']);
    healer.dispose();
  });

  it('is not decided by looks at another trouble before it', async () => {
    const world = healerWorld();
    const { healer, leave, enter, state, done, clock } = world;
    await clock.advance(5_000);
    leave();
    await clock.advance(2_000);
    enter();
    freeze(world);
    state.waits.length = 0;
    await untilDone(world);
    expect(done).toEqual(['address Stagelight']);
    expect(state.waits.length).toBeGreaterThanOrEqual(3);
    healer.dispose();
  });

  it('ends by itself where the page comes back, and nothing is done', async () => {
    const world = healerWorld();
    const { healer, of, done, state, clock } = world;
    await clock.advance(5_000);
    freeze(world);
    await clock.advance(2_500);
    const { page } = of();
    if (page) page.lives = true;
    await clock.advance(30_000);
    expect(done).toEqual([]);
    expect(healer.state).toMatchObject({ ailments: [], last: null });
    // Its looks do not count towards the next trouble.
    state.asks = 0;
    freeze(world);
    await untilDone(world);
    expect(state.asks).toBeGreaterThanOrEqual(3);
    healer.dispose();
  });

  it('is treated one source at a time', async () => {
    const world = healerWorld(['alerts', 'chat']);
    const { healer, leave, done, clock } = world;
    await clock.advance(5_000);
    leave('alerts');
    leave('chat');
    await untilDone(world);
    expect(done).toEqual(['refresh alerts']);
    await clock.advance(10_000);
    expect(done).toEqual(['refresh alerts', 'refresh chat']);
    healer.dispose();
  });

  it('ends with a source made anew, at an address that OBS does not know', async () => {
    const { healer, of, leave, done, state, clock } = healerWorld();
    of().cure = 'nothing';
    await clock.advance(5_000);
    leave();
    await clock.advance(20_000);
    of().cure = 'address';
    await clock.advance(30_000);
    expect(done).toEqual(['refresh Stagelight', 'address Stagelight', 'recreate Stagelight']);
    expect(new URL(of().url).searchParams.has('fresh')).toBe(true);
    expect(state.saves).toBe(2);
    expect(healer.state.last).toMatchObject({ step: 'recreate', healed: true });
    healer.dispose();
  });
});

describe('an alert on screen', () => {
  it.each<[string, number | null, number, boolean]>([
    ['in the page that froze', 12, 12, true],
    ['in another page', 12, 11, false],
    ['in none', null, 12, false],
  ])('keeps healing waiting only where it shows %s', async (_, alert, painted, waits) => {
    const world = healerWorld();
    const { healer, of, state, pages, done, clock } = world;
    await clock.advance(5_000);
    const { page } = of();
    if (page) pages.receipt(page.page, painted, 'painted');
    state.alert = alert;
    freeze(world);
    await clock.advance(20_000);
    expect(done.length === 0).toBe(waits);
    healer.dispose();
  });
});
