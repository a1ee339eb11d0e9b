import type { Page } from '@playwright/test';
import { presentWatcher } from '../../../electron/base/watched.ts';
import { SCOPES } from '../../../electron/platform/operations.ts';
import { fillCore } from '../../support/full-core.ts';
import { guest } from '../../support/hostile-world.ts';
import { expectOpenToAll, lookAs, nameOf, type Sight, speak } from '../../support/open-to-all.ts';
import { openPlace } from '../../support/places.ts';
import { Refused, type ServedCore } from '../../support/served-core.ts';
import { chat } from '../../support/stage-events.ts';
import { tellStream } from '../../support/stream-core.ts';
import { english, text, textLike, wholeText } from '../../support/texts.ts';
import { expect, pageTest as test } from '../fixtures.ts';

const field = (page: Page) => page.getByRole('textbox', { name: text('live.send-label') });
const rows = (page: Page) => page.locator('.feed-item');
const RULES = new RegExp(`^(${text('stream.chat')}|${english('stream.chat')})$`);
const card = (page: Page, name: RegExp) => page.getByRole('region', { name });

/** Somebody is signed in, with all permissions. */
function signIn(core: ServedCore): void {
  const tokens = { issuedAt: 1, expiresAt: Date.now() + 86_400_000 };
  core.tell('status', {
    ...core.told('status'),
    scopes: { granted: SCOPES, missing: [] },
    tokens,
  });
}

/** The chat has what the streamer sent. */
function hear(core: ServedCore, content: string): void {
  core.publish([chat(core.lastSeq() + 1, { senderChannelId: 'streamer', content })]);
}

/** The chat has a message at once, and the core its answer once that is let go. */
function holdSend(core: ServedCore): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  core.answer({
    'live.send': async ({ message }) => {
      hear(core, message);
      await promise;
      return { messageId: 'm-1' };
    },
  });
  return resolve;
}

/** Nobody knows what becomes of a message, until the chat has it. */
function loseSend(core: ServedCore, arrives: boolean): void {
  core.answer({
    'live.send': ({ message }) => {
      if (arrives) hear(core, message);
      throw new Refused({ code: 'live-maybe-sent', outcome: 'unknown' });
    },
  });
}

test('a message that takes 12 seconds is under way until its answer is here, and stands there once', async ({
  page,
  core,
  dashboardUrl,
}) => {
  signIn(core);
  const answer = holdSend(core);
  await page.clock.install();
  await page.goto(dashboardUrl);
  await field(page).fill('천천히 가는 말');
  await field(page).press('Enter');
  await expect.poll(() => core.askedFor('live.send')).toHaveLength(1);
  await page.clock.fastForward(12_000);
  await expect(page.getByText(text('answer.running'))).toBeVisible();
  const send = page.getByRole('button', { name: text('live.send'), exact: true });
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await send.click();
  await field(page).press('Enter');
  answer();
  await expect(page.getByText(text('live.sent'), { exact: true })).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(rows(page).filter({ hasText: '천천히 가는 말' })).toHaveCount(1);
  expect(core.askedFor('live.send')).toEqual([{ message: '천천히 가는 말', senderType: 'USER' }]);
});

test('the page asks again for an answer that a broken socket has lost, and nothing is sent twice', async ({
  page,
  core,
  dashboardUrl,
}) => {
  signIn(core);
  const answer = holdSend(core);
  await page.addInitScript(() => {
    const sockets: WebSocket[] = [];
    Reflect.set(window, 'dashboardSockets', sockets);
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        sockets.push(this);
      }
    };
  });
  await page.goto(dashboardUrl);
  await field(page).fill('끊겨도 한 번');
  await field(page).press('Enter');
  await expect.poll(() => core.askedFor('live.send')).toHaveLength(1);
  await page.evaluate(() => {
    const sockets: WebSocket[] = Reflect.get(window, 'dashboardSockets');
    for (const socket of sockets) socket.close();
  });
  await expect(page.getByText(text('answer.line-lost'))).toBeVisible();
  await expect(page.getByText(text('answer.line-lost'))).toHaveCount(0);
  answer();
  await expect(page.getByText(text('live.sent'), { exact: true })).toBeVisible();
  expect(core.askedFor('live.send')).toHaveLength(1);
});

