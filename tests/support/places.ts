import { expect, type Locator, type Page } from '@playwright/test';
import type { PartedView, PartOf, View } from '../../renderer/stores/dashboard-store.ts';
import { pressAt, tabTo } from './keyboard.ts';
import { text } from './texts.ts';

const row = (page: Page): Locator => page.locator('main > .views');
export const menuButton = (page: Page): Locator => page.locator('.menu-button');

/** A place's button in the row of places, which a dock does not show. */
export const placeButton = (page: Page, view: View): Locator =>
  row(page).locator(`.view[data-view="${view}"]`);

/** A dock has the places in its menu. */
async function isDock(page: Page): Promise<boolean> {
  await row(page).waitFor({ state: 'attached' });
  return !(await row(page).isVisible());
}

const inMenu = (page: Page, view: View): Locator =>
  page.locator(`.popup .view[data-view="${view}"]`);

const partTab = (page: Page, part: PartOf<PartedView>): Locator =>
  page.locator(`.tab[data-tab="${part}"]`);

/**
 * Goes to a place of the dashboard and to a part of it, in any language and at any width, without the
 * pointer's way: what that one needs is tried by who clicks, and takes most of a long test's time.
 */
export async function openPlace<V extends View>(
  page: Page,
  view: V,
  part?: PartOf<V>,
): Promise<void> {
  await page.evaluate(
    async ([place, tab]) => {
      const shown = async (selector: string): Promise<HTMLElement> => {
        for (;;) {
          const found = document.querySelector<HTMLElement>(selector);
          if (found) return found;
          await new Promise(requestAnimationFrame);
        }
      };
      const press = async (selector: string): Promise<void> => {
        const button = await shown(selector);
        button.focus();
        button.click();
      };
      const row = await shown('main > .views');
      const isDock = row.getClientRects().length === 0;
      if (isDock) await press('.menu-button');
      await press(`${isDock ? '.popup' : 'main > .views'} .view[data-view="${place}"]`);
      await shown(`main > .views .view[data-view="${place}"][aria-current="page"]`);
      if (tab === undefined) return;
      await press(`.tab[data-tab="${tab}"]`);
      await shown(`.tab[data-tab="${tab}"][aria-selected="true"]`);
    },
    [view, part] as const,
  );
}

/** The same with the keyboard alone. */
export async function walkToPlace<V extends View>(
  page: Page,
  view: V,
  part?: PartOf<V>,
): Promise<void> {
  const dock = await isDock(page);
  if (dock) await pressAt(page, menuButton(page));
  await pressAt(page, dock ? inMenu(page, view) : placeButton(page, view));
  await expect(placeButton(page, view)).toHaveAttribute('aria-current', 'page');
  if (part === undefined) return;
  await tabTo(page, page.locator('.tab[aria-selected="true"]').first());
  await page.keyboard.press('Home');
  const tab = partTab(page, part);
  const place = await tab.evaluate((element) =>
    [...(element.parentElement?.querySelectorAll('.tab') ?? [])].indexOf(element),
  );
  for (const _ of Array.from({ length: place })) await page.keyboard.press('ArrowRight');
  await expect(tab).toBeFocused();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** The overlay's whole address, from behind the button “OBS”; leads on to the app's settings. In Korean. */
export async function overlayAddress(page: Page): Promise<string> {
  await page.locator('.strip-obs').click();
  const card = page.getByRole('region', { name: text('overlay.title') });
  await card.getByRole('button', { name: text('overlay.reveal') }).click();
  const address = await card.getByLabel(text('overlay.address'), { exact: true }).inputValue();
  await openPlace(page, 'settings', 'app');
  return address;
}
