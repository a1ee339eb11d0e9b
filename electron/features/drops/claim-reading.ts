import { readMoment } from '../../base/read-time.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import type { RewardClaim } from '../../platform/resources/drops.ts';
import { damagedIn, lengthAsSent, withDamageOf } from '../../platform/resources/readable.ts';
import type { ClaimMark, ClaimRecord } from './claim-repository.ts';
import type { CountedDrops } from './quota-tracker.ts';

const PAGE = SPEC_LIMITS.claimsSizeMax;
/** A list that never ends is not read for ever. */
const PAGES_MAX = 200;

export interface UnpaidReading {
  /** null: there are none. */
  readonly mark: ClaimMark | null;
  /** All unpaid claims there are, where the list was read from its first page on; else null. */
  readonly all: ReadonlySet<string> | null;
  /** How many claims of the pages that were read could not be understood. */
  readonly damaged: number;
}

/**
 * Reads a campaign's unpaid claims from where the last look ended. The list has no cursor, only
 * pages; it grows at its end and shrinks wherever a claim is paid. So the last claim seen is looked
 * for in its place: there, and everything before it stands where it stood. Anywhere else, and claims
 * have moved to earlier pages: it is read from the first page on. Each page is handed on as it comes.
 */
export async function readUnpaid(
  api: Pick<CountedDrops, 'claims'>,
  campaignId: string,
  mark: ClaimMark | null,
  onPage: (claims: readonly ClaimRecord[]) => void,
): Promise<UnpaidReading> {
  let damaged = 0;
  const read = async (page: number) => {
    const query = { campaignId, fulfillmentState: 'CLAIMED', page, size: PAGE } as const;
    const listed = await api.claims(query);
    damaged += damagedIn(listed);
    const claims = withDamageOf(listed, listed.map(claimRecord));
    onPage(claims);
    return claims;
  };
  if (mark !== null && mark.page > 0) {
    const claims = await read(mark.page);
    if (claims[mark.index]?.claimId === mark.claimId) {
      const end = await readOn(read, mark.page, claims, () => undefined);
      return { mark: end, all: null, damaged };
    }
  }
  const all = new Set<string>();
  const see = (claims: readonly ClaimRecord[]) => {
    for (const { claimId } of claims) all.add(claimId);
  };
  const end = await readOn(read, 0, await read(0), see);
  return { mark: end, all, damaged };
}

/** From a page that was read to the end of the list; answers the place of the last claim. */
async function readOn(
  read: (page: number) => Promise<readonly ClaimRecord[]>,
  firstPage: number,
  firstClaims: readonly ClaimRecord[],
  see: (claims: readonly ClaimRecord[]) => void,
): Promise<ClaimMark | null> {
  let mark: ClaimMark | null = null;
  let claims = firstClaims;
  for (let page = firstPage; ; page += 1) {
    see(claims);
    const last = claims.at(-1);
    if (last) mark = { page, index: claims.length - 1, claimId: last.claimId };
    if (lengthAsSent(claims) < PAGE || page + 1 >= firstPage + PAGES_MAX) return mark;
    claims = await read(page + 1);
  }
}

/** A claim as the ledger keeps it. */
export function claimRecord(claim: RewardClaim): ClaimRecord {
  const { claimId, campaignId, rewardId, categoryId, categoryName, channelId } = claim;
  return {
    claimId,
    campaignId,
    rewardId,
    categoryId,
    categoryName,
    channelId,
    fulfillmentState: claim.fulfillmentState,
    claimedAt: readMoment(claim.claimedDate),
    updatedAt: readMoment(claim.updatedDate),
  };
}
