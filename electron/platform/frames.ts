import { z } from 'zod';
import { isJsonObject, type JsonObject, parseJson } from '../../shared/json.ts';

/** Asks whether the connection lives; answered with a PONG (specification, "Delivery"). */
export const PING = JSON.stringify({ type: 'PING' });

/** Why a frame is neither an event nor an answer to a PING. Stable, kebab-case. */
export type UnreadableReason = 'not-json' | 'not-an-object' | 'no-event' | 'unknown-action';

/** One text frame of the platform's socket (specification, "Delivery"), taken apart once. */
export type SocketFrame =
  | { readonly type: 'pong' }
  | {
      readonly type: 'event';
      /** One of the specification's names, or whatever else the platform comes to send. */
      readonly name: string;
      readonly envelope: JsonObject;
      readonly length: number;
      /** Perhaps the same as one before it: nothing tells. */
      readonly perhapsTwice?: true;
    }
  | {
      readonly type: 'unreadable';
      readonly reason: UnreadableReason;
      readonly detail: string;
    };

/** Frames passed on; the transport keeps the PONGs to its own PINGs. */
export type EventFrame = Exclude<SocketFrame, { readonly type: 'pong' }>;

/** Never throws. */
export function parseFrame(text: string): SocketFrame {
  const envelope = parseJson(text);
  if (envelope === undefined) return unreadable('not-json', text);
  if (!isJsonObject(envelope)) return unreadable('not-an-object', text);
  const { event, action } = envelope;
  if (typeof event === 'string') {
    return { type: 'event', name: event, envelope, length: text.length };
  }
  if (action === 'PONG') return { type: 'pong' };
  if (typeof action === 'string') return unreadable('unknown-action', action);
  return unreadable('no-event', text);
}

function unreadable(reason: UnreadableReason, text: string): SocketFrame {
  return { type: 'unreadable', reason, detail: glimpse(text) };
}

/** The beginning of a text, so that a log line stays a line. */
export function glimpse(text: string): string {
  const short = text.slice(0, 80).toWellFormed();
  return text.length > 80 ? `${short}… (${text.length} characters)` : short;
}

/*
 * The data of the five events on the socket (specification, "Events"; DONATION and SUBSCRIPTION
 * from the platform notes, "Event payloads": correct wrong guesses here). Every field may be
 * missing or null and unknown fields are dropped, so that partial data survives. A wrong type is an
 * issue with its path, so that the caller can remove that field alone.
 */

const text = z.string().nullish();
/** Come as text or numbers (platform notes); parsed on use, to tell unreadable from not sent. */
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
