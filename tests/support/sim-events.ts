import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';

/** What a viewer writes, who is known by their name. */
export const chatOf = (simulator: Simulator, who: string, content: string): SimEvent => ({
  kind: 'CHAT',
  data: {
    channelId: simulator.streamerChannelId,
    senderChannelId: who,
    profile: { nickname: who, badges: [] },
    content,
    messageTime: '2026-01-02T03:04:05.678Z',
    emojis: {},
  },
});

/** One event of each kind for the simulator's streamer, with words of its own in every text. */
export function simEvents(simulator: Simulator, mark = '1') {
  const channelId = simulator.streamerChannelId;
  const messageTime = '2026-01-02T03:04:05.678Z';
  const token = `:${channelId}-heart:`;
  const emojis = { [token]: `${simulator.baseUrl}/sim/emoji/heart.svg` };
  const badges = [{ id: 'b1', name: 'Fan', imageUrl: `${simulator.baseUrl}/sim/badge/fan.svg` }];
  const chat = (content: string, nickname = '새벽별'): SimEvent => ({
    kind: 'CHAT',
    data: {
      channelId,
      senderChannelId: 'viewer-1',
      profile: { nickname, badges },
      content,
      messageTime,
      emojis,
    },
  });
  const donation: SimEvent = {
    kind: 'DONATION',
    data: {
      donationType: 'CHAT',
      channelId,
      donatorChannelId: 'viewer-2',
      donatorNickname: `후원자 ${mark}`,
      donatorBadges: [],
      payAmount: '12000',
      donationText: `donation words ${mark} ${token}`,
      emojis,
    },
  };
  const subscription: SimEvent = {
    kind: 'SUBSCRIPTION',
    data: {
      channelId,
      subscriberChannelId: 'viewer-3',
      subscriberChannelName: `구독자 ${mark}`,
      month: 7,
      tierNo: 2,
      subscriptionMessage: `subscription words ${mark}`,
      emojis: {},
    },
  };
  const draw: SimEvent = {
    kind: 'DROPS',
    data: {
      channelId,
      campaignId: 'campaign-1',
      rewardId: 'reward-1',
      rewardTitle: `Lucky coupon ${mark}`,
      rewardDescription: 'a coupon',
      rewardImageUrl: `${simulator.baseUrl}/sim/item/gift.svg`,
      count: 30,
      drawnAt: messageTime,
    },
  };
  const purchase: SimEvent = {
    kind: 'GOODS_PURCHASE',
    data: {
      channelId,
      senderChannelId: null,
      profile: null,
      content: `purchase words ${mark}`,
      messageTime,
      emojis: {},
      shopName: `Shop ${mark}`,
      representativeItemName: 'Blanket',
      itemCount: 3,
      totalAmount: 45_000,
      currency: 'KRW',
    },
  };
  return { token, chat, donation, subscription, draw, purchase };
}
