import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { askCore } from '../../support/ask-core.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { chatOf } from '../../support/sim-events.ts';
import type { Stage } from '../../support/stage.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';
const SCRIPT = resolve(import.meta.dirname, '../../../docs/check-draw.sh');
const LONG = '세상에서 가장 긴 이름을 가진 시청자의 아주아주 긴 닉네임';

async function openToAll(page: Page, what: string): Promise<void> {
  for (const { language, ...look } of OPPOSITES) {
    await speak(page, language);
    await lookAs(page, look);
    await expectOpenToAll(page, `${what}, ${nameOf(look)}`);
  }
  await speak(page, 'ko');
}

/** The draw's page, its commitment there, and how viewers enter. */
function onPage(page: Page, stage: Stage) {
  return {
    commitment: page.getByRole('textbox', { name: text('draw.commitment') }),
    say: (content: string, ...who: readonly string[]) => {
      for (const each of who) stage.simulator.publish(chatOf(stage.simulator, each, content));
    },
    /** With the widget for viewers. */
    open: async () => {
      await openPlace(page, 'show', 'draw');
      await page.getByRole('button', { name: text('show.overlay-add') }).press('Enter');
      await expect(page.getByRole('button', { name: text('show.overlay-add') })).toHaveCount(0);
    },
  };
}

test('a draw is bound before entries, and shows viewers how to enter', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const { commitment, say, open } = onPage(page, stage);
  await page.goto(dashboardUrl);
  await open();
  await test.step('it begins with the keyboard alone, and says in chat what binds it', async () => {
    await page.getByLabel(text('draw.title-field')).fill('오늘의 선물');
    await page.getByRole('switch', { name: text('draw.answer') }).press('Space');
    await page.getByRole('switch', { name: text('draw.answer-limit') }).press('Space');
    await page.getByRole('button', { name: text('draw.begin') }).press('Enter');
    await expect(commitment).toHaveValue(/^[0-9a-f]{64}$/);
    await expect.poll(() => stage.simulator.requestLog.count(SEND)).toBe(2);
  });
  const bound = await commitment.inputValue();
  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await test.step('viewers see how to enter, and how many did', async () => {
    await expect(overlay.locator('.sl-draw-key')).toHaveText(text('draw.keyword-first'));
    await expect(overlay.locator('.sl-draw-foot')).toContainText(bound.slice(0, 4));
    say(text('draw.keyword-first'), 'a', 'b', LONG);
    say('！참가 제발', 'a', 'c');
    say('참가', 'd');
    await expect(overlay.locator('.sl-draw-count')).toHaveText(text('draw.entrants', { count: 4 }));
    await expect(page.getByText(text('draw.entrants', { count: 4 }))).toBeVisible();
    await openToAll(page, 'an open draw');
  });
});

