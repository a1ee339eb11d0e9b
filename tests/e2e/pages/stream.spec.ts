import type { Page } from '@playwright/test';
import { SCOPES } from '../../../electron/platform/operations.ts';
import { fillCore } from '../../support/full-core.ts';
import { pressAt, tabTo } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, type Sight, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import type { Stage } from '../../support/stage.ts';
import { keepStream, MAZE, SETTINGS, tellStream, VOYAGE } from '../../support/stream-core.ts';
import { text, textLike, wholeText } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const openStream = async (page: Page, dashboardUrl: string) => {
  await page.goto(dashboardUrl);
  await openPlace(page, 'stream');
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const titleOf = (page: Page) =>
  card(page, text('stream.settings')).getByRole('textbox', {
    name: text('stream.field.defaultLiveTitle'),
  });

function channelOf({ simulator }: Stage) {
  const channel = simulator.world.channels.find(simulator.streamerChannelId);
  if (!channel) throw new Error('The simulator has lost its streamer');
  return channel;
}

const OPEN = '/api/openapi/open/v1';

/** How often an operation was asked of the platform. */
function calls({ simulator }: Stage, method: string, path: string): number {
  return simulator.requestLog.count(`${method} ${OPEN}${path}`);
}

pageTest(
  'title, category and tags are changed with the keyboard alone, and one undo takes all back',
  async ({ page, core, dashboardUrl }) => {
    const after = {
      defaultLiveTitle: '등불 미로 첫날',
      category: MAZE,
      tags: [...SETTINGS.tags, '밤샘'],
    };
    const [at, by] = [Date.now(), 'us'] as const;
    const logged = { at, by };
    await fillCore(core, page);
    keepStream(core);
    core.answer({
      'stream.categories': ({ keyword }) => ({
        categories: [VOYAGE, MAZE].filter(({ categoryId }) => categoryId.includes(keyword)),
      }),
      'stream.set': () =>
        tellStream(core, after, {
          undo: {
            id: 3,
            at,
            steps: [
              {
                field: 'defaultLiveTitle',
                now: after.defaultLiveTitle,
                back: SETTINGS.defaultLiveTitle,
              },
              { field: 'category', now: MAZE, back: VOYAGE },
              { field: 'tags', now: after.tags, back: SETTINGS.tags },
            ],
          },
          log: [
            {
              ...logged,
              id: 3,
              field: 'tags',
              before: { value: SETTINGS.tags },
              after: after.tags,
            },
            { ...logged, id: 2, field: 'category', before: { value: VOYAGE }, after: MAZE },
            {
              ...logged,
              id: 1,
              field: 'defaultLiveTitle',
              before: { value: SETTINGS.defaultLiveTitle },
              after: after.defaultLiveTitle,
            },
          ],
        }),
      'stream.undo': () => {
        tellStream(core, SETTINGS, { undo: null });
        return { parts: [{ part: 'live', problem: null }] };
      },
    });
    await openStream(page, dashboardUrl);
    const settings = card(page, text('stream.settings'));
    await expect(titleOf(page)).toHaveValue(SETTINGS.defaultLiveTitle);
    await tabTo(page, titleOf(page));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(after.defaultLiveTitle);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(settings.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('lantern');
    await expect(settings.getByRole('option')).toHaveText([/Lantern Maze/]);
    await page.keyboard.press('Enter');
    await expect(settings.getByRole('option')).toHaveCount(0);
    await tabTo(
      page,
      settings.getByRole('textbox', { name: text('stream.field.tags'), exact: true }),
    );
    await page.keyboard.type('밤샘');
    await page.keyboard.press('Enter');
    await pressAt(page, settings.getByRole('button', { name: text('stream.save') }));
    await expect(settings.getByText(text('stream.saved'))).toBeVisible();
    expect(core.askedFor('stream.set')).toEqual([{ ...after, basedOn: SETTINGS }]);

    const log = card(page, text('stream.log'));
    await expect(log.locator('.stream-log-row')).toHaveCount(3);
    await log.getByRole('button', { name: text('stream.undo') }).click();
    await expect(titleOf(page)).toHaveValue(SETTINGS.defaultLiveTitle);
    expect(core.askedFor('stream.undo')).toEqual([{ id: 3 }]);
  },
);

/** What became of a preset's two parts. */
const outcomes = (live: 'done' | 'failed', chat: 'done' | 'failed') =>
  [
    text(`stream.part-${live}`, { part: text('stream.part.live') }),
    text(`stream.part-${chat}`, { part: text('stream.part.chat') }),
  ].join(' · ');

test('the broadcast and its key are read when somebody wants them', async ({
  page,
  context,
  stage,
  host,
  dashboardUrl,
}) => {
  await openStream(page, dashboardUrl);
  await test.step('the live status is asked once for the show and for the stream’s page', async () => {
    const asked = () =>
      stage.simulator.requestLog.count('GET /api/openapi/v1/:channelId/live-status');
    const broadcast = card(page, text('stream.live'));
    await expect(broadcast.getByText(text('stream.live-on'), { exact: true })).toBeVisible();
    await expect(broadcast.getByText(wholeText('stream.viewers-value', /\d+/))).toBeVisible();
    const show = await context.newPage();
    await show.goto(dashboardUrl);
    await expect(show.locator('.strip')).toContainText(text('stream.live-on'));
    expect(asked()).toBe(1);
    await broadcast.getByRole('button', { name: text('stream.refresh') }).click();
    await expect.poll(asked).toBe(2);
    await show.close();
  });
  await test.step('the stream key is shown on demand, and stands in no line that the host wrote', async () => {
    const { streamKey } = channelOf(stage);
    const key = card(page, text('stream.key'));
    await expect(key.getByRole('textbox', { name: text('stream.key-covered') })).toBeVisible();
    expect(calls(stage, 'GET', '/streams/key')).toBe(0);
    await key.getByRole('button', { name: text('stream.key-show') }).click();
    await expect(key.getByRole('textbox', { name: text('stream.key'), exact: true })).toHaveValue(
      streamKey,
    );
    await key.getByRole('button', { name: text('stream.key-hide') }).click();
    expect(await page.content()).not.toContain(streamKey);
    expect(calls(stage, 'GET', '/streams/key')).toBe(1);
    expect(JSON.stringify([host.lines, host.noise])).not.toContain(streamKey);
  });
  await test.step('the broadcast is shown with its viewers, and read again when it ends', async () => {
    const channel = channelOf(stage);
    const live = card(page, text('stream.live'));
    await expect(live.getByText(text('stream.live-on'))).toBeVisible();
    await expect(live.getByText(text('stream.viewers-value', { viewers: '128' }))).toBeVisible();
    stage.simulator.world.channels.endLive(channel);
    await live.getByRole('button', { name: text('stream.refresh') }).click();
    await expect(live.getByText(text('stream.live-off'))).toBeVisible();
  });
});

test('settings overwrite nobody, and are sent once: not after a refusal, not after a lost answer', async ({
  page,
  context,
  stage,
  dashboardUrl,
}) => {
  const channel = channelOf(stage);
  await openStream(page, dashboardUrl);
  await test.step('what somebody else changed is shown and not overwritten, in two dashboards alike', async () => {
    await titleOf(page).fill('내 제목');
    channel.liveSettings.defaultLiveTitle = '매니저의 제목';
    // The page has not seen it: the core looks before it writes.
    await card(page, text('stream.settings'))
      .getByRole('button', { name: text('stream.save') })
      .click();
    await expect(
      page.getByText(
        text('problem.stream-changed-elsewhere.what', {
          fields: text('stream.field.defaultLiveTitle'),
        }),
      ),
    ).toBeVisible();
    expect(channel.liveSettings.defaultLiveTitle).toBe('매니저의 제목');
    expect(calls(stage, 'PATCH', '/lives/setting')).toBe(0);
    await expect(page.getByText(text('stream.conflict'))).toBeVisible();

    const other = await context.newPage();
    await openStream(other, dashboardUrl);
    await expect(titleOf(other)).toHaveValue('매니저의 제목');
    await expect(other.getByText(text('stream.elsewhere', { count: 1 }))).toBeVisible();
    await page.getByRole('button', { name: text('stream.conflict-keep') }).click();
    await card(page, text('stream.settings'))
      .getByRole('button', { name: text('stream.save') })
      .click();
    await expect(titleOf(other)).toHaveValue('내 제목');
    expect(channel.liveSettings.defaultLiveTitle).toBe('내 제목');
    await other.close();
  });
  await test.step('a refusal says what to do and keeps what was typed; an answer that was lost sends nothing twice', async () => {
    const { faults } = stage.simulator;
    const settings = card(page, text('stream.settings'));
    await titleOf(page).fill('지켜야 할 제목');
    const operation = `PATCH ${OPEN}/lives/setting`;
    faults.inject({ kind: 'answer', operation, status: 400, message: 'Not this title', times: 1 });
    await settings.getByRole('button', { name: text('stream.save') }).click();
    await expect(
      settings.getByText(textLike('problem.platform-invalid-request.what')),
    ).toBeVisible();
    await expect(titleOf(page)).toHaveValue('지켜야 할 제목');
    expect(channel.liveSettings.defaultLiveTitle).toBe('내 제목');
    const before = calls(stage, 'PATCH', '/lives/setting');
    faults.inject({ kind: 'lost-answer', operation, times: 1 });
    await settings.getByRole('button', { name: text('stream.save') }).click();
    await expect(settings.getByText(text('stream.saved'))).toBeVisible();
    expect(channel.liveSettings.defaultLiveTitle).toBe('지켜야 할 제목');
    expect(calls(stage, 'PATCH', '/lives/setting')).toBe(before + 1);
  });
});

pageTest(
  'chat rules are set one by one, or all at once with a preset',
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    keepStream(core);
    await openStream(page, dashboardUrl);
    await pageTest.step(
      'chat rules are set at once; what the platform does not tell is unknown until it is set',
      async () => {
        const chat = card(page, text('stream.chat'));
        const slow = chat.getByRole('group', { name: text('stream.slow') });
        await expect(chat.getByRole('radio', { name: text('stream.group.ALL') })).toBeChecked();
        await expect(slow.getByRole('radio', { checked: true })).toHaveCount(0);
        await slow.getByText(text('stream.length.second', { count: 30 })).click();
        await expect(chat.getByText(textLike('stream.set-here'))).toHaveCount(1);
        await chat.getByText(text('stream.group.FOLLOWER'), { exact: true }).click();
        await chat.getByRole('combobox').selectOption(text('stream.length.day', { count: 1 }));
        await chat
          .getByRole('group', { name: text('stream.subscribers') })
          .getByText(text('stream.on'))
          .click();
        await chat
          .getByRole('group', { name: text('stream.emoji') })
          .getByText(text('stream.on'))
          .click();
        await expect(chat.getByText(textLike('stream.set-here'))).toHaveCount(2);
        expect(core.askedFor('stream.set-chat')).toEqual([
          { chatSlowModeSec: 30, basedOn: {} },
          { chatAllowedGroup: 'FOLLOWER', basedOn: { chatAllowedGroup: 'ALL' } },
          { minFollowerMinute: 1440, basedOn: { minFollowerMinute: 0 } },
          { followerSubscriberChatAllow: true, basedOn: { followerSubscriberChatAllow: false } },
          { chatEmojiMode: true, basedOn: {} },
        ]);
      },
    );
    await pageTest.step(
      'a preset is made from an example, sets both parts, and says which part failed',
      async () => {
        const change = {
          defaultLiveTitle: '랭크 올리는 밤',
          chatAllowedGroup: 'FOLLOWER',
          minFollowerMinute: 10,
          chatSlowModeSec: 5,
        } as const;
        const chatDone = { part: 'chat', problem: null } as const;
        core.answer({
          'stream.preset-save': (preset) => {
            core.tell('stream', { ...core.told('stream'), presets: [{ ...preset, id: 'ranked' }] });
            return { id: 'ranked' };
          },
          'stream.preset-apply': () => {
            tellStream(core, change);
            return { parts: [{ part: 'live', problem: null }, chatDone] };
          },
        });
        const presets = card(page, text('stream.presets'));
        await presets.getByRole('button', { name: text('stream.preset-ranked') }).click();
        await presets
          .getByRole('checkbox', { name: text('stream.field.defaultLiveTitle') })
          .check();
        await presets
          .getByRole('textbox', { name: text('stream.field.defaultLiveTitle') })
          .fill(change.defaultLiveTitle);
        await presets.getByRole('button', { name: text('stream.preset-save') }).click();
        const apply = presets.getByRole('button', {
          name: text('stream.preset-apply', { name: '랭크 게임' }),
        });
        await apply.click();
        await expect(presets.getByText(outcomes('done', 'done'))).toBeVisible();
        expect(core.askedFor('stream.preset-save')).toEqual([
          { id: null, name: '랭크 게임', change },
        ]);

        core.answer({
          'stream.preset-apply': () => {
            const values = { fields: [{ key: 'stream.field.defaultLiveTitle' }] } as const;
            const problem = { code: 'stream-changed-elsewhere', values } as const;
            tellStream(core, { defaultLiveTitle: '매니저의 제목' });
            return { parts: [{ part: 'live', problem }, chatDone] };
          },
        });
        await apply.click();
        await expect(presets.getByText(outcomes('failed', 'done'))).toBeVisible();
        // Whatever the page did not show is not to be overwritten.
        expect(core.askedFor('stream.preset-apply')).toMatchObject([
          { id: 'ranked', basedOn: { defaultLiveTitle: SETTINGS.defaultLiveTitle } },
          { id: 'ranked', basedOn: { defaultLiveTitle: change.defaultLiveTitle } },
        ]);
        // Presets outlive the page.
        await openStream(page, dashboardUrl);
        await expect(apply).toBeVisible();
      },
    );
  },
);

pageTest(
  'permissions that are missing are named, and what needs them is not asked for',
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    keepStream(core);
    const lost = ['WRITE:LIVE_CHAT_SETTINGS', 'READ:LIVE_STREAM_KEY'];
    const granted = SCOPES.filter((scope) => !lost.includes(scope));
    core.tell('status', { ...core.told('status'), scopes: { granted, missing: [] } });
    await openStream(page, dashboardUrl);
    await expect(page.getByText(text('stream.scopes-title', { count: 2 }))).toBeVisible();
    await expect(
      card(page, text('stream.chat')).getByRole('radio', { name: text('stream.group.FOLLOWER') }),
    ).toBeDisabled();
    await expect(
      card(page, text('stream.key')).getByRole('button', { name: text('stream.key-show') }),
    ).toBeDisabled();
    await expect(titleOf(page)).toBeEnabled();
    await expectOpenToAll(page, 'without permissions');
    expect(core.changes).toEqual([]);
    expect(core.askedFor('stream.key')).toEqual([]);
  },
);

