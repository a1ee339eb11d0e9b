import { askCore } from '../../support/ask-core.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';

test('a chat command is made on the page, and answers in chat', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  const { simulator } = stage;
  const { chat } = simEvents(simulator);
  await page.goto(dashboardUrl);
  await openPlace(page, 'show', 'commands');
  await test.step('with the keyboard alone', async () => {
    await page.getByRole('button', { name: text('chat-commands.add') }).press('Enter');
    await page
      .getByRole('textbox', { name: text('chat-commands.names') })
      .fill('디스코드\ndiscord');
    await page
      .getByRole('textbox', { name: text('chat-commands.text') })
      .fill('{viewer}님, 디스코드는 방송 정보에 있어요');
    await page
      .getByRole('button', { name: text('chat-commands.save') })
      .first()
      .press('Enter');
    await expect(page.getByText('!디스코드 !discord')).toBeVisible();
  });
  await test.step('it answers a viewer, once', async () => {
    simulator.publish(chat('！DISCORD'));
    simulator.publish(chat('!discord'));
    await expect(page.getByText(text('chat-commands.used', { count: 1 }))).toBeVisible();
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(1);
  });
  await test.step('two that look alike are refused, with what to do', async () => {
    await page.getByRole('button', { name: text('chat-commands.add') }).click();
    await page.getByRole('textbox', { name: text('chat-commands.names') }).fill('ＤＩＳＣＯＲＤ');
    await page.getByRole('textbox', { name: text('chat-commands.text') }).fill('다른 대답');
    await page
      .getByRole('button', { name: text('chat-commands.save') })
      .first()
      .click();
    const form = page.getByRole('group', { name: text('chat-commands.new') });
    await expect(form.getByText(textLike('problem.chat-commands-look-alike.what'))).toBeVisible();
    await page.getByRole('textbox', { name: text('chat-commands.names') }).fill('투표');
    await page
      .getByRole('button', { name: text('chat-commands.save') })
      .first()
      .click();
    await expect(form.getByText(textLike('problem.show-word-vote.what'))).toBeVisible();
    await page
      .getByLabel(text('chat-commands.users'))
      .selectOption(text('chat-commands.users-followers'));
    await expect(form.getByText(textLike('show.followers'))).toBeVisible();
  });
  await test.step('an answer says what a counter knows', async () => {
    await page.getByRole('textbox', { name: text('chat-commands.names') }).fill('몇번');
    await page
      .getByRole('textbox', { name: text('chat-commands.text') })
      .fill('{counter:데스}번, 다음 {next}');
    await page
      .getByLabel(text('chat-commands.users'))
      .selectOption(text('chat-commands.users-everyone'));
    await page
      .getByRole('button', { name: text('chat-commands.save') })
      .first()
      .click();
    await expect(page.getByText('!몇번')).toBeVisible();
    await askCore(dashboardUrl, 'counters.create', { name: '데스', words: [], target: null });
    await askCore(dashboardUrl, 'counters.add', { counter: 1, by: 3 });
    simulator.publish(chat('!몇번'));
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(2);
    await openPlace(page, 'live');
    await expect(page.getByText(`3번, 다음 ${text('chat-commands.no-next')}`)).toBeVisible();
  });
});

pageTest(
  'chat commands are open to everybody',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    const rule = { users: 'everyone', cooldown: 5, viewerCooldown: 0, on: true } as const;
    core.tell('chatCommands', {
      settings: {
        commands: [
          { ...rule, id: 'discord', names: ['디스코드', 'discord'], text: '{viewer}님, 여기예요' },
          { ...rule, id: 'count', names: ['몇번'], text: '{counter:데스}번, 다음 {next}' },
        ],
        timers: [{ id: 'timer', text: '팔로우해 주세요', minutes: 30, chats: 5, on: true }],
        bots: ['봇'],
      },
      uses: { discord: 1 },
      mutedCount: 1,
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'show', 'commands');
    await expect(page.getByText('!디스코드 !discord')).toBeVisible();
    for (const { language, ...look } of OPPOSITES) {
      await speak(page, language);
      await lookAs(page, look);
      await expectOpenToAll(page, `chat commands, ${nameOf(look)}`);
    }
  },
);
