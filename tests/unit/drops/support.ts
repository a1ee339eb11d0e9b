import { join } from 'node:path';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { CampaignCache } from '../../../electron/features/drops/campaign-cache.ts';
import { ClaimPicks, ClaimSearch } from '../../../electron/features/drops/claim-search.ts';
import { ClaimsWatch } from '../../../electron/features/drops/claims-watch.ts';
import type { DropsBase } from '../../../electron/features/drops/drops-base.ts';
import { dropsStateReader } from '../../../electron/features/drops/drops-state.ts';
import { PayoutJobs } from '../../../electron/features/drops/payout-jobs.ts';
import { PutAway } from '../../../electron/features/drops/put-away.ts';
import { countedDrops, QuotaTracker } from '../../../electron/features/drops/quota-tracker.ts';
import { createPlatformClient } from '../../../electron/platform/client.ts';
import { unknownPath } from '../../../electron/simulator/guards.ts';
import { RequestLog } from '../../../electron/simulator/request-log.ts';
import { resourceRoutes } from '../../../electron/simulator/resources/routes.ts';
import {
  type Campaign,
  type CampaignState,
  SCOPES,
  type User,
} from '../../../electron/simulator/world/model.ts';
import { createSeededWorld } from '../../../electron/simulator/world/seed.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { type DropsSettings, dropsSettingsSchema } from '../../../shared/contract/drops.ts';
import type { DrawTally } from '../../../shared/events.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { openForTest, temporaryFolder } from '../storage/support.ts';

/** 2026-05-20 12:00 in Korea. */
export const NOON_KST = Date.UTC(2026, 4, 20, 3);
export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: { readonly claimIds: readonly string[]; readonly fulfillmentState: string } | null;
}

type Meet = (sent: Sent, pass: () => Promise<Response>) => Promise<Response>;

/** The simulator's drops of an application of its own, without a socket; nothing in it yet. */
export function openWorld(clock = new VirtualClock(NOON_KST)) {
  let keys = 0;
  const makeKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const random = steadyRandom(1);
  const { world, viewers } = createSeededWorld({
    clock,
    makeKey,
    random,
    redirectUris: ['http://127.0.0.1:1/callback'],
  });
  const application = world.addApplication({
    clientId: 'drops-app',
    clientSecret: 'drops-secret',
    name: 'Drops app',
    redirectUris: ['http://127.0.0.1:1/callback'],
    scopes: SCOPES,
  });
  const log = new RequestLog(clock);
  const ctx = { clock, world, log, random, makeKey };
  const app = new Hono();
  app.route('/', resourceRoutes(ctx));
  app.notFound(unknownPath(ctx));
  const sent: Sent[] = [];
  const state: { meet: Meet } = { meet: (_sent, pass) => pass() };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const one: Sent = {
      method: init?.method ?? 'GET',
      path: url.pathname.split('/').at(-1) ?? '',
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    };
    sent.push(one);
    return state.meet(one, async () =>
      app.request(`${url.pathname}${url.search}`, init as RequestInit),
    );
  };
  const category = world.channels.categories[0];
  if (!category) throw new Error('the world has no category');
  return {
    clock,
    world,
    application,
    viewers,
    log,
    sent,
    fetch,
    /** Puts something between the app and the platform. */
    set meet(meet: Meet) {
      state.meet = meet;
    },
    puts: () => sent.filter(({ method }) => method === 'PUT'),
    gets: (path: string) => sent.filter((one) => one.method === 'GET' && one.path === path),
    addCampaign(campaignId: string, more: Partial<Campaign> = {}): Campaign {
      return world.drops.addCampaign({
        campaignId,
        application,
        category,
        state: 'ACTIVE',
        title: `캠페인 ${campaignId}`,
        description: '',
        imagePath: 'item/gift.svg',
        externalUrl: null,
        startAt: clock.now() - 5 * DAY,
        endAt: clock.now() + 5 * DAY,
        claimAvailableAt: clock.now() + 9 * DAY,
        rewards: ['r1', 'r2'].map((name) => ({
          rewardId: `${campaignId}-${name}`,
          title: `보상 ${name}`,
          imagePath: 'item/gift.svg',
          type: 'IN_GAME_REWARD',
          minWatchTime: 1_800,
        })),
        ...more,
      });
    },
    /** Claims of the first reward, an hour old, by viewers who have linked their account. */
    addClaims(campaign: Campaign, count: number, user: User | undefined = viewers[0]): string[] {
      const [reward] = campaign.rewards;
      if (!reward || !user) throw new Error('nothing to claim, or nobody');
      if (!world.authorizations.activeGrant(application, user)) {
        world.authorizations.consent(application, user);
      }
      const at = clock.now() - HOUR;
      return Array.from({ length: count }, () => {
        const claim = { campaign, reward, user, claimedAt: at, updatedAt: at };
        return world.drops.addClaim(claim).claimId;
      });
    },
    states(claimIds: readonly string[]): string[] {
      return world.drops
        .claims(application, { claimIds })
        .map(({ fulfillmentState }) => fulfillmentState);
    },
  };
}

