import type {
  Payload,
  SimEvent,
  SimEventKind,
} from '../../../../electron/simulator/events/payloads.ts';
import type { ClientStage } from './client-stage.ts';

/** One event with a value of its own in every field of its kind. */
export interface EventSample {
  readonly name: string;
  readonly kind: SimEventKind;
  readonly make: (stage: ClientStage) => SimEvent;
}

const TIME = '2026-03-10T01:02:03.456Z';

const token = (stage: ClientStage): string => `:${stage.streamer.channelId}-heart:`;
const emojis = (stage: ClientStage): Record<string, string> => ({
  [token(stage)]: `${stage.simulator.baseUrl}/sim/emoji/heart.svg`,
});
const badges = (stage: ClientStage) => [
  { id: 'b1', name: 'Fan', imageUrl: `${stage.simulator.baseUrl}/sim/badge/fan.svg` },
  { id: 'b2', name: '후원자', imageUrl: 'https://images.example.com/badge.png' },
];

function donation(stage: ClientStage, changes: Partial<Payload<'DONATION'>> = {}): SimEvent {
  return {
    kind: 'DONATION',
    data: {
      donationType: 'CHAT',
      channelId: stage.streamer.channelId,
      donatorChannelId: 'donator-1',
      donatorNickname: '후원하는 사람',
      donatorBadges: badges(stage),
      payAmount: '10000',
      donationText: `잘 보고 있어요 ${token(stage)} <b>`,
      emojis: emojis(stage),
      ...changes,
    },
  };
}

function purchase(stage: ClientStage, changes: Partial<Payload<'GOODS_PURCHASE'>> = {}): SimEvent {
  return {
    kind: 'GOODS_PURCHASE',
    data: {
      channelId: stage.streamer.channelId,
      senderChannelId: 'buyer-1',
      profile: { nickname: '사는 사람', badges: badges(stage) },
      content: `인증! ${token(stage)}`,
      messageTime: TIME,
      emojis: emojis(stage),
      shopName: '달빛 상점',
      representativeItemName: '담요',
      itemCount: 3,
      totalAmount: 45_000,
      currency: 'KRW',
      ...changes,
    },
  };
}

const ANONYMOUS_DONATOR = { donatorChannelId: null, donatorNickname: null, donatorBadges: [] };
const ANONYMOUS_BUYER = { senderChannelId: null, profile: null };

export const EVENT_SAMPLES: readonly EventSample[] = [
  {
    name: 'a chat message',
    kind: 'CHAT',
    make: (stage) => ({
      kind: 'CHAT',
      data: {
        channelId: stage.streamer.channelId,
        senderChannelId: 'sender-1',
        profile: { nickname: '말하는 사람', badges: badges(stage) },
        content: `안녕 ${token(stage)} 👋 :nobody-knows:`,
        messageTime: TIME,
        emojis: emojis(stage),
      },
    }),
  },
  {
    name: 'a chat message without badges and emojis',
    kind: 'CHAT',
    make: (stage) => ({
      kind: 'CHAT',
      data: {
        channelId: stage.streamer.channelId,
        senderChannelId: stage.streamer.channelId,
        profile: { nickname: 'n', badges: [] },
        content: '"quoted" \\ and\nbroken',
        messageTime: TIME,
        emojis: {},
      },
    }),
  },
  { name: 'a chat donation', kind: 'DONATION', make: (stage) => donation(stage) },
  {
    name: 'a video donation',
    kind: 'DONATION',
    make: (stage) => donation(stage, { donationType: 'VIDEO', payAmount: '500' }),
  },
  {
    name: 'an anonymous donation',
    kind: 'DONATION',
    make: (stage) => donation(stage, { ...ANONYMOUS_DONATOR, donationText: '', emojis: {} }),
  },
  {
    name: 'a cheering donation',
    kind: 'DONATION',
    make: (stage) =>
      donation(stage, {
        donationType: 'CHEERING',
        donationText: '',
        emojis: {},
        payAmount: '350',
        cheeringItems: [
          {
            cnt: 3,
            type: 'BALLOON',
            skinType: 'DEFAULT',
            amount: 100,
            imageUrl: `${stage.simulator.baseUrl}/sim/item/balloon.svg`,
            overlayImageUrl: `${stage.simulator.baseUrl}/sim/item/gift.svg`,
          },
          {
            cnt: 1,
            type: 'STAR',
            skinType: 'GOLD',
            amount: 50,
            imageUrl: 'https://images.example.com/star.png',
            overlayImageUrl: 'https://images.example.com/star-large.png',
          },
        ],
      }),
  },
  {
    name: 'a subscription',
    kind: 'SUBSCRIPTION',
    make: (stage) => ({
      kind: 'SUBSCRIPTION',
      data: {
        channelId: stage.streamer.channelId,
        subscriberChannelId: 'subscriber-1',
        subscriberChannelName: '구독하는 사람',
        month: 13,
        tierNo: 2,
        subscriptionMessage: `13개월 ${token(stage)}`,
        emojis: emojis(stage),
      },
    }),
  },
  {
    name: 'a draw',
    kind: 'DROPS',
    make: (stage) => ({
      kind: 'DROPS',
      data: {
        channelId: stage.streamer.channelId,
        campaignId: 'campaign001',
        rewardId: 'campaign001r1',
        rewardTitle: '은빛 돛',
        rewardDescription: '추첨 쿠폰',
        rewardImageUrl: `${stage.simulator.baseUrl}/sim/item/gift.svg`,
        count: 30,
        drawnAt: TIME,
      },
    }),
  },
  { name: 'a purchase', kind: 'GOODS_PURCHASE', make: (stage) => purchase(stage) },
  {
    name: 'an anonymous purchase of unknown amount',
    kind: 'GOODS_PURCHASE',
    make: (stage) => purchase(stage, { ...ANONYMOUS_BUYER, totalAmount: null, itemCount: 1 }),
  },
  {
    name: 'a purchase in dollars',
    kind: 'GOODS_PURCHASE',
    make: (stage) => purchase(stage, { totalAmount: 12.5, currency: 'USD' }),
  },
  {
    name: 'a purchase in yen',
    kind: 'GOODS_PURCHASE',
    make: (stage) => purchase(stage, { totalAmount: 3300, currency: 'JPY' }),
  },
];
