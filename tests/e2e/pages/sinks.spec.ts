import type { SinkRow } from '../../../shared/contract/sinks.ts';
import { OK, Receiver, status } from '../../support/event-receiver.ts';
import type { HeadlessProcess } from '../../support/headless-process.ts';
import { expectOpenToAll, lookAs, nameOf, OPPOSITES, speak } from '../../support/open-to-all.ts';
import { giveCode } from '../../support/owner-code.ts';
import { openPlace } from '../../support/places.ts';
import { Refused } from '../../support/served-core.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text, textLike } from '../../support/texts.ts';
import { expect, pageTest, hostTest as test } from '../fixtures.ts';

const dashboardOf = async (host: HeadlessProcess) => await host.addressOf('dashboardUrl');

test('events go to a webhook in order, and after a kill none is missing', async ({
  page,
  stage,
}) => {
  const receiver = await Receiver.open();
  const { simulator } = stage;
  const { donation } = simEvents(simulator);
  let host = await stage.startLive();
  await page.goto(await dashboardOf(host));
  await openPlace(page, 'settings', 'doors');
  const sinks = page.locator('.sinks');
  await test.step('an address in a private network is refused', async () => {
    await page.getByLabel(text('sinks.name')).fill('후원 봇');
    await page.getByLabel(text('sinks.address'), { exact: true }).fill('https://192.168.0.2/hook');
    const before = host.errors.length;
    await page.getByRole('button', { name: text('sinks.add'), exact: true }).press('Enter');
    await giveCode(page, host, before);
    await expect(page.getByRole('alert')).toContainText(text('problem.sinks-address-place.what'));
    await page.getByLabel(text('sinks.address'), { exact: true }).fill(receiver.address);
  });
  await test.step('a webhook is made by who sits at the computer, with a secret shown once', async () => {
    const before = host.errors.length;
    await page.getByRole('button', { name: text('sinks.add'), exact: true }).press('Enter');
    await giveCode(page, host, before);
    const secret = page.getByRole('textbox', { name: text('sinks.secret'), exact: true });
    await expect(secret).toHaveValue(/^whsec_[\w-]{43}$/);
    await page.getByRole('button', { name: text('sinks.secret-done') }).press('Enter');
    await expect(sinks).toContainText(text('sinks.state-delivering'));
  });
  await test.step('it gets a test, and a donation', async () => {
    await page
      .getByRole('button', { name: text('sinks.test-of', { name: '후원 봇' }) })
      .press('Enter');
    await expect(page.getByText(text('sinks.tested'))).toBeVisible();
    simulator.publish(donation);
    await expect.poll(() => receiver.got.length).toBe(2);
    await expect(sinks).toContainText(textLike('sinks.last'));
  });
  await test.step('while it fails, the page says since when and why', async () => {
    receiver.reply = status(503);
    for (let count = 0; count < 5; count += 1) simulator.publish(donation);
    await expect(sinks).toContainText('503');
    await expect(sinks).toContainText(textLike('sinks.waiting-since'));
  });
  await test.step('after a kill everything goes on, and nothing is missing', async () => {
    await page.goto('about:blank');
    host.child.kill('SIGKILL');
    await host.exited;
    receiver.reply = OK;
    host = await stage.startLive();
    simulator.publish(donation);
    await expect.poll(() => new Set(receiver.seqs).size).toBe(8);
    const [, ...sent] = receiver.seqs;
    expect(sent).toEqual([...sent].sort((a, b) => a - b));
    expect(
      new Set(receiver.got.slice(1).map(({ headers }) => headers['x-stagelight-id'])).size,
    ).toBe(7);
  });
  await test.step('one is removed once the streamer is sure', async () => {
    await page.goto(await dashboardOf(host));
    await openPlace(page, 'settings', 'doors');
    await page
      .getByRole('button', { name: text('sinks.remove', { name: '후원 봇' }) })
      .press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('sinks.remove-do') })
      .press('Enter');
    await expect(sinks).toHaveCount(0);
  });
  await receiver.close();
});