export type DropsWorld = ReturnType<typeof openWorld>;
export type { CampaignState };

/** The parts of the room over a world and real books. */
export function openRoom(
  world: DropsWorld,
  ledger: Ledger,
  omitUndefined: Partial<DropsSettings> = {},
) {
  const { clock, application, fetch } = world;
  const room = {
    settings: dropsSettingsSchema.parse(omitUndefined),
    live: true,
    changes: 0,
    pauses: 0,
    aheadMs: 0,
  };
  /** The computer's clock is ahead of the platform's by `aheadMs`. */
  const platformNow = () => clock.now() - room.aheadMs;
  const draws: DrawTally[] = [];
  const client = createPlatformClient({
    baseUrl: 'http://127.0.0.1',
    authUrl: 'http://127.0.0.1',
    clientId: application.clientId,
    clientSecret: application.clientSecret,
    fetch,
    clock,
    platformNow,
    random: () => 0.5,
    log: silentLogger,
    userTokens: { accessToken: async () => '', accessTokenAfter: async () => '' },
  });
  const onChange = () => {
    room.changes += 1;
  };
  const { claims: repository, payouts } = ledger;
  const counting = { clock, log: silentLogger };
  const quota = new QuotaTracker({ use: () => client.drops.quota, payouts, ...counting });
  const api = countedDrops(client.drops, quota);
  const base: DropsBase = {
    ...counting,
    api,
    repository,
    payouts,
    quota,
    settings: () => room.settings,
    onChange,
    platformNow,
    pause: async () => {
      room.pauses += 1;
    },
  };
  const shelf = new CampaignCache(base);
  const jobs = new PayoutJobs({ ...base, whenDurable: () => ledger.whenDurable() });
  const watch = new ClaimsWatch({
    ...base,
    shelf,
    isLive: () => room.live,
    isPaying: () => jobs.isPaying,
  });
  const putAway = new PutAway({ ...base, shelf });
  const search = new ClaimSearch({ ...base, putAway });
  const picks = new ClaimPicks({ ...base, search, shelf, putAway });
  const board = {
    read: dropsStateReader({ ...base, shelf, putAway, jobs, watch, tallies: () => draws }),
  };
  const dispose = () => {
    jobs.dispose();
    watch.dispose();
  };
  onTestFinished(dispose);
  return {
    room,
    client,
    quota,
    shelf,
    jobs,
    watch,
    search,
    picks,
    putAway,
    board,
    draws,
    ledger,
    dispose,
  };
}

export function ledgerFile(): string {
  return join(temporaryFolder(), 'ledger.sqlite');
}

/** In memory, where nothing is to outlive it: a disk that is busy makes hundreds of writes slow. */
export function openBooks(world: DropsWorld, file = ':memory:'): Ledger {
  return openForTest(file, world.clock).ledger;
}

/** Waits for what the event loop has to do, not for time. */
export async function until(test: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (test()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it never came to that');
}

/** Lets time pass and everything that it starts come to an end. */
export async function pass(world: DropsWorld, ms: number, idle: () => boolean): Promise<void> {
  await world.clock.advance(ms);
  await until(idle);
}
