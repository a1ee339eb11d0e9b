import { fillCore } from '../../support/full-core.ts';
import { tabTo } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, type Sight, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { english } from '../../support/texts.ts';
import { expect, pageTest as test } from '../fixtures.ts';

/** Every place, and every part of those that have some. */
const VIEWS = [
  ['live'],
  ['alerts'],
  ['overlay'],
  ['stream'],
  ['viewers'],
  ['history', 'records'],
  ['history', 'drops'],
  ['settings', 'app'],
  ['settings', 'connection'],
  ['settings', 'permissions'],
] as const;

// The other way round each page is looked at by its own spec.
const SIGHTS: readonly Sight[] = [
  { width: 1280, colorScheme: 'dark', language: 'en' },
  { width: 400, colorScheme: 'dark', language: 'ko' },
];

test('every page is open to everybody in the dark, wide and narrow', { tag: '@look' }, async ({
  page,
  core,
  dashboardUrl,
}) => {
  await fillCore(core, page);
  await page.goto(dashboardUrl);
  for (const [view, part] of VIEWS) {
    await openPlace(page, view, part);
    if (view === 'overlay') await page.locator('.layer-name').first().waitFor();
    for (const sight of SIGHTS) {
      await lookAs(page, sight);
      await speak(page, sight.language);
      await expectOpenToAll(page, `${part ?? view}, ${nameOf(sight)}`);
    }
  }
});

/** What the editor says of the chat at this place, in hundredths of the scene. */
const chatAt = (x: number, y: number): string =>
  english('stage.item', { name: english('widget.chat'), x, y, width: 25, height: 60 });

test('a widget is chosen, moved and put back with the keyboard alone', async ({
  page,
  dashboardUrl,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(dashboardUrl);
  await speak(page, 'en');
  await openPlace(page, 'overlay');
  const grip = page.locator('.stage-grip').filter({ hasText: english('widget.chat') });
  await expect(grip).toHaveAccessibleName(chatAt(1.5, 37.4));
  // By Tab from the tab of the page.
  await page
    .locator('.views')
    .getByRole('button', { name: english('view.overlay') })
    .focus();
  await tabTo(page, grip);
  await page.keyboard.press('Enter');
  await expect(grip).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(grip).toHaveAccessibleName(chatAt(2.5, 37.4));
  await page.keyboard.press('Shift+ArrowDown');
  await expect(grip).toHaveAccessibleName(chatAt(2.5, 37.5));
  await expect(grip).toBeFocused();
  // One step if the second followed at once, else two; before the first there is nothing.
  for (const key of ['Control+z', 'Control+z']) await page.keyboard.press(key);
  await expect(grip).toHaveAccessibleName(chatAt(1.5, 37.4));
});
