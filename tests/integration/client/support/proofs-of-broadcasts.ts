import { expect } from 'vitest';
import { NOTE_OPERATIONS } from '../../../../electron/platform/platform-notes.ts';
import type { Category, Live } from '../../../../electron/simulator/world/model.ts';
import type { ClientStage } from './client-stage.ts';
import { iso, type Proof } from './proof.ts';

const { lives, liveSettings, updateLiveSettings, liveStatus, categorySearch, streamKey } =
  NOTE_OPERATIONS;
const { chatSettings, updateChatSettings, chatSend, chatNotice } = NOTE_OPERATIONS;

const channelOf = (stage: ClientStage) => stage.simulator.world.channels.of(stage.streamer);

function categoryOf(stage: ClientStage, category: Category) {
  const { categoryId, categoryType, categoryValue, posterPath } = category;
  const posterImageUrl = stage.simulator.world.imageUrl(posterPath);
  return { categoryId, categoryType, categoryValue, posterImageUrl };
}

function liveOf(stage: ClientStage, live: Live) {
  const { imageUrl } = stage.simulator.world;
  const image = imageUrl.bind(stage.simulator.world) as (path: string | null) => string | null;
  return {
    liveId: live.liveId,
    liveTitle: live.title,
    liveThumbnailImageUrl: image(live.thumbnailPath),
    concurrentUserCount: live.concurrentUserCount,
    openedDate: iso(live.openedAt),
    adult: live.adult,
    tags: live.tags,
    categoryType: live.category?.categoryType ?? null,
    liveCategory: live.category?.categoryId ?? null,
    liveCategoryValue: live.category?.categoryValue ?? null,
    channelId: live.user.channelId,
    channelName: live.user.name,
    channelHandle: live.user.handle,
    channelImageUrl: image(live.user.imagePath),
  };
}

const BROADCAST: readonly Proof[] = [
  {
    operation: lives,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const running = stage.simulator.world.channels.lives();
      expect(running.map(({ concurrentUserCount }) => concurrentUserCount)).toEqual([
        128, 41, 17, 17, 9,
      ]);
      expect(await client.lives.list()).toEqual({
        items: running.map((live) => liveOf(stage, live)),
        next: null,
      });
    },
  },
  {
    operation: liveSettings,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const { defaultLiveTitle, category, tags } = channelOf(stage).liveSettings;
      expect(await client.lives.settings()).toEqual({
        defaultLiveTitle,
        category: categoryOf(stage, category!),
        tags,
      });
    },
  },
  {
    operation: updateLiveSettings,
    about: 'every field, which reaches the running broadcast at once',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const change = { defaultLiveTitle: '새 제목 ✨', tags: ['하나', '둘'] };
      const answer = await client.lives.updateSettings({ ...change, categoryId: 'music-night' });
      expect(answer).toBeUndefined();
      const read = await client.lives.settings();
      expect(read).toMatchObject({ ...change, category: { categoryId: 'music-night' } });
      const mine = (await client.lives.list()).items[0];
      expect(mine).toMatchObject({
        channelId: stage.streamer.channelId,
        liveTitle: '새 제목 ✨',
        tags: ['하나', '둘'],
        liveCategory: 'music-night',
      });
    },
  },
  {
    operation: updateLiveSettings,
    about: 'null removes the category and nothing else',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const before = await client.lives.settings();
      await client.lives.updateSettings({ categoryId: null });
      expect(await client.lives.settings()).toEqual({ ...before, category: null });
    },
  },
  {
    operation: liveStatus,
    about: 'on air and off air',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const { live } = channelOf(stage);
      expect(await client.lives.status(stage.streamer.channelId)).toEqual({
        isLive: true,
        title: live?.title,
        openedAt: iso(live!.openedAt),
      });
      stage.simulator.world.channels.endLive(channelOf(stage));
      expect(await client.lives.status(stage.streamer.channelId)).toEqual({
        isLive: false,
        title: null,
        openedAt: null,
      });
    },
  },
  {
    operation: categorySearch,
    about: 'all, and by a word',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const { categories } = stage.simulator.world.channels;
      expect(await client.categories.search()).toEqual(
        categories.map((category) => categoryOf(stage, category)),
      );
      const found = await client.categories.search({ keyword: 'lantern m' });
      expect(found.map(({ categoryId }) => categoryId)).toEqual(['lantern-maze']);
    },
  },
  {
    operation: streamKey,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      expect(await client.streams.key()).toBe(channelOf(stage).streamKey);
    },
  },
];

const CHAT: readonly Proof[] = [
  {
    operation: chatSettings,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      Object.assign(channelOf(stage).chatSettings, { minFollowerMinute: 10 });
      expect(await client.chat.settings()).toEqual({
        chatAllowedGroup: 'ALL',
        minFollowerMinute: 10,
        followerSubscriberChatAllow: false,
      });
    },
  },
  {
    operation: updateChatSettings,
    about: 'every field, then one alone',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const all = {
        chatAllowedGroup: 'FOLLOWER',
        minFollowerMinute: 60,
        followerSubscriberChatAllow: true,
        chatEmojiMode: true,
        chatSlowModeSec: 30,
      } as const;
      expect(await client.chat.updateSettings(all)).toBeUndefined();
      expect(channelOf(stage).chatSettings).toEqual(all);
      await client.chat.updateSettings({ chatSlowModeSec: 0 });
      expect(channelOf(stage).chatSettings).toEqual({ ...all, chatSlowModeSec: 0 });
    },
  },
  ...(['APP', 'USER', undefined] as const).map((senderType) => ({
    operation: chatSend,
    about: `as ${senderType ?? 'nobody said'}`,
    prove: async (stage: ClientStage) => {
      const { client } = await stage.signIn();
      const message = '안녕하세요 👋 & <b>';
      const { messageId } = await client.chat.send({
        message,
        ...(senderType ? { senderType } : {}),
      });
      const sent = stage.simulator.world.channels.message(channelOf(stage), messageId ?? '');
      expect(sent).toMatchObject({ content: message, senderType: senderType ?? 'APP' });
      expect(sent?.sender).toBe(stage.streamer);
    },
  })),
  {
    operation: chatNotice,
    about: 'a new text, then a message that stands in chat',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      expect(await client.chat.notice({ message: '공지예요' })).toBeUndefined();
      expect(channelOf(stage).notice).toBe('공지예요');
      const { messageId } = await client.chat.send({ message: 'pin me' });
      await client.chat.notice({ messageId: messageId ?? '' });
      expect(channelOf(stage).notice).toBe('pin me');
    },
  },
];

export const PROOFS_OF_BROADCASTS: readonly Proof[] = [...BROADCAST, ...CHAT];
