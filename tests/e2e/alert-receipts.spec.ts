import type { Page } from '@playwright/test';
import { openPlace } from '../support/places.ts';
import { simEvents } from '../support/sim-events.ts';
import { expect, test } from './fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const played = (page: Page, mark: string) =>
  card(page, '나온 알림')
    .getByRole('listitem')
    .filter({ hasText: `후원자 ${mark}` });
const missed = (page: Page, mark: string) =>
  card(page, '나오지 못한 알림')
    .getByRole('listitem')
    .filter({ hasText: `후원자 ${mark}` });
const onStage = (page: Page) => page.locator('.sl-stage-slot');

async function openDesk(page: Page, dashboardUrl: string): Promise<void> {
  await page.goto(dashboardUrl);
  await openPlace(page, 'alerts');
}

const skip = (desk: Page) =>
  card(desk, '지금·다음 알림').getByRole('button', { name: '건너뛰기' }).click();

test('two pages show the same alert at the same moment, and it has one receipt', async ({
  page,
  context,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const overlay of [first, second]) await overlay.goto(overlayUrl);
  await openDesk(page, dashboardUrl);
  await expect(page.getByText('수신 중')).toBeVisible();
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
    await expect(played(page, mark)).toContainText(
      /수신.*\d\d:\d\d.*표시.*\d\d:\d\d.*종료.*\d\d:\d\d/,
    );
    await expect(missed(page, mark)).toHaveCount(0);
  }
});

test('a page that is loaded anew in the middle goes on with its alert, which counts once', async ({
  page,
  context,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await openDesk(page, dashboardUrl);
  await expect(page.getByText('수신 중')).toBeVisible();
  stage.simulator.publish(simEvents(stage.simulator, '1').donation);
  await expect(onStage(overlay)).toContainText('후원자 1');
  await overlay.reload();
  // However long the page took: it is there, or its time has passed.
  const counts = () => Promise.all([onStage(overlay).count(), played(page, '1').count()]);
  await expect.poll(async () => Math.max(...(await counts()))).toBe(1);
  await skip(page);
  await expect(played(page, '1')).toHaveCount(1);
  await expect(missed(page, '1')).toHaveCount(0);
});

test('a crash in the middle loses no alert: what nobody saw is listed, and can be played', async ({
  page,
  context,
  stage,
  host,
  overlayUrl,
}) => {
  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await expect.poll(() => overlay.locator('.sl-chat').count()).toBe(1);
  stage.simulator.publish(simEvents(stage.simulator, '1').donation);
  stage.simulator.publish(simEvents(stage.simulator, '2').donation);
  await expect(onStage(overlay)).toContainText('후원자 1');
  await overlay.goto('about:blank');
  host.child.kill('SIGKILL');
  await host.exited;

  const again = await stage.startLive();
  const ready = await again.waitFor(({ type }) => type === 'ready');
  await openDesk(page, String(ready['dashboardUrl']));
  // Nobody watches: the one that waited is not taken for seen.
  await expect(missed(page, '2')).toHaveCount(1);
  await expect(played(page, '1').or(missed(page, '1'))).toHaveCount(1);
  await overlay.goto(String(ready['overlayUrl']));
  await missed(page, '2')
    .getByRole('button', { name: /^바로 다음에 내보내기/ })
    .click();
  await expect(onStage(overlay)).toContainText('후원자 2');
  await skip(page);
  await expect(played(page, '2')).toHaveCount(1);
  await expect(missed(page, '2')).toHaveCount(0);
});
