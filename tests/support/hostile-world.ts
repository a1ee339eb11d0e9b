import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { Campaign, User } from '../../electron/simulator/world/model.ts';

const DAY = 86_400_000;

/** What real channels have and drawings leave out: names without a space, titles as long as they may be. */
export const LONG_NAME = '새벽세시에도잠들지않는별빛라디오애청자모임의아주긴이름표';
const LONG_LATIN = 'Xx_MaximilianDerUnbesiegbare2008_xX';
export const LONG_TITLE =
  '[밤샘주의] 별빛항해대모험연대기 처음부터끝까지한번에정주행하기 2일차 ★시청자참여환영★ 오늘은정말로끝까지갑니다후원목표달성시연장방송 100시간 도전';
export const LONG_CATEGORY = '별빛항해대모험연대기리마스터드디럭스에디션완전판그리고확장팩';
export const LONG_CAMPAIGN =
  '별빛항해대모험연대기출시기념여름맞이특별드롭스캠페인앵콜이벤트와 가을맞이 수확제 합동 축제 (아시아 서버 한정)';
export const LONG_REWARD = '은빛으로반짝이는한정판돛과별무늬나침반꾸러미세트그리고고래깃발';
export const TAGS = [
  '밤샘정주행도전기',
  '시청자참여환영합니다',
  'NoSpoilersPleaseThankYou',
  '수다',
  '한국어',
];
const WORDS = [
  '오늘 방송 너무 재밌어요! 다음 주에도 같은 시간에 켜시나요? 알림 켜 두고 기다릴게요.',
  'ㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋ',
  'https://example.test/a/very/long/address/that/has/no/place/to/break?and=more&of=it&until=the-end',
  'gg',
  'مساء الخير من القاهرة، بث رائع',
  '최고',
];

function nameOf(at: number): string {
  if (at % 5 === 0) return `${LONG_NAME}${at}`.slice(-30);
  if (at % 5 === 1) return LONG_LATIN.slice(0, 30);
  return at % 5 === 2 ? `손님${at}` : `밤하늘을걷는고양이${at}`;
}

export function guest(at: number): User {
  return {
    channelId: `Guest${String(at).padStart(5, '0')}`,
    name: nameOf(at),
    handle: `guest_with_a_rather_long_handle_${at}`,
    imagePath: at % 4 === 0 ? null : 'emoji/smile.svg',
    description: '',
    badges: at % 3 === 0 ? ['supporter', 'fan'] : [],
  };
}

/** Gives the simulator's channel, its audience and its campaigns names that are as long as they may be. */
export function fillWithLongNames({ world, clock, streamerChannelId }: Simulator): void {
  const channel = world.channels.find(streamerChannelId);
  const [application] = world.applications();
  if (!channel || !application) throw new Error('The simulator has lost its streamer');
  const now = clock.now();
  for (let at = 0; at < 60; at += 1) {
    const user = guest(at);
    world.channels.add(user, `key-${at}`);
    const createdAt = now - at * DAY * 3 - 60_000;
    channel.followers.unshift({ user, createdAt });
    if (at % 2 === 0) channel.subscribers.unshift({ user, createdAt, month: 1 + at, tierNo: 2 });
    if (at % 12 === 0) {
      channel.managers.push({ user, role: 'STREAMING_SETTLEMENT_MANAGER', createdAt });
    }
    if (at % 3 === 1) world.channels.block(channel, user, at % 2 === 0 ? null : now + DAY);
  }
  const category = {
    categoryId: 'long-category',
    categoryType: 'GAME',
    categoryValue: LONG_CATEGORY,
    posterPath: null,
  };
  world.channels.categories.unshift(category);
  Object.assign(channel.liveSettings, {
    defaultLiveTitle: LONG_TITLE.slice(0, 100),
    category,
    tags: TAGS,
  });
  if (channel.live)
    Object.assign(channel.live, { title: LONG_TITLE.slice(0, 100), category, tags: TAGS });
  const campaigns = world.drops.campaigns(application);
  for (const [at, campaign] of campaigns.entries()) nameLong(campaign, at);
}

function nameLong(campaign: Campaign, at: number): void {
  const title = at % 2 === 0 ? LONG_CAMPAIGN : LONG_CAMPAIGN.replaceAll(' ', '').slice(0, 60);
  const rewards = campaign.rewards.map((reward) => ({ ...reward, title: LONG_REWARD }));
  Object.assign(campaign, { title, description: `${LONG_CAMPAIGN}. ${LONG_CAMPAIGN}`, rewards });
}

/** As many events of every kind, some of them anonymous, with long words and large amounts. */
export function publishLongEvents(simulator: Simulator, count: number): void {
  for (let at = 0; at < count; at += 1) simulator.publish(longEvent(simulator, at));
}

export function longEvent(
  { streamerChannelId: channelId, baseUrl }: Pick<Simulator, 'streamerChannelId' | 'baseUrl'>,
  at: number,
): SimEvent {
  const { channelId: sender, name } = guest(at % 23);
  const badges = [{ id: 'fan', name: 'Fan', imageUrl: `${baseUrl}/sim/badge/fan.svg` }];
  const isAnonymous = at % 4 === 0;
  const profile = { nickname: name, badges };
  const content = WORDS[at % WORDS.length] ?? '';
  const said = { channelId, content, messageTime: '2026-01-02T03:04:05.678Z', emojis: {} };
  switch (at % 12) {
    case 0:
    case 6:
      return {
        kind: 'DONATION',
        data: {
          donationType: at % 3 === 0 ? 'CHAT' : 'VIDEO',
          channelId,
          donatorChannelId: isAnonymous ? null : sender,
          donatorNickname: isAnonymous ? null : name,
          donatorBadges: isAnonymous ? [] : badges,
          payAmount: at % 24 === 0 ? '999999999' : '1000',
          donationText: content,
          emojis: {},
        },
      };
    case 3:
      return {
        kind: 'SUBSCRIPTION',
        data: {
          channelId,
          subscriberChannelId: sender,
          subscriberChannelName: name,
          month: 1 + at,
          tierNo: 2,
          subscriptionMessage: content,
          emojis: {},
        },
      };
    case 5:
      return {
        kind: 'DROPS',
        data: {
          channelId,
          campaignId: 'campaign001',
          rewardId: 'campaign001r1',
          rewardTitle: LONG_REWARD,
          rewardDescription: LONG_CAMPAIGN,
          rewardImageUrl: `${baseUrl}/sim/item/gift.svg`,
          count: 12_345,
          drawnAt: said.messageTime,
        },
      };
    case 8:
      return {
        kind: 'GOODS_PURCHASE',
        data: {
          ...said,
          senderChannelId: isAnonymous ? null : sender,
          profile: isAnonymous ? null : profile,
          shopName: `${LONG_NAME}의공식굿즈상점`,
          representativeItemName: LONG_REWARD,
          itemCount: 1_234,
          totalAmount: [98_765_432, 1_234.5, 7_654_321, null][Math.floor(at / 12) % 4] ?? null,
          currency: ['KRW', 'USD', 'JPY'][Math.floor(at / 12) % 3] ?? 'KRW',
        },
      };
    default:
      return { kind: 'CHAT', data: { ...said, senderChannelId: sender, profile } };
  }
}
