import { describe, expect, it } from 'vitest';
import { ObsGoneError } from '../../../electron/features/obs/obs-errors.ts';
import { healerWorld, URL_NOW } from './healer-world.ts';

describe('healing by itself', () => {
  it('asks the pages, not OBS, while all is well, and not often', async () => {
    const { healer, state, done, clock } = healerWorld();
    await clock.advance(60_000);
    expect(state.asks).toBeGreaterThanOrEqual(28);
    expect(state.asks).toBeLessThanOrEqual(31);
    expect(state.looks).toBe(1);
    expect(done).toEqual([]);
    expect(healer.state).toMatchObject({ on: true, ailments: [], last: null });
    healer.dispose();
  });

  it('presses the button for a page that went, and says so', async () => {
    const { healer, done, notes, replays, leave, clock } = healerWorld();
    await clock.advance(10_000);
    const wellAt = clock.now();
    leave();
    await clock.advance(2_500);
    expect(done).toEqual([]);
    await clock.advance(2_500);
    expect(done).toEqual(['refresh Stagelight']);
    expect(notes).toEqual(['overlay-refresh not-connected', 'overlay-healed not-connected']);
    expect(healer.state.last).toMatchObject({ step: 'refresh', healed: true, replayed: 2 });
    expect(replays).toHaveLength(1);
    expect(Math.abs((replays[0] ?? 0) - wellAt)).toBeLessThanOrEqual(2_000);
    expect(healer.state.ailments).toEqual([]);
    healer.dispose();
  });

  // Of the ten seconds, four are left for OBS and the page.
  it.each([0, 400, 800, 1_200, 1_600, 2_000])(
    'gives a frozen page another address in six seconds, wherever in a pause it freezes: %s ms',
    async (ms) => {
      const { healer, of, done, clock } = healerWorld();
      await clock.advance(10_000 + ms);
      const { page } = of();
      if (page) page.lives = false;
      await clock.advance(6_000);
      expect(done).toEqual(['address Stagelight']);
      expect(healer.state.last).toMatchObject({ code: 'frozen', healed: true });
      healer.dispose();
    },
  );

  it('lets OBS write a new address to disk; the refresh button changes nothing there', async () => {
    const { healer, of, state, done, leave, clock } = healerWorld();
    await clock.advance(10_000);
    leave();
    await clock.advance(10_000);
    expect([done, state.saves]).toEqual([['refresh Stagelight'], 0]);
    const { page } = of();
    if (page) page.lives = false;
    await clock.advance(10_000);
    expect(state.saves).toBe(done.length - 1);
    expect(done.length).toBeGreaterThan(1);
    healer.dispose();
  });

  it('waits while an alert shows in the page', async () => {
    const { healer, of, state, done, pages, clock } = healerWorld();
    await clock.advance(5_000);
    const { page } = of();
    if (!page) throw new Error('no page');
    state.alert = 12;
    pages.receipt(page.page, 12, 'painted');
    page.lives = false;
    await clock.advance(20_000);
    expect(done).toEqual([]);
    expect(healer.state.ailments).toMatchObject([{ stage: { state: 'alert' }, triesLeft: 3 }]);
    state.alert = null;
    await clock.advance(5_000);
    expect(done).toEqual(['address Stagelight']);
    healer.dispose();
  });

  it('gives up after three tries with growing pauses, and begins again when asked', async () => {
    const { healer, of, done, notes, leave, clock } = healerWorld();
    of().cure = 'nothing';
    await clock.advance(3_000);
    leave();
    await clock.advance(120_000);
    expect(done).toHaveLength(3);
    expect(notes.at(-1)).toBe('overlay-given-up not-connected');
    expect(notes.filter((note) => note.startsWith('overlay-given-up'))).toHaveLength(1);
    expect(healer.state.ailments).toMatchObject([{ stage: { state: 'given-up' }, triesLeft: 0 }]);
    of().cure = 'refresh';
    healer.heal();
    await clock.advance(2_000);
    expect(healer.state.last).toMatchObject({ step: 'refresh', healed: true });
    expect(healer.state.ailments).toEqual([]);
    healer.dispose();
  });

  it('heals the one of several sources whose page went', async () => {
    const { healer, done, leave, clock } = healerWorld(['alerts', 'chat', 'rest']);
    await clock.advance(3_000);
    leave('chat');
    await clock.advance(6_000);
    expect(done).toEqual(['refresh chat']);
    healer.dispose();
  });

  it.each([false, null])('does nothing where it is not on (%s)', async (heals) => {
    const { healer, settings, state, done, leave, clock } = healerWorld();
    settings.heals = heals;
    await clock.advance(3_000);
    const { asks } = state;
    leave();
    await clock.advance(60_000);
    expect([done, state.asks]).toEqual([[], asks]);
    healer.dispose();
  });

  it('lets the page of a source that was just made load', async () => {
    const { healer, done, leave, clock } = healerWorld();
    leave();
    await clock.advance(5_500);
    expect(done).toEqual([]);
    await clock.advance(2_500);
    expect(done).toEqual(['refresh Stagelight']);
    healer.dispose();
  });

  it('gives an old address up for the present one, unless another app has its page there', async () => {
    const { healer, of, state, done, leave, clock } = healerWorld();
    const old = URL_NOW.replaceAll('k', 'o');
    await clock.advance(3_000);
    of().url = `${old}?theme=dark`;
    state.served.push(of().url);
    leave();
    await clock.advance(30_000);
    expect(done).toEqual([]);
    state.served = [];
    leave();
    await clock.advance(5_000);
    expect([done, of().url]).toEqual([['address Stagelight'], `${URL_NOW}?theme=dark`]);
    healer.dispose();
  });

  it('replays nothing where the streamer does not want it', async () => {
    const { healer, settings, replays, leave, clock } = healerWorld();
    settings.replaysMissed = false;
    leave();
    await clock.advance(9_000);
    expect(healer.state.last).toMatchObject({ healed: true, replayed: 0 });
    expect(replays).toEqual([]);
    healer.dispose();
  });

  it('begins anew with each connection, and asks nothing in between', async () => {
    const { healer, of, state, done, leave, connect, clock } = healerWorld();
    of().cure = 'nothing';
    await clock.advance(3_000);
    leave();
    await clock.advance(120_000);
    expect(done).toHaveLength(3);
    connect(false);
    expect([healer.state.ailments, clock.pendingTimers]).toEqual([[], 0]);
    const { asks } = state;
    await clock.advance(60_000);
    expect(state.asks).toBe(asks);
    connect(true);
    await clock.advance(20_000);
    expect(done.length).toBeGreaterThan(3);
    healer.dispose();
  });

  it('tells nobody anything while all is well, and each change once it is not', async () => {
    const { healer, of, leave, connect, clock } = healerWorld();
    let told = 0;
    healer.onChange(() => {
      told += 1;
    });
    await clock.advance(30_000);
    connect(false);
    connect(true);
    await clock.advance(30_000);
    expect(told).toBe(0);
    of().cure = 'nothing';
    leave();
    await clock.advance(10_000);
    expect(told).toBeGreaterThan(0);
    healer.dispose();
  });

  it('says what did not help, and has one try less', async () => {
    const { healer, of, state, done, notes, leave, clock } = healerWorld();
    of().cure = 'nothing';
    await clock.advance(3_000);
    state.fails = new Error('OBS refused');
    leave();
    await clock.advance(5_000);
    expect(done).toEqual(['refresh Stagelight']);
    expect(healer.state.last).toMatchObject({ step: 'refresh', healed: false, replayed: 0 });
    expect(healer.state.ailments).toMatchObject([{ source: 'Stagelight' }]);
    await clock.advance(5_000);
    expect(healer.state.ailments).toMatchObject([{ triesLeft: 2 }]);
    expect(notes).not.toContain('overlay-healed not-connected');
    healer.dispose();
  });

  it('counts no try where OBS went in the middle of one', async () => {
    const { healer, state, done, leave, clock } = healerWorld();
    await clock.advance(3_000);
    state.fails = new ObsGoneError();
    leave();
    await clock.advance(5_000);
    expect(done.length).toBeGreaterThan(0);
    expect(healer.state.last).toBeNull();
    state.fails = null;
    await clock.advance(10_000);
    expect(healer.state.last).toMatchObject({ step: 'refresh', healed: true });
    healer.dispose();
  });

  it('heals once where it is off and the streamer asks for it', async () => {
    const { healer, settings, state, done, leave, clock } = healerWorld();
    await clock.advance(3_000);
    leave();
    await clock.advance(2_000);
    settings.heals = false;
    await clock.advance(10_000);
    expect(healer.state).toMatchObject({ on: false, ailments: [] });
    healer.heal();
    await clock.advance(10_000);
    expect(done).toEqual(['refresh Stagelight']);
    expect(healer.state.last).toMatchObject({ healed: true });
    const { asks } = state;
    leave();
    await clock.advance(30_000);
    expect(done).toHaveLength(1);
    expect(state.asks).toBe(asks);
    healer.dispose();
  });

  it('does nothing more once the app ends', async () => {
    const { healer, state, done, leave, connect, clock } = healerWorld();
    await clock.advance(3_000);
    leave();
    healer.dispose();
    const { asks } = state;
    healer.heal();
    connect(true);
    await clock.advance(30_000);
    expect([done, state.asks, clock.pendingTimers]).toEqual([[], asks, 0]);
  });
});
