import type { Page } from '@playwright/test';
import { askCore, untilPages } from '../../support/ask-core.ts';
import { keepOverlay } from '../../support/overlay-core.ts';
import { openPlace } from '../../support/places.ts';
import type { ServedCore } from '../../support/served-core.ts';
import { simEvents } from '../../support/sim-events.ts';
import { donation } from '../../support/stage-events.ts';
import { english, wholeText } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

/** Counts what the page plays; a browser without sound plays nothing. */
async function countSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const played = { count: 0 };
    Object.assign(window, { played });
    HTMLMediaElement.prototype.play = () => {
      played.count += 1;
      return Promise.resolve();
    };
  });
}

const soundsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { played: { count: number } }).played.count);

function saidSound(page: Page): unknown[] {
  const words: unknown[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => words.push(JSON.parse(String(payload)))),
  );
  return words;
}

test('two sources sound an alert once, the other one when the first is gone, a muted one never', async ({
  context,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  const open = async (address: string, able: boolean): Promise<Page> => {
    const page = await context.newPage();
    await countSounds(page);
    const words = saidSound(page);
    await page.goto(address);
    await expect.poll(() => words).toContainEqual({ type: 'visibility', visible: true });
    const could = { type: 'sound', able: true };
    if (able) await expect.poll(() => words).toContainEqual(could);
    else expect(words).not.toContainEqual(could);
    return page;
  };
  const muted = await open(`${overlayUrl}?muted=1`, false);
  const first = await open(overlayUrl, true);
  const second = await open(overlayUrl, true);
  const sounds = () => Promise.all([muted, first, second].map(soundsOf));

  stage.simulator.publish(simEvents(stage.simulator).donation);
  for (const page of [muted, first, second]) {
    await expect(page.getByText('donation words 1')).toBeVisible();
  }
  await expect.poll(sounds).toEqual([0, 1, 0]);

  await askCore(dashboardUrl, 'alerts.skip', {});
  await expect(second.getByText('donation words 1')).toBeHidden();
  await first.close();
  await untilPages(dashboardUrl, 2);
  stage.simulator.publish(simEvents(stage.simulator, '2').donation);
  await expect(second.getByText('donation words 2')).toBeVisible();
  await expect.poll(() => soundsOf(second)).toBe(1);

  await askCore(dashboardUrl, 'alerts.skip', {});
  await expect(second.getByText('donation words 2')).toBeHidden();
  const third = await open(overlayUrl, true);
  await askCore(dashboardUrl, 'overlay.set', { everySourceSounds: true });
  stage.simulator.publish(simEvents(stage.simulator, '3').donation);
  await expect.poll(() => Promise.all([muted, second, third].map(soundsOf))).toEqual([0, 2, 1]);
});

async function threeRules(page: Page, core: ServedCore): Promise<void> {
  keepOverlay(core);
  await page.goto(`${core.dashboardUrl}?lang=en`);
  await openPlace(page, 'alerts', 'rules');
  for (const name of [
    english('preset.every'),
    english('preset.big-donation', { from: 10_000 }),
    english('preset.purchase'),
  ]) {
    await page.getByRole('button', { name: english('rules.add-one', { name }) }).click();
  }
  await page
    .getByRole('button', { name: wholeText('rules.open', /.*/, 'en'), expanded: true })
    .click();
}

const names = (page: Page) => page.locator('.rule-name > bdi').allTextContents();

pageTest(
  'rules are put into another order with the pointer and with keys',
  async ({ page, core }) => {
    await threeRules(page, core);
    const before = await names(page);
    expect(before).toHaveLength(3);
    const [first = '', second = '', third = ''] = before;
    const grips = page.locator('.rule .grip');
    const from = await grips.nth(0).boundingBox();
    const to = await grips.nth(2).boundingBox();
    if (!from || !to) throw new Error('no grips');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y + 30, { steps: 8 });
    await expect(page.locator('[data-reorder="lifted"]')).toHaveCount(1);
    await page.mouse.up();
    await expect.poll(() => names(page)).toEqual([second, third, first]);

    await grips.nth(2).focus();
    for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key);
    await expect.poll(() => names(page)).toEqual(before);
    await expect(
      page.getByText(english('order.dropped', { name: first, place: 1, count: 3 })),
    ).toBeAttached();
    // The keyboard stays on the row that was moved.
    await expect(grips.nth(0)).toBeFocused();
    await page.reload();
    await openPlace(page, 'alerts');
    await expect.poll(() => names(page)).toEqual(before);
  },
);

pageTest('a finger on the grip moves a rule instead of the page', async ({ browser, core }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 400, height: 800 },
  });
  const page = await context.newPage();
  await threeRules(page, core);
  const [first = '', second = '', third = ''] = await names(page);
  const grips = page.locator('.rule .grip');
  await grips.nth(0).scrollIntoViewIfNeeded();
  const from = await grips.nth(0).boundingBox();
  const to = await grips.nth(1).boundingBox();
  if (!from || !to) throw new Error('no grips');
  const touch = await context.newCDPSession(page);
  const point = (y: number) => [{ x: from.x + 12, y }];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number | null) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === null ? [] : point(y) });
  await send('touchStart', from.y + 12);
  for (const y of [20, 30, 40]) await send('touchMove', from.y + y);
  await send('touchMove', to.y + 50);
  await send('touchEnd', null);
  await expect.poll(() => names(page)).toEqual([second, first, third]);
  await context.close();
});

pageTest('a goal that is added counts from now on', async ({ page, core, dashboardUrl }) => {
  keepOverlay(core);
  core.publish([donation(1)]);
  await page.goto(`${dashboardUrl}?lang=en`);
  await openPlace(page, 'overlay');
  await page
    .getByRole('button', { name: english('layers.add-one', { name: english('widget.goal') }) })
    .click();
  await expect(page.getByLabel(english('field.since'))).not.toHaveValue('');
  await expect
    .poll(() => core.askedFor('overlay.draft').at(-1)?.widgets?.length)
    .toBeGreaterThan(0);
  const goal = core
    .askedFor('overlay.draft')
    .at(-1)
    ?.widgets?.find(({ kind }) => kind === 'goal');
  expect(goal).toMatchObject({ settings: { since: expect.any(Number) } });
});
