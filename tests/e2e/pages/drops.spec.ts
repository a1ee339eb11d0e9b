import type { Page } from '@playwright/test';
import type { SimEvent } from '../../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../../electron/simulator/server.ts';
import type { DropsState } from '../../../shared/contract/drops.ts';
import { addClaims, card, openDrops, openRead, readPlatform } from '../../support/drops-page.ts';
import { fillCore } from '../../support/full-core.ts';
import { TEST_HANGS_MS } from '../../support/hangs.ts';
import { LONG_CAMPAIGN } from '../../support/hostile-world.ts';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { tally } from '../../support/stage-events.ts';
import { text, wholeText } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

/** A round of the first campaign's first reward. */
function draw({ streamerChannelId, baseUrl }: Simulator): SimEvent {
  return {
    kind: 'DROPS',
    data: {
      channelId: streamerChannelId,
      campaignId: 'campaign001',
      rewardId: 'campaign001r1',
      rewardTitle: '은빛 돛',
      rewardDescription: '',
      rewardImageUrl: `${baseUrl}/sim/item/gift.svg`,
      count: 30,
      drawnAt: '2026-01-02T03:04:05.678Z',
    },
  };
}

/** Requests that were carried out, whether or not their answer arrived. */
const sent = ({ requestLog }: Simulator, method: string) =>
  requestLog
    .entries()
    .filter(({ status }) => status === 200)
    .filter((entry) => entry.method === method && entry.path.includes('/drops/reward-claims'));

/** A day whose reads the platform refuses from now on. */
const usedUp = (quota: DropsState['quota']): Partial<DropsState> => ({
  watch: { kind: 'quota', until: quota.resetsAt },
  quota: { ...quota, read: { ...quota.read, refused: true } },
});

/** Takes what is over off the list, so that what comes next stands there alone. */
async function clearJobs(page: Page): Promise<void> {
  const jobs = card(page, text('drops.jobs'));
  const clear = jobs.getByRole('button', { name: new RegExp(`^${text('drops.job-dismiss')}`) });
  // A job has its button once it is over, which may be after its results are there.
  await expect(clear).not.toHaveCount(0);
  for (let left = await clear.count(); left > 0; left -= 1) {
    await clear.first().click();
    await expect(clear).toHaveCount(left - 1);
  }
  await expect(jobs).toHaveCount(0);
}