const SIGHTS: readonly Sight[] = [
  { width: 400, colorScheme: 'dark', language: 'ko' },
  { width: 400, colorScheme: 'light', language: 'en' },
  { width: 1280, colorScheme: 'light', language: 'ko' },
  { width: 1280, colorScheme: 'dark', language: 'en' },
  { width: 2560, colorScheme: 'dark', language: 'ko' },
];

pageTest(
  'the page is open to everybody in every size, theme and language',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    keepStream(core);
    await openStream(page, dashboardUrl);
    const chat = card(page, text('stream.chat'));
    await chat.getByText(text('stream.length.second', { count: 10 })).click();
    await expect(chat.getByText(textLike('stream.set-here'))).toHaveCount(1);
    await titleOf(page).fill('가나다라마바사'.repeat(15));
    tellStream(core, {
      defaultLiveTitle: '띄어쓰기없이아주긴제목'.repeat(9),
      tags: ['띄어쓰기없는아주긴한국어태그'.repeat(4), 'b', 'c', 'd', 'e', 'f'],
    });
    await expect(page.locator('.stream-both')).toBeVisible();
    await card(page, text('stream.presets'))
      .getByRole('button', { name: text('stream.preset-ranked') })
      .click();
    core.answer({ 'stream.categories': () => ({ categories: [VOYAGE, MAZE] }) });
    for (const sight of SIGHTS) {
      await lookAs(page, sight);
      await speak(page, sight.language);
      await expect(page.locator('.stream-both')).toBeVisible();
      await page.locator('.stream-main').getByRole('combobox').first().focus();
      await expect(page.locator('.stream-option').first()).toBeVisible();
      await expectOpenToAll(page, nameOf(sight));
    }
  },
);
