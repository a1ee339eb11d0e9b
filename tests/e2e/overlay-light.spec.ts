import { pressAt } from '../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOfSight, SIGHTS, speak } from '../support/open-to-all.ts';
import { expect, test } from './fixtures.ts';

for (const sight of SIGHTS.filter(({ colorScheme }) => colorScheme === 'light')) {
  test(`the overlay's page is open to everybody: ${nameOfSight(sight)}`, async ({
    page,
    dashboardUrl,
  }) => {
    test.setTimeout(120_000);
    await lookAs(page, sight);
    await page.goto(dashboardUrl);
    await speak(page, sight.language);
    await pressAt(page, page.locator('.view').nth(2));
    await page.locator('.layer-name').first().waitFor();
    await expectOpenToAll(page, 'the page');
    const layer = page.locator('.layer-name').first();
    await pressAt(page, layer);
    await expect(layer).toHaveAttribute('aria-pressed', 'true');
    await expectOpenToAll(page, 'a widget chosen');
  });
}
