import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emojisIn, emojiToken } from '../../../electron/simulator/events/builders.ts';
import type { SimEvent } from '../../../electron/simulator/events/payloads.ts';
import { SIM_EVENT_KINDS } from '../../../electron/simulator/events/payloads.ts';
import { fieldAt } from '../../support/json-fields.ts';
import { API, Stage } from './simulator-stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.stop());

const publish = async (kind: string, data: object = {}) =>
  stage.control('POST', '/events', { kind, data });

/** The documented fields of each kind, nothing else. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  CHAT: ['channelId', 'senderChannelId', 'profile', 'content', 'messageTime', 'emojis'],
  DONATION: [
    'donationType',
    'channelId',
    'donatorChannelId',
    'donatorNickname',
    'donatorBadges',
    'payAmount',
    'donationText',
    'emojis',
  ],
  SUBSCRIPTION: [
    'channelId',
    'subscriberChannelId',
    'subscriberChannelName',
    'month',
    'tierNo',
    'subscriptionMessage',
    'emojis',
  ],
  DROPS: [
    'channelId',
    'campaignId',
    'rewardId',
    'rewardTitle',
    'rewardDescription',
    'rewardImageUrl',
    'count',
    'drawnAt',
  ],
  GOODS_PURCHASE: [
    'channelId',
    'senderChannelId',
    'profile',
    'content',
    'messageTime',
    'emojis',
    'shopName',
    'representativeItemName',
    'itemCount',
    'totalAmount',
    'currency',
  ],
};

describe('delivery', () => {
  it.each([
    ['chat', ['CHAT', 'DROPS', 'GOODS_PURCHASE']],
    ['donation', ['DONATION']],
    ['subscription', ['SUBSCRIPTION']],
  ])('the %s subscription brings %j and nothing else', async (event, kinds) => {
    const { line } = await stage.live([event]);
    for (const kind of SIM_EVENT_KINDS) expect((await publish(kind)).status).toBe(200);
    expect((await line.events()).map((heard) => heard.event)).toEqual(kinds);
  });

  it.each(SIM_EVENT_KINDS)('%s has the documented fields and the envelope', async (kind) => {
    const { line } = await stage.live();
    await publish(kind);
    const [heard] = await line.events();
    expect(Object.keys(heard ?? {})).toEqual(['event', 'data']);
    expect(Object.keys(heard?.data ?? {}).sort()).toEqual([...(FIELDS[kind] ?? [])].sort());
    expect(heard?.data['channelId']).toBe(stage.sim.streamerChannelId);
  });

  it('a CHEERING donation has items, their sum, and no words', async () => {
    const { line } = await stage.live();
    await publish('DONATION', { donationType: 'CHEERING' });
    expect((await line.events())[0]?.data).toMatchObject({
      donationText: '',
      payAmount: '300',
      cheeringItems: [{ cnt: 3, amount: 100, type: 'BALLOON', skinType: 'DEFAULT' }],
    });
  });

  it.each([
    ['an unknown field', 'CHAT', { nickname: 'x' }],
    ['an amount that is a number', 'DONATION', { payAmount: 1_000 }],
    ['a profile that is text', 'GOODS_PURCHASE', { profile: 'x' }],
    ['an unknown kind', 'NOTICE', {}],
  ])('refuses to publish %s: broken events are faults', async (_, kind, data) => {
    const { line } = await stage.live();
    expect((await publish(kind, data)).status).toBe(400);
    expect(await line.events()).toEqual([]);
  });

  it('reaches every session of the channel once, and no other channel', async () => {
    const one = await stage.live(['chat']);
    const two = await stage.live(['chat']);
    const other = stage.token(stage.user(1));
    const third = await stage.session(other);
    const line = await stage.connect(third.url);
    await stage.change('subscribe', 'chat', third.key, other);
    const { json } = await publish('CHAT');
    expect(json).toMatchObject({ id: 1, deliveredTo: [one.key, two.key], missedBy: [] });
    expect(await one.line.events()).toHaveLength(1);
    expect(await two.line.events()).toHaveLength(1);
    expect(await line.events()).toHaveLength(0);
  });

  it('stops after unsubscribing', async () => {
    const { line, key } = await stage.live(['chat', 'donation']);
    await stage.change('unsubscribe', 'chat', key);
    await publish('CHAT');
    await publish('DONATION');
    expect((await line.events()).map(({ event }) => event)).toEqual(['DONATION']);
  });

  it('falls silent when the authorization is revoked, without closing', async () => {
    const { line } = await stage.live(['chat']);
    const { authorizations } = stage.sim.world;
    for (const grant of authorizations.grants()) authorizations.revokeGrant(grant);
    const { json } = await publish('CHAT');
    expect(fieldAt(json, 'deliveredTo')).toEqual([]);
    expect(await line.events()).toEqual([]);
  });

  it('keeps count, so that a loss or a double can be proven', async () => {
    const { line, key } = await stage.live(['chat']);
    for (let n = 0; n < 200; n += 1) await stage.sim.publish(chat(String(n)));
    expect((await line.events()).map(({ data }) => data['content'])).toEqual(
      Array.from({ length: 200 }, (_, n) => String(n)),
    );
    expect(stage.sim.events.published).toMatchObject({ CHAT: 200, DONATION: 0 });
    expect(stage.sim.events.deliveredTo(key)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    expect(stage.sim.sessions.find(key)?.delivered).toBe(200);
  });

  it('remembers no more publications than it was told to', async () => {
    await stage.stop();
    stage = await Stage.start({ keepPublications: 3 });
    for (let n = 0; n < 10; n += 1) stage.sim.publish(chat(String(n)));
    expect(stage.sim.events.kept.map(({ id }) => id)).toEqual([8, 9, 10]);
    expect(stage.sim.events.published.CHAT).toBe(10);
  });
});

describe('a draw', () => {
  it.each([
    ['to a live channel with winners', true, 1, null],
    ['without winners', true, 0, 'no-winners'],
    ['to a channel that is not live', false, 5, 'not-live'],
  ])('%s', async (_, live, count, withheld) => {
    const { line } = await stage.live(['chat']);
    const channel = stage.sim.world.channels.of(stage.streamer);
    if (!live) stage.sim.world.channels.endLive(channel);
    const { json } = await publish('DROPS', { count });
    expect(fieldAt(json, 'withheld')).toBe(withheld);
    expect(await line.events()).toHaveLength(withheld === null ? 1 : 0);
    expect(stage.sim.events.published.DROPS).toBe(withheld === null ? 1 : 0);
  });
});

describe('a chat message sent through the Open API', () => {
  it('comes back as a CHAT event with its emoji', async () => {
    const { line, token } = await stage.live(['chat']);
    const emoji = emojiToken(stage.streamer.channelId, 'heart');
    const message = `hello ${emoji}`;
    const sent = await stage.call('POST', `${API}/chats/send`, stage.bearer(token), { message });
    expect(sent.status).toBe(200);
    const [heard] = await line.events();
    expect(heard).toMatchObject({
      event: 'CHAT',
      data: {
        content: message,
        senderChannelId: stage.streamer.channelId,
        emojis: { [emoji]: `${stage.sim.baseUrl}/sim/emoji/heart.svg` },
      },
    });
    const image = await stage.call('GET', '/sim/emoji/heart.svg');
    expect(image.headers.get('content-type')).toBe('image/svg+xml');
  });
});

describe('the emoji of a text', () => {
  it('are exactly those whose tokens stand in it, colons included', () => {
    const text = `:ch-heart: and :ch-nothing: and :other-star:`;
    expect(emojisIn(text, 'ch', ['heart', 'star'], 'http://x')).toEqual({
      ':ch-heart:': 'http://x/emoji/heart.svg',
    });
  });
});

function chat(content: string): SimEvent {
  return {
    kind: 'CHAT',
    data: {
      channelId: stage.streamer.channelId,
      senderChannelId: 'viewer',
      profile: { nickname: 'viewer', badges: [] },
      content,
      messageTime: '2026-01-01T00:00:00.000Z',
      emojis: {},
    },
  };
}
