import { describe, expect, it } from 'vitest';
import type { EventKind } from '../../../shared/events.ts';
import { ALL, type Answer, ask, isEvent, open, type Program } from './streamerbot-world.ts';

async function listening(events: object = ALL, given = {}) {
  const world = await open(given);
  const program = await world.knock();
  await ask(program, { request: 'Subscribe', events });
  return { world, program };
}

/** What a program hears of an event of this kind. */
async function heard(kind: EventKind, data: Readonly<Record<string, unknown>> = {}) {
  const { world, program } = await listening();
  await world.happen(kind, data);
  const message = (await program.until(isEvent)).find(isEvent) ?? {};
  return message as { readonly data: Answer; readonly event: Answer; readonly timeStamp: string };
}

const seqs = (messages: readonly Answer[]) =>
  messages.filter(isEvent).map(({ data }) => (data as Seen).stagelight.seq);

interface Seen {
  readonly stagelight: { readonly seq: number };
}

/** Those that came until now: the next request is answered after them. */
async function sofar(program: Program): Promise<readonly number[]> {
  program.send({ request: 'GetInfo', id: 'now' });
  return seqs(await program.until(({ id }) => id === 'now'));
}

const own = (kind: string) => ({
  isTest: false,
  stagelight: { seq: 1, kind, origin: 'platform' },
});

const BADGE = { name: '구독자', version: 'badge-1', imageUrl: 'https://cdn.example/badge-1.png' };
const heart = (startIndex: number) => ({
  id: ':AaBbCc-heart:',
  type: 'Twitch',
  name: ':AaBbCc-heart:',
  startIndex,
  endIndex: startIndex + 13,
  imageUrl: 'https://cdn.example/heart.png',
});

describe('what a program hears', () => {
  it('of a chat message', async () => {
    const { data, event, timeStamp } = await heard('CHAT');
    expect(event).toEqual({ source: 'Twitch', type: 'ChatMessage' });
    expect(timeStamp).toBe('2026-01-01T00:00:00.000Z');
    const text = '안녕하세요 :AaBbCc-heart:';
    expect(data).toEqual({
      ...own('CHAT'),
      messageId: '1',
      text,
      bits: 0,
      emotes: [heart(6)],
      message: {
        internal: false,
        msgId: '1',
        userId: 'viewer-1',
        username: '시청자 하나',
        displayName: '시청자 하나',
        role: 1,
        subscriber: false,
        color: '',
        channel: 'channel-1',
        message: text,
        isHighlighted: false,
        isMe: false,
        isCustomReward: false,
        isAnonymous: false,
        isReply: false,
        bits: 0,
        hasBits: false,
        firstMessage: false,
        emotes: [heart(6)],
        cheerEmotes: [],
        badges: [BADGE],
        monthsSubscribed: 0,
        isTest: false,
      },
      user: {
        id: 'viewer-1',
        login: '시청자 하나',
        name: '시청자 하나',
        type: 'twitch',
        role: 1,
        subscribed: false,
        badges: [BADGE],
      },
    });
  });

  it('of a chat message with several emojis, and a badge without a picture', async () => {
    const badges = [{ id: 'b', name: 'b', imageUrl: null }];
    const profile = { nickname: 'x', badges };
    const { data } = await heard('CHAT', { content: ':AaBbCc-heart: a:AaBbCc-heart:', profile });
    expect(data).toMatchObject({
      emotes: [heart(0), heart(16)],
      user: { badges: [{ name: 'b', version: 'b', imageUrl: '' }] },
    });
  });

  it('of a donation', async () => {
    const { data, event } = await heard('DONATION');
    expect(event).toEqual({ source: 'StreamElements', type: 'Tip' });
    expect(data).toEqual({
      ...own('DONATION'),
      id: '1',
      username: '시청자 둘',
      userId: 'viewer-2',
      amount: 10_000,
      currency: 'XBM',
      message: '응원해요 :AaBbCc-clap:',
    });
  });

  it('of a donation by nobody, of an amount that cannot be read', async () => {
    const { data } = await heard('DONATION', {
      donatorChannelId: null,
      donatorNickname: null,
      payAmount: 'much',
    });
    expect(data).toMatchObject({ username: '', userId: '', amount: 0 });
  });

  it('of cheering', async () => {
    const { data, event } = await heard('DONATION', {
      donationType: 'CHEERING',
      donationText: '',
    });
    expect(event).toEqual({ source: 'Twitch', type: 'Cheer' });
    expect(data).toMatchObject({
      ...own('DONATION'),
      anonymous: false,
      bits: 10_000,
      message: {
        userId: 'viewer-2',
        role: 1,
        subscriber: false,
        isAnonymous: false,
        bits: 10_000,
        hasBits: true,
        badges: [{ name: '팬' }],
      },
      user: { id: 'viewer-2', subscribed: false },
    });
  });

  it('of cheering by nobody, of an amount that cannot be read', async () => {
    const { data } = await heard('DONATION', {
      donationType: 'CHEERING',
      donatorChannelId: null,
      donatorNickname: null,
      payAmount: 'much',
    });
    expect(data).toMatchObject({
      anonymous: true,
      bits: 0,
      message: {
        userId: '',
        username: '',
        displayName: '',
        isAnonymous: true,
        bits: 0,
        hasBits: false,
      },
      user: { id: '', login: '', name: '' },
    });
  });

  it('of a later subscription', async () => {
    const { data, event } = await heard('SUBSCRIPTION');
    expect(event).toEqual({ source: 'Twitch', type: 'ReSub' });
    const text = '일곱 달째 :AaBbCc-heart:';
    expect(data).toEqual({
      ...own('SUBSCRIPTION'),
      subTier: 2,
      emotes: [heart(6)],
      badges: [],
      message: text,
      text,
      userId: 'viewer-3',
      userName: '시청자 셋',
      displayName: '시청자 셋',
      role: 1,
      user: {
        id: 'viewer-3',
        login: '시청자 셋',
        name: '시청자 셋',
        type: 'twitch',
        role: 1,
        subscribed: true,
        badges: [],
      },
      cumulativeMonths: 7,
      shareStreak: true,
      streakMonths: 7,
    });
  });

  it.each([
    [1, 'Sub'],
    [null, 'Sub'],
    [2, 'ReSub'],
  ])('of a subscription of %j months: %s', async (month, type) => {
    const { data, event } = await heard('SUBSCRIPTION', { month, tierNo: null });
    expect(event).toEqual({ source: 'Twitch', type });
    expect(data['subTier']).toBe(1);
    expect('cumulativeMonths' in data).toBe(type === 'ReSub');
  });

  it.each(['DROPS', 'GOODS_PURCHASE'] as const)('of %s', async (kind) => {
    const { data, event } = await heard(kind);
    expect(event).toEqual({ source: 'General', type: 'Custom' });
    expect(data).toMatchObject({ ...own(kind), event: kind });
  });
});

