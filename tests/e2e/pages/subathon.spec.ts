import type { Page } from '@playwright/test';
import type { SimEvent } from '../../../electron/simulator/events/payloads.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import type { Stage } from '../../support/stage.ts';
import { showWidgetText, text } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const gives = ({ simulator }: Stage, who: string, beams: number): SimEvent => ({
  kind: 'DONATION',
  data: {
    donationType: 'CHAT',
    channelId: simulator.streamerChannelId,
    donatorChannelId: who,
    donatorNickname: who,
    donatorBadges: [],
    payAmount: String(beams),
    donationText: '',
    emojis: {},
  },
});

/** Whole minutes on the clock that viewers see, at least. */
const minutesOn = async (overlay: Page) => {
  const text = (await overlay.locator('.sl-subathon-time').textContent()) ?? '';
  const [seconds = 0, minutes = 0, hours = 0] = text.split(':').map(Number).reverse();
  return hours * 60 + minutes + (seconds > 0 ? 1 : 0);
};

test('a subathon clock is begun on the page, grows by gifts, and is there after a kill', async ({
  page,
  context,
  stage,
}) => {
  let host = await stage.startLive(['--events']);
  await page.goto(await host.addressOf('dashboardUrl'));
  await openPlace(page, 'show', 'subathon');
  await test.step('it begins with the keyboard alone, and gets its widget', async () => {
    const GOODS_RULE = text('subathon.rule-name', {
      number: '4',
      sort: text('subathon.purchase'),
    });
    await page.getByLabel(text('subathon.start')).fill('90');
    await page
      .getByRole('button', { name: text('subathon.rule-add', { sort: text('subathon.purchase') }) })
      .press('Enter');
    await page
      .getByRole('button', { name: text('subathon.rule-remove', { name: GOODS_RULE }) })
      .press('Enter');
    await page.getByRole('button', { name: text('show.overlay-add') }).press('Enter');
    await expect(page.getByRole('button', { name: text('show.overlay-add') })).toHaveCount(0);
    await page.getByRole('button', { name: text('subathon.begin') }).press('Enter');
    await expect(page.getByRole('timer')).toHaveText(/^1:(30:00|29:\d\d)$/);
  });
  const overlay = await context.newPage();
  await overlay.goto(await host.addressOf('overlayUrl'));
  await test.step('what viewers give adds time, more so in a happy hour', async () => {
    await expect.poll(() => minutesOn(overlay)).toBe(90);
    stage.simulator.publish(gives(stage, 'ari', 30_000));
    await expect(overlay.locator('.sl-subathon-recent > li')).toHaveText([
      `+30:00ari${showWidgetText('subathon.donation')}`,
    ]);
    await expect.poll(() => minutesOn(overlay)).toBe(120);
    await page.getByRole('button', { name: text('subathon.happy-begin') }).click();
    await expect(overlay.locator('.sl-subathon-happy')).toContainText(
      showWidgetText('subathon.happy', { factor: '2' }),
    );
    stage.simulator.publish(gives(stage, 'bo', 10_000));
    await expect.poll(() => minutesOn(overlay)).toBe(140);
    await expect(page.getByRole('list', { name: text('subathon.by-rule') })).toContainText(
      '+50:00',
    );
  });
  await test.step('other rules hold from now on', async () => {
    await page
      .locator('summary')
      .filter({ hasText: text('subathon.rules') })
      .press('Enter');
    const rule = page.getByRole('group', {
      name: text('subathon.rule-name', { number: '1', sort: text('subathon.donation') }),
    });
    await rule.getByLabel(text('subathon.adds')).fill('120');
    await page.getByRole('button', { name: text('subathon.save-rules') }).press('Enter');
    await expect(
      page.getByText(text('subathon.rule-donation', { per: '1,000', time: '2:00' })),
    ).toBeVisible();
    stage.simulator.publish(gives(stage, 'dan', 10_000));
    await expect.poll(() => minutesOn(overlay)).toBe(180);
    await expect(page.getByRole('list', { name: text('subathon.by-rule') })).toContainText(
      '+1:30:00',
    );
  });
  await test.step('paused, it is after a kill what it was', async () => {
    await page.getByRole('button', { name: text('subathon.paused'), exact: true }).click();
    await expect(overlay.locator('.sl-subathon-time[data-stands]')).toBeVisible();
    const shown = await overlay.locator('.sl-subathon-time').textContent();
    await Promise.all([page, overlay].map((each) => each.goto('about:blank')));
    host.child.kill('SIGKILL');
    await host.exited;
    host = await stage.startLive(['--events']);
    await page.goto(await host.addressOf('dashboardUrl'));
    await overlay.goto(await host.addressOf('overlayUrl'));
    await expect(overlay.locator('.sl-subathon-time')).toHaveText(shown ?? '');
  });
  await test.step('the time is up, and runs again when the streamer adds some', async () => {
    await openPlace(page, 'show', 'subathon');
    await page.getByRole('button', { name: text('subathon.resume'), exact: true }).click();
    await page.getByLabel(text('subathon.by-hand')).fill('600');
    await page.getByRole('button', { name: text('subathon.take') }).click();
    await expect(overlay.locator('.sl-subathon-time')).toHaveText('0:00');
    await expect(page.getByRole('status').getByText(text('subathon.out'))).toBeVisible();
    stage.simulator.publish(gives(stage, 'cho', 60_000));
    await page.getByLabel(text('subathon.by-hand')).fill('10');
    await page.getByRole('button', { name: text('subathon.add'), exact: true }).click();
    await expect.poll(() => minutesOn(overlay)).toBe(10);
    await expect(overlay.locator('.sl-subathon-recent')).not.toContainText('cho');
  });
  await test.step('finished, it stands until it is taken down', async () => {
    await page.getByRole('button', { name: text('subathon.finished'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('subathon.finished'), exact: true })
      .click();
    await expect(page.getByRole('button', { name: text('subathon.begin') })).toBeVisible();
    await expect(overlay.locator('.sl-subathon')).toContainText(text('subathon.finished'));
    await page.getByRole('button', { name: text('subathon.clear') }).click();
    await expect(overlay.locator('.sl-subathon')).toHaveCount(0);
    await expect(page.getByLabel(text('subathon.start'))).toHaveValue('90');
  });
});

pageTest(
  'the subathon clock is open to everybody',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    const at = Date.now();
    const rule = { seconds: 120, mostEach: null, mostInAll: null };
    core.tell('subathon', {
      ...core.told('subathon'),
      clock: {
        id: 1,
        title: '',
        beganAt: at,
        time: { at, left: 1_080_000_000, speed: 100, paused: false, endBy: null },
        happy: { factor: 200, until: at + 3_600_000 },
        tallies: [
          { rule: { by: 'donation', per: 1_000, ...rule }, count: 3, ms: 5_400_000 },
          { rule: { by: 'subscription', tier: null, ...rule }, count: 0, ms: 0 },
          { rule: { by: 'purchase', currency: 'KRW', per: 1_000, ...rule }, count: 0, ms: 0 },
        ],
        earlier: { count: 1, ms: 60_000 },
        hand: { added: 60_000, taken: 60_000 },
        recent: [{ seq: 1, by: 'donation', name: 'ari', ms: 1_800_000 }],
        endedAt: null,
      },
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'show', 'subathon');
    await page
      .locator('summary')
      .filter({ hasText: text('subathon.rules') })
      .press('Enter');
    await expect(page.getByRole('button', { name: text('subathon.save-rules') })).toBeVisible();
    for (const { language, ...look } of OPPOSITES) {
      await speak(page, language);
      await lookAs(page, look);
      await expectOpenToAll(page, `a subathon clock, ${nameOf(look)}`);
    }
  },
);
