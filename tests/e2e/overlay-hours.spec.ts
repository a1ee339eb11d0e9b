import { test as base, expect, type Page } from '@playwright/test';
import { type HoursCore, openHoursCore } from '../support/hours-core.ts';
import { MOST, MOST_NODES } from '../support/hours-deeds.ts';
import { HoursPage } from '../support/hours-page.ts';

/** The core in this process and the page in Chromium, both on time that passes when it is told to. */
const test = base.extend<{ readonly core: HoursCore; readonly hours: HoursPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  core: async ({}, use) => {
    const core = await openHoursCore();
    await use(core);
    await core.dispose();
    expect(core.complaints).toEqual([]);
  },
  hours: async ({ page, core }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await use(await HoursPage.open(page, core));
    expect(complaints).toEqual([]);
  },
});

/** A line of chat may have an emoji and the words behind it more than another, and a badge. */
const NODES_TO_AND_FRO = 3 * MOST.lines;
/** The chat's box holds as many, however long they are; lines above it need not be there. */
const LEAST_LINES = 10;
const MOST_HEAP_GROWTH = 1_000_000;

const countOf = (page: Page, items: Readonly<Record<string, string>>) =>
  page.evaluate(
    (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, one]) => [name, document.querySelectorAll(one).length]),
      ),
    items,
  );

const ITEMS = {
  lines: '.sl-chat-line',
  tallies: '.sl-tally',
  purchases: '.sl-purchase',
  events: '.sl-event',
  supporters: '.sl-supporter',
} as const;

const idleSigns = (page: Page) =>
  page.evaluate(() => ({
    pending: window.stagelightHours.pending(),
    animations: document.getAnimations().length,
  }));

const firedOf = (page: Page) => page.evaluate(() => window.stagelightHours.fired());

test('an hour of everything leaves no more in the page than ten minutes, and silence nothing to do', async ({
  page,
  hours,
}) => {
  await hours.play(10);
  const early = await hours.holdings();
  await hours.play(50);
  const late = await hours.holdings();
  const { counts } = hours.line;
  // All of it has happened: cuts, alerts that were painted, changes of the settings.
  expect(counts['connections']).toBeGreaterThanOrEqual(3);
  expect(counts['said receipt']).toBeGreaterThan(100);
  expect(counts['config']).toBeGreaterThanOrEqual(4);

  const items = await countOf(page, ITEMS);
  for (const [name, most] of Object.entries(MOST)) {
    expect(items[name], name).toBeLessThanOrEqual(most);
  }
  expect(items['lines']).toBeGreaterThanOrEqual(LEAST_LINES);
  expect(items['supporters']).toBe(MOST.supporters);
  expect(Math.abs(late.attached - early.attached)).toBeLessThanOrEqual(NODES_TO_AND_FRO);
  expect(late.attached).toBeLessThanOrEqual(MOST_NODES.document);
  expect(late.nodes).toBeLessThanOrEqual(MOST_NODES.held);
  expect(late.heap - early.heap).toBeLessThan(MOST_HEAP_GROWTH);

  await hours.rest(10);
  await expect.poll(() => idleSigns(page)).toEqual({ pending: 0, animations: 0 });
  const fired = await firedOf(page);
  expect(fired).toBeGreaterThan(1_000);
  await hours.rest(10);
  expect(await firedOf(page)).toBe(fired);
});

/** Counts every change of the document from now on. */
const watchChanges = (page: Page) =>
  page.evaluate(() => {
    const seen = { changes: 0 };
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      seen.changes += changes.length;
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

const changesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen.changes);

test('a source that is hidden in OBS does nothing for a flood of all kinds, and has it all when it is shown', async ({
  page,
  core,
  hours,
}) => {
  await hours.play(9);
  // Purchases that are on the screen leave when their time has passed, seen or not.
  await hours.rest(2);
  await hours.show(false);
  await watchChanges(page);
  const fired = await firedOf(page);
  const { events } = hours;
  const heard = hours.line.counts['batch'] ?? 0;
  const alerts = hours.line.counts['alert'] ?? 0;
  await hours.play(8);
  expect(hours.events - events).toBeGreaterThan(3_000);
  expect((hours.line.counts['batch'] ?? 0) - heard).toBeGreaterThan(200);
  expect(await changesOf(page)).toBe(0);
  // Nothing but the end of each alert's time is waited for.
  const alertsOfHidden = (hours.line.counts['alert'] ?? 0) - alerts;
  expect((await firedOf(page)) - fired).toBeLessThanOrEqual(3 * alertsOfHidden);

  await hours.show(true);
  await hours.rest(1);
  expect(await changesOf(page)).toBeGreaterThan(0);
  const newest = core.core.hub.recentChat(1)[0]?.seq;
  await expect(page.locator('.sl-chat-line').last()).toHaveAttribute('data-seq', String(newest));
  const items = await countOf(page, ITEMS);
  expect(items['lines']).toBeGreaterThanOrEqual(LEAST_LINES);
  expect(items['lines']).toBeLessThanOrEqual(MOST.lines);
  expect(items['events']).toBe(MOST.events);
});
