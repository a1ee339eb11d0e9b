import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { VIEWS, type View } from '../../renderer/stores/dashboard-store.ts';
import { PAGE_TEXTS } from '../../shared/locales/pages.ts';

const LANGUAGES = [
  { language: 'ko', locale: 'ko-KR', words: PAGE_TEXTS.ko },
  { language: 'en', locale: 'en-US', words: PAGE_TEXTS.en },
] as const;

/** By then a page has its answers from the core. */
const SETTLE_MS = 1_500;
const SIZE = { width: 1280, height: 720 };

/** One picture of every page of the dashboard in each language: `guide-<language>-<view>.png`. */
export async function guidePictures(browser: Browser, url: string, out: string): Promise<void> {
  for (const { language, locale, words } of LANGUAGES) {
    const page = await browser.newPage({
      locale,
      timezoneId: 'Asia/Seoul',
      viewport: SIZE,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    await page.goto(`${url}?lang=${language}`);
    for (const view of VIEWS) {
      const name = page.locator('.view-name', {
        hasText: new RegExp(`^${words[`view.${view}`]}$`),
      });
      await page.locator('.view', { has: name }).click();
      await page.waitForTimeout(SETTLE_MS);
      await page.screenshot({ path: join(out, nameOf(language, view)) });
    }
    await page.close();
  }
}

function nameOf(language: string, view: View): string {
  return `guide-${language}-${view}.png`;
}
