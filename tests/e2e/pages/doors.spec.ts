import { WebSocket } from 'ws';
import type { ApiDown } from '../../../shared/api/v1.ts';
import { API_SCOPES } from '../../../shared/contract/doors.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { giveCode } from '../../support/owner-code.ts';
import { openPlace } from '../../support/places.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

test('a program gets a key on the page, hears events, runs a command, and is cut off by its revocation', async ({
  page,
  stage,
}) => {
  const host = await stage.startLive();
  const ready = await host.waitFor(({ type }) => type === 'ready');
  await page.goto(String(ready['dashboardUrl']));
  await openPlace(page, 'settings', 'doors');
  const make = page.getByRole('button', { name: text('doors.create') });
  await test.step('a web page needs its address, and a wrong one is said', async () => {
    await page.getByLabel(text('doors.name'), { exact: true }).fill('스트림덱');
    await page.getByLabel(text('doors.origins')).fill('tool.example/path');
    await expect(
      page.getByText(text('doors.origin-wrong', { origin: 'tool.example/path' })),
    ).toBeVisible();
    await expect(make).toBeDisabled();
    await page.getByLabel(text('doors.origins')).fill('https://tool.example');
  });
  const key =
    await test.step('the key is made by who sits at the computer, and shown once', async () => {
      await page.getByRole('checkbox', { name: text('doors.scope-alerts:control') }).check();
      const before = host.errors.length;
      await expect(make).toBeEnabled();
      await make.press('Enter');
      await giveCode(page, host, before);
      const made = page.getByRole('textbox', { name: text('doors.key'), exact: true });
      await expect(made).toHaveValue(/^sl_[\w-]{43}$/);
      const written = await made.inputValue();
      await page.getByRole('button', { name: text('doors.done') }).press('Enter');
      await expect(made).toHaveCount(0);
      await expect(page.locator('.door-keys')).toContainText(text('doors.never-used'));
      expect(host.errors).not.toContain(written);
      return written;
    });
  const address = await page.getByRole('textbox', { name: text('doors.address') }).inputValue();
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket`);
  const heard: ApiDown[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ApiDown));
  const ended = new Promise<number>((resolve) => socket.on('close', resolve));
  await test.step('a program with it hears a donation, and pauses alerts', async () => {
    await new Promise((resolve) => socket.on('open', resolve));
    const send = (message: object) => socket.send(JSON.stringify(message));
    send({ type: 'hello', key });
    send({ type: 'subscribe', id: 1, topics: ['events', 'alerts'] });
    await expect.poll(() => heard.some(({ type }) => type === 'subscribed')).toBe(true);
    const args = { kind: 'DONATION', data: {} };
    send({ type: 'request', id: 2, command: 'test-event.play', args });
    await expect
      .poll(() => heard.flatMap((frame) => (frame.type === 'events' ? frame.events : [])))
      .toMatchObject([{ kind: 'DONATION', origin: 'test' }]);
    send({ type: 'request', id: 3, command: 'alerts.pause', args: { paused: true } });
    await expect
      .poll(() => heard.some((frame) => frame.type === 'result' && frame.id === 3))
      .toBe(true);
    await expect
      .poll(() => JSON.stringify(heard.filter(({ type }) => type === 'state')))
      .toContain('"paused":true');
    await expect(page.locator('.door-keys')).toContainText(textLike('doors.connected'));
  });
  await test.step('revoking it cuts the program off', async () => {
    await page
      .getByRole('button', { name: text('doors.revoke', { name: '스트림덱' }) })
      .press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('doors.revoke-do') })
      .press('Enter');
    expect(await ended).toBe(1008);
    await expect(page.locator('.door-keys')).toHaveCount(0);
  });
});

pageTest(
  'the page of other tools is open to everybody in every size and theme',
  {
    tag: '@look',
  },
  async ({ page, core, dashboardUrl }) => {
    const key = { scopes: API_SCOPES, origins: ['https://tool.example'], createdAt: 1 };
    core.tell('doors', {
      ...core.told('doors'),
      keys: [
        { ...key, id: '1', name: text('doors.name-example'), lastUsedAt: 2, connected: 1 },
        { ...key, id: '2', name: '채팅 봇', lastUsedAt: null, connected: 0 },
      ],
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'settings', 'doors');
    await expect(page.locator('.door-keys')).toContainText(textLike('doors.connected'));
    for (const sight of OPPOSITES) {
      await speak(page, sight.language);
      await lookAs(page, sight);
      await expectOpenToAll(page, `other tools, ${nameOf(sight)}`);
    }
  },
);
