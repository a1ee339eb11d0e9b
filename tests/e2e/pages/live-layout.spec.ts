import type { Page } from '@playwright/test';
import type { LiveFields } from '../../../shared/contract/stream.ts';
import { fillCore } from '../../support/full-core.ts';
import { simEvents } from '../../support/sim-events.ts';
import { chat, donation } from '../../support/stage-events.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const field = (page: Page) => page.getByRole('textbox', { name: text('live.send-label') });
const rows = (page: Page) => page.locator('.feed-main .feed-item');
const game = (categoryId: string, categoryValue: string) => ({
  categoryId,
  categoryType: 'GAME',
  categoryValue,
  posterImageUrl: null,
});
const VOYAGE = game('voyage', '별빛 항해');
const MAZE = game('maze', 'Lantern Maze');

/** Every move of something that stays on the page, also after a press: where from, and by what. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moves: string[] = [];
    const nameOf = (node: Node | undefined) => (node instanceof Element ? node.className : 'text');
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { sources = [] } = entry as PerformanceEntry & { sources?: { node?: Node }[] };
        moves.push(sources.map(({ node }) => nameOf(node)).join(', '));
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    Reflect.set(window, '__moves', () => {
      note(observer.takeRecords());
      return moves.splice(0);
    });
  });
  return () => page.evaluate(() => (Reflect.get(window, '__moves') as () => string[])());
}

pageTest(
  'title and category are changed where the show is run',
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    const { settings, ...stream } = core.told('stream');
    if (!settings) throw new TypeError('The core has no settings');
    const before = settings.value;
    let now: LiveFields = before;
    core.answer({
      'stream.categories': () => ({ categories: [VOYAGE, MAZE] }),
      'stream.set': ({ defaultLiveTitle = now.defaultLiveTitle, category = now.category }) => {
        now = { ...now, defaultLiveTitle, category };
        core.tell('stream', { ...stream, settings: { ...settings, value: now } });
      },
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(dashboardUrl);
    const part = (name: string) => page.locator(`.live-title [data-part="${name}"]`);
    await expect(part('title')).not.toContainText(text('stream.no-title'));
    await field(page).focus();
    await page.keyboard.press('F2');
    const title = page.getByRole('textbox', { name: text('stream.field.defaultLiveTitle') });
    await expect(title).toBeFocused();
    await title.fill('버려질 제목');
    await page.keyboard.press('Escape');
    await expect(title).toHaveCount(0);
    await expect(field(page)).toBeFocused();
    expect(core.askedFor('stream.set')).toEqual([]);

    await part('title').click();
    await title.fill('북쪽 바다, 끝까지');
    await page.keyboard.press('Enter');
    await expect(part('title')).toContainText('북쪽 바다, 끝까지');
    await expect(part('title')).toBeFocused();
    const basedOn = { defaultLiveTitle: before.defaultLiveTitle };
    expect(core.askedFor('stream.set')).toEqual([
      { defaultLiveTitle: '북쪽 바다, 끝까지', basedOn },
    ]);

    await part('category').click();
    const search = page.getByRole('combobox', { name: text('stream.category-search') });
    await expect(search).toBeFocused();
    await page.getByRole('option').nth(1).click();
    await expect(part('category')).toContainText(MAZE.categoryValue);
    expect(core.askedFor('stream.set').slice(1)).toEqual([
      { category: MAZE, basedOn: { category: before.category } },
    ]);
  },
);

test('nothing on the page moves for what is sent, posted, shown large, or received', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(dashboardUrl);
  const overlay = await page.context().newPage();
  await overlay.goto(overlayUrl);
  await expect(field(page)).toBeVisible();
  await page.bringToFront();
  const { chat, donation, subscription } = simEvents(stage.simulator);
  for (let at = 0; at < 40; at += 1) stage.simulator.publish(chat(`줄 ${at}`));
  for (let at = 0; at < 12; at += 1) stage.simulator.publish(subscription);
  const events = page
    .getByRole('group', { name: text('live.events'), exact: true })
    .locator('.feed-item');
  await expect(rows(page).last()).toContainText('줄 39');
  await expect(events.last()).toHaveAttribute('aria-setsize', '12');
  // The window holds both columns and the field, and does not scroll for them.
  for (const part of [page.locator('.feed-main'), page.locator('.tests-card'), field(page)]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  const moves = await watchShifts(page);
  const still = async (what: string) => {
    // Two frames later all that came of it is drawn and told.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await moves(), what).toEqual([]);
  };

  await field(page).fill('안녕하세요');
  await field(page).press('Enter');
  await expect(rows(page).last()).toContainText('안녕하세요');
  await expect(page.getByText(text('live.sent'))).toBeVisible();
  await still('a message is sent');

  await field(page).fill('오늘은 여기까지');
  await page.getByRole('button', { name: text('live.notice'), exact: true }).click();
  await expect(page.getByText(text('live.noticed'))).toBeVisible();
  await still('a notice is posted');

  const row = rows(page).filter({ hasText: '줄 35' });
  await row.hover();
  await row.getByRole('button', { name: text('live.row-highlight') }).click();
  const large = page.getByRole('region', { name: text('live.highlight-now') });
  await expect(large).toContainText('줄 35');
  await still('a message is shown large');
  await large.getByRole('button', { name: text('live.highlight-end') }).click();
  await expect(large).toHaveCount(0);
  // Not a row: the focus would hold the list.
  await expect(field(page)).toBeFocused();
  await still('it is taken off');

  // The pointer held the list; it goes on as soon as the pointer leaves.
  await page.mouse.move(2, 2);
  await still('the list goes on');
  stage.simulator.publish(chat('한 줄 더'));
  await expect(rows(page).last()).toContainText('한 줄 더');
  await still('a message arrives');
  stage.simulator.publish(donation);
  await expect(events.last()).toContainText(text('events.beams', { count: 12_000 }));
  await expect(events.last()).toBeInViewport({ ratio: 1 });
  await still('a donation arrives');

  // Something that does move is seen.
  await page.locator('.live-bar').evaluate((bar: HTMLElement) => {
    bar.style.height = '200px';
  });
  await expect.poll(moves).not.toEqual([]);
});

/** Of the header of a dock. */
const BAR_PX = 40;

