import { splitEmojiTokens } from '../../../shared/emoji-tokens.ts';
import {
  assertNever,
  type Badge,
  type ChatData,
  type DonationData,
  type EmojiMap,
  type SenderRole,
  type StageEvent,
  type SubscriptionData,
} from '../../../shared/events.ts';

/** Our events in Streamer.bot's words: the table is in `docs/streamerbot.md`. */

/** What programs can subscribe to, by its source. */
export const TOOL_EVENTS = {
  General: ['Custom'],
  Twitch: ['ChatMessage', 'Cheer', 'Sub', 'ReSub'],
  StreamElements: ['Tip'],
} as const;
/** `Source.Type`. */
export type ToolEventName = {
  [S in keyof typeof TOOL_EVENTS]: `${S}.${(typeof TOOL_EVENTS)[S][number]}`;
}[keyof typeof TOOL_EVENTS];

/** Beams have no currency code; those that begin with X belong to no country. */
const BEAMS = 'XBM';

const ROLES: Readonly<Record<SenderRole, number>> = {
  viewer: 1,
  subscriber: 1,
  manager: 3,
  streamer: 4,
};

interface Told {
  readonly name: ToolEventName;
  readonly bytes: Buffer;
}

/** An event becomes bytes once, for however many programs. */
const known = new WeakMap<StageEvent, Told>();

/** The event as a program hears it. */
export function toldOf(event: StageEvent): Told {
  const kept = known.get(event);
  if (kept) return kept;
  const { name, data } = translated(event);
  const [source, type] = name.split('.');
  const message = {
    timeStamp: new Date(event.receivedAt).toISOString(),
    event: { source, type },
    data: { ...data, isTest: event.origin === 'test', stagelight: ownWords(event) },
  };
  const told = { name, bytes: Buffer.from(JSON.stringify(message)) };
  known.set(event, told);
  return told;
}

function ownWords({ seq, kind, origin }: StageEvent) {
  return { seq, kind, origin };
}

interface Translated {
  readonly name: ToolEventName;
  readonly data: object;
}

function translated(event: StageEvent): Translated {
  switch (event.kind) {
    case 'CHAT':
      return { name: 'Twitch.ChatMessage', data: chatMessage(event, event.data) };
    case 'DONATION':
      return event.data.donationType === 'CHEERING'
        ? { name: 'Twitch.Cheer', data: cheer(event, event.data) }
        : { name: 'StreamElements.Tip', data: tip(event, event.data) };
    case 'SUBSCRIPTION':
      return subscription(event.data);
    case 'DROPS':
    case 'GOODS_PURCHASE':
      return { name: 'General.Custom', data: { event: event.kind, ...event.data } };
    default:
      return assertNever(event);
  }
}

interface Person {
  readonly id: string | null;
  readonly name: string | null;
  readonly role: number;
  readonly subscribed: boolean;
  readonly badges: readonly Badge[];
}

/** Newer versions of Streamer.bot tell people so. */
function userOf({ id, name, role, subscribed, badges }: Person) {
  return {
    id: id ?? '',
    login: name ?? '',
    name: name ?? '',
    type: 'twitch',
    role,
    subscribed,
    badges: badgesOf(badges),
  };
}

function badgesOf(badges: readonly Badge[]) {
  return badges.map(({ id, name, imageUrl }) => ({
    name,
    version: id,
    imageUrl: imageUrl ?? '',
  }));
}

/** Where in the text each emoji stands, with its picture. */
function emotesIn(text: string, emojis: EmojiMap) {
  let at = 0;
  return splitEmojiTokens(text, emojis).flatMap((segment) => {
    const startIndex = at;
    if (segment.type === 'text') {
      at += segment.text.length;
      return [];
    }
    const { token, url } = segment;
    at += token.length;
    return [
      { id: token, type: 'Twitch', name: token, startIndex, endIndex: at - 1, imageUrl: url },
    ];
  });
}

interface Said {
  readonly text: string;
  readonly emojis: EmojiMap;
  readonly bits: number;
}

function said(event: StageEvent, channel: string, person: Person, { text, emojis, bits }: Said) {
  const emotes = emotesIn(text, emojis);
  const message = {
    internal: false,
    msgId: String(event.seq),
    userId: person.id ?? '',
    username: person.name ?? '',
    displayName: person.name ?? '',
    role: person.role,
    subscriber: person.subscribed,
    color: '',
    channel,
    message: text,
    isHighlighted: false,
    isMe: false,
    isCustomReward: false,
    isAnonymous: person.id === null,
    isReply: false,
    bits,
    hasBits: bits > 0,
    firstMessage: false,
    emotes,
    cheerEmotes: [],
    badges: badgesOf(person.badges),
    monthsSubscribed: 0,
    isTest: event.origin === 'test',
  };
  return { message, user: userOf(person), messageId: message.msgId, text, emotes, bits };
}

function chatMessage(event: StageEvent, data: ChatData) {
  const { senderChannelId, senderRole, profile, content, channelId, emojis } = data;
  const person = {
    id: senderChannelId,
    name: profile.nickname,
    role: ROLES[senderRole],
    subscribed: senderRole === 'subscriber',
    badges: profile.badges,
  };
  return said(event, channelId, person, { text: content, emojis, bits: 0 });
}

function cheer(event: StageEvent, data: DonationData) {
  const person = {
    id: data.donatorChannelId,
    name: data.donatorNickname,
    role: ROLES.viewer,
    subscribed: false,
    badges: data.donatorBadges,
  };
  const bits = data.payAmount ?? 0;
  const message = said(event, data.channelId, person, {
    text: data.donationText,
    emojis: data.emojis,
    bits,
  });
  return { ...message, anonymous: data.donatorChannelId === null };
}

function tip({ seq }: StageEvent, data: DonationData) {
  return {
    id: String(seq),
    username: data.donatorNickname ?? '',
    userId: data.donatorChannelId ?? '',
    amount: data.payAmount ?? 0,
    currency: BEAMS,
    message: data.donationText,
  };
}

function subscription(data: SubscriptionData): Translated {
  const { month, tierNo, subscriptionMessage: text, emojis } = data;
  const person = {
    id: data.subscriberChannelId,
    name: data.subscriberChannelName,
    role: ROLES.subscriber,
    subscribed: true,
    badges: [],
  };
  const user = userOf(person);
  const shared = {
    subTier: tierNo ?? 1,
    emotes: emotesIn(text, emojis),
    badges: [],
    message: text,
    userId: user.id,
    userName: user.login,
    displayName: user.name,
    role: user.role,
    user,
    text,
  };
  if (month === null || month <= 1) return { name: 'Twitch.Sub', data: shared };
  const months = { cumulativeMonths: month, shareStreak: true, streakMonths: month };
  return { name: 'Twitch.ReSub', data: { ...shared, ...months } };
}
