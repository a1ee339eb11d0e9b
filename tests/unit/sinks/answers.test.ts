import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { routeThrough } from '../../../electron/base/outbound.ts';
import { readAddress } from '../../../electron/features/sinks/addresses.ts';
import { DELIVERED } from '../../../electron/features/sinks/courier.ts';
import { discord } from '../../../electron/features/sinks/discord.ts';
import { discordText, plainForDiscord } from '../../../electron/features/sinks/discord-text.ts';
import { reasonOf } from '../../../electron/features/sinks/post.ts';
import { retryAfterMs, webhook } from '../../../electron/features/sinks/webhook.ts';
import { platformBehindProxy } from '../../support/connect-proxy.ts';
import { OK, type Receiver, status } from '../../support/event-receiver.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, purchase, subscription } from '../storage/support.ts';
import { ALL, openReceiver, SinksWorld } from './sinks-world.ts';

const toDiscord = (world: SinksWorld, { address }: Receiver) =>
  world.add({ kind: 'discord', name: 'my server', address, filter: ALL });

/** How long a sink waits after its first try; null: it does not. */
async function waitOf(world: SinksWorld, id: string): Promise<number | null> {
  const { state } = world.row(id);
  return state.kind === 'waiting' ? state.nextAt - world.clock.now() : null;
}

describe('a request to a webhook', () => {
  it('is JSON of our own name, to the whole address', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    await world.webhook(`${receiver.address}/a%20b?c=d&e`);
    await world.happen('DONATION', 1, { donationText: '응원해요' });
    await world.until(() => receiver.got.length === 1);
    const [{ headers, path, text } = { headers: {}, path: '', text: '' }] = receiver.got;
    expect(path).toBe('/hook/a%20b?c=d&e');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Stagelight',
      host: `127.0.0.1:${receiver.port}`,
      'content-length': String(Buffer.byteLength(text)),
    });
  });

  it('finds this computer by its name as the system knows it', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    await world.webhook(`http://localhost:${receiver.port}/hook`);
    await world.happen('DONATION');
    await world.until(() => receiver.got.length === 1);
  });

  it('is not made where a name leads nowhere', async () => {
    const world = await SinksWorld.start({ resolve: async () => [] });
    const id = await world.webhook('https://bot.example/hook');
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-no-host');
  });

  it('to a number goes through a proxy without a look-up', async () => {
    const behind = await platformBehindProxy();
    const way = routeThrough(behind.proxy, {}, silentLogger);
    onTestFinished(async () => {
      way.dispose();
      await behind.dispose();
    });
    const looked: string[] = [];
    const world = await SinksWorld.start({
      resolve: async (host) => {
        looked.push(host);
        return [];
      },
    });
    const id = await world.webhook('https://8.8.8.8/hook');
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(behind.asked).toEqual(['CONNECT 8.8.8.8:443']);
    expect(looked).toEqual([]);
  });

  it('to this computer goes around a proxy', async () => {
    const behind = await platformBehindProxy();
    const way = routeThrough(behind.proxy, {}, silentLogger);
    onTestFinished(async () => {
      way.dispose();
      await behind.dispose();
    });
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await world.webhook(receiver.address.replace('http:', 'https:'));
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(behind.asked).toEqual([]);
  });

  it.each([
    [200, null],
    [299, null],
    [300, 'sinks-redirect'],
    [399, 'sinks-redirect'],
    [400, 'sinks-status'],
    [404, 'sinks-status'],
    [503, 'sinks-status'],
  ])('that is answered with %i: %s', async (code, problem) => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(code);
    const id = await world.webhook(receiver.address);
    await world.happen('DONATION');
    await world.until(
      () => world.row(id).deliveredAt !== null || world.row(id).state.kind === 'waiting',
    );
    expect(world.problem(id)).toBe(problem);
    await world.until(() => world.clock.pendingTimers === (problem === null ? 0 : 1));
  });

  it('is none for no letter', async () => {
    const receiver = await openReceiver();
    const parts = { clock: new VirtualClock(), resolve: async () => [] };
    const address = readAddress(receiver.address, false);
    const { signal } = new AbortController();
    expect(await webhook(parts, address, 'secret').deliver([], signal)).toEqual(DELIVERED);
    expect(await discord(parts, address, () => 'en').deliver([], signal)).toEqual(DELIVERED);
    expect(receiver.asked).toEqual([]);
  });
});

describe('the time to wait in an answer', () => {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1));

  it.each([
    [null, null],
    ['0', 0],
    ['30', 30_000],
    ['soon', null],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ])('%j is %j', (text, ms) => {
    expect(retryAfterMs(text, clock)).toBe(ms);
  });
});

describe('why there is no connection', () => {
  const failure = (code: string) => Object.assign(new Error('m'), { code });

  it.each([
    [failure('ENOTFOUND'), ['sinks-no-host']],
    [failure('EAI_AGAIN'), ['sinks-no-host']],
    [failure('CERT_HAS_EXPIRED'), ['sinks-tls', { reason: 'CERT_HAS_EXPIRED' }]],
    [failure('ERR_TLS_CERT_ALTNAME_INVALID'), ['sinks-tls', expect.anything()]],
    [failure('EPROTO'), ['sinks-tls', { reason: 'EPROTO' }]],
    [failure('ECONNREFUSED'), ['sinks-unreachable', { reason: 'ECONNREFUSED' }]],
    [
      new AggregateError([failure('ENETUNREACH'), failure('ECONNREFUSED')]),
      ['sinks-unreachable', { reason: 'ENETUNREACH' }],
    ],
    [
      Object.assign(new AggregateError([new Error('m')]), { code: 'ETIMEDOUT' }),
      ['sinks-unreachable', { reason: 'ETIMEDOUT' }],
    ],
    [new Error('m'), ['sinks-unreachable', { reason: '?' }]],
    ['nothing', ['sinks-unreachable', { reason: '?' }]],
  ])('%s', (thrown, reason) => {
    expect(reasonOf(thrown)).toEqual(reason);
  });
});

