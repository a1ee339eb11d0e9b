import type { SimEvent } from '../../../electron/simulator/events/payloads.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import type { Stage } from '../../support/stage.ts';
import { showWidgetText, text } from '../../support/texts.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const SEND = 'POST /api/openapi/open/v1/chats/send';

const asks = (
  { simulator }: Stage,
  who: string,
  donationText: string,
  beams = 5_000,
): SimEvent => ({
  kind: 'DONATION',
  data: {
    donationType: 'CHAT',
    channelId: simulator.streamerChannelId,
    donatorChannelId: who,
    donatorNickname: who,
    donatorBadges: [],
    payAmount: String(beams),
    donationText,
    emojis: {},
  },
});

test('a mission is proposed by a donation, accepted, run, and succeeds, with a kill between', async ({
  page,
  context,
  stage,
}) => {
  const { simulator } = stage;
  let host = await stage.startLive(['--events']);
  await page.goto(await host.addressOf('dashboardUrl'));
  await openPlace(page, 'show', 'missions');
  await test.step('they begin with the keyboard alone, and say that no money is settled', async () => {
    await expect(page.getByText(text('missions.money'))).toBeVisible();
    await page.getByLabel(text('missions.prefix')).fill('!미션');
    await page.getByRole('button', { name: text('show.overlay-add') }).press('Enter');
    await expect(page.getByRole('button', { name: text('show.overlay-add') })).toHaveCount(0);
    await page.getByRole('button', { name: text('missions.begin') }).press('Enter');
    await expect(page.getByText(text('missions.none-proposed'))).toBeVisible();
  });
  const overlay = await context.newPage();
  await overlay.goto(await host.addressOf('overlayUrl'));
  const texts = overlay.locator('.sl-mission-text');
  await test.step('donations propose, and viewers see nothing of it', async () => {
    simulator.publish(asks(stage, 'ari', '！미션 노래 한 곡'));
    simulator.publish(asks(stage, 'bo', '!미션 <b>춤</b>'));
    simulator.publish(asks(stage, 'cho', '!미션 너무 싸요', 10));
    simulator.publish(asks(stage, 'duri', '그냥 응원'));
    await expect(
      page.getByRole('list', { name: text('missions.proposals', { count: 2 }) }).locator('li'),
    ).toHaveCount(2);
    await expect(overlay.locator('.sl-missions')).toContainText(
      showWidgetText('missions.how-prefix', { count: 1_000, n: '1,000', prefix: '!미션' }),
    );
    await expect(texts).toHaveCount(0);
  });
  await test.step('what the streamer accepts is on the board', async () => {
    await page.getByRole('button', { name: `${text('missions.accept')}: <b>춤</b>` }).click();
    await expect(texts).toHaveText(['<b>춤</b>']);
    await page
      .getByRole('button', { name: `${text('missions.accept')}: 노래 한 곡` })
      .press('Enter');
    await expect(texts).toHaveText(['노래 한 곡', '<b>춤</b>']);
  });
  await test.step('it runs with a clock, which is said in chat', async () => {
    await page.getByLabel(text('missions.clock')).last().fill('10');
    await page.getByRole('button', { name: `${text('missions.start')}: <b>춤</b>` }).click();
    await expect(texts).toHaveText(['<b>춤</b>', '노래 한 곡']);
    await expect(overlay.locator('.sl-mission-state').first()).toHaveText(/^(10:00|9:\d\d)$/);
    await expect.poll(() => simulator.requestLog.count(SEND)).toBe(1);
  });
  await test.step('the page is open to everybody', async () => {
    for (const { language, ...look } of OPPOSITES) {
      await speak(page, language);
      await lookAs(page, look);
      await expectOpenToAll(page, `missions, ${nameOf(look)}`);
    }
    await speak(page, 'ko');
  });
  await test.step('after a kill it goes on, and succeeds', async () => {
    await Promise.all([page, overlay].map((each) => each.goto('about:blank')));
    host.child.kill('SIGKILL');
    await host.exited;
    host = await stage.startLive(['--events']);
    await page.goto(await host.addressOf('dashboardUrl'));
    // The kill may have come before the language was kept.
    await speak(page, 'ko');
    await overlay.goto(await host.addressOf('overlayUrl'));
    await expect(overlay.locator('.sl-mission-state').first()).toHaveText(/^[89]:\d\d$/);
    await openPlace(page, 'show', 'missions');
    await page.getByRole('button', { name: `${text('missions.succeed')}: <b>춤</b>` }).click();
    await expect(texts).toHaveText(['노래 한 곡']);
    await expect(overlay.locator('.sl-missions-counts')).toHaveText(
      text('missions.counts', { won: '1', lost: '0' }),
    );
  });
  await test.step('they end when the streamer is sure', async () => {
    await page.getByRole('button', { name: text('missions.end') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('missions.end') })
      .click();
    await expect(overlay.locator('.sl-missions')).toHaveCount(0);
    await expect(page.getByLabel(text('missions.prefix'))).toHaveValue(
      text('missions.prefix-example'),
    );
  });
});
