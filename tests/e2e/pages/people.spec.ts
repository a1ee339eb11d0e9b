import type { Page } from '@playwright/test';
import type { Simulator } from '../../../electron/simulator/server.ts';
import type { User } from '../../../electron/simulator/world/model.ts';
import type { Follower } from '../../../shared/contract/people.ts';
import { fillCore } from '../../support/full-core.ts';
import { guest } from '../../support/hostile-world.ts';
import { pressAt } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const BASE = '/api/openapi/open/v1';
const LONG = '아주아주긴이름을가진시청자라서줄이넘칠수밖에없는새벽감성라디오애청자';

const channelOf = (simulator: Simulator) => {
  const channel = simulator.world.channels.find(simulator.streamerChannelId);
  if (!channel) throw new Error('The simulator has no streamer');
  return channel;
};

/** Somebody whom the simulator's world did not know before. */
function newcomer(simulator: Simulator, at: number): User {
  const user: User = {
    channelId: `Guest${at}`,
    name: `손님 ${at}`,
    handle: `guest_${at}`,
    imagePath: null,
    description: '',
    badges: [],
  };
  simulator.world.channels.add(user, `key-${at}`);
  return user;
}

const VIEWERS = new RegExp(`^${text('view.viewers')}`);
const openPeople = async (page: Page, dashboardUrl: string, name = VIEWERS) => {
  await page.goto(dashboardUrl);
  await page.getByRole('navigation').getByRole('button', { name }).click();
};
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const rows = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('every list is read as the platform gives it, page by page', async ({
  page,
  stage,
  host,
  dashboardUrl,
}) => {
  const { simulator } = stage;
  const channel = channelOf(simulator);
  const now = simulator.clock.now();
  for (let at = 0; at < 30; at += 1) {
    const user = newcomer(simulator, at);
    channel.followers.push({ user, createdAt: now - 500 * 86_400_000 - at * 1_000 });
  }
  expect(host.child.exitCode).toBeNull();
  await openPeople(page, dashboardUrl);
  await expect(rows(page, text('people.tab-followers'))).toHaveCount(20);
  await page.getByRole('button', { name: text('people.more') }).click();
  await expect(rows(page, text('people.tab-followers'))).toHaveCount(40);
  await page.getByRole('button', { name: text('people.more') }).click();
  await expect(rows(page, text('people.tab-followers'))).toHaveCount(channel.followers.length);
  await expect(
    page.getByText(text('people.count', { count: channel.followers.length })),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: text('people.more') })).toHaveCount(0);
  await page.getByRole('searchbox').fill('guest_29');
  await expect(rows(page, text('people.tab-followers'))).toHaveText([/손님 29/]);

  await tab(page, text('people.tab-subscribers')).click();
  await expect(rows(page, text('people.tab-subscribers'))).toHaveCount(channel.subscribers.length);
  const recent = channel.subscribers.map(({ user }) => new RegExp(user.name));
  await expect(rows(page, text('people.tab-subscribers'))).toHaveText(recent);
  await page.getByRole('button', { name: text('people.order-LONGER') }).click();
  const longest = channel.subscribers.toSorted((a, b) => b.month - a.month);
  await expect(rows(page, text('people.tab-subscribers')).first()).toContainText(
    `${text('people.months', { count: longest[0]?.month ?? 0 })}${text('people.tier', { tier: longest[0]?.tierNo ?? 0 })}`,
  );

  await tab(page, text('people.tab-managers')).click();
  await expect(rows(page, text('people.tab-managers')).first()).toContainText(
    new RegExp(`달빛무대.*${text('people.role-STREAMING_CHANNEL_OWNER')}`),
  );
  await expect(rows(page, text('people.tab-managers')).nth(1)).toContainText(
    text('people.role-STREAMING_CHAT_MANAGER'),
  );

  for (const operation of ['followers', 'subscribers', 'streaming-roles']) {
    expect(simulator.requestLog.count(`GET ${BASE}/channels/${operation}`)).toBeGreaterThan(0);
  }
});

