import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const VIEWS = [
  { ko: '방송', en: 'Live' },
  { ko: '연결', en: 'Connection' },
  { ko: '오버레이', en: 'Overlay' },
  { ko: '알림', en: 'Alerts' },
  { ko: '방송 설정', en: 'Stream' },
  { ko: '시청자', en: 'Viewers' },
  { ko: '드롭스', en: 'Drops' },
  { ko: '내역', en: 'History' },
  { ko: '설정', en: 'Settings' },
] as const;

async function speak(page: Page, language: 'ko' | 'en'): Promise<void> {
  await page.locator(`.segments button[lang="${language}"]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

async function show(page: Page, name: string): Promise<void> {
  const word = page.locator('.view-name', { hasText: new RegExp(`^${name}$`) });
  const tab = page.locator('.view', { has: word });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

// The other way round each page is looked at by its own spec.
for (const [width, language] of [
  [1280, 'en'],
  [400, 'ko'],
] as const) {
  test(`every page is open to everybody at ${width} px, ${language}, dark`, async ({
    page,
    dashboardUrl,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(dashboardUrl);
    await speak(page, language);
    for (const view of VIEWS) {
      await show(page, view[language]);
      if (view.en === 'Overlay') await page.locator('.layer-name').first().waitFor();
      // What viewers see inside the preview is a picture to the dashboard, told by its name.
      const { violations } = await new AxeBuilder({ page }).exclude('.overlay-frame').analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, view.en).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, view.en).toBeLessThanOrEqual(width);
    }
  });
}

test('a widget is chosen, moved and put back with the keyboard alone', async ({
  page,
  dashboardUrl,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(dashboardUrl);
  await speak(page, 'en');
  await show(page, 'Overlay');
  const grip = page.locator('.stage-grip').filter({ hasText: 'Chat' });
  await expect(grip).toHaveAccessibleName(/^Chat: left 1\.5%, top 37\.4%/);
  // By Tab from the tab of the page, as far as it takes.
  await page.locator('.views').getByRole('button', { name: 'Overlay' }).focus();
  const reached = () => grip.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await reached()); presses += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(grip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(grip).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(grip).toHaveAccessibleName(/^Chat: left 2\.5%, top 37\.4%/);
  await page.keyboard.press('Shift+ArrowDown');
  await expect(grip).toHaveAccessibleName(/^Chat: left 2\.5%, top 37\.5%/);
  await expect(grip).toBeFocused();
  for (let steps = 0; steps < 2 && !/left 1\.5%/.test(await nameOf(page)); steps += 1) {
    await page.keyboard.press('Control+z');
  }
  await expect(grip).toHaveAccessibleName(/^Chat: left 1\.5%, top 37\.4%/);
});

const nameOf = async (page: Page): Promise<string> =>
  (await page.locator('.stage-grip[aria-pressed="true"]').getAttribute('aria-label')) ?? '';
