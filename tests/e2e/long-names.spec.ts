import type { Page } from '@playwright/test';
import { fillWithLongNames, LONG_NAME, publishLongEvents } from '../support/hostile-world.ts';
import { expect, test } from './fixtures.ts';

const WIDTH = 400;
/** A view, and what stands on it when everything it shows has come. */
const VIEWS = [
  { name: '방송', shows: '.event[data-kind="GOODS_PURCHASE"]' },
  { name: '알림', shows: '.desk-rows .desk-row' },
  { name: '오버레이', shows: '.layer-name' },
  { name: '방송 설정', shows: '.stream-tags' },
  { name: '시청자', shows: '.person' },
  { name: '드롭스', shows: '.drops-campaign' },
  { name: '내역', shows: '.books-row' },
  { name: '연결', shows: '.life' },
  { name: '설정', shows: '.upkeep-part .card' },
] as const;

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
  stage,
  host,
  dashboardUrl,
}) => {
  test.slow();
  fillWithLongNames(stage.simulator);
  expect(host.child.exitCode).toBeNull();
  await page.setViewportSize({ width: WIDTH, height: 900 });
  await page.goto(dashboardUrl);
  await page.locator('.view').first().waitFor();
  publishLongEvents(stage.simulator, 60);
  await expect(page.getByText(LONG_NAME.slice(-20)).first()).toBeAttached();
  for (const { name, shows } of VIEWS) {
    await speak(page, 'ko');
    const word = page.locator('.view-name', { hasText: new RegExp(`^${name}$`) });
    await page.locator('.view', { has: word }).click();
    if (name === '드롭스') await page.getByRole('button', { name: '지금 확인' }).click();
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

async function speak(page: Page, language: 'ko' | 'en'): Promise<void> {
  await page.locator(`.strip .segments button[lang="${language}"]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
