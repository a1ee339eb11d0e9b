import { z } from 'zod';
import { Checks } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { CHAT_GROUPS, NOTE_LIMITS, NOTE_OPERATIONS, SENDER_TYPES } from '../platform-notes.ts';
import { booleanOrNull, id, numberOrNull, text } from './fields.ts';

const chatSettings = z.looseObject({
  /** ALL, FOLLOWER, MANAGER, or a newer value of the platform. */
  chatAllowedGroup: text,
  minFollowerMinute: numberOrNull,
  followerSubscriberChatAllow: booleanOrNull,
});

/** Any success means that the message was sent: an answer without id is no failure. */
const sentMessage = z.union([
  z.looseObject({ messageId: id }),
  z.unknown().transform(() => ({ messageId: null })),
]);

/** Without slow mode and emoji mode, which the platform does not return. */
export type ChatSettings = z.output<typeof chatSettings>;

export interface SentMessage {
  /** null: sent, but the platform answered without an id. */
  readonly messageId: string | null;
}

/** Omitted fields stay. */
export interface ChatSettingsPatch {
  readonly chatAllowedGroup?: (typeof CHAT_GROUPS)[number];
  readonly minFollowerMinute?: number;
  readonly followerSubscriberChatAllow?: boolean;
  readonly chatEmojiMode?: boolean;
  /** Seconds between two messages of one viewer; 0 turns slow mode off. */
  readonly chatSlowModeSec?: number;
}

interface OutgoingMessage {
  /** 1-100 characters (code points). */
  readonly message: string;
  /** APP if left out: the message carries the application's name. */
  readonly senderType?: (typeof SENDER_TYPES)[number];
}

export type ChatNotice = { readonly message: string } | { readonly messageId: string };

export type ChatApi = ReturnType<typeof createChat>;

export function createChat(caller: Caller) {
  const { chatSettings: read, updateChatSettings, chatSend, chatNotice } = NOTE_OPERATIONS;
  const { messageMin, messageMax } = NOTE_LIMITS;
  return {
    settings: (): Promise<ChatSettings> => caller.ask(read, chatSettings),
    async updateSettings(patch: ChatSettingsPatch): Promise<void> {
      const { chatAllowedGroup, minFollowerMinute, followerSubscriberChatAllow } = patch;
      const { chatEmojiMode, chatSlowModeSec } = patch;
      const body = {
        chatAllowedGroup,
        minFollowerMinute,
        followerSubscriberChatAllow,
        chatEmojiMode,
        chatSlowModeSec,
      };
      const checks = new Checks(updateChatSettings.name);
      checks.notEmpty('patch', body);
      checks.oneOf('chatAllowedGroup', chatAllowedGroup, CHAT_GROUPS);
      checks.integer('minFollowerMinute', minFollowerMinute, 0, Number.MAX_SAFE_INTEGER);
      checks.integer('chatSlowModeSec', chatSlowModeSec, 0, Number.MAX_SAFE_INTEGER);
      return caller.tell(updateChatSettings, { body });
    },
    /** Never repeated: after `UnavailableError` the message may or may not have arrived. */
    async send({ message, senderType }: OutgoingMessage): Promise<SentMessage> {
      const checks = new Checks(chatSend.name);
      checks.characters('message', message, messageMin, messageMax);
      checks.oneOf('senderType', senderType, SENDER_TYPES);
      return caller.ask(chatSend, sentMessage, { body: { message, senderType } });
    },
    async notice(notice: ChatNotice): Promise<void> {
      const checks = new Checks(chatNotice.name);
      if ('message' in notice) {
        const { message } = notice;
        checks.characters('message', message, messageMin, messageMax);
        return caller.tell(chatNotice, { body: { message } });
      }
      const { messageId } = notice;
      checks.id('messageId', messageId);
      return caller.tell(chatNotice, { body: { messageId } });
    },
  };
}
