import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { card, filesIn, recordRestarts } from '../../support/desktop-care.ts';
import {
  commandDone,
  connectForm,
  connectLive,
  recordOpened,
  settingsFor,
  showOverlay,
} from '../../support/desktop-deeds.ts';
import type { LaunchedApp } from '../../support/desktop-launch.ts';
import { Standin } from '../../support/desktop-standin.ts';
import { freePort } from '../../support/free-port.ts';
import { openAddress } from '../../support/headless-process.ts';
import { openPlace, overlayAddress } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import type { Stage } from '../../support/stage.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, LEFT, sharingTest, test } from './fixtures.ts';

const finding = (page: Page, id: string) => page.locator(`[data-finding="${id}"]`);

const PREFLIGHT = new RegExp(`^(${text('preflight.run')}|${text('preflight.again')})$`);

async function preflight(page: Page): Promise<void> {
  await card(page, text('preflight.title')).getByRole('button', { name: PREFLIGHT }).click();
  await expect(page.locator('[data-finding]')).toHaveCount(11);
  await expect(
    card(page, text('preflight.title')).getByText(textLike('preflight.at')),
  ).toBeVisible();
}

const copied = ({ app }: LaunchedApp): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

/** The overlay's address stands behind the button “OBS”, the dashboard's in the settings. */
async function addressOf(page: Page, name: string): Promise<string> {
  if (name === text('place.overlay')) return overlayAddress(page);
  const addresses = card(page, text('place.title'));
  const show = addresses.getByRole('button', { name: text('place.reveal') });
  if (await show.isVisible()) await show.click();
  return addresses.getByLabel(name, { exact: true }).inputValue();
}

async function renewOverlay(page: Page): Promise<void> {
  const addresses = card(page, text('place.title'));
  await addresses
    .getByRole('button', { name: `${text('place.renew')} (${text('place.overlay')})` })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('place.renew') })
    .click();
  await expect(addresses.getByText(text('place.renewed-overlay'))).toBeVisible();
}

/** Every secret that the platform gives to the app from now on, and those that are known. */
function secretsOf({ simulator }: Stage): () => readonly string[] {
  const tokens: string[] = [];
  const { authorizations } = simulator.world;
  const issuePair = authorizations.issuePair.bind(authorizations);
  authorizations.issuePair = (...args) => {
    const pair = issuePair(...args);
    tokens.push(pair.access.token, pair.refresh.token);
    return pair;
  };
  return () => [simulator.clientSecret, ...tokens, ...simulator.sessions.all.map(({ key }) => key)];
}

test('the app starts anew with its window, also where the system had started it without one', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({ settings: LEFT, args: ['--hidden'] });
  const standin = await Standin.of(launched);
  await expect.poll(() => standin.trayLabels()).not.toEqual([]);
  expect(await launched.addresses()).not.toContain('app://dashboard/');
  await standin.clickMenu('show-dashboard');
  const page = await launched.dashboard();
  await openPlace(page, 'settings');
  const port = await freePort();
  const addresses = card(page, text('place.title'));
  await addresses.getByLabel(text('place.port'), { exact: true }).fill(String(port));
  await addresses.getByRole('button', { name: text('place.port-save'), exact: true }).click();
  await expect(addresses.getByText(text('place.port-waits'))).toBeVisible();
  const restarts = await recordRestarts(launched);
  await addresses.getByRole('button', { name: text('place.restart') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('place.restart') })
    .click();
  expect(await launched.exited).toBe(0);
  const [args = [], ...more] = await restarts();
  expect(more).toEqual([]);
  expect(args).toContain('.');
  expect(args).not.toContain('--hidden');

  const again = await launch({ settings: null });
  const back = await again.dashboard();
  await openPlace(back, 'settings');
  expect(new URL(await addressOf(back, text('place.overlay'))).port).toBe(String(port));
});