describe('what a program does not hear', () => {
  it('is what came before it subscribed, also after it heard nothing for a while', async () => {
    const { world, program } = await listening({ StreamElements: ['Tip'] });
    await world.happen('DONATION');
    expect(await sofar(program)).toEqual([1]);
    await ask(program, { request: 'UnSubscribe', events: { StreamElements: ['*'] } });
    await world.happen('DONATION', {}, 2);
    await ask(program, { request: 'Subscribe', events: ALL });
    expect(await sofar(program)).toEqual([]);
    await world.happen('DONATION');
    expect(await sofar(program)).toEqual([4]);
  });

  it('is what it has heard already, when it asks for more', async () => {
    const { world, program } = await listening({ StreamElements: ['Tip'] });
    await world.happen('DONATION');
    await world.happen('CHAT');
    await ask(program, { request: 'Subscribe', events: { Twitch: ['ChatMessage'] } });
    await world.happen('CHAT');
    expect(await sofar(program)).toEqual([3]);
  });

  it('is what only others asked for', async () => {
    const { world, program } = await listening({ twitch: ['sub', 'RESUB'] });
    const other = await world.knock();
    const answer = await ask(other, { request: 'Subscribe', events: { TWITCH: ['*'] } });
    expect(answer['events']).toEqual({ Twitch: ['ChatMessage', 'Cheer', 'Sub', 'ReSub'] });
    for (const kind of ['CHAT', 'SUBSCRIPTION', 'DONATION'] as const) await world.happen(kind);
    expect(await sofar(program)).toEqual([2]);
    expect(await sofar(other)).toEqual([1, 2]);
  });

  it('is the rest of what it unsubscribed from by name', async () => {
    const { world, program } = await listening();
    const events = { Twitch: ['ChatMessage'], StreamElements: ['Tip'], YouTube: ['*'] };
    expect(await ask(program, { request: 'UnSubscribe', events })).toMatchObject({
      status: 'ok',
      events: { Twitch: ['ChatMessage'], StreamElements: ['Tip'] },
    });
    for (const kind of ['CHAT', 'DONATION', 'SUBSCRIPTION'] as const) await world.happen(kind);
    expect(await sofar(program)).toEqual([3]);
    const wrong = await ask(program, { request: 'UnSubscribe', events: 5 });
    expect(wrong).toMatchObject({ code: 'streamerbot-bad-request' });
  });

  it('is chat from before what is in memory; donations come all the same, each once', async () => {
    const { world, program } = await listening(ALL, { ringSize: 3 });
    // It is told nothing in between, as when it does not read.
    await world.pileUp(['DONATION', 'CHAT', 'DONATION', 'CHAT', 'CHAT', 'CHAT']);
    expect(await sofar(program)).toEqual([1, 3, 4, 5, 6]);
  });
});