describe('what Discord asks for', () => {
  it.each([
    ['nothing', 204, {}, '', 0],
    ['room for more', 204, { 'X-RateLimit-Remaining': '1' }, '', 0],
    ['no time', 204, { 'X-RateLimit-Remaining': '0' }, '', 0],
    ['a time that is none', 204, { 'X-RateLimit-Remaining': '0' }, 'soon', 0],
    ['a time before now', 204, { 'X-RateLimit-Remaining': '0' }, '-1', 0],
    ['an empty time', 204, { 'X-RateLimit-Remaining': '0' }, '', 0],
    ['a part of a millisecond', 204, { 'X-RateLimit-Remaining': '0' }, '0.0101', 11],
  ])('after a message, %s: it waits so long', async (_what, code, headers, reset, pauseMs) => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(code, {
      ...headers,
      ...(reset === '' ? {} : { 'X-RateLimit-Reset-After': reset }),
    });
    const id = await toDiscord(world, receiver);
    await world.happen('DONATION');
    await world.until(() => world.row(id).deliveredAt !== null);
    await world.until(() => world.clock.pendingTimers === (pauseMs > 0 ? 1 : 0));
    expect(world.clock.untilNext).toBe(pauseMs > 0 ? pauseMs : Number.POSITIVE_INFINITY);
    expect(world.row(id).state.kind).toBe('delivering');
  });

  it.each([
    ['its own words', 429, { 'Retry-After': '3' }, '{"retry_after": 7.25}', 7_250],
    ['its own words of nothing', 429, { 'Retry-After': '3' }, '{"retry_after": 0}', 1_000],
    ['the header without words', 429, { 'Retry-After': '3' }, '', 3_000],
    ['the header beside odd words', 429, { 'Retry-After': '3' }, '[7]', 3_000],
    ['the header beside bad words', 429, { 'Retry-After': '3' }, '{"retry_after":"x"}', 3_000],
    ['the limit’s end', 429, { 'X-RateLimit-Reset-After': '5' }, '', 5_000],
    ['nothing', 429, {}, '', 1_000],
    ['the header of a failure', 500, { 'Retry-After': '3' }, '{"retry_after": 7}', 3_000],
    ['no limit of a failure', 500, { 'X-RateLimit-Reset-After': '5' }, '', 1_000],
    ['words to their 4,096th byte', 429, {}, '{"retry_after": 9}'.padStart(4_096), 9_000],
    ['no words behind it', 429, {}, '{"retry_after": 9}'.padStart(4_097), 1_000],
  ])('after a refusal, %s', async (_what, code, headers, body, waitMs) => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(code, headers, body);
    const id = await toDiscord(world, receiver);
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(await waitOf(world, id)).toBe(waitMs);
    expect(world.problem(id)).toBe('sinks-status');
  });

  it('is not known where it does not answer', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    await receiver.close();
    const id = await toDiscord(world, receiver);
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-unreachable');
  });

  it('is nothing for ever, with 410 too', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(410);
    const id = await toDiscord(world, receiver);
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'off');
    receiver.reply = OK;
    await world.sinks.commands['sinks.test']({ id });
    const { content, flags } = JSON.parse(receiver.got[0]?.text ?? '');
    expect(flags).toBe(4);
    expect(content).toMatch(/^\S.*\*\*Stagelight\*\* donated/);
  });
});

describe('a message to Discord', () => {
  it('says that a test is one, and who subscribed for how long', () => {
    const test = { ...donation(1), origin: 'test' as const };
    expect(discordText(test, 'en')).not.toBe(discordText(donation(1), 'en'));
    expect(discordText(test, 'en').endsWith(discordText(donation(1), 'en'))).toBe(true);
    const member = subscription(1);
    const known = { ...member.data, subscriberChannelName: '하늘', month: 7 };
    expect(discordText({ ...member, data: known }, 'en')).toContain('**하늘** ');
    expect(discordText({ ...member, data: known }, 'en')).toContain('7');
    const unknown = { ...known, month: null };
    expect(discordText({ ...member, data: unknown }, 'en')).toMatch(/^\*\*하늘\*\* subscribed/);
    expect(discordText({ ...member, data: unknown }, 'en')).not.toContain('0');
  });

  it('says who bought and what they said, and names nobody without a name', () => {
    const profile = { nickname: '바다', badges: [] };
    const bought = discordText(purchase(1, { profile, content: '잘 쓸게요' }), 'ko');
    expect(bought).toBe('**바다**님이 **머그컵** 상품을 샀어요\n> 잘 쓸게요');
    expect(discordText(purchase(1, { profile: null, content: '' }), 'ko')).toContain('누군가');
    const nameless = donation(1, { donatorNickname: '', payAmount: 5, donationText: '' });
    expect(discordText(nameless, 'en')).toMatch(/^\*\*Somebody\*\* donated/);
  });

  it.each([
    ['aaaa', 5, 'aaaa'],
    ['aaaa', 4, 'aaa…'],
    ['aa', 2, 'a…'],
    ['a*', 4, 'a\\*'],
    ['a*', 3, 'a…'],
    ['', 5, ''],
    [' a \n b ', 9, 'a b'],
  ])('has of %j at most %i characters: %j', (text, most, kept) => {
    expect(plainForDiscord(text, most)).toBe(kept);
  });
});
