import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { PARTS, type PartOf } from '../../../renderer/stores/dashboard-store.ts';
import { SAMPLE_TEXTS } from '../../../shared/locales/samples.ts';
import { listed } from '../../support/full-core.ts';
import { expectPlaced, outOfOrder, pressAt, tabTo, walk } from '../../support/keyboard.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { keepOverlay } from '../../support/overlay-core.ts';
import { openPlace, walkToPlace } from '../../support/places.ts';
import type { ServedCore } from '../../support/served-core.ts';
import { simEvents } from '../../support/sim-events.ts';
import type { Stage } from '../../support/stage.ts';
import { donation } from '../../support/stage-events.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const BIG = text('preset.big-donation', { from: 10_000 });
/** What the rule is called, made of its conditions. */
const BIG_RULE = `${text('kind.DONATION')} · ${text('summary.beams-from', { from: 10_000 })}`;
const PLAY = new RegExp(`^(${text('rule-test.play')}|${text('rule-test.sent')})$`);
const donatedBy = (name: string) => text('queue.name', { kind: text('kind.DONATION'), name });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const rule = (page: Page, name: string) => page.locator('.rule').filter({ hasText: name });
const ruleNames = (page: Page) => page.locator('.rule-name bdi').allTextContents();

type Part = PartOf<'alerts'>;

async function openAlerts(page: Page, dashboardUrl: string, part: Part): Promise<void> {
  await page.goto(dashboardUrl);
  await walkToPlace(page, 'alerts', part);
}

