import type { ClaimQuery, DropsClaim } from '../../../shared/contract/drops.ts';
import { parseJson } from '../../../shared/json.ts';
import { numberOf, type Row } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

/** Omitted fields match everything. */
export interface ClaimFilter extends Omit<ClaimQuery, 'source' | 'fulfillmentState'> {
  /** Any state of the ledger, not only those that can be asked for. */
  readonly fulfillmentState?: string | undefined;
  readonly without?: readonly string[];
  /** Without unpaid claims of these campaigns. */
  readonly unpaidNotOf?: readonly string[];
  /** Claims of these campaigns (`within`), or of all others. */
  readonly campaigns?: { readonly ids: readonly string[]; readonly within: boolean };
}

export interface ClaimMark {
  readonly page: number;
  readonly index: number;
  readonly claimId: string;
}

/** How far a campaign's unpaid claims were read; epoch milliseconds, null: never. */
export interface CampaignReading {
  readonly mark: ClaimMark | null;
  readonly readAt: number | null;
  /** When the list was last read from its first page. */
  readonly sweptAt: number | null;
}

interface StoredCampaign {
  readonly campaignId: string;
  readonly payload: unknown;
}

/** Selects unpaid claims of these campaigns or of all others, claimed before a given time. */
export interface UnpaidQuery {
  readonly campaignIds: readonly string[];
  readonly within: boolean;
  /** Epoch milliseconds; null for any time. */
  readonly claimedBefore: number | null;
}

const COLUMNS = `claim_id, campaign_id, reward_id, category_id, category_name, channel_id, state,
  claimed_at, updated_at`;

const UNPAID_WHERE = `state = 'CLAIMED'
    AND (campaign_id IN (SELECT value FROM json_each(:campaigns))) = :within
    AND waits_since < :before`;

/** What the platform says of a claim; one that says the same again is not written again. */
const SAID =
  'campaign_id, reward_id, category_id, category_name, channel_id, state, claimed_at, updated_at';

export const CLAIM_SQL = {
  keep: `INSERT INTO claims (${COLUMNS}, first_seen_at, seen_at, waits_since)
    VALUES (:claimId, :campaignId, :rewardId, :categoryId, :categoryName, :channelId,
      :fulfillmentState, :claimedAt, :updatedAt, :at, :at,
      coalesce(:claimedAt, :updatedAt, :at))
    ON CONFLICT (claim_id) DO UPDATE SET campaign_id = excluded.campaign_id,
      reward_id = excluded.reward_id, category_id = excluded.category_id,
      category_name = excluded.category_name, channel_id = excluded.channel_id,
      state = excluded.state, claimed_at = excluded.claimed_at, updated_at = excluded.updated_at,
      seen_at = excluded.seen_at,
      waits_since = coalesce(excluded.claimed_at, excluded.updated_at, first_seen_at)
    WHERE (${SAID}) IS NOT (excluded.${SAID.replaceAll(', ', ', excluded.')})`,
  setState: `UPDATE claims SET state = :state, updated_at = :at, seen_at = :at
    WHERE claim_id IN (SELECT value FROM json_each(:ids))`,
  unpaidIds: `SELECT claim_id FROM claims INDEXED BY claims_unpaid
    WHERE state = 'CLAIMED' AND campaign_id = ? ORDER BY claim_id`,
  unpaidCounts: `SELECT campaign_id, reward_id, count(*) AS count
    FROM claims INDEXED BY claims_unpaid WHERE state = 'CLAIMED' GROUP BY campaign_id, reward_id`,
  // The inner query uses only the index, however many rows are filtered out.
  unpaid: `SELECT ${COLUMNS} FROM claims WHERE claim_id IN (
      SELECT claim_id FROM claims INDEXED BY claims_waiting WHERE ${UNPAID_WHERE}
      ORDER BY waits_since, claim_id LIMIT :limit)
    ORDER BY waits_since, claim_id`,
  countUnpaid: `SELECT count(*) AS count FROM claims INDEXED BY claims_waiting WHERE ${UNPAID_WHERE}`,
  campaigns: 'SELECT * FROM campaigns ORDER BY position',
  keepCampaign: `INSERT INTO campaigns (campaign_id, position, payload) VALUES (?, ?, ?)
    ON CONFLICT (campaign_id) DO UPDATE SET position = excluded.position, payload = excluded.payload`,
  dropCampaigns: `DELETE FROM campaigns
    WHERE campaign_id NOT IN (SELECT value FROM json_each(?))`,
  setReading: `UPDATE campaigns SET mark_page = ?, mark_index = ?, mark_claim_id = ?, read_at = ?,
    swept_at = ? WHERE campaign_id = ?`,
} as const;

