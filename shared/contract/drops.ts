import { z } from 'zod';
import { changeOf } from '../change-schema.ts';
import type { DrawTally } from '../events.ts';
import type { Text } from '../locales/text.ts';
import type { Problem } from '../problem.ts';
import {
  feed,
  LOCAL_READ,
  LONG_READ,
  MANY_CALLS,
  MANY_CALLS_WRITE,
  nothing,
  PLATFORM_READ,
} from './command.ts';

/** States of a campaign (specification, "Campaign (state)"). */
export const DROPS_CAMPAIGN_STATES = [
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

/** States of a claim (specification, "Reward claim (fulfillmentState)"). */
export const PAYOUT_STATES = ['CLAIMED', 'FULFILLED'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export const DROPS_LIMITS = {
  pageSizeMax: 1_000,
  idsInFilterMax: 100,
  idsInChangeMax: 100,
} as const;

/** These two are our own limits. */
export const PAYOUT_IDS_MAX = 10_000;
export const IMPORT_CHARACTERS_MAX = 2_000_000;
/** Most bytes of an imported file, checked before its characters can be counted. */
export const IMPORT_FILE_BYTES_MAX = 20_000_000;

/** Most campaigns put away; the oldest are forgotten first. */
export const CAMPAIGNS_PUT_AWAY_MAX = 1_000;

/** Times are epoch milliseconds; null if the platform sent no readable one. */
export interface DropsReward {
  readonly rewardId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  /** IN_GAME_REWARD, or a newer type of the platform. */
  readonly type: string;
  /** Seconds. */
  readonly minWatchTime: number | null;
  readonly unpaid: number;
}

export interface DropsCampaign {
  readonly campaignId: string;
  /** One of `DROPS_CAMPAIGN_STATES`, or a newer state of the platform. */
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
  readonly readAt: number | null;
}

export type DropsClaim = Readonly<z.infer<typeof claim>>;

export type ClaimWatch =
  | { readonly kind: 'off' }
  | { readonly kind: 'reading' }
  /** `problem`: why the last check failed. */
  | { readonly kind: 'waiting'; readonly nextAt: number; readonly problem: Problem | null }
  /** Used up, or refused for an hour. */
  | { readonly kind: 'quota'; readonly until: number }
  /** The platform refuses reads for now; `until`: when one small call tries again. */
  | { readonly kind: 'limited'; readonly until: number };

export interface QuotaMeter {
  /** Requests sent today, including before a restart. */
  readonly used: number;
  readonly refused: boolean;
  /** Number of requests when the platform last refused one; null: never. */
  readonly seenLimit: number | null;
}

/** `queued`: behind another job. `stopped`: by streamer, failure or crash; can be resumed. */
export type PayoutPhase = 'queued' | 'running' | 'stopped' | 'done';

export interface PayoutOutcome {
  /** The platform's, or SEEN (as wanted before a repeat) or UNKNOWN (sent, no usable answer). */
  readonly status: string;
  readonly count: number;
  readonly explanation: Text;
  readonly action: Text;
}

export interface PayoutJob {
  readonly jobId: number;
  readonly state: PayoutState;
  readonly phase: PayoutPhase;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly total: number;
  /** Never sent, or refused without being processed. */
  readonly waiting: number;
  /** Sent without a usable answer: they may have been changed. */
  readonly unknown: number;
  readonly calls: number;
  /** The present call is finishing. */
  readonly stopping: boolean;
  readonly outcomes: readonly PayoutOutcome[];
  /** Why it stopped; null: by the streamer, or not stopped. */
  readonly problem: Problem | null;
}

export interface DropsState {
  readonly revision: number;
  readonly readAt: number | null;
  /** The platform's clock, which decides deadlines, minus the app's, ms; 0 if unknown or equal. */
  readonly platformAheadMs: number;
  /** The most urgent ones first; at most `CAMPAIGNS_SHOWN`. */
  readonly campaigns: readonly DropsCampaign[];
  readonly campaignCount: number;
  /** Draws received, latest first. */
  readonly draws: readonly DrawTally[];
  readonly watch: ClaimWatch;
  /** Unreadable ones of the last check. */
  readonly damaged: number;
  readonly quota: {
    readonly read: QuotaMeter;
    readonly write: QuotaMeter;
    /** The next midnight in Korea. */
    readonly resetsAt: number;
  };
  /** In campaigns whose deadline has not passed. */
  readonly unpaid: number;
  /** Unpaid past their campaign's deadline and not put away: the first ones, and the total. */
  readonly late: readonly DropsClaim[];
  readonly lateCount: number;
  readonly putAwayCount: number;
  /** Unpaid longer than `stuckHours`: the oldest, and the total. */
  readonly stuck: readonly DropsClaim[];
  readonly stuckCount: number;
  readonly jobs: readonly PayoutJob[];
  readonly settings: DropsSettings;
}

export const CAMPAIGNS_SHOWN = 200;
/** Most claims in `late` and `stuck`. */
export const HEADS_SHOWN = 20;

export const dropsSettingsSchema = z.object({
  watch: z.boolean().default(true),
  /** Most calls an hour of the day's READ_DROPS quota for automatic checks. */
  readsPerHour: z.number().int().min(4).max(600).default(120),
  /** Shortest time between two checks while the live stream is connected, seconds. */
  liveSeconds: z.number().int().min(15).max(3_600).default(60),
  /** The same while it is disconnected. */
  idleSeconds: z.number().int().min(60).max(21_600).default(300),
  stuckHours: z.number().int().min(1).max(720).default(24),
  /** Campaigns past their claim deadline whose unpaid claims the streamer put away. */
  putAway: z.array(z.string()).max(CAMPAIGNS_PUT_AWAY_MAX).default([]),
});
const dropsSettingsChange = changeOf(dropsSettingsSchema).omit({ putAway: true });

export type DropsSettings = z.infer<typeof dropsSettingsSchema>;
export type DropsSettingsChange = z.infer<typeof dropsSettingsChange>;

const id = z.string().trim().min(1).max(100);
/** Ids are sent to the platform joined by commas. */
const claimId = id.regex(/^[^,\s]+$/);
const payoutState = z.enum(PAYOUT_STATES);

const filters = {
  campaignId: id.optional(),
  /** Applied here after reading: the platform has no such filter. */
  rewardId: id.optional(),
  channelId: id.optional(),
  categoryId: id.optional(),
  fulfillmentState: payoutState.optional(),
  claimIds: z.array(claimId).max(DROPS_LIMITS.idsInFilterMax).optional(),
};

/**
 * Which claims. `kept`: as last read, without a call; `platform`: read now, one call a page. Those
 * put away are left out, unless asked for by `putAway`, their campaign, or their ids.
 */
const claimQuery = z.strictObject({
  ...filters,
  putAway: z.boolean().optional(),
  source: z.enum(['platform', 'kept']),
});

const page = z.number().int().min(0).max(100_000);

const claim = z.object({
  claimId: z.string(),
  campaignId: z.string(),
  rewardId: z.string(),
  categoryId: z.string(),
  categoryName: z.string(),
  channelId: z.string(),
  fulfillmentState: z.string(),
  claimedAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
});

const someClaims = z.strictObject({ claimIds: z.array(claimId).min(1).max(PAYOUT_IDS_MAX) });

const oneJob = z.strictObject({ jobId: z.number().int().min(1) });

export type ClaimQuery = z.infer<typeof claimQuery>;

/** Everything that reads the platform counts towards the day's quota. */
export const DROPS_COMMANDS = {
  'drops.refresh': { args: nothing, time: MANY_CALLS },
  /** One page of claims, ascending by id. `more`: there may be another page. */
  'drops.claims': {
    args: claimQuery.extend({ page, size: z.number().int().min(1).max(DROPS_LIMITS.pageSizeMax) }),
    result: z.object({
      claims: z.array(claim),
      /** Viewers' nicknames by channel id, as far as they are known without a call. */
      names: z.record(z.string(), z.string()),
      more: z.boolean(),
      damaged: z.number().int().optional(),
    }),
    time: PLATFORM_READ,
  },
  /**
   * Ids of all matching claims that can still be marked, by state. `late`: left out because their
   * campaign's claim deadline has passed and the platform changes no payout state any more.
   * `refused`: left out because the platform refused them last time (INVALID_ID, NOT_FOUND,
   * UNAUTHORIZED, UPDATE_FAILED). `complete` false: there are more than were answered.
   */
  'drops.match': {
    args: claimQuery,
    result: z.object({
      unpaid: z.array(z.string()),
      paid: z.array(z.string()),
      late: z.number().int(),
      refused: z.number().int(),
      complete: z.boolean(),
    }),
    time: MANY_CALLS,
  },
  /** How many are known to be past their campaign's claim deadline; makes no call. */
  'drops.late': {
    args: someClaims,
    result: z.object({ late: z.number().int() }),
    time: LOCAL_READ,
  },
  /** Answered once the job is in the ledger; the state carries its progress. */
  'drops.pay': {
    args: someClaims.extend({ state: payoutState }),
    result: z.object({ jobId: z.number().int(), count: z.number().int() }),
  },
  /** Stops after the present call. */
  'drops.cancel': { args: oneJob },
  /** Resumes a stopped job: claims with unknown results are checked first. */
  'drops.resume': { args: oneJob },
  /** Removes a job that is not running from the state; the ledger keeps it. */
  'drops.dismiss-job': { args: oneJob },
  /** The first hundred. */
  'drops.job-claims': {
    args: oneJob.extend({ status: z.string().min(1).max(100) }),
    result: z.object({ claimIds: z.array(z.string()) }),
    time: LOCAL_READ,
  },
  /** Finds claim ids in a list (CSV) of paid claims. Lines are counted from 1. */
  'drops.import': {
    args: z.strictObject({ text: z.string().max(IMPORT_CHARACTERS_MAX) }),
    result: z.object({
      claimIds: z.array(z.string()),
      duplicates: z.number().int(),
      bad: z.array(
        z.object({
          line: z.number().int(),
          reason: z.enum(['empty', 'not-an-id', 'rounded', 'too-many']),
        }),
      ),
      badCount: z.number().int(),
    }),
    time: LONG_READ,
  },
  /** One page of the list as CSV, up to 1,000 claims; the header is on the first page. */
  'drops.export': {
    args: claimQuery.extend({ page }),
    result: z.object({ csv: z.string(), count: z.number().int(), more: z.boolean() }),
    time: PLATFORM_READ,
  },
  /** Writes a CSV file into the data folder, for the app's own window, which cannot download. */
  'drops.save': {
    args: claimQuery,
    result: z.object({ name: z.string(), count: z.number().int() }),
    time: MANY_CALLS_WRITE,
  },
  /** Puts away all claims that are past their deadline now, or (`on` false) takes all back. */
  'drops.put-away': { args: z.strictObject({ on: z.boolean() }) },
  'drops.settings': { args: dropsSettingsChange },
} as const;

export const DROPS_FEED = feed<DropsState>({ everyMs: 100 });
