import {
  commandDone,
  connectLive,
  readSettings,
  settingsFor,
  showOverlay,
} from '../../support/desktop-deeds.ts';
import type { LaunchedApp } from '../../support/desktop-launch.ts';
import { Standin } from '../../support/desktop-standin.ts';
import { speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { english, text } from '../../support/texts.ts';
import { expect, LEFT, sharingTest, test } from './fixtures.ts';

const overlayLook = async (launched: LaunchedApp) => (await readSettings(launched)).overlayWindow;

sharingTest(
  'hotkeys lock, show, hide, pause and skip',
  { tag: '@standin' },
  async ({ live: { launched, stage, page } }) => {
    const standin = await Standin.of(launched);
    const press = async (keys: string) => expect(await standin.fireShortcut(keys)).toBe(true);

    // Nobody can unlock what they do not see: it is shown and unlocked.
    await press('Ctrl+Alt+L');
    const overlay = await launched.overlay();
    await expect(overlay.locator('.sl-window')).toBeVisible();
    await press('Ctrl+Alt+L');
    await expect(overlay.locator('.sl-window')).toHaveCount(0);

    const made = (mark: string) => simEvents(stage.simulator, mark);
    stage.simulator.publish(made('one').donation);
    await expect(overlay.getByText('donation words one')).toBeVisible();
    await press('Ctrl+Alt+S');
    await expect(overlay.getByText('donation words one')).toHaveCount(0);

    stage.simulator.publish(made('two').donation);
    await expect(overlay.getByText('donation words two')).toBeVisible();
    await press('Ctrl+Alt+H');
    await expect(overlay.getByText('donation words two')).toHaveCount(0);
    await expect(page.locator('.alert-strip').getByText(text('alerts.paused'))).toBeVisible();
    await press('Ctrl+Alt+P');
    await expect(overlay.getByText('donation words two')).toBeVisible();

    await press('Ctrl+Alt+O');
    await expect.poll(() => launched.addresses()).toEqual(['app://dashboard/']);
    await expect.poll(async () => (await overlayLook(launched)).shown).toBe(false);
  },
);

test('a hotkey that another program has is shown as taken, and another one works', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({
    settings: { ...LEFT, hotkeys: { 'alerts-panic': 'CommandOrControl+Alt+H' } },
  });
  const standin = await Standin.of(launched);
  const page = await launched.dashboard();
  await standin.takeShortcut('Ctrl+Shift+F9');
  await openPlace(page, 'settings');
  const row = page.locator('.hotkey').filter({ hasText: text('hotkeys.alerts-panic') });
  await expect(row.getByText(text('hotkeys.status-active'))).toBeVisible();
  await commandDone(page, 'hotkey.set', { action: 'alerts-panic', accelerator: 'Ctrl+Shift+F9' });
  await expect(row.getByText(text('hotkeys.status-taken'))).toBeVisible();
  expect(await standin.fireShortcut('Ctrl+Alt+H')).toBe(false);
  await commandDone(page, 'hotkey.set', { action: 'alerts-panic', accelerator: 'Ctrl+Shift+F8' });
  await expect(row.getByText(text('hotkeys.status-active'))).toBeVisible();
  expect(await standin.fireShortcut('Ctrl+Shift+F8')).toBe(true);
  await commandDone(page, 'hotkey.set', { action: 'alerts-skip', accelerator: 'Ctrl+Shift+F8' });
  await expect(page.getByText(text('hotkeys.status-doubled')).first()).toBeVisible();
  await commandDone(page, 'hotkey.set', { action: 'alerts-skip', accelerator: null });
  await expect(row.getByText(text('hotkeys.status-active'))).toBeVisible();
});

test('the tray has every command, says the state and does what it says', {
  tag: '@standin',
}, async ({ launch, stage }) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const standin = await Standin.of(launched);
  const page = await connectLive(launched, stage);
  const { name } = stage.simulator.world.channels.find(stage.simulator.streamerChannelId)?.user ?? {
    name: '',
  };
  await expect
    .poll(() => standin.trayTip())
    .toBe(`${text('app.name')} · ${text('state.live')} · ${name}`);
  await expect
    .poll(() => standin.trayLabels())
    .toEqual([
      `${text('state.live')} · ${name}`,
      text('menu.show-dashboard'),
      '-',
      text('menu.overlay-shown'),
      text('menu.overlay-locked'),
      '-',
      text('menu.hide-alerts'),
      text('menu.pause-alerts'),
      text('menu.skip-alert'),
      '-',
      text('menu.copy-address'),
      text('menu.settings'),
      '-',
      text('menu.quit'),
    ]);
  await standin.clickMenu('overlay-shown');
  const overlay = await launched.overlay();
  await standin.clickMenu('overlay-locked');
  await expect(overlay.locator('.sl-window')).toBeVisible();
  await standin.clickMenu('overlay-locked');
  await expect(overlay.locator('.sl-window')).toHaveCount(0);
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(overlay.getByText('donation words 1')).toBeVisible();
  await standin.clickMenu('hide-alerts');
  await expect(overlay.getByText('donation words 1')).toHaveCount(0);
  await expect.poll(() => standin.trayLabels()).toContain(text('menu.resume-alerts'));
  await standin.clickMenu('pause-alerts');
  await expect(overlay.getByText('donation words 1')).toBeVisible();
  await standin.clickMenu('skip-alert');
  await expect(overlay.getByText('donation words 1')).toHaveCount(0);
  await standin.clickMenu('copy-address');
  const copied = await launched.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/overlay\/[\w-]{20,}/);
  await standin.clickMenu('show-dashboard');
  await expect(page.locator('.strip')).toBeVisible();
  await standin.clickMenu('quit');
  expect(await launched.exited).toBe(0);
});

test('another language reaches window, tray and overlay at once', { tag: '@standin' }, async ({
  launch,
}) => {
  const launched = await launch({ settings: LEFT });
  const standin = await Standin.of(launched);
  const page = await launched.dashboard();
  const overlay = await showOverlay(launched, { locked: false });
  await expect(overlay.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(page.getByText(text('resume.title'))).toBeVisible();
  await speak(page, 'en');
  await expect(page.getByText(english('resume.title'))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(overlay.locator('html')).toHaveAttribute('lang', 'en');
  await expect.poll(() => standin.trayTip()).toBe('Stagelight · Not connected yet');
  await expect.poll(() => standin.trayLabels()).toContain('Show dashboard');
  await expect.poll(async () => (await readSettings(launched)).language).toBe('en');
});
