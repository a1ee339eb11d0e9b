import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatSent } from '../../../electron/simulator/world/model.ts';
import { type Ask, OPEN, openPlatform, type Platform } from './support.ts';

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
  platform.world.imageBase = 'http://127.0.0.1:9/sim';
});

const asUser = (path: string, how: Ask = {}) =>
  platform.ask(`${OPEN}${path}`, { ...how, headers: platform.bearer() });

describe('chat', () => {
  const send = (body: object) => asUser('/chats/send', { body });

  it("tells the event side of every message, in the token's own channel", async () => {
    const heard: ChatSent[] = [];
    const listening = platform.world.channels.onChatSent((sent) => heard.push(sent));
    const answer = await send({ message: '안녕하세요 :Stg7Kq2MfA-heart:' });
    expect(heard).toEqual([
      {
        messageId: answer.json.content.messageId,
        channelId: 'Stg7Kq2MfA',
        sender: platform.streamer,
        senderType: 'APP',
        content: '안녕하세요 :Stg7Kq2MfA-heart:',
        sentAt: platform.clock.now(),
      },
    ]);
    await send({ message: 'two', senderType: 'USER' });
    expect(heard[1]).toMatchObject({ content: 'two', senderType: 'USER' });
    listening.dispose();
    await send({ message: 'three' });
    expect(heard).toHaveLength(2);
  });

  it.each<[string, object, number]>([
    ['1 character', { message: 'a' }, 200],
    ['100 characters', { message: '가'.repeat(100) }, 200],
    ['100 emoji of two units each', { message: '🌟'.repeat(100) }, 200],
    ['101 emoji', { message: '🌟'.repeat(101) }, 400],
    ['101 characters', { message: 'a'.repeat(101) }, 400],
    ['no character', { message: '' }, 400],
    ['no message', {}, 400],
    ['a number', { message: 7 }, 400],
    ['an unknown sender type', { message: 'a', senderType: 'BOT' }, 400],
    ['a channel', { message: 'a', channelId: 'x' }, 400],
  ])('takes %s as it should', async (_what, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  it('pins a notice by text or by message id', async () => {
    const channel = platform.world.channels.of(platform.streamer);
    expect((await asUser('/chats/notice', { body: { message: '공지예요' } })).status).toBe(200);
    expect(channel.notice).toBe('공지예요');
    const { messageId } = (await send({ message: '이걸 공지로' })).json.content;
    expect((await asUser('/chats/notice', { body: { messageId } })).status).toBe(200);
    expect(channel.notice).toBe('이걸 공지로');
  });

  it.each<[string, object, number]>([
    ['neither', {}, 400],
    ['both', { message: 'a', messageId: 'b' }, 400],
    ['101 characters', { message: 'a'.repeat(101) }, 400],
    ['an empty text', { message: '' }, 400],
    ['an unknown message', { messageId: 'nope' }, 404],
  ])('refuses a notice with %s', async (_what, body, status) => {
    expect((await asUser('/chats/notice', { body })).status).toBe(status);
  });

  it('changes settings in part and answers only the documented ones', async () => {
    const answer = await asUser('/chats/settings', {
      method: 'PUT',
      body: { chatAllowedGroup: 'FOLLOWER', minFollowerMinute: 10, chatSlowModeSec: 30 },
    });
    expect(answer).toMatchObject({ status: 200, text: '' });
    await asUser('/chats/settings', { method: 'PUT', body: { chatEmojiMode: true } });
    expect((await asUser('/chats/settings')).json.content).toEqual({
      chatAllowedGroup: 'FOLLOWER',
      minFollowerMinute: 10,
      followerSubscriberChatAllow: false,
    });
    expect(platform.world.channels.of(platform.streamer).chatSettings).toMatchObject({
      chatEmojiMode: true,
      chatSlowModeSec: 30,
    });
  });

  it.each<[object]>([
    [{}],
    [{ chatAllowedGroup: 'EVERYBODY' }],
    [{ minFollowerMinute: -1 }],
    [{ minFollowerMinute: 1.5 }],
    [{ minFollowerMinute: '5' }],
    [{ chatEmojiMode: 'yes' }],
    [{ chatSlowModeSec: -3 }],
    [{ chatSlowModeSec: null }],
    [{ slowMode: 3 }],
  ])('refuses the settings %j', async (body) => {
    expect((await asUser('/chats/settings', { method: 'PUT', body })).status).toBe(400);
  });
});

describe('bans', () => {
  const ban = (targetChannelId: unknown) =>
    asUser('/restrict-channels', { body: { targetChannelId } });
  const lift = (targetChannelId: string) =>
    asUser('/restrict-channels', { method: 'DELETE', body: { targetChannelId } });
  const list = async (query = '') => (await asUser(`/restrict-channels${query}`)).json.content;
  const ids = (data: readonly { restrictedChannelId: string }[]) =>
    data.map((entry) => entry.restrictedChannelId);

  it('appear in the list and go from it', async () => {
    const { channelId, name, handle } = platform.viewer(6);
    expect(await ban(channelId)).toMatchObject({ status: 200, text: '' });
    expect(await list()).toEqual({
      data: [
        {
          restrictedChannelId: channelId,
          restrictedChannelName: name,
          restrictedChannelHandle: handle,
          createdDate: new Date(platform.clock.now()).toISOString(),
          releaseDate: null,
        },
      ],
      page: { next: null },
    });
    expect(await lift(channelId)).toMatchObject({ status: 200, text: '' });
    expect((await list()).data).toEqual([]);
  });

  it('are one when somebody is banned twice', async () => {
    await ban(platform.viewer(0).channelId);
    await ban(platform.viewer(0).channelId);
    expect((await list()).data).toHaveLength(1);
  });

  it('end by themselves at their release', async () => {
    const { channels } = platform.world;
    const release = platform.clock.now() + 60_000;
    channels.block(channels.of(platform.streamer), platform.viewer(1), release);
    expect((await list()).data[0]?.releaseDate).toBe(new Date(release).toISOString());
    await platform.clock.advance(60_000);
    expect((await list()).data).toEqual([]);
  });

  it('are paged by cursor, newest first, and a ban lifted meanwhile moves nothing', async () => {
    for (const user of platform.viewers.slice(0, 5)) await ban(user.channelId);
    const [a, b, c, d, e] = platform.viewers.map((user) => user.channelId);
    const first = await list('?size=2');
    expect(ids(first.data)).toEqual([e, d]);
    await lift(d ?? '');
    const second = await list(`?size=2&next=${first.page.next}`);
    expect(ids(second.data)).toEqual([c, b]);
    const third = await list(`?size=2&next=${second.page.next}`);
    expect(ids(third.data)).toEqual([a]);
    expect(third.page.next).toBeNull();
  });

  it.each<[string, unknown, number]>([
    ['an unknown channel', 'nobody', 404],
    ['the own channel', 'Stg7Kq2MfA', 400],
    ['nobody', undefined, 400],
    ['a number', 5, 400],
  ])('cannot be put on %s', async (_what, target, status) => {
    expect((await ban(target)).status).toBe(status);
  });
});
