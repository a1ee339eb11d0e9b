import type { Page } from '@playwright/test';
import { askCore } from '../support/ask-core.ts';
import { giveVoices, heardOn } from '../support/page-voices.ts';
import { simEvents } from '../support/sim-events.ts';
import { expect, hostTest as test } from './fixtures.ts';

/** What the page has told the core so far. */
function wordsOf(page: Page): unknown[] {
  const words: unknown[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => words.push(JSON.parse(String(payload)))),
  );
  return words;
}

const ON_PAGE = { speech: { on: true, from: 'page' } } as const;
const ABLE = { type: 'voice', able: true };

test('a page without voices shows its alerts and stays silent', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await giveVoices(page, []);
  const words = wordsOf(page);
  await askCore(dashboardUrl, 'overlay.set', ON_PAGE);
  await page.goto(overlayUrl);
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(page.getByText('donation words 1')).toBeVisible();
  await expect.poll(() => words).toContainEqual(expect.objectContaining({ state: 'painted' }));
  expect(await heardOn(page)).toEqual([]);
  expect(words).not.toContainEqual(ABLE);
});

test('the browser’s own speech, whatever it can do, breaks no page', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await askCore(dashboardUrl, 'overlay.set', ON_PAGE);
  await page.goto(overlayUrl);
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(page.getByText('donation words 1')).toBeVisible();
  await askCore(dashboardUrl, 'alerts.skip', {});
  await expect(page.getByText('donation words 1')).toBeHidden();
});

test('of two pages with voices one reads, the other when that one is gone; skip is silence', async ({
  page,
  context,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await giveVoices(page, ['Yuna']);
  const other = await context.newPage();
  await giveVoices(other, ['Mina']);
  await askCore(dashboardUrl, 'overlay.set', ON_PAGE);
  for (const each of [page, other]) {
    const words = wordsOf(each);
    await each.goto(overlayUrl);
    await expect.poll(() => words).toContainEqual(ABLE);
  }

  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(other.getByText('donation words 1')).toBeVisible();
  await expect.poll(() => heardOn(page)).toHaveLength(1);
  const [text] = await heardOn(page);
  expect(text).toContain('12,000');
  expect(text).toContain('donation words 1');
  await askCore(dashboardUrl, 'alerts.skip', {});
  await expect.poll(() => heardOn(page)).toEqual([text, '-']);
  expect(await heardOn(other)).toEqual([]);

  await page.close();
  stage.simulator.publish(simEvents(stage.simulator, '2').donation);
  await expect.poll(() => heardOn(other)).toHaveLength(1);
  await askCore(dashboardUrl, 'overlay.set', { muted: true });
  await expect.poll(async () => (await heardOn(other)).at(-1)).toBe('-');
});
