import type { Locator, Page } from '@playwright/test';
import { addClaims, card, openDrops } from '../../support/drops-page.ts';
import { lostFocus, pressAt, tabTo, watchFocus } from '../../support/keyboard-only.ts';
import { walkToPlace } from '../../support/places.ts';
import { text } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

/** The page of drops with the keyboard alone. A walk ends with the keyboard never having been nowhere. */

const PUT = 'PUT /api/openapi/open/v1/drops/reward-claims';

test.beforeEach(async ({ page }) => {
  // Stop by stop is many answers of the browser.
  test.slow();
  await watchFocus(page);
});
test.afterEach(async ({ page }) => {
  expect(await lostFocus(page)).toEqual([]);
});

const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name });
const row = (page: Page, id: string) => page.getByRole('checkbox', { name: `${id} 선택` });

/** Every campaign is read, and the keyboard stands at the button that did it. */
async function lookNow(page: Page): Promise<void> {
  const look = button(page, '지금 확인');
  await pressAt(page, look);
  await expect(page.getByRole('heading', { name: '별빛 항해 여름 축제' })).toBeVisible();
  await expect(look).toHaveAttribute('aria-busy', 'false');
  await expect(look).toBeFocused();
}

/** Narrows the list to these claims and reads the platform. The keyboard stands at the button. */
async function find(page: Page, ids: readonly string[]): Promise<void> {
  const claims = card(page, '지급 신청');
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
  const read = button(claims, '플랫폼에서 새로고침');
  await pressAt(page, read);
  await expect(page.getByText(/^플랫폼 .* 기준$/)).toBeVisible();
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
  const claims = card(page, '지급 신청');
  await pressAt(page, button(claims, name));
  return page.getByRole('dialog');
}

/** Says yes, and goes to what comes of it. */
async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await pressAt(page, button(dialog, name));
  await expect(dialog).toHaveCount(0);
  await expect(button(page, '지급 작업 보기')).toBeFocused();
  await page.keyboard.press('Enter');
}

test('from looking for claims to taking a payout back', async ({
  page,
  stage: { simulator },
  dashboardUrl,
}) => {
  const ids = addClaims(simulator, 2);
  await page.goto(dashboardUrl);
  await walkToPlace(page, 'history', 'drops');
  await lookNow(page);

  const claims = card(page, '지급 신청');
  const campaign = claims.getByLabel('캠페인');
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

  const dialog = await mark(page, ids, '2건 지급 완료로 표시');
  await expect(dialog).toBeVisible();
  // The question left, in both ways.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(claims, '2건 지급 완료로 표시')).toBeFocused();
  await page.keyboard.press('Enter');
  await pressAt(page, button(dialog, '취소'));
  await expect(dialog).toHaveCount(0);
  await expect(button(claims, '2건 지급 완료로 표시')).toBeFocused();
  await page.keyboard.press('Enter');
  await confirm(page, '2건 지급 완료로 표시');

  const jobs = card(page, '지급 작업');
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
  await expect(jobs.getByText('SUCCESS')).toBeInViewport();
  await pressAt(page, button(jobs, '바뀜 신청 보기'));
  await expect(
    claims.getByText(text('drops.claim-FULFILLED'), { exact: true }).nth(1),
  ).toBeVisible();
  await pressAt(page, claims.getByRole('checkbox', { name: text('drops.select-page') }), 'Space');
  await pressAt(page, button(claims, '2건 미지급으로 표시'));
  await confirm(page, '2건 미지급으로 표시');
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toHaveCount(2);
  expect(simulator.requestLog.count(PUT)).toBe(2);

  // What is over is cleared away, one by one.
  await pressAt(page, button(jobs, /^목록에서 지우기: 2건 미지급으로/));
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toHaveCount(1);
  await pressAt(page, button(jobs, /^목록에서 지우기: 2건 지급 완료로/));
  await expect(jobs).toHaveCount(0);
});

test('a list of paid claims in, and a file out', async ({
  page,
  stage: { simulator },
  dashboardUrl,
}) => {
  const ids = addClaims(simulator, 3);
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const list = card(page, '지급 목록 가져오기');
  const file = list.getByLabel(text('drops.import-file'));
  await tabTo(page, file);
  await file.setInputFiles({
    name: 'paid.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`claimId\n${ids.join('\n')}\n`),
  });
  await expect(list.getByText('지급 신청 ID 3개를 찾았어요.')).toBeVisible();
  await expect(file).toBeFocused();
  await pressAt(page, button(list, '3건 지급 완료로 표시'));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(list, '3건 지급 완료로 표시')).toBeFocused();
  await page.keyboard.press('Enter');
  await confirm(page, '3건 지급 완료로 표시');
  await expect(card(page, '지급 작업').getByText('SUCCESS')).toBeInViewport();

  const claims = card(page, '지급 신청');
  const out = button(claims, 'CSV로 내보내기');
  const download = page.waitForEvent('download');
  await tabTo(page, out, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await download;
  await expect(claims.getByText(/건을 파일로 저장했어요\.$/)).toBeVisible();
  await expect(out).toBeFocused();
});

