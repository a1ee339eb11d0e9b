import type { Scope } from './scopes.ts';

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
  /** A file below the world's image base, or null for none. */
  readonly imagePath: string | null;
  readonly description: string;
  /** Names of badges served as `<imageBase>/badge/<name>.svg`. */
  readonly badges: readonly string[];
}

/** An image badge as events carry it. */
export interface Badge {
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string;
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
  readonly code: string;
  readonly grant: Grant;
  readonly scopes: readonly Scope[];
  readonly issuedAt: number;
}

export interface AccessToken {
  readonly token: string;
  /** How long it lives from its issue, in seconds. */
  readonly seconds: number;
  readonly grant: Grant;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
}

export interface RefreshToken {
  readonly token: string;
  readonly grant: Grant;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
  /** Replaced by rotation: it can never be used again. */
  used: boolean;
}

export interface Follower {
  readonly user: User;
  readonly createdAt: number;
}

export interface Subscriber {
  readonly user: User;
  readonly createdAt: number;
  readonly month: number;
  readonly tierNo: number;
}

export const MANAGER_ROLES = [
  'STREAMING_CHANNEL_OWNER',
  'STREAMING_CHANNEL_MANAGER',
  'STREAMING_CHAT_MANAGER',
  'STREAMING_SETTLEMENT_MANAGER',
] as const;

export interface Manager {
  readonly user: User;
  readonly role: (typeof MANAGER_ROLES)[number];
  readonly createdAt: number;
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

/** A running broadcast. */
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

export interface LiveSettings {
  defaultLiveTitle: string;
  category: Category | null;
  tags: readonly string[];
}

export const CHAT_GROUPS = ['ALL', 'FOLLOWER', 'MANAGER'] as const;

export interface ChatSettings {
  chatAllowedGroup: (typeof CHAT_GROUPS)[number];
  minFollowerMinute: number;
  followerSubscriberChatAllow: boolean;
  chatEmojiMode: boolean;
  chatSlowModeSec: number;
}

/** What a successful chat send tells the event side. */
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
  /** Seconds. */
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
