import type { Locator, Page } from '@playwright/test';
import { SCOPES } from '../../../electron/platform/operations.ts';
import type { PartOf } from '../../../renderer/stores/dashboard-store.ts';
import type { Gap, LifeEvent } from '../../../shared/connection-history.ts';
import { fillCore } from '../../support/full-core.ts';
import { gapOf } from '../../support/gaps.ts';
import { expectPlaced, outOfOrder, pressAt, tabTo, walk } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace, walkToPlace } from '../../support/places.ts';
import { Refused, type ServedCore } from '../../support/served-core.ts';
import type { Stage } from '../../support/stage.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (where: Page | Locator, name: string) =>
  where.getByRole('button', { name, exact: true });

const LOST: readonly string[] = ['READ:DONATION', 'WRITE:USER_BLOCK'];

/** Scopes that the application has lost, so that the next sign-in is not given them. */
function loseScopes(stage: Stage): () => void {
  const application = stage.simulator.world.application(stage.simulator.clientId);
  if (!application) throw new Error('The simulator has lost its application');
  const { scopes } = application;
  application.scopes = scopes.filter((scope) => !LOST.includes(scope));
  return () => {
    application.scopes = scopes;
  };
}

/** A dashboard, opened at the connection, or another part of the settings, by the keyboard. */
async function openConnection(
  page: Page,
  dashboardUrl: string,
  part: PartOf<'settings'> = 'connection',
): Promise<void> {
  await page.goto(dashboardUrl);
  await walkToPlace(page, 'settings', part);
}

/** The story of a connection that broke so many times, one after the other. */
function tellBreaks(core: ServedCore, times: number): void {
  const since = Date.now() - 3_600_000;
  const events: LifeEvent[] = [{ at: since, name: 'live', reason: null }];
  const gaps: Gap[] = [];
  for (let at = since + 60_000; gaps.length < times; at += 60_000) {
    const [from, to, reason] = [at, at + 2_000, 'closed-1012'];
    events.push({ at: from, name: 'lost', reason }, { at: to, name: 'live', reason: null });
    gaps.push(gapOf({ from, to, reason }));
  }
  core.tell('connectionHistory', { events, gaps, openGaps: [] });
}

pageTest(
  'the line is checked with the keyboard alone, well or not',
  async ({ page, core, dashboardUrl }) => {
    await page.setViewportSize({ width: 1280, height: 700 });
    tellBreaks(core, 0);
    core.answer({
      'maintenance.test-line': () => {
        throw new Refused({ code: 'platform-unavailable-server' });
      },
    });
    await openConnection(page, dashboardUrl);
    const line = card(page, text('line-test.title'));
    const start = button(line, text('line-test.start'));
    await test.step('a line that cannot be checked says so, and the keyboard stays', async () => {
      await pressAt(page, start);
      await expect(line.getByRole('alert')).toBeVisible();
      await expect(button(line, text('line-test.start'))).toBeFocused();
      await expectPlaced(page);
    });
    await test.step('the line is checked and its story read with the keyboard alone', async () => {
      core.answer({ 'maintenance.test-line': () => ({ openMs: 1_234, answerMs: 56 }) });
      tellBreaks(core, 4);
      await pressAt(page, start);
      await expect(line.getByText(text('line-test.good'))).toBeVisible();
      await expect(start).toBeFocused();
      // The outcome goes and comes again; the keyboard stays.
      await page.keyboard.press('Space');
      await expect.poll(() => core.askedFor('maintenance.test-line')).toHaveLength(3);
      await expect(
        line.getByText(text('line-test.times', { open: 1_234, answer: 56 })),
      ).toBeVisible();
      await expect(start).toBeFocused();

      const story = card(page, text('life.title')).getByRole('list', { name: text('life.title') });
      await tabTo(page, story, 'Shift+Tab');
      await expect(story.getByText(text('gap.text'))).toHaveCount(4);
      await page.keyboard.press('End');
      await expect(story.getByRole('listitem').last()).toBeInViewport();
      await page.keyboard.press('Home');
      await expect(story.getByRole('listitem').first()).toBeInViewport();
      await expect(story).toBeFocused();
      // It goes on being written while it is read.
      tellBreaks(core, 5);
      await expect(story.getByText(text('gap.text'))).toHaveCount(5);
      await expect(story).toBeFocused();
    });
  },
);

test('missing permissions are granted with the keyboard alone', async ({
  page,
  context,
  stage,
}) => {
  const giveBack = loseScopes(stage);
  const host = await stage.startLive(['--events']);
  const { dashboardUrl } = await host.waitFor(({ type }) => type === 'ready');
  await openConnection(page, String(dashboardUrl), 'permissions');
  const scopes = card(page, text('permit.title'));
  await expect(scopes.getByText(text('scopes.missing'))).toBeVisible();
  const grant = button(scopes, text('scopes.grant'));
  await tabTo(page, grant);
  giveBack();
  const popup = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await popup;
  await expect(scopes.getByText(text('scopes.missing'))).toBeHidden();
  // Nothing is left to be pressed there: its heading has the keyboard, not another card.
  await expect(
    scopes.getByRole('heading', { name: text('part.permissions'), exact: true }),
  ).toBeFocused();
  await page.bringToFront();
  await expectPlaced(page);
});

pageTest(
  'the connection is read in order, and open to everybody',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    core.tell('status', {
      ...core.told('status'),
      scopes: {
        granted: SCOPES.filter((scope) => !LOST.includes(scope)),
        missing: [{ scope: 'READ:DONATION', disables: { key: 'problem.events-donation' } }],
      },
    });
    core.answer({ 'maintenance.test-line': () => ({ openMs: 1_234, answerMs: 56 }) });
    tellBreaks(core, 0);
    await page.setViewportSize({ width: 400, height: 900 });
    await openConnection(page, dashboardUrl);
    await expect(card(page, text('life.title')).getByRole('listitem').first()).toBeVisible();
    for (const width of [400, 1280]) {
      await test.step(`the keyboard goes through the connection as it is read, at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        const stops = await walk(page);
        expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
        expect(outOfOrder(stops)).toEqual([]);
        expect([...new Set(stops.flatMap(({ card }) => card ?? []))]).toEqual([
          text('life.title'),
          text('line-test.title'),
        ]);
      });
    }
    await test.step('the connection is open to everybody, well and broken', async () => {
      await openPlace(page, 'settings', 'permissions');
      const lookAround = async (what: string) => {
        for (const sight of OPPOSITES) {
          await lookAs(page, sight);
          await speak(page, sight.language);
          await expectOpenToAll(page, `${what}, ${nameOf(sight)}`);
        }
      };
      await expect(card(page, text('permit.title')).locator('.callout')).toBeVisible();
      await lookAround('permissions missing');
      await openPlace(page, 'settings', 'connection');
      tellBreaks(core, 1);
      await expect(page.locator('.life-gap')).toHaveCount(1);
      const check = page.locator('.queue-health .card');
      await check.getByRole('button').click();
      await expect(check.getByRole('status').locator('.callout')).toBeVisible();
      await lookAround('after a gap, checked');
    });
  },
);
