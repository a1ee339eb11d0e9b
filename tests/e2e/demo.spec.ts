import { test as base, expect } from '@playwright/test';
import { HeadlessProcess } from '../support/headless-process.ts';

/** The demo as somebody sees it who has just typed the first command of the README. */
const test = base.extend<{ demo: HeadlessProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  demo: async ({}, use) => {
    const demo = new HeadlessProcess(['--demo', '--no-open', '--port', '0']);
    await use(demo);
    demo.child.kill('SIGKILL');
    await demo.exited;
  },
});

const TONES = ['donation', 'subscription', 'purchase', 'draw'];

test('the demo shows all five kinds by itself, and stops at the first Ctrl-C', async ({
  page,
  demo,
}) => {
  const ready = await demo.waitFor(({ type }) => type === 'ready');
  await page.goto(String(ready['overlayUrl']));
  await expect(page.locator('.sl-chat-line').first()).toBeVisible();
  await expect(page.locator('img.sl-emoji').first()).toBeVisible();
  const seen = new Set<string>();
  await expect(async () => {
    const tone = await page
      .locator('.sl-alert')
      .first()
      .getAttribute('data-tone', { timeout: 500 });
    if (tone) seen.add(tone === 'cheering' ? 'donation' : tone);
    expect([...seen].sort()).toEqual([...TONES].sort());
  }).toPass({ timeout: 45_000, intervals: [200] });
  await expect(page.locator('.sl-tallies')).toBeVisible();
  expect(await demo.stop('SIGINT')).toEqual({ code: 0, signal: null });
});
