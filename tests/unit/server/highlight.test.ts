import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HighlightCard } from '../../../shared/overlay/highlight.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { attachOverlay, openOverlay } from './page.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await startWorld();
});

afterEach(() => world.stop());

const CARD: HighlightCard = {
  seq: 3,
  name: '새벽별',
  channelId: 'v',
  role: 'viewer',
  badges: [],
  content: '크게',
  emojis: {},
};

const seqOf = (frame: OverlayDown | undefined) =>
  frame?.type === 'highlight' ? (frame.highlight?.seq ?? null) : 'another frame';

describe('what stands large on the overlay', () => {
  it('is said at once when it comes and when it goes', async () => {
    const page = await attachOverlay(world);
    world.core.tellHighlight(CARD);
    world.core.tellHighlight(null);
    expect((await page.take(2)).map(seqOf)).toEqual([3, null]);
  });

  it('is told to a page that comes later', async () => {
    world.core.tellHighlight(CARD);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: null, after: 0 });
    const told = await page.until((frame) => frame.type === 'highlight');
    expect(seqOf(Array.isArray(told) ? told.at(-1) : told)).toBe(3);
  });

  it('is not said to a new page where there is none', async () => {
    const page = await attachOverlay(world);
    world.core.tellHighlight(CARD);
    expect(seqOf((await page.take(1))[0])).toBe(3);
  });

  it('that went while a page was away is taken off it when it comes back', async () => {
    world.core.say(5);
    const page = await openOverlay(world);
    page.send({ type: 'attach', epoch: 'epoch-1', after: 3 });
    const told = await page.until((frame) => frame.type === 'highlight');
    expect(seqOf(Array.isArray(told) ? told.at(-1) : told)).toBeNull();
  });
});
