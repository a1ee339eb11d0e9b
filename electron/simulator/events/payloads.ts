import { z } from 'zod';
import type { SubscriptionKind } from '../sessions/session.ts';
import { type Manners, respelled, type TimeSpelling } from '../world/manners.ts';

const text = z.string();
/** From emoji token, colons included, to image address. */
const emojis = z.record(text, text);
const badges = z.array(z.strictObject({ id: text, name: text, imageUrl: text }));
const profile = z.strictObject({ nickname: text, badges });

const cheeringItem = z.strictObject({
  cnt: z.number(),
  type: text,
  skinType: text,
  /** Beams for one item. */
  amount: z.number(),
  imageUrl: text,
  overlayImageUrl: text,
});

/**
 * The `data` of the five event kinds as they go over the wire: every documented field and no
 * other (specification, "Events"; for DONATION and SUBSCRIPTION platform-notes, "Event payloads").
 */
export const PAYLOADS = {
  CHAT: z.strictObject({
    channelId: text,
    senderChannelId: text,
    profile,
    content: text,
    messageTime: text,
    emojis,
  }),
  DONATION: z.strictObject({
    donationType: text,
    channelId: text,
    /** null: anonymous. */
    donatorChannelId: text.nullable(),
    donatorNickname: text.nullable(),
    donatorBadges: badges,
    /** Beams, as text. */
    payAmount: text,
    /** Always empty for CHEERING. */
    donationText: text,
    emojis,
    /** CHEERING only; absent else. */
    cheeringItems: z.exactOptional(z.array(cheeringItem)),
  }),
  SUBSCRIPTION: z.strictObject({
    channelId: text,
    subscriberChannelId: text,
    subscriberChannelName: text,
    month: z.number(),
    tierNo: z.number(),
    subscriptionMessage: text,
    emojis,
  }),
  DROPS: z.strictObject({
    channelId: text,
    campaignId: text,
    rewardId: text,
    rewardTitle: text,
    rewardDescription: text,
    rewardImageUrl: text,
    /** Winners of this round only. */
    count: z.number(),
    drawnAt: text,
  }),
  GOODS_PURCHASE: z.strictObject({
    channelId: text,
    /** null: anonymous. */
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
  }),
};

export type SimEventKind = keyof typeof PAYLOADS;
export type Payload<Kind extends SimEventKind> = z.output<(typeof PAYLOADS)[Kind]>;
export type CheeringItem = z.output<typeof cheeringItem>;

export const SIM_EVENT_KINDS = Object.keys(PAYLOADS) as SimEventKind[];

/** One event of any kind, with the payload that belongs to it. */
export type SimEvent = {
  readonly [Kind in SimEventKind]: { readonly kind: Kind; readonly data: Payload<Kind> };
}[SimEventKind];

/** The subscription through which a kind arrives (specification, "What the service does", 4). */
export const SUBSCRIPTION_OF: Readonly<Record<SimEventKind, SubscriptionKind>> = {
  CHAT: 'CHAT',
  DROPS: 'CHAT',
  GOODS_PURCHASE: 'CHAT',
  DONATION: 'DONATION',
  SUBSCRIPTION: 'SUBSCRIPTION',
};

type Fields = Record<string, unknown>;

/** An event as it goes over the wire, with the manners of the platform and the times of one session. */
export function frameTextOf(
  event: SimEvent,
  { times, payAmount, sideFields }: Manners,
  copyTimes: TimeSpelling | 'same' = 'same',
): string {
  const data: Fields = { ...event.data };
  for (const field of ['messageTime', 'drawnAt']) {
    const time = data[field];
    if (typeof time === 'string') {
      data[field] = respelled(time, copyTimes === 'same' ? times : copyTimes);
    }
  }
  if (payAmount === 'number' && event.kind === 'DONATION') {
    data['payAmount'] = Number(event.data.payAmount);
  }
  if (sideFields === 'absent') takeOutSideFields(data);
  return JSON.stringify({ event: event.kind, data });
}

function takeOutSideFields(data: Fields): void {
  delete data['donatorBadges'];
  delete data['emojis'];
  const { profile } = data as { readonly profile?: { readonly nickname: string } | null };
  if (profile) data['profile'] = { nickname: profile.nickname };
}
