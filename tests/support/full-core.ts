import type { Page } from '@playwright/test';
import { decodeFrame } from '../../electron/events/decode.ts';
import { createImagePolicy } from '../../electron/events/field-sanitizer.ts';
import { SCOPES } from '../../electron/platform/operations.ts';
import type { User } from '../../electron/simulator/world/model.ts';
import type { ListedAlert } from '../../shared/contract/alerts.ts';
import {
  DROPS_CAMPAIGN_STATES,
  type DropsCampaign,
  type DropsClaim,
} from '../../shared/contract/drops.ts';
import type { ReportTotals } from '../../shared/contract/reports.ts';
import {
  isValued,
  type StageEvent,
  type ValuedEvent,
  type ValueSort,
  valueSortOf,
} from '../../shared/events.ts';
import type { ExactSum } from '../../shared/exact-sum.ts';
import { parseJson } from '../../shared/json.ts';
import { gapOf } from './gaps.ts';
import {
  guest,
  LONG_CAMPAIGN,
  LONG_CATEGORY,
  LONG_REWARD,
  LONG_TITLE,
  longEvent,
  TAGS,
} from './hostile-world.ts';
import type { ServedCore } from './served-core.ts';

const IMAGES = 'https://images.example';
const DAY = 86_400_000;
const HOUR = DAY / 24;

const upTo = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Everything that pages show has happened, with names as long as they may be. */
export async function fillCore(core: ServedCore, page: Page): Promise<void> {
  await answerImages(page);
  const now = Date.now();
  const events = upTo(60, (at) => eventAt(at, now));
  core.publish(events);
  tellChannel(core, now);
  tellPeople(core, now);
  tellDrops(core, now);
  const valued = events.filter(isValued).toReversed();
  const missed = valued.map(listed);
  core.tell('alerts', {
    ...core.told('alerts'),
    neverAppeared: missed,
    neverAppearedCount: missed.length,
  });
  answerReports(core, events);
}

/** The pictures of it, without a network. */
async function answerImages(page: Page): Promise<void> {
  await page.context().route(`${IMAGES}/**`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48" fill="#7c5cff"/></svg>',
    }),
  );
}

/** As the core reads it from the platform's socket. */
function eventAt(at: number, now: number): StageEvent {
  const { kind, data } = longEvent({ streamerChannelId: 'streamer', baseUrl: IMAGES }, at);
  const text = JSON.stringify({ data });
  const envelope = parseJson(text) as { data: null };
  const policy = createImagePolicy({ allowLoopbackHttp: false });
  const read = decodeFrame({ type: 'event', name: kind, envelope, length: text.length }, policy);
  if (read.type !== 'event') throw new TypeError(`${kind} is ${read.type}`);
  return {
    ...read.decoded,
    seq: at + 1,
    receivedAt: now - 60_000 + at * 1_000,
    origin: 'platform',
  };
}

/** As the desk of alerts lists it before it was shown. */
export const listed = (event: ValuedEvent): ListedAlert => ({
  event,
  queuedAt: event.receivedAt,
  paintedAt: null,
  endedAt: null,
  heldUntil: null,
  together: 1,
  speak: null,
  endsAt: null,
  durationMs: null,
  flaw: null,
});

function tellChannel(core: ServedCore, now: number): void {
  const title = LONG_TITLE.slice(0, 100);
  const openedAt = now - HOUR;
  core.tell('status', {
    ...core.told('status'),
    scopes: { granted: SCOPES, missing: [] },
    session: {
      createdAt: openedAt,
      connectedAt: now - 590_000,
      nextRenewalAt: now + HOUR,
      nextRollOverAt: now + 11 * HOUR,
      lastPongAt: now,
      roundTripMs: 23,
      subscribed: ['chat', 'donation', 'subscription'],
      slotsUsed: 1,
      slotsMax: 3,
    },
    tokens: { issuedAt: openedAt, expiresAt: now + DAY },
  });
  core.tell('connectionHistory', {
    events: [
      { at: openedAt, name: 'session-created', reason: null },
      { at: openedAt, name: 'live', reason: null },
      { at: now - 600_000, name: 'lost', reason: 'closed-1012' },
      { at: now - 590_000, name: 'live', reason: null },
    ],
    gaps: [gapOf({ from: now - 600_000, to: now - 590_000, reason: 'closed-1012' })],
    openGaps: [],
  });
  core.tell('live', {
    ...core.told('live'),
    onAir: { isLive: true, openedAt },
    beganAt: openedAt,
    totals: {
      donationBeams: '9999999990000000',
      cheeringBeams: 0,
      shop: { KRW: 98_765_432, USD: 123_450, JPY: 7_654_321 },
      subscriptions: 5,
      draws: 5,
      winners: 61_725,
    },
  });
  const category = {
    categoryId: 'long-category',
    categoryType: 'GAME',
    categoryValue: LONG_CATEGORY,
    posterImageUrl: null,
  };
  core.tell('stream', {
    ...core.told('stream'),
    revision: 1,
    settings: { value: { defaultLiveTitle: title, category, tags: TAGS }, readAt: now },
    chat: {
      value: { chatAllowedGroup: 'ALL', minFollowerMinute: 0, followerSubscriberChatAllow: false },
      readAt: now,
    },
    live: { value: { isLive: true, title, openedAt, viewers: 128 }, readAt: now },
  });
}

