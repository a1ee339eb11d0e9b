import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { answerSeason, writeSeason } from '../../support/reports-season.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const total = (page: Page, name: string) =>
  page
    .getByRole('list', { name: text('reports.totals') })
    .getByRole('listitem')
    .filter({ hasText: name });

async function openBooks(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await openPlace(page, 'history');
}

/** A month back from now, whatever the day of the month is. */
async function showSeason(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('reports.period-range') }).press('Enter');
  const first = new Date(Date.now() - 28 * 86_400_000);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${first.getFullYear()}-${two(first.getMonth() + 1)}-${two(first.getDate())}`;
  await page.getByLabel(text('reports.first-day')).fill(day);
  // The latest broadcast was shown until now: its rows and totals go when the month has come.
  await expect(total(page, text('reports.sort-donation')).locator('.reports-hero')).toHaveText(
    text('events.beams', { count: 525_000 }),
  );
}

test('books begin empty and fill by themselves, and chat is kept as long as was set', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  await openBooks(page, dashboardUrl);
  await test.step('what comes in is in the books a moment later, each kind in its own total', async () => {
    const records = card(page, text('reports.records'));
    await expect(records.getByText(text('reports.none'))).toBeVisible();
    const { donation, subscription, draw, purchase, chat } = simEvents(stage.simulator);
    for (const event of [donation, subscription, draw, purchase, chat('books chat')]) {
      stage.simulator.publish(event);
    }
    await expect(
      total(page, text('reports.sort-donation')).getByText(text('events.beams', { count: 12_000 })),
    ).toBeVisible();
    await expect(
      total(page, text('reports.sort-cheering')).getByText(text('events.beams', { count: 0 })),
    ).toBeVisible();
    await expect(
      total(page, text('reports.sort-subscription')).getByText('1', { exact: true }),
    ).toBeVisible();
    await expect(
      total(page, text('reports.sort-draw')).getByText(text('events.winners', { count: 30 })),
    ).toBeVisible();
    await expect(records.getByRole('listitem')).toHaveCount(5);
    await expect(records.getByText('donation words 1')).toBeVisible();
  });
  await test.step('the time that chat is kept is set, and stays', async () => {
    const days = page.getByRole('spinbutton', { name: text('reports.retention') });
    await expect(days).toHaveValue('30');
    await days.fill('7');
    await expect(page.getByText(text('reports.retention-less'))).toBeVisible();
    await card(page, text('reports.data'))
      .getByRole('button', { name: text('reports.save'), exact: true })
      .click();
    await expect(
      page.getByRole('button', { name: text('reports.save'), exact: true }),
    ).toBeHidden();
    await openBooks(page, dashboardUrl);
    await expect(page.getByRole('spinbutton', { name: text('reports.retention') })).toHaveValue(
      '7',
    );
  });
});

pageTest(
  'a month of books is given out, found in, shown as a chart, and open to everybody',
  async ({ page, core, dashboardUrl }) => {
    answerSeason(core);
    await openBooks(page, dashboardUrl);
    await showSeason(page);
    await pageTest.step('an export is a file that a spreadsheet cannot run', async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        card(page, text('reports.export'))
          .getByRole('button', { name: text('reports.export-csv') })
          .click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^stagelight-books-.*\.csv$/);
      const written = await readFile(await download.path(), 'utf8');
      expect(written).toContain(`"'=HYPERLINK(""https://example.test"")`);
      expect(written).not.toMatch(/(^|,)"?=HYPERLINK/m);
      await expect(page.getByText(textLike('reports.export-done'))).toBeVisible();
      const [json] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: text('reports.export-json') }).click(),
      ]);
      const rows = JSON.parse(await readFile(await json.path(), 'utf8')) as unknown[];
      expect(rows.length).toBeGreaterThan(100);
    });
    await pageTest.step('the books are open to everybody in every size and theme', async () => {
      for (const look of looksAt(400, 1280, 2560)) {
        await lookAs(page, look);
        await expect(
          page.getByRole('img', {
            name: text('reports.chart-of', { what: text('reports.sort-donation') }),
          }),
        ).toBeVisible();
        await expect(
          card(page, text('reports.records')).getByRole('listitem').first(),
        ).toBeVisible();
        await expectOpenToAll(page, nameOf(look));
      }
    });
    await pageTest.step('records are found by words, kind, amount and viewer', async () => {
      const records = card(page, text('reports.records'));
      const rows = records
        .getByRole('list', { name: text('reports.records') })
        .getByRole('listitem');
      await expect(rows).toHaveCount(50);
      await records.getByRole('button', { name: text('reports.more') }).click();
      await expect(rows).toHaveCount(100);

      await records.getByRole('searchbox', { name: text('reports.search') }).fill('오래');
      await expect(rows.first().getByText(/오래오래/)).toBeVisible();
      for (const row of await rows.all()) await expect(row).toContainText('오래');

      await records.getByRole('searchbox', { name: text('reports.search') }).fill('없는말이에요');
      await expect(records.getByText(text('reports.none-found'))).toBeVisible();
      await records.getByRole('button', { name: text('reports.search-clear') }).click();

      await records.getByText(text('filters.more')).click();
      await records.getByRole('textbox', { name: text('reports.min') }).fill('50,000');
      await records.getByRole('checkbox', { name: text('reports.sort-purchase') }).uncheck();
      await expect(rows.first()).toContainText(text('events.beams', { count: 50_000 }));
      for (const row of await rows.all())
        await expect(row).toContainText(text('events.beams', { count: 50_000 }));

      const supporters = card(page, text('reports.supporters'));
      const name = String(
        await supporters.getByRole('listitem').first().locator('bdi').textContent(),
      );
      await supporters.getByRole('button', { name: text('reports.find-viewer', { name }) }).click();
      await expect(records.getByRole('textbox', { name: text('reports.who') })).toHaveValue(
        /^viewer-/,
      );
      await expect(rows.first()).toContainText(name);
    });
    await pageTest.step(
      'a chart has its numbers in a table, and periods are walked by keyboard',
      async () => {
        const chart = card(page, text('reports.chart-day'));
        await expect(
          chart.getByRole('img', {
            name: text('reports.chart-of', { what: text('reports.sort-donation') }),
          }),
        ).toBeVisible();
        await chart.getByText(text('reports.as-table')).press('Enter');
        const beams = await chart.getByRole('cell').allTextContents();
        const sum = beams.reduce((all, text) => all + Number(text.replace(/\D/g, '')), 0);
        await expect(
          total(page, text('reports.sort-donation')).getByText(
            text('events.beams', { count: sum }),
          ),
        ).toBeVisible();

        await page.getByRole('button', { name: text('reports.cut-by-broadcast') }).press('Enter');
        await expect(card(page, text('reports.chart-broadcast'))).toBeVisible();
        await page
          .getByRole('button', { name: text('reports.period-month'), exact: true })
          .press('Enter');
        await page.getByRole('button', { name: text('reports.month-before') }).press('Enter');
        await expect(page.getByRole('button', { name: text('reports.month-after') })).toBeEnabled();
        await page.getByRole('button', { name: text('reports.period-range') }).press('Enter');
        await page.getByLabel(text('reports.first-day')).fill('2031-01-02');
        await expect(page.getByText(text('reports.range-fault'))).toBeVisible();
      },
    );
  },
);

