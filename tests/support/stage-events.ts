import type { PlayingAlert } from '../../shared/alerts.ts';
import type {
  ChatData,
  DonationData,
  DrawTally,
  DropsData,
  GoodsPurchaseData,
  StageEvent,
  SubscriptionData,
  ValuedEvent,
} from '../../shared/events.ts';
import { type AlertLook, PLAIN_LOOK } from '../../shared/overlay/alert-look.ts';

const AT = Date.UTC(2026, 10, 20, 12, 5);
const stamp = (seq: number) => ({ seq, receivedAt: AT, origin: 'platform' as const });

export const HEART = ':AaBbCc-heart:';
export const HEART_URL = 'https://images.example/heart.png';

export function chat(seq: number, data: Partial<ChatData> = {}): StageEvent<'CHAT'> {
  return {
    ...stamp(seq),
    kind: 'CHAT',
    data: {
      channelId: 'streamer',
      senderChannelId: 'viewer',
      senderRole: data.senderChannelId === 'streamer' ? 'streamer' : 'viewer',
      profile: { nickname: '밤하늘', badges: [] },
      content: `message ${seq}`,
      messageTime: null,
      emojis: { [HEART]: HEART_URL },
      ...data,
    },
  };
}

export function donation(seq: number, data: Partial<DonationData> = {}): StageEvent<'DONATION'> {
  return {
    ...stamp(seq),
    kind: 'DONATION',
    data: {
      donationType: 'CHAT',
      channelId: 'streamer',
      donatorChannelId: 'viewer',
      donatorNickname: '밤하늘',
      donatorBadges: [],
      payAmount: 10_000,
      donationText: '고마워요',
      emojis: { [HEART]: HEART_URL },
      cheeringItems: [],
      ...data,
    },
  };
}

export function subscription(
  seq: number,
  data: Partial<SubscriptionData> = {},
): StageEvent<'SUBSCRIPTION'> {
  return {
    ...stamp(seq),
    kind: 'SUBSCRIPTION',
    data: {
      channelId: 'streamer',
      subscriberChannelId: 'viewer',
      subscriberChannelName: '밤하늘',
      month: 12,
      tierNo: 2,
      subscriptionMessage: '잘 부탁해요',
      emojis: {},
      ...data,
    },
  };
}

export function draw(seq: number, data: Partial<DropsData> = {}): StageEvent<'DROPS'> {
  return {
    ...stamp(seq),
    kind: 'DROPS',
    data: {
      channelId: 'streamer',
      campaignId: 'campaign',
      rewardId: 'reward',
      rewardTitle: '새벽 기사단 상자',
      rewardDescription: '장비 상자',
      rewardImageUrl: 'https://images.example/chest.png',
      count: 12,
      drawnAt: '2026-11-20T12:04:00Z',
      ...data,
    },
  };
}

export function purchase(
  seq: number,
  data: Partial<GoodsPurchaseData> = {},
): StageEvent<'GOODS_PURCHASE'> {
  return {
    ...stamp(seq),
    kind: 'GOODS_PURCHASE',
    data: {
      channelId: 'streamer',
      senderChannelId: 'viewer',
      profile: { nickname: '밤하늘', badges: [] },
      content: '',
      messageTime: null,
      emojis: {},
      shopName: '공식 굿즈샵',
      representativeItemName: '겨울 후드',
      itemCount: 3,
      totalAmount: 89_000,
      currency: 'KRW',
      ...data,
    },
  };
}

export function tally(rewardId: string, data: Partial<DrawTally> = {}): DrawTally {
  return {
    campaignId: 'campaign',
    rewardId,
    rewardTitle: `보상 ${rewardId}`,
    rewardImageUrl: null,
    rounds: 2,
    lastCount: 12,
    total: 48,
    lastDrawnAt: AT,
    ...data,
  };
}

export function playing(
  event: ValuedEvent,
  remainingMs = 6_000,
  look: Partial<AlertLook> = {},
): PlayingAlert {
  return {
    alertId: event.seq,
    event,
    tally: null,
    look: { ...PLAIN_LOOK, ...look },
    durationMs: 6_000,
    remainingMs,
  };
}
