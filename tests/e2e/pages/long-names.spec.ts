import type { Page } from '@playwright/test';
import type { PartedView, PartOf, View } from '../../../renderer/stores/dashboard-store.ts';
import { fillCore } from '../../support/full-core.ts';
import { LONG_NAME } from '../../support/hostile-world.ts';
import { speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { expect, pageTest as test } from '../fixtures.ts';

const WIDTH = 400;
/** A view, and what stands on it when everything it shows has come. */
const VIEWS = [
  { view: 'live', shows: '.event[data-kind="GOODS_PURCHASE"]' },
  { view: 'alerts', shows: '.queue-rows .queue-row' },
  { view: 'overlay', shows: '.layer-name' },
  { view: 'stream', shows: '.stream-tags' },
  { view: 'viewers', shows: '.person' },
  { view: 'history', part: 'drops', shows: '.drops-campaign' },
  { view: 'history', part: 'records', shows: '.reports-row' },
  { view: 'settings', part: 'connection', shows: '.life' },
  { view: 'settings', part: 'app', shows: '.upkeep-part .card' },
] as const satisfies readonly {
  readonly view: View;
  readonly part?: PartOf<PartedView>;
  readonly shows: string;
}[];

/** What reaches past the right edge of the window without a scroller of its own around it. */
async function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
    return [...document.querySelectorAll('main *, header *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => !scrolls(element.parentElement))
      .map((element) => `${element.tagName} ${element.className}`);
  });
}

/** How much page there is below the last thing on it, pixels. */
async function voidBelow(page: Page): Promise<number> {
  return page.evaluate(() => {
    // Below the show's first screen, cards go on.
    const ends = [...document.querySelectorAll('main > *, .live-side > *')].map(
      (element) => element.getBoundingClientRect().bottom + scrollY,
    );
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight <= clientHeight ? 0 : scrollHeight - Math.max(...ends);
  });
}

test('names as long as they may be do not push a dock’s pages sideways', async ({
  page,
  core,
  dashboardUrl,
}) => {
  await fillCore(core, page);
  await page.setViewportSize({ width: WIDTH, height: 900 });
  await page.goto(dashboardUrl);
  await expect(page.getByText(LONG_NAME.slice(-20)).first()).toBeAttached();
  for (const { view, shows, ...place } of VIEWS) {
    const part = 'part' in place ? place.part : undefined;
    const name = part ?? view;
    await speak(page, 'ko');
    await openPlace(page, view, part);
    await expect(page.locator(shows).first()).toBeVisible();
    for (const language of ['ko', 'en'] as const) {
      await speak(page, language);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wide, `${name}, ${language}`).toBe(WIDTH);
      expect.soft(await sticksOut(page), `${name}, ${language}`).toEqual([]);
      expect.soft(await voidBelow(page), `${name}, ${language}`).toBeLessThanOrEqual(40);
    }
  }
});
