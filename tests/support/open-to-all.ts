import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

/** How a page is looked at, in the language that it has. */
export interface Look {
  readonly width: number;
  readonly colorScheme: 'dark' | 'light';
}

export interface Sight extends Look {
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

/** Dark and light at each of these widths. */
export const looksAt = (...widths: readonly number[]): readonly Look[] =>
  widths.flatMap((width) =>
    (['dark', 'light'] as const).map((colorScheme) => ({ width, colorScheme })),
  );

export const nameOf = ({ width, colorScheme, ...sight }: Look | Sight): string =>
  [`${width} px`, colorScheme, ...('language' in sight ? [sight.language] : [])].join(', ');

/** A page that is open already follows, until nothing of it fades from the colours before. */
export async function lookAs(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await atRest(page);
}

/** Waits until what the page was told is drawn, and nothing fades from the colours before. */
function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const isFading = (each: Animation) =>
      each instanceof CSSTransition && each.playState === 'running';
    await frame();
    await frame();
    // Not `finished`: inside a closed `details` it never settles.
    while (document.getAnimations().some(isFading)) await frame();
  });
}

/** Chooses the language in the menu, without the pointer's way to it. */
export async function speak(page: Page, language: string): Promise<void> {
  // Before there are places, the app is not there to keep the language.
  await page.locator('main > .views').waitFor({ state: 'attached' });
  const button = `.popup .segments button[lang="${language}"]`;
  await page.evaluate(async (chosen) => {
    const press = async (selector: string): Promise<void> => {
      for (;;) {
        const found = document.querySelector<HTMLElement>(selector);
        if (found) return found.click();
        await new Promise(requestAnimationFrame);
      }
    };
    await press('.menu-button');
    await press(chosen);
  }, button);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await page.keyboard.press('Escape');
  await expect(page.locator('.popup')).toHaveCount(0);
}

/** As a page has it that was looked at. */
declare const axe: typeof import('axe-core');

/**
 * Clean, and not wider than the page, once it is at rest. What viewers see in a preview is a picture there.
 * `part`: selector of what is looked at; left out: all of the page.
 */
export async function expectOpenToAll(page: Page, what: string, part?: string): Promise<void> {
  await atRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  // In the page itself, which has no frame of a stranger. Of what is well nothing is told.
  const violations = await page.evaluate(async (include) => {
    const context = { include: [include], exclude: ['.overlay-frame'] };
    const found = await axe.run(context, { iframes: false, resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, part ?? 'html');
  expect(violations, what).toEqual([]);
  const [wide, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  expect(wide, what).toBeLessThanOrEqual(room ?? 0);
}
