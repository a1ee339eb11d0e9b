import { toIsoTime } from '../../base/clock.ts';
import type { CheeringItem, Payload } from './payloads.ts';

export interface Author extends Readonly<Payload<'CHAT'>['profile']> {
  readonly channelId: string;
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
): Record<string, string> {
  const used = names.filter((name) => text.includes(emojiToken(channelId, name)));
  return Object.fromEntries(
    used.map((name) => [emojiToken(channelId, name), `${imageBase}/emoji/${name}.svg`]),
  );
}

export interface Said {
  readonly channelId: string;
  readonly text: string;
  readonly emojis: Record<string, string>;
}

const profileOf = ({ nickname, badges }: Author) => ({ nickname, badges });

/** `at`: epoch milliseconds. */
export function chatPayload(said: Said, sender: Author, at: number): Payload<'CHAT'> {
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
  donationType: 'CHAT' | 'VIDEO' | 'CHEERING',
  beams: number,
): Payload<'DONATION'> {
  return {
    donationType,
    channelId: said.channelId,
    donatorChannelId: donator?.channelId ?? null,
    donatorNickname: donator?.nickname ?? null,
    donatorBadges: donator?.badges ?? [],
    payAmount: String(beams),
    donationText: said.text,
    emojis: said.emojis,
  };
}

/** A donation of cheering items: no words, and its amount is the sum of the items. */
export function cheeringPayload(
  channelId: string,
  donator: Author | null,
  cheeringItems: CheeringItem[],
): Payload<'DONATION'> {
  const beams = cheeringItems.reduce((sum, item) => sum + item.cnt * item.amount, 0);
  const nothing: Said = { channelId, text: '', emojis: {} };
  return { ...donationPayload(nothing, donator, 'CHEERING', beams), cheeringItems };
}

export function subscriptionPayload(
  said: Said,
  subscriber: Author,
  length: { readonly month: number; readonly tierNo: number },
): Payload<'SUBSCRIPTION'> {
  return {
    channelId: said.channelId,
    subscriberChannelId: subscriber.channelId,
    subscriberChannelName: subscriber.nickname,
    ...length,
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
): Payload<'DROPS'> {
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

/** What was bought where; a `totalAmount` of null is unknown. */
type Purchase = Pick<
  Payload<'GOODS_PURCHASE'>,
  'shopName' | 'representativeItemName' | 'itemCount' | 'totalAmount' | 'currency'
>;

/** `buyer` null: anonymous. `at`: epoch milliseconds. */
export function goodsPurchasePayload(
  said: Said,
  buyer: Author | null,
  purchase: Purchase,
  at: number,
): Payload<'GOODS_PURCHASE'> {
  return {
    channelId: said.channelId,
    senderChannelId: buyer?.channelId ?? null,
    profile: buyer && profileOf(buyer),
    content: said.text,
    messageTime: toIsoTime(at),
    emojis: said.emojis,
    ...purchase,
  };
}
