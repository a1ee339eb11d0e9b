import type { SubscriptionKind } from '../sessions/session.ts';
import { type Manners, respelled, type TimeSpelling } from '../world/manners.ts';

/**
 * The `data` of the five event kinds as they go over the wire: every documented field and no
 * other (specification, "Events"; for DONATION and SUBSCRIPTION platform-notes, "Event payloads").
 */

export interface WireBadge {
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string;
}

export interface WireProfile {
  readonly nickname: string;
  readonly badges: readonly WireBadge[];
}

/** From emoji token, colons included, to image address. */
export type WireEmojis = Readonly<Record<string, string>>;

export interface ChatPayload {
  readonly channelId: string;
  readonly senderChannelId: string;
  readonly profile: WireProfile;
  readonly content: string;
  readonly messageTime: string;
  readonly emojis: WireEmojis;
}

export interface CheeringItemPayload {
  readonly cnt: number;
  readonly type: string;
  readonly skinType: string;
  /** Beams for one item. */
  readonly amount: number;
  readonly imageUrl: string;
  readonly overlayImageUrl: string;
}

export interface DonationPayload {
  readonly donationType: string;
  readonly channelId: string;
  /** null: anonymous. */
  readonly donatorChannelId: string | null;
  readonly donatorNickname: string | null;
  readonly donatorBadges: readonly WireBadge[];
  /** Beams, as text. */
  readonly payAmount: string;
  /** Always empty for CHEERING. */
  readonly donationText: string;
  readonly emojis: WireEmojis;
  /** CHEERING only; absent else. */
  readonly cheeringItems?: readonly CheeringItemPayload[];
}

export interface SubscriptionPayload {
  readonly channelId: string;
  readonly subscriberChannelId: string;
  readonly subscriberChannelName: string;
  readonly month: number;
  readonly tierNo: number;
  readonly subscriptionMessage: string;
  readonly emojis: WireEmojis;
}

export interface DropsPayload {
  readonly channelId: string;
  readonly campaignId: string;
  readonly rewardId: string;
  readonly rewardTitle: string;
  readonly rewardDescription: string;
  readonly rewardImageUrl: string;
  /** Winners of this round only. */
  readonly count: number;
  readonly drawnAt: string;
}

export interface GoodsPurchasePayload {
  readonly channelId: string;
  /** null: anonymous. */
  readonly senderChannelId: string | null;
  readonly profile: WireProfile | null;
  readonly content: string;
  readonly messageTime: string;
  readonly emojis: WireEmojis;
  readonly shopName: string;
  readonly representativeItemName: string;
  readonly itemCount: number;
  readonly totalAmount: number | null;
  readonly currency: string;
}

export interface Payloads {
  readonly CHAT: ChatPayload;
  readonly DONATION: DonationPayload;
  readonly SUBSCRIPTION: SubscriptionPayload;
  readonly DROPS: DropsPayload;
  readonly GOODS_PURCHASE: GoodsPurchasePayload;
}

export const SIM_EVENT_KINDS = [
  'CHAT',
  'DONATION',
  'SUBSCRIPTION',
  'DROPS',
  'GOODS_PURCHASE',
] as const;

export type SimEventKind = (typeof SIM_EVENT_KINDS)[number];

/** One event of any kind, with the payload that belongs to it. */
export type SimEvent = {
  readonly [Kind in SimEventKind]: { readonly kind: Kind; readonly data: Payloads[Kind] };
}[SimEventKind];

/** The subscription through which a kind arrives (specification, "What the service does", 4). */
export const SUBSCRIPTION_OF: Readonly<Record<SimEventKind, SubscriptionKind>> = {
  CHAT: 'CHAT',
  DROPS: 'CHAT',
  GOODS_PURCHASE: 'CHAT',
  DONATION: 'DONATION',
  SUBSCRIPTION: 'SUBSCRIPTION',
};

const TIME_FIELDS = ['messageTime', 'drawnAt'] as const;
const SIDE_FIELDS = ['donatorBadges', 'emojis'] as const;

type Fields = Record<string, unknown>;

/** An event as it goes over the wire, with the manners of the platform and the times of one session. */
export function frameTextOf(
  event: SimEvent,
  { times, payAmount, sideFields }: Manners,
  copyTimes: TimeSpelling | 'same' = 'same',
): string {
  const data: Fields = { ...event.data };
  for (const field of TIME_FIELDS) {
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
  for (const field of SIDE_FIELDS) delete data[field];
  const { profile } = data as { readonly profile?: { readonly nickname: string } | null };
  if (profile) data['profile'] = { nickname: profile.nickname };
}
