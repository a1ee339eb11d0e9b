import type { Page } from '@playwright/test';

/** Has a page write down what its sounds and videos play. */
export async function notePlayed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const played: string[] = [];
    Object.assign(window, { played });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function playNoted(this: HTMLMediaElement) {
      played.push(this.src);
      return play.call(this);
    };
  });
}

/** The addresses of what was played, in order. */
export const playedOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { readonly played: string[] }).played);
