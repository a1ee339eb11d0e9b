import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { FINDING_IDS, type Finding } from '../../../shared/contract/maintenance.ts';
import { PLACE } from '../../support/empty-states.ts';
import type { HeadlessProcess } from '../../support/headless-process.ts';
import { pressAt } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import type { ServedCore } from '../../support/served-core.ts';
import { simEvents } from '../../support/sim-events.ts';
import { coreText, text, textLike, wholeText } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const PASSPHRASE = '달빛 아래 라디오 소리';

const openSettings = async (page: Page, dashboardUrl: string) => {
  await page.goto(dashboardUrl);
  await openPlace(page, 'settings');
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const finding = (page: Page, id: string) => page.locator(`[data-finding="${id}"]`);

const PREFLIGHT = new RegExp(`^(${text('preflight.run')}|${text('preflight.again')})$`);

const preflight = async (page: Page) => {
  await card(page, text('preflight.title')).getByRole('button', { name: PREFLIGHT }).click();
  await expect(page.locator('[data-finding]')).toHaveCount(11);
  await expect(
    card(page, text('preflight.title')).getByText(textLike('preflight.at')),
  ).toBeVisible();
};

/** OBS as far as the core can tell: by what its browser calls itself. */
const openObs = async (page: Page, overlayUrl: string) => {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 Chrome/127.0.0.0 Safari/537.36 OBS/31.0.0',
  });
  const source = await context.newPage();
  await source.goto(overlayUrl);
  return source;
};

/** How many sockets a page has opened so far. */
const countSockets = (page: Page): (() => number) => {
  let sockets = 0;
  page.on('websocket', () => {
    sockets += 1;
  });
  return () => sockets;
};

const knocksOnceAMinute = async (page: Page, knocks: () => number) => {
  // The look that finds it out comes right after a knock: from there on it is quiet for a minute.
  const before = knocks();
  await page.clock.fastForward(50_000);
  expect(knocks()).toBe(before);
  await page.clock.fastForward(11_000);
  await expect.poll(knocks).toBe(before + 1);
};

/** What the page asks for is done with the code that stands in the terminal. */
const withCode = async (page: Page, host: HeadlessProcess, ask: () => Promise<void>) => {
  const before = host.errors.length;
  await ask();
  const question = page.getByRole('dialog', { name: text('problem.owner-code-needed.what') });
  await expect(question.getByText(text('problem.owner-code-needed.cure'))).toBeVisible();
  const code = /^ {2}([A-Z2-9]{4}-[A-Z2-9]{4})$/m;
  await expect.poll(() => code.test(host.errors.slice(before))).toBe(true);
  await question
    .getByLabel(text('owner.code'))
    .fill(code.exec(host.errors.slice(before))?.[1] ?? '');
  await question.getByRole('button', { name: text('owner.go-on') }).click();
};

const renew = async (page: Page, host: HeadlessProcess, name: string) => {
  await card(page, text('place.title'))
    .getByRole('button', { name: `${text('place.renew')} (${name})` })
    .click();
  await withCode(page, host, () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: text('place.renew') })
      .click(),
  );
};

/** Everything of the settings has something to show. */
function fillCare(core: ServedCore): void {
  const { port } = new URL(core.dashboardUrl);
  const state: Partial<Record<Finding['id'], Finding['state']>> = {
    overlay: 'fail',
    sound: 'unknown',
    obs: 'warn',
  };
  const findings = FINDING_IDS.map(
    (id): Finding => ({
      id,
      state: state[id] ?? 'ok',
      what: { key: `preflight.${id === 'overlay' ? 'overlay-never' : 'not-checked'}` },
      fix: id === 'overlay' ? 'copy-overlay' : id === 'sound' ? 'test-sound' : null,
    }),
  );
  core.tell('maintenance', {
    ...core.told('maintenance'),
    place: {
      ...PLACE,
      overlayUrl: core.overlayUrl,
      dashboardUrl: core.dashboardUrl,
      port: Number(port),
    },
  });
  core.answer({
    'maintenance.preflight': () =>
      core.tell('maintenance', {
        ...core.told('maintenance'),
        preflight: { running: false, at: Date.now(), findings, asksSound: true },
      }),
    'maintenance.logs': ({ level, after }) => ({
      lines: after === null && level === 'debug' ? [{ id: 1, level: 'debug', text: 'A line' }] : [],
      last: 1,
    }),
    'maintenance.diagnostics': () => ({
      id: 'bundle',
      files: ['about.json', 'log.txt'].map((name) => ({ name, bytes: 6, text: 'A line' })),
    }),
  });
}

pageTest(
  'the settings are reached and done by the keyboard',
  async ({ page, core, dashboardUrl }) => {
    fillCare(core);
    await openSettings(page, dashboardUrl);
    await pressAt(page, page.getByRole('button', { name: text('preflight.run') }));
    await expect(page.locator('[data-finding]')).toHaveCount(11);
    await pressAt(page, page.getByRole('button', { name: text('logs.open') }));
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(text('logs.level'))).toBeFocused();
    // The first of its choices: everything.
    await page.keyboard.press('Home');
    await expect(page.getByRole('region', { name: text('logs.lines') })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(text('logs.search'))).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('region', { name: text('logs.lines') })).toBeFocused();
  },
);

