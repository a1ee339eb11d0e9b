import { z } from 'zod';
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

/** What the specification allows of claims, as far as the page needs it. */
export const DROPS_LIMITS = {
  /** Claims on one page of the list. */
  pageSizeMax: 1_000,
  /** Ids in the filter. */
  idsInFilterMax: 100,
  /** Ids in one change of payout states. */
  idsInChangeMax: 100,
} as const;

/** Claims that are marked at once: our own bound. */
export const PAYOUT_IDS_MAX = 10_000;
/** Characters of a list of paid claims that is read in: our own bound. */
export const IMPORT_CHARACTERS_MAX = 2_000_000;
/** Bytes of a file that is opened at all, before it is known how many characters it has. */
export const IMPORT_FILE_BYTES_MAX = 20_000_000;

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
export interface DropsState {
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

const fields = {
  /** Whether unpaid claims are looked for by themselves. */
  watch: z.boolean(),
  /** Calls of the day's READ_DROPS quota an hour at most that looking for unpaid claims may use. */
  readsPerHour: z.number().int().min(4).max(600),
  /** Shortest time between two looks while the live stream is connected, seconds. */
  liveSeconds: z.number().int().min(15).max(3_600),
  /** As above, while it is not. */
  idleSeconds: z.number().int().min(60).max(21_600),
  /** Hours after which an unpaid claim is listed as stuck. */
  stuckHours: z.number().int().min(1).max(720),
};

/** What the streamer sets of drops. */
export const dropsSettingsSchema = z.object({
  watch: fields.watch.default(true),
  readsPerHour: fields.readsPerHour.default(120),
  liveSeconds: fields.liveSeconds.default(60),
  idleSeconds: fields.idleSeconds.default(300),
  stuckHours: fields.stuckHours.default(24),
});

/** Some of them: a default would set what was left out. */
export const dropsSettingsChange = z.object(fields).partial().strict();

export type DropsSettings = z.infer<typeof dropsSettingsSchema>;
export type DropsSettingsChange = z.infer<typeof dropsSettingsChange>;

export const EMPTY_DROPS_DESK: DropsState = {
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

const id = z.string().trim().min(1).max(100);
/** Ids are sent to the platform joined by commas. */
const claimId = id.regex(/^[^,\s]+$/);
const payoutState = z.enum(PAYOUT_STATES);

const filters = {
  campaignId: id.optional(),
  /** No filter of the platform: those that were read are sifted. */
  rewardId: id.optional(),
  /** The viewer. */
  channelId: id.optional(),
  categoryId: id.optional(),
  fulfillmentState: payoutState.optional(),
  claimIds: z.array(claimId).max(DROPS_LIMITS.idsInFilterMax).optional(),
};

/**
 * Which claims. `kept`: as they were read last, without a call; `platform`: read now, a call a page.
 */
const claimQuery = z.object({ ...filters, source: z.enum(['platform', 'kept']) }).strict();

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

const someClaims = z.object({ claimIds: z.array(claimId).min(1).max(PAYOUT_IDS_MAX) }).strict();

const oneJob = z.object({ jobId: z.number().int().min(1) }).strict();

export type ClaimQuery = z.infer<typeof claimQuery>;

/** What a dashboard may ask of drops. Everything that reads the platform counts in the day's quota. */
export const DROPS_COMMANDS = {
  /** Reads the campaigns and their unpaid claims now. */
  'drops.refresh': { args: nothing, time: MANY_CALLS },
  /** One page of claims, ascending by id. `more`: there may be another page. */
  'drops.claims': {
    args: claimQuery.extend({ page, size: z.number().int().min(1).max(DROPS_LIMITS.pageSizeMax) }),
    result: z.object({
      claims: z.array(claim),
      more: z.boolean(),
      /** Entries of the platform's page that could not be read; left out: none. */
      damaged: z.number().int().optional(),
    }),
    time: PLATFORM_READ,
  },
  /**
   * The ids of all that match and can still be marked, by state; `late`: those that were left out
   * because their campaign is past its claim deadline, where the platform changes no payout state any
   * more; `refused`: others that were left out because the platform refused to mark them the last
   * time (INVALID_ID, NOT_FOUND, UNAUTHORIZED, UPDATE_FAILED); `complete` false: there are more than are answered.
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
  /** How many of these are known to be past the claim deadline of their campaign; without a call. */
  'drops.late': {
    args: someClaims,
    result: z.object({ late: z.number().int() }),
    time: LOCAL_READ,
  },
  /**
   * Marks claims as paid (FULFILLED) or as unpaid again (CLAIMED): answered when the order is in the
   * books; the desk says how it goes on.
   */
  'drops.pay': {
    args: someClaims.extend({ state: payoutState }),
    result: z.object({ jobId: z.number().int(), count: z.number().int() }),
  },
  /** Stops after the call that is under way. */
  'drops.cancel': { args: oneJob },
  /** Goes on with what a stop left: what nobody knows of is looked at first. */
  'drops.resume': { args: oneJob },
  /** Takes a job that is not running off the desk; the books keep it. */
  'drops.dismiss-job': { args: oneJob },
  /** The first hundred claims of a job that ended one way. */
  'drops.job-claims': {
    args: oneJob.extend({ status: z.string().min(1).max(100) }),
    result: z.object({ claimIds: z.array(z.string()) }),
    time: LOCAL_READ,
  },
  /** Finds the claim ids in a list (CSV) of paid claims. Lines are counted from 1. */
  'drops.import': {
    args: z.object({ text: z.string().max(IMPORT_CHARACTERS_MAX) }).strict(),
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
  /** One page of the list as CSV, up to 1,000 claims; the head is on the first page. */
  'drops.export': {
    args: claimQuery.extend({ page }),
    result: z.object({ csv: z.string(), count: z.number().int(), more: z.boolean() }),
    time: PLATFORM_READ,
  },
  /**
   * Writes all that match into a CSV file of the data folder and answers its name: for the app's own
   * window, which can download nothing.
   */
  'drops.save': {
    args: claimQuery,
    result: z.object({ name: z.string(), count: z.number().int() }),
    time: MANY_CALLS_WRITE,
  },
  /** Sets what is said and leaves the rest. */
  'drops.settings': {
    args: dropsSettingsChange,
  },
} as const;

/** Campaigns, claims and their payout. */
export const DROPS_FEED = feed<DropsState>({ everyMs: 100 });