test('a draw survives a kill, waits for its winner, and can be checked', async ({
  page,
  context,
  stage,
}, info) => {
  const { commitment, say, open } = onPage(page, stage);
  let host = await stage.startLive(['--events']);
  await page.goto(await host.addressOf('dashboardUrl'));
  const overlay = await context.newPage();
  await Promise.all([overlay.goto(await host.addressOf('overlayUrl')), open()]);
  await askCore(await host.addressOf('dashboardUrl'), 'draw.begin', {
    title: text('draw.title-example'),
    entry: { by: 'keyword', keyword: text('draw.keyword-first') },
    subscribersOnly: false,
    exceptLast: 0,
    winners: 1,
    seconds: null,
    answer: true,
    answerSeconds: null,
    announce: true,
  });
  await expect(commitment).toHaveValue(/^[0-9a-f]{64}$/);
  const bound = await commitment.inputValue();
  say(text('draw.keyword-first'), 'a', 'b', LONG, 'c');
  await expect(page.getByText(text('draw.entrants', { count: 4 }))).toBeVisible();
  await test.step('after a kill it is bound to the same, and has the same entrants', async () => {
    await Promise.all([page, overlay].map((each) => each.goto('about:blank')));
    host.child.kill('SIGKILL');
    await host.exited;
    host = await stage.startLive(['--events']);
    const [dashboard, viewers] = [
      await host.addressOf('dashboardUrl'),
      await host.addressOf('overlayUrl'),
    ];
    await Promise.all([page.goto(dashboard), overlay.goto(viewers)]);
    await openPlace(page, 'show', 'draw');
    await expect(commitment).toHaveValue(bound);
    await expect(overlay.locator('.sl-draw-count')).toHaveText(text('draw.entrants', { count: 4 }));
    await expect(page.getByRole('textbox', { name: text('draw.seed') })).toHaveCount(0);
  });
  await test.step('names run by before one of them stands, and it waits for the answer', async () => {
    await page.getByRole('button', { name: text('draw.draw') }).press('Enter');
    await expect(overlay.locator('.sl-draw-reel')).toBeVisible();
    await expect(overlay.locator('.sl-draw-winner')).toHaveCount(1);
    const drawn = page.locator('.draw-drawn .draw-name');
    await expect(overlay.locator('.sl-draw-winner')).toHaveText((await drawn.textContent()) ?? '');
    await expect(page.getByRole('button', { name: text('draw.next') })).toBeVisible();
    say('저요!', (await drawn.textContent()) ?? '');
    await expect(overlay.locator('.sl-draw-winner[data-state="won"]')).toBeVisible();
  });
  await test.step('its file is checked by the script that everybody has', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: text('draw.export') }).press('Enter');
    const file = info.outputPath('draw.txt');
    await (await download).saveAs(file);
    const { stdout } = await promisify(execFile)('bash', [SCRIPT, file]);
    expect(stdout).toContain('The seed draws exactly these.');
    await page.getByRole('button', { name: text('draw.clear') }).press('Enter');
    await expect(overlay.locator('.sl-draw')).toHaveCount(0);
  });
});

test('a draw among those who wait to play along, and the list of what is over', async ({
  page,
  stage,
  dashboardUrl,
}, info) => {
  const begin = page.getByRole('button', { name: text('draw.begin') });
  await page.goto(dashboardUrl);
  await openPlace(page, 'show', 'draw');
  await test.step('it is refused while nobody waits', async () => {
    await page.getByRole('button', { name: text('draw.by-queue') }).press('Enter');
    await page.getByLabel(text('draw.title-field')).fill('내전 한 자리');
    await begin.press('Enter');
    await expect(page.getByRole('alert')).toContainText(text('problem.draw-no-queue.what'));
  });
  await test.step('it draws one of those who do', async () => {
    const queue = { title: '', size: 9, team: 1, priority: 'none', once: false } as const;
    await askCore(dashboardUrl, 'players.begin', { ...queue, announce: false });
    for (const who of ['x', 'y']) stage.simulator.publish(chatOf(stage.simulator, who, '!시참'));
    await openPlace(page, 'show', 'players');
    await expect(page.locator('.player-name')).toHaveText(['x', 'y']);
    await openPlace(page, 'show', 'draw');
    await page.getByRole('button', { name: text('draw.by-queue') }).press('Enter');
    await page.getByLabel(text('draw.title-field')).fill('내전 한 자리');
    await begin.press('Enter');
    await expect(page.getByText(text('draw.entrants', { count: 2 }))).toBeVisible();
    await page.getByRole('button', { name: text('draw.draw') }).press('Enter');
    await expect(page.locator('.draw-drawn .draw-name')).toHaveText(/^[xy]$/);
    await openToAll(page, 'a draw that is over');
  });
  await test.step('it is in the list of what is over, with its winner and its file', async () => {
    await openPlace(page, 'show', 'past');
    const row = page.getByRole('list', { name: text('show.past') }).getByRole('listitem');
    await expect(row).toContainText(
      new RegExp(`내전 한 자리${text('show.past-draw-won', { names: '[xy]', count: 2 })}`),
    );
    await openToAll(page, 'past activities');
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: textLike('show.past-export') }).press('Enter');
    const file = info.outputPath('past.txt');
    await (await download).saveAs(file);
    const { stdout } = await promisify(execFile)('bash', [SCRIPT, file]);
    expect(stdout).toContain('The seed draws exactly these.');
  });
});
