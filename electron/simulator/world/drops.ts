import type { Clock } from '../../base/clock.ts';
import type { Authorizations } from './authorizations.ts';
import type { Manners } from './manners.ts';
import type {
  Application,
  Campaign,
  CampaignState,
  Claim,
  FulfillmentState,
  Reward,
  User,
} from './model.ts';

/** What becomes of a claim, in the order that groups are answered in. */
const STATUSES = ['SUCCESS', 'INVALID_ID', 'NOT_FOUND', 'UNAUTHORIZED', 'UPDATE_FAILED'] as const;
export type ItemStatus = (typeof STATUSES)[number];

export interface StatusGroup {
  readonly status: ItemStatus;
  readonly ids: readonly string[];
}

export interface ClaimFilter {
  readonly claimIds?: readonly string[] | undefined;
  readonly channelId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly fulfillmentState?: FulfillmentState | undefined;
}

/** Above 2^53, so that a client which makes numbers of claim ids is found out. */
const FIRST_CLAIM_ID = 100_000_000_000_000_001n;
const EIGHTEEN_DIGITS = /^[1-9]\d{17}$/;
/** With `claimIds: any` the ids grow by a digit after so many, up to this many digits. */
const SAME_LENGTH = 9;
const MOST_DIGITS = 25;
const ANY_DIGITS = /^[1-9]\d{0,24}$/;

/** Campaigns, the claims viewers make in them, and the payout state of the claims. */
export class Drops {
  readonly #clock: Clock;
  readonly #authorizations: Authorizations;
  readonly #manners: Manners;
  readonly #campaigns: Campaign[] = [];
  #lastId = 0n;
  readonly #claims = new Map<string, Claim>();
  /** Claims that another request is changing right now: set by tests to force a conflict. */
  readonly conflicts = new Set<string>();

  constructor(clock: Clock, authorizations: Authorizations, manners: Manners) {
    this.#clock = clock;
    this.#manners = manners;
    this.#authorizations = authorizations;
  }

  addCampaign(campaign: Campaign): Campaign {
    this.#campaigns.push(campaign);
    return campaign;
  }

  campaign(campaignId: string): Campaign | null {
    return this.#campaigns.find((campaign) => campaign.campaignId === campaignId) ?? null;
  }

  /** The application's campaigns in the order they were made; no states means all states. */
  campaigns(application: Application, states: readonly CampaignState[] = []): readonly Campaign[] {
    return this.#campaigns.filter(
      (campaign) =>
        campaign.application === application &&
        (states.length === 0 || states.includes(campaign.state)),
    );
  }

  /** null: only ACTIVE campaigns take claims (specification, "Reward claim"). */
  claim(campaign: Campaign, reward: Reward, user: User): Claim | null {
    if (campaign.state !== 'ACTIVE') return null;
    const now = this.#clock.now();
    return this.addClaim({ campaign, reward, user, claimedAt: now, updatedAt: now });
  }

  /** Puts a claim into the world without asking whether it could have been made. */
  addClaim(claim: Omit<Claim, 'claimId' | 'fulfillmentState'> & Partial<Claim>): Claim {
    const claimId = claim.claimId ?? this.#nextId();
    const added: Claim = { fulfillmentState: 'CLAIMED', ...claim, claimId };
    this.#claims.set(claimId, added);
    return added;
  }

  /** Claims of the application's campaigns that pass every given filter, ascending by id. */
  claims(application: Application, filter: ClaimFilter = {}): readonly Claim[] {
    const found = [...this.#claims.values()].filter(
      (claim) =>
        claim.campaign.application === application &&
        (!filter.claimIds || filter.claimIds.includes(claim.claimId)) &&
        agrees(filter.channelId, claim.user.channelId) &&
        agrees(filter.campaignId, claim.campaign.campaignId) &&
        agrees(filter.categoryId, claim.campaign.category.categoryId) &&
        agrees(filter.fulfillmentState, claim.fulfillmentState),
    );
    return found.sort((a, b) => (BigInt(a.claimId) < BigInt(b.claimId) ? -1 : 1));
  }

  /** By what became of each (specification, "Per-item results of the payout state change"). */
  setFulfillment(
    application: Application,
    claimIds: readonly string[],
    target: FulfillmentState,
  ): readonly StatusGroup[] {
    const groups = Object.groupBy(claimIds, (id) => this.#change(application, id, target));
    return STATUSES.flatMap((status) => {
      const ids = groups[status];
      return ids ? [{ status, ids }] : [];
    });
  }

  #nextId(): string {
    const count = this.#claims.size;
    if (this.#manners.claimIds === 'eighteen') return String(FIRST_CLAIM_ID + BigInt(count));
    const digits = Math.min(MOST_DIGITS, Math.floor(count / SAME_LENGTH) + 1);
    const shortest = 10n ** BigInt(digits - 1);
    this.#lastId = this.#lastId < shortest ? shortest : this.#lastId + 1n;
    return String(this.#lastId);
  }

  #change(application: Application, id: string, target: FulfillmentState): ItemStatus {
    const form = this.#manners.claimIds === 'any' ? ANY_DIGITS : EIGHTEEN_DIGITS;
    if (!form.test(id)) return 'INVALID_ID';
    const claim = this.#claims.get(id);
    if (!claim || claim.campaign.application !== application) return 'NOT_FOUND';
    if (!this.#authorizations.activeGrant(application, claim.user)) return 'UNAUTHORIZED';
    const now = this.#clock.now();
    const late = now > claim.campaign.claimAvailableAt;
    if (claim.fulfillmentState === target || late || this.conflicts.has(id)) {
      return 'UPDATE_FAILED';
    }
    claim.fulfillmentState = target;
    claim.updatedAt = now;
    return 'SUCCESS';
  }
}

function agrees(wanted: string | undefined, actual: string): boolean {
  return wanted === undefined || wanted === actual;
}
