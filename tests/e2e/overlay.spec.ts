import type { Page, WebSocketRoute } from '@playwright/test';
import { HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { askCore } from '../support/ask-core.ts';
import { simEvents } from '../support/sim-events.ts';
import { expect, ON_AIR, hostTest as test } from './fixtures.ts';

test.use(ON_AIR);

const messages = (page: Page) => page.locator('.sl-chat-message');

test('all five kinds appear, with emoji as images', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  const skip = () => askCore(dashboardUrl, 'alerts.skip', {});
  await page.goto(overlayUrl);
  const { simulator } = stage;
  const made = simEvents(simulator);
  simulator.publish(made.chat(`hello ${made.token} there`));
  const line = messages(page).first();
  await expect(line).toHaveText(/hello\s+there/);
  const emoji = line.locator('img');
  await expect(emoji).toHaveAttribute('src', `${simulator.baseUrl}/sim/emoji/heart.svg`);
  await expect
    .poll(() => emoji.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);

  simulator.publish(made.donation);
  await expect(page.getByText('donation words 1')).toBeVisible();
  await expect(page.getByText('12,000')).toBeVisible();
  await skip();
  simulator.publish(made.subscription);
  await expect(page.getByText('subscription words 1')).toBeVisible();
  await skip();
  simulator.publish(made.draw);
  await expect(page.locator('.sl-stage').getByText('Lucky coupon 1')).toBeVisible();
  await skip();
  simulator.publish(made.purchase);
  await expect(page.getByText('purchase words 1')).toBeVisible();
  await expect(page.getByText('₩45,000')).toBeVisible();
});

test('scripts and markup in every text are inert', async ({ page, stage, overlayUrl }) => {
  await page.goto(overlayUrl);
  const { simulator } = stage;
  const made = simEvents(
    simulator,
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
  );
  for (const { text } of HOSTILE_TEXTS) simulator.publish(made.chat(text, text.slice(0, 200)));
  for (const event of [made.donation, made.subscription, made.draw, made.purchase])
    simulator.publish(event);
  simulator.publish(made.chat('the good one after them'));
  await expect(messages(page).filter({ hasText: 'the good one after them' })).toBeVisible();
  await expect(page.locator('.sl-stage').getByText('window.hacked').first()).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.locator('#root script, #root iframe, #root svg[onload]').count()).toBe(0);
});

test('after its socket is cut it goes on where it was, without loss or doubles', async ({
  page,
  stage,
  overlayUrl,
}) => {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/feed(\?|$)/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(overlayUrl);
  const made = simEvents(stage.simulator);
  const send = (from: number, to: number): void => {
    for (let n = from; n <= to; n += 1) stage.simulator.publish(made.chat(`message ${n}.`));
  };
  // No more than fit into the box: those above them are taken out.
  send(1, 4);
  await expect(messages(page).filter({ hasText: 'message 4.' })).toBeVisible();
  send(5, 7);
  await sockets[0]?.close();
  send(8, 12);
  await expect(messages(page).filter({ hasText: 'message 12.' })).toBeVisible();
  expect(sockets.length).toBe(2);
  const seen = await messages(page).allTextContents();
  expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => `message ${at + 1}.`));
});

test('what was before the page is there, and totals are there after a restart', async ({
  page,
  stage,
  host,
  overlayUrl,
}) => {
  await test.step('a page that comes later gets recent chat, totals and the alert that is playing', async () => {
    const made = simEvents(stage.simulator);
    stage.simulator.publish(made.chat('before the page'));
    stage.simulator.publish(made.draw);
    await host.waitFor(({ kind }) => kind === 'DROPS');
    await page.goto(overlayUrl);
    await expect(messages(page).filter({ hasText: 'before the page' })).toBeVisible();
    await expect(page.locator('.sl-stage').getByText('Lucky coupon 1')).toBeVisible();
    await expect(page.locator('.sl-tallies')).toContainText('30');
  });
  await test.step('draw totals add up by reward and survive a restart', async () => {
    const made = simEvents(stage.simulator);
    stage.simulator.publish(made.draw);
    await expect(page.locator('.sl-tallies')).toContainText('60');
    await page.goto('about:blank');
    await host.stop();
    const again = await stage.startLive();
    const ready = await again.waitFor(({ type }) => type === 'ready');
    stage.simulator.publish(made.draw);
    await page.goto(String(ready['overlayUrl']));
    await expect(page.locator('.sl-tallies')).toContainText('90');
  });
});

test('the background is transparent, words are words, and old lines leave', async ({
  page,
  stage,
  overlayUrl,
}) => {
  await page.goto(overlayUrl);
  await test.step('the background is transparent', async () => {
    stage.simulator.publish(simEvents(stage.simulator).donation);
    await expect(page.getByText('donation words 1')).toBeVisible();
    const picture = await page.screenshot({ omitBackground: true });
    const alphas = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const alphaAt = (x: number, y: number) => data[(y * bitmap.width + x) * 4 + 3];
      let solid = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 200) solid += 1;
      return {
        corner: alphaAt(2, bitmap.height - 3),
        middle: alphaAt(bitmap.width / 2, bitmap.height / 2),
        solid,
      };
    }, picture.toString('base64'));
    expect(alphas).toMatchObject({ corner: 0, middle: 0 });
    expect(alphas.solid).toBeGreaterThan(1_000);
  });
  await test.step('a token without an address stays text', async () => {
    stage.simulator.publish(simEvents(stage.simulator).chat('see :somebody-unknown: here'));
    await expect(messages(page).first()).toHaveText('see :somebody-unknown: here');
  });
  await test.step('many messages leave at most 50 lines in the page', async () => {
    const made = simEvents(stage.simulator);
    for (let n = 1; n <= 400; n += 1) stage.simulator.publish(made.chat(`line ${n}.`));
    await expect(messages(page).filter({ hasText: 'line 400.' })).toBeVisible();
    expect(await messages(page).count()).toBeLessThanOrEqual(50);
  });
});

test('it needs nothing that Chrome 103 does not have', async ({ page, stage, overlayUrl }) => {
  await page.addInitScript(() => {
    const newer: readonly [object, readonly string[]][] = [
      [
        Array.prototype,
        ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex'].slice(0, 4),
      ],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Set.prototype, ['union', 'intersection', 'difference']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [URL, ['canParse', 'parse']],
      [AbortSignal, ['any']],
    ];
    for (const [holder, names] of newer)
      for (const name of names) Reflect.deleteProperty(holder, name);
  });
  await page.goto(overlayUrl);
  const made = simEvents(stage.simulator);
  stage.simulator.publish(made.chat(`old ${made.token} browser`));
  stage.simulator.publish(made.donation);
  await expect(messages(page).first().locator('img')).toBeVisible();
  await expect(page.getByText('donation words 1')).toBeVisible();
});
