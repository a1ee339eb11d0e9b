import { CHANNELS } from '../../../shared/preload.ts';
import { commandDone, connectLive, settingsFor, showOverlay } from '../../support/desktop-deeds.ts';
import { framesTo, recordSent } from '../../support/desktop-sent.ts';
import { simEvents } from '../../support/sim-events.ts';
import { expect, test } from './fixtures.ts';

const COUNT = 300;
const EVERY_MS = 10;
/** One frame of the screen. */
const FRAME_MS = 16;

test('300 events at 100 a second arrive in order, in at most one message a frame', async ({
  launch,
  stage,
}) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  const overlay = await showOverlay(launched);
  const sent = await recordSent(launched);
  const made = simEvents(stage.simulator);
  const wanted = Array.from({ length: COUNT }, (_, at) => `message ${at + 1}.`);
  await new Promise<void>((done) => {
    const waiting = [...wanted];
    const timer = setInterval(() => {
      const next = waiting.shift();
      if (next !== undefined) stage.simulator.publish(made.chat(next));
      if (waiting.length > 0) return;
      clearInterval(timer);
      done();
    }, EVERY_MS);
  });
  const last = `message ${COUNT}.`;
  await expect(page.getByText(last)).toBeVisible();
  await expect(overlay.getByText(last)).toBeVisible();
  const all = await sent();
  for (const address of ['app://dashboard/', 'app://overlay/']) {
    const messages = all.filter(
      (message) => message.address === address && message.channel === CHANNELS.frames,
    );
    const texts = framesTo(all, address).map((frame) => JSON.stringify(frame));
    const got = texts.flatMap((text) => text.match(/message \d+\./g) ?? []);
    expect(got).toEqual(wanted);
    const spanMs = (messages.at(-1)?.at ?? 0) - (messages[0]?.at ?? 0);
    expect(messages.length).toBeGreaterThan(1);
    expect(messages.length).toBeLessThanOrEqual(Math.floor(spanMs / (FRAME_MS - 1)) + 1);
  }
  const seen = await overlay.locator('.sl-chat-message').allTextContents();
  expect(seen).toEqual(wanted.slice(-seen.length));
  // As many as fit into the box.
  expect(seen.length).toBeGreaterThan(3);

  await test.step('a burst goes to a page in a few messages, not in one for each event', async () => {
    for (let at = 1; at <= COUNT; at += 1) stage.simulator.publish(made.chat(`burst ${at}.`));
    await expect(page.getByText(`burst ${COUNT}.`)).toBeVisible();
    const sentNow = await sent();
    const carriers = sentNow.filter(
      ({ address, frames }) =>
        address === 'app://dashboard/' && frames.some((frame) => frame.includes('burst ')),
    );
    const texts = framesTo(sentNow, 'app://dashboard/').map((frame) => JSON.stringify(frame));
    expect(texts.flatMap((text) => text.match(/burst \d+\./g) ?? []).length).toBe(COUNT);
    expect(carriers.length).toBeLessThan(COUNT / 5);
  });
});

test('a hidden window is sent nothing, and is whole when it is shown again', async ({
  launch,
  stage,
}) => {
  const launched = await launch({ settings: settingsFor(stage) });
  const page = await connectLive(launched, stage);
  const hide = (hidden: boolean) =>
    launched.app.browserWindow(page).then((window) =>
      window.evaluate((found, isHidden) => {
        if (isHidden) found.hide();
        else found.show();
      }, hidden),
    );
  await hide(true);
  const sent = await recordSent(launched);
  const made = simEvents(stage.simulator);
  for (let at = 1; at <= 20; at += 1) stage.simulator.publish(made.chat(`message ${at}.`));
  // Its answer comes after whatever the events could have caused.
  await commandDone(page, 'overlay-window.set', { shown: true });
  const overlay = await launched.overlay();
  await expect(overlay.getByText('message 20.')).toBeVisible();
  expect(JSON.stringify(framesTo(await sent(), 'app://dashboard/'))).not.toContain('message ');
  await hide(false);
  await expect(page.getByText('message 20.')).toBeVisible();
  // Only what can be seen is drawn; every row says how many there are.
  await expect(page.locator('.feed-item[aria-setsize="20"]').first()).toBeVisible();
});
