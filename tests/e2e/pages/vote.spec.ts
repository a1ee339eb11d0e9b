import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { notePlayed, playedOn } from '../../support/page-sounds.ts';
import { openPlace } from '../../support/places.ts';
import { chatOf } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';
const OPTIONS = ['짜장면', '짬뽕', '세상에서 가장 긴 이름을 가진 매운 삼선 볶음밥 곱빼기'];

/** What stands on a board, option by option. */
const shares = (page: Page, of: string) => page.locator(`${of} > li strong`).allTextContents();

test('a vote is started on the page, counted from chat, seen by viewers, and there after a kill', async ({
  page,
  context,
  stage,
}) => {
  const { simulator } = stage;
  const vote = (...said: readonly (readonly [string, string])[]) => {
    for (const [who, content] of said) simulator.publish(chatOf(stage.simulator, who, content));
  };
  let host = await stage.startLive(['--events']);
  await page.goto(await host.addressOf('dashboardUrl'));
  await openPlace(page, 'show', 'vote');
  await test.step('it begins with the keyboard alone, says so in chat, and gets its widget', async () => {
    await page.getByLabel(text('vote.question')).fill('오늘 점심은?');
    await page.getByLabel(text('vote.options'), { exact: true }).fill(OPTIONS.join('\n'));
    await page.getByRole('button', { name: text('show.overlay-add') }).press('Enter');
    await expect(page.getByRole('button', { name: text('show.overlay-add') })).toHaveCount(0);
    await page.getByRole('button', { name: text('vote.begin') }).press('Enter');
    await expect(page.getByRole('heading', { name: '오늘 점심은?' })).toBeVisible();
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(1);
  });
  const overlay = await context.newPage();
  await notePlayed(overlay);
  await overlay.goto(await host.addressOf('overlayUrl'));
  await test.step('viewers see how to vote, and how it stands', async () => {
    await expect(overlay.locator('.sl-vote-key')).toHaveText(['!1', '!2', '!3']);
    vote(['a', '!1'], ['b', '！2'], ['c', '짬뽕'], ['d', '!투표 2'], ['a', '!2'], ['e', '!9']);
    await expect.poll(() => shares(overlay, '.sl-vote-options')).toEqual(['0%', '100%', '0%']);
    await expect.poll(() => shares(page, '.vote-options')).toEqual(['0%', '100%', '0%']);
  });
  await test.step('the page is open to everybody', async () => {
    for (const { language, ...look } of OPPOSITES) {
      await speak(page, language);
      await lookAs(page, look);
      await expectOpenToAll(page, `a vote, ${nameOf(look)}`);
    }
    await speak(page, 'ko');
  });
  await test.step('after a kill it goes on, to the vote', async () => {
    vote(['f', '!1'], ['g', '!3']);
    await expect.poll(() => shares(overlay, '.sl-vote-options')).toEqual(['16%', '66%', '16%']);
    await Promise.all([page, overlay].map((each) => each.goto('about:blank')));
    host.child.kill('SIGKILL');
    await host.exited;
    host = await stage.startLive(['--events']);
    await page.goto(await host.addressOf('dashboardUrl'));
    await overlay.goto(await host.addressOf('overlayUrl'));
    await expect.poll(() => shares(overlay, '.sl-vote-options')).toEqual(['16%', '66%', '16%']);
    vote(['f', '!2']);
    await expect.poll(() => shares(overlay, '.sl-vote-options')).toEqual(['0%', '83%', '16%']);
  });
  await test.step('its result stands until it is taken down', async () => {
    await openPlace(page, 'show', 'vote');
    await page.getByRole('button', { name: text('vote.end') }).click();
    await expect(overlay.locator('.sl-vote-option[data-won]')).toContainText('짬뽕');
    // The vote that went on after the kill did not begin again: its end alone is heard.
    await expect.poll(() => playedOn(overlay)).toEqual([expect.stringMatching(/vote-close.+wav$/)]);
    await expect(page.getByText(text('vote.won'))).toBeVisible();
    for (const { language, ...look } of OPPOSITES) {
      await speak(page, language);
      await lookAs(page, look);
      await expectOpenToAll(page, `a result, ${nameOf(look)}`);
    }
    await speak(page, 'ko');
    await page.getByRole('button', { name: text('vote.clear') }).click();
    await expect(overlay.locator('.sl-vote')).toHaveCount(0);
    await expect(page.getByLabel(text('vote.options'), { exact: true })).toHaveValue(
      OPTIONS.join('\n'),
    );
  });
});
