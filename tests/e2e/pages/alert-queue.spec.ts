import type { Page } from '@playwright/test';
import { listed } from '../../support/full-core.ts';
import { expectOpenToAll, lookAs, looksAt, nameOf } from '../../support/open-to-all.ts';
import { keepOverlay } from '../../support/overlay-core.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { donation } from '../../support/stage-events.ts';
import { text, textLike, wholeText } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const openDesk = async (page: Page, dashboardUrl: string) => {
  await page.goto(dashboardUrl);
  await openPlace(page, 'alerts', 'queue');
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const alertOf = (seq: number) =>
  listed(donation(seq, { payAmount: 12_000, donatorNickname: `후원자 ${seq}` }));

test('an alert that was cleared away is played from the desk, and stays there as played', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const onAir = card(page, text('queue.now-title'));
  const missed = card(page, text('queue.missed'));
  await openDesk(page, dashboardUrl);
  await onAir.getByRole('button', { name: text('alerts.pause') }).click();
  // The core has it: an alert that came before would play.
  await expect(onAir.getByRole('button', { name: text('alerts.resume') })).toBeVisible();
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(onAir.getByText(text('alerts.waiting', { count: 1 }))).toBeVisible();
  await onAir.getByRole('button', { name: text('queue.clear') }).click();
  await expect(missed.getByText(text('events.beams', { count: 12_000 }))).toBeVisible();

  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await missed.getByRole('button', { name: textLike('queue.play-one') }).click();
  await onAir.getByRole('button', { name: text('alerts.resume') }).click();
  await expect(overlay.locator('.sl-stage-slot')).toBeVisible();
  const playing = card(page, text('queue.playing'));
  await expect(playing.getByText(new RegExp(`^${text('receipt.painted')}`))).toBeVisible();
  await onAir.getByRole('button', { name: text('alerts.skip') }).click();
  await expect(
    card(page, text('queue.over')).getByText(text('events.beams', { count: 12_000 })),
  ).toBeVisible();
  await expect(missed.getByText(text('queue.none-missed'))).toBeVisible();
});

pageTest(
  'an alert waits for approval, and one that was turned down can be played after all',
  async ({ page, core, dashboardUrl }) => {
    const alert = alertOf(1);
    const desk = core.told('alerts');
    keepOverlay(core);
    core.answer({
      'alerts.reject': () =>
        core.tell('alerts', { ...desk, turnedDown: [{ ...alert, why: 'rejected' }] }),
      'alerts.replay': () => core.tell('alerts', { ...desk, playing: alert }),
    });
    await openDesk(page, dashboardUrl);
    await openPlace(page, 'alerts', 'settings');
    await page.getByRole('radio', { name: text('queue.check-approve') }).check();
    await expect
      .poll(() => core.askedFor('overlay.set'))
      .toMatchObject([{ queue: { approve: true } }]);
    await openPlace(page, 'alerts', 'queue');
    const held = card(page, text('queue.held'));
    await expect(held.getByText(text('queue.none-held'))).toBeVisible();
    // The part is shown that was shown last.
    await openDesk(page, dashboardUrl);
    await expect(held.getByText(text('queue.none-held'))).toBeVisible();
    core.tell('alerts', { ...desk, held: [alert], heldCount: 1 });
    await expect(held.getByText(text('events.beams', { count: 12_000 }))).toBeVisible();
    await held.getByRole('button', { name: wholeText('queue.reject-one') }).click();
    await page.getByRole('button', { name: text('queue.play-after-all'), exact: true }).click();
    await expect(
      card(page, text('queue.playing')).getByText(text('events.beams', { count: 12_000 })),
    ).toBeVisible();
    expect(core.askedFor('alerts.reject')).toEqual([{ seq: 1 }]);
    expect(core.askedFor('alerts.replay')).toEqual([{ seq: 1 }]);
  },
);

pageTest(
  'the desk is open to everybody in every size and theme',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    keepOverlay(core);
    await openDesk(page, dashboardUrl);
    await openPlace(page, 'alerts', 'settings');
    await page.getByRole('radio', { name: text('queue.check-hold') }).check();
    await page.getByRole('switch', { name: text('speech.on') }).check();
    for (const look of looksAt(400, 1280)) {
      await lookAs(page, look);
      await expectOpenToAll(page, `settings, ${nameOf(look)}`);
    }
    await openPlace(page, 'alerts', 'queue');
    const now = Date.now();
    core.tell('alerts', {
      ...core.told('alerts'),
      held: [{ ...alertOf(5), heldUntil: now + 600_000 }],
      heldCount: 1,
      waiting: [alertOf(4)],
      waitingCount: 1,
      playing: { ...alertOf(3), paintedAt: now, endsAt: now + 600_000, durationMs: 600_000 },
      over: [{ ...alertOf(2), paintedAt: now, endedAt: now }],
      neverAppeared: [alertOf(1)],
      neverAppearedCount: 1,
    });
    for (const list of [1, 2, 3, 4, 5]) {
      await expect(page.getByText(`후원자 ${list}`).first()).toBeVisible();
    }
    for (const look of looksAt(400, 1280)) {
      await lookAs(page, look);
      await expect(page.getByText(text('events.beams', { count: 12_000 })).first()).toBeVisible();
      await expectOpenToAll(page, nameOf(look));
    }
  },
);
