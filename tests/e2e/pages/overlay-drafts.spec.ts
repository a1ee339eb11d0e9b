import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { keepOverlay } from '../../support/overlay-core.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { english } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

async function openEditor(page: Page, dashboardUrl: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${dashboardUrl}?lang=en`);
  await openPlace(page, 'overlay');
  await page.locator('.layer-name').first().waitFor();
}

test('edits go on air when they are put there, and an alert stays while layouts are switched', async ({
  page,
  context,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  const onAir = await context.newPage();
  await onAir.goto(overlayUrl);
  const chat = onAir.locator('[data-widget="chat"]');
  await expect(chat).toHaveCount(1);
  await openEditor(page, dashboardUrl);
  const putOnAir = page.getByRole('button', { name: english('draft.put-on-air') });
  await expect(putOnAir).toBeDisabled();

  await page
    .getByRole('button', { name: english('layers.shown', { name: english('widget.chat') }) })
    .click();
  await page
    .getByRole('button', { name: english('layers.add-one', { name: english('widget.totals') }) })
    .click();
  await page.getByLabel(english('themes.neon')).check();
  await expect(page.getByText(english('draft.changes', { count: 3 }))).toBeVisible();
  // A second dashboard sees the draft, and it is still there after a reload.
  await page.reload();
  await openPlace(page, 'overlay');
  await expect(page.getByText(english('draft.changes', { count: 3 }))).toBeVisible();
  await expect(chat).toHaveCount(1);
  await expect(onAir.locator('html')).toHaveAttribute('data-theme', 'clean');

  await page.getByRole('button', { name: english('layouts.new') }).click();
  await page
    .locator('.dialog')
    .getByRole('button', { name: english('layouts.suggest-game') })
    .click();
  await page.getByRole('button', { name: english('layouts.create') }).click();
  await expect(page.getByText(english('draft.off-air'))).toBeHidden();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  const alert = onAir.locator('.sl-alert');
  await expect(alert).toBeVisible();
  await alert.evaluate((element) => element.setAttribute('data-seen-before', ''));
  await putOnAir.click();
  await expect(chat).toHaveCount(0);
  await expect(onAir.locator('[data-widget="totals"]')).toHaveCount(1);
  await expect(onAir.locator('.sl-alert[data-seen-before]')).toBeVisible();
  await expect(page.locator('.layout-tabs [aria-pressed="true"]')).toHaveText(
    new RegExp(`${english('layouts.suggest-game')}.*${english('layouts.on-air')}`),
  );
});

pageTest(
  'a draft and the question for a layout’s name are open to everybody',
  {
    tag: '@look',
  },
  async ({ page, core, dashboardUrl }) => {
    keepOverlay(core);
    await openEditor(page, dashboardUrl);
    await page
      .getByRole('button', { name: english('layers.shown', { name: english('widget.chat') }) })
      .click();
    await page.getByRole('button', { name: english('layouts.new') }).click();
    // The name is asked for first, and Enter is enough.
    await page.keyboard.type('Ending');
    await expectOpenToAll(page, 'a new layout');
    await page.keyboard.press('Enter');
    await expect(page.getByText(english('draft.off-air'))).toBeVisible();
    await page
      .getByRole('button', { name: english('layers.shown', { name: english('widget.alerts') }) })
      .click();
    for (const sight of looksAt(400, 1280)) {
      await lookAs(page, sight);
      await expectOpenToAll(page, `a draft, ${nameOf(sight)}`);
    }
    await page.getByRole('button', { name: english('draft.save') }).click();
    await expect(page.getByText(english('draft.off-air'))).toBeVisible();
    await page.getByRole('button', { name: english('layouts.remove', { name: 'Ending' }) }).click();
    await page
      .getByRole('button', { name: english('layouts.remove-confirm'), exact: true })
      .click();
    await expect(page.getByText(english('draft.changes', { count: 1 }))).toBeVisible();
  },
);

pageTest(
  'the large preview is no overlay page, and opens no address',
  async ({ page, dashboardUrl }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('websocket', (socket) => asked.push(socket.url()));
    await openEditor(page, dashboardUrl);
    await page.getByRole('button', { name: english('preview.open') }).click();
    const preview = page.getByRole('dialog', { name: english('overlay.preview-title') });
    const picture = page.frameLocator('.preview iframe');
    await expect(picture.locator('.sl-chat-message').first()).toBeVisible();
    await preview
      .getByRole('button', { name: english('preview.donation', { amount: 50_000 }) })
      .click();
    await expect(picture.locator('.sl-alert')).toContainText('50,000');
    for (const sight of looksAt(400, 1280)) {
      await lookAs(page, sight);
      await expectOpenToAll(page, `preview, ${nameOf(sight)}`);
    }
    await page.keyboard.press('Escape');
    await expect(preview).toHaveCount(0);
    await expect(page.getByRole('button', { name: english('preview.open') })).toBeFocused();
    expect(asked.filter((address) => new URL(address).pathname.startsWith('/overlay/'))).toEqual(
      [],
    );
  },
);
