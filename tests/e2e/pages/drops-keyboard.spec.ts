import type { Locator, Page } from '@playwright/test';
import type { PayoutJob } from '../../../shared/contract/drops.ts';
import { DropsAnswers } from '../../support/drops-answers.ts';
import { card, openDrops } from '../../support/drops-page.ts';
import { pressAt, tabTo } from '../../support/keyboard.ts';
import { lostFocus, watchFocus } from '../../support/keyboard-only.ts';
import { walkToPlace } from '../../support/places.ts';
import { text, wholeText } from '../../support/texts.ts';
import { expect, pageTest as test } from '../fixtures.ts';

/** The page of drops with the keyboard alone. A walk ends with the keyboard never having been nowhere. */

test.beforeEach(async ({ page }) => {
  await watchFocus(page);
});
test.afterEach(async ({ page }) => {
  expect(await lostFocus(page)).toEqual([]);
});

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name });
const row = (page: Page, id: string) =>
  page.getByRole('checkbox', { name: text('drops.select-one', { id }) });

/** Every campaign is read, and the keyboard stands at the button that did it. */
async function lookNow(page: Page): Promise<void> {
  const look = button(page, text('drops.refresh'));
  await pressAt(page, look);
  await expect(page.getByRole('heading', { name: '별빛 항해 여름 축제' })).toBeVisible();
  await expect(look).toHaveAttribute('aria-busy', 'false');
  await expect(look).toBeFocused();
}

/** Narrows the list to these claims and reads the platform. The keyboard stands at the button. */
async function find(page: Page, ids: readonly string[]): Promise<void> {
  const claims = card(page, text('drops.claims'));
  const field = claims.getByLabel(text('drops.by-ids'));
  if (!(await field.isVisible())) {
    await tabTo(
      page,
      claims.getByText(text('filters.more')).locator('xpath=ancestor-or-self::summary'),
      'Shift+Tab',
    );
    await page.keyboard.press('Enter');
  }
  await tabTo(page, field);
  await page.keyboard.type(ids.join(','));
  const read = button(claims, text('drops.read-platform'));
  await pressAt(page, read);
  await expect(page.getByText(wholeText('drops.source-platform'))).toBeVisible();
  await expect(read).toBeFocused();
}

/** Chooses these and presses what marks them; the question stands. */
async function mark(page: Page, ids: readonly string[], name: string): Promise<Locator> {
  const [first = '', ...others] = ids;
  await pressAt(page, row(page, first), 'Space');
  for (const id of others) {
    await page.keyboard.press('ArrowDown');
    await expect(row(page, id)).toBeFocused();
    await page.keyboard.press('Space');
  }
  const claims = card(page, text('drops.claims'));
  await pressAt(page, button(claims, name));
  return page.getByRole('dialog');
}

/** Says yes, and goes to what comes of it. */
async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await pressAt(page, button(dialog, name));
  await expect(dialog).toHaveCount(0);
  await expect(button(page, text('drops.show-jobs'))).toBeFocused();
  await page.keyboard.press('Enter');
}

test('from looking for claims to taking a payout back', async ({ page, core, dashboardUrl }) => {
  const ids = new DropsAnswers(core).add(2);
  await page.goto(dashboardUrl);
  await walkToPlace(page, 'history', 'drops');
  await lookNow(page);

  const claims = card(page, text('drops.claims'));
  const campaign = claims.getByLabel(text('drops.by-campaign'));
  await tabTo(page, campaign, 'Shift+Tab');
  // The most urgent one comes first, then this.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(campaign).toHaveValue('campaign001');
  await tabTo(
    page,
    claims.getByText(text('filters.more')).locator('xpath=ancestor-or-self::summary'),
  );
  await page.keyboard.press('Enter');
  await find(page, ids);

  const dialog = await mark(page, ids, text('drops.pay', { count: 2 }));
  await expect(dialog).toBeVisible();
  // The question left, in both ways.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(claims, text('drops.pay', { count: 2 }))).toBeFocused();
  await page.keyboard.press('Enter');
  await pressAt(page, button(dialog, text('drops.cancel-ask')));
  await expect(dialog).toHaveCount(0);
  await expect(button(claims, text('drops.pay', { count: 2 }))).toBeFocused();
  await page.keyboard.press('Enter');
  await confirm(page, text('drops.pay', { count: 2 }));

  const jobs = card(page, text('drops.jobs'));
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
  await expect(jobs.getByText('SUCCESS')).toBeInViewport();
  await pressAt(page, button(jobs, text('drops.job-show', { name: text('drops.status-SUCCESS') })));
  await expect(
    claims.getByText(text('drops.claim-FULFILLED'), { exact: true }).nth(1),
  ).toBeVisible();
  await pressAt(page, claims.getByRole('checkbox', { name: text('drops.select-page') }), 'Space');
  await pressAt(page, button(claims, text('drops.unpay', { count: 2 })));
  await confirm(page, text('drops.unpay', { count: 2 }));
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toHaveCount(2);
  expect(core.changes).toEqual([
    { name: 'drops.pay', args: { claimIds: ids, state: 'FULFILLED' } },
    { name: 'drops.pay', args: { claimIds: ids, state: 'CLAIMED' } },
  ]);

  // What is over is cleared away, one by one.
  await pressAt(
    page,
    button(jobs, `${text('drops.job-dismiss')}: ${text('drops.job-unpay', { count: 2 })}`),
  );
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toHaveCount(1);
  await pressAt(
    page,
    button(jobs, `${text('drops.job-dismiss')}: ${text('drops.job-pay', { count: 2 })}`),
  );
  await expect(jobs).toHaveCount(0);
});

