import type { Page } from '@playwright/test';
import { openPlace } from '../support/places.ts';
import { simEvents } from '../support/sim-events.ts';
import { text, textLike } from '../support/texts.ts';
import { expect, hostTest as test } from './fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const played = (page: Page, mark: string) =>
  card(page, text('queue.over'))
    .getByRole('listitem')
    .filter({ hasText: `후원자 ${mark}` });
const missed = (page: Page, mark: string) =>
  card(page, text('queue.missed'))
    .getByRole('listitem')
    .filter({ hasText: `후원자 ${mark}` });
const RECEIPTS = new RegExp(
  [text('receipt.received'), text('receipt.painted'), text('receipt.over')]
    .map((step) => `${step}.*\\d\\d:\\d\\d`)
    .join('.*'),
);
const onStage = (page: Page) => page.locator('.sl-stage-slot');

async function openDesk(page: Page, dashboardUrl: string): Promise<void> {
  await page.goto(dashboardUrl);
  await openPlace(page, 'alerts');
}

const skip = (desk: Page) =>
  card(desk, text('queue.now-title'))
    .getByRole('button', { name: text('alerts.skip') })
    .click();

test('every alert counts once, whatever becomes of the page or of the app', async ({
  page,
  context,
  stage,
  host,
  overlayUrl,
  dashboardUrl,
}) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const overlay of [first, second]) await overlay.goto(overlayUrl);
  await openDesk(page, dashboardUrl);
  await expect(page.getByText(text('state.live'))).toBeVisible();
  await test.step('two pages show the same alert at the same moment, and it has one receipt', async () => {
    stage.simulator.publish(simEvents(stage.simulator, '1').donation);
    stage.simulator.publish(simEvents(stage.simulator, '2').donation);
    const both = (text: string) =>
      Promise.all([first, second].map((overlay) => expect(onStage(overlay)).toContainText(text)));
    await both('후원자 1');
    await skip(page);
    await both('후원자 2');
    await skip(page);
    for (const mark of ['1', '2']) {
      await expect(played(page, mark)).toHaveCount(1);
      // When it came, when it was painted, when it was over.
      await expect(played(page, mark)).toContainText(RECEIPTS);
      await expect(missed(page, mark)).toHaveCount(0);
    }
    await second.close();
  });
  await test.step('a page that is loaded anew in the middle goes on with its alert, which counts once', async () => {
    await expect(page.getByText(text('state.live'))).toBeVisible();
    stage.simulator.publish(simEvents(stage.simulator, '3').donation);
    await expect(onStage(first)).toContainText('후원자 3');
    await first.reload();
    // However long the page took: it is there, or its time has passed.
    const counts = () => Promise.all([onStage(first).count(), played(page, '3').count()]);
    await expect.poll(async () => Math.max(...(await counts()))).toBe(1);
    await skip(page);
    await expect(played(page, '3')).toHaveCount(1);
    await expect(missed(page, '3')).toHaveCount(0);
  });
  await test.step('a crash in the middle loses no alert: what nobody saw is listed, and can be played', async () => {
    stage.simulator.publish(simEvents(stage.simulator, '4').donation);
    stage.simulator.publish(simEvents(stage.simulator, '5').donation);
    await expect(onStage(first)).toContainText('후원자 4');
    await first.goto('about:blank');
    await page.goto('about:blank');
    host.child.kill('SIGKILL');
    await host.exited;

    const again = await stage.startLive();
    const ready = await again.waitFor(({ type }) => type === 'ready');
    await openDesk(page, String(ready['dashboardUrl']));
    // Nobody watches: the one that waited is not taken for seen.
    await expect(missed(page, '5')).toHaveCount(1);
    await expect(played(page, '4').or(missed(page, '4'))).toHaveCount(1);
    await first.goto(String(ready['overlayUrl']));
    await missed(page, '5')
      .getByRole('button', { name: textLike('queue.play-one') })
      .click();
    await expect(onStage(first)).toContainText('후원자 5');
    await skip(page);
    await expect(played(page, '5')).toHaveCount(1);
    await expect(missed(page, '5')).toHaveCount(0);
  });
});
