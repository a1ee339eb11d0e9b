import type { Page } from '@playwright/test';
import { VIEWS } from '../../../renderer/stores/dashboard-store.ts';
import { fillCore } from '../../support/full-core.ts';
import { keyboardToTop, pressAt } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, SIGHTS, speak } from '../../support/open-to-all.ts';
import { menuButton, openPlace, placeButton, walkToPlace } from '../../support/places.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest as test } from '../fixtures.ts';

const bar = (page: Page) => page.locator('.strip');

/** What of the bar stands outside of the window, or on a second line. */
async function outOfLine(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const edge = document.querySelector('.strip')?.getBoundingClientRect();
    const parts = [...document.querySelectorAll('.strip > *, .strip-end > *')];
    return parts
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1)
      .filter(
        ({ box }) => box.right > innerWidth || box.left < 0 || box.bottom > (edge?.bottom ?? 0),
      )
      .map(({ part }) => part.className);
  });
}

test('the header is one line and says what matters on air, leading to OBS and to alerts', async ({
  page,
  core,
  dashboardUrl,
}) => {
  await fillCore(core, page);
  core.answer({
    'alerts.pause': ({ paused }) => core.tell('alerts', { ...core.told('alerts'), paused }),
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(dashboardUrl);
  await expect(bar(page)).toContainText(new RegExp(`${text('live.on-air')}\\d+:\\d\\d`));
  await expect(bar(page)).toContainText(text('strip.viewers', { count: 128 }));
  await expect(bar(page).locator('.state, .gap-hint')).toHaveCount(0);
  await pressAt(page, page.getByRole('button', { name: `OBS: ${text('overlay.no-pages')}` }));
  const obs = page.getByRole('region', { name: text('overlay.title') });
  await expect(obs.getByText('1920 × 1080')).toBeVisible();
  await expect(obs.getByLabel(text('overlay.address'))).toHaveValue(/\/overlay\/•+\/$/);
  const status = core.told('status');
  core.tell('status', { ...status, overlay: { ...status.overlay, connectedPages: 1 } });
  await expect(obs.getByText(text('overlay.pages', { count: 1 }))).toBeVisible();
  await expect(
    page.getByRole('button', { name: `OBS: ${text('overlay.pages', { count: 1 })}` }),
  ).toBeFocused();

  await page.getByRole('button', { name: text('alerts.pause-long') }).click();
  await expect.poll(() => core.changes).toEqual([{ name: 'alerts.pause', args: { paused: true } }]);
  const before = core.told('status');
  core.tell('status', { ...before, alerts: { ...before.alerts, waiting: 1 } });
  await expect(bar(page)).toContainText(text('strip.waiting', { count: 1 }));
  for (const width of [1280, 1024, 800, 600]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await bar(page).evaluate((strip) => strip.getBoundingClientRect().height)).toBe(48);
    expect(await outOfLine(page), `${width} px`).toEqual([]);
  }
  await page.locator('.strip-waiting').click();
  await expect(placeButton(page, 'alerts')).toHaveAttribute('aria-current', 'page');
});

test('every place is reached, in a window and in a dock, with what the bar has no room for in the menu', async ({
  page,
  core,
  dashboardUrl,
}) => {
  await fillCore(core, page);
  await page.goto(dashboardUrl);
  await expect(bar(page).locator('.air')).toBeVisible();
  await test.step('every place is reached with the keyboard alone, from the row and from the menu', async () => {
    for (const width of [1280, 400]) {
      await page.setViewportSize({ width, height: 900 });
      await keyboardToTop(page);
      for (const view of VIEWS) await walkToPlace(page, view);
      await keyboardToTop(page);
      await walkToPlace(page, 'history', 'drops');
      await keyboardToTop(page);
      await walkToPlace(page, 'settings', 'permissions');
    }
    await keyboardToTop(page);
    await pressAt(page, menuButton(page), 'Enter');
    await page.keyboard.press('Escape');
    await expect(menuButton(page)).toBeFocused();
  });
  await test.step('a dock has one bar of 40 px, and the rest in its menu', async () => {
    await openPlace(page, 'live');
    for (const width of [300, 400, 500]) {
      await page.setViewportSize({ width, height: 500 });
      const strip = await bar(page).boundingBox();
      expect(strip).toEqual({ x: 0, y: 0, width, height: 40 });
      expect(await outOfLine(page), `${width} px`).toEqual([]);
      await expect(page.locator('main > .views')).toBeHidden();
      for (const name of [text('alerts.pause-long'), text('menu.open')]) {
        await expect(bar(page).getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 });
      }
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrolled, `${width} px`).toBe(width);
    }
    await menuButton(page).click();
    const menu = page.getByRole('dialog', { name: text('menu.open') });
    await expect(menu.getByRole('navigation').getByRole('button')).toHaveCount(VIEWS.length);
    await menu.getByRole('button', { name: 'OBS', exact: true }).click();
    await expect(menu).toHaveCount(0);
    const obs = page.getByRole('region', { name: text('overlay.title') });
    await expect(obs.getByRole('button', { name: text('overlay.copy') })).toBeVisible();
    await openPlace(page, 'history', 'drops');
    await expect(page.getByRole('tabpanel', { name: text('part.drops') })).toBeVisible();
  });
  await test.step('the menu and the address for OBS are open to everybody', async () => {
    for (const sight of SIGHTS) {
      await lookAs(page, sight);
      await speak(page, sight.language);
      await menuButton(page).click();
      await expectOpenToAll(page, `menu, ${nameOf(sight)}`);
      await page.keyboard.press('Escape');
      await openPlace(page, 'settings', 'obs');
      await expectOpenToAll(page, `OBS, ${nameOf(sight)}`);
    }
  });
});

test('what is opened right after Escape stays open, also on a slow machine', async ({
  page,
  dashboardUrl,
}) => {
  // The browser tells that a dialog closed in its next frame. Here that frame comes when it is let.
  await page.addInitScript(() => {
    const held: EventTarget[] = [];
    const hold = (event: Event) => {
      if (!event.isTrusted || event.target === null) return;
      event.stopImmediatePropagation();
      held.push(event.target);
    };
    addEventListener('close', hold, { capture: true });
    Reflect.set(window, '__frame', () => {
      for (const target of held.splice(0)) target.dispatchEvent(new Event('close'));
    });
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(dashboardUrl);
  await expect(bar(page).locator('.air')).toBeVisible();
  for (const name of [text('broadcast.begin'), text('menu.open')]) {
    const opener = bar(page).getByRole('button', { name }).first();
    const dialog = page.getByRole('dialog');
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.evaluate(() => (Reflect.get(window, '__frame') as () => void)());
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await page.evaluate(() => (Reflect.get(window, '__frame') as () => void)());
  }
});
