/** A claim as it was read. Times are epoch milliseconds; null: the platform gave none. */
export interface ClaimRecord {
  readonly claimId: string;
  readonly campaignId: string;
  readonly rewardId: string;
  readonly categoryId: string;
  readonly categoryName: string;
  readonly channelId: string;
  readonly fulfillmentState: string;
  readonly claimedAt: number | null;
  readonly updatedAt: number | null;
}

/** Fields that are left out let everything through. */
export interface ClaimFilter {
  readonly campaignId?: string | undefined;
  readonly rewardId?: string | undefined;
  readonly channelId?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly fulfillmentState?: string | undefined;
  readonly claimIds?: readonly string[] | undefined;
  /** None of these. */
  readonly without?: readonly string[] | undefined;
  /** Those of these campaigns (`within`), or those of all others. */
  readonly campaigns?: { readonly ids: readonly string[]; readonly within: boolean } | undefined;
}

/** Where reading a campaign's unpaid claims stopped: the last one's place. */
export interface ClaimMark {
  readonly page: number;
  readonly index: number;
  readonly claimId: string;
}

/** How far a campaign's unpaid claims were read; epoch milliseconds, null: never. */
export interface CampaignReading {
  readonly mark: ClaimMark | null;
  readonly readAt: number | null;
  /** Last from the first page on. */
  readonly sweptAt: number | null;
}

export interface CampaignRecord {
  readonly campaignId: string;
  /** As it was handed in. */
  readonly payload: unknown;
  readonly reading: CampaignReading;
}

export interface UnpaidCount {
  readonly campaignId: string;
  readonly rewardId: string;
  readonly count: number;
}

/** Which unpaid claims: those of these campaigns, or of all others, claimed before a moment. */
export interface UnpaidQuery {
  readonly campaignIds: readonly string[];
  readonly within: boolean;
  /** Epoch milliseconds; null: whenever. */
  readonly claimedBefore: number | null;
}

/** Claims and campaigns as they were read last. Throws as `Ledger` does. */
export interface ClaimBooks {
  /** Keeps claims as they are now; the first time one was seen stays. */
  keep(claims: readonly ClaimRecord[], at: number): void;
  /** Notes a state without another read. */
  setState(claimIds: readonly string[], state: string, at: number): void;
  /** Ascending by id. */
  list(filter: ClaimFilter, offset: number, limit: number): readonly ClaimRecord[];
  count(filter: ClaimFilter): number;
  /** The ids of a campaign's claims that are held for unpaid, ascending. */
  unpaidIds(campaignId: string): readonly string[];
  unpaidCounts(): readonly UnpaidCount[];
  /** The oldest first. */
  unpaid(query: UnpaidQuery, limit: number): readonly ClaimRecord[];
  countUnpaid(query: UnpaidQuery): number;
  /** In the order they were handed in. */
  campaigns(): readonly CampaignRecord[];
  /** These are all there are; what was read of them stays. */
  keepCampaigns(
    campaigns: readonly { readonly campaignId: string; readonly payload: unknown }[],
  ): void;
  setReading(campaignId: string, reading: CampaignReading): void;
}

export type PayoutTarget = 'CLAIMED' | 'FULFILLED';
export type JobPhase = 'queued' | 'running' | 'stopped' | 'done';

export interface JobRecord {
  readonly id: number;
  readonly state: PayoutTarget;
  readonly phase: JobPhase;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Why it stopped, as it was handed in; null: no reason. */
  readonly problem: unknown;
  readonly calls: number;
  /** How many items there are of each status; null: waiting. */
  readonly counts: readonly { readonly status: string | null; readonly count: number }[];
}

/** What came of one call. */
export type CallEnd =
  | {
      readonly outcome: 'answered';
      /** Ids by status of the platform; ids that are in none are unknown. */
      readonly groups: readonly { readonly status: string; readonly ids: readonly string[] }[];
    }
  /** Certainly not done. */
  | { readonly outcome: 'refused'; readonly problem: unknown }
  /** Done or not: nobody knows. */
  | { readonly outcome: 'unknown'; readonly problem: unknown };

/** A call of the journal, for the books. */
export interface PayoutCall {
  readonly id: number;
  readonly jobId: number;
  readonly state: PayoutTarget;
  readonly plannedAt: number;
  readonly endedAt: number | null;
  readonly outcome: 'answered' | 'refused' | 'unknown' | null;
  readonly claimIds: readonly string[];
  readonly groups: readonly { readonly status: string; readonly ids: readonly string[] }[];
}

export interface QuotaDay {
  readonly used: number;
  /** How many there were when the platform refused one; null: it did not. */
  readonly refusedAt: number | null;
}

export type QuotaName = 'READ_DROPS' | 'WRITE_DROPS';

/** The journal of payouts: on the disk before a call and after it. Throws as `Ledger` does. */
export interface PayoutBooks {
  /** Answers the job's number. Each id once. */
  begin(state: PayoutTarget, claimIds: readonly string[], at: number): number;
  /** null: there is none. */
  job(id: number): JobRecord | null;
  /** Those that are not over and not dismissed, then the latest `over` of the others; latest first. */
  jobs(over: number): readonly JobRecord[];
  setPhase(id: number, phase: JobPhase, at: number, problem?: unknown): void;
  dismiss(id: number, at: number): void;
  /** Claims of a job by what became of them; null: waiting. */
  items(id: number, status: string | null, limit: number): readonly string[];
  /** Which of the ids are in a job that is not over and has not ended for them. */
  underWay(claimIds: readonly string[]): number;
  /** Claims whose last known outcome in any job was a refusal. */
  refused(): readonly string[];
  /** Before a call: the items are SENT. Answers the call's number. */
  plan(id: number, claimIds: readonly string[], at: number): number;
  /** After it. */
  end(callId: number, end: CallEnd, at: number): void;
  /** What a look at the claims showed: those with `status` are settled so; null: they wait again. */
  settle(id: number, claimIds: readonly string[], status: string | null): void;
  /** After a crash: what was under way is unknown, and its jobs are stopped. Answers how many jobs. */
  recover(problem: unknown): number;
  /** Calls that were planned from one moment on and before another, oldest first. */
  calls(from: number, before: number, limit: number): readonly PayoutCall[];
  quota(day: string, category: QuotaName): QuotaDay;
  setQuota(day: string, category: QuotaName, entry: QuotaDay): void;
  /** How many there were when the platform refused one the last time; null: it never did. */
  lastRefusal(category: QuotaName): number | null;
}
