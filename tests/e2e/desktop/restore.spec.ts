import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { card, filesIn, recordRestarts } from '../../support/desktop-care.ts';
import {
  command,
  commandDone,
  connectLive,
  readSettings,
  recordOpened,
  settingsFor,
} from '../../support/desktop-deeds.ts';
import type { LaunchedApp } from '../../support/desktop-launch.ts';
import { openAddress } from '../../support/headless-process.ts';
import { readLeftBooks } from '../../support/left-behind.ts';
import { openPlace, overlayAddress } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text, wholeText } from '../../support/texts.ts';
import { expect, LEFT, test } from './fixtures.ts';

const BIG = text('preset.big-donation', { from: 10_000 });
/** What the rule is called, made of its conditions. */
const BIG_RULE = `${text('kind.DONATION')} · ${text('summary.beams-from', { from: 10_000 })}`;
const PASSPHRASE = '달빛 아래 라디오 소리';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

async function addRule(page: Page): Promise<void> {
  await openPlace(page, 'alerts', 'rules');
  await page.getByRole('button', { name: text('rules.add-one', { name: BIG }) }).click();
  const picture = { name: '내 그림.png', mimeType: 'image/png', buffer: PIXEL };
  await page
    .getByLabel(text('media.upload-for', { name: text('variant.image') }))
    .setInputFiles(picture);
  await expect(page.getByLabel(text('variant.image'), { exact: true })).toHaveValue(
    /^[0-9a-f]{64}$/,
  );
}

async function makeBackup(page: Page, passphrase: string | null = null): Promise<void> {
  await openPlace(page, 'settings');
  const backup = card(page, text('backup.title'));
  if (passphrase !== null) {
    await backup.getByRole('switch', { name: text('backup.secrets') }).check();
    await backup.getByLabel(text('backup.passphrase'), { exact: true }).fill(passphrase);
    await backup.getByLabel(text('backup.repeat')).fill(passphrase);
  }
  await backup.getByRole('button', { name: text('backup.make') }).click();
  await expect(backup.getByRole('listitem')).toHaveCount(1);
}

/** @param address of the connection that comes along; the question names it. */
async function applyRestore(page: Page, address: string | null = null): Promise<void> {
  await card(page, text('restore.title'))
    .getByRole('button', { name: text('restore.apply') })
    .click();
  if (address !== null) {
    await expect(page.getByRole('dialog').getByText(address).first()).toBeVisible();
    await expect(
      page.getByRole('dialog').getByText(text('restore.take-connection-ask')),
    ).toBeVisible();
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('restore.apply') })
    .click();
}

/** Of what the streamer has set: two things that the test changes, as the file has them. */
async function keptSettings(launched: LaunchedApp) {
  const { overlay, desktop } = await readSettings(launched);
  return { rules: overlay?.rules ?? [], closeToTray: desktop.closeToTray };
}

