import type { z } from 'zod';
import {
  type CheeringItem,
  type Decoded,
  EVENT_KINDS,
  type EventKind,
} from '../../shared/events.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../shared/json.ts';
import {
  type cheeringItem,
  type EventFrame,
  glimpse,
  type UnreadableReason,
  wireChat,
  wireDonation,
  wireDrops,
  wireGoodsPurchase,
  wireSubscription,
} from '../platform/frames.ts';
import { FieldSanitizer, type ImagePolicy } from './field-sanitizer.ts';

/** Why a frame or its remains cannot be used. Stable, kebab-case. */
type RefusalReason =
  | UnreadableReason
  | 'data-not-an-object'
  | 'data-empty'
  | 'data-unreadable'
  | 'decoder-failed';

interface RefusedFrame {
  readonly type: 'refused';
  readonly reason: RefusalReason;
  readonly detail: string;
}

export type DecodeResult =
  /** `repairs`: every change made, as short stable names. */
  | { readonly type: 'event'; readonly decoded: Decoded; readonly repairs: readonly string[] }
  | { readonly type: 'unknown-event'; readonly name: string }
  | RefusedFrame;

const MOST_MENDS = 3;

function refused(reason: RefusalReason, detail: string): RefusedFrame {
  return { type: 'refused', reason, detail };
}

/** A path of the wire without indexes and keys of the sender: `badges[].imageUrl`. */
function nameOf(path: readonly PropertyKey[]): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += '[]';
    else if (name === 'emojis') name += '{}';
    else name += name === '' ? String(part) : `.${String(part)}`;
  }
  return name;
}

function mendField(data: JsonObject, issue: z.core.$ZodIssue): void {
  let parent: unknown = data;
  for (const part of issue.path.slice(0, -1)) parent = (parent as JsonObject)[part as string];
  const key = issue.path.at(-1) as string;
  const holder = parent as JsonObject;
  const value = holder[key];
  const wantsText = issue.code === 'invalid_type' && issue.expected === 'string';
  if (wantsText && (typeof value === 'number' || typeof value === 'boolean')) {
    holder[key] = String(value);
  } else if (Array.isArray(parent)) {
    holder[key] = undefined;
  } else {
    delete holder[key];
  }
}

function readData<S extends z.ZodType>(
  schema: S,
  data: JsonObject,
  mend: FieldSanitizer,
): z.output<S> | null {
  for (let round = 0; round < MOST_MENDS; round += 1) {
    const parsed = schema.safeParse(data);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      if (issue.path.length === 0) return null;
      mend.note(`wrong-type:${nameOf(issue.path)}`);
      mendField(data, issue);
    }
  }
  return null;
}

type Reader<T> = (data: JsonObject, mend: FieldSanitizer) => T | null;

/** Pairs a schema with its translation; null if the data stays unreadable after repairs. */
function using<S extends z.ZodType, T>(
  schema: S,
  translate: (wire: NonNullable<z.output<S>>, mend: FieldSanitizer) => T,
): Reader<T> {
  return (data, mend) => {
    const wire = readData(schema, data, mend);
    return wire ? translate(wire, mend) : null;
  };
}

const MOST_CHEERING_ITEMS = 100;

function toCheeringItem(wire: z.infer<typeof cheeringItem>, mend: FieldSanitizer): CheeringItem {
  return {
    cnt: mend.whole(wire.cnt, 'cheering-count', 1),
    type: mend.label(wire.type),
    skinType: mend.label(wire.skinType),
    amount: mend.whole(wire.amount, 'cheering-amount', 0),
    imageUrl: mend.image(wire.imageUrl),
    overlayImageUrl: mend.image(wire.overlayImageUrl),
  };
}

const READERS: { readonly [K in EventKind]: Reader<Decoded<K>['data']> } = {
  /** Specification, "CHAT". A message matters even without a profile: its nickname is empty. */
  CHAT: using(wireChat, (wire, mend) => {
    if (!wire.profile) mend.note('profile-missing');
    const channelId = mend.text(wire.channelId);
    const senderChannelId = mend.needed(wire.senderChannelId, 'sender');
    return {
      channelId,
      senderChannelId,
      senderRole: senderChannelId !== '' && senderChannelId === channelId ? 'streamer' : 'viewer',
      profile: mend.profile(wire.profile ?? {}),
      content: mend.needed(wire.content, 'content'),
      messageTime: mend.time(wire.messageTime),
      emojis: mend.emojis(wire.emojis),
    };
  }),
  /** Platform notes, "Event payloads", DONATION. */
  DONATION: using(wireDonation, (wire, mend) => {
    const items = (wire.cheeringItems ?? []).filter((item) => item !== undefined);
    if (items.length > MOST_CHEERING_ITEMS) mend.note('cheering-items-cut');
    if (!wire.donationType) mend.note('donation-type-missing');
    return {
      donationType: mend.label(wire.donationType),
      channelId: mend.text(wire.channelId),
      donatorChannelId: mend.textOrNull(wire.donatorChannelId),
      donatorNickname: mend.textOrNull(wire.donatorNickname),
      donatorBadges: mend.badges(wire.donatorBadges),
      payAmount: mend.beams(wire.payAmount),
      donationText: mend.text(wire.donationText),
      emojis: mend.emojis(wire.emojis),
      cheeringItems: items.slice(0, MOST_CHEERING_ITEMS).map((item) => toCheeringItem(item, mend)),
    };
  }),
  /** Platform notes, "Event payloads", SUBSCRIPTION. */
  SUBSCRIPTION: using(wireSubscription, (wire, mend) => ({
    channelId: mend.text(wire.channelId),
    subscriberChannelId: mend.textOrNull(wire.subscriberChannelId),
    subscriberChannelName: mend.textOrNull(wire.subscriberChannelName),
    month: mend.wholeOrNull(wire.month, 'month'),
    tierNo: mend.wholeOrNull(wire.tierNo, 'tier'),
    subscriptionMessage: mend.text(wire.subscriptionMessage),
    emojis: mend.emojis(wire.emojis),
  })),
  /** Specification, "DROPS (draw completed)". */
  DROPS: using(wireDrops, (wire, mend) => ({
    channelId: mend.text(wire.channelId),
    campaignId: mend.needed(wire.campaignId, 'campaign'),
    rewardId: mend.needed(wire.rewardId, 'reward'),
    rewardTitle: mend.text(wire.rewardTitle),
    rewardDescription: mend.text(wire.rewardDescription),
    rewardImageUrl: mend.image(wire.rewardImageUrl),
    count: mend.whole(wire.count, 'count', 0),
    drawnAt: mend.time(wire.drawnAt),
  })),
  /** Specification, "GOODS_PURCHASE (purchase verification message)". */
  GOODS_PURCHASE: using(wireGoodsPurchase, (wire, mend) => {
    const totalAmount = mend.money(wire.totalAmount);
    if (totalAmount !== null && !wire.currency) mend.note('currency-missing');
    return {
      channelId: mend.text(wire.channelId),
      senderChannelId: mend.textOrNull(wire.senderChannelId),
      profile: wire.profile ? mend.profile(wire.profile) : null,
      content: mend.text(wire.content),
      messageTime: mend.time(wire.messageTime),
      emojis: mend.emojis(wire.emojis),
      shopName: mend.text(wire.shopName),
      representativeItemName: mend.text(wire.representativeItemName),
      itemCount: mend.whole(wire.itemCount, 'item-count', 1),
      totalAmount,
      currency: mend.label(wire.currency),
    };
  }),
};

