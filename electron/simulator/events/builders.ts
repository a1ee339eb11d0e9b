import { toIsoTime } from '../../base/clock.ts';
import type {
  ChatPayload,
  CheeringItemPayload,
  DonationPayload,
  DropsPayload,
  GoodsPurchasePayload,
  SubscriptionPayload,
  WireBadge,
  WireEmojis,
  WireProfile,
} from './payloads.ts';

/** A user who causes an event. */
export interface Author {
  readonly channelId: string;
  readonly nickname: string;
  readonly badges: readonly WireBadge[];
}

/** The token of an emoji: colon, channel, hyphen, name, colon (specification, "Emoji tokens"). */
export function emojiToken(channelId: string, name: string): string {
  return `:${channelId}-${name}:`;
}

/** The map of exactly those emoji whose tokens stand in the text. `imageBase` has no slash at its end. */
export function emojisIn(
  text: string,
  channelId: string,
  names: readonly string[],
  imageBase: string,
): WireEmojis {
  const used = names
    .map((name) => ({ name, token: emojiToken(channelId, name) }))
    .filter(({ token }) => text.includes(token));
  return Object.fromEntries(
    used.map(({ name, token }) => [token, `${imageBase}/emoji/${name}.svg`]),
  );
}

function profileOf(author: Author): WireProfile {
  return { nickname: author.nickname, badges: author.badges };
}

export interface Said {
  readonly channelId: string;
  readonly text: string;
  readonly emojis: WireEmojis;
}

/** `at`: epoch milliseconds. */
export function chatPayload(said: Said, sender: Author, at: number): ChatPayload {
  return {
    channelId: said.channelId,
    senderChannelId: sender.channelId,
    profile: profileOf(sender),
    content: said.text,
    messageTime: toIsoTime(at),
    emojis: said.emojis,
  };
}

/** A donation with words. `donator` null: anonymous. */
export function donationPayload(
  said: Said,
  donator: Author | null,
  donationType: 'CHAT' | 'VIDEO',
  beams: number,
): DonationPayload {
  return {
    donationType,
    channelId: said.channelId,
    ...donatorFields(donator),
    payAmount: String(beams),
    donationText: said.text,
    emojis: said.emojis,
  };
}

/** A donation of cheering items: no words, and its amount is the sum of the items. */
export function cheeringPayload(
  channelId: string,
  donator: Author | null,
  items: readonly CheeringItemPayload[],
): DonationPayload {
  const beams = items.reduce((sum, item) => sum + item.cnt * item.amount, 0);
  return {
    donationType: 'CHEERING',
    channelId,
    ...donatorFields(donator),
    payAmount: String(beams),
    donationText: '',
    emojis: {},
    cheeringItems: items,
  };
}

function donatorFields(donator: Author | null) {
  return {
    donatorChannelId: donator?.channelId ?? null,
    donatorNickname: donator?.nickname ?? null,
    donatorBadges: donator?.badges ?? [],
  };
}

export function subscriptionPayload(
  said: Said,
  subscriber: Author,
  length: { readonly month: number; readonly tierNo: number },
): SubscriptionPayload {
  return {
    channelId: said.channelId,
    subscriberChannelId: subscriber.channelId,
    subscriberChannelName: subscriber.nickname,
    month: length.month,
    tierNo: length.tierNo,
    subscriptionMessage: said.text,
    emojis: said.emojis,
  };
}

export interface DrawnReward {
  readonly campaignId: string;
  readonly rewardId: string;
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string;
}

/** `count`: winners of this round. `at`: epoch milliseconds. */
export function dropsPayload(
  channelId: string,
  reward: DrawnReward,
  count: number,
  at: number,
): DropsPayload {
  return {
    channelId,
    campaignId: reward.campaignId,
    rewardId: reward.rewardId,
    rewardTitle: reward.title,
    rewardDescription: reward.description,
    rewardImageUrl: reward.imageUrl,
    count,
    drawnAt: toIsoTime(at),
  };
}

export interface Purchase {
  readonly shopName: string;
  readonly representativeItemName: string;
  readonly itemCount: number;
  /** null: unknown. */
  readonly totalAmount: number | null;
  readonly currency: 'KRW' | 'USD' | 'JPY';
}

/** `buyer` null: anonymous. `at`: epoch milliseconds. */
export function goodsPurchasePayload(
  said: Said,
  buyer: Author | null,
  purchase: Purchase,
  at: number,
): GoodsPurchasePayload {
  return {
    channelId: said.channelId,
    senderChannelId: buyer?.channelId ?? null,
    profile: buyer ? profileOf(buyer) : null,
    content: said.text,
    messageTime: toIsoTime(at),
    emojis: said.emojis,
    ...purchase,
  };
}
