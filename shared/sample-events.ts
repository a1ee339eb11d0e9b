import type { Decoded, EventKind } from './events.ts';
import type { Language } from './locales/index.ts';
import { SAMPLE_TEXTS } from './locales/samples.ts';

const SAMPLE_CHANNEL = 'sample-channel';
const SAMPLE_VIEWER = 'sample-viewer';

function samplesIn(language: Language): { readonly [K in EventKind]: Decoded<K>['data'] } {
  const texts = SAMPLE_TEXTS[language];
  const badges = [{ id: 'subscriber', name: texts.badge, imageUrl: null }];
  const profile = { nickname: texts.nickname, badges };
  return {
    CHAT: {
      channelId: SAMPLE_CHANNEL,
      senderChannelId: SAMPLE_VIEWER,
      senderRole: 'subscriber',
      profile: profile,
      content: texts.chat,
      messageTime: null,
      emojis: {},
    },
    DONATION: {
      donationType: 'CHAT',
      channelId: SAMPLE_CHANNEL,
      donatorChannelId: SAMPLE_VIEWER,
      donatorNickname: texts.nickname,
      donatorBadges: badges,
      payAmount: 10_000,
      donationText: texts.donation,
      emojis: {},
      cheeringItems: [],
    },
    SUBSCRIPTION: {
      channelId: SAMPLE_CHANNEL,
      subscriberChannelId: SAMPLE_VIEWER,
      subscriberChannelName: texts.nickname,
      month: 3,
      tierNo: 1,
      subscriptionMessage: texts.subscription,
      emojis: {},
    },
    DROPS: {
      channelId: SAMPLE_CHANNEL,
      campaignId: 'sample-campaign',
      rewardId: 'sample-reward',
      rewardTitle: texts.rewardTitle,
      rewardDescription: texts.rewardDescription,
      rewardImageUrl: null,
      count: 5,
      drawnAt: null,
    },
    GOODS_PURCHASE: {
      channelId: SAMPLE_CHANNEL,
      senderChannelId: SAMPLE_VIEWER,
      profile: profile,
      content: texts.purchase,
      messageTime: null,
      emojis: {},
      shopName: texts.shop,
      representativeItemName: texts.item,
      itemCount: 3,
      totalAmount: language === 'ko' ? 39_000 : 29.9,
      currency: language === 'ko' ? 'KRW' : 'USD',
    },
  };
}

/** What the dashboard's test buttons play: one plain event of each kind, in the app's language. */
export function sampleEvent<K extends EventKind>(kind: K, language: Language): Decoded<K> {
  // The table holds for each kind its own data; the compiler does not follow that through a generic.
  return { kind, data: samplesIn(language)[kind] } as unknown as Decoded<K>;
}
