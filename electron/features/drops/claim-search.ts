import {
  type ClaimQuery,
  type DropsClaim,
  PAYOUT_IDS_MAX,
  PAYOUT_STATES,
} from '../../../shared/contract/drops.ts';
import type { Clock } from '../../base/clock.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import { damageNote, lengthAsSent } from '../../platform/resources/readable.ts';
import type { CampaignCache } from './campaign-cache.ts';
import { isPastDeadline } from './campaign-times.ts';
import { claimRecord } from './claim-reading.ts';
import type { ClaimFilter, ClaimRepository } from './claim-repository.ts';
import { omitUndefined } from './given.ts';
import type { PayoutRepository } from './payout-repository.ts';
import type { CountedDrops } from './quota-tracker.ts';

export interface ClaimSearchParts {
  readonly api: Pick<CountedDrops, 'claims'>;
  readonly repository: Pick<ClaimRepository, 'keep' | 'list'>;
  readonly onChange: () => void;
  readonly clock: Clock;
  /** Yields to other work. */
  readonly pause: () => Promise<void>;
}

export interface ClaimPage {
  readonly claims: readonly DropsClaim[];
  /** Whether there may be another page. */
  readonly more: boolean;
  /** Number of unreadable entries in the platform's page; omitted if zero. */
  readonly damaged?: number;
}

/** Searches claims on the platform or in the ledger. */
export class ClaimSearch {
  readonly #parts: ClaimSearchParts;

  constructor(parts: ClaimSearchParts) {
    this.#parts = parts;
  }

  /** Stores what the platform returns. Throws a `PlatformError` or a `LedgerError`. */
  async page(
    { source, rewardId, ...filters }: ClaimQuery,
    page: number,
    size: number,
  ): Promise<ClaimPage> {
    const { api, repository, clock, onChange, pause } = this.#parts;
    if (source === 'kept') {
      await pause();
      const claims = repository.list({ ...filters, rewardId }, page * size, size + 1);
      return { claims: claims.slice(0, size), more: claims.length > size };
    }
    const listed = await api.claims({ ...omitUndefined(filters), page, size });
    const found = listed.map(claimRecord);
    repository.keep(found, clock.now());
    onChange();
    const claims = found.filter((claim) => rewardId === undefined || claim.rewardId === rewardId);
    return { claims, more: lengthAsSent(listed) === size, ...damageNote(listed) };
  }
}

const PAGE = SPEC_LIMITS.claimsSizeMax;
/** Claims past their deadline do not count as picked, so a list may be read to its end. */
const PAGES_MAX = 200;
/** Campaigns older than this are reread before their deadlines are used for a platform query. */
const FRESH_MS = 10 * 60_000;

export interface ClaimPicksParts {
  readonly search: Pick<ClaimSearch, 'page'>;
  readonly repository: Pick<ClaimRepository, 'list' | 'count'>;
  readonly payouts: Pick<PayoutRepository, 'refused'>;
  readonly shelf: Pick<CampaignCache, 'all' | 'readAt' | 'refresh'>;
  readonly onChange: () => void;
  readonly clock: Clock;
  /** The platform's time, used for deadlines. */
  readonly platformNow: () => number;
  /** Yields to other work. */
  readonly pause: () => Promise<void>;
}

export interface ClaimMatch {
  readonly unpaid: string[];
  readonly paid: string[];
  /** Number of claims left out because their campaign is past its deadline. */
  readonly late: number;
  /** Number of other claims left out because the platform refused to mark them last time. */
  readonly refused: number;
  /** Whether the result contains all matches. */
  readonly complete: boolean;
}

type Picked = { -readonly [Part in keyof Omit<ClaimMatch, 'complete'>]: ClaimMatch[Part] };

type Filters = Omit<ClaimQuery, 'source'>;

/** Ids of campaigns past their deadline and of refused claims. */
interface LeftOut {
  readonly past: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
}

/** Adds a claim to its group. Returns false if it can be marked but the limit is reached. */
function pick(
  { claimId, campaignId, fulfillmentState }: ClaimPage['claims'][number],
  into: Picked,
  out: LeftOut,
): boolean {
  const ids = idsOf(fulfillmentState, into.unpaid, into.paid);
  if (ids === null) return true;
  if (out.past.has(campaignId)) into.late += 1;
  else if (out.refused.has(claimId)) into.refused += 1;
  else if (into.unpaid.length + into.paid.length < PAYOUT_IDS_MAX) ids.push(claimId);
  else return false;
  return true;
}

