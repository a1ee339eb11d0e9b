import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PARTS, type PartOf } from '../../../renderer/stores/dashboard-store.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { english } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const FONT = 'node_modules/@fontsource/do-hyeon/files/do-hyeon-latin-400-normal.woff2';
/** One dot. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A rule for donations, called by its conditions. */
const donation = (amount: string) => `${english('kind.DONATION')} · ${amount}`;

async function openAlerts(page: Page, dashboardUrl: string, part: PartOf<'alerts'>): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${dashboardUrl}?lang=en`);
  await openPlace(page, 'alerts', part);
}

test('a newcomer meets little on each part, and makes a first own alert', async ({
  page,
  context,
  dashboardUrl,
  overlayUrl,
}) => {
  await test.step('a newcomer meets at most 25 controls on each part, and the part is remembered', async () => {
    await openAlerts(page, dashboardUrl, 'queue');
    const controls = page
      .locator('.tabs, .part-panel')
      .locator('button, input, select, textarea, summary, a[href], [tabindex="0"]');
    for (const part of PARTS.alerts) {
      await openPlace(page, 'alerts', part);
      await expect(page.getByRole('tabpanel').getByRole('region').first()).toBeVisible();
      const shown = await controls.filter({ visible: true }).count();
      expect(shown, part).toBeGreaterThan(3);
      expect(shown, part).toBeLessThanOrEqual(25);
    }
    await page.reload();
    await openPlace(page, 'alerts');
    await expect(page.getByRole('tab', { name: english('part.settings') })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
  await test.step('the first own alert takes four clicks and no scrolling', async () => {
    const overlay = await context.newPage();
    await overlay.goto(overlayUrl);
    await openPlace(page, 'alerts', 'rules');
    await page
      .getByRole('button', {
        name: english('rules.add-one', {
          name: english('preset.big-donation', { from: 10_000 }),
        }),
      })
      .click();
    const upload = page.getByLabel(english('media.upload-for', { name: english('variant.image') }));
    const play = page.getByRole('button', { name: english('rule-test.play') });
    for (const target of [
      upload,
      play,
      page.getByLabel(english('media.upload-for', { name: english('variant.sound') })),
    ]) {
      await expect(target).toBeInViewport({ ratio: 1 });
    }
    const chooser = page.waitForEvent('filechooser');
    await upload.click();
    const file = { name: 'my.png', mimeType: 'image/png', buffer: PIXEL };
    await (await chooser).setFiles(file);
    await expect(page.getByLabel(english('variant.image'), { exact: true })).toHaveValue(
      /^[0-9a-f]{64}$/,
    );
    await expect(
      page.getByText(
        [
          english('media.image'),
          english('media.kilobytes', { size: 0.1 }),
          english('media.uses', { count: 1 }),
        ].join(' · '),
      ),
    ).toBeAttached();
    await play.click();
    await expect(overlay.locator('.sl-alert-media')).toHaveAttribute('src', /media\/[0-9a-f]{64}$/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('size, typeface, volume and four rules by amount are what the overlay shows', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await openAlerts(page, dashboardUrl, 'settings');
  await test.step('size and typeface reach the overlay, and the volume is measured on this page', async () => {
    await page.getByRole('slider', { name: english('defaults.scale') }).fill('125');
    const font = await readFile(FONT);
    await page
      .getByLabel(english('media.upload-for', { name: english('defaults.font') }))
      .setInputFiles({ name: 'Own face.woff2', mimeType: 'font/woff2', buffer: font });
    await expect(page.getByLabel(english('defaults.font'), { exact: true })).toHaveValue(
      /^[0-9a-f]{64}$/,
    );
    const scale = () =>
      overlay.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--ov-alert-scale').trim(),
      );
    await expect.poll(scale).toBe('1.25');
    stage.simulator.publish(simEvents(stage.simulator).donation);
    const card = overlay.locator('.sl-alert');
    await expect(card).toHaveCSS('scale', '1.25');
    await expect(card.locator('.sl-alert-hero')).toHaveCSS('font-family', /^sl-own/);
    const loaded = () =>
      overlay.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => family.includes('sl-own') && status === 'loaded',
        ),
      );
    await expect.poll(loaded).toBe(true);

    const meter = page.getByRole('meter', { name: english('defaults.meter') });
    await expect(meter).toHaveAttribute('aria-valuetext', '-60 dB');
    await page
      .getByRole('button', { name: english('speech.try') })
      .first()
      .click();
    const peak = page.locator('.meter-peak');
    const decibels = async () => Number.parseFloat((await peak.textContent()) || '-60');
    await expect.poll(decibels).toBeGreaterThan(-30);
    await expect(page.getByRole('button', { name: english('speech.stop') })).toHaveCount(0);
    const loud = await decibels();
    await page.getByRole('slider', { name: english('defaults.volume') }).fill('10');
    await page
      .getByRole('button', { name: english('speech.try') })
      .first()
      .click();
    await expect(page.getByRole('button', { name: english('speech.stop') })).toBeVisible();
    await expect(page.getByRole('button', { name: english('speech.stop') })).toHaveCount(0);
    const quiet = await decibels();
    expect(loud - quiet).toBeGreaterThan(14);
  });
  await test.step('four rules at one press: each donation has its size on the overlay', async () => {
    await openPlace(page, 'alerts', 'rules');
    await page.getByRole('button', { name: english('tiers.add') }).click();
    await expect(page.locator('.rule-name')).toHaveText([
      donation(english('summary.beams-from', { from: 50_000 })),
      donation(english('summary.beams-between', { from: 10_000, to: 49_999 })),
      donation(english('summary.beams-between', { from: 1_000, to: 9_999 })),
      donation(english('summary.beams-to', { to: 999 })),
    ]);
    await expect(page.locator('.rule-says')).toHaveText([
      english('rules.outcome', { look: english('level.grand') }),
      english('rules.outcome', { look: english('level.large') }),
      english('rules.outcome', { look: english('level.medium') }),
      english('rules.outcome', { look: english('level.small') }),
    ]);
    await expect
      .poll(() => readFile(`${stage.dataDir}/settings.json`, 'utf8'))
      .toMatch(/"level":\s*"small"/);
    stage.simulator.publish(simEvents(stage.simulator, '2').donation);
    const given = overlay.locator('.sl-alert').filter({ hasText: '후원자 2' });
    await expect(given).toHaveAttribute('data-level', 'large');
  });
});
