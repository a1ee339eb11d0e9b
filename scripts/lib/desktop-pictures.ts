import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { showOverlay } from '../../tests/support/desktop-deeds.ts';
import {
  type LaunchedApp,
  type LaunchOptions,
  launchApp,
  leavePlace,
  makePlace,
} from '../../tests/support/desktop-launch.ts';
import { SCENE } from './scene.ts';

/** Takes the README's pictures of the desktop app: its own windows with the demo's data. */
const OUT = join(import.meta.dirname, '../../docs/pictures');
const LARGEST_BYTES = 300_000;
/** All entrance animations have ended by then. */
const REST_MS = 1_200;

async function withApp(
  options: LaunchOptions,
  run: (launched: LaunchedApp) => Promise<void>,
): Promise<void> {
  const place = await makePlace();
  const launched = await launchApp(place, options);
  try {
    await run(launched);
  } finally {
    await launched.end();
    await leavePlace(place);
  }
}

async function size(launched: LaunchedApp, page: Page, width: number, height: number) {
  const window = await launched.app.browserWindow(page);
  await window.evaluate((found, to) => found.setBounds({ x: 0, y: 0, ...to }), { width, height });
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(REST_MS);
  const path = join(OUT, `${name}.png`);
  await page.screenshot({ path });
  const { size: bytes } = statSync(path);
  if (bytes > LARGEST_BYTES) throw new Error(`${name}.png has ${bytes} bytes`);
  process.stderr.write(`${name}.png ${Math.ceil(bytes / 1000)} kB\n`);
}

await withApp({ settings: { language: 'ko' } }, async (launched) => {
  const page = await launched.dashboard();
  await size(launched, page, 1280, 600);
  await page.mouse.move(0, 0);
  await save(page, 'app-first-run');
});

const demo = { language: 'ko', desktop: { mode: 'demo', step: 'done' } } as const;
await withApp({ settings: demo }, async (launched) => {
  const page = await launched.dashboard();
  await page.emulateMedia({ colorScheme: 'dark' });
  await size(launched, page, 1280, 860);
  // The bar would cover the tallies.
  const parts = { chat: true, alerts: true, tallies: false };
  const overlay = await showOverlay(launched, { locked: false, parts });
  await size(launched, overlay, 1280, 720);
  await overlay.addStyleTag({ content: SCENE });
  await page.locator('.event').nth(8).waitFor();
  await page.locator('.event[data-kind="DONATION"]').first().waitFor();
  await save(page, 'app-dashboard');
  await overlay.locator('.sl-chat-line').nth(4).waitFor();
  // A fresh alert stays on screen for the picture.
  const cards = overlay.locator('.sl-alert[data-tone="donation"]');
  await cards.waitFor({ state: 'detached' });
  await cards.waitFor({ timeout: 60_000 });
  await save(overlay, 'app-overlay-window');
});
