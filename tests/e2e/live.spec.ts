import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../support/open-to-all.ts';
import { simEvents } from '../support/sim-events.ts';
import { text, textLike } from '../support/texts.ts';
import { expect, hostTest as test } from './fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';
const NOTICE = 'POST /api/openapi/open/v1/chats/notice';
const BLOCK = 'POST /api/openapi/open/v1/restrict-channels';
const UNBLOCK = 'DELETE /api/openapi/open/v1/restrict-channels';

const field = (page: Page) => page.getByRole('textbox', { name: text('live.send-label') });
const rows = (page: Page) => page.locator('.feed-main .feed-item');
const card = (page: Page) => page.locator('.viewer-card');

/** Neither the pointer nor the keyboard holds the list any more: it goes on by itself. */
async function letGo(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await field(page).focus();
}

/** Opens the card of the sender of the newest chat row. */
async function openCard(page: Page): Promise<void> {
  await rows(page).last().locator('.who').first().click();
  await expect(card(page)).toBeVisible();
}

test('messages are sent once, and become the notice', async ({ page, stage, dashboardUrl }) => {
  const { requestLog } = stage.simulator;
  await page.goto(dashboardUrl);
  await test.step('a message is sent with Enter, comes back as a row, and becomes the notice by its id', async () => {
    await field(page).fill('어서 오세요');
    await field(page).press('Enter');
    await expect(rows(page).last()).toContainText('어서 오세요');
    await expect(field(page)).toHaveValue('');
    expect(requestLog.count(SEND)).toBe(1);
    // The desk says what was sent, up to a tenth of a second after the row.
    await expect(async () => {
      await field(page).press('ArrowUp');
      await expect(field(page)).toHaveValue('어서 오세요', { timeout: 200 });
    }).toPass();
    await page.getByRole('button', { name: text('live.notice'), exact: true }).click();
    await expect.poll(() => requestLog.count(NOTICE)).toBe(1);
  });
  await test.step('a row becomes the notice by its text', async () => {
    stage.simulator.publish(simEvents(stage.simulator).chat('이걸 공지로'));
    const row = rows(page).filter({ hasText: '이걸 공지로' });
    await row.hover();
    await row.getByRole('button', { name: text('live.row-notice') }).click();
    await expect.poll(() => requestLog.count(NOTICE)).toBe(2);
  });
  await test.step('a message whose answer was lost counts as sent once it stands in the chat, and is not sent again', async () => {
    await expect(page.getByText(text('state.live'))).toBeVisible();
    stage.simulator.faults.inject({ kind: 'lost-answer', operation: SEND, times: 1 });
    await field(page).fill('갔을까요?');
    await field(page).press('Enter');
    await expect(page.getByText(text('live.sent-after-all'))).toBeVisible();
    await expect(field(page)).toHaveValue('');
    await expect(rows(page).filter({ hasText: '갔을까요?' })).toHaveCount(1);
    expect(requestLog.count(SEND)).toBe(2);
  });
});

