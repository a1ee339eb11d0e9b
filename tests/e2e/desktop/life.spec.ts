import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import {
  commandDone,
  connectLive,
  readSettings,
  settingsFor,
  showOverlay,
} from '../../support/desktop-deeds.ts';
import { ROOT_ARGS, requireFromRoot, root } from '../../support/desktop-electron.ts';
import { appEnvironment, type LaunchedApp } from '../../support/desktop-launch.ts';
import { Standin } from '../../support/desktop-standin.ts';
import { readLeftBooks } from '../../support/left-behind.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { DEMO, expect, LEFT, sharingTest, test } from './fixtures.ts';

/** The dashboard's window as Electron knows it. */
function dashboardSeen({ app }: LaunchedApp): Promise<boolean | null> {
  return app.evaluate(({ BrowserWindow }) => {
    const all = BrowserWindow.getAllWindows();
    const own = all.find((window) => window.webContents.getURL() === 'app://dashboard/');
    return own ? own.isVisible() : null;
  });
}

/** As the cross in the window's corner does. */
function closeDashboard({ app }: LaunchedApp): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    const all = BrowserWindow.getAllWindows();
    const own = all.find((window) => window.webContents.getURL() === 'app://dashboard/');
    setImmediate(() => own?.close());
  });
}

sharingTest(
  'a second start shows the window of the first and ends',
  async ({ quiet: launched }) => {
    await launched.dashboard();
    await expect.poll(() => dashboardSeen(launched)).toBe(true);
    await closeDashboard(launched);
    await expect.poll(() => dashboardSeen(launched)).toBe(false);
    const program: string = requireFromRoot('electron');
    const second = spawn(
      program,
      ['.', `--user-data-dir=${launched.place.userData}`, ...ROOT_ARGS],
      {
        cwd: root,
        env: appEnvironment(launched.place),
        stdio: 'ignore',
      },
    );
    const [code] = await once(second, 'exit');
    expect(code).toBe(0);
    await expect.poll(() => dashboardSeen(launched)).toBe(true);
    expect(await launched.addresses()).toEqual(['app://dashboard/']);
  },
);

test('closing the window leaves the app in the tray, which is said once', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({ settings: LEFT });
  const standin = await Standin.of(launched);
  const page = await launched.dashboard();
  await page.evaluate(() => Reflect.set(window, 'stillTheSame', true));
  for (const _ of ['the first time', 'once more']) {
    await expect.poll(() => dashboardSeen(launched)).toBe(true);
    await closeDashboard(launched);
    await expect.poll(() => dashboardSeen(launched)).toBe(false);
    await standin.clickMenu('show-dashboard');
  }
  await expect.poll(() => dashboardSeen(launched)).toBe(true);
  expect(await page.evaluate(() => Reflect.get(window, 'stillTheSame'))).toBe(true);
  const told = await standin.callsTo('Notification.show');
  expect(told).toEqual([[expect.objectContaining({ title: text('tray.hidden') })]]);
  await expect.poll(async () => (await readSettings(launched)).desktop.toldAboutTray).toBe(true);
});

test('with the setting off, closing the window quits', async ({ launch }) => {
  const launched = await launch({ settings: { desktop: { ...LEFT.desktop, closeToTray: false } } });
  const page = await launched.dashboard();
  await expect(page.locator('.strip')).toBeVisible();
  await closeDashboard(launched);
  expect(await launched.exited).toBe(0);
});

