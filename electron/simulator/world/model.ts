import type { Clock } from '../../base/clock.ts';

/** The records of the simulated platform. All times are milliseconds since 1970 (UTC). */

export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** 2 to 20 characters: Korean and English letters, digits, underscore, space. */
  readonly name: string;
  redirectUris: readonly string[];
  /** What the consent screen shows and a consent copies. Changing it leaves grants alone. */
  scopes: readonly Scope[];
}

/** A person of the platform. Every user has exactly one channel, with the same id. */
export interface User {
  readonly channelId: string;
  readonly name: string;
  readonly handle: string;
  readonly imagePath: string | null;
  readonly description: string;
  readonly badges: readonly string[];
}

/** A user's link to an application (the specification's "Authorization"). */
export interface Grant {
  readonly id: string;
  readonly application: Application;
  readonly user: User;
  state: 'ACTIVE' | 'REVOKED';
  /** The user's permission: copied from the application at the last consent. */
  consentedScopes: readonly Scope[];
}

export interface AuthorizationCode {
  readonly grant: Grant;
  readonly scopes: readonly Scope[];
  readonly issuedAt: number;
}

interface Token {
  readonly token: string;
  readonly grant: Grant;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
}

export interface AccessToken extends Token {
  readonly seconds: number;
}

export interface RefreshToken extends Token {
  /** Replaced by rotation: it can never be used again. */
  used: boolean;
}

export interface Follower {
  readonly user: User;
  readonly createdAt: number;
}

export interface Subscriber extends Follower {
  readonly month: number;
  readonly tierNo: number;
}

export interface Manager extends Follower {
  readonly role:
    | 'STREAMING_CHANNEL_OWNER'
    | 'STREAMING_CHANNEL_MANAGER'
    | 'STREAMING_CHAT_MANAGER'
    | 'STREAMING_SETTLEMENT_MANAGER';
}

export interface Block {
  readonly id: number;
  readonly user: User;
  readonly createdAt: number;
  /** null: for good. */
  readonly releaseAt: number | null;
}

export interface Category {
  readonly categoryId: string;
  readonly categoryType: string;
  readonly categoryValue: string;
  readonly posterPath: string | null;
}

export interface LiveSettings {
  defaultLiveTitle: string;
  category: Category | null;
  tags: readonly string[];
}

export interface Live {
  readonly liveId: string;
  readonly user: User;
  title: string;
  category: Category | null;
  tags: readonly string[];
  concurrentUserCount: number;
  readonly openedAt: number;
  readonly adult: boolean;
  readonly thumbnailPath: string | null;
}

export const CHAT_GROUPS = ['ALL', 'FOLLOWER', 'MANAGER'] as const;

export interface ChatSettings {
  chatAllowedGroup: (typeof CHAT_GROUPS)[number];
  minFollowerMinute: number;
  followerSubscriberChatAllow: boolean;
  chatEmojiMode: boolean;
  chatSlowModeSec: number;
}

export interface ChatSent {
  readonly messageId: string;
  readonly channelId: string;
  readonly sender: User;
  readonly senderType: 'APP' | 'USER';
  readonly content: string;
  readonly sentAt: number;
}

export const CAMPAIGN_STATES = [
  'DRAFT',
  'PENDING',
  'APPROVED',
  'ACTIVE',
  'PAUSED',
  'CLAIMABLE',
  'COMPLETED',
  'CANCELLED',
  'REJECTED',
] as const;

export type CampaignState = (typeof CAMPAIGN_STATES)[number];

export interface Reward {
  readonly rewardId: string;
  readonly title: string;
  readonly imagePath: string;
  readonly type: string;
  readonly minWatchTime: number;
}

export interface Campaign {
  readonly campaignId: string;
  readonly application: Application;
  readonly category: Category;
  state: CampaignState;
  readonly title: string;
  readonly description: string;
  readonly imagePath: string;
  readonly externalUrl: string | null;
  readonly startAt: number;
  readonly endAt: number;
  /** Deadline for claiming and for changes of the payout state. */
  readonly claimAvailableAt: number;
  readonly rewards: readonly Reward[];
}

export const FULFILLMENT_STATES = ['CLAIMED', 'FULFILLED'] as const;

export type FulfillmentState = (typeof FULFILLMENT_STATES)[number];

export interface Claim {
  /** Decimal digits, always as many, so that text order and number order agree. */
  readonly claimId: string;
  readonly campaign: Campaign;
  readonly reward: Reward;
  readonly user: User;
  fulfillmentState: FulfillmentState;
  /** null when no such time exists: the lists then show `updatedAt`. */
  readonly claimedAt: number | null;
  updatedAt: number;
}

/** The scopes of the specification's section "Scopes", in its order. */
export const SCOPES = [
  'READ:USER',
  'READ:CHANNEL',
  'READ:SUBSCRIPTION',
  'READ:LIVE_STREAM_KEY',
  'READ:LIVE_STREAM_SETTINGS',
  'WRITE:LIVE_STREAM_SETTINGS',
  'READ:LIVE_CHAT',
  'WRITE:LIVE_CHAT',
  'WRITE:LIVE_CHAT_NOTICE',
  'READ:LIVE_CHAT_SETTINGS',
  'WRITE:LIVE_CHAT_SETTINGS',
  'WRITE:USER_BLOCK',
  'READ:USER_BLOCK',
  'READ:DONATION',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Lengths of time in milliseconds, and the calendar rules of the specification. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Korea Standard Time has no summer time: always nine hours ahead of UTC. */
const KST_OFFSET_MS = 9 * HOUR_MS;

/** The number of the Korean day an instant belongs to. */
function kstDay(epochMs: number): number {
  return Math.floor((epochMs + KST_OFFSET_MS) / DAY_MS);
}

/** The same time of day (UTC); the last day of the month where that month is too short. */
export function addMonths(epochMs: number, months: number): number {
  const date = new Date(epochMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

export type QuotaKind = 'READ_DROPS' | 'WRITE_DROPS';
export type QuotaAmounts = Readonly<Record<QuotaKind, number>>;

/** The specification does not show the amounts: generous ones, so that only tests meet them. */
const DEFAULT_QUOTAS: QuotaAmounts = { READ_DROPS: 100_000, WRITE_DROPS: 10_000 };

/** Daily calls an application and a category, set back at midnight Korea Standard Time. */
export class DropsQuotas {
  readonly #clock: Clock;
  readonly #used = new Map<string, { day: number; used: number }>();
  amounts: QuotaAmounts;

  constructor(clock: Clock, amounts = DEFAULT_QUOTAS) {
    this.#clock = clock;
    this.amounts = amounts;
  }

  /** Counts one call. Answers false, and counts nothing, when the day's amount is used up. */
  take(application: Application, kind: QuotaKind): boolean {
    const { used, limit } = this.read(application, kind);
    if (used >= limit) return false;
    const day = kstDay(this.#clock.now());
    this.#used.set(keyOf(application, kind), { day, used: used + 1 });
    return true;
  }

  /** `resetsAt`: the next midnight in Korea, milliseconds since 1970. */
  read(application: Application, kind: QuotaKind) {
    const today = kstDay(this.#clock.now());
    const entry = this.#used.get(keyOf(application, kind));
    return {
      used: entry?.day === today ? entry.used : 0,
      limit: this.amounts[kind],
      resetsAt: (today + 1) * DAY_MS - KST_OFFSET_MS,
    };
  }
}

function keyOf(application: Application, kind: QuotaKind): string {
  return `${kind} ${application.clientId}`;
}
