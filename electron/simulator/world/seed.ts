import type { Random } from '../../base/random.ts';
import type { Channel } from './channels.ts';
import { type Application, type Campaign, DAY_MS, HOUR_MS, SCOPES, type User } from './model.ts';
import { World, type WorldOptions } from './world.ts';

export const DEMO_REDIRECT_URI = 'http://127.0.0.1:17817/callback';

export interface SeedOptions extends WorldOptions {
  readonly random: Random;
  /** Registered for the seeded application instead of `DEMO_REDIRECT_URI`. */
  readonly redirectUris?: readonly string[];
  /** How many claims there are at first; 250 by default. */
  readonly claims?: number;
}

const CLAIM_COUNT = 250;
/** Campaigns that have been on the air: only in those can there be claims. */
const CLAIMED_STATES = ['ACTIVE', 'CLAIMABLE', 'PAUSED', 'COMPLETED'];

/** A small platform in the middle of an evening: people, a running broadcast, campaigns, claims. */
export function createSeededWorld(options: SeedOptions) {
  const { makeKey } = options;
  const world = new World(options);
  const application = world.addApplication({
    clientId: 'stagelight-demo',
    clientSecret: makeKey(),
    name: 'Stagelight',
    redirectUris: options.redirectUris ?? [DEMO_REDIRECT_URI],
    scopes: SCOPES,
  });
  world.channels.categories.push(...CATEGORY_DATA.map(toCategory));
  const channels = [STREAMER, ...VIEWERS].map((user) => world.channels.add(user, makeKey()));
  world.autoApproveUser = STREAMER;
  for (const channel of channels) seedAudience(options, channel);
  seedBroadcasts(world, channels);
  linkViewers(world, application);
  CAMPAIGN_DATA.forEach((data, index) => {
    world.drops.addCampaign(toCampaign(options, world, application, data, index));
  });
  seedClaims(options, world, application);
  return { world, application, streamer: STREAMER, viewers: VIEWERS };
}

function toCategory([categoryId, categoryType, categoryValue]: (typeof CATEGORY_DATA)[number]) {
  return { categoryId, categoryType, categoryValue, posterPath: 'item/gift.svg' };
}

/** Followers, subscribers and managers: everybody at the streamer's, a few at the viewers'. */
function seedAudience(options: SeedOptions, channel: Channel): void {
  const { clock, random } = options;
  const now = clock.now();
  const own = channel.user === STREAMER;
  const ago = (days: number) => now - Math.ceil(random() * days * DAY_MS);
  for (const user of VIEWERS) {
    if (user === channel.user || (!own && random() < 0.6)) continue;
    const createdAt = ago(400);
    channel.followers.push({ user, createdAt });
    if (!own) continue;
    if (SUBSCRIBER_IDS.includes(user.channelId)) {
      const month = 1 + Math.floor(random() * 18);
      channel.subscribers.push({ user, createdAt: ago(30), month, tierNo: random() < 0.7 ? 1 : 2 });
    }
    if (MANAGER_IDS.includes(user.channelId)) {
      channel.managers.push({ user, role: 'STREAMING_CHAT_MANAGER', createdAt: ago(200) });
    }
  }
  channel.followers.sort((a, b) => b.createdAt - a.createdAt);
  channel.subscribers.sort((a, b) => b.createdAt - a.createdAt);
}

function seedBroadcasts(world: World, channels: readonly Channel[]): void {
  const onAir = [
    { index: 0, title: '별빛 항해 정주행, 오늘은 북쪽 바다', id: 'starlight-voyage', viewers: 128 },
    { index: 2, title: 'foxes play Lantern Maze', id: 'lantern-maze', viewers: 41 },
    { index: 5, title: '구름 그리기', id: 'drawing-table', viewers: 17 },
    { index: 8, title: 'paper planes and small talk', id: 'just-talking', viewers: 17 },
    { index: 12, title: '잔잔한 기타', id: 'music-night', viewers: 9 },
  ];
  for (const { index, title, id, viewers } of onAir) {
    const channel = channels[index];
    if (!channel) continue;
    channel.liveSettings.defaultLiveTitle = title;
    channel.liveSettings.category = world.channels.category(id);
    channel.liveSettings.tags = index === 0 ? ['한국어', '게임', '수다'] : ['수다'];
    world.channels.goLive(channel, index === 0 ? 'item/rocket.svg' : null, viewers);
  }
}

