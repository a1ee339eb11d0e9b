import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { card, filesIn } from '../../support/desktop-care.ts';
import { connectLive, settingsFor } from '../../support/desktop-deeds.ts';
import { Standin } from '../../support/desktop-standin.ts';
import { openPlace } from '../../support/places.ts';
import { writeSeason } from '../../support/reports-season.ts';
import type { Stage } from '../../support/stage.ts';
import { text, textLike, wholeText } from '../../support/texts.ts';
import { expect, LEFT, test } from './fixtures.ts';

const FORMULA = '=HYPERLINK("https://example.test")';
/** A cell that a spreadsheet would run, at the beginning of a line or after a comma. */
const RUNS = /(^|,)"?[\s\u00a0]*[=+\-@＝＋－＠]/m;

/** A month back from now, whatever the day of the month is. */
async function showSeason(page: Page): Promise<void> {
  await openPlace(page, 'history');
  await page.getByRole('button', { name: text('reports.period-range') }).click();
  const first = new Date(Date.now() - 28 * 86_400_000);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${first.getFullYear()}-${two(first.getMonth() + 1)}-${two(first.getDate())}`;
  await page.getByLabel(text('reports.first-day')).fill(day);
}

/** The number in what is said of an export. */
async function countIn(done: Locator, key: 'reports.export-done' | 'drops.exported') {
  const said = await done.getByText(textLike(key)).innerText();
  return Number(
    wholeText(key, /([\d,]+)/)
      .exec(said)?.[1]
      ?.replace(',', ''),
  );
}

/** The campaigns of the platform get titles that a spreadsheet would run. */
function nameCampaigns({ simulator }: Stage): void {
  const { world } = simulator;
  const campaigns = world.applications().flatMap((own) => world.drops.campaigns(own));
  for (const campaign of campaigns) {
    Object.assign(campaign, { title: `${FORMULA} ${campaign.title}` });
    for (const reward of campaign.rewards) {
      Object.assign(reward, { title: `＝1+1 ${reward.title}` });
    }
  }
}

test('the books are written to files of the data folder, which a spreadsheet cannot run', {
  tag: '@standin',
}, async ({ launch, place }) => {
  writeSeason(place.userData, Date.now());
  const launched = await launch({ settings: LEFT });
  const standin = await Standin.of(launched);
  const page = await launched.dashboard();
  await showSeason(page);
  const exporting = card(page, text('reports.export'));
  const folder = join(place.userData, 'exports');
  await exporting.getByRole('button', { name: text('reports.export-csv') }).click();
  const done = exporting.getByRole('status');
  await expect(done.getByText(textLike('reports.export-done'))).toBeVisible();
  const [csv = '', ...none] = await filesIn(folder);
  expect(none).toEqual([]);
  await expect(
    done.getByText(text('reports.export-kept', { name: `exports/${csv}` })),
  ).toBeVisible();
  const written = await readFile(join(folder, csv), 'utf8');
  expect(written.startsWith('\ufeff')).toBe(true);
  expect(written).toContain(`"'=HYPERLINK(""https://example.test"")`);
  expect(written).not.toMatch(RUNS);
  const count = await countIn(done, 'reports.export-done');
  expect(written.trim().split('\r\n').length).toBe(count + 1);
  expect(count).toBeGreaterThan(100);
  if (process.platform !== 'win32') {
    expect((await stat(join(folder, csv))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }

  await done.getByRole('button', { name: text('reports.open-folder') }).click();
  await expect.poll(() => standin.callsTo('shell.openPath')).toEqual([[place.userData]]);

  await exporting.getByRole('button', { name: text('reports.export-json') }).click();
  await expect(done.getByText(/exports\/.*\.json/)).toBeVisible();
  const json = (await filesIn(folder)).find((name) => name.endsWith('.json')) ?? '';
  const rows = JSON.parse(await readFile(join(folder, json), 'utf8')) as { text: string }[];
  expect(rows.length).toBe(count);
  // Nothing runs it there: it is as the viewer wrote it.
  expect(rows.map((row) => row.text)).toContain(FORMULA);
});

test('claims are written to a file of the data folder, which a spreadsheet cannot run', async ({
  launch,
  place,
  stage,
}) => {
  nameCampaigns(stage);
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  await openPlace(page, 'history', 'drops');
  await page.getByRole('button', { name: text('drops.refresh') }).click();
  const check = page.getByRole('button', { name: text('drops.refresh') });
  await expect(page.getByRole('heading', { name: /별빛 항해 여름 축제$/ })).toBeVisible();
  await expect(check).toHaveAttribute('aria-busy', 'false');
  const claims = card(page, text('drops.claims'));
  await claims.getByRole('button', { name: text('drops.export') }).click();
  const done = claims.getByRole('status').filter({ hasText: textLike('drops.exported') });
  await expect(done).toBeVisible();
  const folder = join(place.userData, 'exports');
  const [name = '', ...none] = await filesIn(folder);
  expect(none).toEqual([]);
  expect(name).toMatch(/^drops-claims-\d{8}T\d{6}\.csv$/);
  await expect(done.getByText(text('drops.exported-in', { name }))).toBeVisible();
  const written = await readFile(join(folder, name), 'utf8');
  const count = await countIn(done, 'drops.exported');
  expect(count).toBeGreaterThan(0);
  expect(written.trim().split('\r\n').length).toBe(count + 1);
  expect(written.startsWith('\ufeffclaimId,')).toBe(true);
  expect(written).toContain(`"'=HYPERLINK(""https://example.test"")`);
  expect(written).toContain("'＝1+1");
  expect(written).not.toMatch(RUNS);
});