pageTest(
  'the page of drops shows what there is, to everybody, gives it out, and stays in step',
  async ({ page, context, core, dashboardUrl }) => {
    await fillCore(core, page);
    const tell = (changes: Partial<DropsState>) =>
      core.tell('drops', { ...core.told('drops'), ...changes });
    core.answer({
      'drops.export': () => ({ csv: 'claimId\r\n', count: 60, more: false }),
      'drops.refresh': () => tell(usedUp(core.told('drops').quota)),
      'drops.settings': ({ watch = true }) =>
        tell({ settings: { ...core.told('drops').settings, watch } }),
    });
    await openDrops(page, dashboardUrl);
    await pageTest.step('shows campaigns with their deadline, and draws', async () => {
      const campaigns = card(page, text('drops.by-campaign'));
      await expect(campaigns.getByText(text('drops.job-running')).first()).toBeVisible();
      await expect(campaigns.getByText(text('drops.state-CLAIMABLE')).first()).toBeVisible();
      await expect(
        campaigns.getByText(wholeText('drops.deadline-left', /\d+일.*/)).first(),
      ).toBeVisible();
      const draws = card(page, text('drops.draws'));
      await expect(draws.getByText(text('drops.no-draws'))).toBeVisible();
      tell({ draws: [tally('reward0')] });
      await expect(draws.getByText(wholeText('drops.draw-total', /\d+/))).toBeVisible();
    });
    await pageTest.step('gives all that fit as a file', async () => {
      const claims = card(page, text('drops.claims'));
      const download = page.waitForEvent('download');
      await claims.getByRole('button', { name: text('drops.export') }).click();
      expect((await download).suggestedFilename()).toMatch(/^drops-claims-\d{4}-\d\d-\d\d\.csv$/);
      await expect(claims.getByText(text('drops.exported', { count: 60 }))).toBeVisible();
    });
    await pageTest.step('it is open to everybody in every size and theme', async () => {
      await readPlatform(page);
      for (const look of looksAt(400, 1280, 1920)) {
        await lookAs(page, look);
        await page.getByRole('checkbox', { name: text('drops.select-page') }).check();
        await expectOpenToAll(page, nameOf(look));
      }
    });
    await pageTest.step('says that the day’s reads are used up, and until when', async () => {
      await page.getByRole('button', { name: text('drops.refresh') }).click();
      const watch = card(page, text('drops.watch'));
      await expect(watch.getByText(text('drops.watch-quota'))).toBeVisible();
      await expect(watch.getByText(text('drops.quota-refused'))).toBeVisible();
      // What was read stays.
      await expect(page.getByRole('heading', { name: LONG_CAMPAIGN }).first()).toBeVisible();
    });
    await pageTest.step('two dashboards stay in step', async () => {
      const other = await context.newPage();
      await openDrops(other, dashboardUrl);
      await expect(other.getByRole('heading', { name: LONG_CAMPAIGN }).first()).toBeVisible();
      await page.getByRole('switch', { name: text('drops.set-watch') }).click();
      await expect(other.getByRole('switch', { name: text('drops.set-watch') })).not.toBeChecked();
      expect(core.changes).toEqual([{ name: 'drops.settings', args: { watch: false } }]);
      await other.close();
    });
  },
);

