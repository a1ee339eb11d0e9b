import type { StreamChange, StreamState } from '../../shared/contract/stream.ts';
import type { ServedCore } from './served-core.ts';

const game = (categoryId: string, categoryValue: string) => ({
  categoryId,
  categoryType: 'GAME',
  categoryValue,
  posterImageUrl: null,
});
export const VOYAGE = game('starlight-voyage', '별빛 항해');
export const MAZE = game('lantern-maze', 'Lantern Maze');
export const SETTINGS = {
  defaultLiveTitle: '별빛 항해 정주행, 오늘은 북쪽 바다',
  category: VOYAGE,
  tags: ['게임', '같이봐요'],
};

/** The core, which was filled, has read these settings, and keeps what pages set. */
export function keepStream(core: ServedCore): void {
  tellStream(core, SETTINGS);
  core.answer({
    'stream.set': ({ basedOn: _, ...change }) => tellStream(core, change),
    'stream.set-chat': ({ basedOn: _, ...change }) => tellStream(core, change),
  });
}

/** Some settings are others now. */
export function tellStream(
  core: ServedCore,
  change: StreamChange,
  more: Partial<StreamState> = {},
): void {
  const { settings, chat, setByUs, ...stream } = core.told('stream');
  if (!settings || !chat) throw new TypeError('The core has read no settings');
  const now = Date.now();
  const own = <T>(value: T | undefined) => (value === undefined ? null : { value, setAt: now });
  const {
    defaultLiveTitle = settings.value.defaultLiveTitle,
    category = settings.value.category,
    tags = settings.value.tags,
    chatAllowedGroup = chat.value.chatAllowedGroup,
    minFollowerMinute = chat.value.minFollowerMinute,
    followerSubscriberChatAllow = chat.value.followerSubscriberChatAllow,
    chatEmojiMode,
    chatSlowModeSec,
  } = change;
  core.tell('stream', {
    ...stream,
    settings: { value: { defaultLiveTitle, category, tags }, readAt: now },
    chat: {
      value: { chatAllowedGroup, minFollowerMinute, followerSubscriberChatAllow },
      readAt: now,
    },
    setByUs: {
      chatEmojiMode: own(chatEmojiMode) ?? setByUs.chatEmojiMode,
      chatSlowModeSec: own(chatSlowModeSec) ?? setByUs.chatSlowModeSec,
    },
    ...more,
  });
}