pageTest(
  'lists and channels that are looked up are gone through with the keyboard',
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    core.answer({
      'people.lookup': () => ({
        channels: [1, 2].map((at) => ({
          ...guest(at),
          followers: 1_234,
          imageUrl: 'https://images.example/face.svg',
        })),
        missing: ['Nobody1'],
      }),
    });
    await openPeople(page, dashboardUrl);
    await pageTest.step(
      'channels are looked up by ids, those that nobody has are named',
      async () => {
        await tab(page, text('people.tab-lookup')).click();
        const field = page.getByRole('textbox', { name: text('people.lookup-ids'), exact: true });
        const query = 'Guest00001, Guest00002\nNobody1';
        await field.fill(query);
        await field.press('Enter');
        const found = [guest(1), guest(2)].map(
          ({ name }) => new RegExp(`${name}.*${text('people.follower-count', { count: 1_234 })}`),
        );
        await expect(rows(page, text('people.tab-lookup'))).toHaveText(found);
        expect(core.askedFor('people.lookup')).toEqual([{ query }]);
        await expect(page.getByText(text('people.missing', { count: 1 }))).toBeVisible();
        await expect(page.getByText('Nobody1', { exact: true })).toBeVisible();
        const image = rows(page, text('people.tab-lookup')).first().locator('img');
        await expect(image).toBeVisible();
        await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
        // The rows are one stop of Tab; arrows lead from one to the next.
        const names = rows(page, text('people.tab-lookup')).locator('.person-open');
        await names.first().focus();
        await page.keyboard.press('ArrowDown');
        await expect(names.nth(1)).toBeFocused();
        await expect(names.first()).toHaveAttribute('tabindex', '-1');
      },
    );
    await pageTest.step('the lists are gone through with the keyboard alone', async () => {
      await tab(page, text('people.tab-followers')).click();
      await expect(rows(page, text('people.tab-followers')).first()).toBeVisible();
      await tab(page, text('people.tab-followers')).focus();
      await page.keyboard.press('ArrowRight');
      await expect(tab(page, text('people.tab-subscribers'))).toBeFocused();
      await expect(tab(page, text('people.tab-subscribers'))).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await page.keyboard.press('End');
      await expect(tab(page, text('people.tab-lookup'))).toBeFocused();
      await page.keyboard.press('Home');
      await expect(rows(page, text('people.tab-followers')).first()).toBeVisible();
      const block = rows(page, text('people.tab-followers'))
        .first()
        .getByRole('button', { name: new RegExp(`^${text('people.block')}`) });
      await pressAt(page, block);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(block).toBeFocused();
    });
  },
);

test('viewers are blocked and taken back, once each, whatever the answer', async ({
  page,
  context,
  stage,
  dashboardUrl,
}) => {
  const { simulator } = stage;
  await openPeople(page, dashboardUrl);
  await test.step('somebody is blocked by name, taken back, blocked by id; two pages stay in step', async () => {
    const other = await context.newPage();
    await openPeople(other, dashboardUrl);
    await tab(other, text('people.tab-blocked')).click();
    await expect(other.getByText(text('people.no-blocked'))).toBeVisible();

    await page
      .getByRole('button', { name: text('people.block-one', { name: '새벽별' }) })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('새벽별')).toBeVisible();
    await dialog.getByRole('button', { name: text('people.block') }).click();
    await expect(page.getByText(text('people.done-block', { name: '새벽별' }))).toBeVisible();
    await expect(rows(other, text('people.tab-blocked'))).toHaveText([
      new RegExp(`새벽별.*${text('people.for-good')}`),
    ]);
    await page.getByRole('button', { name: text('people.undo') }).click();
    await expect(page.getByText(text('people.done-unblock', { name: '새벽별' }))).toBeVisible();
    await expect(other.getByText(text('people.no-blocked'))).toBeVisible();

    const byId = card(page, text('people.block-title'));
    await byId.getByRole('textbox').fill('https://ci.me/@moonlit_fox');
    await byId.getByRole('button').click();
    await expect(byId.getByText(textLike('people.fault-address'))).toBeVisible();
    await byId.getByRole('textbox').fill('Nobody1');
    await byId.getByRole('textbox').press('Enter');
    await expect(byId.getByText(text('people.fault-nobody', { id: 'Nobody1' }))).toBeVisible();
    await expect(byId.getByRole('textbox')).toHaveValue('Nobody1');
    await byId.getByRole('textbox').fill('Vw2bR4nZkC');
    await byId.getByRole('textbox').press('Enter');
    await expect(dialog.getByText('moonlit_fox')).toBeVisible();
    await dialog.getByRole('button', { name: text('people.block') }).click();
    await expect(rows(other, text('people.tab-blocked'))).toHaveText([/moonlit_fox/]);
    await other
      .getByRole('button', { name: text('people.unblock-one', { name: 'moonlit_fox' }) })
      .click();
    await expect(other.getByText(text('people.no-blocked'))).toBeVisible();
    expect(simulator.requestLog.count(`POST ${BASE}/restrict-channels`)).toBe(2);
    expect(simulator.requestLog.count(`DELETE ${BASE}/restrict-channels`)).toBe(2);
    await other.close();
  });
  await test.step('a block whose answer never comes is not sent again, and says that it may have happened', async () => {
    const operation = `POST ${BASE}/restrict-channels`;
    const before = simulator.requestLog.count(operation);
    simulator.faults.inject({ kind: 'answer', status: 503, operation });
    await page
      .getByRole('button', { name: text('people.block-one', { name: '새벽별' }) })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('people.block') }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      text('problem.people-block-unsure.what', {
        whom: text('problem.people-unsure.named', { name: '새벽별' }),
      }),
    );
    await page.keyboard.press('Escape');
    await expect(
      page.getByRole('button', { name: text('people.block-one', { name: '새벽별' }) }).first(),
    ).toBeFocused();
    expect(simulator.requestLog.count(operation)).toBe(before);
    expect(simulator.requestLog.count(`${operation} (fault)`)).toBe(1);

    simulator.faults.inject({ kind: 'lost-answer', operation });
    await page
      .getByRole('button', { name: text('people.block-one', { name: '새벽별' }) })
      .first()
      .click();
    await dialog.getByRole('button', { name: text('people.block') }).click();
    await expect(page.getByText(text('people.done-block', { name: '새벽별' }))).toBeVisible();
    expect(simulator.requestLog.count(operation)).toBe(before + 1);
  });
});