/** The findings are those of an app that is signed in and has no overlay yet. */
async function withoutObs(launched: LaunchedApp, page: Page): Promise<void> {
  await expect(finding(page, 'overlay')).toHaveAttribute('data-state', 'fail');
  await expect(finding(page, 'sound')).toHaveAttribute('data-state', 'fail');
  await finding(page, 'overlay')
    .getByRole('button', { name: new RegExp(`^${text('preflight.fix-copy-overlay')}`) })
    .click();
  await expect(finding(page, 'overlay').getByText(text('preflight.copied'))).toBeVisible();
  expect(await copied(launched)).toBe(await addressOf(page, text('place.overlay')));

  const overlay = await showOverlay(launched);
  await expect(async () => {
    await preflight(page);
    await expect(finding(page, 'overlay')).toHaveAttribute('data-state', 'warn', { timeout: 100 });
    await expect(finding(page, 'sound')).toHaveAttribute('data-state', 'unknown', { timeout: 100 });
  }).toPass();
  await finding(page, 'sound')
    .getByRole('button', { name: new RegExp(`^${text('preflight.fix-test-sound')}`) })
    .click();
  await expect(overlay.locator('.sl-stage-slot')).toBeVisible();
  await page.getByRole('button', { name: text('preflight.heard-yes'), exact: true }).click();
  await expect(finding(page, 'sound')).toHaveAttribute('data-state', 'ok');
}

test('the look before going live finds that nobody is signed in, and its one button mends it', async ({
  launch,
  stage,
}) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await launched.dashboard();
  const opened = await recordOpened(launched);
  await commandDone(page, 'setup.connect', connectForm(stage));
  await commandDone(page, 'setup.go', { step: 'done' });
  await openPlace(page, 'settings');
  await preflight(page);
  for (const id of ['token', 'scopes', 'connection']) {
    await expect(finding(page, id)).toHaveAttribute('data-state', 'fail');
  }
  for (const id of ['disk', 'ledger']) {
    await expect(finding(page, id)).toHaveAttribute('data-state', 'ok');
  }
  const before = (await opened()).length;
  await finding(page, 'token')
    .getByRole('button', { name: new RegExp(`^${text('preflight.fix-sign-in')}`) })
    .click();
  await expect.poll(async () => (await opened()).length).toBeGreaterThan(before);
  await openAddress((await opened()).at(-1) ?? '');
  await expect(page.locator('.strip').getByText(text('state.live'))).toBeVisible();
  await expect(async () => {
    await preflight(page);
    for (const id of ['token', 'scopes', 'connection', 'slots', 'title', 'clock']) {
      await expect(finding(page, id)).toHaveAttribute('data-state', 'ok', { timeout: 100 });
    }
  }).toPass();

  await test.step('without OBS the address can be copied from the finding, and the app’s own overlay sounds', () =>
    withoutObs(launched, page));
});

test('the log and the bundle show what is kept, without a secret, before anything is saved', async ({
  launch,
  stage,
  place,
}) => {
  const secrets = secretsOf(stage);
  const first = await launch({ settings: settingsFor(stage) });
  await connectLive(first, stage);
  await first.quit();
  const launched = await launch({ settings: null });
  const page = await launched.dashboard();
  await expect(page.locator('.strip').getByText(text('state.live'))).toBeVisible();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await openPlace(page, 'settings');
  const log = card(page, text('logs.title'));
  await log.getByRole('button', { name: text('logs.open') }).click();
  await log.getByLabel(text('logs.level')).selectOption('debug');
  await expect(log.getByRole('listitem').first()).toBeVisible();
  const everyLine = await log.getByRole('listitem').count();
  await log.getByLabel(text('logs.search')).fill('no line has these words');
  await expect(log.getByText(text('logs.empty'))).toBeVisible();
  await log.getByLabel(text('logs.search')).fill('');
  await expect.poll(() => log.getByRole('listitem').count()).toBeGreaterThanOrEqual(everyLine);

  const bundle = card(page, text('bundle.title'));
  await bundle.getByRole('button', { name: text('bundle.make') }).click();
  const shown: Record<string, string> = {};
  await expect(bundle.getByText('about.json')).toBeVisible();
  for (const file of await bundle.locator('.bundle > li').all()) {
    shown[await file.locator('summary code').innerText()] =
      (await file.locator('pre').textContent()) ?? '';
  }
  expect(Object.keys(shown).sort()).toEqual(
    ['about', 'event-loop', 'ledger', 'log-earlier', 'log', 'settings', 'status']
      .map((name) => `${name}.${name.startsWith('log') ? 'txt' : 'json'}`)
      .sort(),
  );
  expect(shown['log-earlier.txt']).toContain('the application was entered');
  expect(JSON.parse(shown['about.json'] ?? '')).toMatchObject({ host: 'desktop' });
  expect(await filesIn(join(place.userData, 'diagnostics'))).toEqual([]);
  await bundle.getByRole('button', { name: text('bundle.save') }).click();
  await expect(bundle.getByText(/^stagelight-diagnostics-/)).toBeVisible();
  await expect(bundle.getByText(text('bundle.in-folder'))).toBeVisible();
  const [name = '', ...more] = await filesIn(join(place.userData, 'diagnostics'));
  expect(more).toEqual([]);
  const zip = unzipSync(await readFile(join(place.userData, 'diagnostics', name)));
  const saved = Object.fromEntries(
    Object.entries(zip).map(([path, bytes]) => [path, strFromU8(bytes)]),
  );
  expect(saved).toEqual(shown);

  const keys = [
    await addressOf(page, text('place.overlay')),
    await addressOf(page, text('place.dashboard')),
  ].map((address) => new URL(address).pathname.split('/')[2] ?? '');
  const known = [...secrets(), ...keys];
  expect(known.length).toBeGreaterThanOrEqual(6);
  const written = `${await log.innerText()}${JSON.stringify(saved)}`;
  for (const secret of known) {
    expect(secret.length).toBeGreaterThan(8);
    expect(written).not.toContain(secret);
  }
  const { world, streamerChannelId } = stage.simulator;
  const channel = world.channels.find(streamerChannelId)?.user.name ?? '';
  expect(channel).not.toBe('');
  for (const words of ['donation words', '후원자 1', channel]) expect(written).not.toContain(words);
});

