import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { chatOf } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';

/** One of those that the page offers; the other is typed. */
const DEATHS = text('counters.preset-deaths');

test('counters are counted on the page and by chat, seen by viewers, and there after a kill', async ({
  page,
  context,
  stage,
}) => {
  const { simulator } = stage;
  const streamer = simulator.streamerChannelId;
  let host = await stage.startLive(['--events']);
  await page.goto(await host.addressOf('dashboardUrl'));
  await openPlace(page, 'show', 'counters');
  await test.step('they are made with the keyboard alone, and get their widget', async () => {
    await page.getByRole('button', { name: DEATHS }).press('Enter');
    await page.getByRole('button', { name: text('counters.create') }).press('Enter');
    await expect(page.locator('.counter-name')).toHaveText([DEATHS]);
    await page.getByLabel(text('counters.name'), { exact: true }).fill('승리');
    await page.getByRole('switch', { name: text('counters.goal') }).press('Space');
    await page.getByLabel(text('counters.target')).fill('2');
    await page.getByRole('button', { name: text('counters.create') }).press('Enter');
    await expect(page.locator('.counter-name')).toHaveText([DEATHS, '승리']);
    await page.getByRole('button', { name: text('show.overlay-add') }).press('Enter');
  });
  await test.step('a name that looks like another is refused, with what helps', async () => {
    await page.getByLabel(text('counters.name'), { exact: true }).fill('ＤＥＡＴＨＳ');
    await page.getByRole('button', { name: text('counters.create') }).press('Enter');
    await expect(page.getByRole('alert')).toContainText(DEATHS);
    await page.getByLabel(text('counters.name'), { exact: true }).fill('');
  });
  const overlay = await context.newPage();
  await overlay.goto(await host.addressOf('overlayUrl'));
  const values = overlay.locator('.sl-counter-value');
  await test.step('the streamer counts here and by chat, and others do not', async () => {
    await page
      .getByRole('button', { name: text('counters.plus', { name: DEATHS }) })
      .press('Enter');
    await expect(values).toHaveText(['1', '0']);
    for (const [who, said] of [
      ['viewer', `!${DEATHS} +5`],
      [streamer, '!deaths +2'],
      [streamer, '!승리 2'],
    ] as const) {
      simulator.publish(chatOf(stage.simulator, who, said));
    }
    await expect(values).toHaveText(['3', '2']);
    await expect(overlay.locator('.sl-counter[data-reached]')).toContainText('승리');
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(1);
    await page
      .getByRole('button', { name: text('counters.undo', { name: DEATHS }) })
      .press('Enter');
    await expect(values).toHaveText(['1', '2']);
  });
  await test.step('one is set to a number', async () => {
    await page.getByRole('button', { name: text('counters.set', { name: DEATHS }) }).press('Enter');
    await page.getByLabel(text('counters.set-value')).fill('41');
    await page.keyboard.press('Enter');
    await expect(values).toHaveText(['41', '2']);
  });
  await test.step('after a kill they stand where they stood, and what was done can be undone', async () => {
    await Promise.all([page, overlay].map((each) => each.goto('about:blank')));
    host.child.kill('SIGKILL');
    await host.exited;
    host = await stage.startLive(['--events']);
    await page.goto(await host.addressOf('dashboardUrl'));
    await overlay.goto(await host.addressOf('overlayUrl'));
    await expect(values).toHaveText(['41', '2']);
    simulator.publish(chatOf(stage.simulator, streamer, `!${DEATHS} 취소`));
    await expect(values).toHaveText(['1', '2']);
  });
  await test.step('one is removed once the streamer is sure', async () => {
    await openPlace(page, 'show', 'counters');
    await page.getByRole('button', { name: text('counters.remove', { name: '승리' }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('counters.remove-do') })
      .click();
    await expect(values).toHaveText(['1']);
  });
});

pageTest(
  'the counters are open to everybody',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    const last = { from: 0, to: 1, at: Date.now(), source: 'chat', name: '매니저' } as const;
    const row = { words: ['deaths'], value: 1, shown: true };
    core.tell('counters', {
      ...core.told('counters'),
      counters: [
        { ...row, id: 1, name: '데스', target: null, last },
        { ...row, id: 2, name: '승리', target: 2, last: null, words: [], value: 2 },
      ],
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'show', 'counters');
    await page.getByRole('button', { name: text('counters.set', { name: '데스' }) }).press('Enter');
    await expect(page.getByLabel(text('counters.set-value'))).toBeVisible();
    for (const { language, ...look } of OPPOSITES) {
      await speak(page, language);
      await lookAs(page, look);
      await expectOpenToAll(page, `counters, ${nameOf(look)}`);
    }
  },
);