/** Most viewers have linked their account; the last two once did, or never. */
function linkViewers(world: World, application: Application): void {
  const linked = VIEWERS.slice(0, -1).map((user) =>
    world.authorizations.consent(application, user),
  );
  const ended = linked.at(-1);
  if (ended) world.authorizations.revokeGrant(ended);
}

function toCampaign(
  options: SeedOptions,
  world: World,
  application: Application,
  data: CampaignData,
  index: number,
): Campaign {
  const now = options.clock.now();
  const campaignId = `campaign${String(index + 1).padStart(3, '0')}`;
  const { categoryId, days, rewards, ...rest } = data;
  return {
    ...rest,
    campaignId,
    application,
    category: world.channels.category(categoryId) ?? toCategory(['', '', '']),
    imagePath: 'item/gift.svg',
    externalUrl: index % 2 === 0 ? `https://example.com/drops/${campaignId}` : null,
    startAt: now + days.start * DAY_MS,
    endAt: now + days.end * DAY_MS,
    claimAvailableAt: now + days.claim * DAY_MS,
    rewards: rewards.map((title, number) => ({
      rewardId: `${campaignId}r${number + 1}`,
      title,
      imagePath: number % 2 === 0 ? 'item/gift.svg' : 'item/trophy.svg',
      type: 'IN_GAME_REWARD',
      minWatchTime: (number + 1) * 1_800,
    })),
  };
}

/** Every viewer claims every reward once, until there are enough; old claims are mostly paid. */
function seedClaims(options: SeedOptions, world: World, application: Application): void {
  const { random } = options;
  const now = options.clock.now();
  world.drops
    .campaigns(application)
    .filter((campaign) => CLAIMED_STATES.includes(campaign.state))
    .flatMap((campaign) => campaign.rewards.map((reward) => ({ campaign, reward })))
    .flatMap((wish) => VIEWERS.map((user) => ({ ...wish, user })))
    .slice(0, options.claims ?? CLAIM_COUNT)
    .map((wish) => {
      const { startAt, endAt } = wish.campaign;
      const latest = Math.min(now, endAt);
      return { ...wish, claimedAt: Math.floor(startAt + random() * (latest - startAt)) };
    })
    .sort((a, b) => a.claimedAt - b.claimedAt)
    .forEach((wish, index) => {
      const paid = random() < (wish.campaign.endAt < now ? 0.85 : 0.3);
      const paidAt = Math.min(now, Math.floor(wish.claimedAt + random() * HOUR_MS));
      world.drops.addClaim({
        ...wish,
        fulfillmentState: paid ? 'FULFILLED' : 'CLAIMED',
        // Some have no time of their own: the lists then show the time of the last change.
        claimedAt: index % 40 === 39 ? null : wish.claimedAt,
        updatedAt: paid ? paidAt : wish.claimedAt,
      });
    });
}

/** The seeded world's users and objects. All names are invented. */

const person = (
  channelId: string,
  name: string,
  handle: string,
  face: string,
  badges: readonly string[] = [],
): User => ({
  channelId,
  name,
  handle,
  imagePath: face === '' ? null : `emoji/${face}.svg`,
  description: '',
  badges,
});

export const STREAMER: User = {
  ...person('Stg7Kq2MfA', '달빛무대', 'moonstage', 'star'),
  description: '밤에 켜는 게임과 잡담 방송이에요.',
};

export const VIEWERS: readonly User[] = [
  person('Vw1aT9xQpL', '새벽별', 'dawnstar', 'smile', ['supporter']),
  person('Vw2bR4nZkC', 'moonlit_fox', 'moonlit_fox', 'cool'),
  person('Vw3cY8mWdE', '민트초코칩', 'mintchip', 'love', ['supporter']),
  person('Vw4dU6hJsG', 'quiet_river', 'quiet_river', ''),
  person('Vw5eI3vBoK', '구름조각', 'cloudpiece', 'sleepy', ['fan']),
  person('Vw6fO7cXtM', 'pixel_pancake', 'pixel_pancake', 'lol', ['supporter']),
  person('Vw7gP2lAyQ', '토요일오후', 'saturday_pm', 'party'),
  person('Vw8hS5kDuS', 'paper_plane', 'paper_plane', 'wow', ['fan']),
  person('Vw9iD1jFiU', '따뜻한코코아', 'warmcocoa', 'heart', ['fan']),
  person('VwAjF4gHoW', 'rainy_window', 'rainy_window', ''),
  person('VwBkG8dJpY', '초록우산', 'greenumbrella', 'clap'),
  person('VwClH6sKaA', 'tiny_comet', 'tiny_comet', 'star'),
];

