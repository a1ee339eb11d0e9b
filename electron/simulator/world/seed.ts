import type { Clock } from '../../base/clock.ts';
import type { MakeKey, Random } from '../../base/random.ts';
import type { Channel } from './channels.ts';
import type { Manners } from './manners.ts';
import type { Application, Campaign, Category, User } from './model.ts';
import type { QuotaAmounts } from './quotas.ts';
import { SCOPES } from './scopes.ts';
import {
  CAMPAIGN_DATA,
  CATEGORY_DATA,
  type CampaignData,
  MANAGER_IDS,
  STREAMER,
  SUBSCRIBER_IDS,
  VIEWERS,
} from './seed-data.ts';
import { DAY_MS, HOUR_MS } from './time.ts';
import { World } from './world.ts';

export const DEMO_CLIENT_ID = 'stagelight-demo';
export const DEMO_REDIRECT_URI = 'http://127.0.0.1:17817/callback';

export interface SeedOptions {
  /** Simulated time. */
  readonly clock: Clock;
  readonly random: Random;
  readonly makeKey: MakeKey;
  /** Default: the one address of `DEMO_REDIRECT_URI`. */
  readonly redirectUris?: readonly string[];
  /** Default: a new random one. */
  readonly clientSecret?: string;
  readonly autoApprove?: boolean;
  readonly quotas?: QuotaAmounts;
  readonly manners?: Partial<Manners>;
}

export interface SeededWorld {
  readonly world: World;
  readonly application: Application;
  readonly streamer: User;
  readonly viewers: readonly User[];
}

const CLAIM_COUNT = 250;
/** Campaigns that have been on the air: only in those can there be claims. */
const CLAIMED_STATES = ['ACTIVE', 'CLAIMABLE', 'PAUSED', 'COMPLETED'];

/** A small platform in the middle of an evening: people, a running broadcast, campaigns, claims. */
export function createSeededWorld(options: SeedOptions): SeededWorld {
  const { clock, makeKey, quotas, manners = {}, autoApprove = false } = options;
  const world = new World({ clock, makeKey, autoApprove, manners, ...(quotas ? { quotas } : {}) });
  const application = world.addApplication({
    clientId: DEMO_CLIENT_ID,
    clientSecret: options.clientSecret ?? makeKey(),
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
  const category = (id: string): Category | null =>
    world.channels.categories.find((entry) => entry.categoryId === id) ?? null;
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
    channel.liveSettings.category = category(id);
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
  const category = world.channels.categories.find((entry) => entry.categoryId === data.categoryId);
  return {
    campaignId,
    application,
    category: category ?? toCategory(CATEGORY_DATA[0] ?? ['', '', '']),
    state: data.state,
    title: data.title,
    description: data.description,
    imagePath: 'item/gift.svg',
    externalUrl: index % 2 === 0 ? `https://example.com/drops/${campaignId}` : null,
    startAt: now + data.startDay * DAY_MS,
    endAt: now + data.endDay * DAY_MS,
    claimAvailableAt: now + data.claimDay * DAY_MS,
    rewards: data.rewards.map((title, number) => ({
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
    .slice(0, CLAIM_COUNT)
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
