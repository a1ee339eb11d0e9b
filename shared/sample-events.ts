import type { Decoded, EventKind } from './events.ts';
import type { Language } from './locales/index.ts';
import { SAMPLE_TEXTS } from './locales/samples.ts';

const SAMPLE_CHANNEL = 'sample-channel';
const SAMPLE_VIEWER = 'sample-viewer';

type DataOf<K extends EventKind> = Decoded<K>['data'];

const badgesOf = (language: Language) => [
  { id: 'subscriber', name: SAMPLE_TEXTS[language].badge, imageUrl: null },
];
const profileOf = (language: Language) => ({
  nickname: SAMPLE_TEXTS[language].nickname,
  badges: badgesOf(language),
});

const SAMPLES: { readonly [K in EventKind]: (language: Language) => DataOf<K> } = {
  CHAT: (language) => ({
    channelId: SAMPLE_CHANNEL,
    senderChannelId: SAMPLE_VIEWER,
    senderRole: 'subscriber',
    profile: profileOf(language),
    content: SAMPLE_TEXTS[language].chat,
    messageTime: null,
    emojis: {},
  }),
  DONATION: (language) => ({
    donationType: 'CHAT',
    channelId: SAMPLE_CHANNEL,
    donatorChannelId: SAMPLE_VIEWER,
    donatorNickname: SAMPLE_TEXTS[language].nickname,
    donatorBadges: badgesOf(language),
    payAmount: 10_000,
    donationText: SAMPLE_TEXTS[language].donation,
    emojis: {},
    cheeringItems: [],
  }),
  SUBSCRIPTION: (language) => ({
    channelId: SAMPLE_CHANNEL,
    subscriberChannelId: SAMPLE_VIEWER,
    subscriberChannelName: SAMPLE_TEXTS[language].nickname,
    month: 3,
    tierNo: 1,
    subscriptionMessage: SAMPLE_TEXTS[language].subscription,
    emojis: {},
  }),
  DROPS: (language) => ({
    channelId: SAMPLE_CHANNEL,
    campaignId: 'sample-campaign',
    rewardId: 'sample-reward',
    rewardTitle: SAMPLE_TEXTS[language].rewardTitle,
    rewardDescription: SAMPLE_TEXTS[language].rewardDescription,
    rewardImageUrl: null,
    count: 5,
    drawnAt: null,
  }),
  GOODS_PURCHASE: (language) => ({
    channelId: SAMPLE_CHANNEL,
    senderChannelId: SAMPLE_VIEWER,
    profile: profileOf(language),
    content: SAMPLE_TEXTS[language].purchase,
    messageTime: null,
    emojis: {},
    shopName: SAMPLE_TEXTS[language].shop,
    representativeItemName: SAMPLE_TEXTS[language].item,
    itemCount: 3,
    totalAmount: language === 'ko' ? 39_000 : 29.9,
    currency: language === 'ko' ? 'KRW' : 'USD',
  }),
};

/** What the dashboard's test buttons play: one plain event of each kind, in the app's language. */
export function sampleEvent<K extends EventKind>(kind: K, language: Language): Decoded<K> {
  // The table holds for each kind its own data; the compiler does not follow that through a generic.
  return { kind, data: SAMPLES[kind](language) } as unknown as Decoded<K>;
}