/** Presses a button of a row: Tab comes to one row of its list, the arrows to the others. */
async function pressInRow(page: Page, list: Locator, name: string): Promise<void> {
  const alike = button(list, new RegExp(`^${name.slice(0, name.indexOf(':'))}:`));
  await tabTo(page, list.locator('button[tabindex="0"]').and(alike));
  await page.keyboard.press('Home');
  const goal = button(list, name);
  for (let steps = 0; steps < (await alike.count()); steps += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
    await expectPlaced(page);
  }
  await expect(goal).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Donations of so many people, one after the other. */
function donate(stage: Stage, ...marks: readonly string[]): void {
  for (const mark of marks) stage.simulator.publish(simEvents(stage.simulator, mark).donation);
}

test('a rule is made, worded and tested with the keyboard alone', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await openAlerts(page, dashboardUrl, 'rules');
  await pressAt(page, button(page, text('rules.add-one', { name: BIG })));
  // The keyboard is led to what was made.
  const opener = button(page, text('rules.open', { name: BIG_RULE }));
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');

  const made = page.locator('.rule');
  await pressAt(page, button(made, text('level.large')));
  await expect(button(made, text('level.large'))).toHaveAttribute('aria-pressed', 'true');
  await tabTo(
    page,
    button(made, text('rules.add-condition-one', { name: text('condition.first-time') })),
  );
  await page.keyboard.press('Enter');
  await expect(made.locator('.condition')).toHaveCount(3);
  await expectPlaced(page);
  await tabTo(
    page,
    button(made, text('rules.remove-condition', { name: text('condition.first-time') })),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await expect(made.locator('.condition')).toHaveCount(2);
  await expectPlaced(page);

  const words = made.getByLabel(text('variant.headline'));
  await tabTo(page, words, 'Shift+Tab');
  await page.keyboard.type('와! ');
  await pressAt(page, button(made, text('variant.insert', { name: text('variable.name') })));
  await expect(words).toBeFocused();
  await page.keyboard.type('이/가 크게 쐈어요!');
  await expect(made.locator('.filled')).toContainText(
    `와! ${SAMPLE_TEXTS.ko.nickname}가 크게 쐈어요!`,
  );

  // Typing is sent at a pace: the test is to play the last word of it.
  const kept = () => readFile(join(stage.dataDir, 'settings.json'), 'utf8');
  await expect.poll(kept).toContain('크게 쐈어요!');
  const play = button(made, PLAY);
  await tabTo(page, play, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(overlay.locator('.sl-stage-slot')).toContainText(
    `${SAMPLE_TEXTS.ko.nickname}가 크게 쐈어요!`,
  );
  await expect(play).toBeFocused();
  await tabTo(page, opener, 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(made.locator('.rule-editor')).toHaveCount(0);
  await expect(opener).toBeFocused();
});

pageTest(
  'rules are put in order, switched off, removed and brought back with the keyboard alone',
  async ({ page, core, dashboardUrl }) => {
    keepOverlay(core);
    await openAlerts(page, dashboardUrl, 'rules');
    await tabTo(page, page.locator('.rules-add button').last());
    for (const preset of [
      text('preset.subscription'),
      text('preset.drops'),
      text('preset.purchase'),
    ]) {
      await tabTo(page, button(page, text('rules.add-one', { name: preset })), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.locator('.rule-name:focus')).toBeVisible();
      await page.keyboard.press('Enter');
    }
    const [first = '', second = '', third = ''] = await ruleNames(page);
    expect(new Set([first, second, third]).size).toBe(3);

    const grip = rule(page, third).locator('.grip');
    await tabTo(page, grip, 'Shift+Tab');
    for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
    await expect.poll(() => ruleNames(page)).toEqual([third, first, second]);
    await expect(grip).toBeFocused();

    await pressAt(page, button(page, text('rules.up', { name: first })));
    await expect.poll(() => ruleNames(page)).toEqual([first, third, second]);
    // It is the first now: earlier cannot be pressed any more, later is next to it.
    await expect(button(page, text('rules.down', { name: first }))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => ruleNames(page)).toEqual([third, first, second]);
    await expect(button(page, text('rules.down', { name: first }))).toBeFocused();

    await tabTo(
      page,
      page.getByRole('switch', { name: text('rules.on', { name: first }) }),
      'Shift+Tab',
    );
    await page.keyboard.press('Space');
    await expect(rule(page, first).getByText(text('rules.off'))).toBeVisible();

    await pressAt(page, button(page, text('rules.remove', { name: first })));
    await expect.poll(() => ruleNames(page)).toEqual([third, second]);
    await expectPlaced(page);
    await pressAt(page, button(card(page, text('rules.title')), text('queue.undo')));
    await expect.poll(() => ruleNames(page)).toEqual([third, first, second]);
    await expect(button(page, text('rules.open', { name: first }))).toBeFocused();

    await tabTo(page, button(page, text('rules.remove', { name: third })), 'Shift+Tab');
    for (let left = 2; left >= 0; left -= 1) {
      await page.keyboard.press('Enter');
      await expect(page.locator('.rule')).toHaveCount(left);
      await expectPlaced(page);
      if (left > 0) await tabTo(page, button(page, textLike('rules.remove')).first());
    }
    await expect(button(card(page, text('rules.title')), text('queue.undo'))).toBeFocused();
  },
);

test('the queue is paused, ordered, cleared, skipped and replayed with the keyboard alone', async ({
  page,
  context,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const onAir = card(page, text('queue.now-title'));
  const missed = card(page, text('queue.missed'));
  await openAlerts(page, dashboardUrl, 'queue');
  await pressAt(page, button(onAir, text('alerts.pause')));
  const resume = button(onAir, text('alerts.resume'));
  await expect(resume).toBeFocused();
  donate(stage, '1', '2', '3', '4');
  await expect(onAir.getByText(text('alerts.waiting', { count: 4 }))).toBeVisible();

  const waiting = onAir.getByRole('list', { name: text('queue.waiting') }).getByRole('listitem');
  await pressInRow(page, onAir, text('queue.next-one', { name: donatedBy('후원자 3') }));
  await expect(waiting.first()).toContainText('후원자 3');
  await expectPlaced(page);
  await pressInRow(page, onAir, text('queue.remove-one', { name: donatedBy('후원자 1') }));
  await expect(waiting).toHaveCount(3);
  // The row is gone; the same button of the one that took its place has the keyboard.
  await expect(
    button(onAir, text('queue.remove-one', { name: donatedBy('후원자 2') })),
  ).toBeFocused();
  await tabTo(page, button(onAir, text('queue.clear')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(button(onAir, text('queue.clear'))).toBeDisabled();
  await expect(button(onAir, text('queue.mute'))).toBeFocused();

  const overlay = await context.newPage();
  await overlay.goto(overlayUrl);
  await expect(missed.getByRole('listitem')).toHaveCount(3);
  await pressInRow(page, missed, text('queue.play-one', { name: donatedBy('후원자 3') }));
  await expect(missed.getByRole('listitem')).toHaveCount(2);
  await expectPlaced(page);
  for (const left of [1, 0]) {
    const own = missed.getByRole('listitem').filter({ has: page.locator(':focus') });
    await tabTo(page, button(own, textLike('queue.dismiss-one')));
    await page.keyboard.press('Enter');
    await expect(missed.getByRole('listitem')).toHaveCount(left);
    await expectPlaced(page);
  }
  await expect(missed.locator('.queue-none')).toBeFocused();
  // What was taken off last comes back without a way to the button at the foot of the page.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(missed.getByRole('listitem')).toHaveCount(2);
  await expectPlaced(page);

  await tabTo(page, resume, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(overlay.locator('.sl-stage-slot')).toContainText('후원자 3');
  await pressAt(page, button(onAir, text('alerts.skip')));
  const over = card(page, text('queue.over'));
  await expect(over.getByRole('listitem').filter({ hasText: '후원자 3' })).toBeVisible();
  await expect(button(onAir, text('alerts.skip'))).toBeFocused();
  await pressInRow(page, over, text('queue.replay-one', { name: donatedBy('후원자 3') }));
  await expect(card(page, text('queue.playing'))).toContainText('후원자 3');
  await expectPlaced(page);
});

test('alerts are approved and turned down with the keyboard alone', async ({
  page,
  stage,
  dashboardUrl,
}) => {
  await openAlerts(page, dashboardUrl, 'settings');
  await tabTo(page, page.getByRole('radio', { name: text('queue.check-none') }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: text('queue.check-approve') })).toBeFocused();
  await expect(page.getByRole('radio', { name: text('queue.check-approve') })).toBeChecked();
  const held = card(page, text('queue.held'));
  // The core has it, too: what comes before would play.
  await tabTo(page, page.getByRole('tab', { selected: true }), 'Shift+Tab');
  await page.keyboard.press('Home');
  await expect(held.getByText(text('queue.none-held'))).toBeVisible();
  // A new page shows what the core has, and the part that was shown last.
  await page.reload();
  await walkToPlace(page, 'alerts');
  await expect(held.getByText(text('queue.none-held'))).toBeVisible();
  donate(stage, '1', '2', '3');
  await expect(held.getByRole('listitem')).toHaveCount(3);

  await pressAt(page, button(held, text('queue.approve-one', { name: donatedBy('후원자 1') })));
  await expect(held.getByRole('listitem')).toHaveCount(2);
  await expect(
    button(held, text('queue.approve-one', { name: donatedBy('후원자 2') })),
  ).toBeFocused();
  await pressAt(page, button(held, text('queue.reject-one', { name: donatedBy('후원자 2') })));
  await expect(held.getByRole('listitem')).toHaveCount(1);
  await expect(
    button(held, text('queue.reject-one', { name: donatedBy('후원자 3') })),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(held.locator('.queue-none')).toBeFocused();
  await expectPlaced(page);
  const turnedDown = card(page, text('queue.turned-down'));
  await pressInRow(
    page,
    turnedDown,
    text('queue.play-after-all-one', { name: donatedBy('후원자 2') }),
  );
  await expect(turnedDown.getByRole('listitem')).toHaveCount(1);
  await expectPlaced(page);
});

/** A rule of two looks, alerts in every list, a file in the library. */
async function fill(page: Page, core: ServedCore): Promise<void> {
  const hash = '0'.repeat(64);
  const name = '아주아주긴이름을가진그림파일이에요.svg.png';
  const type = 'image/png';
  core.shelf.set(hash, { type, content: PIXEL });
  core.tell('media', [
    { hash, name, type, bytes: PIXEL.length, addedAt: 1, uses: 0, broken: false },
  ]);
  await openPlace(page, 'alerts', 'rules');
  await button(page, text('rules.add-one', { name: BIG })).click();
  await button(page, text('variant.add')).click();
  await button(
    page,
    text('rules.add-condition-one', { name: text('condition.text-contains') }),
  ).click();
  await expect(page.locator('.media-row')).toHaveCount(1);
  await openPlace(page, 'alerts', 'settings');
  await page.getByRole('switch', { name: text('speech.on') }).check();
  await page.getByRole('radio', { name: text('queue.check-approve') }).check();
  await openPlace(page, 'alerts', 'queue');
  await expect(card(page, text('queue.held'))).toBeVisible();
  const [held, rejected] = [listed(donation(2)), listed(donation(1))];
  core.tell('alerts', {
    ...core.told('alerts'),
    held: [held],
    heldCount: 1,
    turnedDown: [{ ...rejected, why: 'rejected' }],
  });
  await expect(card(page, text('queue.held')).getByRole('listitem')).toHaveCount(1);
  await expect(card(page, text('queue.turned-down')).getByRole('listitem')).toHaveCount(1);
}

/** One dot. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A rule stays open while other parts are looked at, or not. */
async function openRule(page: Page): Promise<void> {
  const name = page.locator('.rule-name');
  if ((await name.getAttribute('aria-expanded')) !== 'true') await name.click();
  await expect(name).toHaveAttribute('aria-expanded', 'true');
}

pageTest(
  'the making of alerts is read in order, and open to everybody',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    keepOverlay(core);
    await page.setViewportSize({ width: 400, height: 900 });
    await openAlerts(page, dashboardUrl, 'queue');
    await fill(page, core);
    const cardsOf: Readonly<Record<Part, readonly string[]>> = {
      queue: [text('queue.now-title'), text('queue.held'), text('queue.turned-down')],
      rules: [text('rules.title'), text('test-form.title'), text('media.title')],
      settings: [text('defaults.title'), text('queue.title'), 'TTS'],
    };
    for (const width of [400, 1280]) {
      await test.step(`the keyboard goes through the alerts as they are read, at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        for (const part of PARTS.alerts) {
          await openPlace(page, 'alerts', part);
          if (part === 'rules') await openRule(page);
          const stops = await walk(page);
          expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
          expect(outOfOrder(stops)).toEqual([]);
          expect([...new Set(stops.flatMap(({ card: name }) => name ?? []))]).toEqual(
            cardsOf[part],
          );
        }
      });
    }
    await test.step('the making of alerts is open to everybody', async () => {
      await openPlace(page, 'alerts', 'rules');
      await openRule(page);
      for (const sight of OPPOSITES) {
        await lookAs(page, sight);
        await speak(page, sight.language);
        await expectOpenToAll(page, `the page, ${nameOf(sight)}`);
        await page.locator('.media-row .icon-button').last().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectOpenToAll(page, `the question, ${nameOf(sight)}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await page.locator('.rule-head .icon-button').last().click();
      await expect(page.locator('.rule')).toHaveCount(0);
      for (const sight of OPPOSITES) {
        await lookAs(page, sight);
        await speak(page, sight.language);
        await expectOpenToAll(page, `a rule removed, ${nameOf(sight)}`);
      }
    });
  },
);
