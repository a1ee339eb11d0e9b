import type { Page } from '@playwright/test';
import type { Language } from '../../shared/locales/index.ts';
import type { ThemeId } from '../../shared/overlay/names.ts';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';
import { openOverlay, type Say } from './open-overlay.ts';
import { DONATION_ALERT, IMAGE_BASE, PICTURE_TIME, pictureFrames } from './pictures-frames.ts';
import { GAME_SCENE } from './pictures-scene.ts';

const DRAWINGS: Readonly<Record<string, string>> = {
  heart: '<path fill="#ff5d7a" d="M12 21L3 12V6l4-3 5 4 5-4 4 3v6z"/>',
  star: '<path fill="#ffd23f" d="M12 2l3 7h7l-6 5 2 8-6-5-6 5 2-8-6-5h7z"/>',
  fan: '<path fill="#7c5cff" d="M2 2h20v20H2z"/><path fill="#fff" d="M12 5l7 7-7 7-7-7z"/>',
  shield: '<path fill="#1fa971" d="M3 2h18v12l-9 8-9-8z"/><path fill="#fff" d="M10 6h4v10h-4z"/>',
  chest:
    '<path fill="#8a5a2b" d="M2 6h20v15H2z"/><path fill="#ffd23f" d="M2 11h20v3H2zM10 10h4v7h-4z"/>',
};

const drawing = (address: string) => DRAWINGS[new URL(address).pathname.slice(1, -4)] ?? '';

/** The images of the show, without a network. */
async function answerImages(page: Page): Promise<void> {
  await page.route(`${IMAGE_BASE}**`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="48" height="48">${drawing(route.request().url())}</svg>`,
    }),
  );
}

export interface Picture {
  readonly theme: ThemeId;
  readonly language: Language;
  /** Changes what the page is told; left out: nothing. */
  readonly alter?: (frame: OverlayDown) => OverlayDown;
}

/** Makes the picture's alert a grand one. */
export const GRAND = (frame: OverlayDown): OverlayDown =>
  frame.type === 'alert' && frame.alert
    ? { ...frame, alert: { ...frame.alert, look: { ...frame.alert.look, level: 'grand' } } }
    : frame;

/** Everything of a picture's page but its clock and what it waits for. */
export async function openScene(page: Page, overlayUrl: string, picture: Picture): Promise<Say> {
  const { theme, language, alter } = picture;
  await answerImages(page);
  await page.addInitScript(() => {
    Math.random = () => 0.5;
  });
  const frames = pictureFrames(theme, language).map((frame) => alter?.(frame) ?? frame);
  const say = await openOverlay(page, `${overlayUrl}?lang=${language}`, frames);
  await page.evaluate((scene) => {
    const game = new Image();
    game.src = `data:image/svg+xml,${encodeURIComponent(scene)}`;
    Object.assign(game.style, { position: 'fixed', inset: '0', zIndex: '-1' });
    Object.assign(game.style, { width: '100%', height: '100%' });
    document.body.prepend(game);
  }, GAME_SCENE);
  return say;
}

/**
 * Opens the overlay with the pictures' show in front of the pictures' game, with a fixed clock and
 * fixed chance, and waits until all of it is drawn: fonts and images there, nothing moving.
 */
export async function openPicture(page: Page, overlayUrl: string, picture: Picture): Promise<void> {
  await page.clock.setFixedTime(PICTURE_TIME);
  await openScene(page, overlayUrl, picture);
  const alert = page.locator(`[data-alert-id="${DONATION_ALERT}"][data-phase="in"]`);
  await alert.waitFor();
  for (const part of ['.sl-chat-line', '.sl-tallies', '.sl-goal']) {
    await page.locator(part).first().waitFor();
  }
  await page.evaluate(allDrawn);
}

/** Begins the alert's entrance again. */
export async function enterAgain(page: Page): Promise<void> {
  await page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>('.sl-stage-slot, .sl-curtain');
    for (const display of ['none', '']) {
      for (const part of parts) part.style.display = display;
      document.body.getBoundingClientRect();
    }
  });
}

/** Begins the alert's entrance again and stops everything `ms` into it. */
export async function holdAt(page: Page, ms: number): Promise<void> {
  await enterAgain(page);
  await page.evaluate(async (at) => {
    for (const movement of document.getAnimations()) {
      movement.pause();
      movement.currentTime = at;
    }
    await new Promise((done) => requestAnimationFrame(done));
  }, ms);
}

/** Runs in the page. An animation that is over may still hold its last look, which is to stay. */
export async function allDrawn(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const moving = () => document.getAnimations().filter(({ playState }) => playState !== 'finished');
  for (let turn = 0; turn < 100; turn += 1) {
    await Promise.all([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
    for (const movement of moving()) movement.finish();
    await frame();
    await frame();
    const images = [...document.images].every(({ complete }) => complete);
    if (images && document.fonts.status === 'loaded' && moving().length === 0) return;
  }
  throw new Error('The page does not come to rest.');
}
