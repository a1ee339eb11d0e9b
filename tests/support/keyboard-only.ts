import type { Locator, Page } from '@playwright/test';

/** Stops a walk may take to an element. */
const MOST_STOPS = 120;

interface Watched {
  lostFocus?: string[];
}

/**
 * From here on the page notes every frame in which the keyboard is nowhere (at BODY) after it was
 * somewhere, with what had it before.
 */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const lost: string[] = [];
    (globalThis as Watched).lostFocus = lost;
    let last = '';
    let isNoted = true;
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return;
      const name = target.getAttribute('aria-label') ?? target.textContent ?? '';
      last = `${target.tagName} ${name.trim().slice(0, 40)}`;
      isNoted = false;
    });
    const look = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && !isNoted) {
        isNoted = true;
        lost.push(last);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** What had the focus each time that it was lost. */
export function lostFocus(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as Watched).lostFocus ?? ['nobody looked']);
}

/** Tab by Tab to an element. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached with ${key}`);
}

/** To an element, and presses it. */
export async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