const FILTER: SinkRow['filter'] = {
  kinds: ['DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'],
  leastBeams: 0,
};
const ROW: Omit<SinkRow, 'id' | 'name'> = {
  kind: 'webhook',
  filter: FILTER,
  nearby: false,
  nats: null,
  target: 'hooks.example',
  state: { kind: 'delivering' },
  deliveredAt: 1,
  deadLetters: 2,
  dropped: 0,
};

pageTest(
  'events sent elsewhere are open to everybody in every size and theme',
  { tag: '@look' },
  async ({ page, core, dashboardUrl }) => {
    const waiting = {
      kind: 'waiting',
      since: 1,
      problem: { code: 'sinks-status', values: { status: 503 } },
      nextAt: Date.now() + 600_000,
    } as const;
    core.tell('sinks', {
      sinks: [
        { ...ROW, id: '1', name: '후원 봇', state: waiting },
        { ...ROW, id: '2', name: '기록' },
      ],
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'settings', 'doors');
    await expect(page.locator('.sinks')).toContainText(textLike('sinks.waiting-since'));
    for (const sight of OPPOSITES) {
      await speak(page, sight.language);
      await lookAs(page, sight);
      await expectOpenToAll(page, `events sent elsewhere, ${nameOf(sight)}`);
    }
  },
);

pageTest(
  'a stream of NATS has its own fields, and the page says what keeps events from it',
  async ({ page, core, dashboardUrl }) => {
    core.answer({
      'sinks.add': ({ kind, name, ...sink }) => {
        const nats = 'nats' in sink ? sink.nats : null;
        core.tell('sinks', {
          sinks: [{ ...ROW, id: 'nats', kind, name, nats, target: 'nats://127.0.0.1:4222' }],
        });
        return { id: 'nats', secret: null };
      },
      'sinks.test': () => {
        throw new Refused({ code: 'sinks-unreachable', values: { reason: 'ECONNREFUSED' } });
      },
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'settings', 'doors');
    const add = page.getByRole('button', { name: text('sinks.add'), exact: true });
    const address = 'nats://127.0.0.1:4222';
    await pageTest.step('names that NATS does not take are not sent', async () => {
      await page.getByLabel(text('sinks.kind')).selectOption({ label: 'NATS JetStream' });
      await page.getByLabel(text('sinks.name')).fill('통계');
      await page.getByLabel(text('sinks.servers'), { exact: true }).fill(address);
      await page.getByLabel(text('sinks.stream')).fill('two words');
      await expect(add).toBeDisabled();
      await page.getByLabel(text('sinks.stream')).fill('SHOW');
      await page.getByLabel(text('sinks.user')).fill('ann');
      await page.getByLabel(text('sinks.password')).fill('some words');
    });
    await pageTest.step('the form is open to everybody in every size and theme', async () => {
      for (const sight of OPPOSITES) {
        await speak(page, sight.language);
        await lookAs(page, sight);
        await expectOpenToAll(page, `a stream of NATS, ${nameOf(sight)}`);
      }
      await speak(page, 'ko');
    });
    await pageTest.step('it is made, and says that nobody is there', async () => {
      await add.press('Enter');
      await giveCode(page, core);
      await expect(page.locator('.sinks')).toContainText('NATS JetStream · nats://127.0.0.1');
      expect(core.askedFor('sinks.add')).toEqual([
        {
          kind: 'nats',
          name: '통계',
          filter: FILTER,
          address,
          nearby: false,
          nats: { stream: 'SHOW', prefix: 'stagelight', make: false },
          login: { user: 'ann', password: 'some words' },
        },
      ]);
      await page
        .getByRole('button', { name: text('sinks.test-of', { name: '통계' }) })
        .press('Enter');
      await expect(page.getByText(textLike('problem.sinks-unreachable.what'))).toBeVisible();
      expect(core.askedFor('sinks.test')).toEqual([{ id: 'nats' }]);
    });
    await pageTest.step(
      'changed, it keeps its sign-in and shows its names, but no password',
      async () => {
        await page
          .getByRole('button', { name: text('sinks.edit-of', { name: '통계' }) })
          .press('Enter');
        const form = page.locator('.sink');
        await expect(form.getByLabel(text('sinks.stream'))).toHaveValue('SHOW');
        await expect(form.getByLabel(text('sinks.password'))).toHaveValue('');
        expect(await page.content()).not.toContain('some words');
      },
    );
  },
);