/**
 * Picks claims for marking. The platform changes no payout state after the campaign's claim
 * deadline (specification, "Reward claim (fulfillmentState)": UPDATE_FAILED). Claims it refused to
 * mark are only sent again if the user selects them.
 */
export class ClaimPicks {
  readonly #parts: ClaimPicksParts;

  constructor(parts: ClaimPicksParts) {
    this.#parts = parts;
  }

  /**
   * Ids of all matches that can still be marked, at most one order's worth. A platform query also
   * rereads outdated campaigns. Throws a `PlatformError` or a `LedgerError`.
   */
  async match({ source, ...filters }: ClaimQuery): Promise<ClaimMatch> {
    if (source === 'platform') await this.#freshen();
    const out = { past: new Set(this.#past()), refused: new Set(this.#parts.payouts.refused()) };
    const left = source === 'kept' ? this.#countLeftOut(filters, out) : { late: 0, refused: 0 };
    const picked: Picked = { unpaid: [], paid: [], ...left };
    let more = false;
    const pages = source === 'kept' ? this.#keptPages(filters, out) : this.#pages(filters);
    for await (const page of pages) {
      if (!page.claims.every((claim) => pick(claim, picked, out))) {
        return { ...picked, complete: false };
      }
      more = page.more;
    }
    return { ...picked, complete: !more };
  }

  /**
   * Number of these claims known to be past their deadline; makes no call. Throws a `LedgerError`.
   */
  late(claimIds: readonly string[]): number {
    const past = this.#past();
    if (past.length === 0) return 0;
    return this.#parts.repository.count({ claimIds, campaigns: { ids: past, within: true } });
  }

  #past(): readonly string[] {
    const { shelf, platformNow } = this.#parts;
    const now = platformNow();
    return shelf.all
      .filter((campaign) => isPastDeadline(campaign, now))
      .map(({ campaignId }) => campaignId);
  }

  /** A deadline may have moved since the campaigns were read. */
  async #freshen(): Promise<void> {
    const { shelf, clock, onChange } = this.#parts;
    if (shelf.readAt !== null && clock.now() - shelf.readAt < FRESH_MS) return;
    await shelf.refresh();
    onChange();
  }

  async *#pages(filters: Filters): AsyncGenerator<ClaimPage> {
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const found = await this.#parts.search.page({ ...filters, source: 'platform' }, page, PAGE);
      yield found;
      if (!found.more) return;
    }
  }

  /** The query itself excludes these claims, as there may be very many. */
  async *#keptPages(filters: Filters, out: LeftOut): AsyncGenerator<ClaimPage> {
    const open = { ...filters, ...openOnly(out), without: [...out.refused] };
    for (let page = 0; page < PAGES_MAX; page += 1) {
      await this.#parts.pause();
      const claims = this.#parts.repository.list(open, page * PAGE, PAGE);
      const more = claims.length === PAGE;
      yield { claims, more };
      if (!more) return;
    }
  }

  #countLeftOut(filters: Filters, out: LeftOut) {
    const { repository } = this.#parts;
    const { fulfillmentState: asked } = filters;
    const states = PAYOUT_STATES.filter((state) => asked === undefined || asked === state);
    const count = (more: ClaimFilter) =>
      states
        .map((fulfillmentState) => repository.count({ ...filters, fulfillmentState, ...more }))
        .reduce((sum, each) => sum + each, 0);
    const open = openOnly(out);
    return {
      late: count({ campaigns: { ids: [...out.past], within: true } }),
      refused: count(open) - count({ ...open, without: [...out.refused] }),
    };
  }
}

function openOnly({ past }: LeftOut) {
  return { campaigns: { ids: [...past], within: false } };
}

/** The list for a claim in this state; null if it cannot be marked. */
function idsOf(state: string, unpaid: string[], paid: string[]): string[] | null {
  if (state === 'CLAIMED') return unpaid;
  return state === 'FULFILLED' ? paid : null;
}
