import type { Page } from '@playwright/test';
import type { Simulator } from '../../../electron/simulator/server.ts';
import { MANAGER_IDS, SUBSCRIBER_IDS } from '../../../electron/simulator/world/seed.ts';
import { simEvents } from '../../support/sim-events.ts';
import { expect, hostTest as test } from '../fixtures.ts';

const onlyIn = (ids: readonly string[], others: readonly string[]): string =>
  ids.find((id) => !others.includes(id)) ?? '';
const MANAGER = onlyIn(MANAGER_IDS, SUBSCRIBER_IDS);
const SUBSCRIBER = onlyIn(SUBSCRIBER_IDS, MANAGER_IDS);

const lineOf = (page: Page, text: string) =>
  page.locator('.sl-chat-line').filter({ hasText: text });

/** Somebody says something on the simulator's channel; without badges, so that roles stand alone. */
function say(simulator: Simulator, senderChannelId: string, content: string): void {
  const event = simEvents(simulator).chat(content);
  if (event.kind !== 'CHAT') throw new Error('no chat');
  const profile = { nickname: `name of ${content}`, badges: [] };
  simulator.publish({ kind: 'CHAT', data: { ...event.data, senderChannelId, profile } });
}

test('roles of the platform’s lists are marked on the overlay, in the feed and as JSON', async ({
  page,
  context,
  stage,
  host,
  overlayUrl,
  dashboardUrl,
}) => {
  const { simulator } = stage;
  await page.goto(`${overlayUrl}?lang=en`);

  // The lists are read while the stream begins: the first messages may come before them.
  let tries = 0;
  await expect(async () => {
    tries += 1;
    say(simulator, MANAGER, `managed ${tries}.`);
    say(simulator, SUBSCRIBER, `paid ${tries}.`);
    for (const [text, role] of [
      [`managed ${tries}.`, 'manager'],
      [`paid ${tries}.`, 'subscriber'],
    ] as const) {
      await expect(lineOf(page, text)).toHaveAttribute('data-role', role, { timeout: 2_000 });
    }
  }).toPass();
  say(simulator, simulator.streamerChannelId, 'my own words');
  say(simulator, 'viewer-3', 'just looking');
  await expect(lineOf(page, 'just looking')).toBeVisible();
  await expect(lineOf(page, 'just looking').locator('.sl-chat-role')).toHaveCount(0);
  for (const [text, name] of [
    [`managed ${tries}.`, 'Manager'],
    [`paid ${tries}.`, 'Subscriber'],
    ['my own words', 'Streamer'],
  ] as const) {
    const mark = lineOf(page, text).getByRole('img', { name });
    await expect(mark).toBeVisible();
    const box = await mark.boundingBox();
    expect(box?.width).toBeGreaterThan(12);
    expect(box?.width).toBe(box?.height);
  }

  // The list will say so only much later.
  simulator.publish(simEvents(simulator).subscription);
  say(simulator, 'viewer-3', 'one of you now');
  await expect(lineOf(page, 'one of you now')).toHaveAttribute('data-role', 'subscriber');
  const printed = await host.waitFor(
    ({ data }) => JSON.stringify(data)?.includes('one of you now') ?? false,
  );
  expect(printed['data']).toMatchObject({ senderRole: 'subscriber' });

  const other = await context.newPage();
  await other.goto(`${overlayUrl}?lang=en&roles=manager`);
  await expect(lineOf(other, `managed ${tries}.`).locator('.sl-chat-manager')).toBeVisible();
  await expect(lineOf(other, 'my own words')).toHaveAttribute('data-streamer');
  await expect(other.locator('.sl-chat-subscriber, .sl-chat-streamer')).toHaveCount(0);

  const dashboard = await context.newPage();
  await dashboard.goto(`${dashboardUrl}?lang=en`);
  const row = dashboard.getByRole('listitem').filter({ hasText: `managed ${tries}.` });
  await expect(row.locator('.who-role')).toHaveAttribute('data-role', 'manager');
});
