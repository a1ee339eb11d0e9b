import { z } from 'zod';

/**
 * The data of the five events as they come over the socket (specification, "Events"; DONATION and
 * SUBSCRIPTION from the platform notes, "Event payloads": a wrong guess is mended here).
 *
 * Every field may be missing or null and unknown fields are dropped: what has arrived is worth more
 * than what has not. A field of another type is an issue with its path, so that the caller can take
 * out that field alone and keep the rest.
 */

const text = z.string().nullish();
/**
 * Numbers and times come as text or as numbers (platform notes). Whoever uses them reads them, so
 * that "cannot be read" can be told apart from "not sent".
 */
const scalar = z.unknown().optional();

/** Items that were taken out leave a hole, so that the places of the others stay right. */
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

const cheeringItem = z.object({
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

export type WireBadge = z.infer<typeof badge>;
export type WireBadges = z.infer<typeof badges>;
export type WireEmojis = z.infer<typeof emojis>;
export type WireProfile = z.infer<typeof profile>;
export type WireCheeringItem = z.infer<typeof cheeringItem>;
export type WireChat = z.infer<typeof wireChat>;
export type WireDonation = z.infer<typeof wireDonation>;
export type WireSubscription = z.infer<typeof wireSubscription>;
export type WireDrops = z.infer<typeof wireDrops>;
export type WireGoodsPurchase = z.infer<typeof wireGoodsPurchase>;
