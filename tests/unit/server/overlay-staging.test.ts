import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { Figures } from '../../../shared/overlay/figures.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import {
  changedOverlay,
  DEFAULT_OVERLAY,
  type OverlaySettings,
} from '../../../shared/overlay/overlay-settings.ts';
import { attachOverlay, openOverlay, readyDashboard } from './page.ts';
import { alertOf, startWorld, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await startWorld();
});

afterEach(() => world.stop());

const typesOf = (frames: readonly { readonly type: string }[]): string[] =>
  frames.map(({ type }) => type);

const settingsWith = (holdS: number): OverlaySettings =>
  changedOverlay(DEFAULT_OVERLAY, { queue: { holdS }, muted: holdS % 2 === 1 });

const figuresOf = (beams: number): Figures => ({
  goals: { goal: { beams } },
  supporters: {},
  totals: {},
});

const goalsIn = (frames: readonly OverlayDown[]) =>
  frames.flatMap((frame) => (frame.type === 'figures' ? [frame.figures.goals['goal']?.beams] : []));

function valued(count: number): ValuedEvent[] {
  return Array.from({ length: count }, (_, index) => alertOf(index + 1).event);
}

describe('what the streamer has set, on its way to an overlay page', () => {
  it('comes after the greeting, before anything is to be drawn', async () => {
    world.core.tell('figures', figuresOf(3));
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: null, after: 0 });
    const frames = await page.take(4);
    expect(typesOf(frames)).toEqual(['hello', 'config', 'snapshot', 'figures']);
    expect(goalsIn(frames)).toEqual([3]);
  });

  it('comes also to a page that only missed a few events', async () => {
    world.core.say(3);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: 'epoch-1', after: 2 });
    const frames = await page.take(6);
    expect(typesOf(frames)).toEqual(['hello', 'config', 'batch', 'tallies', 'alert', 'figures']);
  });

  it('leaves out rules, queue and blocked words', async () => {
    const blockedWords = ['secret-word'];
    world.core.tell(
      'overlay',
      changedOverlay(DEFAULT_OVERLAY, { speech: { blockedWords, on: true } }),
    );
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: null, after: 0 });
    const frames = await page.take(4);
    expect(JSON.stringify(frames)).not.toContain('secret-word');
    const config = frames[1]?.type === 'config' ? frames[1].config : null;
    expect(Object.keys(config ?? {}).toSorted()).toEqual([
      'alertCard',
      'away',
      'everySourceSounds',
      'layout',
      'muted',
      'speech',
      'theme',
    ]);
    expect(config?.speech.on).toBe(true);
  });

  it('is sent at most once a frame, the last one always', async () => {
    const page = await attachOverlay(world);
    for (let holdS = 1; holdS <= 50; holdS += 1) world.core.tell('overlay', settingsWith(holdS));
    await world.clock.advance(16);
    const frames = await page.sentSoFar();
    expect(typesOf(frames)).toEqual(['config', 'config']);
    expect(frames.at(-1)).toMatchObject({ config: { muted: false } });
  });

  it('goes before the events of the same frame', async () => {
    const page = await attachOverlay(world);
    world.core.say(1);
    world.core.say(1);
    world.core.tell('overlay', settingsWith(1));
    await world.clock.advance(16);
    expect(typesOf(await page.sentSoFar())).toEqual(['batch', 'config', 'batch']);
  });

  it('is not repeated to a page that joins in the middle of a frame', async () => {
    const first = await attachOverlay(world);
    world.core.tell('overlay', settingsWith(1));
    world.core.tell('overlay', settingsWith(2));
    const second = await openOverlay(world);
    second.send({ type: 'attach', epoch: null, after: 0 });
    const begin = await second.take(4);
    expect(begin[1]).toMatchObject({ type: 'config', config: { muted: false } });
    await world.clock.advance(1_000);
    expect(await second.sentSoFar()).toEqual([]);
    expect(typesOf(await first.sentSoFar())).toEqual(['config', 'config']);
  });

  it('costs nothing while no page is there', async () => {
    const timers = world.clock.pendingTimers;
    world.core.tell('overlay', settingsWith(1));
    world.core.tell('figures', figuresOf(1));
    world.core.tell('figures', figuresOf(2));
    expect(world.clock.pendingTimers).toBe(timers);
    expect(world.core.totalsRead).toBeLessThanOrEqual(2);
  });
});

describe('figures', () => {
  it('are sent at most four times a second, the last ones always', async () => {
    const page = await attachOverlay(world);
    for (let beams = 1; beams <= 200; beams += 1) {
      world.core.tell('figures', figuresOf(beams));
      await world.clock.advance(10);
    }
    await world.clock.advance(250);
    const seen = goalsIn(await page.sentSoFar());
    expect(seen.length).toBeLessThanOrEqual(9);
    expect(seen[0]).toBe(1);
    expect(seen.at(-1)).toBe(200);
  });

  it('that did not change are not sent again', async () => {
    const page = await attachOverlay(world);
    world.core.tell('figures', world.core.told('figures'));
    await world.clock.advance(250);
    expect(await page.sentSoFar()).toEqual([]);
  });

  it('reach dashboards too, at most four times a second', async () => {
    const page = await readyDashboard(world);
    for (let beams = 1; beams <= 100; beams += 1) {
      world.core.tell('figures', figuresOf(beams));
      await world.clock.advance(10);
    }
    await world.clock.advance(250);
    const seen = (await page.sentSoFar()).flatMap((frame) =>
      frame.type === 'feed' && frame.feed === 'figures' ? [frame.value.goals['goal']?.beams] : [],
    );
    expect(seen.length).toBeLessThanOrEqual(5);
    expect(seen.at(-1)).toBe(100);
  });
});

describe('the overlay’s settings, on their way to dashboards', () => {
  it('reach both of two, at most ten times a second, whole', async () => {
    const pages = [await readyDashboard(world), await readyDashboard(world)];
    for (let holdS = 1; holdS <= 100; holdS += 1) {
      world.core.tell('overlay', settingsWith(holdS));
      await world.clock.advance(10);
    }
    await world.clock.advance(100);
    for (const page of pages) {
      const seen = (await page.sentSoFar()).flatMap((frame) =>
        frame.type === 'feed' && frame.feed === 'overlay' ? [frame.value] : [],
      );
      expect(seen.length).toBeLessThanOrEqual(11);
      expect(seen.at(-1)).toEqual(settingsWith(100));
    }
  });

  it('that are held back go out when another dashboard joins, once', async () => {
    const first = await readyDashboard(world);
    world.core.tell('overlay', settingsWith(1));
    world.core.tell('overlay', settingsWith(2));
    const second = await readyDashboard(world);
    await world.clock.advance(1_000);
    const holds = (await first.sentSoFar()).flatMap((frame) =>
      frame.type === 'feed' && frame.feed === 'overlay' ? [frame.value.queue.holdS] : [],
    );
    expect(holds).toEqual([1, 2]);
    expect(await second.sentSoFar()).toEqual([]);
  });
});

describe('the latest events of a snapshot', () => {
  it('are the last 30 with a value, oldest first', async () => {
    world.core.publish(valued(40));
    world.core.say(5);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: null, after: 0 });
    const [, , snapshot] = await page.take(3);
    const latest = snapshot?.type === 'snapshot' ? snapshot.latest : [];
    expect(latest.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 11));
  });
});
