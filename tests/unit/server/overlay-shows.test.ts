import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleShows } from '../../../renderer/dashboard/overlay/sample-activities.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { NO_SHOWS, type ShowViews } from '../../../shared/overlay/show-views.ts';
import { attachOverlay, openOverlay } from './page.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await startWorld();
});

afterEach(() => world.stop());

const SAMPLE = sampleShows('en', 0);

/** Only the vote runs, with so many voters. */
const voted = (voterCount: number): ShowViews => ({
  ...NO_SHOWS,
  vote: SAMPLE.vote && { ...SAMPLE.vote, voterCount },
});

function become(shows: ShowViews): void {
  world.core.tellShows(shows);
}

const votersIn = (frames: readonly OverlayDown[]) =>
  frames.flatMap((frame) => (frame.type === 'show' ? [frame.views.vote?.voterCount ?? null] : []));

describe('an activity, on its way to an overlay page', () => {
  it('is sent at most four times a second, the last one always, with the core’s time', async () => {
    const page = await attachOverlay(world);
    for (let count = 1; count <= 100; count += 1) {
      become(voted(count));
      await world.clock.advance(10);
    }
    await world.clock.advance(250);
    const frames = await page.take(5);
    expect(votersIn(frames).length).toBe(5);
    expect(votersIn(frames).at(-1)).toBe(100);
    expect(frames[0]).toMatchObject({ type: 'show', now: expect.any(Number) });
  });

  it('is sent alone where it alone changed, and not at all where nothing did', async () => {
    become(voted(1));
    const page = await attachOverlay(world);
    await page.take(1);
    become(world.core.shows());
    become({ ...world.core.shows(), vote: null });
    await world.clock.advance(250);
    const [frame] = await page.take(1);
    expect(frame).toMatchObject({ type: 'show', views: { vote: null } });
    expect(Object.keys(frame?.type === 'show' ? frame.views : {})).toEqual(['vote']);
  });

  it('is told whole to a page that comes later, and nothing is said where there is none', async () => {
    const early = await openOverlay(world);
    early.send({ type: 'attach', epoch: null, after: 0 });
    const first = await early.until((frame) => frame.type === 'figures');
    expect(votersIn(Array.isArray(first) ? first : [first])).toEqual([]);
    become(voted(7));
    const late = await openOverlay(world);
    late.send({ type: 'attach', epoch: null, after: 0 });
    const told = await late.until((frame) => frame.type === 'show');
    expect(votersIn(Array.isArray(told) ? told : [told])).toEqual([7]);
  });

  it('is heard by the pages that are there, and not by one that comes later', async () => {
    const page = await attachOverlay(world);
    const cue = { sound: 'vote-open', volume: 0.25, ms: 0 } as const;
    world.core.tellCue(cue);
    expect(await page.take(1)).toEqual([{ type: 'cue', cue }]);
    const late = await openOverlay(world);
    late.send({ type: 'attach', epoch: null, after: 0 });
    const told = await late.until((frame) => frame.type === 'figures');
    expect(told.filter(({ type }) => type === 'cue')).toEqual([]);
    world.core.tellCue(null);
    expect(await late.take(1)).toEqual([{ type: 'cue', cue: null }]);
  });
});
