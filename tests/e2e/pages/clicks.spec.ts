import { expect, type Page } from '@playwright/test';
import type { SimEvent } from '../../../electron/simulator/events/payloads.ts';
import { VIEWS } from '../../../renderer/stores/dashboard-store.ts';
import { SAMPLE_TEXTS } from '../../../shared/locales/samples.ts';
import { ownSound } from '../../support/own-files.ts';
import { openPlace, placeButton } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import type { Stage } from '../../support/stage.ts';
import { text } from '../../support/texts.ts';
import { hostTest as test } from '../fixtures.ts';

/** What a task is done with. Words are typed, which is no click. */
interface Views {
  readonly page: Page;
  readonly overlay: Page;
  readonly stage: Stage;
}

interface Task {
  readonly name: string;
  /** At most. */
  readonly clicks: number;
  /** Brings the page to where the task begins. */
  readonly begin: (views: Views) => Promise<void>;
  /** Does it, and sees that it is done. */
  readonly run: (views: Views) => Promise<void>;
}

const NAME = '따뜻한코코아';

const row = (page: Page, words: string) => page.locator('.feed-item').filter({ hasText: words });

/** A chat message stands in the feed, and the pointer is on it. */
async function beginAtChat({ page, stage }: Views, words: string): Promise<void> {
  await openPlace(page, 'live');
  const { data } = simEvents(stage.simulator).chat(words, NAME);
  // Somebody whom the simulator knows.
  const chat = { ...data, senderChannelId: 'Vw9iD1jFiU' };
  stage.simulator.publish({ kind: 'CHAT', data: chat } as SimEvent);
  await row(page, words).hover();
}

const TASKS: readonly Task[] = [
  {
    name: 'to answer a viewer in the chat',
    clicks: 1,
    begin: (views) => beginAtChat(views, '오늘 몇 시까지 해요?'),
    async run({ page }) {
      await page.getByRole('button', { name: text('live.row-answer', { name: NAME }) }).click();
      await page.keyboard.type('열 시까지요');
      await page.keyboard.press('Enter');
      await expect(row(page, `@${NAME} 열 시까지요`)).toBeVisible();
    },
  },
  {
    name: 'to skip the alert on screen',
    clicks: 1,
    async begin({ page, overlay, stage }) {
      await openPlace(page, 'live');
      stage.simulator.publish(simEvents(stage.simulator).donation);
      await expect(overlay.locator('.sl-alert')).toBeVisible();
    },
    async run({ page, overlay }) {
      await page.getByRole('button', { name: text('alerts.skip-long') }).click();
      await expect(overlay.locator('.sl-alert')).toHaveCount(0);
    },
  },
  {
    name: 'to change the title',
    clicks: 2,
    begin: ({ page }) => openPlace(page, 'live'),
    async run({ page, stage }) {
      await page.locator('[data-part="title"]').click();
      await page.keyboard.type('등불 미로 둘째 날');
      await page.keyboard.press('Enter');
      await expect(page.locator('.live-title-text')).toHaveText('등불 미로 둘째 날');
      expect(stage.simulator.requestLog.count(SET_STREAM)).toBeGreaterThan(0);
    },
  },
  {
    name: 'to block a viewer',
    clicks: 2,
    begin: (views) => beginAtChat(views, '도배 도배 도배'),
    async run({ page }) {
      await page.getByRole('button', { name: text('live.row-block', { name: NAME }) }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('people.block') })
        .click();
      await expect(page.getByText(text('people.done-block', { name: NAME }))).toBeVisible();
    },
  },
  ...VIEWS.map(
    (view): Task => ({
      name: `to see today's income from ${view}`,
      clicks: 1,
      begin: ({ page }) => openPlace(page, view),
      async run({ page }) {
        await placeButton(page, 'history').click();
        const totals = page.getByRole('list', { name: text('reports.totals') });
        await expect(totals.getByRole('listitem').first()).toContainText(
          text('events.beams', { count: 12_000 }),
        );
        await expect(
          page.getByRole('button', { name: text('reports.period-day'), exact: true }),
        ).toHaveAttribute('aria-pressed', 'true');
      },
    }),
  ),
  {
    name: 'to make a first own alert with a sound',
    clicks: 4,
    begin: ({ page }) => openPlace(page, 'alerts'),
    async run({ page, overlay }) {
      await page.getByRole('button', { name: text('own-alert.make') }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel(text('media.upload-for', { name: text('variant.sound') })).click();
      await (await chooser).setFiles(ownSound('팡파르.wav'));
      await expect(page.getByLabel(text('variant.sound'), { exact: true })).toHaveValue(
        /^[0-9a-f]{64}$/,
      );
      await page.getByRole('button', { name: text('rule-test.play') }).click();
      await expect(overlay.locator('.sl-alert')).toContainText(SAMPLE_TEXTS.ko.nickname);
    },
  },
];

const SET_STREAM = 'PATCH /api/openapi/open/v1/lives/setting';

/** Counts presses of the pointer on anything that does something. */
async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { clicks: 0 };
    Object.assign(window, { counted });
    const controls = 'a, button, input, label, select, summary, textarea, [role], [tabindex]';
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (target instanceof Element && target.closest(controls)) counted.clicks += 1;
      },
      true,
    );
  });
}

const clicksOn = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { counted: { clicks: number } }).counted.clicks);

test('the most frequent tasks take few clicks and no scrolling', async ({
  page,
  context,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await page.setViewportSize({ width: 1280, height: 800 });
  await countClicks(page);
  await page.goto(`${dashboardUrl}?lang=ko`);
  const views = { page, overlay, stage };
  for (const { name, clicks, begin, run } of TASKS) {
    await test.step(name, async () => {
      await begin(views);
      const before = await clicksOn(page);
      await run(views);
      const taken = (await clicksOn(page)) - before;
      expect(taken, name).toBeGreaterThan(0);
      expect(taken, name).toBeLessThanOrEqual(clicks);
      expect(await page.evaluate(() => scrollY), name).toBe(0);
    });
  }
});