/** Fields about an event's channel or appearance, not about its content. */
const SIDE_FIELDS: ReadonlySet<string> = new Set(['channelId', 'emojis']);
const FIELDS: Readonly<Record<EventKind, readonly string[]>> = {
  CHAT: ['content', 'senderChannelId'],
  DONATION: Object.keys(wireDonation.shape),
  SUBSCRIPTION: Object.keys(wireSubscription.shape),
  DROPS: Object.keys(wireDrops.shape),
  GOODS_PURCHASE: Object.keys(wireGoodsPurchase.shape),
};

/** Damaged fields count: a donation with an unreadable amount is still a donation. */
function saysAnything(kind: EventKind, data: JsonObject): boolean {
  return FIELDS[kind].some((field) => {
    if (SIDE_FIELDS.has(field) || !Object.hasOwn(data, field)) return false;
    const value = data[field];
    return value !== null && value !== '';
  });
}

/** A chat without sender and text cannot be shown. */
function meansNothing(decoded: Decoded): boolean {
  return (
    decoded.kind === 'CHAT' && decoded.data.content === '' && decoded.data.senderChannelId === ''
  );
}

function decodeEvent(kind: EventKind, wireData: unknown, policy: ImagePolicy): DecodeResult {
  const mend = new FieldSanitizer(policy);
  let data = wireData;
  if (typeof data === 'string') {
    // Data encoded a second time as JSON text: seen on similar platforms.
    data = parseJson(data);
    mend.note('data-was-text');
  }
  if (!isJsonObject(data)) {
    return refused('data-not-an-object', `${kind}: ${glimpse(JSON.stringify(wireData) ?? 'none')}`);
  }
  if (!saysAnything(kind, data)) {
    return refused('data-empty', `${kind}: ${glimpse(JSON.stringify(data))}`);
  }
  const read = READERS[kind](data, mend);
  if (read === null) return refused('data-unreadable', kind);
  const decoded = { kind, data: read } as Decoded;
  if (meansNothing(decoded)) return refused('data-empty', `${kind}: neither content nor sender`);
  return { type: 'event', decoded, repairs: mend.repairs };
}

/**
 * Decodes one frame of the socket (specification, "Delivery"). Never throws. Missing, damaged or
 * forbidden fields are repaired and noted; a frame is refused only if no content is left, so that a
 * damaged side field never loses a paid event.
 */
export function decodeFrame(frame: EventFrame, policy: ImagePolicy): DecodeResult {
  if (frame.type === 'unreadable') return refused(frame.reason, frame.detail);
  const { name, envelope } = frame;
  const kind = EVENT_KINDS.find((known) => known === name);
  if (!kind) return { type: 'unknown-event', name: name.slice(0, 64).toWellFormed() };
  try {
    return decodeEvent(kind, envelope['data'], policy);
  } catch (failure) {
    // For example data nested too deeply to walk through.
    return refused('decoder-failed', failure instanceof Error ? failure.message : 'unknown');
  }
}

/**
 * Repairs a test event like one from the socket: removes forbidden addresses, cuts excess badges,
 * emojis and items, and sanitizes texts. The test's field names equal the wire's.
 * @throws TypeError if nothing is left, which cannot happen to a test that passed the contract.
 */
export function sanitizeTest(decoded: Decoded, policy: ImagePolicy): Decoded {
  const { kind, data } = decoded;
  const result = decodeEvent(kind, parseJson(JSON.stringify(data)), policy);
  if (result.type !== 'event') throw new TypeError(`A test of kind ${kind} says nothing`);
  const mended = result.decoded;
  if (decoded.kind !== 'CHAT' || mended.kind !== 'CHAT') return mended;
  // The role is not part of the wire format, so it comes from the test.
  return { ...mended, data: { ...mended.data, senderRole: decoded.data.senderRole } };
}