test('a viewer’s data goes by name, from every page that is open, and the totals stay', async ({
  page,
  context,
  stage,
}) => {
  writeSeason(stage.dataDir, Date.now());
  const host = await stage.startLive();
  const address = await host.addressOf('dashboardUrl');
  const other = await context.newPage();
  for (const shown of [other, page]) {
    await openBooks(shown, address);
    await showSeason(shown);
  }
  const theirs = card(other, text('reports.records')).getByRole('list', {
    name: text('reports.records'),
  });
  await expect(theirs).toContainText('NightOwl');
  const beams = String(
    await total(page, text('reports.sort-donation')).locator('.reports-hero').textContent(),
  );
  await page.getByRole('textbox', { name: text('reports.delete-who') }).fill('viewer-2');
  await page.getByRole('button', { name: text('reports.delete') }).click();
  const dialog = page.getByRole('dialog', { name: text('reports.delete-title') });
  await expect(dialog.getByText('NightOwl')).toBeVisible();
  await dialog.getByRole('button', { name: text('reports.delete-sure') }).click();
  await expect(page.getByText(text('reports.deleted'))).toBeVisible();
  await expect(total(page, text('reports.sort-donation')).locator('.reports-hero')).toHaveText(
    beams,
  );
  // Without a word from anybody the other page has it, too.
  await expect(theirs).not.toContainText('NightOwl');
  for (const shown of [page, other]) {
    const records = card(shown, text('reports.records'));
    await records.getByRole('searchbox').fill('NightOwl');
    await expect(records.getByText(text('reports.none-found'))).toBeVisible();
  }
});
