import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { platformBehindProxy } from '../../support/connect-proxy.ts';
import {
  command,
  commandDone,
  connectLive,
  readSettings,
  recordOpened,
  settingsFor,
  showOverlay,
} from '../../support/desktop-deeds.ts';
import { requireFromRoot, root } from '../../support/desktop-electron.ts';
import { appEnvironment, type LaunchedApp } from '../../support/desktop-launch.ts';
import { IMITATED, Standin } from '../../support/desktop-standin.ts';
import { freePort } from '../../support/free-port.ts';
import { HANGS_MS } from '../../support/hangs.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, LEFT, sharingTest, test } from './fixtures.ts';

/** What the window of one of our pages is like, by Electron's own account; null: there is none. */
function windowSeen({ app }: LaunchedApp, address: string) {
  return app.evaluate(({ BrowserWindow }, wanted) => {
    const all = BrowserWindow.getAllWindows();
    const own = all.find((window) => window.webContents.getURL() === wanted);
    return own ? { visible: own.isVisible(), onTop: own.isAlwaysOnTop() } : null;
  }, address);
}

test('on Wayland the app begins again through X11, once, with what it was started with', {
  tag: '@standin',
}, async ({ place }) => {
  // Too early for a debugger: the wish is printed by a module that is loaded before the app.
  const listener = join(place.folder, 'listener.cjs');
  await writeFile(
    listener,
    `const { app } = require('electron');
    app.relaunch = ({ args }) => console.log('again with ' + JSON.stringify(args));`,
  );
  const args = ['-r', listener, '.', `--user-data-dir=${place.userData}`, '--hidden'];
  const said = await new Promise<string>((done, fail) => {
    const env = appEnvironment(place, IMITATED.waylandAndX11);
    const program: string = requireFromRoot('electron');
    execFile(program, args, { cwd: root, env, timeout: HANGS_MS }, (failure, out) =>
      failure ? fail(failure) : done(out),
    );
  });
  const [line = '', ...others] = said.trim().split('\n');
  expect(others).toEqual([]);
  const again: string[] = JSON.parse(line.replace('again with ', ''));
  expect(again[0]).toBe('--ozone-platform=x11');
  expect(again.slice(-3)).toEqual(['.', `--user-data-dir=${place.userData}`, '--hidden']);
});

test('on Wayland, through X11, the overlay stands where and as it stands elsewhere', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({
    settings: LEFT,
    args: ['--ozone-platform=x11'],
    environment: IMITATED.waylandAndX11,
  });
  const standin = await Standin.of(launched);
  await showOverlay(launched);
  await expect
    .poll(() => windowSeen(launched, 'app://overlay/'))
    .toEqual({ visible: true, onTop: true });
  expect(await standin.warnings()).toEqual([]);
});

test('on Wayland without X11 both windows show, and the settings say what the overlay cannot do', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({ settings: LEFT, environment: IMITATED.wayland });
  const page = await launched.dashboard();
  await expect
    .poll(() => windowSeen(launched, 'app://dashboard/'))
    .toMatchObject({ visible: true });
  await showOverlay(launched);
  await expect.poll(() => windowSeen(launched, 'app://overlay/')).toMatchObject({ visible: true });
  await openPlace(page, 'settings');
  const card = page.getByRole('region', { name: text('overlay-window.title'), exact: true });
  await expect(card.getByText(text('overlay-window.sunk'))).toBeVisible();
  await expect(card.getByRole('button', { name: text('overlay.copy') })).toBeVisible();
});

test('a sandbox that was switched off at the start is not switched on halfway', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({ settings: LEFT, args: ['--no-sandbox'] });
  const standin = await Standin.of(launched);
  await launched.dashboard();
  expect(await standin.warnings()).toEqual([]);
});

test('an update on macOS closes the windows that otherwise only hide, and the app ends', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({ settings: LEFT, environment: IMITATED.macUpdate });
  const standin = await Standin.of(launched);
  await showOverlay(launched);
  // With the tray there, closing a window only hides it.
  await expect.poll(() => standin.trayTip()).not.toBeNull();
  await launched.app.evaluate(({ autoUpdater }) => {
    setImmediate(() => autoUpdater.quitAndInstall());
  });
  expect(await launched.exited).toBe(0);
  // It was closed by the update, not by the streamer.
  expect((await readSettings(launched)).overlayWindow.shown).toBe(true);
});

