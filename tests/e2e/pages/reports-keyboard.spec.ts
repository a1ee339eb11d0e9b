import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectPlaced, outOfOrder, pressAt, tabTo, walk } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { walkToPlace } from '../../support/places.ts';
import { answerSeason } from '../../support/reports-season.ts';
import type { ServedCore } from '../../support/served-core.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, pageTest as test } from '../fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) =>
  page.getByRole('list', { name: text('reports.records') }).getByRole('listitem');

/** A dashboard on books with a month in them, opened at its page by the keyboard. */
async function openBooks(page: Page, core: ServedCore): Promise<void> {
  answerSeason(core);
  await page.goto(core.dashboardUrl);
  await walkToPlace(page, 'history');
  // The latest broadcast has records at every hour of the day.
  await pressAt(
    page,
    card(page, text('reports.period')).getByRole('button', {
      name: text('reports.period-broadcast'),
      exact: true,
    }),
  );
  await expect(rows(page).first()).toBeVisible();
  // The chart is asked for by itself.
  await expect(page.locator('.reports-chart-card summary')).toBeVisible();
}

/** A year back: the fields of a date stand in an order of the browser's own. */
async function turnBack(page: Page): Promise<void> {
  await pressAt(page, button(page, text('reports.period-range')));
  const first = page.getByLabel(text('reports.first-day'));
  const day = await first.inputValue();
  // The year before has no such day.
  if (day.endsWith('-02-29')) await first.fill(day.replace(/29$/, '28'));
  await tabTo(page, first);
  const yearOf = async () => Number((await first.inputValue()).slice(0, 4));
  const year = await yearOf();
  for (let part = 0; part < 3; part += 1) {
    await page.keyboard.press('ArrowDown');
    if ((await yearOf()) === year - 1) break;
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
  }
  expect(await yearOf()).toBe(year - 1);
  await expect(card(page, text('reports.chart-month'))).toBeVisible();
}

