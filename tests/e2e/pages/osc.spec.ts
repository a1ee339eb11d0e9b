import type { Page } from '@playwright/test';
import { Client, Server } from 'node-osc';
import { freePort } from '../../support/free-port.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { giveCode } from '../../support/owner-code.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const cardOf = (page: Page) =>
  page.locator('.card').filter({ has: page.getByRole('heading', { name: 'OSC' }) });

test('a controller pauses alerts over OSC and hears a donation, once OSC is on and its port is named', async ({
  page,
  stage,
}) => {
  const host = await stage.startLive();
  const ready = await host.waitFor(({ type }) => type === 'ready');
  await page.goto(String(ready['dashboardUrl']));
  await openPlace(page, 'settings', 'doors');
  const card = cardOf(page);
  const on = card.getByRole('switch', { name: text('osc.on') });
  const [port, hears] = [await freePort(), await freePort()];
  const heard: unknown[][] = [];
  const controller = new Server(hears, '127.0.0.1');
  controller.on('bundle', ({ elements }) => heard.push(...(elements as unknown as unknown[][])));
  const values = (address: string) =>
    heard.filter(([said]) => said === address).map(([, ...args]) => args);
  await test.step('who may hear is written down', async () => {
    await expect(on).not.toBeChecked();
    await card.getByText(text('osc.more')).click();
    await card.getByRole('spinbutton', { name: text('osc.port') }).fill(String(port));
    await card.getByLabel(text('osc.peers'), { exact: true }).fill(`127.0.0.1:${hears}`);
    const save = card.getByRole('button', { name: text('osc.save') });
    await save.press('Enter');
    await expect(save).toBeDisabled();
  });
  await test.step('it is opened by who sits at the computer', async () => {
    await on.press('Space');
    await giveCode(page, host);
    await expect(card.getByRole('textbox', { name: text('osc.address') })).toHaveValue(
      `127.0.0.1:${port}`,
    );
    await expect.poll(() => values('/stagelight/connection').at(-1)).toEqual(['live']);
  });
  const client = new Client('127.0.0.1', port);
  await test.step('it is followed, and hears', async () => {
    await client.send('/stagelight/alerts/pause', 1);
    await expect.poll(() => values('/stagelight/alerts/paused').at(-1)).toEqual([1]);
    await expect(card.getByText(text('osc.ran', { count: 1 }))).toBeVisible();
    await client.send('/stagelight/nowhere');
    await expect(
      card.getByText(text('osc.unknown', { count: 1, last: '/stagelight/nowhere' })),
    ).toBeVisible();
    stage.simulator.publish(simEvents(stage.simulator).donation);
    await expect.poll(() => values('/stagelight/event/donation')).toHaveLength(1);
  });
  await on.press('Space');
  await expect(card.getByRole('textbox', { name: text('osc.address') })).toHaveCount(0);
  await Promise.all([client.close(), controller.close()]);
});

pageTest('a peer that is no address near by is not sent', async ({ page, core, dashboardUrl }) => {
  await page.goto(dashboardUrl);
  await openPlace(page, 'settings', 'doors');
  const card = cardOf(page);
  await card.getByText(text('osc.more')).click();
  const peers = card.getByLabel(text('osc.peers'), { exact: true });
  const save = card.getByRole('button', { name: text('osc.save') });
  await peers.fill('8.8.8.8');
  await expect(card.getByText(text('osc.peer-wrong', { peer: '8.8.8.8' }))).toBeVisible();
  await expect(save).toBeDisabled();
  await peers.fill('127.0.0.1:9000');
  await save.press('Enter');
  await expect
    .poll(() => core.askedFor('osc.set'))
    .toEqual([{ on: false, port: 8_000, peers: ['127.0.0.1:9000'] }]);
});

pageTest(
  'OSC that is on is open to everybody in every size and theme',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    const { settings, counts, ...osc } = core.told('osc');
    core.tell('osc', {
      ...osc,
      settings: { ...settings, on: true, peers: ['127.0.0.1:9000'] },
      address: '127.0.0.1:8000',
      counts: { ...counts, ran: 1, unknown: 1 },
      lastUnknown: '/stagelight/nowhere',
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'settings', 'doors');
    await cardOf(page).getByText(text('osc.more')).click();
    await expect(
      cardOf(page).getByText(text('osc.unknown', { count: 1, last: '/stagelight/nowhere' })),
    ).toBeVisible();
    for (const sight of OPPOSITES) {
      await speak(page, sight.language);
      await lookAs(page, sight);
      await expectOpenToAll(page, `OSC, ${nameOf(sight)}`);
    }
  },
);
