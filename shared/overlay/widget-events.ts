import { splitEmojiTokens } from '../emoji-tokens.ts';
import type { ChatData, EmojiMap, SenderRole, StageEvent, ValuedEvent } from '../events.ts';
import type { Language } from '../locales/index.ts';
import type { WidgetEvent } from './custom-widgets.ts';

/** Our events by the names and in the shapes that StreamElements' custom widgets expect. */

type Fields = Readonly<Record<string, unknown>>;

/** Who gave without a name. */
const ANONYMOUS: Readonly<Record<Language, string>> = { ko: '익명', en: 'Anonymous' };

/**
 * Beams are no money. Scripts format with `Intl` by the code, so it has the form of one; what stands
 * before an amount is the word.
 */
export const BEAM_CURRENCY: Readonly<Record<Language, Fields>> = {
  ko: { code: 'BEM', name: '빔', symbol: '빔 ' },
  en: { code: 'BEM', name: 'Beams', symbol: 'Beams ' },
};

/** Names of badges that scripts look for to tell who may command. */
const ROLE_BADGES: Readonly<Record<SenderRole, string | null>> = {
  streamer: 'broadcaster',
  manager: 'moderator',
  subscriber: 'subscriber',
  viewer: null,
};
const NAME_COLORS = [
  '#ff6b6b',
  '#ffa94d',
  '#ffd43b',
  '#69db7c',
  '#38d9a9',
  '#4dabf7',
  '#9775fa',
  '#f783ac',
];

/** The colour of a channel's name, always the same. */
function colorOf(channelId: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < channelId.length; at += 1) {
    hash = Math.imul(hash ^ channelId.charCodeAt(at), 0x01000193);
  }
  return NAME_COLORS[(hash >>> 0) % NAME_COLORS.length] ?? '#ffffff';
}

