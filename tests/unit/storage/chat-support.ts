import type { ChatMessage } from '../../../electron/events/chat-repository.ts';

export const AT = Date.UTC(2026, 0, 1);

/** A message that arrived `seq` milliseconds after the year began, unless said otherwise. */
export function chat(
  seq: number,
  changes: Partial<ChatMessage['data']> = {},
  receivedAt = AT + seq,
): ChatMessage {
  return {
    kind: 'CHAT',
    seq,
    receivedAt,
    origin: 'platform',
    data: {
      channelId: 'channel-1',
      senderChannelId: 'viewer-1',
      senderRole: 'manager',
      profile: { nickname: '감자칩', badges: [{ id: 'b', name: '구독', imageUrl: null }] },
      content: `${seq}번째 말`,
      messageTime: null,
      emojis: { ':a:': 'https://image.example/a.png' },
      ...changes,
    },
  };
}
