import type { CampaignState, User } from './model.ts';

/** The people and things of the seeded world. All names are made up and stand for nobody. */

const person = (
  channelId: string,
  name: string,
  handle: string,
  face: string,
  badges: readonly string[] = [],
  description = '',
): User => ({
  channelId,
  name,
  handle,
  imagePath: face === '' ? null : `emoji/${face}.svg`,
  description,
  badges,
});

export const STREAMER: User = person(
  'Stg7Kq2MfA',
  '달빛무대',
  'moonstage',
  'star',
  [],
  '밤에 켜는 게임과 잡담 방송이에요.',
);

export const VIEWERS: readonly User[] = [
  person('Vw1aT9xQpL', '새벽별', 'dawnstar', 'smile', ['supporter']),
  person('Vw2bR4nZkC', 'moonlit_fox', 'moonlit_fox', 'cool', []),
  person('Vw3cY8mWdE', '민트초코칩', 'mintchip', 'love', ['supporter']),
  person('Vw4dU6hJsG', 'quiet_river', 'quiet_river', '', []),
  person('Vw5eI3vBoK', '구름조각', 'cloudpiece', 'sleepy', ['fan']),
  person('Vw6fO7cXtM', 'pixel_pancake', 'pixel_pancake', 'lol', ['supporter']),
  person('Vw7gP2lAyQ', '토요일오후', 'saturday_pm', 'party', []),
  person('Vw8hS5kDuS', 'paper_plane', 'paper_plane', 'wow', ['fan']),
  person('Vw9iD1jFiU', '따뜻한코코아', 'warmcocoa', 'heart', ['fan']),
  person('VwAjF4gHoW', 'rainy_window', 'rainy_window', '', []),
  person('VwBkG8dJpY', '초록우산', 'greenumbrella', 'clap', []),
  person('VwClH6sKaA', 'tiny_comet', 'tiny_comet', 'star', []),
];

/**
 * Channel ids of those in the streamer's two lists. Badges say nothing of it: no event names the role
 * of its sender.
 */
export const MANAGER_IDS: readonly string[] = ['Vw1aT9xQpL', 'VwBkG8dJpY'];
export const SUBSCRIBER_IDS: readonly string[] = [
  ...['Vw1aT9xQpL', 'Vw2bR4nZkC', 'Vw3cY8mWdE', 'Vw8hS5kDuS', 'VwClH6sKaA'],
];

export const CATEGORY_DATA: readonly (readonly [id: string, type: string, value: string])[] = [
  ['starlight-voyage', 'GAME', '별빛 항해'],
  ['pixel-orchard', 'GAME', '픽셀 과수원'],
  ['lantern-maze', 'GAME', 'Lantern Maze'],
  ['just-talking', 'ETC', '이야기'],
  ['music-night', 'ETC', '음악'],
  ['drawing-table', 'ETC', '그림'],
];

export interface CampaignData {
  readonly state: CampaignState;
  readonly title: string;
  readonly description: string;
  readonly categoryId: string;
  /** Days from now; negative ones are past. */
  readonly startDay: number;
  readonly endDay: number;
  readonly claimDay: number;
  readonly rewards: readonly string[];
}

export const CAMPAIGN_DATA: readonly CampaignData[] = [
  {
    state: 'ACTIVE',
    title: '별빛 항해 여름 축제',
    description: '방송을 보고 항해 장비를 받아 가세요.',
    categoryId: 'starlight-voyage',
    startDay: -5,
    endDay: 9,
    claimDay: 16,
    rewards: ['은빛 돛', '별무늬 나침반', '등불 갑판', '고래 깃발', '새벽 망원경'],
  },
  {
    state: 'ACTIVE',
    title: 'Lantern Maze launch',
    description: 'Watch the launch streams and light your way.',
    categoryId: 'lantern-maze',
    startDay: -2,
    endDay: 12,
    claimDay: 20,
    rewards: ['Paper lantern', 'Maze cloak', 'Firefly jar'],
  },
  {
    state: 'CLAIMABLE',
    title: '픽셀 과수원 수확제',
    description: '방송은 끝났지만 보상은 아직 받을 수 있어요.',
    categoryId: 'pixel-orchard',
    startDay: -30,
    endDay: -3,
    claimDay: 6,
    rewards: ['사과 모자', '수확 바구니', '꿀벌 친구', '과수원 울타리'],
  },
  {
    state: 'PAUSED',
    title: '픽셀 과수원 깜짝 선물',
    description: '점검 동안 잠시 멈췄어요.',
    categoryId: 'pixel-orchard',
    startDay: -4,
    endDay: 10,
    claimDay: 18,
    rewards: ['무지개 씨앗', '물뿌리개'],
  },
  {
    state: 'COMPLETED',
    title: '별빛 항해 봄 축제',
    description: '지난 봄의 캠페인이에요.',
    categoryId: 'starlight-voyage',
    startDay: -120,
    endDay: -90,
    claimDay: -60,
    rewards: ['꽃잎 돛', '봄바람 깃발', '분홍 나침반', '물결 갑판'],
  },
  {
    state: 'COMPLETED',
    title: 'Lantern Maze preview',
    description: 'Rewards of the preview week.',
    categoryId: 'lantern-maze',
    startDay: -80,
    endDay: -70,
    claimDay: -40,
    rewards: ['Preview badge', 'Candle stub', 'Folded map'],
  },
  {
    state: 'APPROVED',
    title: '별빛 항해 겨울 축제',
    description: '곧 시작해요.',
    categoryId: 'starlight-voyage',
    startDay: 30,
    endDay: 44,
    claimDay: 51,
    rewards: ['눈꽃 돛'],
  },
  {
    state: 'PENDING',
    title: 'Lantern Maze weekend',
    description: 'Waiting for review.',
    categoryId: 'lantern-maze',
    startDay: 14,
    endDay: 16,
    claimDay: 23,
    rewards: ['Weekend lantern'],
  },
  {
    state: 'DRAFT',
    title: '아직 쓰고 있는 캠페인',
    description: '',
    categoryId: 'pixel-orchard',
    startDay: 60,
    endDay: 70,
    claimDay: 80,
    rewards: [],
  },
  {
    state: 'CANCELLED',
    title: 'Orchard night market',
    description: 'Called off.',
    categoryId: 'pixel-orchard',
    startDay: -20,
    endDay: -15,
    claimDay: -10,
    rewards: ['Night stall'],
  },
  {
    state: 'REJECTED',
    title: '별빛 항해 깜짝 방송',
    description: '심사를 통과하지 못했어요.',
    categoryId: 'starlight-voyage',
    startDay: -10,
    endDay: -8,
    claimDay: -1,
    rewards: ['비밀 상자'],
  },
];
