import type { Page } from '@playwright/test';
import {
  connectForm,
  readSettings,
  recordOpened,
  showOverlay,
} from '../../support/desktop-deeds.ts';
import type { LaunchedApp } from '../../support/desktop-launch.ts';
import { openAddress } from '../../support/headless-process.ts';
import { text } from '../../support/texts.ts';
import { expect, test } from './fixtures.ts';

test('the demo leads to a live feed and an alert painted in the overlay window', async ({
  launch,
}) => {
  const launched = await launch();
  const page = await launched.dashboard();
  await page.getByRole('button', { name: text('welcome.demo') }).click();
  await expect(page.locator('.strip').getByText(text('state.live'))).toBeVisible();
  await expect(page.locator('.strip').getByText(text('app.demo'), { exact: true })).toBeVisible();
  await expect(page.locator('.event-list .event').first()).toBeVisible();
  const overlay = await showOverlay(launched);
  // The newest: the oldest may be on its way out.
  await expect(overlay.locator('.sl-chat-line').last()).toBeVisible();
  // An empty list of events offers the same.
  await page
    .locator('.test')
    .and(page.getByRole('button', { name: text('tests.play', { kind: text('kind.DONATION') }) }))
    .click();
  await expect(overlay.locator('.sl-alert').first()).toBeVisible();
  const { desktop } = await readSettings(launched);
  expect(desktop).toMatchObject({ mode: 'demo', step: 'done' });
});

/** Wrong inputs, one after the other; the form stands as it stood at the end, but for the two names. */
async function tryWrongInputs(launched: LaunchedApp, page: Page): Promise<void> {
  const connect = page.getByRole('button', { name: text('application.connect'), exact: true });
  await connect.click();
  const id = page.getByLabel(text('connect.clientId'), { exact: true });
  await expect(id).toBeFocused();
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await id.fill('has a space');
  await expect(page.getByText(text('connect.fault.not-a-key')).first()).toBeVisible();
  await id.fill('good-id');
  await expect(id).toHaveAttribute('aria-invalid', 'false');
  await page.getByLabel(text('connect.clientSecret'), { exact: true }).fill('good-secret');
  await page.getByText(text('application.advanced')).click();
  for (const [label, wrong, cure] of [
    [text('connect.baseUrl'), 'http://example.org', text('connect.fault.not-https')],
    [text('connect.authUrl'), 'https://example.org/?a=b', text('connect.fault.not-bare')],
    [text('connect.redirectUri'), 'https://127.0.0.1:17817/callback', text('connect.fault.https')],
    [
      text('connect.redirectUri'),
      'http://example.org:17817/callback',
      text('connect.fault.not-loopback'),
    ],
    [text('connect.redirectUri'), 'http://127.0.0.1:0/callback', text('connect.fault.no-port')],
  ] as const) {
    const field = page.locator('input').and(page.getByLabel(label, { exact: true }));
    const before = await field.inputValue();
    await field.fill(wrong);
    await connect.click();
    await expect(page.getByText(cure)).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(before);
  }
  await expect(page.locator('[data-step="application"]')).toBeVisible();
  expect((await readSettings(launched)).connect?.clientId ?? '').toBe('');
}

test('connecting says what each wrong input needs and signs in through the system browser, up to a test alert that was seen', async ({
  launch,
  stage,
}) => {
  const launched = await launch();
  const opened = await recordOpened(launched);
  const page = await launched.dashboard();
  await page.getByRole('button', { name: text('welcome.connect') }).click();
  await page.getByRole('button', { name: text('application.portal-open') }).click();
  await expect.poll(async () => (await opened()).length).toBe(1);
  await test.step('each wrong input is named', () => tryWrongInputs(launched, page));
  const form = connectForm(stage);
  await page.getByLabel(text('connect.clientId'), { exact: true }).fill(form.clientId);
  await page.getByLabel(text('connect.clientSecret'), { exact: true }).fill(form.clientSecret);
  const fill = (name: string, value: string) =>
    page
      .locator('input')
      .and(page.getByLabel(name, { exact: true }))
      .fill(value);
  await fill(text('connect.redirectUri'), form.redirectUri);
  await fill(text('connect.baseUrl'), form.baseUrl);
  await fill(text('connect.authUrl'), form.authUrl);
  await page.getByRole('button', { name: text('application.connect'), exact: true }).click();
  await expect(page.getByRole('heading', { name: text('login.title') })).toBeVisible();
  const before = (await opened()).length;
  const start = page.getByRole('button', { name: text('login.start') });
  const again = page.getByRole('button', { name: text('login.again') });
  await start.or(again).first().click();
  await expect.poll(async () => (await opened()).length).toBeGreaterThan(before);
  const address = (await opened()).at(-1) ?? '';
  expect(new URL(address).origin).toBe(stage.simulator.baseUrl);
  expect(address).not.toContain(form.clientSecret);
  expect(await openAddress(address)).toBe(200);
  const channel = stage.simulator.world.channels.find(stage.simulator.streamerChannelId);
  await expect(
    page.getByText(text('login.channel', { channel: String(channel?.user.name) })),
  ).toBeVisible();
  await page.getByRole('button', { name: text('setup.next'), exact: true }).click();
  await page.getByRole('button', { name: text('onair.window-on') }).click();
  const overlay = await launched.overlay();
  const play = page.getByRole('button', { name: text('onair.test') });
  await expect(play).toBeEnabled();
  await play.click();
  await expect(overlay.locator('.sl-alert').first()).toBeVisible();
  await page.getByRole('button', { name: text('onair.seen-it') }).click();
  await expect(page.locator('.event-list, .events').first()).toBeVisible();
  const { desktop } = await readSettings(launched);
  expect(desktop).toMatchObject({ mode: 'connect', step: 'done' });
});

test('a first run that was left goes on after a restart where it was', async ({ launch }) => {
  const first = await launch();
  const page = await first.dashboard();
  await page.getByRole('button', { name: text('welcome.connect') }).click();
  await expect(page.getByRole('heading', { name: text('application.title') })).toBeVisible();
  await first.quit();
  const second = await launch({ settings: null });
  const again = await second.dashboard();
  await expect(again.getByRole('heading', { name: text('application.title') })).toBeVisible();
  await again.getByRole('button', { name: text('setup.later') }).click();
  await expect(again.getByText(text('resume.title'))).toBeVisible();
  await again.getByRole('button', { name: text('resume.go') }).click();
  await expect(again.getByRole('heading', { name: text('application.title') })).toBeVisible();
});
