import { describe, expect, it } from 'vitest';
import { watchWorld } from './watch-world.ts';

describe('the watch over the broadcast', () => {
  it('proves by OBS’s picture that the overlay is on it, and leaves nothing on the page', async () => {
    const { watch, page, pass } = watchWorld();
    expect(watch.proof.state).toBe('looking');
    await pass(2_000);
    expect(watch.proof).toMatchObject({ state: 'proved', scene: 'Live', by: 'program' });
    expect(page.beacon).toBeNull();
    watch.dispose();
  });

  it.each([
    ['not-in-picture', 'painted', [], true],
    // What its own picture holds is lost in the scene.
    ['not-in-picture', 'painted', ['Stagelight'], false],
    ['frozen', 'silent', ['Live', 'Stagelight'], true],
  ] as const)(
    'finds %s with a page that is %s, drawn in %j',
    async (code, life, drawn, fixable) => {
      const given = watchWorld();
      given.page.life = life;
      given.state.drawn = [...drawn];
      const checked = given.watch.check();
      await given.pass(8_000);
      await checked;
      const findings = [{ code, source: 'Stagelight', by: [], fixable }];
      expect(given.watch.proof).toEqual({ state: 'found', at: expect.any(Number), findings });
      given.watch.dispose();
    },
  );

  it('finds a source that is muted, unless the streamer means it so', async () => {
    const { watch, ours, state, pass } = watchWorld();
    const check = async () => {
      const checked = watch.check();
      await pass(8_000);
      await checked;
      return watch.proof;
    };
    ours.muted = true;
    const muted = { code: 'muted', source: 'Stagelight' };
    expect(await check()).toMatchObject({ state: 'found', findings: [muted] });
    state.onPurpose = ['Stagelight'];
    expect(await check()).toMatchObject({ state: 'proved', by: 'program' });
    watch.dispose();
  });

  it('names the filter that hides the source, and turns it off', async () => {
    const { watch, state, pass } = watchWorld();
    state.drawn = [];
    state.filters = [
      { filterName: 'Louder', filterKind: 'gain_filter', filterEnabled: true },
      { filterName: 'Off', filterKind: 'crop_filter', filterEnabled: false },
      { filterName: 'Key', filterKind: 'chroma_key_filter_v2', filterEnabled: true },
    ];
    const checked = watch.check();
    await pass(8_000);
    await checked;
    const findings = [{ code: 'filtered', source: 'Stagelight', by: ['Key'], fixable: true }];
    expect(watch.proof).toMatchObject({ state: 'found', findings });
    const fixed = watch.fix('filtered', 'Stagelight');
    await pass(8_000);
    await fixed;
    expect(state.off).toEqual([
      { sourceName: 'Stagelight', filterName: 'Key', filterEnabled: false },
    ]);
    watch.dispose();
  });

  it('says where it saw it: a black picture tells nothing, the source’s own does', async () => {
    const { watch, state, pass } = watchWorld();
    Object.assign(state, { ground: 0, drawn: ['Stagelight'] });
    const checked = watch.check();
    await pass(8_000);
    await checked;
    expect(watch.proof).toMatchObject({ state: 'proved', scene: 'Live', by: 'source' });
    watch.dispose();
  });

  it('does not take a slow page for a frozen one: it answers what it was shown before', async () => {
    const { watch, page, pages, pass } = watchWorld();
    page.life = 'silent';
    const checked = watch.check();
    for (let times = 0; times < 80; times += 1) {
      await pass(100);
      pages.answered(page, -1, 'heard');
    }
    await checked;
    expect(watch.proof.state).toBe('unclear');
    watch.dispose();
  });

  it('gives a frozen page a fresh address, and proves that it is back', async () => {
    const { watch, page, pass, done } = watchWorld();
    page.life = 'silent';
    const fixed = watch.fix('frozen', 'Stagelight');
    await pass(20_000);
    await fixed;
    expect(done).toEqual(['Stagelight url', 'save']);
    expect(watch.proof.state).toBe('proved');
    watch.dispose();
  });

  it('looks at most once a second, however much changes in OBS', async () => {
    const { watch, state, events, pass } = watchWorld();
    await pass(3_000);
    const before = state.looks;
    for (let times = 0; times < 50; times += 1) events.fire('SceneItemTransformChanged');
    await pass(3_000);
    expect(state.looks - before).toBeLessThanOrEqual(2);
    expect(state.looks).toBeGreaterThan(before);
    watch.dispose();
  });

  it('says that it looks while the page of a new source loads, and proves it once it is there', async () => {
    const { watch, page, pagesChange, pass } = watchWorld();
    page.life = 'silent';
    await pass(1_200);
    expect(watch.proof.state).toBe('looking');
    page.life = 'painted';
    pagesChange.fire();
    await pass(400);
    expect(watch.proof).toMatchObject({ state: 'proved' });
    watch.dispose();
  });

  it('looks every 30 seconds while on air, and never by itself otherwise', async () => {
    const { watch, state, events, pass } = watchWorld();
    await pass(3_000);
    const before = state.looks;
    await pass(70_000);
    expect(state.looks).toBe(before);
    state.onAir = true;
    events.fire('StreamStateChanged');
    await pass(70_000);
    expect(state.looks - before).toBe(3);
    watch.dispose();
  });

  it('finds by itself that the picture came late after a change, also where it was bad for long', async () => {
    const { watch, state, events, pass } = watchWorld();
    state.drawn = [];
    await pass(60_000);
    const before = state.looks;
    await pass(60_000);
    expect(state.looks).toBe(before);
    events.fire('SceneItemEnableStateChanged');
    await pass(2_000);
    expect(watch.proof.state).toBe('found');
    state.drawn = ['Live', 'Stagelight'];
    await pass(8_000);
    expect(watch.proof.state).toBe('proved');
    watch.dispose();
  });

  it('answers who asks with a look of its own, not with one that was under way', async () => {
    const { watch, state, events, pass } = watchWorld();
    await pass(3_000);
    state.drawn = [];
    events.fire('SceneItemEnableStateChanged');
    await pass(10);
    const told: string[] = [];
    watch.onChange(() => told.push(watch.proof.state));
    const untilThen = watch.check().then(() => [...told]);
    await pass(8_000);
    expect(await untilThen).toEqual(['looking', 'found']);
    watch.dispose();
  });

  it.each([
    'SourceFilterCreated',
    'SourceFilterRemoved',
    'SourceFilterSettingsChanged',
    'SourceFilterEnableStateChanged',
  ])('looks again at %s, which may hide the overlay or show it', async (event) => {
    const { watch, state, events, pass } = watchWorld();
    await pass(3_000);
    const before = state.looks;
    events.fire(event);
    await pass(3_000);
    expect(state.looks).toBe(before + 1);
    watch.dispose();
  });

  it('knows nothing while OBS is away', async () => {
    const { watch, state, connection, pass } = watchWorld();
    await pass(2_000);
    state.connected = false;
    connection.fire();
    expect(watch.proof).toEqual({ state: 'unknown' });
    watch.dispose();
  });

  it('looks again ever later after what was bad, and then no more by itself', async () => {
    const { watch, state, pass } = watchWorld();
    state.drawn = [];
    const times: number[] = [];
    for (let at = 0; at < 120_000; at += 50) {
      const before = state.looks;
      await pass(50);
      if (state.looks > before) times.push(at);
    }
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    const [first = 0, second = 0, third = 0, fourth = 0] = gaps;
    expect(gaps).toHaveLength(4);
    expect(Math.abs(second - first)).toBeLessThan(700);
    expect(Math.abs(third - second - 2_500)).toBeLessThan(700);
    expect(Math.abs(fourth - third - 11_000)).toBeLessThan(700);
    watch.dispose();
  });

  it('says that it knows nothing where OBS cannot be looked at, to who asks too', async () => {
    const { watch, state, events, pass } = watchWorld();
    await pass(2_000);
    state.fails = true;
    await expect(watch.check()).rejects.toThrow('OBS is gone');
    expect(watch.proof).toEqual({ state: 'unknown' });
    state.fails = false;
    events.fire('SceneItemCreated');
    await pass(3_000);
    expect(watch.proof.state).toBe('proved');
    state.fails = true;
    events.fire('SceneItemCreated');
    await pass(3_000);
    expect(watch.proof).toEqual({ state: 'unknown' });
    watch.dispose();
  });

  it('looks when OBS is there again, and says so meanwhile', async () => {
    const { watch, state, connection, pass } = watchWorld();
    await pass(2_000);
    state.connected = false;
    connection.fire();
    expect(watch.looked).toBeNull();
    const before = state.looks;
    watch.request();
    await pass(5_000);
    expect(state.looks).toBe(before);
    state.connected = true;
    connection.fire();
    await pass(10);
    expect(watch.proof.state).toBe('looking');
    await pass(3_000);
    expect(watch.proof.state).toBe('proved');
    expect(watch.looked).toMatchObject({ sight: 'seen' });
    watch.dispose();
  });

  it('looks and tells nothing more once the app ends', async () => {
    const { watch, state, events, connection, pagesChange, pass } = watchWorld();
    await pass(2_000);
    let told = 0;
    watch.onChange(() => {
      told += 1;
    });
    state.onAir = true;
    watch.dispose();
    const before = state.looks;
    events.fire('SceneItemCreated');
    pagesChange.fire();
    connection.fire();
    watch.request();
    await pass(70_000);
    expect([state.looks, told, watch.proof.state]).toEqual([before, 0, 'proved']);
  });

  it('looks often again after a change, where the news had been bad for long', async () => {
    const { watch, page, state, events, pass } = watchWorld();
    page.life = 'silent';
    await pass(100_000);
    const before = state.looks;
    await pass(20_000);
    expect(state.looks - before).toBeLessThanOrEqual(1);
    const since = state.looks;
    events.fire('SceneItemCreated');
    await pass(15_000);
    expect(state.looks - since).toBeGreaterThanOrEqual(3);
    watch.dispose();
  });

  it('tells bad news after good, however often something else changes meanwhile', async () => {
    const { watch, page, events, pass } = watchWorld();
    await pass(2_000);
    expect(watch.proof.state).toBe('proved');
    page.life = 'silent';
    for (let second = 0; second < 15 && watch.proof.state === 'proved'; second += 1) {
      events.fire('SceneItemTransformChanged');
      await pass(1_000);
    }
    expect(watch.proof).toMatchObject({ state: 'found', findings: [{ code: 'frozen' }] });
    watch.dispose();
  });

  it.each([300, 20_000])('leaves no timer where the app ends %i ms on', async (ms) => {
    const { watch, page, state, clock, pass } = watchWorld();
    state.onAir = true;
    await pass(3_000);
    page.life = 'silent';
    watch.request();
    await pass(ms);
    watch.dispose();
    const { looks } = state;
    await pass(70_000);
    expect([clock.pendingTimers, state.looks]).toEqual([0, looks]);
  });

  it('lets others ask the pages alone, one after the other', async () => {
    const { watch, page, pass } = watchWorld();
    await pass(2_000);
    const order: string[] = [];
    const first = watch.alone(async (ask) => {
      const lives = await ask(300);
      order.push([...lives.values()].join());
    });
    const second = watch.alone(async () => void order.push('second'));
    await pass(2_000);
    await Promise.all([first, second]);
    expect(order).toEqual(['painted', 'second']);
    expect(page.beacon).toBeNull();
    watch.dispose();
  });
});
