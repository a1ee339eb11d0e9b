import type { Decoded, EventKind } from './events.ts';
import type { Language } from './locales/index.ts';
import type { LocalText } from './problem.ts';

const SAMPLE_CHANNEL = 'sample-channel';
const SAMPLE_VIEWER = 'sample-viewer';

const TEXT = {
  nickname: { ko: '테스트 시청자', en: 'Test viewer' },
  badge: { ko: '구독자', en: 'Subscriber' },
  chat: {
    ko: '채팅이 이렇게 보여요. 방송 화면과 잘 어울리나요?',
    en: 'This is how chat looks. Does it suit your scene?',
  },
  donation: {
    ko: '테스트 후원이에요. 오늘 방송도 힘내세요!',
    en: 'A test donation. Have a great stream!',
  },
  subscription: { ko: '테스트 구독 메시지예요.', en: 'A test subscription message.' },
  rewardTitle: { ko: '테스트 쿠폰', en: 'Test coupon' },
  rewardDescription: {
    ko: '드롭스 추첨 화면을 확인하는 쿠폰이에요.',
    en: 'A coupon to see the draw card with.',
  },
  shop: { ko: '테스트 상점', en: 'Test shop' },
  item: { ko: '테스트 티셔츠', en: 'Test T-shirt' },
  purchase: { ko: '잘 입을게요!', en: 'I will wear it well!' },
} as const satisfies Record<string, LocalText>;

type DataOf<K extends EventKind> = Decoded<K>['data'];

const badgesOf = (language: Language) => [
  { id: 'subscriber', name: TEXT.badge[language], imageUrl: null },
];
const profileOf = (language: Language) => ({
  nickname: TEXT.nickname[language],
  badges: badgesOf(language),
});

const SAMPLES: { readonly [K in EventKind]: (language: Language) => DataOf<K> } = {
  CHAT: (language) => ({
    channelId: SAMPLE_CHANNEL,
    senderChannelId: SAMPLE_VIEWER,
    senderRole: 'subscriber',
    profile: profileOf(language),
    content: TEXT.chat[language],
    messageTime: null,
    emojis: {},
  }),
  DONATION: (language) => ({
    donationType: 'CHAT',
    channelId: SAMPLE_CHANNEL,
    donatorChannelId: SAMPLE_VIEWER,
    donatorNickname: TEXT.nickname[language],
    donatorBadges: badgesOf(language),
    payAmount: 10_000,
    donationText: TEXT.donation[language],
    emojis: {},
    cheeringItems: [],
  }),
  SUBSCRIPTION: (language) => ({
    channelId: SAMPLE_CHANNEL,
    subscriberChannelId: SAMPLE_VIEWER,
    subscriberChannelName: TEXT.nickname[language],
    month: 3,
    tierNo: 1,
    subscriptionMessage: TEXT.subscription[language],
    emojis: {},
  }),
  DROPS: (language) => ({
    channelId: SAMPLE_CHANNEL,
    campaignId: 'sample-campaign',
    rewardId: 'sample-reward',
    rewardTitle: TEXT.rewardTitle[language],
    rewardDescription: TEXT.rewardDescription[language],
    rewardImageUrl: null,
    count: 5,
    drawnAt: null,
  }),
  GOODS_PURCHASE: (language) => ({
    channelId: SAMPLE_CHANNEL,
    senderChannelId: SAMPLE_VIEWER,
    profile: profileOf(language),
    content: TEXT.purchase[language],
    messageTime: null,
    emojis: {},
    shopName: TEXT.shop[language],
    representativeItemName: TEXT.item[language],
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
