import { pressAt } from '../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, SIGHTS, speak } from '../support/open-to-all.ts';
import { walkToPlace } from '../support/places.ts';
import { expect, pageTest as test } from './fixtures.ts';

test("the overlay's page is open to everybody in the light, a widget chosen or not", {
  tag: '@look',
}, async ({ page, dashboardUrl }) => {
  await page.goto(dashboardUrl);
  await walkToPlace(page, 'overlay');
  const layer = page.locator('.layer-name').first();
  for (const isChosen of [false, true]) {
    await layer.waitFor();
    if (isChosen) await pressAt(page, layer);
    for (const sight of SIGHTS.filter(({ colorScheme }) => colorScheme === 'light')) {
      await lookAs(page, sight);
      await speak(page, sight.language);
      await expect(layer).toHaveAttribute('aria-pressed', String(isChosen));
      const what = isChosen ? 'a widget chosen' : 'the page';
      await expectOpenToAll(page, `${what}, ${nameOf(sight)}`);
    }
  }
});