/** Of those in the streamer's two lists: no event names the role of its sender. */
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

interface CampaignData extends Pick<Campaign, 'state' | 'title' | 'description'> {
  readonly categoryId: string;
  /** From now; negative ones are past. */
  readonly days: { readonly start: number; readonly end: number; readonly claim: number };
  readonly rewards: readonly string[];
}

export const CAMPAIGN_DATA: readonly CampaignData[] = [
  {
    state: 'ACTIVE',
    title: '별빛 항해 여름 축제',
    description: '방송을 보고 항해 장비를 받아 가세요.',
    categoryId: 'starlight-voyage',
    days: { start: -5, end: 9, claim: 16 },
    rewards: ['은빛 돛', '별무늬 나침반', '등불 갑판', '고래 깃발', '새벽 망원경'],
  },
  {
    state: 'ACTIVE',
    title: 'Lantern Maze launch',
    description: 'Watch the launch streams and light your way.',
    categoryId: 'lantern-maze',
    days: { start: -2, end: 12, claim: 20 },
    rewards: ['Paper lantern', 'Maze cloak', 'Firefly jar'],
  },
  {
    state: 'CLAIMABLE',
    title: '픽셀 과수원 수확제',
    description: '방송은 끝났지만 보상은 아직 받을 수 있어요.',
    categoryId: 'pixel-orchard',
    days: { start: -30, end: -3, claim: 6 },
    rewards: ['사과 모자', '수확 바구니', '꿀벌 친구', '과수원 울타리'],
  },
  {
    state: 'PAUSED',
    title: '픽셀 과수원 깜짝 선물',
    description: '점검 동안 잠시 멈췄어요.',
    categoryId: 'pixel-orchard',
    days: { start: -4, end: 10, claim: 18 },
    rewards: ['무지개 씨앗', '물뿌리개'],
  },
  {
    state: 'COMPLETED',
    title: '별빛 항해 봄 축제',
    description: '지난 봄의 캠페인이에요.',
    categoryId: 'starlight-voyage',
    days: { start: -120, end: -90, claim: -60 },
    rewards: ['꽃잎 돛', '봄바람 깃발', '분홍 나침반', '물결 갑판'],
  },
  {
    state: 'COMPLETED',
    title: 'Lantern Maze preview',
    description: 'Rewards of the preview week.',
    categoryId: 'lantern-maze',
    days: { start: -80, end: -70, claim: -40 },
    rewards: ['Preview badge', 'Candle stub', 'Folded map'],
  },
  {
    state: 'APPROVED',
    title: '별빛 항해 겨울 축제',
    description: '곧 시작해요.',
    categoryId: 'starlight-voyage',
    days: { start: 30, end: 44, claim: 51 },
    rewards: ['눈꽃 돛'],
  },
  {
    state: 'PENDING',
    title: 'Lantern Maze weekend',
    description: 'Waiting for review.',
    categoryId: 'lantern-maze',
    days: { start: 14, end: 16, claim: 23 },
    rewards: ['Weekend lantern'],
  },
  {
    state: 'DRAFT',
    title: '아직 쓰고 있는 캠페인',
    description: '',
    categoryId: 'pixel-orchard',
    days: { start: 60, end: 70, claim: 80 },
    rewards: [],
  },
  {
    state: 'CANCELLED',
    title: 'Orchard night market',
    description: 'Called off.',
    categoryId: 'pixel-orchard',
    days: { start: -20, end: -15, claim: -10 },
    rewards: ['Night stall'],
  },
  {
    state: 'REJECTED',
    title: '별빛 항해 깜짝 방송',
    description: '심사를 통과하지 못했어요.',
    categoryId: 'starlight-voyage',
    days: { start: -10, end: -8, claim: -1 },
    rewards: ['비밀 상자'],
  },
];