/** Far more claims than are changed while one page of them is on its way. */
const CHANGES_MOST = 100_000;

/** Stores claims and campaigns as last read. Throws a `LedgerError` when a write fails. */
export class ClaimRepository extends Repository {
  readonly #sql = prepareAll(this.db, CLAIM_SQL);
  /** The claims that were changed last, with the number of the change. */
  readonly #changed = new Map<string, number>();
  #changes = 0;

  /** Of the changes so far. Read it before claims are asked for, and hand it to `keep`. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Stores claims with their current values; keeps the time each was first seen. What was asked for
   * before a change ended says nothing of the claims that were changed: `asked` are the `changes` of
   * that moment.
   */
  keep(claims: readonly DropsClaim[], at: number, asked: number): void {
    const known = claims.filter(({ claimId }) => (this.#changed.get(claimId) ?? 0) <= asked);
    if (known.length === 0) return;
    this.change('claims.keep', () => {
      for (const claim of known) this.#sql.keep.run({ ...claim, at });
    });
  }

  setState(claimIds: readonly string[], state: string, at: number): void {
    if (claimIds.length === 0) return;
    const ids = JSON.stringify(claimIds);
    this.change('claims.setState', () => this.#sql.setState.run({ state, at, ids }));
    this.#changes += 1;
    for (const claimId of claimIds) {
      this.#changed.delete(claimId);
      this.#changed.set(claimId, this.#changes);
    }
    for (const oldest of this.#changed.keys()) {
      if (this.#changed.size <= CHANGES_MOST) break;
      this.#changed.delete(oldest);
    }
  }

  /** Ascending by id. */
  list(filter: ClaimFilter, offset: number, limit: number): DropsClaim[] {
    return this.call('claims.list', () => {
      const { where, values } = conditionsOf(filter);
      // Which index fits depends on the filters given, so the query names none.
      const sql = `SELECT ${COLUMNS} FROM claims ${where} ORDER BY claim_id LIMIT ? OFFSET ?`;
      return this.db
        .prepare(sql)
        .all(...values, limit, offset)
        .map(claimOf);
    });
  }

  count(filter: ClaimFilter): number {
    return this.call('claims.count', () => {
      const { where, values } = conditionsOf(filter);
      const row = this.db.prepare(`SELECT count(*) AS count FROM claims ${where}`).get(...values);
      return Number(row?.['count'] ?? 0);
    });
  }

  /** Ids of the campaign's claims that the ledger has as unpaid, ascending. */
  unpaidIds(campaignId: string): readonly string[] {
    return this.call('claims.unpaidIds', () =>
      this.#sql.unpaidIds.all(campaignId).map((row) => String(row['claim_id'])),
    );
  }

  unpaidCounts() {
    return this.call('claims.unpaidCounts', () =>
      this.#sql.unpaidCounts.all().map((row) => ({
        campaignId: String(row['campaign_id']),
        rewardId: String(row['reward_id']),
        count: Number(row['count']),
      })),
    );
  }

  /** The oldest first. */
  unpaid(query: UnpaidQuery, limit: number): readonly DropsClaim[] {
    return this.call('claims.unpaid', () =>
      this.#sql.unpaid.all({ ...unpaidValues(query), limit }).map(claimOf),
    );
  }

  countUnpaid(query: UnpaidQuery): number {
    return this.call('claims.countUnpaid', () =>
      Number(this.#sql.countUnpaid.get(unpaidValues(query))?.['count'] ?? 0),
    );
  }

  /** In the order they were stored. */
  campaigns(): readonly (StoredCampaign & { readonly reading: CampaignReading })[] {
    return this.call('claims.campaigns', () =>
      this.#sql.campaigns.all().map((row) => ({
        campaignId: String(row['campaign_id']),
        payload: parseJson(String(row['payload'])),
        reading: readingOf(row),
      })),
    );
  }

  /** Replaces the campaign list; keeps the reading positions. */
  keepCampaigns(campaigns: readonly StoredCampaign[]): void {
    this.change('claims.keepCampaigns', () => {
      this.#sql.dropCampaigns.run(JSON.stringify(campaigns.map(({ campaignId }) => campaignId)));
      campaigns.forEach(({ campaignId, payload }, position) => {
        this.#sql.keepCampaign.run(campaignId, position, JSON.stringify(payload));
      });
    });
  }

  setReading(campaignId: string, { mark, readAt, sweptAt }: CampaignReading): void {
    this.call('claims.setReading', () =>
      this.#sql.setReading.run(
        mark?.page ?? null,
        mark?.index ?? null,
        mark?.claimId ?? null,
        readAt,
        sweptAt,
        campaignId,
      ),
    );
  }
}

