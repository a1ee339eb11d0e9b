import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { BRIDGE_SOCKET, type CommandArgs, type CommandName } from '../../shared/contract/index.ts';
import { giveVoices, heardOn } from '../support/page-voices.ts';
import { simEvents } from '../support/sim-events.ts';
import { expect, test } from './fixtures.ts';

/** Asks the core for something, as a dashboard does; resolves when it is done. */
async function command<N extends CommandName>(
  dashboardUrl: string,
  name: N,
  args: CommandArgs<N>,
): Promise<void> {
  const address = new URL(BRIDGE_SOCKET, dashboardUrl);
  const { origin } = address;
  address.protocol = 'ws:';
  const socket = new WebSocket(address, { origin });
  const answer = new Promise<unknown>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { readonly type: string };
      if (frame.type === 'hello')
        socket.send(JSON.stringify({ type: 'command', id: 1, name, args }));
      if (frame.type === 'result') resolve(frame);
    });
  });
  expect(await answer).toMatchObject({ ok: true });
  socket.close();
}

/** What the page has told the core so far. */
function wordsOf(page: Page): unknown[] {
  const words: unknown[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => words.push(JSON.parse(String(payload)))),
  );
  return words;
}

const ON_PAGE = { speech: { on: true, from: 'page' } } as const;
const ABLE = { type: 'voice', able: true };

test('a page without voices shows its alerts and stays silent', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await giveVoices(page, []);
  const words = wordsOf(page);
  await command(dashboardUrl, 'overlay.set', ON_PAGE);
  await page.goto(overlayUrl);
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(page.getByText('donation words 1')).toBeVisible();
  await expect.poll(() => words).toContainEqual(expect.objectContaining({ state: 'painted' }));
  expect(await heardOn(page)).toEqual([]);
  expect(words).not.toContainEqual(ABLE);
});

test('the browser’s own speech, whatever it can do, breaks no page', async ({
  page,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await command(dashboardUrl, 'overlay.set', ON_PAGE);
  await page.goto(overlayUrl);
  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(page.getByText('donation words 1')).toBeVisible();
  await command(dashboardUrl, 'alerts.skip', {});
  await expect(page.getByText('donation words 1')).toBeHidden();
});

test('of two pages with voices one reads, the other when that one is gone; skip is silence', async ({
  page,
  context,
  stage,
  overlayUrl,
  dashboardUrl,
}) => {
  await giveVoices(page, ['Yuna']);
  const other = await context.newPage();
  await giveVoices(other, ['Mina']);
  await command(dashboardUrl, 'overlay.set', ON_PAGE);
  for (const each of [page, other]) {
    const words = wordsOf(each);
    await each.goto(overlayUrl);
    await expect.poll(() => words).toContainEqual(ABLE);
  }

  stage.simulator.publish(simEvents(stage.simulator).donation);
  await expect(other.getByText('donation words 1')).toBeVisible();
  await expect.poll(() => heardOn(page)).toHaveLength(1);
  const [text] = await heardOn(page);
  expect(text).toContain('12,000');
  expect(text).toContain('donation words 1');
  await command(dashboardUrl, 'alerts.skip', {});
  await expect.poll(() => heardOn(page)).toEqual([text, '-']);
  expect(await heardOn(other)).toEqual([]);

  await page.close();
  stage.simulator.publish(simEvents(stage.simulator, '2').donation);
  await expect.poll(() => heardOn(other)).toHaveLength(1);
  await command(dashboardUrl, 'overlay.set', { muted: true });
  await expect.poll(async () => (await heardOn(other)).at(-1)).toBe('-');
});
