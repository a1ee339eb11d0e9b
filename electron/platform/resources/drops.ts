import { z } from 'zod';
import { DROPS_CAMPAIGN_STATES, PAYOUT_STATES } from '../../../shared/contract/drops.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { Checks, type PageQuery, unique } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { SPEC_LIMITS } from '../limits.ts';
import { SPEC_OPERATIONS } from '../operations.ts';
import type { QuotaCounters, QuotaUse } from '../quota.ts';
import {
  dataOf,
  id,
  listOf,
  numberOrNull,
  readableDataOf,
  readableOf,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './fields.ts';

export const CAMPAIGN_STATES = DROPS_CAMPAIGN_STATES;
export const FULFILLMENT_STATES = PAYOUT_STATES;

export type CampaignState = (typeof CAMPAIGN_STATES)[number];
export type FulfillmentState = (typeof FULFILLMENT_STATES)[number];

const reward = z.looseObject({
  rewardId: id,
  title: text,
  imageUrl: textOrNull,
  /** IN_GAME_REWARD, or a newer type of the platform. */
  type: text,
  minWatchTime: numberOrNull,
});

const campaign = z.looseObject({
  campaignId: id,
  /** One of `CAMPAIGN_STATES`, or a newer state of the platform. */
  state: z.string(),
  title: text,
  description: text,
  imageUrl: textOrNull,
  externalUrl: textOrNull,
  startAt: timeOrNull,
  endAt: timeOrNull,
  claimAvailableAt: timeOrNull,
  rewards: readableOf(reward),
});

const payoutGroup = z.looseObject({ status: z.string(), ids: listOf(id) });

const claim = z.looseObject({
  claimId: id,
  campaignId: text,
  rewardId: text,
  categoryId: text,
  categoryName: text,
  channelId: text,
  /** One of `FULFILLMENT_STATES`, or a newer state of the platform. */
  fulfillmentState: z.string(),
  claimedDate: time,
  updatedDate: time,
});

export type Campaign = z.output<typeof campaign>;
export type RewardClaim = z.output<typeof claim>;

interface CampaignsQuery extends PageQuery {
  /** Empty or left out: all states. */
  readonly states?: readonly CampaignState[];
}

interface ClaimsQuery extends PageQuery {
  /** At most 100, each sent once. */
  readonly claimIds?: readonly string[];
  readonly channelId?: string;
  readonly campaignId?: string;
  readonly categoryId?: string;
  readonly fulfillmentState?: FulfillmentState;
}

export type DropsApi = ReturnType<typeof createDrops>;

/** Drops of the application. Every request counts towards the day's quota. */
export function createDrops(caller: Caller, counters: QuotaCounters) {
  const { campaigns, claims, setFulfillment } = SPEC_OPERATIONS;
  return {
    /** Size 1-100 (20 when left out). */
    async campaigns({ page, size, states }: CampaignsQuery = {}): Promise<readonly Campaign[]> {
      const checks = new Checks(campaigns.name);
      checks.page(page);
      checks.size(size, SPEC_LIMITS.campaignsSizeMax);
      for (const state of states ?? []) checks.oneOf('state', state, CAMPAIGN_STATES);
      const query = { page, size, state: joined(states) };
      return caller.ask(campaigns, readableDataOf(campaign), { query });
    },
    /** Size 1-1000 (20 when left out), in ascending order of claimId. */
    async claims(filter: ClaimsQuery = {}): Promise<readonly RewardClaim[]> {
      const { page, size, channelId, campaignId, categoryId, fulfillmentState } = filter;
      const ids = filter.claimIds && unique(filter.claimIds);
      const checks = new Checks(claims.name);
      checks.page(page);
      checks.size(size, SPEC_LIMITS.claimsSizeMax);
      checks.joinedIds('claimId', ids, SPEC_LIMITS.claimIdsInFilterMax);
      checks.id('channelId', channelId);
      checks.id('campaignId', campaignId);
      checks.id('categoryId', categoryId);
      checks.oneOf('fulfillmentState', fulfillmentState, FULFILLMENT_STATES);
      // An empty filter matches nothing; sending it without ids would return everything.
      if (ids?.length === 0) return [];
      const claimId = joined(ids);
      const query = { page, size, claimId, channelId, campaignId, categoryId, fulfillmentState };
      return caller.ask(claims, readableDataOf(claim), { query });
    },
    /**
     * Marks claims as paid or unpaid: at most 100, each sent once, in one request that is never
     * repeated. For more use `PayoutJobs`, which records each request before sending it.
     */
    async setFulfillment(
      claimIds: readonly string[],
      fulfillmentState: FulfillmentState,
    ): Promise<PayoutResult> {
      const ids = unique(claimIds);
      const checks = new Checks(setFulfillment.name);
      checks.count('claimIds', ids, SPEC_LIMITS.claimIdsInChangeMax);
      checks.oneOf('fulfillmentState', fulfillmentState, FULFILLMENT_STATES);
      if (ids.length === 0) return { groups: [], unreportedIds: [] };
      const body = { claimIds: ids, fulfillmentState };
      return payoutResult(ids, await caller.ask(setFulfillment, dataOf(payoutGroup), { body }));
    },
    get quota(): QuotaUse {
      return counters.use;
    },
  };
}

function joined(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : unique(values).join(',');
}

export interface PayoutResult {
  /** One group per status, in the platform's order. */
  readonly groups: readonly PayoutGroup[];
  /** Sent, but in no group of the answer: read the list for their state. */
  readonly unreportedIds: readonly string[];
}

function payoutResult(
  claimIds: readonly string[],
  told: readonly z.output<typeof payoutGroup>[],
): PayoutResult {
  const byStatus = Map.groupBy(told, ({ status }) => status);
  const named = new Set(told.flatMap(({ ids }) => ids));
  return {
    groups: [...byStatus].map(([status, groups]) =>
      explainGroup(status, unique(groups.flatMap(({ ids }) => ids))),
    ),
    unreportedIds: claimIds.filter((claimId) => !named.has(claimId)),
  };
}

export interface PayoutGroup {
  /** One of `PayoutStatus`, or whatever else the platform comes to send. */
  readonly status: string;
  readonly ids: readonly string[];
  readonly explanation: Text;
  readonly action: Text;
}

/** The known statuses of the table "Per-item results of the payout state change", and what to do. */
const ACTIONS = {
  SUCCESS: 'nothing',
  INVALID_ID: 'discard',
  NOT_FOUND: 'discard',
  UNAUTHORIZED: 'discard',
  UPDATE_FAILED: 'look',
} as const;

/** A group with its status explained; unknown statuses are kept and marked as unknown. */
export function explainGroup(status: string, ids: readonly string[]): PayoutGroup {
  const known = Object.hasOwn(ACTIONS, status) ? (status as keyof typeof ACTIONS) : null;
  return {
    status,
    ids,
    explanation: { key: `drops.result-${known ?? 'other'}` },
    action: { key: `drops.next-${known === null ? 'check' : ACTIONS[known]}` },
  };
}
