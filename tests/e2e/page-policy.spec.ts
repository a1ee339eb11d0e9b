import type { Page } from '@playwright/test';
import { expect, pageTest as test } from './fixtures.ts';

/** What a page says to markup from a text, and to a policy of somebody else's. */
const refusals = (page: Page) =>
  page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    const isRefused = (run: () => unknown): boolean => {
      try {
        run();
        return false;
      } catch (failure) {
        return failure instanceof TypeError;
      }
    };
    const box = document.createElement('div');
    const own = { createHTML: (text: string) => text };
    return {
      markup: isRefused(() => {
        box.innerHTML = '<img src=x>';
      }),
      plain: isRefused(() => {
        box.innerHTML = 'words';
      }),
      script: isRefused(() => {
        document.createElement('script').text = 'words';
      }),
      policy: isRefused(() => trustedTypes.createPolicy('mine', own)),
      another: isRefused(() => trustedTypes.createPolicy('default', own)),
    };
  });

test('the custom CSS of OBS works in the overlay, and nothing of it is markup', async ({
  page,
  overlayUrl,
  complaints,
}) => {
  await page.goto(overlayUrl);
  await expect(page.locator('.sl-overlay')).toBeAttached();
  // As OBS does it when the page has loaded.
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.innerHTML = decodeURIComponent('body%20%7B%20outline%3A%203px%20solid%3B%20%7D');
    document.head.appendChild(style);
  });
  expect(await page.evaluate(() => getComputedStyle(document.body).outlineWidth)).toBe('3px');
  expect(complaints).toEqual([]);
  expect(await refusals(page)).toEqual({
    markup: true,
    plain: false,
    script: true,
    policy: true,
    another: true,
  });
  complaints.splice(0);
});

test('the dashboard takes no markup and no policy', async ({ page, dashboardUrl, complaints }) => {
  await page.goto(dashboardUrl);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(complaints).toEqual([]);
  expect(await refusals(page)).toEqual({
    markup: true,
    plain: true,
    script: true,
    policy: true,
    another: true,
  });
  complaints.splice(0);
});
