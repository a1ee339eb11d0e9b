import { createServer } from 'node:net';
import { StreamerbotClient } from '@streamerbot/client';
import { freePort } from '../../support/free-port.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { giveCode } from '../../support/owner-code.ts';
import { openPlace } from '../../support/places.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

test('a tool made for Streamer.bot connects with the password of the page, hears a donation, and pauses alerts', async ({
  page,
  stage,
}) => {
  const host = await stage.startLive();
  const ready = await host.waitFor(({ type }) => type === 'ready');
  await page.goto(String(ready['dashboardUrl']));
  await openPlace(page, 'settings', 'doors');
  const port = await freePort();
  const on = page.getByRole('switch', { name: text('streamerbot.on') });
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  await test.step('it is off, and its port is set by who sits at the computer', async () => {
    await expect(on).not.toBeChecked();
    await page.getByText(text('streamerbot.more')).click();
    await page.getByRole('spinbutton', { name: text('streamerbot.port') }).fill(String(port));
    const save = page.getByRole('button', { name: text('streamerbot.save') });
    await expect(save).toBeEnabled();
    await save.press('Enter');
    await expect(save).toBeDisabled();
  });
  await test.step('a port that is taken is said, with what to do', async () => {
    const before = host.errors.length;
    await on.press('Space');
    await giveCode(page, host, before);
    await expect(page.getByRole('alert')).toContainText(
      text('problem.streamerbot-port-taken.what', { port }),
    );
    await new Promise((resolve) => other.close(resolve));
    await on.press('Space');
    await expect(page.getByRole('alert')).toHaveCount(0);
    const again = host.errors.length;
    await on.press('Space');
    await giveCode(page, host, again);
    await expect(page.getByText(text('streamerbot.nobody'))).toBeVisible();
  });
  const password =
    await test.step('the password is shown to who sits at the computer', async () => {
      const before = host.errors.length;
      await page.getByRole('button', { name: text('streamerbot.show-password') }).press('Enter');
      await giveCode(page, host, before);
      const shown = page.getByRole('textbox', { name: text('streamerbot.password'), exact: true });
      await expect(shown).toHaveValue(/^[\w-]{43}$/);
      return shown.inputValue();
    });
  const heard: string[] = [];
  const client = new StreamerbotClient({ port, password, logLevel: 'none' });
  await client.on('*', ({ event }) => void heard.push(`${event.source}.${event.type}`));
  await test.step('the tool is listed, hears, and acts', async () => {
    await expect(page.getByRole('list', { name: text('streamerbot.programs') })).toContainText(
      text('streamerbot.proved'),
    );
    await expect.poll(() => client.ready).toBe(true);
    await client.getInfo();
    await client.doAction({ name: 'Pause alerts' });
    stage.simulator.publish(simEvents(stage.simulator).donation);
    await expect.poll(() => heard).toEqual(['StreamElements.Tip']);
  });
  await test.step('switching it off cuts the tool off', async () => {
    await page.getByRole('switch', { name: text('streamerbot.on') }).press('Space');
    await expect.poll(() => client.ready).toBe(false);
    await client.disconnect().catch(() => undefined);
  });
});

pageTest(
  'the door for such tools is open to everybody in every size and theme',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    core.answer({ 'streamerbot.password': () => ({ password: 'x'.repeat(43) }) });
    const program = { since: 1, proved: true };
    const { settings, ...door } = core.told('streamerbot');
    core.tell('streamerbot', {
      ...door,
      settings: { ...settings, on: true, origins: ['https://tool.example'] },
      address: 'ws://127.0.0.1:8080/',
      programs: [
        { ...program, id: 1, origin: null },
        { ...program, id: 2, origin: 'https://tool.example', proved: false },
      ],
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'settings', 'doors');
    await page.getByText(text('streamerbot.more')).click();
    await page.getByRole('button', { name: text('streamerbot.show-password') }).press('Enter');
    await giveCode(page, core);
    const shown = page.getByRole('textbox', { name: text('streamerbot.password'), exact: true });
    await expect(shown).toHaveValue('x'.repeat(43));
    for (const sight of OPPOSITES) {
      await speak(page, sight.language);
      await lookAs(page, sight);
      await expectOpenToAll(page, `tools for Streamer.bot, ${nameOf(sight)}`);
    }
  },
);