function tellPeople(core: ServedCore, now: number): void {
  const guests = upTo(60, guest);
  const followers = guests.map(({ channelId, name, handle }, at) => ({
    channelId,
    name,
    handle,
    since: now - at * DAY * 3 - 60_000,
  }));
  const faceOf = ({ channelId, imagePath }: User) =>
    imagePath === null ? [] : [[channelId, `${IMAGES}/${imagePath}`] as const];
  core.tell('people', {
    ...core.told('people'),
    revision: 1,
    signedIn: true,
    newFollowers: {
      ...core.told('people').newFollowers,
      people: followers.slice(0, 2),
      newestAt: now - 60_000,
    },
    followersRead: { count: followers.length, whole: true },
  });
  core.answer({
    'people.followers': ({ page }) => ({
      people: followers.slice(page * 20, page * 20 + 20),
      next: page < 2 ? page + 1 : null,
    }),
    'people.subscribers': () => ({
      people: followers.map((one, at) => ({ ...one, months: 1 + at, tier: 2 })),
      next: null,
    }),
    'people.managers': () => ({
      people: followers
        .slice(0, 5)
        .map((one) => ({ ...one, role: 'STREAMING_SETTLEMENT_MANAGER' })),
    }),
    'people.blocked': () => ({
      people: followers.map((one, at) => ({ ...one, until: at % 2 === 0 ? null : now + DAY })),
      next: null,
    }),
    'people.faces': ({ channelIds }) => {
      const known = guests.filter(({ channelId }) => channelIds.includes(channelId));
      return {
        faces: Object.fromEntries(known.flatMap(faceOf)),
        names: Object.fromEntries(known.map(({ channelId, name }) => [channelId, name])),
      };
    },
  });
}

function tellDrops(core: ServedCore, now: number): void {
  const campaigns = DROPS_CAMPAIGN_STATES.map((state, at): DropsCampaign => {
    const title = at % 2 === 0 ? LONG_CAMPAIGN : LONG_CAMPAIGN.replaceAll(' ', '').slice(0, 60);
    return {
      campaignId: `campaign${at}`,
      state,
      title,
      description: `${LONG_CAMPAIGN}. ${LONG_CAMPAIGN}`,
      imageUrl: `${IMAGES}/campaign.svg`,
      externalUrl: 'https://drops.example/campaign',
      startAt: now - 5 * DAY,
      endAt: now + 9 * DAY,
      claimAvailableAt: now + 16 * DAY,
      rewards: upTo(at % 4, (of) => ({
        rewardId: `reward${of}`,
        title: LONG_REWARD,
        imageUrl: `${IMAGES}/reward.svg`,
        type: 'IN_GAME_REWARD',
        minWatchTime: 1_800,
        unpaid: 12_345,
      })),
      unpaid: 12_345,
      readAt: now,
    };
  });
  const claims = upTo(
    60,
    (at): DropsClaim => ({
      claimId: String(100_000_000_000_000_000n + BigInt(at)),
      campaignId: 'campaign3',
      rewardId: 'reward0',
      categoryId: 'long-category',
      categoryName: LONG_CATEGORY,
      channelId: guest(at).channelId,
      fulfillmentState: at % 4 === 3 ? 'FULFILLED' : 'CLAIMED',
      claimedAt: now - 2 * DAY,
      updatedAt: now - 2 * DAY,
    }),
  );
  const stuck = claims.slice(0, 3);
  core.tell('drops', {
    ...core.told('drops'),
    revision: 1,
    readAt: now,
    campaigns,
    campaignCount: campaigns.length,
    watch: { kind: 'waiting', nextAt: now + HOUR, problem: null },
    quota: {
      read: { used: 12, refused: false, seenLimit: null },
      write: { used: 1, refused: false, seenLimit: null },
      resetsAt: now + 3 * HOUR,
    },
    unpaid: claims.length,
    stuck,
    stuckCount: stuck.length,
  });
  const names = Object.fromEntries(upTo(60, guest).map(({ channelId, name }) => [channelId, name]));
  core.answer({ 'drops.claims': () => ({ claims, names, more: false }) });
}

/** One day on which all of them came. */
function answerReports(core: ServedCore, events: readonly StageEvent[]): void {
  const valued = events.filter(isValued);
  const countOf = (sort: ValueSort) => valued.filter((each) => valueSortOf(each) === sort).length;
  const sum = (sort: ValueSort, amount: ExactSum) => ({ count: countOf(sort), unknown: 0, amount });
  const totals: ReportTotals = {
    donation: sum('donation', '9999999990000000'),
    cheering: sum('cheering', 0),
    subscription: sum('subscription', 0),
    draw: sum('draw', 61_725),
    purchase: { KRW: sum('purchase', 98_765_432), USD: sum('purchase', 123_450) },
  };
  const gap = { count: 1, ms: 10_000 };
  core.answer({
    'reports.totals': ({ from, to }) => ({
      totals,
      groups: [{ from: to - DAY, to, broadcast: null, totals }],
      gaps: gap,
      span: { from, to },
    }),
    'reports.list': ({ sorts }) => ({
      rows: (sorts.includes('chat') ? events : valued).map((event) => ({ event, receipt: null })),
      next: null,
      searchedFrom: null,
    }),
    'reports.supporters': ({ by }) => ({
      by,
      supporters: upTo(10, guest).map(({ channelId, name }) => ({
        channelId,
        name,
        donationBeams: 999_999_999,
        cheeringBeams: 0,
        count: 3,
      })),
      all: 10,
    }),
    'reports.amounts': () => ({
      bars: [
        { sort: 'donation', currency: '', least: 1_000, most: 9_999, count: 9 },
        { sort: 'purchase', currency: 'KRW', least: 98_765_432, most: 98_765_432, count: 5 },
      ],
    }),
    'reports.gaps': ({ to }) => ({
      gaps: [gapOf({ from: to - HOUR, to: to - HOUR + gap.ms, reason: 'closed-1012' })],
      ...gap,
      rows: gap.count,
    }),
    'reports.receipts': () => ({
      counts: [{ state: 'never-appeared', note: null, flaw: null, count: valued.length }],
    }),
  });
}
