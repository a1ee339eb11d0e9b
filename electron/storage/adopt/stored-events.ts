import { z } from 'zod';
import {
  type Badge,
  type ChatData,
  type CheeringItem,
  type DonationData,
  type DropsData,
  type EmojiMap,
  type EventKind,
  type GoodsPurchaseData,
  type Profile,
  SENDER_ROLES,
  type SubscriptionData,
} from '../../../shared/events.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { isSafeAddress } from '../../base/loopback.ts';
import { readTime } from '../../base/read-time.ts';

/** The same limits as in decoding; all in UTF-16 code units. */
const LONGEST_TEXT = 65_536;
const LONGEST_LABEL = 64;
const LONGEST_ADDRESS = 2_048;
const LONGEST_TOKEN = 200;
const MOST_BADGES = 100;
const MOST_EMOJIS = 500;
const MOST_CHEERING_ITEMS = 100;

const text = z.string().max(LONGEST_TEXT);
/** Unreadable times become null, as in decoding. */
const time = text.nullable().transform(readTime);
const label = z.string().max(LONGEST_LABEL);
const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const money = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

const isAllowedImage = (address: unknown): address is string =>
  typeof address === 'string' &&
  address.length <= LONGEST_ADDRESS &&
  isSafeAddress(address, 'https:');

/** Forbidden addresses become null, as in decoding. */
const image = z.unknown().transform((value) => (isAllowedImage(value) ? value : null));

const badges = z
  .array(z.object({ id: text, name: text, imageUrl: image }) satisfies z.ZodType<Badge>)
  .max(MOST_BADGES);
const profile = z.object({ nickname: text, badges }) satisfies z.ZodType<Profile>;

const emojis = z.unknown().transform((value): EmojiMap => {
  if (!isJsonObject(value)) return {};
  const allowed = Object.entries(value).filter(
    (entry): entry is [string, string] =>
      entry[0] !== '__proto__' && entry[0].length <= LONGEST_TOKEN && isAllowedImage(entry[1]),
  );
  return Object.fromEntries(allowed.slice(0, MOST_EMOJIS));
});

const cheeringItem = z.object({
  cnt: whole,
  type: label,
  skinType: label,
  amount: whole,
  imageUrl: image,
  overlayImageUrl: image,
}) satisfies z.ZodType<CheeringItem>;

/** The stored fields of each event kind. Other fields are not adopted. */
export const STORED_EVENTS = {
  CHAT: z.object({
    channelId: text,
    senderChannelId: text,
    senderRole: z.enum(SENDER_ROLES).catch('viewer'),
    profile,
    content: text,
    messageTime: time,
    emojis,
  }) satisfies z.ZodType<ChatData>,
  DONATION: z.object({
    donationType: label,
    channelId: text,
    donatorChannelId: text.nullable(),
    donatorNickname: text.nullable(),
    donatorBadges: badges,
    payAmount: whole.nullable(),
    donationText: text,
    emojis,
    cheeringItems: z.array(cheeringItem).max(MOST_CHEERING_ITEMS),
  }) satisfies z.ZodType<DonationData>,
  SUBSCRIPTION: z.object({
    channelId: text,
    subscriberChannelId: text.nullable(),
    subscriberChannelName: text.nullable(),
    month: whole.nullable(),
    tierNo: whole.nullable(),
    subscriptionMessage: text,
    emojis,
  }) satisfies z.ZodType<SubscriptionData>,
  DROPS: z.object({
    channelId: text,
    campaignId: text,
    rewardId: text,
    rewardTitle: text,
    rewardDescription: text,
    rewardImageUrl: image,
    count: whole,
    drawnAt: time,
  }) satisfies z.ZodType<DropsData>,
  GOODS_PURCHASE: z.object({
    channelId: text,
    senderChannelId: text.nullable(),
    profile: profile.nullable(),
    content: text,
    messageTime: time,
    emojis,
    shopName: text,
    representativeItemName: text,
    itemCount: whole.min(1),
    totalAmount: money.nullable(),
    currency: label,
  }) satisfies z.ZodType<GoodsPurchaseData>,
} as const satisfies Record<EventKind, z.ZodType>;
