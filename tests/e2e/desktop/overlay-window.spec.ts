import type { Page } from '@playwright/test';
import { commandDone, painted, readSettings, showOverlay } from '../../support/desktop-deeds.ts';
import type { LaunchedApp } from '../../support/desktop-launch.ts';
import { Standin } from '../../support/desktop-standin.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { readPng } from '../../unit/desktop/icons-png.ts';
import { expect, LEFT, sharingTest, test } from './fixtures.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const bounds = (launched: LaunchedApp, page: Page): Promise<Box> =>
  launched.app.browserWindow(page).then((window) => window.evaluate((found) => found.getBounds()));

/** As the streamer drags it. */
async function drag(launched: LaunchedApp, page: Page, box: Box): Promise<void> {
  const window = await launched.app.browserWindow(page);
  await window.evaluate((found, to) => found.setBounds(to), box);
}

sharingTest(
  'its corner is transparent, and an alert in it is painted with its style',
  async ({ live: { launched, stage } }) => {
    const overlay = await showOverlay(launched);
    stage.simulator.publish(simEvents(stage.simulator).donation);
    const card = overlay.locator('.sl-alert');
    await expect(card).toBeVisible();
    // Once it stands: it comes in with a movement.
    await expect
      .poll(() => card.evaluate((element) => element.getAnimations({ subtree: true }).length === 0))
      .toBe(true);
    const box = await card.boundingBox();
    const picture = readPng(await overlay.screenshot());
    expect(picture.at(2, 2)[3]).toBe(0);
    expect(picture.at(picture.width - 3, picture.height - 3)[3]).toBe(0);
    expect(box).not.toBeNull();
    const middle = Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    const row = Array.from({ length: 40 }, (_, at) =>
      picture.at(Math.round((box?.x ?? 0) + ((box?.width ?? 0) * (at + 1)) / 42), middle),
    );
    expect(row.filter(([, , , alpha]) => alpha > 200).length).toBeGreaterThan(20);
  },
);

sharingTest('a solid colour for keying fills it to the corners', async ({ quiet: launched }) => {
  const overlay = await showOverlay(launched, { background: '#00ff00' });
  await painted(overlay);
  const picture = readPng(await overlay.screenshot());
  for (const [x, y] of [
    [2, 2],
    [picture.width - 3, picture.height - 3],
  ] as const) {
    expect(picture.at(x, y)).toEqual([0, 255, 0, 255]);
  }
});

sharingTest(
  'locked it lets clicks through, unlocked it takes them and shows its border',
  {
    tag: '@standin',
  },
  async ({ quiet: launched }) => {
    await Standin.of(launched);
    const dashboard = await launched.dashboard();
    const overlay = await showOverlay(launched);
    await overlay.evaluate(() => {
      Reflect.set(window, 'pressed', 0);
      window.addEventListener('pointerdown', () => {
        Reflect.set(window, 'pressed', Number(Reflect.get(window, 'pressed')) + 1);
      });
    });
    const pressed = () => overlay.evaluate(() => Reflect.get(window, 'pressed'));
    const handles = overlay.locator('.sl-window');
    await expect(handles).toHaveCount(0);
    await overlay.mouse.click(200, 150);
    expect(await pressed()).toBe(0);
    await commandDone(dashboard, 'overlay-window.set', { locked: false });
    await expect(handles).toBeVisible();
    await overlay.mouse.click(200, 150);
    await expect.poll(pressed).toBe(1);
    await commandDone(dashboard, 'overlay-window.set', { locked: true });
    await expect(handles).toHaveCount(0);
    await overlay.mouse.click(200, 150);
    expect(await pressed()).toBe(1);
  },
);

sharingTest(
  'it stands above everything, without a frame, under its fixed title',
  async ({ quiet: launched }) => {
    const overlay = await showOverlay(launched);
    const window = await launched.app.browserWindow(overlay);
    const seen = await window.evaluate((found) => ({
      title: found.getTitle(),
      onTop: found.isAlwaysOnTop(),
      visible: found.isVisible(),
      shadow: found.hasShadow(),
    }));
    expect(seen).toEqual({
      title: 'Stagelight Overlay',
      onTop: true,
      visible: true,
      shadow: false,
    });
  },
);

test('where it was put is kept over a restart, snapped to the edge it came near to', async ({
  launch,
}) => {
  const first = await launch({ settings: LEFT });
  const overlay = await showOverlay(first, { locked: false });
  const places = async () => Object.values((await readSettings(first)).overlayWindow.places);
  const sized = { x: 200, y: 120, width: 640, height: 360 };
  await drag(first, overlay, sized);
  await expect.poll(places).toEqual([sized]);
  await drag(first, overlay, { ...sized, x: 9 });
  const put = { ...sized, x: 0 };
  await expect.poll(places).toEqual([put]);
  expect(await bounds(first, overlay)).toEqual(put);
  await first.quit();
  const second = await launch({ settings: null });
  expect(await bounds(second, await second.overlay())).toEqual(put);
});

test('it has a place on each display and comes back when its display is gone', {
  tag: '@standin',
}, async ({ launch }) => {
  const launched = await launch({ settings: LEFT });
  const standin = await Standin.of(launched);
  const left = { id: 1, bounds: { x: 0, y: 0, width: 1280, height: 800 } };
  const right = { id: 2, bounds: { x: 1280, y: 0, width: 1920, height: 1080 } };
  await standin.setDisplays([left, right]);
  const overlay = await showOverlay(launched, { locked: false });
  const onLeft = { x: 100, y: 200, width: 640, height: 360 };
  const onRight = { x: 1500, y: 300, width: 800, height: 450 };
  const places = async () => Object.keys((await readSettings(launched)).overlayWindow.places);
  // While displays have just changed, moves are the system's and not kept.
  const keep = (box: Box, count: number) =>
    expect(async () => {
      await drag(launched, overlay, { ...box, x: box.x + 40 });
      await drag(launched, overlay, box);
      const options = { timeout: 2_000 };
      await expect.poll(async () => (await places()).length, options).toBe(count);
    }).toPass();
  await keep(onLeft, 1);
  await keep(onRight, 2);
  await standin.setDisplays([left]);
  await expect.poll(() => bounds(launched, overlay)).toEqual(onLeft);
  await standin.setDisplays([left, right]);
  await expect.poll(() => bounds(launched, overlay)).toEqual(onRight);
});

sharingTest(
  'its looks are set from the dashboard and kept',
  async ({ live: { launched, stage, page } }) => {
    const overlay = await showOverlay(launched);
    stage.simulator.publish(simEvents(stage.simulator).chat('seen or not'));
    const line = overlay.getByText('seen or not');
    await expect(line).toBeVisible();
    await openPlace(page, 'settings');
    await page
      .getByRole('checkbox', { name: text('overlay-window.part-chat'), exact: true })
      .uncheck();
    await expect(line).toHaveCount(0);
    await page.getByRole('slider', { name: text('overlay-window.opacity') }).fill('50');
    const opacity = () =>
      overlay.locator('main.sl-overlay').evaluate((element) => getComputedStyle(element).opacity);
    await expect.poll(opacity).toBe('0.5');
    await expect
      .poll(async () => (await readSettings(launched)).overlayWindow)
      .toMatchObject({ opacity: 0.5, parts: { chat: false, alerts: true, tallies: true } });
    await page.getByRole('switch', { name: text('overlay-window.shown') }).click();
    await expect.poll(() => launched.addresses()).toEqual(['app://dashboard/']);
  },
);
