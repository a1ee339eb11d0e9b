import { z } from 'zod';
import {
  DROPS_LIMITS,
  IMPORT_CHARACTERS_MAX,
  PAYOUT_IDS_MAX,
  PAYOUT_STATES,
} from './drops-limits.ts';
import { dropsSettingsChange } from './drops-settings.ts';

const nothing = z.object({}).strict();
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
  'drops.refresh': { args: nothing, result: nothing },
  /** One page of claims, ascending by id. `more`: there may be another page. */
  'drops.claims': {
    args: claimQuery.extend({ page, size: z.number().int().min(1).max(DROPS_LIMITS.pageSizeMax) }),
    result: z.object({
      claims: z.array(claim),
      more: z.boolean(),
      /** Entries of the platform's page that could not be read; left out: none. */
      damaged: z.number().int().optional(),
    }),
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
  },
  /** How many of these are known to be past the claim deadline of their campaign; without a call. */
  'drops.late': {
    args: someClaims,
    result: z.object({ late: z.number().int() }),
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
  'drops.cancel': { args: oneJob, result: nothing },
  /** Goes on with what a stop left: what nobody knows of is looked at first. */
  'drops.resume': { args: oneJob, result: nothing },
  /** Takes a job that is not running off the desk; the books keep it. */
  'drops.dismiss-job': { args: oneJob, result: nothing },
  /** The first hundred claims of a job that ended one way. */
  'drops.job-claims': {
    args: oneJob.extend({ status: z.string().min(1).max(100) }),
    result: z.object({ claimIds: z.array(z.string()) }),
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
  },
  /** One page of the list as CSV, up to 1,000 claims; the head is on the first page. */
  'drops.export': {
    args: claimQuery.extend({ page }),
    result: z.object({ csv: z.string(), count: z.number().int(), more: z.boolean() }),
  },
  /**
   * Writes all that match into a CSV file of the data folder and answers its name: for the app's own
   * window, which can download nothing.
   */
  'drops.save': {
    args: claimQuery,
    result: z.object({ name: z.string(), count: z.number().int() }),
  },
  /** Sets what is said and leaves the rest. */
  'drops.settings': {
    args: dropsSettingsChange,
    result: nothing,
  },
} as const;