test('draws come in, claims are marked as paid, every call once, until the day’s are used up', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  await openRead(page, dashboardUrl);
  await test.step('shows a draw as it comes in', async () => {
    stage.simulator.publish(draw(stage.simulator));
    await expect(
      card(page, text('drops.draws')).getByText(wholeText('drops.draw-total', /\d+/)),
    ).toBeVisible();
  });
  await test.step('takes in a list of paid claims and says which lines are no use', async () => {
    const ids = addClaims(stage.simulator, 3);
    const list = card(page, text('drops.import'));
    await list
      .getByLabel(text('drops.import-paste'))
      .fill(`claimId,memo\n${ids.join(',x\n')},x\n${ids[0]},again\n1.00E+17,rounded\n`);
    await list.getByRole('button', { name: text('drops.import-read'), exact: true }).click();
    await expect(list.getByText(text('drops.import-found', { count: 3 }))).toBeVisible();
    await expect(list.getByText(text('drops.import-duplicates', { count: 1 }))).toBeVisible();
    await expect(
      list.getByText(text('drops.import-line', { line: 6, reason: text('drops.import-rounded') })),
    ).toBeVisible();
    await list.getByRole('button', { name: text('drops.pay', { count: 3 }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('drops.pay', { count: 3 }) })
      .click();
    const jobs = card(page, text('drops.jobs'));
    await expect(jobs.getByText('SUCCESS')).toBeVisible();
    await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
    await clearJobs(page);
  });
  await test.step('a call whose answer was lost is shown, and is not sent again', async () => {
    const calls = sent(stage.simulator, 'PUT').length;
    const [id = ''] = addClaims(stage.simulator, 1);
    const claims = card(page, text('drops.claims'));
    await claims.getByText(text('filters.more')).click();
    await claims.getByLabel(text('drops.by-ids')).fill(id);
    await readPlatform(page);
    await claims.getByRole('checkbox', { name: text('drops.select-one', { id }) }).check();
    stage.simulator.faults.inject({
      kind: 'lost-answer',
      operation: 'PUT /api/openapi/open/v1/drops/reward-claims',
    });
    await claims.getByRole('button', { name: text('drops.pay', { count: 1 }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('drops.pay', { count: 1 }) })
      .click();
    const jobs = card(page, text('drops.jobs'));
    await expect(jobs.getByText(text('drops.job-unknown', { count: 1 }))).toBeVisible();
    await jobs.getByRole('button', { name: new RegExp(`^${text('drops.job-check')}`) }).click();
    await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
    await expect(jobs.getByText(text('drops.status-SEEN'))).toBeVisible();
    expect(sent(stage.simulator, 'PUT')).toHaveLength(calls + 1);
    await clearJobs(page);
  });
  await test.step('marks chosen claims as paid and back, and explains what came of each', async () => {
    const calls = sent(stage.simulator, 'PUT').length;
    const ids = addClaims(stage.simulator, 2);
    const claims = card(page, text('drops.claims'));
    await claims.getByLabel(text('drops.by-campaign')).selectOption('campaign001');
    await claims.getByLabel(text('drops.by-ids')).fill(ids.join(','));
    await readPlatform(page);
    for (const id of ids)
      await claims.getByRole('checkbox', { name: text('drops.select-one', { id }) }).check();
    await claims.getByRole('button', { name: text('drops.pay', { count: 2 }) }).click();
    const dialog = page.getByRole('dialog', { name: text('drops.ask-pay', { count: 2 }) });
    await dialog.getByRole('button', { name: text('drops.pay', { count: 2 }) }).click();
    const jobs = card(page, text('drops.jobs'));
    await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible();
    await expect(jobs.getByText('SUCCESS')).toBeVisible();
    await expect(
      jobs.getByText(`${text('drops.result-SUCCESS')} ${text('drops.next-nothing')}`),
    ).toBeVisible();
    expect(sent(stage.simulator, 'PUT')).toHaveLength(calls + 1);

    await jobs
      .getByRole('button', { name: text('drops.job-show', { name: text('drops.status-SUCCESS') }) })
      .click();
    await expect(
      claims.getByText(text('drops.claim-FULFILLED'), { exact: true }).nth(1),
    ).toBeVisible();
    await claims.getByRole('checkbox', { name: text('drops.select-page') }).check();
    await claims.getByRole('button', { name: text('drops.unpay', { count: 2 }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('drops.unpay', { count: 2 }) })
      .click();
    await expect(jobs.getByText(text('drops.unpay', { count: 2 }))).toBeVisible();
    await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toHaveCount(2);
  });
  await test.step('says that the day’s reads are used up', async () => {
    stage.simulator.world.quotas.amounts = { READ_DROPS: 0, WRITE_DROPS: 0 };
    await page.getByRole('button', { name: text('drops.refresh') }).click();
    const watch = card(page, text('drops.watch'));
    await expect(watch.getByText(text('drops.watch-quota'))).toBeVisible();
    await expect(watch.getByText(text('drops.quota-refused'))).toBeVisible();
    // What was read stays.
    await expect(page.getByRole('heading', { name: '별빛 항해 여름 축제' })).toBeVisible();
  });
});

test('marks ten thousand with a hundred calls, from all that fit, with progress', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  const added = addClaims(stage.simulator, 9_800);
  expect(added).toHaveLength(9_800);
  await openRead(page, dashboardUrl);
  const claims = card(page, text('drops.claims'));
  await claims.getByRole('button', { name: text('drops.select-matching') }).click();
  const pay = claims.getByRole('button', { name: wholeText('drops.pay', /[\d,]+/) });
  await pay.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`${text('reports.payout-paid')}$`) })
    .click();
  const jobs = card(page, text('drops.jobs'));
  await expect(jobs.getByText(text('drops.job-done'), { exact: true })).toBeVisible({
    timeout: TEST_HANGS_MS,
  });
  const puts = sent(stage.simulator, 'PUT').length;
  expect(puts).toBeGreaterThanOrEqual(98);
  expect(puts).toBeLessThanOrEqual(100);
});
