/**
 * The platform's events after decoding, numbered and stamped, with the specification's names.
 * Optional fields are null or empty here, never undefined.
 */

export const EVENT_KINDS = ['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Kinds with a value: written to the ledger before they are shown, and shown as alerts. */
export type ValuedKind = Exclude<EventKind, 'CHAT'>;

export interface Badge {
  readonly id: string;
  readonly name: string;
  /** null if the platform sent no address or a forbidden one. */
  readonly imageUrl: string | null;
}

export interface Profile {
  readonly nickname: string;
  readonly badges: readonly Badge[];
}

/** Maps emoji tokens (with colons) to allowed image addresses. */
export type EmojiMap = Readonly<Record<string, string>>;

/** Roles of senders, highest first. */
export const SENDER_ROLES = ['streamer', 'manager', 'subscriber', 'viewer'] as const;
export type SenderRole = (typeof SENDER_ROLES)[number];

export interface ChatData {
  readonly channelId: string;
  readonly senderChannelId: string;
  /** Not on the wire: derived from ids and from lists that are at most some minutes old. */
  readonly senderRole: SenderRole;
  readonly profile: Profile;
  readonly content: string;
  /** RFC 3339 UTC; null if the platform sent no readable time. */
  readonly messageTime: string | null;
  readonly emojis: EmojiMap;
}

export interface CheeringItem {
  readonly cnt: number;
  readonly type: string;
  readonly skinType: string;
  readonly amount: number;
  readonly imageUrl: string | null;
  readonly overlayImageUrl: string | null;
}

export interface DonationData {
  /** CHAT, VIDEO, CHEERING, or whatever else the platform comes to send. */
  readonly donationType: string;
  readonly channelId: string;
  /** null: anonymous. */
  readonly donatorChannelId: string | null;
  /** null: anonymous. */
  readonly donatorNickname: string | null;
  readonly donatorBadges: readonly Badge[];
  /** Whole beams; null when the amount could not be read (the donation still counts as one). */
  readonly payAmount: number | null;
  readonly donationText: string;
  readonly emojis: EmojiMap;
  /** CHEERING only; else empty. */
  readonly cheeringItems: readonly CheeringItem[];
}

export interface SubscriptionData {
  readonly channelId: string;
  readonly subscriberChannelId: string | null;
  readonly subscriberChannelName: string | null;
  /** Consecutive months; null when unknown. */
  readonly month: number | null;
  readonly tierNo: number | null;
  readonly subscriptionMessage: string;
  readonly emojis: EmojiMap;
}

export interface DropsData {
  readonly channelId: string;
  readonly campaignId: string;
  readonly rewardId: string;
  readonly rewardTitle: string;
  readonly rewardDescription: string;
  readonly rewardImageUrl: string | null;
  /** Winners of this round only; totals are ours to add up. */
  readonly count: number;
  readonly drawnAt: string | null;
}

export interface GoodsPurchaseData {
  readonly channelId: string;
  /** null: bought anonymously. */
  readonly senderChannelId: string | null;
  /** null: bought anonymously. */
  readonly profile: Profile | null;
  readonly content: string;
  readonly messageTime: string | null;
  readonly emojis: EmojiMap;
  readonly shopName: string;
  readonly representativeItemName: string;
  /** Kinds of items, at least 1; "and N more" is this less one. */
  readonly itemCount: number;
  /** Money, in units of `currency` as sent (12.5 is 12 dollars 50); null when unknown. Never a donation. */
  readonly totalAmount: number | null;
  /** KRW, USD, JPY, or whatever else the platform comes to send. */
  readonly currency: string;
}

interface Payloads {
  CHAT: ChatData;
  DONATION: DonationData;
  SUBSCRIPTION: SubscriptionData;
  DROPS: DropsData;
  GOODS_PURCHASE: GoodsPurchaseData;
}

/** A decoded event before it has a number. */
export type Decoded<K extends EventKind = EventKind> = {
  [Kind in K]: { readonly kind: Kind; readonly data: Payloads[Kind] };
}[K];

/** `test`: a preview by the streamer; never in the ledger. */
export type EventOrigin = 'platform' | 'test';

/** A numbered event. `seq` grows by one from event to event and never repeats in one data folder. */
export type StageEvent<K extends EventKind = EventKind> = Decoded<K> & {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly origin: EventOrigin;
  /** Perhaps the same as one before it: two sessions or connections brought it, and nothing tells. */
  readonly perhapsTwice?: true;
};

export type ValuedEvent = StageEvent<ValuedKind>;

export function isValued(event: StageEvent): event is ValuedEvent {
  return event.kind !== 'CHAT';
}

/** Sums of these are never added together; subscriptions and draws are counted. */
export const VALUE_SORTS = ['donation', 'cheering', 'subscription', 'draw', 'purchase'] as const;
export type ValueSort = (typeof VALUE_SORTS)[number];

const SORTS = { SUBSCRIPTION: 'subscription', DROPS: 'draw', GOODS_PURCHASE: 'purchase' } as const;

export function valueSortOf(event: ValuedEvent): ValueSort {
  if (event.kind !== 'DONATION') return SORTS[event.kind];
  return event.data.donationType === 'CHEERING' ? 'cheering' : 'donation';
}

export interface DrawTally {
  readonly campaignId: string;
  readonly rewardId: string;
  readonly rewardTitle: string;
  readonly rewardImageUrl: string | null;
  readonly rounds: number;
  readonly lastCount: number;
  readonly total: number;
  /** Epoch milliseconds of the latest round: drawnAt, else the time it arrived. */
  readonly lastDrawnAt: number;
}

/** Closes a switch over a union: a new member that is not handled fails the type check. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`);
}