pageTest('new followers are counted until they are seen', async ({ page, core, dashboardUrl }) => {
  const one: Follower = { channelId: 'Guest1', name: LONG, handle: 'guest_1', since: Date.now() };
  const tellNew = (...people: readonly Follower[]) => {
    const { newFollowers, ...desk } = core.told('people');
    const news = { ...newFollowers, people, newestAt: one.since };
    core.tell('people', { ...desk, signedIn: true, newFollowers: news });
  };
  tellNew();
  await openPeople(page, dashboardUrl);
  const fresh = card(page, text('people.new'));
  await expect(fresh.getByText(text('people.new-none'))).toBeVisible();
  core.answer({
    'people.followers': () => {
      tellNew(one);
      return { people: [one], next: null };
    },
    'people.mark-read': () => tellNew(),
  });
  await page.getByRole('button', { name: text('people.refresh') }).click();
  await expect(fresh.getByText(LONG)).toBeVisible();
  await expect(
    page.getByRole('navigation').getByRole('button', {
      name: new RegExp(`${VIEWERS.source}.*${text('view.viewers-new', { count: 1 })}`),
    }),
  ).toBeVisible();
  await expect(rows(page, text('people.tab-followers')).first()).toContainText(text('people.new'));
  await fresh.getByRole('button', { name: text('people.mark-read') }).click();
  await expect(fresh.getByText(text('people.new-none'))).toBeVisible();
  await expect(rows(page, text('people.tab-followers')).first()).not.toContainText(
    text('people.new'),
  );
  expect(core.changes).toEqual([{ name: 'people.mark-read', args: { until: one.since } }]);
});

pageTest(
  'people are open to everybody in every size and theme',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    await fillCore(core, page);
    await openPeople(page, dashboardUrl);
    for (const name of [
      text('people.tab-followers'),
      text('people.tab-subscribers'),
      text('people.tab-managers'),
      text('people.tab-blocked'),
      text('people.tab-lookup'),
    ]) {
      await tab(page, name).click();
      for (const look of looksAt(400, 1280)) {
        await lookAs(page, look);
        if (name !== text('people.tab-lookup'))
          await expect(rows(page, name).first()).toBeVisible();
        await expectOpenToAll(page, `${name}, ${nameOf(look)}`);
      }
    }
    await tab(page, text('people.tab-followers')).click();
    await rows(page, text('people.tab-followers'))
      .first()
      .getByRole('button', { name: new RegExp(`^${text('people.block')}`) })
      .click();
    for (const look of looksAt(400, 1280)) {
      await lookAs(page, look);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectOpenToAll(page, `the question, ${nameOf(look)}`);
    }
  },
);
