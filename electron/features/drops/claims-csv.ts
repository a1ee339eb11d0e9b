import { join } from 'node:path';
import type { ClaimQuery, DropsClaim } from '../../../shared/contract/drops.ts';
import { writeFileAtomic } from '../../base/atomic-file.ts';
import { type Clock, toIsoTime } from '../../base/clock.ts';
import { StagelightError } from '../../base/errors.ts';
import type { Files } from '../../base/files.ts';
import { csvHead, csvLine } from '../../base/spreadsheet.ts';
import type { ClaimSearch } from './claim-search.ts';

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

/** `withHead`: byte order mark and header. Line breaks become spaces: a claim is one line. */
export function claimsCsv(
  claims: readonly DropsClaim[],
  titles: TitlesOf,
  withHead: boolean,
): string {
  const lines = claims.map((claim) => {
    const { campaign, reward } = titles(claim);
    const cells = {
      ...claim,
      campaignTitle: campaign,
      rewardTitle: reward,
      claimedDate: timeOf(claim.claimedAt),
      updatedDate: timeOf(claim.updatedAt),
    };
    return csvLine(COLUMNS.map((column) => cells[column].replace(/[\r\n]+/g, ' ')));
  });
  return (withHead ? csvHead(COLUMNS) : '') + lines.join('');
}

function timeOf(at: number | null): string {
  return at === null ? '' : toIsoTime(at);
}

export const EXPORTS_FOLDER = 'exports';

interface ClaimsFileParts {
  readonly search: Pick<ClaimSearch, 'pages'>;
  readonly titles: TitlesOf;
  readonly dataDir: string;
  readonly files: Files;
  readonly clock: Clock;
}

/** Writes all matching claims to a new file in the data folder; if it throws, no file is left. */
export async function saveClaims(
  { search, titles, dataDir, files, clock }: ClaimsFileParts,
  query: ClaimQuery,
): Promise<{ readonly name: string; readonly count: number }> {
  let text = '';
  let count = 0;
  for await (const { claims } of search.pages(query)) {
    text += claimsCsv(claims, titles, text === '');
    count += claims.length;
  }
  const stamp = toIsoTime(clock.now()).replace(/[-:]|\.\d+Z$/g, '');
  const name = `drops-claims-${stamp}.csv`;
  try {
    await writeFileAtomic(join(dataDir, EXPORTS_FOLDER, name), text, files);
  } catch (failure) {
    throw new StagelightError({ code: 'drops-export-not-saved' }, { cause: failure });
  }
  return { name, count };
}
