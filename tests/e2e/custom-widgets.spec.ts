import type { FrameLocator, Page } from '@playwright/test';
import type { WidgetTry } from '../../shared/overlay/custom-widgets.ts';
import { askCore } from '../support/ask-core.ts';
import { simEvents } from '../support/sim-events.ts';
import { importWidget, packFolder, WIDGET_STYLES } from '../support/widget-packages.ts';
import { expect, sharingTest as test } from './fixtures.ts';

/** The frame of the only widget on a page. */
const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe.sl-custom');

/** Imports one and opens it by its own address, with the way to play tests to it. */
async function openWidget(page: Page, dashboardUrl: string, overlayUrl: string, name: string) {
  const { id, found } = await importWidget(dashboardUrl, packFolder(name));
  await page.goto(`${overlayUrl}?widget=package-${id}`);
  await expect(frameOf(page).locator('body')).toBeAttached();
  const play = (what: WidgetTry) => askCore(dashboardUrl, 'widgets.try', { id, what });
  return { id, found, frame: frameOf(page), play };
}

/** What each of them shows once it has heard of a test of that kind. */
const REACTIONS: Readonly<
  Record<(typeof WIDGET_STYLES)[number], readonly [WidgetTry, string, RegExp]>
> = {
  'jquery-chat': ['message', '.chat .row.fadeIn b', /./],
  'vanilla-chat': ['message', '#lines li b', /./],
  'tip-goal': ['tip', '#words', /빔 0 \/ BEM\s?20,000/],
  'event-list': ['follower', '.list p.follower', /followed 1/],
  'last-subscriber': ['subscriber', '#months', /x3/],
  'alert-queue': ['tip', '#alert', /10000/],
  'store-counter': ['tip', '#count', /^1$/],
  animated: ['cheer', '.box.arrived', /./],
  'css-only': ['tip', '.label', /Hello \{there\}/],
};

for (const name of WIDGET_STYLES) {
  test(`the widget “${name}” runs as it is, and reacts to a test`, async ({
    page,
    dashboardUrl,
    overlayUrl,
    complaints,
  }) => {
    const [what, selector, text] = REACTIONS[name];
    const { frame, play } = await openWidget(page, dashboardUrl, overlayUrl, name);
    await expect(async () => {
      await play(what);
      await expect(frame.locator(selector).first()).toHaveText(text, { timeout: 1_000 });
    }).toPass();
    // Hosts that nobody let through are refused, which is no error of a script.
    const blocked = complaints.filter((line) => !/Content Security Policy/.test(line));
    expect(blocked).toEqual([]);
    complaints.splice(0);
  });
}

test('a real message and a real donation reach a widget, with badges, emojis, and session sums', async ({
  page,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const { frame } = await openWidget(page, dashboardUrl, overlayUrl, 'vanilla-chat');
  const made = simEvents(stage.simulator);
  await expect(async () => {
    stage.simulator.publish(made.chat(`hello ${made.token} <img src=x>`, 'Viewer <b>'));
    await expect(frame.locator('li img.emote').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(frame.locator('li').first()).toContainText('<img src=x>');
});
