import {
  type ClaimQuery,
  type DropsClaim,
  PAYOUT_IDS_MAX,
  PAYOUT_STATES,
} from '../../../shared/contract/drops.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import { damageNote, lengthAsSent } from '../../platform/resources/fields.ts';
import type { CampaignCache } from './campaign-cache.ts';
import { claimRecord } from './claim-reading.ts';
import type { ClaimFilter } from './claim-repository.ts';
import { type DropsBase, omitUndefined } from './drops-base.ts';
import type { PutAway } from './put-away.ts';

const PAGE = SPEC_LIMITS.claimsSizeMax;
/** Claims past their deadline do not count as picked, so a list may be read to its end. */
const PAGES_MAX = 200;
/** Campaigns older than this are reread before their deadlines are used for a platform query. */
const FRESH_MS = 10 * 60_000;

interface SearchParts
  extends Pick<DropsBase, 'api' | 'repository' | 'onChange' | 'clock' | 'pause'> {
  readonly putAway: Pick<PutAway, 'leftOutOf'>;
}

type ClaimPage = Omit<CommandResult<'drops.claims'>, 'names'>;

/** The platform knows only the filters of `ClaimQuery`; the ledger knows all. */
type Query =
  | (ClaimQuery & { readonly source: 'platform' })
  | (ClaimFilter & { readonly source: 'kept' });

/** Searches claims on the platform or in the ledger. */
export class ClaimSearch {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** Stores what the platform returns. Throws a `PlatformError` or a `LedgerError`. */
  async page(query: Query, page: number, size: number): Promise<ClaimPage> {
    const { api, repository, clock, onChange, pause, putAway } = this.#parts;
    const away = putAway.leftOutOf(query);
    if (query.source === 'kept') {
      await pause();
      const claims = repository.list({ ...query, unpaidNotOf: away }, page * size, size + 1);
      return { claims: claims.slice(0, size), more: claims.length > size };
    }
    const { source: _, rewardId, putAway: __, ...asked } = query;
    const { changes } = repository;
    const listed = await api.claims({ ...omitUndefined(asked), page, size });
    const found = listed.map(claimRecord);
    repository.keep(found, clock.now(), changes);
    onChange();
    const isAway = (claim: DropsClaim) =>
      claim.fulfillmentState === 'CLAIMED' && away.includes(claim.campaignId);
    const claims = found.filter(
      (claim) => (rewardId === undefined || claim.rewardId === rewardId) && !isAway(claim),
    );
    return { claims, more: lengthAsSent(listed) === size, ...damageNote(listed) };
  }

  /** All pages of claims, as large as the platform allows, at most `most`. */
  async *pages(query: Query, most = PAGES_MAX): AsyncGenerator<ClaimPage> {
    for (let page = 0; page < most; page += 1) {
      const found = await this.page(query, page, PAGE);
      yield found;
      if (!found.more) return;
    }
  }
}

interface PicksParts extends Pick<DropsBase, 'repository' | 'payouts' | 'onChange' | 'clock'> {
  readonly search: ClaimSearch;
  readonly putAway: Pick<PutAway, 'past' | 'leftOutOf'>;
  readonly shelf: CampaignCache;
}

type ClaimMatch = CommandResult<'drops.match'>;

type Filters = Omit<ClaimQuery, 'source'>;

interface LeftOut {
  readonly past: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
}

/** Adds a claim to its group. Returns false if it can be marked but the limit is reached. */
function pick(
  { claimId, campaignId, fulfillmentState }: DropsClaim,
  into: ClaimMatch,
  out: LeftOut,
): boolean {
  if (!PAYOUT_STATES.some((state) => state === fulfillmentState)) return true;
  if (out.past.has(campaignId)) into.late += 1;
  else if (out.refused.has(claimId)) into.refused += 1;
  else if (into.unpaid.length + into.paid.length < PAYOUT_IDS_MAX) {
    (fulfillmentState === 'CLAIMED' ? into.unpaid : into.paid).push(claimId);
  } else return false;
  return true;
}

/**
 * Picks claims for marking. The platform changes no payout state after the campaign's claim
 * deadline (specification, "Reward claim (fulfillmentState)": UPDATE_FAILED). Claims it refused to
 * mark are only sent again if the user selects them.
 */
export class ClaimPicks {
  readonly #parts: PicksParts;

  constructor(parts: PicksParts) {
    this.#parts = parts;
  }

  /**
   * Ids of all matches that can still be marked, at most one order's worth. A platform query also
   * rereads outdated campaigns. Throws a `PlatformError` or a `LedgerError`.
   */
  async match({ source, ...filters }: ClaimQuery): Promise<ClaimMatch> {
    const { search, payouts, putAway } = this.#parts;
    const isKept = source === 'kept';
    if (!isKept) await this.#freshen();
    const out = { past: new Set(putAway.past), refused: new Set(payouts.refused()) };
    const left = isKept ? this.#countLeftOut(filters, out) : { late: 0, refused: 0 };
    const picked: ClaimMatch = { unpaid: [], paid: [], ...left, complete: true };
    // The ledger's query excludes the claims left out, as there may be very many.
    const pages = isKept
      ? search.pages({ ...filters, source, ...withoutLeftOut(out) }, Number.POSITIVE_INFINITY)
      : search.pages({ ...filters, source });
    for await (const { claims, more } of pages) {
      const isWhole = claims.every((claim) => pick(claim, picked, out));
      picked.complete = isWhole && !more;
      if (!isWhole) break;
    }
    return picked;
  }

  /** Number of these claims known to be past their deadline; makes no call. */
  late(claimIds: string[]): number {
    const { past } = this.#parts.putAway;
    if (past.length === 0) return 0;
    return this.#parts.repository.count({ claimIds, campaigns: { ids: past, within: true } });
  }

  /** A deadline may have moved since the campaigns were read. */
  async #freshen(): Promise<void> {
    const { shelf, clock, onChange } = this.#parts;
    if (shelf.readAt !== null && clock.now() - shelf.readAt < FRESH_MS) return;
    await shelf.refresh();
    onChange();
  }

  #countLeftOut(filters: Filters, out: LeftOut) {
    const { repository, putAway } = this.#parts;
    const { fulfillmentState: asked } = filters;
    const unpaidNotOf = putAway.leftOutOf(filters);
    const states = PAYOUT_STATES.filter((state) => asked === undefined || asked === state);
    const count = (more: ClaimFilter) =>
      states
        .map((fulfillmentState) =>
          repository.count({ ...filters, unpaidNotOf, fulfillmentState, ...more }),
        )
        .reduce((sum, each) => sum + each, 0);
    const { campaigns, without } = withoutLeftOut(out);
    return {
      late: count({ campaigns: { ...campaigns, within: true } }),
      refused: count({ campaigns }) - count({ campaigns, without }),
    };
  }
}

function withoutLeftOut({ past, refused }: LeftOut) {
  return { campaigns: { ids: [...past], within: false }, without: [...refused] };
}