test('a viewer’s card, a message shown large and the keyboard run the show', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await page.goto(dashboardUrl);
  await test.step('the card of a viewer has their history; hiding takes their lines off the overlay', async () => {
    const { chat, donation } = simEvents(stage.simulator);
    stage.simulator.publish({
      kind: 'DONATION',
      data: {
        ...(donation.kind === 'DONATION' ? donation.data : never()),
        donatorChannelId: 'viewer-1',
      },
    });
    stage.simulator.publish(chat('첫 말'));
    stage.simulator.publish(chat('둘째 말'));
    await expect(overlay.locator('.sl-chat-line')).toHaveCount(2);
    await openCard(page);
    await expect(card(page).locator('.viewer-list .event')).toHaveCount(3);
    await expect(
      card(page).getByText(text('live.card-messages-value', { count: 2 })),
    ).toBeVisible();
    await expect(card(page).locator('.viewer-sums')).toContainText(
      text('events.beams', { count: 12_000 }),
    );
    await card(page)
      .getByRole('button', { name: text('live.card-hide') })
      .click();
    await expect(overlay.locator('.sl-chat-line')).toHaveCount(0);
    await card(page)
      .getByRole('button', { name: text('live.card-show') })
      .click();
    await expect(overlay.locator('.sl-chat-line')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(card(page)).toHaveCount(0);
  });
  await test.step('a message is shown large on the overlay until it is taken off, on both dashboards', async () => {
    await letGo(page);
    const other = await context.newPage();
    await other.goto(dashboardUrl);
    const { chat, token } = simEvents(stage.simulator);
    stage.simulator.publish(chat(`여기를 봐 주세요 <b>${token}</b>`));
    await expect(overlay.locator('.sl-chat-line')).toHaveCount(3);
    await expect(rows(page).last()).toContainText('여기를 봐 주세요');
    await rows(page).last().hover();
    await page.getByRole('button', { name: text('live.row-highlight') }).click();
    const large = overlay.locator('.sl-highlight');
    await expect(large).toContainText('새벽별');
    await expect(large).toContainText('여기를 봐 주세요 <b>');
    await expect(large.locator('img.sl-emoji')).toHaveCount(1);
    // A page that comes now has it as well.
    await overlay.reload();
    await expect(large).toBeVisible();
    const shown = other.getByRole('region', { name: text('live.highlight-now') });
    await expect(shown).toContainText('여기를 봐 주세요');
    await shown.getByRole('button', { name: text('live.highlight-end') }).click();
    await expect(large).toHaveCount(0);
    await expect(page.getByRole('region', { name: text('live.highlight-now') })).toHaveCount(0);
    await other.close();
  });
  await test.step('the show is run with the keyboard alone', async () => {
    // Anew: the rows are still one stop at the one whose card was open.
    await page.goto(dashboardUrl);
    const { chat } = simEvents(stage.simulator);
    for (const words of ['하나', '둘', '셋']) stage.simulator.publish(chat(words));
    await expect(rows(page).last()).toContainText('셋');
    await field(page).focus();
    // The newest row is just above the field.
    await page.keyboard.press('Shift+Tab');
    await expect(rows(page).last()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rows(page).nth(-2)).toBeFocused();
    // The card is left with Escape, or with its first button, which closes it.
    for (const leave of ['Escape', 'Enter']) {
      await page.keyboard.press('Enter');
      await expect(card(page)).toBeVisible();
      await page.keyboard.press(leave);
      await expect(card(page)).toHaveCount(0);
      await expect(rows(page).nth(-2)).toBeFocused();
      await expect(rows(page).nth(-2).locator('.row-actions')).toBeVisible();
    }
    // The row's own buttons come next: its card, the answer, then the way onto the overlay.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: text('live.highlight-now') })).toContainText(
      '둘',
    );
  });
});

function never(): never {
  throw new Error('The sample is not a donation');
}

