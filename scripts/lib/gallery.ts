import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { THEME_IDS } from '../../shared/overlay/names.ts';
import { openPicture } from '../../tests/support/pictures-page.ts';

/**
 * Takes the pictures of `docs/gallery.md`: each theme with the same show in front of the same game.
 * `overlayUrl` is the overlay of a live host, `out` the folder to write into.
 */
export async function galleryPictures(
  browser: Browser,
  overlayUrl: string,
  out: string,
): Promise<void> {
  for (const theme of THEME_IDS) {
    const viewport = { width: 1280, height: 720 };
    const page = await browser.newPage({ viewport, locale: 'ko-KR', timezoneId: 'Asia/Seoul' });
    await openPicture(page, overlayUrl, { theme, language: 'ko' });
    await page.screenshot({ path: join(out, `theme-${theme}.png`) });
    await page.close();
  }
}
