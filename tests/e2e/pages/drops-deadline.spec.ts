import type { Page } from '@playwright/test';
import { addClaims, card, openRead, readPlatform, unpaidOf } from '../../support/drops-page.ts';
import { text, textLike, wholeText } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

/** What is past its claim deadline (specification: "CLAIMED" to "FULFILLED", and "Errors"). */

const LATE_CAMPAIGN = 'campaign005';
const PAY = wholeText('drops.pay', /[\d,]+/);

async function pickAllThatFit(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: text('drops.select-matching') });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'false');
}

test('what is past its claim deadline is left out, or said before it is sent', async ({
  page,
  stage: { simulator },
  dashboardUrl,
}) => {
  addClaims(simulator, 4, LATE_CAMPAIGN);
  await openRead(page, dashboardUrl);
  await readPlatform(page);
  const claims = card(page, text('drops.claims'));
  await test.step('of what was read before, all that fit leaves it out', async () => {
    const { late } = unpaidOf(simulator);
    await claims.getByLabel(text('drops.by-campaign')).selectOption(LATE_CAMPAIGN);
    await expect(claims.getByText(text('drops.source-kept'))).toBeVisible();
    const calls = simulator.requestLog.entries().length;
    await pickAllThatFit(page);
    await expect(claims.getByText(text('drops.selected', { count: 0 }))).toBeVisible();
    await expect(claims.getByText(wholeText('drops.late-out', /\d+/))).toBeVisible();
    await expect(claims.getByRole('button', { name: PAY })).toHaveCount(0);
    const drops = simulator.requestLog
      .entries()
      .slice(calls)
      .filter(({ path }) => path.includes('/drops/'));
    expect(drops).toEqual([]);
    expect(unpaidOf(simulator).late).toBe(late);
    await claims.getByLabel(text('drops.by-campaign')).selectOption('');
  });
  await test.step('a list of paid claims is looked at in the same way', async () => {
    const ids = [...addClaims(simulator, 2, LATE_CAMPAIGN), ...addClaims(simulator, 1)];
    await readPlatform(page);
    const list = card(page, text('drops.import'));
    await list.getByLabel(text('drops.import-paste')).fill(`claimId\n${ids.join('\n')}\n`);
    await list.getByRole('button', { name: text('drops.import-read'), exact: true }).click();
    await list.getByRole('button', { name: text('drops.pay', { count: 3 }) }).click();
    await expect(
      page.getByRole('dialog').getByText(text('drops.ask-late', { count: 2 })),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('all that fit leaves out what is past its deadline, and says how many', async () => {
    addClaims(simulator, 3, LATE_CAMPAIGN);
    addClaims(simulator, 2);
    const { open, late } = unpaidOf(simulator);
    expect(late).toBeGreaterThanOrEqual(3);
    await readPlatform(page);
    await pickAllThatFit(page);
    await expect(claims.getByText(text('drops.selected', { count: open }))).toBeVisible();
    const note = claims.getByText(text('drops.late-out', { count: late }));
    await expect(note).toBeVisible();

    // None of them comes back as UPDATE_FAILED.
    await claims.getByRole('button', { name: PAY }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(textLike('drops.ask-late'))).toHaveCount(0);
    await dialog.getByRole('button', { name: PAY }).click();
    const jobs = card(page, text('drops.jobs'));
    await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
    await expect(jobs.getByText('SUCCESS')).toBeVisible();
    await expect(jobs.getByText('UPDATE_FAILED')).toHaveCount(0);
    expect(unpaidOf(simulator).late).toBe(late);
    await jobs.getByRole('button', { name: new RegExp(`^${text('drops.job-dismiss')}`) }).click();
    await expect(jobs).toHaveCount(0);
  });
  await test.step('one that is chosen by hand is said to be past its deadline before it is sent', async () => {
    const ids = [...addClaims(simulator, 1, LATE_CAMPAIGN), ...addClaims(simulator, 2)];
    await claims.getByText(text('filters.more')).click();
    await claims.getByLabel(text('drops.by-ids')).fill(ids.join(','));
    await readPlatform(page);
    await claims.getByRole('checkbox', { name: text('drops.select-page') }).check();
    await claims.getByRole('button', { name: text('drops.pay', { count: 3 }) }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(text('drops.ask-late', { count: 1 }))).toBeVisible();
    await dialog.getByRole('button', { name: text('drops.pay', { count: 3 }) }).click();
    const jobs = card(page, text('drops.jobs'));
    await expect(jobs.getByText('SUCCESS')).toBeVisible();
    await expect(jobs.getByText('UPDATE_FAILED')).toBeVisible();
  });
});