test('a period is chosen with the keyboard alone, to its end and back', async ({ page, core }) => {
  await openBooks(page, core);
  const broadcast = page.getByRole('combobox', { name: text('reports.broadcast') });
  await tabTo(page, broadcast);
  const latest = await broadcast.inputValue();
  await page.keyboard.press('ArrowDown');
  await expect(broadcast).not.toHaveValue(latest);
  await expect(broadcast).toBeFocused();

  await tabTo(page, button(page, text('reports.period-month')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await pressAt(page, button(page, text('reports.month-before')));
  await pressAt(page, button(page, text('reports.month-after')));
  // There is no later month: the button cannot be pressed any more, and the other one is next to it.
  await expect(button(page, text('reports.month-after'))).toBeDisabled();
  await expect(button(page, text('reports.month-before'))).toBeFocused();
  await pressAt(page, button(page, text('reports.cut-by-broadcast')));
  await expect(button(page, text('reports.cut-by-time'))).toBeFocused();
  await expect(card(page, text('reports.chart-broadcast'))).toBeVisible();
});

test('records are searched and filtered with the keyboard alone', async ({ page, core }) => {
  await openBooks(page, core);
  await turnBack(page);
  const records = card(page, text('reports.records'));
  const search = records.getByRole('searchbox', { name: text('reports.search') });
  await tabTo(page, search);
  await page.keyboard.type('없는말이에요');
  await expect(records.getByText(text('reports.none-found'))).toBeVisible();
  await pressAt(page, records.getByRole('button', { name: text('reports.search-clear') }));
  // The button goes with the words: the field that it emptied has the keyboard.
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');

  await pressAt(
    page,
    records.getByRole('checkbox', { name: text('reports.sort-purchase') }),
    'Space',
  );
  await expect(
    records.getByRole('checkbox', { name: text('reports.sort-purchase') }),
  ).not.toBeChecked();
  await pressAt(
    page,
    records.getByText(text('filters.more')).locator('xpath=ancestor-or-self::summary'),
  );
  await tabTo(page, records.getByRole('textbox', { name: text('reports.min') }));
  await page.keyboard.type('50,000');
  await expect(rows(page).first()).toContainText(text('events.beams', { count: 50_000 }));
  for (const row of await rows(page).all())
    await expect(row).toContainText(text('events.beams', { count: 50_000 }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(50);

  // The list is read with the arrows; its rows are one stop, between which the arrows move.
  const list = records.getByRole('list', { name: text('reports.records') });
  await tabTo(page, list);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  const buttons = list.getByRole('button');
  await tabTo(page, buttons.first());
  await page.keyboard.press('ArrowDown');
  const own = buttons.nth(1);
  await expect(own).toBeFocused();
  const whose = String(await own.getAttribute('aria-label')).replace(/^.*: /, '');
  await page.keyboard.press('Enter');
  await expect(records.getByRole('textbox', { name: text('reports.who') })).toHaveValue(whose);
  await expect(rows(page).first()).toBeVisible();
  await expectPlaced(page);
});

test('from a supporter the keyboard is led to their records', async ({ page, core }) => {
  await openBooks(page, core);
  await turnBack(page);
  await expect(rows(page)).toHaveCount(50);
  const supporters = card(page, text('reports.supporters'));
  const first = supporters.getByRole('listitem').first();
  const donor = String(await first.textContent());
  await tabTo(
    page,
    supporters.getByRole('button', { name: text('reports.sort-cheering'), exact: true }),
  );
  await page.keyboard.press('Enter');
  await expect(
    supporters.getByRole('button', { name: text('reports.sort-cheering'), exact: true }),
  ).toBeFocused();
  await expect(first).not.toHaveText(donor);
  const name = String(await first.locator('bdi').textContent());
  await pressAt(
    page,
    supporters.getByRole('button', { name: text('reports.find-viewer', { name }) }),
  );
  const list = card(page, text('reports.records')).getByRole('list', {
    name: text('reports.records'),
  });
  await expect(list).toBeFocused();
  await expect(rows(page).first()).toContainText(name);
  await expectPlaced(page);
});

test('the numbers of the chart are read with the keyboard alone', async ({ page, core }) => {
  await openBooks(page, core);
  await turnBack(page);
  const chart = card(page, text('reports.chart-month'));
  await pressAt(page, chart.getByText(text('reports.as-table')));
  const table = chart.getByRole('region', { name: text('reports.as-table') });
  await tabTo(page, table);
  await page.keyboard.press('End');
  await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await expect(chart.getByRole('row').last()).toBeInViewport();
  await tabTo(page, chart.getByText(text('reports.as-table')), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(table).toBeHidden();
  await tabTo(
    page,
    chart.getByRole('button', { name: text('reports.sort-cheering') }),
    'Shift+Tab',
  );
  await page.keyboard.press('Space');
  await expect(
    chart.getByRole('img', {
      name: text('reports.chart-of', { what: text('reports.sort-cheering') }),
    }),
  ).toBeVisible();
});

test('files are exported and data is deleted with the keyboard alone', async ({ page, core }) => {
  await openBooks(page, core);
  await test.step('a file is exported with the keyboard alone, which stays at the button', async () => {
    const export_ = card(page, text('reports.export'));
    const csv = export_.getByRole('button', { name: text('reports.export-csv') });
    await tabTo(page, csv);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect((await readFile(await download.path(), 'utf8')).length).toBeGreaterThan(100);
    await expect(export_.getByText(textLike('reports.export-done'))).toBeVisible();
    await expect(csv).toBeFocused();
    await tabTo(page, export_.getByRole('link', { name: text('reports.save-again') }));
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(again.suggestedFilename()).toBe(download.suggestedFilename());
  });
  await test.step('a viewer’s data is deleted with the keyboard alone, after a question that can be left', async () => {
    const data = card(page, text('reports.data'));
    const days = data.getByRole('spinbutton', { name: text('reports.retention') });
    await tabTo(page, days);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('7');
    await pressAt(page, data.getByRole('button', { name: text('reports.save'), exact: true }));
    // It goes when there is nothing to save any more.
    await expect(
      data.getByRole('button', { name: text('reports.save'), exact: true }),
    ).toBeHidden();
    await expect(days).toBeFocused();

    await tabTo(page, data.getByRole('textbox', { name: text('reports.delete-who') }));
    await page.keyboard.type('viewer-2');
    const start = data.getByRole('button', { name: text('reports.delete') });
    const dialog = page.getByRole('dialog', { name: text('reports.delete-title') });
    const cancel = dialog.getByRole('button', { name: text('reports.cancel') });
    const sure = dialog.getByRole('button', { name: text('reports.delete-sure'), exact: true });
    await pressAt(page, start);
    // The harmless one has the keyboard first.
    await expect(cancel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cancel).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cancel).toBeFocused();
    await tabTo(page, sure);
    await page.keyboard.press('Enter');
    await expect(data.getByText(text('reports.deleted'))).toBeVisible();
    expect(core.changes).toEqual([
      { name: 'reports.set-retention', args: { chatDays: 7 } },
      { name: 'reports.delete-viewer', args: { channelId: 'viewer-2', sure: 'viewer-2' } },
    ]);
    await expect(dialog).toHaveCount(0);
    await expect(start).toBeFocused();
    await expectPlaced(page);
  });
});

test('the books are read in order in a dock, and open to everybody', { tag: '@look' }, async ({
  page,
  core,
}) => {
  await page.setViewportSize({ width: 400, height: 900 });
  await openBooks(page, core);
  await test.step('the keyboard goes through the books of a dock as they are read', async () => {
    const stops = await walk(page);
    expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(outOfOrder(stops)).toEqual([]);
    expect([...new Set(stops.flatMap(({ card }) => card ?? []))]).toEqual([
      ...[
        text('reports.chart-hour'),
        text('reports.records'),
        text('reports.supporters'),
        text('reports.by-amount'),
      ],
      ...[text('reports.export'), text('reports.data')],
    ]);
  });
  await test.step('the books are open to everybody with all unfolded', async () => {
    await button(page, text('reports.period-month')).click();
    await page.locator('.reports-chart-card summary').click();
    await page.getByText(text('filters.more')).click();
    await page.getByRole('textbox', { name: text('reports.min') }).fill('x');
    await page.getByRole('textbox', { name: text('reports.delete-who') }).fill('viewer-2');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, text('reports.export-json')).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
    for (const sight of OPPOSITES) {
      await lookAs(page, sight);
      await speak(page, sight.language);
      await expectOpenToAll(page, `the page, ${nameOf(sight)}`);
      await page.locator('.books .button-danger').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectOpenToAll(page, `the question, ${nameOf(sight)}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.getByRole('searchbox').fill('nothing has these words');
    for (const sight of OPPOSITES) {
      await lookAs(page, sight);
      await speak(page, sight.language);
      await expect(page.locator('.reports-records .empty')).toBeVisible();
      await expectOpenToAll(page, `nothing found, ${nameOf(sight)}`);
    }
  });
});
