import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
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
  const onAir = card(page, '지금·다음 알림');
  const missed = card(page, '나오지 못한 알림');
  await openDesk(page, dashboardUrl);
  await onAir.getByRole('button', { name: text('alerts.pause') }).click();
  // The core has it: an alert that came before would play.
  await expect(onAir.getByRole('button', { name: text('alerts.resume') })).toBeVisible();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(onAir.getByText('1개 대기')).toBeVisible();
  await onAir.getByRole('button', { name: text('queue.clear') }).click();
  await expect(missed.getByText('12,000빔')).toBeVisible();

  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await missed.getByRole('button', { name: /^바로 다음에 내보내기/ }).click();
  await onAir.getByRole('button', { name: text('alerts.resume') }).click();
  await expect(overlay.locator('.sl-stage-slot')).toBeVisible();
  const playing = card(page, '지금 나오는 알림');
  await expect(playing.getByText(/^표시/)).toBeVisible();
  await onAir.getByRole('button', { name: text('alerts.skip') }).click();
  await expect(card(page, '나온 알림').getByText('12,000빔')).toBeVisible();
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
  const held = card(page, '확인 대기');
  await expect(held.getByText(/^없어요\. 새 알림은/)).toBeVisible();
  // The part is shown that was shown last.
  await openDesk(page, dashboardUrl);
  await expect(held.getByText(/^없어요\. 새 알림은/)).toBeVisible();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(held.getByText('12,000빔')).toBeVisible();
  await held.getByRole('button', { name: /^거절/ }).click();
  await page.getByRole('button', { name: text('queue.play-after-all'), exact: true }).click();
  await expect(card(page, '지금 나오는 알림').getByText('12,000빔')).toBeVisible();
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
