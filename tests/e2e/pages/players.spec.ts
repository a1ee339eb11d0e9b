import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { chatOf } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';

const names = (page: Page, list: string) => page.locator(list).allTextContents();
const PLAYING = '.sl-players-now .sl-player-name';
const NEXT = '.sl-players-next .sl-player-name';

test('viewers join by chat, are called on the page, seen by viewers, and there after a kill', async ({
  page,
  context,
  stage,
}) => {
  const { simulator } = stage;
  const chat = (...said: readonly (readonly [string, string])[]) => {
    for (const [who, content] of said) simulator.publish(chatOf(stage.simulator, who, content));
  };
  let host = await stage.startLive(['--events']);
  await page.goto(await host.addressOf('dashboardUrl'));
  await openPlace(page, 'show', 'players');
  await test.step('it opens with the keyboard alone, says so in chat, and gets its widget', async () => {
    await page.getByLabel(text('players.name')).fill('내전');
    await page.getByLabel(text('players.team')).fill('2');
    await page.getByRole('button', { name: text('show.overlay-add') }).press('Enter');
    await expect(page.getByRole('button', { name: text('show.overlay-add') })).toHaveCount(0);
    await page.getByRole('button', { name: text('players.begin') }).press('Enter');
    await expect(page.getByRole('heading', { name: '내전' })).toBeVisible();
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(1);
  });
  const overlay = await context.newPage();
  await overlay.goto(await host.addressOf('overlayUrl'));
  await test.step('viewers join in their order, and see it', async () => {
    chat(
      ['a', '!시참 Hide on bush'],
      ['b', '！시참'],
      ['c', '!join'],
      ['d', '!시참'],
      ['b', '!취소'],
    );
    await expect.poll(() => names(overlay, NEXT)).toEqual(['a', 'c', 'd']);
    await expect.poll(() => names(page, '.player-name')).toEqual(['a', 'c', 'd']);
    await expect(overlay.locator('.sl-player-word')).toHaveText('Hide on bush');
  });
  await test.step('the next ones are called, and who does not come goes to the end', async () => {
    await page.getByRole('button', { name: text('players.call', { count: 2 }) }).press('Enter');
    await expect.poll(() => names(overlay, PLAYING)).toEqual(['a', 'c']);
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(2);
    await page
      .getByRole('button', { name: text('players.absent-end', { name: 'c' }) })
      .press('Enter');
    await expect.poll(() => names(overlay, NEXT)).toEqual(['d', 'c']);
  });
  await test.step('they are moved by the keyboard, and get notes', async () => {
    // A row that moves is put back when the list changes meanwhile.
    await expect.poll(() => names(page, '.player-name')).toEqual(['a', 'd', 'c']);
    await page.locator('.player .grip').nth(1).focus();
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
    await expect.poll(() => names(overlay, NEXT)).toEqual(['c', 'd']);
    // The page hears of the new order by itself, not always before viewers see it.
    const toFront = async (name: string) => {
      const button = page.getByRole('button', { name: text('players.front', { name }) });
      await expect(button).toBeEnabled();
      await button.press('Enter');
    };
    await toFront('d');
    await expect.poll(() => names(overlay, NEXT)).toEqual(['d', 'c']);
    await toFront('c');
    await expect.poll(() => names(overlay, NEXT)).toEqual(['c', 'd']);
    await page.getByRole('button', { name: text('players.note', { name: 'd' }) }).press('Enter');
    await page
      .getByLabel(text('players.note-label', { name: 'd' }), { exact: true })
      .fill('친절함');
    await page.keyboard.press('Enter');
    await expect(page.locator('.player-note')).toHaveText('친절함');
  });
  await test.step('after a kill it goes on, to the place', async () => {
    await Promise.all([page, overlay].map((each) => each.goto('about:blank')));
    host.child.kill('SIGKILL');
    await host.exited;
    host = await stage.startLive(['--events']);
    await page.goto(await host.addressOf('dashboardUrl'));
    await overlay.goto(await host.addressOf('overlayUrl'));
    await expect.poll(() => names(overlay, PLAYING)).toEqual(['a']);
    await expect.poll(() => names(overlay, NEXT)).toEqual(['c', 'd']);
    chat(['e', '!시참']);
    await expect.poll(() => names(overlay, NEXT)).toEqual(['c', 'd', 'e']);
  });
  await test.step('it is ended once the streamer is sure', async () => {
    await openPlace(page, 'show', 'players');
    await expect(page.locator('.player-note')).toHaveText('친절함');
    await page.getByRole('button', { name: text('players.end') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('players.end') })
      .click();
    await expect(overlay.locator('.sl-players')).toHaveCount(0);
    await expect(page.getByLabel(text('players.name'))).toHaveValue('내전');
  });
});

pageTest(
  'the queue of players is open to everybody',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    const row = { word: '', note: '', subscriber: false, first: false };
    core.tell('players', {
      ...core.told('players'),
      desk: {
        id: 1,
        title: '내전',
        size: 30,
        team: 2,
        priority: 'none',
        once: false,
        announce: true,
        open: true,
        now: [{ ...row, id: 1, name: 'a', word: 'Hide on bush' }],
        queue: [
          { ...row, id: 2, name: 'c', first: true },
          { ...row, id: 3, name: 'd', note: '친절함', subscriber: true },
        ],
        played: 1,
      },
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'show', 'players');
    await expect(page.locator('.player-note')).toHaveText('친절함');
    for (const { language, ...look } of OPPOSITES) {
      await speak(page, language);
      await lookAs(page, look);
      await expectOpenToAll(page, `a queue of players, ${nameOf(look)}`);
    }
  },
);
