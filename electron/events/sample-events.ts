import { assertNever, type Decoded, type EventKind } from '../../shared/events.ts';
import type { Language, LocalText } from '../../shared/problem.ts';

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

/** What the dashboard's test buttons play: one plain event of each kind, in the app's language. */
export function sampleEvent(kind: EventKind, language: Language): Decoded {
  const say = (text: LocalText): string => text[language];
  const badges = [{ id: 'subscriber', name: say(TEXT.badge), imageUrl: null }];
  const profile = { nickname: say(TEXT.nickname), badges };
  const channelId = SAMPLE_CHANNEL;
  switch (kind) {
    case 'CHAT':
      return {
        kind,
        data: {
          channelId,
          senderChannelId: SAMPLE_VIEWER,
          profile,
          content: say(TEXT.chat),
          messageTime: null,
          emojis: {},
        },
      };
    case 'DONATION':
      return {
        kind,
        data: {
          donationType: 'CHAT',
          channelId,
          donatorChannelId: SAMPLE_VIEWER,
          donatorNickname: profile.nickname,
          donatorBadges: badges,
          payAmount: 10_000,
          donationText: say(TEXT.donation),
          emojis: {},
          cheeringItems: [],
        },
      };
    case 'SUBSCRIPTION':
      return {
        kind,
        data: {
          channelId,
          subscriberChannelId: SAMPLE_VIEWER,
          subscriberChannelName: profile.nickname,
          month: 3,
          tierNo: 1,
          subscriptionMessage: say(TEXT.subscription),
          emojis: {},
        },
      };
    case 'DROPS':
      return {
        kind,
        data: {
          channelId,
          campaignId: 'sample-campaign',
          rewardId: 'sample-reward',
          rewardTitle: say(TEXT.rewardTitle),
          rewardDescription: say(TEXT.rewardDescription),
          rewardImageUrl: null,
          count: 5,
          drawnAt: null,
        },
      };
    case 'GOODS_PURCHASE':
      return {
        kind,
        data: {
          channelId,
          senderChannelId: SAMPLE_VIEWER,
          profile,
          content: say(TEXT.purchase),
          messageTime: null,
          emojis: {},
          shopName: say(TEXT.shop),
          representativeItemName: say(TEXT.item),
          itemCount: 3,
          totalAmount: language === 'ko' ? 39_000 : 29.9,
          currency: language === 'ko' ? 'KRW' : 'USD',
        },
      };
    default:
      return assertNever(kind);
  }
}
