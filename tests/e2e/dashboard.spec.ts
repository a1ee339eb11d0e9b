import { speak } from '../support/open-to-all.ts';
import { openPlace } from '../support/places.ts';
import { simEvents } from '../support/sim-events.ts';
import { english, text, widgetText } from '../support/texts.ts';
import { expect, hostTest as test } from './fixtures.ts';

const KINDS = [
  text('kind.CHAT'),
  text('kind.DONATION'),
  text('kind.SUBSCRIPTION'),
  text('kind.DROPS'),
  text('kind.GOODS_PURCHASE'),
];
const ON_AIR_AND_LIVE = new RegExp(
  `${text('live.on-air')}.*${text('state.label')}: ${text('state.live')}`,
);

test('the address is copied, test events stay here, a gap is shown, and signing out and in works', async ({
  page,
  context,
  host,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(dashboardUrl);
  await test.step('it copies the overlay address, key included, without showing it', async () => {
    const key = new URL(overlayUrl).pathname.split('/')[2] ?? '';
    await page.getByRole('button', { name: /^OBS/ }).click();
    await page.getByRole('button', { name: text('overlay.copy') }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(overlayUrl);
    expect(await page.locator('body').innerText()).not.toContain(key);
    await openPlace(page, 'live');
  });
  await test.step('a test event of each kind reaches the overlay and stays out of the output', async () => {
    const overlay = await context.newPage();
    await overlay.goto(overlayUrl);
    for (const kind of KINDS) {
      const button = page.getByRole('button', { name: text('tests.play', { kind }) });
      await button.and(page.locator('.test')).click();
    }
    await expect(overlay.locator('.sl-chat-line')).toHaveCount(1);
    await expect(overlay.locator('.sl-stage-slot')).toBeVisible();
    expect(host.ofType('event')).toEqual([]);
    await overlay.close();
  });
  await test.step('it shows which time was not covered after the connection broke', async () => {
    await openPlace(page, 'settings', 'connection');
    await expect(page.getByText('1 / 3')).toBeVisible();
    stage.simulator.faults.inject({ kind: 'cut', code: 1012, times: 1 });
    await host.waitFor(({ type }) => type === 'gap');
    await expect(page.getByText(text('gap.text')).first()).toBeVisible();
  });
  await test.step('signing out and in again works from the page', async () => {
    await page.locator('.menu-button').click();
    await page.getByRole('button', { name: text('sign-out.start') }).click();
    await page
      .getByRole('dialog', { name: text('sign-out.ask') })
      .getByRole('button', { name: text('sign-out.start') })
      .click();
    await host.waitFor(({ state }) => state === 'signed-out');
    const revoked = () =>
      stage.simulator.requestLog.count('POST /api/openapi/auth/v1/token/revoke');
    await expect.poll(revoked).toBe(1);
    const from = host.lines.length;
    const popup = page.context().waitForEvent('page');
    await page.getByRole('button', { name: text('sign-in.start'), exact: true }).click();
    await popup;
    await host.waitFor(({ state }) => state === 'live', from);
  });
});

test('what happens is shown, in the language that was chosen', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  await page.goto(dashboardUrl);
  await test.step('it shows the state of the stream and the latest events', async () => {
    await expect(page.locator('.strip')).toContainText(ON_AIR_AND_LIVE);
    stage.simulator.publish(simEvents(stage.simulator).donation);
    const row = page.locator('.feed-item');
    await expect(row.getByText('donation words 1')).toBeVisible();
    await expect(row.getByText(text('events.beams', { count: 12_000 }))).toBeVisible();
  });
  await test.step('the language changes for the dashboard and the overlay at once', async () => {
    const overlay = await context.newPage();
    await overlay.goto(overlayUrl);
    const made = simEvents(stage.simulator);
    await speak(page, 'en');
    await expect(
      page.getByRole('heading', { name: english('live.events'), exact: true }),
    ).toBeVisible();
    stage.simulator.publish(made.donation);
    const unit = widgetText('donation.amount', { count: 12_000, n: '' }, 'en').trim();
    await expect(overlay.getByText(unit, { exact: true })).toBeVisible();
  });
});