/** A small picture for a role: the platform sends none. */
function roleIcon(color: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='18' height='18'><rect width='18' height='18' rx='4' fill='${color}'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const ROLE_ICONS = {
  broadcaster: roleIcon('#e03131'),
  moderator: roleIcon('#2f9e44'),
  subscriber: roleIcon('#7048e8'),
} as const;

function badgesOf({ senderRole, profile }: ChatData): readonly Fields[] {
  const role = ROLE_BADGES[senderRole];
  const own = profile.badges.flatMap(({ id, name, imageUrl }) =>
    imageUrl === null ? [] : [{ type: id, version: '1', url: imageUrl, description: name }],
  );
  if (role === null || own.some(({ type }) => type === role)) return own;
  const url = ROLE_ICONS[role as keyof typeof ROLE_ICONS];
  return [{ type: role, version: '1', url, description: role }, ...own];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The text with its emojis as pictures; every letter of a viewer is a letter. */
function rendered(content: string, emojis: EmojiMap): string {
  return splitEmojiTokens(content, emojis)
    .map((part) =>
      part.type === 'text'
        ? escapeHtml(part.text)
        : `<img class="emote" alt="${escapeHtml(part.token)}" src="${escapeHtml(part.url)}">`,
    )
    .join('');
}

function emotesOf(content: string, emojis: EmojiMap): readonly Fields[] {
  let at = 0;
  return splitEmojiTokens(content, emojis).flatMap((part) => {
    const length = part.type === 'text' ? part.text.length : part.token.length;
    const start = at;
    at += length;
    if (part.type === 'text') return [];
    const urls = { 1: part.url, 2: part.url, 4: part.url };
    const end = start + length - 1;
    return [
      {
        type: 'stagelight',
        name: part.token,
        id: part.token,
        gif: false,
        animated: false,
        urls,
        start,
        end,
      },
    ];
  });
}

function messageOf({ seq, receivedAt, data }: StageEvent<'CHAT'>): WidgetEvent {
  const { senderChannelId: userId, senderRole, profile, content, emojis, channelId } = data;
  const badges = badgesOf(data);
  const [name, color, msgId] = [profile.nickname, colorOf(userId), String(seq)];
  const tags = {
    badges: badges.map(({ type }) => `${String(type)}/1`).join(','),
    color,
    'display-name': name,
    emotes: '',
    flags: '',
    id: msgId,
    mod: senderRole === 'manager' ? '1' : '0',
    'room-id': channelId,
    subscriber: senderRole === 'subscriber' ? '1' : '0',
    'tmi-sent-ts': String(receivedAt),
    turbo: '0',
    'user-id': userId,
    'user-type': senderRole === 'manager' ? 'mod' : '',
  };
  const message = {
    time: receivedAt,
    tags,
    nick: name.toLowerCase(),
    userId,
    displayName: name,
    displayColor: color,
    badges,
    channel: channelId,
    text: content,
    isAction: false,
    emotes: emotesOf(content, emojis),
    msgId,
  };
  const renderedText = rendered(content, emojis);
  return {
    listener: 'message',
    event: { service: 'twitch', data: { ...message, renderedText }, renderedText },
  };
}

interface Given {
  readonly name: string | null;
  readonly channelId: string | null;
  readonly amount: number;
  readonly message: string;
}

/** Fields that every event of value has. */
function latest(
  type: string,
  event: ValuedEvent,
  given: Given,
  language: Language,
  more: Fields = {},
): WidgetEvent {
  const name = given.name || ANONYMOUS[language];
  const listener = `${type}-latest`;
  return {
    listener,
    event: {
      type,
      name,
      displayName: name,
      amount: given.amount,
      count: 1,
      message: given.message,
      quantity: 0,
      items: [],
      tier: '1000',
      gifted: false,
      bulkGifted: false,
      isCommunityGift: false,
      sender: '',
      avatar: '',
      providerId: given.channelId ?? '',
      _id: String(event.seq),
      activityId: String(event.seq),
      originalEventName: listener,
      sessionTop: false,
      isTest: event.origin === 'test',
      createdAt: new Date(event.receivedAt).toISOString(),
      ...more,
    },
  };
}

/** null: such widgets know nothing of the kind. */
export function widgetEventOf(event: StageEvent, language: Language): WidgetEvent | null {
  switch (event.kind) {
    case 'CHAT':
      return messageOf(event);
    case 'DONATION': {
      const { donationType, donatorNickname, donatorChannelId, payAmount, donationText } =
        event.data;
      const given = {
        name: donatorNickname,
        channelId: donatorChannelId,
        amount: payAmount ?? 0,
        message: donationText,
      };
      const currency = BEAM_CURRENCY[language]['code'];
      return donationType === 'CHEERING'
        ? latest('cheer', event, given, language)
        : latest('tip', event, given, language, { currency });
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelName, subscriberChannelId, month, tierNo, subscriptionMessage } =
        event.data;
      const given = {
        name: subscriberChannelName,
        channelId: subscriberChannelId,
        amount: month ?? 1,
        message: subscriptionMessage,
      };
      return latest('subscriber', event, given, language, { tier: String((tierNo ?? 1) * 1_000) });
    }
    case 'GOODS_PURCHASE': {
      const {
        profile,
        senderChannelId,
        totalAmount,
        content,
        representativeItemName,
        itemCount,
        currency,
      } = event.data;
      const given = {
        name: profile?.nickname ?? null,
        channelId: senderChannelId,
        amount: totalAmount ?? 0,
        message: content,
      };
      const items = [{ name: representativeItemName, quantity: itemCount }];
      return latest('merch', event, given, language, { items, currency });
    }
    case 'DROPS':
      return null;
  }
}

export function followerEvent(
  name: string,
  channelId: string,
  at: number,
  isTest: boolean,
): WidgetEvent {
  return {
    listener: 'follower-latest',
    event: {
      type: 'follower',
      name,
      displayName: name,
      amount: 1,
      count: 1,
      message: '',
      avatar: '',
      providerId: channelId,
      _id: `${channelId}-${at}`,
      originalEventName: 'follower-latest',
      sessionTop: false,
      isTest,
      createdAt: new Date(at).toISOString(),
    },
  };
}