test('a list of paid claims in, and a file out', async ({ page, core, dashboardUrl }) => {
  const ids = new DropsAnswers(core).add(3);
  core.answer({
    'drops.import': () => ({ claimIds: ids, duplicates: 0, bad: [], badCount: 0 }),
  });
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const list = card(page, text('drops.import'));
  const file = list.getByLabel(text('drops.import-file'));
  await tabTo(page, file);
  const paid = `claimId\n${ids.join('\n')}\n`;
  await file.setInputFiles({
    name: 'paid.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(paid),
  });
  await expect(list.getByText(text('drops.import-found', { count: 3 }))).toBeVisible();
  expect(core.askedFor('drops.import')).toEqual([{ text: paid }]);
  await expect(file).toBeFocused();
  await pressAt(page, button(list, text('drops.pay', { count: 3 })));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(list, text('drops.pay', { count: 3 }))).toBeFocused();
  await page.keyboard.press('Enter');
  await confirm(page, text('drops.pay', { count: 3 }));
  await expect(card(page, text('drops.jobs')).getByText('SUCCESS')).toBeInViewport();
  expect(core.changes).toEqual([
    { name: 'drops.pay', args: { claimIds: ids, state: 'FULFILLED' } },
  ]);

  const claims = card(page, text('drops.claims'));
  const out = button(claims, text('drops.export'));
  const download = page.waitForEvent('download');
  await tabTo(page, out, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await download;
  await expect(claims.getByText(wholeText('drops.exported', /[\d,]+/))).toBeVisible();
  await expect(out).toBeFocused();
});

