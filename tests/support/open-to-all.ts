import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** How a page is looked at. */
export interface Sight {
  readonly width: number;
  readonly colorScheme: 'dark' | 'light';
  readonly language: 'ko' | 'en';
}

/** Two that have nothing in common, for a page that other specs have looked at in all ways. */
export const OPPOSITES: readonly Sight[] = [
  { width: 400, colorScheme: 'dark', language: 'ko' },
  { width: 1280, colorScheme: 'light', language: 'en' },
];

/** Dock and desk, dark and light, each language at both and in both. */
export const SIGHTS: readonly Sight[] = [400, 1280].flatMap((width, at) =>
  (['dark', 'light'] as const).map((colorScheme, of) => ({
    width,
    colorScheme,
    language: (at + of) % 2 === 0 ? ('ko' as const) : ('en' as const),
  })),
);

export const nameOfSight = ({ width, colorScheme, language }: Sight): string =>
  `${width} px, ${colorScheme}, ${language}`;

export async function lookAs(page: Page, { width, colorScheme }: Sight): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

export async function speak(page: Page, language: Sight['language']): Promise<void> {
  await page.locator(`.segments button[lang="${language}"]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Clean, and not wider than the page. What viewers see in a preview is a picture there. */
export async function expectOpenToAll(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('.overlay-frame').analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    what,
  ).toEqual([]);
  const [wide, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  expect(wide, what).toBeLessThanOrEqual(room ?? 0);
}
