import type { Page } from '@playwright/test';
import { THEME_IDS } from '../../shared/overlay/names.ts';
import { enterAgain, GRAND, openPicture } from '../support/pictures-page.ts';
import { chat, donation, playing } from '../support/stage-events.ts';
import { expect, ON_AIR, pageTest as test } from './fixtures.ts';

test.use(ON_AIR);

const messages = (page: Page) => page.locator('.sl-chat-message');

/** OBS around the page, and a count of what the page does. */
async function putIntoObs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const work = { changes: 0, frames: 0, timers: 0 };
    Object.assign(window, { obsstudio: { pluginVersion: '2.24.0' }, work });
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (run) => {
      work.frames += 1;
      return frame(run);
    };
    const timer = window.setTimeout.bind(window);
    window.setTimeout = ((...args: Parameters<typeof timer>) => {
      work.timers += 1;
      return timer(...args);
    }) as typeof window.setTimeout;
    new MutationObserver((changes) => {
      work.changes += changes.length;
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

const workOf = (page: Page) =>
  page.evaluate(() => ({
    ...(window as unknown as { work: Record<'changes' | 'frames' | 'timers', number> }).work,
  }));

const obsSays = (page: Page, visible: boolean) =>
  page.evaluate((shown) => {
    const detail = { visible: shown };
    window.dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail }));
  }, visible);

/** Through whatever the page may have put off to a later turn. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      await new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          done();
        };
        port2.postMessage(null);
      });
    }
  });

test('a source that is hidden in OBS draws nothing, and has everything when it is shown', async ({
  page,
  core,
  overlayUrl,
}) => {
  await putIntoObs(page);
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  );
  await page.goto(overlayUrl);
  core.say(1, 'before');
  await expect(messages(page)).toHaveText(['before']);
  await obsSays(page, false);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));

  const before = await workOf(page);
  for (let n = 1; n <= 5; n += 1) {
    core.say(20, `unseen ${n}.`);
    await expect.poll(() => frames.some((text) => text.includes(`unseen ${n}.`))).toBe(true);
  }
  await settle(page);
  expect(await workOf(page)).toEqual(before);

  await obsSays(page, true);
  await expect(messages(page).last()).toHaveText('unseen 5.');
  expect(await messages(page).count()).toBeLessThanOrEqual(50);
});

test('a page that is idle has no timer, no frame and no running animation', async ({
  page,
  core,
  overlayUrl,
}) => {
  await putIntoObs(page);
  await page.goto(overlayUrl);
  core.say(1, 'the last words');
  await expect(messages(page)).toHaveText(['the last words']);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  const before = await workOf(page);
  await settle(page);
  expect(await workOf(page)).toEqual(before);
});

const animations = (page: Page): Promise<number> =>
  page.evaluate(() => document.getAnimations().length);

/** Names of the properties that are being moved on the page right now. */
const moved = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(
      document
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .flatMap((frame) => Object.keys(frame))
        .filter((name) => ['transform', 'translate', 'scale', 'rotate', 'clipPath'].includes(name)),
    ),
  ]);

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`prefers-reduced-motion: ${reducedMotion}, chat and alerts in every theme`, {
    tag: '@look',
  }, async ({ page, core, overlayUrl }) => {
    await page.emulateMedia({ reducedMotion });
    // Time nearly stands still for animations, so that none is over before it is looked at.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
    core.say(1, 'before all');
    for (const theme of THEME_IDS) {
      await page.goto(`${overlayUrl}?theme=${theme}`);
      // What a page begins with just stands there; only what comes then moves.
      await expect(messages(page).filter({ hasText: 'before all' })).toBeAttached();
      expect(await animations(page), theme).toBe(0);
      // A line that comes soon after another only pushes; one that comes alone has the theme's movement.
      const line = chat(core.lastSeq() + 1, { content: `then in ${theme}` });
      core.publish([{ ...line, receivedAt: line.receivedAt + line.seq * 1_000 }]);
      await expect(messages(page).filter({ hasText: `then in ${theme}` })).toBeAttached();
      await expect.poll(() => animations(page), theme).toBeGreaterThan(0);
      expect((await moved(page)).length > 0, theme).toBe(reducedMotion !== 'reduce');
    }
    core.tellAlert(playing(donation(core.lastSeq() + 1)));
    const slot = page.locator('.sl-stage-slot');
    await expect(slot).toBeAttached();
    const names = await slot.evaluate((element) => getComputedStyle(element).animationName);
    expect(names === 'sl-in-fade').toBe(reducedMotion === 'reduce');
  });
}

/** What the alert's own arrival and end need; a layout a frame would be more than a hundred. */
const LAYOUTS_MOST = 15;

test('a grand alert lays out nothing while it moves, and stands still afterwards', async ({
  page,
  overlayUrl,
}) => {
  await openPicture(page, overlayUrl, { theme: 'neon', language: 'ko', alter: GRAND });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const layouts = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
  };
  await enterAgain(page);
  const before = await layouts();
  expect(await animations(page)).toBeGreaterThan(30);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((movement) => movement.finished)),
  );
  expect((await layouts()) - before).toBeLessThanOrEqual(LAYOUTS_MOST);
  const moving = () =>
    document.getAnimations().filter(({ playState }) => playState === 'running').length;
  expect(await page.evaluate(moving)).toBe(0);
});
