import type { Page } from '@playwright/test';
import { ALERT_EXIT_MS } from '../../renderer/overlay/alert-director.ts';

/**
 * From the next page on an alert that ends is gone at once, without the moment in which it moves out:
 * for who looks at hundreds of them, one after the other, as they stand.
 */
export async function skipExits(page: Page): Promise<void> {
  await page.addInitScript((exits) => {
    const after = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, delayMs?: number) =>
      after(run, exits.includes(delayMs ?? 0) ? 0 : delayMs)) as typeof window.setTimeout;
  }, Object.values(ALERT_EXIT_MS));
}
