import type {
  ChatData,
  CheeringItem,
  DonationData,
  DropsData,
  GoodsPurchaseData,
  SubscriptionData,
} from '../../shared/events.ts';
import type {
  WireChat,
  WireCheeringItem,
  WireDonation,
  WireDrops,
  WireGoodsPurchase,
  WireSubscription,
} from '../platform/wire-events.ts';
import type { FieldSanitizer } from './field-sanitizer.ts';

const MOST_CHEERING_ITEMS = 100;

/** Specification, "CHAT". A missing profile becomes an empty nickname: the message is what counts. */
export function toChat(wire: WireChat, mend: FieldSanitizer): ChatData {
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
}

function toCheeringItem(wire: WireCheeringItem, mend: FieldSanitizer): CheeringItem {
  return {
    cnt: mend.whole(wire.cnt, 'cheering-count', 1),
    type: mend.label(wire.type),
    skinType: mend.label(wire.skinType),
    amount: mend.whole(wire.amount, 'cheering-amount', 0),
    imageUrl: mend.image(wire.imageUrl),
    overlayImageUrl: mend.image(wire.overlayImageUrl),
  };
}

/** Platform notes, "Event payloads", DONATION. */
export function toDonation(wire: WireDonation, mend: FieldSanitizer): DonationData {
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
}

/** Platform notes, "Event payloads", SUBSCRIPTION. */
export function toSubscription(wire: WireSubscription, mend: FieldSanitizer): SubscriptionData {
  return {
    channelId: mend.text(wire.channelId),
    subscriberChannelId: mend.textOrNull(wire.subscriberChannelId),
    subscriberChannelName: mend.textOrNull(wire.subscriberChannelName),
    month: mend.wholeOrNull(wire.month, 'month'),
    tierNo: mend.wholeOrNull(wire.tierNo, 'tier'),
    subscriptionMessage: mend.text(wire.subscriptionMessage),
    emojis: mend.emojis(wire.emojis),
  };
}

/** Specification, "DROPS (draw completed)". */
export function toDrops(wire: WireDrops, mend: FieldSanitizer): DropsData {
  return {
    channelId: mend.text(wire.channelId),
    campaignId: mend.needed(wire.campaignId, 'campaign'),
    rewardId: mend.needed(wire.rewardId, 'reward'),
    rewardTitle: mend.text(wire.rewardTitle),
    rewardDescription: mend.text(wire.rewardDescription),
    rewardImageUrl: mend.image(wire.rewardImageUrl),
    count: mend.whole(wire.count, 'count', 0),
    drawnAt: mend.time(wire.drawnAt),
  };
}

/** Specification, "GOODS_PURCHASE (purchase verification message)". */
export function toGoodsPurchase(wire: WireGoodsPurchase, mend: FieldSanitizer): GoodsPurchaseData {
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
}
