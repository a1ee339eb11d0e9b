import {
  CAMPAIGNS_PUT_AWAY_MAX,
  type ClaimQuery,
  type DropsSettings,
} from '../../../shared/contract/drops.ts';
import type { CampaignCache } from './campaign-cache.ts';
import { isPastDeadline } from './campaign-times.ts';

type Asked = Pick<ClaimQuery, 'putAway' | 'campaignId' | 'claimIds'>;

interface PutAwayParts {
  readonly shelf: Pick<CampaignCache, 'all'>;
  readonly settings: () => Pick<DropsSettings, 'putAway'>;
  readonly platformNow: () => number;
}

/** Campaigns past their claim deadline, and those of them whose claims were put away. */
export class PutAway {
  readonly #parts: PutAwayParts;

  constructor(parts: PutAwayParts) {
    this.#parts = parts;
  }

  /** Ids of the campaigns past their deadline: the platform changes nothing there any more. */
  get past(): readonly string[] {
    const { shelf, platformNow } = this.#parts;
    const now = platformNow();
    return shelf.all
      .filter((campaign) => isPastDeadline(campaign, now))
      .map(({ campaignId }) => campaignId);
  }

  /** Those put away; a deadline that moved into the future brings its campaign back. */
  get away(): readonly string[] {
    const { putAway } = this.#parts.settings();
    return putAway.length === 0 ? [] : this.past.filter((id) => putAway.includes(id));
  }

  /** The campaigns whose unpaid claims a query leaves out. */
  leftOutOf({ putAway, campaignId, claimIds }: Asked): readonly string[] {
    const asksForThem = putAway === true || campaignId !== undefined || claimIds !== undefined;
    return asksForThem ? [] : this.away;
  }

  /** The setting with all campaigns that are past their deadline now, or without any. */
  after(on: boolean): string[] {
    if (!on) return [];
    const { putAway } = this.#parts.settings();
    return [...new Set([...putAway, ...this.past])].slice(-CAMPAIGNS_PUT_AWAY_MAX);
  }
}
