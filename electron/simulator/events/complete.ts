import { z } from 'zod';
import { assertNever } from '../../../shared/events.ts';
import {
  type Author,
  chatPayload,
  cheeringPayload,
  type DrawnReward,
  donationPayload,
  dropsPayload,
  goodsPurchasePayload,
  type Said,
  subscriptionPayload,
} from './builders.ts';
import type {
  ChatPayload,
  DonationPayload,
  DropsPayload,
  GoodsPurchasePayload,
  SimEvent,
  SimEventKind,
  SubscriptionPayload,
} from './payloads.ts';

const text = z.string();
const emojis = z.record(text, text);
const badges = z.array(z.strictObject({ id: text, name: text, imageUrl: text }));
const profile = z.strictObject({ nickname: text, badges });

const chat = z.strictObject({
  channelId: text,
  senderChannelId: text,
  profile,
  content: text,
  messageTime: text,
  emojis,
}) satisfies z.ZodType<ChatPayload>;

const donation = z.strictObject({
  donationType: text,
  channelId: text,
  donatorChannelId: text.nullable(),
  donatorNickname: text.nullable(),
  donatorBadges: badges,
  payAmount: text,
  donationText: text,
  emojis,
  cheeringItems: z.exactOptional(
    z.array(
      z.strictObject({
        cnt: z.number(),
        type: text,
        skinType: text,
        amount: z.number(),
        imageUrl: text,
        overlayImageUrl: text,
      }),
    ),
  ),
}) satisfies z.ZodType<DonationPayload>;

const subscription = z.strictObject({
  channelId: text,
  subscriberChannelId: text,
  subscriberChannelName: text,
  month: z.number(),
  tierNo: z.number(),
  subscriptionMessage: text,
  emojis,
}) satisfies z.ZodType<SubscriptionPayload>;

const drops = z.strictObject({
  channelId: text,
  campaignId: text,
  rewardId: text,
  rewardTitle: text,
  rewardDescription: text,
  rewardImageUrl: text,
  count: z.number(),
  drawnAt: text,
}) satisfies z.ZodType<DropsPayload>;

const goodsPurchase = z.strictObject({
  channelId: text,
  senderChannelId: text.nullable(),
  profile: profile.nullable(),
  content: text,
  messageTime: text,
  emojis,
  shopName: text,
  representativeItemName: text,
  itemCount: z.number(),
  totalAmount: z.number().nullable(),
  currency: text,
}) satisfies z.ZodType<GoodsPurchasePayload>;

export interface EventRequest {
  readonly kind: SimEventKind;
  readonly channelId: string;
  /** Fields of the payload that replace the sample's. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Sample {
  readonly author: Author;
  readonly reward: DrawnReward;
  /** Without a slash at its end. */
  readonly imageBase: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * A whole event from some of its fields: what is left out comes from a plain sample.
 * @throws ZodError when a field is not documented for the kind, or has another type. Broken events
 *   are made with faults.
 */
export function completeEvent(request: EventRequest, sample: Sample): SimEvent {
  const { kind, channelId, data } = request;
  const said: Said = { channelId, text: '안녕하세요! hello', emojis: {} };
  switch (kind) {
    case 'CHAT': {
      const base = chatPayload(said, sample.author, sample.at);
      return { kind, data: chat.parse({ ...base, ...data }) };
    }
    case 'DONATION': {
      const base =
        data['donationType'] === 'CHEERING'
          ? cheeringPayload(channelId, sample.author, [sampleItem(sample.imageBase)])
          : donationPayload(said, sample.author, 'CHAT', 1_000);
      return { kind, data: donation.parse({ ...base, ...data }) };
    }
    case 'SUBSCRIPTION': {
      const base = subscriptionPayload(said, sample.author, { month: 3, tierNo: 1 });
      return { kind, data: subscription.parse({ ...base, ...data }) };
    }
    case 'DROPS': {
      const base = dropsPayload(channelId, sample.reward, 5, sample.at);
      return { kind, data: drops.parse({ ...base, ...data }) };
    }
    case 'GOODS_PURCHASE': {
      const base = goodsPurchasePayload(said, sample.author, SAMPLE_PURCHASE, sample.at);
      return { kind, data: goodsPurchase.parse({ ...base, ...data }) };
    }
    default:
      return assertNever(kind);
  }
}

const SAMPLE_PURCHASE = {
  shopName: '달빛 상점',
  representativeItemName: '아크릴 스탠드',
  itemCount: 2,
  totalAmount: 36_000,
  currency: 'KRW',
} as const;

function sampleItem(imageBase: string) {
  const imageUrl = `${imageBase}/item/balloon.svg`;
  return {
    cnt: 3,
    type: 'BALLOON',
    skinType: 'DEFAULT',
    amount: 100,
    imageUrl,
    overlayImageUrl: imageUrl,
  };
}
