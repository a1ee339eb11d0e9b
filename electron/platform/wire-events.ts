import { z } from 'zod';

/**
 * The data of the five events on the socket (specification, "Events"; DONATION and SUBSCRIPTION
 * from the platform notes, "Event payloads": correct wrong guesses here). Every field may be
 * missing or null and unknown fields are dropped, so that partial data survives. A wrong type is an
 * issue with its path, so that the caller can remove that field alone.
 */

const text = z.string().nullish();
/**
 * Numbers and times come as text or numbers (platform notes). They are parsed on use, to tell
 * "unreadable" from "not sent".
 */
const scalar = z.unknown().optional();

/** Removed items leave a hole, so that the other indexes stay right. */
const listOf = <T extends z.ZodType>(item: T) => z.array(item.optional()).nullish();

const badge = z.object({ id: text, name: text, imageUrl: text });
const badges = listOf(badge);
const emojis = z.record(z.string(), z.string()).nullish();
const profile = z.object({ nickname: text, badges }).nullish();

export const wireChat = z.object({
  channelId: text,
  senderChannelId: text,
  profile,
  content: text,
  messageTime: scalar,
  emojis,
});

export const cheeringItem = z.object({
  cnt: scalar,
  type: text,
  skinType: text,
  amount: scalar,
  imageUrl: text,
  overlayImageUrl: text,
});

export const wireDonation = z.object({
  donationType: text,
  channelId: text,
  donatorChannelId: text,
  donatorNickname: text,
  donatorBadges: badges,
  payAmount: scalar,
  donationText: text,
  emojis,
  cheeringItems: listOf(cheeringItem),
});

export const wireSubscription = z.object({
  channelId: text,
  subscriberChannelId: text,
  subscriberChannelName: text,
  month: scalar,
  tierNo: scalar,
  subscriptionMessage: text,
  emojis,
});

export const wireDrops = z.object({
  channelId: text,
  campaignId: text,
  rewardId: text,
  rewardTitle: text,
  rewardDescription: text,
  rewardImageUrl: text,
  count: scalar,
  drawnAt: scalar,
});

export const wireGoodsPurchase = z.object({
  channelId: text,
  senderChannelId: text,
  profile,
  content: text,
  messageTime: scalar,
  emojis,
  shopName: text,
  representativeItemName: text,
  itemCount: scalar,
  totalAmount: scalar,
  currency: text,
});

export type WireBadges = z.infer<typeof badges>;
export type WireEmojis = z.infer<typeof emojis>;
export type WireProfile = z.infer<typeof profile>;
