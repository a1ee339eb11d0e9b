import type { DropsClaim } from '../../../shared/contract/drops.ts';
import { toIsoTime } from '../../base/clock.ts';
import { csvHead, csvLine } from '../../base/spreadsheet.ts';

const COLUMNS = [
  'claimId',
  'campaignId',
  'campaignTitle',
  'rewardId',
  'rewardTitle',
  'categoryId',
  'categoryName',
  'channelId',
  'fulfillmentState',
  'claimedDate',
  'updatedDate',
] as const;

/** Titles of a claim's campaign and reward; empty if unknown. */
export type TitlesOf = (claim: DropsClaim) => {
  readonly campaign: string;
  readonly reward: string;
};

/**
 * Claims as CSV; `withHead` adds a UTF-8 byte order mark and the header row. Line breaks in cells
 * become spaces, so that each claim is one line.
 */
export function claimsCsv(
  claims: readonly DropsClaim[],
  titles: TitlesOf,
  withHead: boolean,
): string {
  const rows = claims.map((claim) => {
    const { campaign, reward } = titles(claim);
    return [
      ...[claim.claimId, claim.campaignId, campaign, claim.rewardId, reward, claim.categoryId],
      ...[claim.categoryName, claim.channelId, claim.fulfillmentState],
      ...[timeOf(claim.claimedAt), timeOf(claim.updatedAt)],
    ];
  });
  const lines = rows.map((cells) => csvLine(cells.map((text) => text.replace(/[\r\n]+/g, ' '))));
  return (withHead ? csvHead(COLUMNS) : '') + lines.join('');
}

function timeOf(at: number | null): string {
  return at === null ? '' : toIsoTime(at);
}