function unpaidValues({ campaignIds, within, claimedBefore }: UnpaidQuery) {
  return {
    campaigns: JSON.stringify(campaignIds),
    within: within ? 1 : 0,
    before: claimedBefore ?? Number.MAX_SAFE_INTEGER,
  };
}

function conditionsOf(filter: ClaimFilter): { readonly where: string; readonly values: string[] } {
  const { claimIds, without, unpaidNotOf, campaigns } = filter;
  const list = '(SELECT value FROM json_each(?))';
  const asked: [condition: string, value: string | undefined][] = [
    ['campaign_id = ?', filter.campaignId],
    ['reward_id = ?', filter.rewardId],
    ['channel_id = ?', filter.channelId],
    ['category_id = ?', filter.categoryId],
    ['state = ?', filter.fulfillmentState],
    [`claim_id IN ${list}`, claimIds && JSON.stringify(claimIds)],
    [`claim_id NOT IN ${list}`, without?.length ? JSON.stringify(without) : undefined],
    [
      `NOT (state = 'CLAIMED' AND campaign_id IN ${list})`,
      unpaidNotOf?.length ? JSON.stringify(unpaidNotOf) : undefined,
    ],
    [
      `campaign_id ${campaigns?.within ? 'IN' : 'NOT IN'} ${list}`,
      campaigns && JSON.stringify(campaigns.ids),
    ],
  ];
  const given = asked.flatMap(([condition, value]) =>
    value === undefined ? [] : [{ condition, value }],
  );
  const where = given.map(({ condition }) => condition).join(' AND ');
  return { where: where && `WHERE ${where}`, values: given.map(({ value }) => value) };
}

function claimOf(row: Row): DropsClaim {
  return {
    claimId: String(row['claim_id']),
    campaignId: String(row['campaign_id']),
    rewardId: String(row['reward_id']),
    categoryId: String(row['category_id']),
    categoryName: String(row['category_name']),
    channelId: String(row['channel_id']),
    fulfillmentState: String(row['state']),
    claimedAt: numberOf(row['claimed_at']),
    updatedAt: numberOf(row['updated_at']),
  };
}

function readingOf(row: Row): CampaignReading {
  const page = numberOf(row['mark_page']);
  const index = numberOf(row['mark_index']);
  const claimId = row['mark_claim_id'];
  const isMark = page !== null && index !== null && typeof claimId === 'string';
  return {
    mark: isMark ? { page, index, claimId } : null,
    readAt: numberOf(row['read_at']),
    sweptAt: numberOf(row['swept_at']),
  };
}