test('a block is sent once, asked by name, and taken back', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  const { requestLog } = stage.simulator;
  await page.goto(dashboardUrl);
  await test.step('a block from a row whose answer was lost is said and not sent again; the keyboard goes back', async () => {
    const chat = simEvents(stage.simulator).chat('광고예요', '따뜻한코코아');
    if (chat.kind !== 'CHAT') never();
    stage.simulator.publish({
      kind: 'CHAT',
      data: { ...chat.data, senderChannelId: 'Vw9iD1jFiU' },
    });
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().focus();
    const button = page.getByRole('button', {
      name: text('live.row-block', { name: '따뜻한코코아' }),
    });
    await button.focus();
    stage.simulator.faults.inject({ kind: 'answer', status: 503, operation: BLOCK });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('people.block'), exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      textLike('problem.people-block-unsure.what'),
    );
    // The pointer and the keyboard have left the row: its buttons are gone.
    await expect(button).toHaveCount(0);
    await dialog.getByRole('button', { name: text('people.cancel') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rows(page).first()).toBeFocused();
    expect(stage.simulator.requestLog.count(BLOCK)).toBe(0);
    expect(stage.simulator.requestLog.count(`${BLOCK} (fault)`)).toBe(1);
  });
  await test.step('somebody is blocked from a row after being asked by name, and unblocked from their card', async () => {
    await letGo(page);
    const chat = simEvents(stage.simulator).chat('광고예요', '따뜻한코코아');
    if (chat.kind === 'CHAT') {
      stage.simulator.publish({
        kind: 'CHAT',
        data: { ...chat.data, senderChannelId: 'Vw9iD1jFiU' },
      });
    }
    await expect(rows(page)).toHaveCount(2);
    await rows(page).last().hover();
    await page
      .getByRole('button', { name: text('live.row-block', { name: '따뜻한코코아' }) })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('따뜻한코코아');
    await dialog.getByRole('button', { name: text('people.block'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(text('people.done-block', { name: '따뜻한코코아' }))).toBeVisible();
    await expect(page.getByRole('button', { name: text('people.undo') })).toBeVisible();
    expect(requestLog.count(BLOCK)).toBe(1);
    await openCard(page);
    // What comes into the card moves its buttons: a press must not begin before and end after it.
    await expect(card(page).locator('.viewer-list .event').first()).toBeVisible();
    await card(page)
      .getByRole('button', { name: text('live.card-unblock') })
      .click();
    await expect(card(page)).toContainText(text('live.card-unblocked'));
    expect(requestLog.count(UNBLOCK)).toBe(1);
  });
});

test('the list stands still for a reader, finds words, and goes back to the newest', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(dashboardUrl);
  await expect(field(page)).toBeVisible();
  const { chat } = simEvents(stage.simulator);
  for (let at = 0; at < 300; at += 1) {
    stage.simulator.publish(chat(at % 50 === 0 ? `바늘 ${at}` : `지푸라기 ${at}`));
  }
  await expect(rows(page).last()).toContainText('299');
  await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.feed-item[aria-setsize="300"]').first()).toBeVisible();
  // Far fewer rows are drawn than there are.
  expect(await rows(page).count()).toBeLessThan(80);
  const list = page.locator('.feed-main .feed-scroller');
  // The first move holds the list, with all that is above it.
  await list.evaluate((element) => element.scrollTo({ top: -100 }));
  await expect(page.getByRole('button', { name: text('live.fresh-none') })).toBeVisible();
  await list.evaluate((element) => element.scrollTo({ top: -4_000 }));
  const read = page.locator('.feed-item[aria-posinset="150"]');
  await expect(read).toBeVisible();
  await read.scrollIntoViewIfNeeded();
  const before = await read.boundingBox();
  for (let at = 300; at < 320; at += 1) stage.simulator.publish(chat(`새 말 ${at}`));
  const back = page.getByRole('button', { name: text('live.fresh', { count: 20 }) });
  await expect(back).toBeVisible();
  expect(await read.boundingBox()).toEqual(before);
  await back.click();
  await expect(rows(page).last()).toContainText('새 말 319');
  await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
  await page.getByRole('searchbox').fill('바늘');
  await expect(rows(page)).toHaveCount(6);
  await expect(page.getByText(text('live.found', { count: 6 }))).toBeVisible();
});

test('the page and the card of a viewer are open to everybody in every size and theme', {
  tag: '@look',
}, async ({ page, stage, overlayUrl, dashboardUrl }) => {
  const overlay = await page.context().newPage();
  await overlay.goto(overlayUrl);
  await page.goto(dashboardUrl);
  const made = simEvents(stage.simulator);
  for (const event of [made.donation, made.subscription, made.draw, made.purchase]) {
    stage.simulator.publish(event);
  }
  stage.simulator.publish(
    made.chat('마지막 말', '아주아주기나긴이름을가진시청자입니다정말로길어요끝이없네'),
  );
  const all = page.locator('.feed-item');
  await expect(all).toHaveCount(5);
  await rows(page).last().hover();
  await page
    .getByRole('button', { name: text('live.row-highlight') })
    .first()
    .click();
  await page.getByRole('button', { name: text('live.highlight-keep') }).click();
  for (const look of looksAt(400, 1280, 1920)) {
    await lookAs(page, look);
    await expect(all).toHaveCount(5);
    await expect(field(page)).toBeInViewport();
    await expect(page.locator('.highlight-bar')).toBeVisible();
    await rows(page).last().hover();
    await expectOpenToAll(page, nameOf(look));
    await openCard(page);
    await expect(card(page).locator('.viewer-list .event').first()).toBeVisible();
    await expectOpenToAll(page, `the card of a viewer, ${nameOf(look)}`);
    await page.keyboard.press('Escape');
    await expect(card(page)).toHaveCount(0);
  }
});
