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
