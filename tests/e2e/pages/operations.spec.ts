import type { Page } from '@playwright/test';
import {
  type Operation,
  SPEC_OPERATIONS,
  SUBSCRIBABLE_EVENTS,
  subscriptionOperation,
} from '../../../electron/platform/operations.ts';
import { NOTE_OPERATIONS } from '../../../electron/platform/platform-notes.ts';
import { speak } from '../../support/open-to-all.ts';
import { menuButton, openPlace } from '../../support/places.ts';
import { text, wholeText } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const OPEN = '/api/openapi/open/v1';
const VIEWER = 'Vw1aT9xQpL';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });

/** As the simulator's log names it. */
const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** The log does not say which event it was. */
const changeOf = (change: 'subscribe' | 'unsubscribe'): string =>
  nameOf(subscriptionOperation(change, 'chat')).replace(/chat$/, ':event');
const SUBSCRIBE = changeOf('subscribe');
const UNSUBSCRIBE = changeOf('unsubscribe');

const EVERY: readonly string[] = [
  ...Object.values(SPEC_OPERATIONS).map(nameOf),
  ...Object.values(NOTE_OPERATIONS).map(nameOf),
  SUBSCRIBE,
  UNSUBSCRIBE,
];

async function runShow(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: text('live.send-label') });
  await field.fill('어서 오세요');
  await field.press('Enter');
  const row = page.locator('.feed-item').filter({ hasText: '어서 오세요' });
  await row.hover();
  await row.getByRole('button', { name: text('live.row-notice') }).click();
}

async function setStream(page: Page): Promise<void> {
  await openPlace(page, 'stream');
  const settings = card(page, text('stream.settings'));
  await settings.getByRole('combobox').fill('lantern');
  await settings.getByRole('option', { name: /Lantern Maze/ }).click();
  await settings
    .getByRole('textbox', { name: text('stream.field.defaultLiveTitle') })
    .fill('등불 미로 첫날');
  await settings.getByRole('button', { name: text('stream.save') }).click();
  await expect(settings.getByText(text('stream.saved'))).toBeVisible();
  await card(page, text('stream.key'))
    .getByRole('button', { name: text('stream.key-show') })
    .click();
  await expect(
    card(page, text('stream.live')).getByText(text('stream.viewers-value', { viewers: '128' })),
  ).toBeVisible();
  await card(page, text('stream.chat'))
    .getByRole('radio', { name: text('stream.group.FOLLOWER') })
    .click();
}

async function lookAtPeople(page: Page): Promise<void> {
  await openPlace(page, 'viewers');
  for (const name of [
    text('people.tab-subscribers'),
    text('people.tab-managers'),
    text('people.tab-blocked'),
  ]) {
    await page.getByRole('tab', { name, exact: true }).click();
  }
  const byId = card(page, text('people.block-title'));
  await byId.getByRole('textbox').fill(VIEWER);
  await byId.getByRole('textbox').press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('people.block') })
    .click();
  await page.getByRole('button', { name: text('people.undo') }).click();
  await expect(page.getByText(text('people.done-unblock', { name: '새벽별' }))).toBeVisible();
}

async function payRewards(page: Page): Promise<void> {
  await openPlace(page, 'history', 'drops');
  await button(page, text('drops.refresh')).click();
  await expect(button(page, text('drops.refresh'))).toHaveAttribute('aria-busy', 'false');
  const claims = card(page, text('drops.claims'));
  await claims.getByRole('checkbox', { name: text('drops.select-page') }).check();
  await claims
    .getByRole('button', { name: new RegExp(`${text('reports.payout-paid')}$`) })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`${text('reports.payout-paid')}$`) })
    .click();
  await expect(
    card(page, text('drops.jobs')).getByText(text('drops.job-done'), { exact: true }),
  ).toBeVisible();
}

async function checkLine(page: Page): Promise<void> {
  await openPlace(page, 'settings', 'connection');
  const line = card(page, text('line-test.title'));
  await line.getByRole('button', { name: text('line-test.start') }).click();
  await expect(line.getByText(text('line-test.good'))).toBeVisible();
  await expect(line.getByText(wholeText('line-test.times', /[\d,]+/))).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await menuButton(page).click();
  await button(page, text('sign-out.start')).click();
  const asked = page.getByRole('dialog', { name: text('sign-out.ask') });
  await asked.getByRole('button', { name: text('sign-out.start') }).click();
}

test('every operation of the platform is called from a page, and no rule of it is broken', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  const { requestLog, faults } = stage.simulator;
  await page.goto(dashboardUrl);
  await speak(page, 'ko');
  await runShow(page);
  await setStream(page);
  // A token that ran out is renewed on the way.
  faults.inject({
    kind: 'answer',
    operation: `GET ${OPEN}/channels/subscribers`,
    status: 401,
    message: 'Access token has expired',
    times: 1,
  });
  await lookAtPeople(page);
  await payRewards(page);
  await checkLine(page);
  await signOut(page);
  const never = () => EVERY.filter((operation) => requestLog.count(operation) === 0);
  await expect.poll(never).toEqual([]);
  // The code, and the refresh token.
  expect(requestLog.count(nameOf(SPEC_OPERATIONS.refresh))).toBe(2);
  // Each of the three events.
  expect(requestLog.count(SUBSCRIBE)).toBe(SUBSCRIBABLE_EVENTS.length);
  expect(requestLog.count(UNSUBSCRIBE)).toBe(SUBSCRIBABLE_EVENTS.length);
  expect(requestLog.broken()).toEqual([]);
});

test('signing out ends the delivery to the session before it ends the grant', async ({
  page,
  stage,
  host,
  dashboardUrl,
}) => {
  const { requestLog } = stage.simulator;
  await page.goto(dashboardUrl);
  await expect(page.getByText(text('state.live'))).toBeVisible();
  await signOut(page);
  await host.waitFor(({ state }) => state === 'signed-out');
  const revoke = nameOf(SPEC_OPERATIONS.revoke);
  await expect.poll(() => requestLog.count(revoke)).toBe(1);
  const order = requestLog.entries().map(({ operation, status }) => `${operation} ${status}`);
  const taken = order.filter((entry) => entry === `${UNSUBSCRIBE} 200`);
  expect(taken).toHaveLength(SUBSCRIBABLE_EVENTS.length);
  expect(order.lastIndexOf(`${UNSUBSCRIBE} 200`)).toBeLessThan(
    order.findIndex((entry) => entry.startsWith(revoke)),
  );
});
