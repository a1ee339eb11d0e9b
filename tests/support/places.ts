import { expect, type Locator, type Page } from '@playwright/test';
import type { PartedView, PartOf, View } from '../../renderer/stores/dashboard-store.ts';
import { pressAt, tabTo } from './keyboard.ts';

/** A place's button, in the row of places or in the menu of a dock. */
export const placeButton = (page: Page, view: View): Locator =>
  page.locator(`.view[data-view="${view}"]`).filter({ visible: true });

const partTab = (page: Page, part: PartOf<PartedView>): Locator =>
  page.locator(`.tab[data-tab="${part}"]`);

/** Goes to a place of the dashboard and to a part of it, in any language and at any width. */
export async function openPlace<V extends View>(
  page: Page,
  view: V,
  part?: PartOf<V>,
): Promise<void> {
  await placeButton(page, view).click();
  await expect(placeButton(page, view)).toHaveAttribute('aria-current', 'page');
  if (part === undefined) return;
  await partTab(page, part).click();
  await expect(partTab(page, part)).toHaveAttribute('aria-selected', 'true');
}

/** The same with the keyboard alone. */
export async function walkToPlace<V extends View>(
  page: Page,
  view: V,
  part?: PartOf<V>,
): Promise<void> {
  await pressAt(page, placeButton(page, view));
  await expect(placeButton(page, view)).toHaveAttribute('aria-current', 'page');
  if (part === undefined) return;
  await tabTo(page, page.locator('.tab[aria-selected="true"]').first());
  await page.keyboard.press('Home');
  const tab = partTab(page, part);
  for (let steps = 0; steps < 5; steps += 1) {
    if ((await tab.getAttribute('aria-selected')) === 'true') break;
    await page.keyboard.press('ArrowRight');
  }
  await expect(tab).toBeFocused();
}
