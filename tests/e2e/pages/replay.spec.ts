import type { Page } from '@playwright/test';
import { expectOpenToAll, lookAs, looksAt, nameOf, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { chat, donation } from '../../support/stage-events.ts';
import { english } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

async function openReplay(page: Page, dashboardUrl: string): Promise<void> {
  await page.goto(dashboardUrl);
  await speak(page, 'en');
  await openPlace(page, 'overlay');
  await page.getByRole('button', { name: english('stage.source-replay') }).click();
}

test('the last broadcast is replayed in the preview, not on the overlay', async ({
  page,
  context,
  stage,
  host,
  overlayUrl,
  dashboardUrl,
}) => {
  const onAir = await context.newPage();
  const heard: string[] = [];
  onAir.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
  });
  await onAir.goto(overlayUrl);
  const { simulator } = stage;
  const made = simEvents(simulator);
  for (let n = 1; n <= 5; n += 1) simulator.publish(made.chat(`replayed line ${n}.`));
  simulator.publish(made.donation);
  simulator.publish(made.chat('replayed line 6.'));
  await expect(onAir.getByText('donation words 1')).toBeVisible();
  await expect(onAir.locator('.sl-chat-message').filter({ hasText: 'line 6.' })).toBeVisible();
  // Its time on the air is over before it is played again.
  await expect(onAir.locator('.sl-alert')).toHaveCount(0);
  await host.waitFor(({ type, kind }) => type === 'event' && kind === 'DONATION');

  await openReplay(page, dashboardUrl);
  const replay = page.getByRole('region', { name: english('replay.label') });
  const picture = page.frameLocator('.stage-picture iframe');
  await expect(replay.locator('.replay-marks [data-kind="DONATION"]')).toHaveCount(1);
  await expect(picture.getByText('replayed line 1.')).toHaveCount(0);
  const before = { frames: heard.length, lines: host.lines.length };

  await replay
    .getByLabel(english('replay.speed'))
    .selectOption(english('replay.speed-of', { speed: 60 }));
  await replay.getByRole('button', { name: english('replay.play'), exact: true }).click();
  await expect(picture.locator('.sl-chat-message').filter({ hasText: 'line 6.' })).toBeVisible();
  await expect(picture.locator('.sl-stage').getByText('donation words 1')).toBeVisible();
  await expect(replay.getByRole('button', { name: english('replay.again') })).toBeVisible();
  await expect(picture.locator('.sl-chat-message')).toHaveCount(6);

  // What came over the overlay's socket since is no event and no alert, and nobody was told of one.
  const since = heard.slice(before.frames).join('\n');
  expect(since).not.toMatch(/replayed line|donation words/);
  await expect(onAir.locator('.sl-alert')).toHaveCount(0);
  const lines = host.lines.slice(before.lines);
  expect(lines.filter(({ type }) => type === 'event')).toEqual([]);
});

pageTest(
  'its controls are open to everybody in every size and theme',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    await openReplay(page, dashboardUrl);
    await expect(page.getByText(english('replay.empty'))).toBeVisible();
    const at = donation(1).receivedAt;
    const broadcast = { beganAt: at - 60_000, endedAt: null };
    const marks = [{ at, kind: 'DONATION' as const, count: 1 }];
    core.answer({
      'broadcast.outline': () => ({
        outline: { ...broadcast, id: 1, firstAt: at, lastAt: at + 60_000, marks },
      }),
      'broadcast.events': () => ({ events: [donation(1), chat(2)], next: null, ...broadcast }),
    });
    await page.getByRole('button', { name: english('replay.look-again') }).click();
    for (const look of looksAt(1280, 400)) {
      await lookAs(page, look);
      await expect(page.getByRole('slider', { name: english('replay.bar') })).toBeVisible();
      await expectOpenToAll(page, nameOf(look), `section[aria-label="${english('replay.label')}"]`);
    }
  },
);
