import type { DropsClaim } from '../../../shared/contract/drops.ts';
import { readMoment } from '../../base/read-time.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import type { RewardClaim } from '../../platform/resources/drops.ts';
import { damagedIn, lengthAsSent, withDamageOf } from '../../platform/resources/fields.ts';
import type { ClaimMark } from './claim-repository.ts';
import type { CountedDrops } from './quota-tracker.ts';

const PAGE = SPEC_LIMITS.claimsSizeMax;
/** Stops at this page even if the platform keeps returning more. */
const PAGES_MAX = 200;

interface UnpaidReading {
  /** null: there are no unpaid claims. */
  readonly mark: ClaimMark | null;
  /** All unpaid claims if the list was read from its first page; else null. */
  readonly all: ReadonlySet<string> | null;
  readonly damaged: number;
}

/**
 * Reads a campaign's unpaid claims from where the last read ended. The list has pages but no
 * cursor; it grows at its end and shrinks wherever a claim is paid. If the last claim seen is still
 * at its position, nothing before it moved; otherwise the list is reread from the first page. Each
 * page is handed on as it arrives, to what `asking` answered before it was asked for.
 */
export async function readUnpaid(
  api: Pick<CountedDrops, 'claims'>,
  campaignId: string,
  mark: ClaimMark | null,
  asking: () => (claims: readonly DropsClaim[]) => void,
): Promise<UnpaidReading> {
  let damaged = 0;
  const read = async (page: number) => {
    const query = { campaignId, fulfillmentState: 'CLAIMED', page, size: PAGE } as const;
    const onPage = asking();
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
  const end = await readOn(read, 0, await read(0), (claims) => {
    for (const { claimId } of claims) all.add(claimId);
  });
  return { mark: end, all, damaged };
}

/** Continues after a page that was read completely; returns the position of the last claim. */
async function readOn(
  read: (page: number) => Promise<readonly DropsClaim[]>,
  firstPage: number,
  firstClaims: readonly DropsClaim[],
  see: (claims: readonly DropsClaim[]) => void,
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

export function claimRecord(claim: RewardClaim): DropsClaim {
  return {
    claimId: claim.claimId,
    campaignId: claim.campaignId,
    rewardId: claim.rewardId,
    categoryId: claim.categoryId,
    categoryName: claim.categoryName,
    channelId: claim.channelId,
    fulfillmentState: claim.fulfillmentState,
    claimedAt: readMoment(claim.claimedDate),
    updatedAt: readMoment(claim.updatedDate),
  };
}