test('filters are cleared and pages turned to their ends without losing the keyboard', async ({
  page,
  stage: { simulator },
  dashboardUrl,
}) => {
  addClaims(simulator, 45);
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const claims = card(page, '지급 신청');
  const campaign = claims.getByLabel('캠페인');
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
  await pressAt(page, button(claims, '필터 지우기'));
  await expect(button(claims, '필터 지우기')).toHaveCount(0);
  await expect(claims.getByLabel(text('drops.by-ids'))).toBeFocused();
  await expect(campaign).toHaveValue('');

  const size = claims.getByLabel(text('drops.page-size'));
  await tabTo(page, size, 'Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await expect(size).toHaveValue('100');
  await pressAt(page, button(claims, '플랫폼에서 새로고침'));
  await expect(page.getByText(/^플랫폼 .* 기준$/)).toBeVisible();
  const next = button(claims, '다음 페이지');
  const previous = button(claims, '이전 페이지');
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(claims.getByText('2페이지')).toBeVisible();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(claims.getByText('3페이지')).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(previous).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(claims.getByText('2페이지')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(claims.getByText('1페이지')).toBeVisible();
  await expect(previous).toBeDisabled();
  await expect(next).toBeFocused();

  // What is chosen is let go.
  await pressAt(page, claims.getByRole('checkbox', { name: text('drops.select-page') }), 'Space');
  await expect(claims.getByText('100건 선택됨')).toBeVisible();
  await pressAt(page, button(claims, '선택 해제'));
  await expect(claims.getByText('0건 선택됨')).toBeVisible();
  await expect(button(claims, '조건에 맞는 것 모두 선택')).toBeFocused();
});

test('a payout is stopped, gone on with and cleared away', async ({
  page,
  stage: { simulator },
  dashboardUrl,
}) => {
  const ids = addClaims(simulator, 1);
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  await find(page, ids);
  simulator.faults.inject({ kind: 'lost-answer', operation: PUT });
  await mark(page, ids, '1건 지급 완료로 표시');
  await confirm(page, '1건 지급 완료로 표시');
  const jobs = card(page, '지급 작업');
  await pressAt(page, button(jobs, /^확인하고 이어서 하기/));
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
  await expect(button(jobs, /^확인하고 이어서 하기/)).toHaveCount(0);
  await expect(jobs.getByRole('listitem').first()).toBeFocused();
  await pressAt(page, button(jobs, /^목록에서 지우기/));
  await expect(jobs).toHaveCount(0);
});

test('a claim that goes from the list leaves the keyboard at the next one', async ({
  page,
  stage: { simulator },
  dashboardUrl,
}) => {
  const ids = addClaims(simulator, 3);
  const [first = '', second = ''] = ids;
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const claims = card(page, '지급 신청');
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
  const { world } = simulator;
  const [application] = world.applications();
  if (application) world.drops.setFulfillment(application, [first], 'FULFILLED');
  const other = await page.context().newPage();
  await openDrops(other, dashboardUrl);
  await other.getByRole('button', { name: text('drops.refresh') }).click();
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
  stage: { simulator },
  dashboardUrl,
}) => {
  await page.setViewportSize({ width: 400, height: 700 });
  // With those of the seeded world fewer than a page holds.
  const ids = addClaims(simulator, 800);
  await openDrops(page, dashboardUrl);
  await lookNow(page);
  const claims = card(page, '지급 신청');
  // What is past its deadline would come after them.
  await claims.getByLabel('캠페인').selectOption('campaign001');
  const boxes = claims.getByRole('table').getByRole('checkbox');
  // A list that still grows would have another first row by and by.
  await tabTo(page, button(claims, '플랫폼에서 새로고침'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^플랫폼 .* 기준$/)).toBeVisible();
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
  await expect(claims.getByText('1건 선택됨')).toBeVisible();
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
  await expect(button(claims, '조건에 맞는 것 모두 선택')).toBeFocused();
});