test('a backup is restored by the app that made it, and what was there is kept aside', async ({
  launch,
  stage,
  place,
}) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  stage.simulator.publish(simEvents(stage.simulator, 'in the backup').donation);
  await expect(page.getByText(text('events.beams', { count: 12_000 })).first()).toBeVisible();
  await commandDone(page, 'app.set', { closeToTray: false });
  await addRule(page);
  const shown = async () => JSON.stringify((await keptSettings(launched)).rules);
  await expect.poll(shown).toMatch(/"[0-9a-f]{64}"/);
  const wanted = await keptSettings(launched);
  const media = await filesIn(join(place.userData, 'media'));
  await makeBackup(page);
  // The app's window downloads nothing: the folder is told instead.
  await expect(card(page, text('backup.title')).getByRole('link')).toHaveCount(0);
  await expect(card(page, text('backup.title')).getByText(text('backup.in-folder'))).toBeVisible();

  // Everything that is in it becomes different.
  stage.simulator.publish(simEvents(stage.simulator, 'afterwards').donation);
  await expect.poll(() => readLeftBooks(place.userData).events.size).toBe(2);
  await commandDone(page, 'app.set', { closeToTray: true });
  await openPlace(page, 'alerts');
  await page.getByRole('button', { name: text('rules.remove', { name: BIG_RULE }) }).click();
  await page.getByRole('button', { name: text('media.remove', { name: '내 그림.png' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('backup.remove'), exact: true })
    .click();
  await expect.poll(async () => (await keptSettings(launched)).rules.length).toBe(0);
  await expect.poll(() => filesIn(join(place.userData, 'media'))).not.toEqual(media);
  const changed = await readSettings(launched);

  await openPlace(page, 'settings');
  await card(page, text('backup.title'))
    .getByRole('button', { name: new RegExp(`${text('restore.title')}$`) })
    .click();
  const restore = card(page, text('restore.title'));
  await expect(restore.getByText(text('restore.ready'))).toBeVisible();
  await expect(
    restore.getByText(text('restore.events-value', { count: 1 }), { exact: true }),
  ).toBeVisible();
  await expect(
    restore.getByText(text('restore.media-value', { count: 1 }), { exact: true }),
  ).toBeVisible();
  await expect(restore.getByText(text('restore.secrets-no'), { exact: true })).toBeVisible();
  const restarts = await recordRestarts(launched);
  await applyRestore(page);
  expect(await launched.exited).toBe(0);
  expect((await restarts()).length).toBe(1);

  const again = await launch({ settings: null });
  const restored = await again.dashboard();
  await expect(restored.locator('.strip').getByText(text('state.live'))).toBeVisible();
  await restored.getByRole('link', { name: wholeText('strip.attention', /\d+/) }).click();
  await expect(restored.getByText(text('problem.restore-done.what'))).toBeVisible();
  expect(await keptSettings(again)).toEqual(wanted);
  expect(await filesIn(join(place.userData, 'media'))).toEqual(media);
  await openPlace(restored, 'alerts');
  await expect(
    restored.getByRole('button', { name: text('rules.open', { name: BIG_RULE }) }),
  ).toBeVisible();
  await again.quit();
  const books = readLeftBooks(place.userData);
  expect([books.integrity, books.events.size]).toEqual(['ok', 1]);

  const [aside = '', ...more] = (await readdir(place.userData)).filter((name) =>
    name.startsWith('before-restore-'),
  );
  expect(more).toEqual([]);
  expect(readLeftBooks(join(place.userData, aside)).events.size).toBe(2);
  const before = await readFile(join(place.userData, aside, 'settings.json'), 'utf8');
  expect(JSON.parse(before)).toEqual(changed);
  expect(await readdir(place.userData)).not.toContain('restore-pending');
});

test('on a computer that knows nothing, a backup with secrets brings back all but the sign-in', async ({
  launch,
  stage,
  place,
}) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  const address = await overlayAddress(page);
  await openPlace(page, 'settings');
  await makeBackup(page, PASSPHRASE);
  const [name = ''] = await readdir(join(place.userData, 'backups'));
  const file = join(place.home, name);
  await cp(join(place.userData, 'backups', name), file);
  await launched.quit();
  for (const left of await readdir(place.userData)) {
    await rm(join(place.userData, left), { recursive: true });
  }

  const fresh = await launch({ settings: LEFT });
  const empty = await fresh.dashboard();
  expect(await overlayAddress(empty)).not.toBe(address);
  await openPlace(empty, 'settings');
  const restore = card(empty, text('restore.title'));
  await restore.getByLabel(text('restore.choose')).setInputFiles(file);
  await expect(restore.getByText(text('restore.ready'))).toBeVisible();
  // The application of the backup is another one than none: it comes only where that is chosen.
  await restore.getByRole('switch', { name: text('restore.take-connection') }).check();
  await restore.getByLabel(text('backup.passphrase')).fill(`${PASSPHRASE}?`);
  await applyRestore(empty, stage.simulator.baseUrl);
  await expect(restore.getByText(text('problem.backup-wrong-passphrase.what'))).toBeVisible();
  expect(fresh.hasExited).toBe(false);
  await recordRestarts(fresh);
  await restore.getByLabel(text('backup.passphrase')).fill(PASSPHRASE);
  await applyRestore(empty, stage.simulator.baseUrl);
  expect(await fresh.exited).toBe(0);

  const again = await launch({ settings: null });
  const opened = await recordOpened(again);
  const back = await again.dashboard();
  expect(await overlayAddress(back)).toBe(address);
  await expect.poll(async () => (await command(back, 'sign-in.start')).ok).toBe(true);
  await expect.poll(async () => (await opened()).length).toBeGreaterThan(0);
  await openAddress((await opened()).at(-1) ?? '');
  await expect(back.locator('.strip').getByText(text('state.live'))).toBeVisible();
});