pageTest(
  'the settings are open to everybody in every size and theme',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    fillCare(core);
    await openSettings(page, dashboardUrl);
    await page.getByRole('button', { name: text('logs.open') }).click();
    await page.getByLabel(text('logs.level')).selectOption('debug');
    await expect(page.getByRole('region', { name: text('logs.lines') })).toBeVisible();
    await page.getByRole('button', { name: text('bundle.make') }).click();
    await preflight(page);
    await page.getByRole('switch', { name: text('backup.secrets') }).check();
    await page.getByText('about.json').click();
    for (const look of looksAt(400, 1280)) {
      await lookAs(page, look);
      await expectOpenToAll(page, nameOf(look));
    }
  },
);

test('the settings are checked and keep secrets', async ({
  page,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  await openSettings(page, dashboardUrl);
  await test.step('the log and the bundle have no secret in them', async () => {
    const log = card(page, text('logs.title'));
    await log.getByRole('button', { name: text('logs.open') }).click();
    await log.getByLabel(text('logs.level')).selectOption('debug');
    await expect(log.getByRole('listitem').first()).toBeVisible();
    const bundle = card(page, text('bundle.title'));
    await bundle.getByRole('button', { name: text('bundle.make') }).click();
    await expect(bundle.getByText('log.txt')).toBeVisible();
    const written = `${await log.innerText()}${await bundle.evaluate((element) => element.textContent)}`;
    const key = new URL(dashboardUrl).pathname.split('/')[2] ?? 'none';
    for (const secret of [stage.simulator.clientSecret, key]) expect(written).not.toContain(secret);
  });
  await test.step('the bundle is saved as it was shown', async () => {
    const bundle = card(page, text('bundle.title'));
    await bundle.getByRole('button', { name: text('bundle.save') }).click();
    await expect(bundle.getByText(/^stagelight-diagnostics-/)).toBeVisible();
  });
  await test.step('the look before going live finds what is missing, and goes green as it is put right', async () => {
    await preflight(page);
    for (const id of [
      'token',
      'scopes',
      'connection',
      'slots',
      'title',
      'disk',
      'clock',
      'ledger',
    ]) {
      await expect(finding(page, id)).toHaveAttribute('data-state', 'ok');
    }
    await expect(finding(page, 'overlay')).toHaveAttribute('data-state', 'fail');
    await expect(finding(page, 'sound')).toHaveAttribute('data-state', 'fail');

    const obs = await openObs(page, overlayUrl);
    await expect(obs.locator('#root')).toBeAttached();
    await expect(async () => {
      await preflight(page);
      await expect(finding(page, 'overlay')).toHaveAttribute('data-state', 'ok', { timeout: 100 });
      await expect(finding(page, 'sound')).toHaveAttribute('data-state', 'unknown', {
        timeout: 100,
      });
    }).toPass();
    await finding(page, 'sound')
      .getByRole('button', { name: new RegExp(`^${text('preflight.fix-test-sound')}`) })
      .click();
    await expect(obs.locator('.sl-stage-slot')).toBeVisible();
    await page.getByRole('button', { name: text('preflight.heard-yes'), exact: true }).click();
    await expect(finding(page, 'sound')).toHaveAttribute('data-state', 'ok');
    await expect(page.getByText(text('preflight.all-well'))).toBeVisible();
    await obs.context().close();
  });
});

test('a new overlay address: the old one is shut out, and OBS is back with the new one', async ({
  page,
  host,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
  complaints,
}) => {
  const overlay = await context.newPage();
  await overlay.clock.install();
  const knocks = countSockets(overlay);
  await overlay.goto(overlayUrl);
  await expect.poll(knocks).toBe(1);
  stage.simulator.publish(simEvents(stage.simulator).chat('안녕하세요'));
  await expect(overlay.locator('.sl-chat-line')).toHaveCount(1);
  await openSettings(page, dashboardUrl);
  const addresses = card(page, text('place.title'));
  await renew(page, host, text('place.overlay'));
  await expect(addresses.getByText(text('place.renewed-overlay'))).toBeVisible();
  await test.step('an overlay with the old address draws nothing and knocks once a minute', async () => {
    await expect(overlay.locator('.sl-chat-line')).toHaveCount(0);
    expect(await overlay.locator('body').innerText()).toBe('');
    await knocksOnceAMinute(overlay, knocks);
  });
  await test.step('a new overlay address shuts the old one out, and OBS is back with the new one', async () => {
    await addresses.getByRole('button', { name: text('place.reveal') }).click();
    const url = await addresses.getByLabel(text('place.overlay'), { exact: true }).inputValue();
    expect(url).not.toBe(overlayUrl);
    expect((await fetch(overlayUrl)).status).toBe(403);
    await overlay.close();
    const back = await context.newPage();
    await back.goto(url);
    await expect(
      page.getByRole('button', {
        name: `OBS: ${text('overlay.pages', { count: 1 })}`,
      }),
    ).toBeVisible();
    await back.close();
    // The browser says of the old page's every knock that it was refused.
    expect(complaints.splice(0).every((text) => text.includes('403'))).toBe(true);
  });
});

test('another dashboard with the old address says so, where the new one is, and knocks once a minute', async ({
  page,
  host,
  context,
  dashboardUrl,
  complaints,
}) => {
  const dock = await context.newPage();
  await dock.setViewportSize({ width: 400, height: 800 });
  await dock.clock.install();
  const knocks = countSockets(dock);
  await dock.goto(dashboardUrl);
  await expect(dock.getByText(text('state.live')).first()).toBeVisible();
  await openSettings(page, dashboardUrl);
  await renew(page, host, text('place.dashboard'));
  const addresses = card(page, text('place.title'));
  await expect(addresses.getByText(text('place.renewed-dashboard'))).toBeVisible();
  const said = dock.getByRole('alert').filter({ hasText: text('problem.address-gone.what') });
  await expect(said).toContainText(text('problem.address-gone.cure'));
  await expect(dock.getByText(text('state.address-gone'))).toBeVisible();
  await expect(dock.getByText(text('app.unreachable'))).toHaveCount(0);
  await expectOpenToAll(dock, 'a dock with the old address');
  await knocksOnceAMinute(dock, knocks);
  await addresses.getByRole('button', { name: text('place.reveal') }).click();
  const url = await addresses.getByLabel(text('place.dashboard'), { exact: true }).inputValue();
  await test.step('a new dashboard address is answered before this page is shown out', async () => {
    const refused = await page.goto(dashboardUrl);
    expect(refused?.status()).toBe(403);
    await expect(page.getByText(coreText('stale-address.title'))).toBeVisible();
    await page.goto(url);
    await expect(page.getByText(text('state.live')).first()).toBeVisible();
  });
  // What is to be copied stands where the words lead to.
  await dock.goto(url);
  await expect(dock.getByText(text('state.live')).first()).toBeVisible();
  await dock.close();
  // The browser says of every refused knock that it was refused.
  const refusals = complaints.splice(0);
  expect(refusals.every((text) => /403|WebSocket/.test(text))).toBe(true);
});

test('a backup brings back what was there, after a restart by itself', async ({
  page,
  stage,
  host,
  dashboardUrl,
  complaints,
}) => {
  await page.goto(dashboardUrl);
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(page.getByText(text('events.beams', { count: 12_000 })).first()).toBeVisible();
  await openSettings(page, dashboardUrl);
  const backup = card(page, text('backup.title'));
  await backup.getByRole('switch', { name: text('backup.secrets') }).check();
  await backup.getByLabel(text('backup.passphrase'), { exact: true }).fill(PASSPHRASE);
  await backup.getByLabel(text('backup.repeat')).fill(PASSPHRASE);
  await expect(backup.getByText(text('owner.note-headless'))).toBeVisible();
  await withCode(page, host, () =>
    backup.getByRole('button', { name: text('backup.make') }).click(),
  );
  const download = page.waitForEvent('download');
  await backup.getByRole('link', { name: new RegExp(`${text('update.download')}$`) }).click();
  const file = await (await download).path();

  const restore = card(page, text('backup.restore'));
  await expect(backup.getByRole('listitem')).toHaveCount(1);
  await withCode(page, host, () => restore.getByLabel(text('restore.choose')).setInputFiles(file));
  // The download has no ending of its own: it is looked at for what it holds.
  await expect(restore.getByText(text('restore.ready'))).toBeVisible();
  await expect(restore.getByText(text('restore.events-value', { count: 1 }))).toBeVisible();
  await restore.getByLabel(text('backup.passphrase')).fill(`${PASSPHRASE}?`);
  await restore.getByRole('button', { name: text('restore.apply') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('restore.apply') })
    .click();
  await expect(restore.getByText(text('problem.backup-wrong-passphrase.what'))).toBeVisible();
  const before = host.lines.length;
  await restore.getByLabel(text('backup.passphrase')).fill(PASSPHRASE);
  await restore.getByRole('button', { name: text('restore.apply') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('restore.apply') })
    .click();

  // The keys of the backup and the port of before: the page finds its core again.
  const again = await host.waitFor(({ type }) => type === 'ready', before);
  expect(again['dashboardUrl']).toBe(dashboardUrl);
  await page.getByRole('link', { name: wholeText('strip.attention', /\d+/) }).click();
  await expect(page.getByText(text('problem.restore-done.what'))).toBeVisible();
  await openPlace(page, 'live');
  await expect(page.getByText(text('events.beams', { count: 12_000 })).first()).toBeVisible();
  const kept = readdirSync(stage.dataDir).filter((name) => name.startsWith('before-restore-'));
  expect(kept).toHaveLength(1);
  complaints.splice(0);
});
