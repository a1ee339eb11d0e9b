import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const openDesk = async (page: Page, dashboardUrl: string) => {
  await page.goto(dashboardUrl);
  await openPlace(page, 'alerts', 'queue');
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an alert that was cleared away is played from the desk, and stays there as played', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const onAir = card(page, text('queue.now-title'));
  const missed = card(page, text('queue.missed'));
  await openDesk(page, dashboardUrl);
  await onAir.getByRole('button', { name: text('alerts.pause') }).click();
  // The core has it: an alert that came before would play.
  await expect(onAir.getByRole('button', { name: text('alerts.resume') })).toBeVisible();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(onAir.getByText(text('alerts.waiting', { count: 1 }))).toBeVisible();
  await onAir.getByRole('button', { name: text('queue.clear') }).click();
  await expect(missed.getByText('12,000빔')).toBeVisible();

  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await missed.getByRole('button', { name: textLike('queue.play-one') }).click();
  await onAir.getByRole('button', { name: text('alerts.resume') }).click();
  await expect(overlay.locator('.sl-stage-slot')).toBeVisible();
  const playing = card(page, text('queue.playing'));
  await expect(playing.getByText(new RegExp(`^${text('receipt.painted')}`))).toBeVisible();
  await onAir.getByRole('button', { name: text('alerts.skip') }).click();
  await expect(card(page, text('queue.over')).getByText('12,000빔')).toBeVisible();
  await expect(missed.getByText(/^없어요\. 보이는 오버레이가/)).toBeVisible();
});

test('an alert waits for approval, and one that was turned down can be played after all', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  await openDesk(page, dashboardUrl);
  await openPlace(page, 'alerts', 'settings');
  await page.getByRole('radio', { name: text('queue.check-approve') }).check();
  await openPlace(page, 'alerts', 'queue');
  const held = card(page, text('queue.held'));
  await expect(held.getByText(/^없어요\. 새 알림은/)).toBeVisible();
  // The part is shown that was shown last.
  await openDesk(page, dashboardUrl);
  await expect(held.getByText(/^없어요\. 새 알림은/)).toBeVisible();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(held.getByText('12,000빔')).toBeVisible();
  await held.getByRole('button', { name: /^거절/ }).click();
  await page.getByRole('button', { name: text('queue.play-after-all'), exact: true }).click();
  await expect(card(page, text('queue.playing')).getByText('12,000빔')).toBeVisible();
});

test('the desk is open to everybody in every size and theme', { tag: '@look' }, async ({
  page,
  stage,
  dashboardUrl,
}) => {
  test.slow();
  await openDesk(page, dashboardUrl);
  await openPlace(page, 'alerts', 'settings');
  await page.getByRole('radio', { name: text('queue.check-hold') }).check();
  await page.getByRole('switch', { name: text('speech.on') }).check();
  for (const look of looksAt(400, 1280)) {
    await lookAs(page, look);
    await expectOpenToAll(page, `settings, ${nameOf(look)}`);
  }
  await openPlace(page, 'alerts', 'queue');
  for (const look of looksAt(400, 1280)) {
    await lookAs(page, look);
    // One of its own: nobody holds an alert for long.
    const name = nameOf(look);
    stage.simulator.publish(simEvents(stage.simulator, name).donation);
    await expect(page.getByText(`후원자 ${name}`).first()).toBeVisible();
    await expect(page.getByText('12,000빔').first()).toBeVisible();
    await expectOpenToAll(page, name);
  }
});
