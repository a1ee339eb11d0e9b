import type { Locator, Page } from '@playwright/test';
import type { PartOf } from '../../renderer/stores/dashboard-store.ts';
import { expectPlaced, outOfOrder, pressAt, tabTo, walk } from '../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../support/open-to-all.ts';
import { openPlace, walkToPlace } from '../support/places.ts';
import type { Stage } from '../support/stage.ts';
import { expect, test } from './fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (where: Page | Locator, name: string) =>
  where.getByRole('button', { name, exact: true });

/** Scopes that the application has lost, so that the next sign-in is not given them. */
function loseScopes(stage: Stage): () => void {
  const application = stage.simulator.world.application(stage.simulator.clientId);
  if (!application) throw new Error('The simulator has lost its application');
  const { scopes } = application;
  application.scopes = scopes.filter(
    (scope) => !['READ:DONATION', 'WRITE:USER_BLOCK'].includes(scope),
  );
  return () => {
    application.scopes = scopes;
  };
}

/** A live dashboard, opened at the connection, or another part of the settings, by the keyboard. */
async function openConnection(page: Page, stage: Stage, part: PartOf<'settings'> = 'connection') {
  const host = await stage.startLive(['--events']);
  const { dashboardUrl } = await host.waitFor(({ type }) => type === 'ready');
  await page.goto(String(dashboardUrl));
  await walkToPlace(page, 'settings', part);
  return host;
}

/** The connection breaks so many times, one after the other. */
async function breakLine(
  stage: Stage,
  host: Awaited<ReturnType<typeof openConnection>>,
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const from = host.lines.length;
    stage.simulator.faults.inject({ kind: 'cut', code: 1012, times: 1 });
    await host.waitFor(({ type, state }) => type === 'connection' && state === 'live', from);
  }
}

test('the line is checked with the keyboard alone, well or not', async ({ page, stage }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const host = await openConnection(page, stage);
  const line = card(page, '연결 점검');
  const start = button(line, '연결 점검하기');
  await test.step('a line that cannot be checked says so, and the keyboard stays', async () => {
    stage.simulator.faults.inject({
      kind: 'answer',
      operation: 'GET /api/openapi/open/v1/sessions/auth/client',
      status: 503,
      message: 'busy',
      times: 9,
    });
    await pressAt(page, start);
    await expect(line.getByRole('alert')).toBeVisible();
    await expect(button(line, '연결 점검하기')).toBeFocused();
    await expectPlaced(page);
    stage.simulator.faults.clear();
  });
  await test.step('the line is checked and its story read with the keyboard alone', async () => {
    await breakLine(stage, host, 4);
    await pressAt(page, start);
    await expect(line.getByText('연결이 원활해요')).toBeVisible();
    await expect(start).toBeFocused();
    // The outcome goes and comes again; the keyboard stays.
    await page.keyboard.press('Space');
    await expect(line.getByText(/^연결 [\d,]+ms · 응답 [\d,]+ms/)).toBeVisible();
    await expect(start).toBeFocused();

    const story = card(page, '타임라인').getByRole('list', { name: '타임라인' });
    await tabTo(page, story, 'Shift+Tab');
    await expect(story.getByText(/이 구간의 이벤트를 놓쳤을 수 있어요/)).toHaveCount(4);
    // A line that comes in the same moment moves the end.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(story.getByRole('listitem').last()).toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('Home');
    await expect(story.getByRole('listitem').first()).toBeInViewport();
    await expect(story).toBeFocused();
    // It goes on being written while it is read.
    await breakLine(stage, host, 1);
    await expect(story.getByText(/이 구간의 이벤트를 놓쳤을 수 있어요/)).toHaveCount(5);
    await expect(story).toBeFocused();
  });
});

test('missing permissions are granted with the keyboard alone', async ({
  page,
  context,
  stage,
}) => {
  const giveBack = loseScopes(stage);
  await openConnection(page, stage, 'permissions');
  const scopes = card(page, '권한');
  await expect(scopes.getByText('빠진 권한')).toBeVisible();
  const grant = button(scopes, '권한 허용하기');
  await tabTo(page, grant);
  giveBack();
  const popup = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await popup;
  await expect(scopes.getByText('빠진 권한')).toBeHidden();
  // Nothing is left to be pressed there: its heading has the keyboard, not another card.
  await expect(scopes.getByRole('heading', { name: '권한', exact: true })).toBeFocused();
  await page.bringToFront();
  await expectPlaced(page);
});

test('the connection is read in order, and open to everybody', { tag: '@look' }, async ({
  page,
  stage,
}) => {
  loseScopes(stage);
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 400, height: 900 });
  const host = await openConnection(page, stage);
  await expect(card(page, '타임라인').getByRole('listitem').first()).toBeVisible();
  for (const width of [400, 1280]) {
    await test.step(`the keyboard goes through the connection as it is read, at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const stops = await walk(page);
      expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
      expect(outOfOrder(stops)).toEqual([]);
      expect([...new Set(stops.flatMap(({ card }) => card ?? []))]).toEqual([
        '타임라인',
        '연결 점검',
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
    await expect(card(page, '권한').locator('.callout')).toBeVisible();
    await lookAround('permissions missing');
    await openPlace(page, 'settings', 'connection');
    await breakLine(stage, host, 1);
    await expect(page.locator('.life-gap')).toHaveCount(1);
    const check = page.locator('.queue-health .card');
    // On a machine that is busy with something else a check may come to nothing.
    await expect(async () => {
      await check.getByRole('button').click();
      await expect(check.getByRole('status').locator('.callout')).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await lookAround('after a gap, checked');
  });
});