test('a new overlay address shuts the old one out, and everything of the app knows the new one', {
  tag: '@standin',
}, async ({ launch, stage, browser }) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const standin = await Standin.of(launched);
  const page = await connectLive(launched, stage);
  const own = await showOverlay(launched);
  await openPlace(page, 'settings');
  const former = await addressOf(page, text('place.overlay'));
  const source = await browser.newPage();
  await source.goto(former);
  await expect(source.locator('main.sl-overlay')).toBeAttached();
  await renewOverlay(page);
  const address = await addressOf(page, text('place.overlay'));
  expect(address).not.toBe(former);
  await expect(source.locator('main.sl-overlay')).toBeEmpty();
  expect((await fetch(former)).status).toBe(403);
  await standin.clickMenu('copy-address');
  expect(await copied(launched)).toBe(address);

  await source.goto(address);
  await expect(source.locator('main.sl-overlay')).toBeAttached();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  for (const overlay of [source, own]) {
    await expect(overlay.locator('.sl-alert').first()).toBeVisible();
  }
  await source.close();
  await launched.quit();
  const again = await launch({ settings: null });
  const back = await again.dashboard();
  await openPlace(back, 'settings');
  expect(await addressOf(back, text('place.overlay'))).toBe(address);
  expect((await fetch(former)).status).toBe(403);
  expect((await fetch(address)).status).toBe(200);
});

sharingTest(
  'a new dashboard address leaves the app’s own window as it is',
  async ({ live: { stage, page } }) => {
    await openPlace(page, 'settings');
    const former = await addressOf(page, text('place.dashboard'));
    expect((await fetch(former)).status).toBe(200);
    const addresses = card(page, text('place.title'));
    await addresses
      .getByRole('button', { name: `${text('place.renew')} (${text('place.dashboard')})` })
      .click();
    await expect(
      page.getByRole('dialog').getByText(text('place.renew-dashboard-text-app')),
    ).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('place.renew') })
      .click();
    await expect(addresses.getByText(text('place.renewed-dashboard-app'))).toBeVisible();
    await expect(addresses.getByText(text('place.renewed-dashboard'))).toBeHidden();
    await expect(addresses.getByRole('button', { name: text('place.go') })).toBeHidden();
    const address = await addressOf(page, text('place.dashboard'));
    expect((await fetch(former)).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
    stage.simulator.publish(simEvents(stage.simulator).donation);
    await openPlace(page, 'live');
    await expect(page.getByText(text('events.beams', { count: 12_000 })).first()).toBeVisible();
  },
);
