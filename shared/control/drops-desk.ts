import type { DrawTally } from '../events.ts';
import type { Text } from '../locales/text.ts';
import type { Problem } from '../problem.ts';
import type { PayoutState } from './drops-limits.ts';
import { type DropsSettings, dropsSettingsSchema } from './drops-settings.ts';

/** Times are epoch milliseconds; null: the platform gave none that can be read. */
export interface DropsReward {
  readonly rewardId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  /** IN_GAME_REWARD, or whatever else the platform comes to send. */
  readonly type: string;
  /** Seconds. */
  readonly minWatchTime: number | null;
  /** Claims known to be unpaid. */
  readonly unpaid: number;
}

export interface DropsCampaign {
  readonly campaignId: string;
  /** One of `DROPS_CAMPAIGN_STATES`, or whatever else the platform comes to send. */
  readonly state: string;
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly externalUrl: string | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  /** The deadline of claims. */
  readonly claimAvailableAt: number | null;
  readonly rewards: readonly DropsReward[];
  readonly unpaid: number;
  /** When its unpaid claims were read last; null: never. */
  readonly readAt: number | null;
}

/** A claim as it was read last. */
export interface DropsClaim {
  readonly claimId: string;
  readonly campaignId: string;
  readonly rewardId: string;
  readonly categoryId: string;
  readonly categoryName: string;
  /** The viewer. */
  readonly channelId: string;
  /** CLAIMED, FULFILLED, or whatever else the platform comes to send. */
  readonly fulfillmentState: string;
  readonly claimedAt: number | null;
  readonly updatedAt: number | null;
}

/** What looks for unpaid claims is doing. */
export type ClaimWatch =
  | { readonly kind: 'off' }
  | { readonly kind: 'reading' }
  /** `problem`: why the last look failed. */
  | { readonly kind: 'waiting'; readonly nextAt: number; readonly problem: Problem | null }
  /** The day's reads are used up, or were refused for an hour. */
  | { readonly kind: 'quota'; readonly until: number }
  /** The platform refuses reads for now; `until`: when one small call tries again. */
  | { readonly kind: 'limited'; readonly until: number };

/** Calls of one category of the day. */
export interface QuotaMeter {
  /** Requests sent today, also before a restart. */
  readonly used: number;
  /** Whether the platform has refused one today because the day's quota is used up. */
  readonly refused: boolean;
  /** How many there were when the platform last refused one; null: it never did. */
  readonly seenLimit: number | null;
}

/** `queued`: behind another one. `stopped`: by hand, by a failure or by a crash; can go on. */
export type PayoutPhase = 'queued' | 'running' | 'stopped' | 'done';

/** The claims of a job that ended the same way. */
export interface PayoutOutcome {
  /** A status of the platform, or one of `OWN_OUTCOMES`. */
  readonly status: string;
  readonly count: number;
  readonly explanation: Text;
  readonly action: Text;
}

/**
 * What this app adds to the statuses of the platform. SEEN: had the state already when it was looked
 * at before a repeat. UNKNOWN: sent, and no usable answer came.
 */
export const OWN_OUTCOMES = ['SEEN', 'UNKNOWN'] as const;

/** One order to mark claims. */
export interface PayoutJob {
  readonly jobId: number;
  readonly state: PayoutState;
  readonly phase: PayoutPhase;
  readonly createdAt: number;
  /** null: it is not over. */
  readonly endedAt: number | null;
  readonly total: number;
  /** Never sent, or refused unread. */
  readonly waiting: number;
  /** Sent without a usable answer: they may have been changed. */
  readonly unknown: number;
  /** Requests sent so far. */
  readonly calls: number;
  /** A stop was asked for; the call under way is waited for. */
  readonly stopping: boolean;
  readonly outcomes: readonly PayoutOutcome[];
  /** Why it stopped; null: by hand, or it did not. */
  readonly problem: Problem | null;
}

/** What the control room shows of drops, whole. */
export interface DropsDesk {
  /** Counts changes. */
  readonly revision: number;
  /** When the campaigns were read last; null: never. */
  readonly readAt: number | null;
  /** The platform's clock, by which deadlines go, minus the app's; 0: they are taken as one. */
  readonly platformAheadMs: number;
  /** What wants a look first; at most `CAMPAIGNS_SHOWN`. */
  readonly campaigns: readonly DropsCampaign[];
  /** All there are. */
  readonly campaignCount: number;
  /** Draws that were received, the latest first. */
  readonly draws: readonly DrawTally[];
  readonly watch: ClaimWatch;
  /** Claims, campaigns and rewards that could not be read at the last look. */
  readonly damaged: number;
  readonly quota: {
    readonly read: QuotaMeter;
    readonly write: QuotaMeter;
    /** The next midnight of Korea. */
    readonly resetsAt: number;
  };
  /** Unpaid, as far as was read, in campaigns whose deadline is not past. */
  readonly unpaid: number;
  /** Unpaid in campaigns whose deadline is past: the first of them, and how many. */
  readonly late: readonly DropsClaim[];
  readonly lateCount: number;
  /** Unpaid for longer than is set, the oldest first, and how many. */
  readonly stuck: readonly DropsClaim[];
  readonly stuckCount: number;
  /** Those that are not over, and the latest of the others. */
  readonly jobs: readonly PayoutJob[];
  readonly settings: DropsSettings;
}

export const CAMPAIGNS_SHOWN = 200;
/** How many claims of `late` and `stuck` the desk holds. */
export const HEADS_SHOWN = 20;

const UNUSED: QuotaMeter = { used: 0, refused: false, seenLimit: null };

export const EMPTY_DROPS_DESK: DropsDesk = {
  revision: 0,
  readAt: null,
  platformAheadMs: 0,
  campaigns: [],
  campaignCount: 0,
  draws: [],
  watch: { kind: 'off' },
  damaged: 0,
  quota: { read: UNUSED, write: UNUSED, resetsAt: 0 },
  unpaid: 0,
  late: [],
  lateCount: 0,
  stuck: [],
  stuckCount: 0,
  jobs: [],
  settings: dropsSettingsSchema.parse({}),
};
