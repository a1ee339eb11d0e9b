import { THEME_IDS } from '../../shared/overlay/names.ts';
import { LANGUAGES } from '../../shared/problem.ts';
import { openPicture } from '../support/pictures-page.ts';
import { expect, test } from './fixtures.ts';

/**
 * Chat, a donation's alert, the draws' tally and a goal in every theme and language, compared with
 * the pictures that lie in `pictures/`. How to take them anew: docs/gallery.md.
 */
test.use({ viewport: { width: 960, height: 540 }, deviceScaleFactor: 1 });

for (const theme of THEME_IDS) {
  for (const language of LANGUAGES) {
    test(`the theme ${theme} looks as it was designed, in ${language}`, async ({
      page,
      overlayUrl,
    }) => {
      await openPicture(page, overlayUrl, { theme, language });
      await expect(page).toHaveScreenshot(`${theme}-${language}.png`);
    });
  }
}