test('a wait that the platform asks for is counted down, or told by its end', async ({
  page,
  core,
  dashboardUrl,
}) => {
  await fillCore(core, page);
  await test.step('a list that the platform limits is counted down, and comes by itself', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    core.answer({
      'people.followers': async () => {
        presentWatcher()?.(3_000);
        await promise;
        return { people: [1, 2].map((at) => ({ ...guest(at), since: 1 })), next: null };
      },
    });
    await page.goto(dashboardUrl);
    await openPlace(page, 'viewers');
    await expect(page.getByText(text('answer.waiting'))).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(wholeText('answer.waiting-left', /[123]초/));
    await expect(page.getByRole('timer')).toHaveCount(0);
    resolve();
    await expect(page.getByText(text('people.count', { count: 2 }))).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('a wait of minutes is told by the time of its end', async () => {
    core.answer({
      'stream.categories': () => {
        const values = { wait: { key: 'problem.wait-minutes', values: { count: 10 } } } as const;
        const retryAt = Date.now() + 600_000;
        throw new Refused({ code: 'platform-rate-limited', values, retryAt });
      },
    });
    await openPlace(page, 'stream');
    await page.locator('.stream-main').getByRole('combobox').first().focus();
    await expect(page.getByText(wholeText('answer.retry-from', /\d\d:\d\d/))).toBeVisible();
  });
});

/** The four sights in which what takes long is looked at. */
const SIGHTS: readonly Sight[] = [
  { width: 400, colorScheme: 'dark', language: 'ko' },
  { width: 400, colorScheme: 'light', language: 'en' },
  { width: 1280, colorScheme: 'light', language: 'ko' },
  { width: 1280, colorScheme: 'dark', language: 'en' },
];

/** Whether everybody can use the page as it is; a picture of it where somebody wants one. */
async function look(page: Page, name: string, sight: Sight): Promise<void> {
  await expectOpenToAll(page, `${name}, ${nameOf(sight)}`);
  const folder = process.env['PICTURES'];
  const { width, colorScheme, language } = sight;
  const file = `${name}-${colorScheme}-${language}-${width}.png`;
  if (folder) await page.screenshot({ path: `${folder}/${file}` });
}

async function show(page: Page, sight: Sight): Promise<void> {
  await lookAs(page, sight);
  await speak(page, sight.language);
}

test('a message without an answer is told once, to everybody', async ({
  page,
  core,
  dashboardUrl,
}) => {
  signIn(core);
  await page.clock.install();
  await page.goto(dashboardUrl);
  const write = page.locator('.composer-field');
  const alerts = page.locator('.composer').getByRole('alert');
  for (const [at, sight] of SIGHTS.entries()) {
    await show(page, sight);
    const name = nameOf(sight);
    const answer = holdSend(core);
    await write.fill(`갔을까요? ${name}`);
    await write.press('Enter');
    await expect(rows(page)).toHaveCount(at * 2 + 1);
    await page.clock.fastForward(5_000);
    await expect(page.locator('.composer .callout')).toBeVisible();
    await look(page, 'sending', sight);
    answer();
    await expect(write).toHaveValue('');
    // The platform broke before it did anything: nobody can know.
    loseSend(core, false);
    await write.fill(`정말 갔을까요? ${name}`);
    await write.press('Enter');
    await expect(alerts).toHaveCount(1);
    await look(page, 'unknown', sight);
    loseSend(core, true);
    await write.fill(`결국 갔어요 ${name}`);
    await write.press('Enter');
    await expect(rows(page)).toHaveCount(at * 2 + 2);
    await expect(alerts).toHaveCount(0);
    await expect(write).toHaveValue('');
    await look(page, 'sent-after-all', sight);
  }
});

test('slow mode without an answer, and a list that waits, are open to everybody', {
  tag: '@look',
}, async ({ page, core, dashboardUrl }) => {
  await fillCore(core, page);
  await page.clock.install();
  await page.goto(dashboardUrl);
  core.answer({
    'stream.set-chat': ({ chatSlowModeSec: value = 0 }) => {
      if (value === 10) return tellStream(core, { chatSlowModeSec: value });
      const stream = core.told('stream');
      const chatSlowModeSec = { value, setAt: Date.now() };
      core.tell('stream', { ...stream, unsure: { ...stream.unsure, chatSlowModeSec } });
      const fields = [{ key: 'stream.field.chatSlowModeSec' }] as const;
      const advice = { key: 'problem.stream-change-unsure.not-readable' } as const;
      const values = { fields, advice };
      throw new Refused({ code: 'stream-change-unsure', values, outcome: 'unknown' });
    },
    // Its answer never comes.
    'people.followers': () => {
      presentWatcher()?.(600_000);
      return new Promise(() => undefined);
    },
  });
  await openPlace(page, 'stream');
  const rules = card(page, RULES);
  await rules.getByText(text('stream.length.second', { count: 10 })).click();
  await expect(rules.getByText(textLike('stream.set-here'))).toHaveCount(1);
  await rules.getByText(text('stream.length.second', { count: 30 })).click();
  for (const sight of SIGHTS) {
    await show(page, sight);
    await expect(rules.getByText(textLike('stream.set-here', sight.language))).toHaveCount(1);
    await expect(rules.getByRole('alert')).toHaveCount(1);
    const tenSeconds = text('stream.length.second', { count: 10 }, sight.language);
    await expect(rules.getByRole('radio', { name: tenSeconds })).toBeChecked();
    await rules.scrollIntoViewIfNeeded();
    await look(page, 'slow-mode', sight);
  }
  await openPlace(page, 'viewers');
  for (const sight of SIGHTS) {
    await show(page, sight);
    await expect(page.getByRole('timer')).toBeVisible();
    await look(page, 'waiting', sight);
  }
});