pageTest(
  'a dock of 400 by 500 shows nine lines of chat and the field, the rest is folded',
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    // Of a gap the list tells in rows of its own.
    core.tell('connectionHistory', { events: [], gaps: [], openGaps: [] });
    await page.setViewportSize({ width: 400, height: 500 });
    await page.goto(dashboardUrl);
    await expect(field(page)).toBeVisible();
    // What stands above the page is taken for a bar of 40 px, however high it is.
    const above = await page.evaluate(() => {
      const page = document.querySelector('.live')?.getBoundingClientRect().top ?? 0;
      const gap = Number.parseFloat(
        getComputedStyle(document.querySelector('.page') ?? document.body).paddingTop,
      );
      return page + scrollY - gap;
    });
    await page.setViewportSize({ width: 400, height: 500 + Math.round(above) - BAR_PX });
    core.publish(Array.from({ length: 30 }, (_, at) => chat(at + 61, { content: `줄 ${at}` })));
    await expect(rows(page).last()).toContainText('줄 29');
    const box = await page.locator('.feed-scroller').boundingBox();
    const line = await rows(page).last().boundingBox();
    expect((box?.height ?? 0) / (line?.height ?? 1)).toBeGreaterThanOrEqual(9);
    await expect(rows(page).nth(-9)).toBeInViewport({ ratio: 1 });
    await expect(field(page)).toBeInViewport({ ratio: 1 });
    // In one column everything comes in order.
    core.publish([donation(91, { payAmount: 12_000 })]);
    const { totals: sums, ...live } = core.told('live');
    core.tell('live', { ...live, totals: sums && { ...sums, donationBeams: 12_000 } });
    await expect(rows(page).last()).toContainText(text('events.beams', { count: 12_000 }));
    const search = page.getByRole('searchbox');
    await expect(search).toBeHidden();
    await page.getByRole('button', { name: text('live.find') }).click();
    await expect(search).toBeVisible();
    const totals = page.locator('.live-totals');
    await expect(totals).toBeHidden();
    await page.getByRole('button', { name: text('live.totals') }).click();
    await expect(totals).toContainText(text('events.beams', { count: 12_000 }));
  },
);
