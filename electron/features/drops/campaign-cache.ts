import { z } from 'zod';
import { readMoment } from '../../base/read-time.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import type { Campaign } from '../../platform/resources/drops.ts';
import { damagedIn, lengthAsSent } from '../../platform/resources/fields.ts';
import type { CampaignReading } from './claim-repository.ts';
import type { DropsBase } from './drops-base.ts';

const PAGE = SPEC_LIMITS.campaignsSizeMax;
const PAGES_MAX = 100;

const time = z.number().nullable();
const keptCampaign = z.object({
  campaignId: z.string(),
  state: z.string(),
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  externalUrl: z.string().nullable(),
  startAt: time,
  endAt: time,
  claimAvailableAt: time,
  rewards: z.array(
    z.object({
      rewardId: z.string(),
      title: z.string(),
      imageUrl: z.string().nullable(),
      type: z.string(),
      minWatchTime: z.number().nullable(),
    }),
  ),
});

/** A campaign as stored in the ledger; times are epoch milliseconds. */
export type KeptCampaign = z.infer<typeof keptCampaign> & { readonly reading: CampaignReading };

type CampaignCacheParts = Pick<DropsBase, 'api' | 'repository' | 'clock'>;

/** The application's campaigns as last read, restored from the ledger at startup. */
export class CampaignCache {
  readonly #parts: CampaignCacheParts;
  #campaigns: readonly KeptCampaign[];
  #readAt: number | null = null;
  #damaged = 0;

  /** Throws a `LedgerError`. */
  constructor(parts: CampaignCacheParts) {
    this.#parts = parts;
    this.#campaigns = this.#fromLedger();
  }

  get all(): readonly KeptCampaign[] {
    return this.#campaigns;
  }

  /** Epoch milliseconds of this run's last read; null before the first. */
  get readAt(): number | null {
    return this.#readAt;
  }

  get damaged(): number {
    return this.#damaged;
  }

  find(campaignId: string): KeptCampaign | null {
    return this.#campaigns.find((campaign) => campaign.campaignId === campaignId) ?? null;
  }

  /**
   * Reads all pages of campaigns in every state. A campaign whose state changed has its claims
   * reread from the first page, because some may have been made just before the change.
   * Throws a `PlatformError` or a `LedgerError`.
   */
  async refresh(): Promise<void> {
    const { api, repository, clock } = this.#parts;
    const found = new Map<string, Campaign>();
    let damaged = 0;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const campaigns = await api.campaigns({ page, size: PAGE });
      // A campaign that moves to another page during the read appears once.
      for (const campaign of campaigns) found.set(campaign.campaignId, campaign);
      damaged += damagedIn(campaigns);
      if (lengthAsSent(campaigns) < PAGE) break;
    }
    for (const { rewards } of found.values()) damaged += damagedIn(rewards);
    // Stored before the campaigns, so that after a crash in between the change is detected again.
    for (const { campaignId, state, reading } of this.#campaigns) {
      const next = found.get(campaignId);
      if (next && next.state !== state) {
        this.setReading(campaignId, { ...reading, mark: null, sweptAt: null });
      }
    }
    const read = [...found.values()].map(payloadOf);
    // An unreadable entry may be one of the campaigns read earlier.
    const former = damaged === 0 ? [] : this.#campaigns.filter((one) => !found.has(one.campaignId));
    const kept = [...read, ...former.map(({ reading: _, ...campaign }) => campaign)];
    repository.keepCampaigns(kept.map((payload) => ({ campaignId: payload.campaignId, payload })));
    this.#damaged = damaged;
    this.#readAt = clock.now();
    this.#campaigns = this.#fromLedger();
  }

  setReading(campaignId: string, reading: CampaignReading): void {
    this.#parts.repository.setReading(campaignId, reading);
    this.#campaigns = this.#campaigns.map((campaign) =>
      campaign.campaignId === campaignId ? { ...campaign, reading } : campaign,
    );
  }

  #fromLedger(): readonly KeptCampaign[] {
    return this.#parts.repository.campaigns().flatMap(({ payload, reading }) => {
      const { data: known } = keptCampaign.safeParse(payload);
      return known ? [{ ...known, reading }] : [];
    });
  }
}

function payloadOf(campaign: Campaign): z.infer<typeof keptCampaign> {
  const { campaignId, state, title, description, imageUrl, externalUrl, rewards } = campaign;
  return {
    campaignId,
    state,
    title,
    description,
    imageUrl,
    externalUrl,
    startAt: readMoment(campaign.startAt),
    endAt: readMoment(campaign.endAt),
    claimAvailableAt: readMoment(campaign.claimAvailableAt),
    rewards: rewards.map(({ rewardId, title: name, imageUrl: image, type, minWatchTime }) => ({
      rewardId,
      title: name,
      imageUrl: image,
      type,
      minWatchTime,
    })),
  };
}