test('filters are cleared and pages turned to their ends without losing the keyboard', async ({
  page,
  core,
  dashboardUrl,
}) => {
  new DropsAnswers(core).add(245);
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const claims = card(page, text('drops.claims'));
  const campaign = claims.getByLabel(text('drops.by-campaign'));
  await tabTo(page, campaign, 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await tabTo(
    page,
    claims.getByText(text('filters.more')).locator('xpath=ancestor-or-self::summary'),
  );
  await page.keyboard.press('Enter');
  // The fields stay open when the last letter is taken out of them.
  const viewer = claims.getByLabel(text('drops.by-viewer'));
  await tabTo(page, viewer);
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await expect(viewer).toBeFocused();
  await pressAt(page, button(claims, text('filters.clear')));
  await expect(button(claims, text('filters.clear'))).toHaveCount(0);
  await expect(claims.getByLabel(text('drops.by-ids'))).toBeFocused();
  await expect(campaign).toHaveValue('');

  const size = claims.getByLabel(text('drops.page-size'));
  await tabTo(page, size, 'Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await expect(size).toHaveValue('100');
  await pressAt(page, button(claims, text('drops.read-platform')));
  await expect(page.getByText(wholeText('drops.source-platform'))).toBeVisible();
  const next = button(claims, text('drops.next'));
  const previous = button(claims, text('drops.prev'));
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(claims.getByText(text('drops.page', { page: 2 }))).toBeVisible();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(claims.getByText(text('drops.page', { page: 3 }))).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(previous).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(claims.getByText(text('drops.page', { page: 2 }))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(claims.getByText(text('drops.page', { page: 1 }))).toBeVisible();
  await expect(previous).toBeDisabled();
  await expect(next).toBeFocused();

  // What is chosen is let go.
  await pressAt(page, claims.getByRole('checkbox', { name: text('drops.select-page') }), 'Space');
  await expect(claims.getByText(text('drops.selected', { count: 100 }))).toBeVisible();
  await pressAt(page, button(claims, text('drops.select-none')));
  await expect(claims.getByText(text('drops.selected', { count: 0 }))).toBeVisible();
  await expect(button(claims, text('drops.select-matching'))).toBeFocused();
});

test('a payout is stopped, gone on with and cleared away', async ({ page, core, dashboardUrl }) => {
  const drops = new DropsAnswers(core);
  const ids = drops.add(1);
  const isLost: Partial<PayoutJob> = {
    phase: 'stopped',
    unknown: 1,
    problem: { code: 'drops-payout-unreported' },
  };
  core.answer({
    'drops.pay': () => drops.begin(1, isLost),
    'drops.resume': () => drops.resume(),
  });
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  await find(page, ids);
  await mark(page, ids, text('drops.pay', { count: 1 }));
  await confirm(page, text('drops.pay', { count: 1 }));
  const jobs = card(page, text('drops.jobs'));
  await pressAt(page, button(jobs, new RegExp(`^${text('drops.job-check')}`)));
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
  await expect(button(jobs, new RegExp(`^${text('drops.job-check')}`))).toHaveCount(0);
  await expect(jobs.getByRole('listitem').first()).toBeFocused();
  await pressAt(page, button(jobs, new RegExp(`^${text('drops.job-dismiss')}`)));
  await expect(jobs).toHaveCount(0);
  expect(core.changes).toEqual([
    { name: 'drops.pay', args: { claimIds: ids, state: 'FULFILLED' } },
    { name: 'drops.resume', args: { jobId: 1 } },
    { name: 'drops.dismiss-job', args: { jobId: 1 } },
  ]);
});

test('a claim that goes from the list leaves the keyboard at the next one', async ({
  page,
  core,
  dashboardUrl,
}) => {
  const drops = new DropsAnswers(core);
  const ids = drops.add(3);
  const [first = '', second = ''] = ids;
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const claims = card(page, text('drops.claims'));
  const field = claims.getByLabel(text('drops.by-ids'));
  await tabTo(
    page,
    claims.getByText(text('filters.more')).locator('xpath=ancestor-or-self::summary'),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await tabTo(page, field);
  await page.keyboard.type(ids.join(','));
  await expect(row(page, first)).toBeVisible();
  await expect(row(page, first)).toHaveCount(1);
  await tabTo(page, row(page, first));
  // Somebody else pays it; this page follows what the app knows.
  drops.mark([first], 'FULFILLED');
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, second)).toBeFocused();
});

/** Whether nothing lies over it. */
const isSeen = (element: Locator) =>
  element.evaluate((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === box;
  });

test('hundreds of claims are one stop, and every row is reached and seen', async ({
  page,
  core,
  dashboardUrl,
}) => {
  await page.setViewportSize({ width: 400, height: 700 });
  // Fewer than a page holds.
  const ids = new DropsAnswers(core).add(800);
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const claims = card(page, text('drops.claims'));
  // What is past its deadline would come after them.
  await claims.getByLabel(text('drops.by-campaign')).selectOption('campaign001');
  const boxes = claims.getByRole('table').getByRole('checkbox');
  // A list that still grows would have another first row by and by.
  await tabTo(page, button(claims, text('drops.read-platform')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(wholeText('drops.source-platform'))).toBeVisible();
  await tabTo(page, claims.getByRole('checkbox', { name: text('drops.select-page') }));
  await page.keyboard.press('Tab');
  await expect(boxes.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  const last = row(page, ids.at(-1) ?? '');
  await expect(last).toBeFocused();
  expect(await isSeen(last)).toBe(true);
  await page.keyboard.press('PageUp');
  await expect(row(page, ids.at(-9) ?? '')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(claims.getByText(text('drops.selected', { count: 1 }))).toBeVisible();
  // With the bar over the lower end of the page.
  for (const key of ['PageUp', 'PageDown', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
    expect(await isSeen(page.locator(':focus')), key).toBe(true);
  }
  // Somebody looks elsewhere in the list: the row is kept.
  await claims.getByRole('region', { name: text('drops.claims-list') }).evaluate((list) => {
    list.scrollTop = 0;
  });
  await expect(row(page, ids.at(-1) ?? '')).toHaveCount(0);
  await expect(row(page, ids.at(-9) ?? '')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(boxes.nth(1)).toBeFocused();
  expect(await isSeen(boxes.nth(1))).toBe(true);
  await page.keyboard.press('ArrowUp');
  await expect(boxes.nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(claims, text('drops.select-matching'))).toBeFocused();
});
