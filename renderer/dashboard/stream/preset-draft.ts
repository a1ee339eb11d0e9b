import { countCharacters } from '../../../shared/characters.ts';
import {
  PRESET_LIMITS,
  type StreamBase,
  type StreamChange,
  type StreamDesk,
  type StreamFieldName,
} from '../../../shared/contract/stream.ts';
import { isChatGroup } from './field-words.ts';
import { titleFault } from './live-draft.ts';

/** A preset that is being made (`id` null) or edited. */
export interface PresetDraft {
  readonly id: string | null;
  readonly name: string;
  readonly change: StreamChange;
}

/** What to start from where there are none; names are words of the page. */
export function examplesOf() {
  return [
    {
      word: 'stream.preset-just-chatting',
      change: { chatAllowedGroup: 'ALL', chatSlowModeSec: 0 },
    },
    {
      word: 'stream.preset-ranked',
      change: { chatAllowedGroup: 'FOLLOWER', minFollowerMinute: 10, chatSlowModeSec: 5 },
    },
  ] as const;
}

/** What the desk knows of some fields now; what is not known is left out. */
export function knownOf(desk: StreamDesk, fields: readonly StreamFieldName[]): StreamBase {
  const { chatEmojiMode, chatSlowModeSec } = desk.setByUs;
  const all: StreamBase = {
    ...desk.settings?.value,
    tags: desk.settings ? [...desk.settings.value.tags] : undefined,
    ...desk.chat?.value,
    chatEmojiMode: chatEmojiMode?.value,
    chatSlowModeSec: chatSlowModeSec?.value,
  };
  const known = fields.filter((field) => all[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, all[field]]));
}

/** With what a field starts in a preset: what is set now, else the mildest value. */
export function startOf(desk: StreamDesk, field: StreamFieldName): StreamChange {
  const known = knownOf(desk, [field]);
  switch (field) {
    case 'defaultLiveTitle':
      return { defaultLiveTitle: known.defaultLiveTitle ?? '' };
    case 'category':
      return { category: known.category ?? null };
    case 'tags':
      return { tags: known.tags ?? [] };
    case 'chatAllowedGroup': {
      const group = known.chatAllowedGroup ?? '';
      return { chatAllowedGroup: isChatGroup(group) ? group : 'ALL' };
    }
    case 'minFollowerMinute':
      return { minFollowerMinute: known.minFollowerMinute ?? 0 };
    case 'followerSubscriberChatAllow':
      return { followerSubscriberChatAllow: known.followerSubscriberChatAllow ?? false };
    case 'chatEmojiMode':
      return { chatEmojiMode: known.chatEmojiMode ?? false };
    case 'chatSlowModeSec':
      return { chatSlowModeSec: known.chatSlowModeSec ?? 0 };
  }
}

export function withoutField(change: StreamChange, field: StreamFieldName): StreamChange {
  return Object.fromEntries(Object.entries(change).filter(([name]) => name !== field));
}

/** Why a preset cannot be kept; null: it can. */
export function presetFault({
  name,
  change,
}: PresetDraft): 'name' | 'long' | 'nothing' | 'title' | null {
  if (name.trim() === '') return 'name';
  if (countCharacters(name.trim()) > PRESET_LIMITS.nameMax) return 'long';
  if (Object.keys(change).length === 0) return 'nothing';
  const { defaultLiveTitle: title } = change;
  return title !== undefined && titleFault(title) !== null ? 'title' : null;
}