test('quitting writes everything and is done within two seconds', async ({ launch, stage }) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  const made = simEvents(stage.simulator);
  const valued = [made.donation, made.subscription, made.draw, made.purchase];
  for (const event of valued) stage.simulator.publish(event);
  await expect(page.locator('.event-list .event')).toHaveCount(valued.length);
  await commandDone(page, 'settings.set-language', { language: 'en' });
  // Not saved yet when the app ends: that waits until the window lies still.
  const place = { x: 50, y: 60, width: 900, height: 700 };
  const window = await launched.app.browserWindow(page);
  await window.evaluate((found, to) => found.setBounds(to), place);
  const { code, tookMs } = await launched.quit();
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(2_000);
  expect(await readSettings(launched)).toMatchObject({
    language: 'en',
    desktop: { dashboard: { place } },
    connect: { clientId: stage.simulator.clientId },
  });
  const books = readLeftBooks(launched.place.userData);
  expect(books.integrity).toBe('ok');
  expect([...books.events.values()].map(({ kind }) => kind)).toEqual(
    valued.map(({ kind }) => kind),
  );
  await expect.poll(() => stage.simulator.sockets.all.length).toBe(0);
});

test('signed in once, the next start is live without a browser', async ({ launch, stage }) => {
  const first = await launch({ settings: settingsFor(stage) });
  await connectLive(first, stage);
  await first.quit();
  const second = await launch({ settings: null });
  const page = await second.dashboard();
  await expect(page.locator('.strip').getByText(text('state.live'))).toBeVisible();
  expect(stage.simulator.sockets.current.length).toBe(1);
});

test('the demo keeps no books of its own', async ({ launch, place }) => {
  const launched = await launch({ settings: DEMO });
  const page = await launched.dashboard();
  await expect(page.locator('.strip').getByText(text('state.live'))).toBeVisible();
  expect((await launched.quit()).code).toBe(0);
  expect(await readdir(place.userData)).not.toContain('ledger.sqlite');
});

sharingTest(
  'waking up from sleep tests the line at once',
  async ({ live: { launched, stage } }) => {
    const pings = () => stage.simulator.sockets.current[0]?.state().pings ?? 0;
    const before = pings();
    await launched.app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('resume');
    });
    await expect.poll(pings).toBeGreaterThan(before);
  },
);

/** What one of our pages shows, by Electron's own account: a page that crashed is lost to Playwright. */
function shownAt({ app }: LaunchedApp, address: string): Promise<string> {
  return app.evaluate(({ BrowserWindow }, wanted) => {
    const all = BrowserWindow.getAllWindows();
    const own = all.find((window) => window.webContents.getURL() === wanted);
    if (!own) return '';
    return own.webContents.executeJavaScript('document.body.innerText') as Promise<string>;
  }, address);
}

/** Crashes the page and waits until the app has heard of it. */
async function crash({ app }: LaunchedApp, address: string): Promise<void> {
  await app.evaluate(({ BrowserWindow }, wanted) => {
    const all = BrowserWindow.getAllWindows();
    const own = all.find((window) => window.webContents.getURL() === wanted);
    Reflect.set(globalThis, '__gone', 0);
    own?.webContents.once('render-process-gone', () => Reflect.set(globalThis, '__gone', 1));
    own?.webContents.forcefullyCrashRenderer();
  }, address);
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, '__gone'))).toBe(1);
}

test("a crash of the overlay's page, or the dashboard's, is mended with its state intact", async ({
  launch,
  stage,
}) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  await showOverlay(launched, { zoom: 1.5 });
  const made = simEvents(stage.simulator);
  stage.simulator.publish(made.chat('said before the crash'));
  await expect(page.getByText('said before the crash')).toBeVisible();
  for (const place of ['overlay', 'dashboard']) {
    await test.step(place, async () => {
      const address = `app://${place}/`;
      const text = () => shownAt(launched, address);
      await expect.poll(text).toContain('said before the crash');
      await crash(launched, address);
      const words = `said while the ${place} was away`;
      stage.simulator.publish(made.chat(words));
      await expect.poll(() => text().catch(() => '')).toContain(words);
      expect(await text()).toContain('said before the crash');
      expect(stage.simulator.sockets.all.length).toBe(1);
      expect((await launched.addresses()).sort()).toEqual(['app://dashboard/', 'app://overlay/']);
    });
  }
});
