import type { ClaimQuery, DropsClaim } from '../../shared/contract/drops.ts';
import type { Clock } from '../base/clock.ts';
import type { ClaimBooks } from '../ledger/payout-ports.ts';
import { damageNote, lengthAsSent } from '../platform/resources/readable.ts';
import { claimRecord } from './claim-record.ts';
import type { CountedDrops } from './counted-api.ts';
import { given } from './given.ts';

export interface ClaimSearchParts {
  readonly api: Pick<CountedDrops, 'claims'>;
  readonly books: Pick<ClaimBooks, 'keep' | 'list'>;
  readonly onChange: () => void;
  readonly clock: Clock;
  /** Lets everything else have its turn. */
  readonly pause: () => Promise<void>;
}

export interface ClaimPage {
  readonly claims: readonly DropsClaim[];
  /** There may be another page. */
  readonly more: boolean;
  /** Entries of the platform's page that could not be read; left out: none. */
  readonly damaged?: number;
}

/** Finds claims, at the platform or among those that were read before. */
export class ClaimSearch {
  readonly #parts: ClaimSearchParts;

  constructor(parts: ClaimSearchParts) {
    this.#parts = parts;
  }

  /** Throws a `PlatformError` or a `LedgerError`. What the platform says is kept. */
  async page(
    { source, rewardId, ...filters }: ClaimQuery,
    page: number,
    size: number,
  ): Promise<ClaimPage> {
    const { api, books, clock, onChange, pause } = this.#parts;
    if (source === 'kept') {
      await pause();
      const claims = books.list({ ...filters, rewardId }, page * size, size + 1);
      return { claims: claims.slice(0, size), more: claims.length > size };
    }
    const listed = await api.claims({ ...given(filters), page, size });
    const found = listed.map(claimRecord);
    books.keep(found, clock.now());
    onChange();
    const claims = found.filter((claim) => rewardId === undefined || claim.rewardId === rewardId);
    return { claims, more: lengthAsSent(listed) === size, ...damageNote(listed) };
  }
}
