import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadingPages } from '../../../electron/server/sound-pages.ts';
import { NO_READING } from '../../../shared/overlay/reading.ts';
import { attachOverlay, type OverlayPage, openDashboard, readyDashboard } from './page.ts';
import { startWorld, type World } from './world.ts';

function pageNamed(name: string, log: string[]) {
  return { tellReading: (on: boolean) => log.push(`${name} ${on ? 'reads' : 'does not'}`) };
}

describe('the page that reads aloud', () => {
  function threePages() {
    const log: string[] = [];
    const pages = new ReadingPages();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => pageNamed(name, log)) as [
      ReturnType<typeof pageNamed>,
      ReturnType<typeof pageNamed>,
      ReturnType<typeof pageNamed>,
    ];
    return { log, pages, a, b, c };
  }

  it('is the first that could, and stays it', () => {
    const { log, pages, a, b } = threePages();
    pages.setAble(b, true);
    pages.setAble(a, true);
    pages.setAble(b, true);
    expect(log).toEqual(['b reads']);
  });

  it('hands over to the one that has been able for longest, silent before the other begins', () => {
    const { log, pages, a, b, c } = threePages();
    for (const page of [a, b, c]) pages.setAble(page, true);
    pages.setAble(a, false);
    pages.setAble(a, true);
    pages.leave(b);
    expect(log).toEqual(['a reads', 'a does not', 'b reads', 'c reads']);
  });

  it('is nobody while nobody could', () => {
    const { log, pages, a, b } = threePages();
    pages.setAble(a, false);
    pages.leave(b);
    pages.repeat(a);
    pages.setAble(a, true);
    pages.leave(a);
    pages.leave(a);
    expect(log).toEqual(['a reads']);
  });

  it('is said again to a page that may have missed it', () => {
    const { log, pages, a, b, c } = threePages();
    pages.setAble(a, true);
    pages.setAble(b, true);
    for (const page of [a, b, c]) pages.repeat(page);
    expect(log).toEqual(['a reads', 'a reads', 'b does not']);
  });
});

describe('reading aloud, between core and pages', () => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.stop());

  const able = (page: OverlayPage): void => page.send({ type: 'voice', able: true });
  const readings = async (page: OverlayPage) =>
    (await page.sentSoFar()).filter(({ type }) => type === 'reading');

  it('is done by one of two overlay pages, and by the other when that one is gone', async () => {
    const first = await attachOverlay(world);
    const second = await attachOverlay(world);
    able(first);
    expect(await readings(first)).toEqual([{ type: 'reading', on: true }]);
    able(second);
    expect(await readings(second)).toEqual([]);
    await first.cut();
    expect(await second.next()).toEqual({ type: 'reading', on: true });
  });

  it('is never told to a page that has not said it could', async () => {
    const page = await attachOverlay(world);
    page.send({ type: 'voice', able: false });
    expect(await readings(page)).toEqual([]);
  });

  it('counts a page that says it wrongly among those that make no sense', async () => {
    const page = await attachOverlay(world);
    for (let time = 0; time < 3; time += 1) page.send({ type: 'voice' } as never);
    expect(await page.closed).toBe(1008);
  });

  it('reaches dashboards with what they are given first, and at once when it changes', async () => {
    const value = { ...NO_READING, on: true };
    world.core.tell('reading', value);
    const page = await openDashboard(world);
    const frames = await page.until((frame) => frame.type === 'feed' && frame.feed === 'reading');
    expect(frames.at(-1)).toEqual({ type: 'feed', feed: 'reading', value });
    const ready = await readyDashboard(world);
    world.core.tell('reading', NO_READING);
    expect(await ready.next()).toEqual({ type: 'feed', feed: 'reading', value: NO_READING });
  });
});
