import type { Page } from '@playwright/test';

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