test('Windows ends the session: what came in the same moment is in the books', {
  tag: '@standin',
}, async ({ launch, stage }) => {
  const launched = await launch({
    settings: settingsFor(stage),
    environment: IMITATED.windowsSession,
  });
  const standin = await Standin.of(launched);
  const page = await connectLive(launched, stage);
  stage.simulator.publish(simEvents(stage.simulator).chat('the last word'));
  await expect(page.getByText('the last word').first()).toBeVisible();
  await standin.endSession('shutdown');
  const file = join(launched.place.userData, 'ledger.sqlite');
  // Books that are closed leave no log of writes behind, which the next start would have to look through.
  expect(existsSync(`${file}-wal`)).toBe(false);
  const books = new DatabaseSync(file, { readOnly: true });
  const chat = books.prepare('SELECT payload FROM chat').all();
  books.close();
  expect(chat.map(({ payload }) => String(payload)).join()).toContain('the last word');
});

test('where Windows gives it the time, the app ends by itself and in order', {
  tag: '@standin',
}, async ({ launch, stage }) => {
  const launched = await launch({
    settings: settingsFor(stage),
    environment: { STAGELIGHT_LOG: 'console' },
  });
  const standin = await Standin.of(launched);
  await connectLive(launched, stage);
  await standin.endSession('logoff');
  expect(await launched.exited).toBe(0);
  expect(launched.said).not.toMatch(/Z error /);
});

test('hotkeys that change while a combination is recorded are changed at the system', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({ settings: LEFT });
  const standin = await Standin.of(launched);
  const page = await launched.dashboard();
  await commandDone(page, 'hotkey.recording', { on: true });
  const set = { action: 'alerts-panic', accelerator: 'Ctrl+Shift+F8' };
  expect(await command(page, 'hotkey.set', set)).toMatchObject({
    ok: true,
    value: { status: 'active' },
  });
  await commandDone(page, 'hotkey.recording', { on: false });
  expect(await standin.warnings()).toEqual([]);
  expect(await standin.fireShortcut('Ctrl+Shift+F8')).toBe(true);
  expect(await standin.fireShortcut('Ctrl+Alt+H')).toBe(false);
});

test('the computer stays awake while the channel is on the air', { tag: '@standin' }, async ({
  launch,
  stage,
}) => {
  const { channels } = stage.simulator.world;
  const channel = channels.find(stage.simulator.streamerChannelId);
  if (!channel) throw new Error('the streamer has no channel');
  channels.goLive(channel, null, 3);
  const launched = await launch({ settings: settingsFor(stage) });
  const standin = await Standin.of(launched);
  await connectLive(launched, stage);
  await expect
    .poll(() => standin.callsTo('powerSaveBlocker.start'))
    .toEqual([['prevent-app-suspension']]);
  expect(await standin.callsTo('powerSaveBlocker.stop')).toEqual([]);
});

test('an app that takes the place of one that is still there waits for its end', async ({
  launch,
}) => {
  const first = await launch({ settings: LEFT });
  await first.dashboard();
  const next = await launch({ settings: null, environment: { STAGELIGHT_TAKES_OVER: '1' } });
  expect(next.hasExited).toBe(false);
  await first.quit();
  await expect((await next.dashboard()).locator('.strip')).toBeVisible();
  expect(await next.addresses()).toEqual(['app://dashboard/']);
});

sharingTest(
  'on Linux the app asks Chromium for the voices of the system',
  { tag: '@linux' },
  async ({ quiet: launched }) => {
    const asked = await launched.app.evaluate(({ app }) =>
      app.commandLine.hasSwitch('enable-speech-dispatcher'),
    );
    expect(asked).toBe(true);
  },
);

test('the app reaches the platform by the system’s certificates and proxy', {
  tag: '@linux',
}, async ({ launch }) => {
  const behind = await platformBehindProxy();
  const launched = await launch({
    settings: LEFT,
    environment: { SSL_CERT_FILE: behind.certificateFile, STAGELIGHT_LOG: 'console' },
  });
  const page = await launched.dashboard();
  await launched.app.evaluate(({ session }, host) => {
    session.defaultSession.resolveProxy = async () => `PROXY ${host}`;
  }, new URL(behind.proxy).host);
  const opened = await recordOpened(launched);
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  await commandDone(page, 'setup.connect', {
    clientId: 'client',
    clientSecret: 'secret',
    redirectUri,
    baseUrl: 'https://platform.test',
    authUrl: 'https://platform.test',
  });
  await commandDone(page, 'setup.go', { step: 'done' });
  await expect.poll(async () => (await command(page, 'sign-in.start')).ok).toBe(true);
  await expect.poll(async () => (await opened()).length).toBeGreaterThan(0);
  const state = new URL((await opened()).at(-1) ?? '').searchParams.get('state') ?? '';
  await fetch(`${redirectUri}?${new URLSearchParams({ code: 'code', state })}`);
  await expect.poll(() => behind.calls).not.toEqual([]);
  expect(behind.asked).toContain('CONNECT platform.test:443');
  await launched.quit();
  await behind.dispose();
});
