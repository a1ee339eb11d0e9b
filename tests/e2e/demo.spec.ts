import { expect, demoTest as test } from './fixtures.ts';

const TONES = ['donation', 'subscription', 'purchase', 'draw'];

test('the demo shows all five kinds by itself, and stops at the first Ctrl-C', async ({
  page,
  demo,
}) => {
  const ready = await demo.waitFor(({ type }) => type === 'ready');
  await page.goto(String(ready['overlayUrl']));
  await expect(page.locator('.sl-chat-line').last()).toBeVisible();
  await expect(page.locator('img.sl-emoji').first()).toBeVisible();
  const seen = new Set<string>();
  await expect(async () => {
    const tone = await page
      .locator('.sl-alert')
      .first()
      .getAttribute('data-tone', { timeout: 500 });
    if (tone) seen.add(tone === 'cheering' ? 'donation' : tone);
    expect([...seen].sort()).toEqual([...TONES].sort());
  }).toPass({ intervals: [200] });
  await expect(page.locator('.sl-tallies')).toBeVisible();
  expect(await demo.stop('SIGINT')).toEqual({ code: 0, signal: null });
});
