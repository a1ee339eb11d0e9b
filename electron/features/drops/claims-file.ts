import { join } from 'node:path';
import type { ClaimQuery } from '../../../shared/contract/drops.ts';
import { writeFileAtomic } from '../../base/atomic-file.ts';
import { type Clock, toIsoTime } from '../../base/clock.ts';
import type { Files } from '../../base/files.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import type { ClaimSearch } from './claim-search.ts';
import { claimsCsv, type TitlesOf } from './claims-csv.ts';
import { ExportNotSavedError } from './errors.ts';

/** Relative to the data folder. */
export const EXPORTS_FOLDER = 'exports';
/** Pages of 1,000 claims. */
const PAGES_MAX = 200;

export interface ClaimsFileParts {
  readonly search: Pick<ClaimSearch, 'page'>;
  readonly titles: TitlesOf;
  readonly dataDir: string;
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Writes all matching claims to a new file in the data folder; returns its name and their count.
 * Throws `ExportNotSavedError` or the search's error; then no file is left.
 */
export async function saveClaims(
  { search, titles, dataDir, files, clock }: ClaimsFileParts,
  query: ClaimQuery,
): Promise<{ readonly name: string; readonly count: number }> {
  const parts: string[] = [];
  let count = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { claims, more } = await search.page(query, page, SPEC_LIMITS.claimsSizeMax);
    parts.push(claimsCsv(claims, titles, page === 0));
    count += claims.length;
    if (!more) break;
  }
  const stamp = toIsoTime(clock.now()).replace(/[-:]|\.\d+Z$/g, '');
  const name = `drops-claims-${stamp}.csv`;
  try {
    await writeFileAtomic(join(dataDir, EXPORTS_FOLDER, name), parts.join(''), files);
  } catch (failure) {
    throw new ExportNotSavedError({ cause: failure });
  }
  return { name, count };
}
