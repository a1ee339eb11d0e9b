import type { PayoutPhase, PayoutState } from '../../../shared/contract/drops.ts';
import { parseJson } from '../../../shared/json.ts';
import type { QuotaCategory } from '../../platform/operations.ts';
import { numberOf, type Row } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

export interface JobRecord {
  readonly id: number;
  readonly state: PayoutState;
  readonly phase: PayoutPhase;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Why the job stopped, as it was stored; null: no reason. */
  readonly problem: unknown;
  readonly calls: number;
  /** Number of items per status; null: waiting. */
  readonly counts: readonly { readonly status: string | null; readonly count: number }[];
}

/** Ids by platform status; ids in no group are unknown. */
type Groups = readonly { readonly status: string; readonly ids: readonly string[] }[];

export type CallEnd =
  | { readonly outcome: 'answered'; readonly groups: Groups }
  /** Certainly not applied. */
  | { readonly outcome: 'refused'; readonly problem: unknown }
  /** May or may not have been applied. */
  | { readonly outcome: 'unknown'; readonly problem: unknown };

export interface PayoutCall {
  readonly id: number;
  readonly jobId: number;
  readonly state: PayoutState;
  readonly plannedAt: number;
  readonly endedAt: number | null;
  readonly outcome: CallEnd['outcome'] | null;
  readonly claimIds: readonly string[];
  readonly groups: Groups;
}

export interface QuotaDay {
  readonly used: number;
  /** The day's calls when the platform refused one; null if it has not. */
  readonly refusedAt: number | null;
}

/** Statuses after which a claim is not sent again (specification, "Change payout state"). */
const REFUSED = `('INVALID_ID', 'NOT_FOUND', 'UNAUTHORIZED', 'UPDATE_FAILED')`;
const IDS = '(SELECT value FROM json_each(:ids))';

export const PAYOUT_SQL = {
  insertJob: `INSERT INTO payout_jobs (state, phase, created_at) VALUES (?, 'queued', ?)
    RETURNING id`,
  insertItem: 'INSERT INTO payout_items (job_id, position, claim_id) VALUES (?, ?, ?)',
  job: 'SELECT * FROM payout_jobs WHERE id = ?',
  openJobs: `SELECT * FROM payout_jobs WHERE phase <> 'done' AND dismissed_at IS NULL
    ORDER BY id DESC`,
  overJobs: `SELECT * FROM payout_jobs WHERE phase = 'done' AND dismissed_at IS NULL
    ORDER BY id DESC LIMIT ?`,
  counts: `SELECT status, count(*) AS count FROM payout_items INDEXED BY payout_items_by_status
    WHERE job_id = ? GROUP BY status`,
  calls: 'SELECT count(*) AS count FROM payout_calls WHERE job_id = ?',
  setPhase: `UPDATE payout_jobs SET phase = :phase, problem = :problem,
    ended_at = CASE WHEN :phase = 'done' THEN :at ELSE NULL END WHERE id = :id`,
  dismiss: `UPDATE payout_jobs SET dismissed_at = ? WHERE id = ?`,
  items: `SELECT claim_id FROM payout_items INDEXED BY payout_items_by_status
    WHERE job_id = ? AND status IS ? ORDER BY position LIMIT ?`,
  underWay: `SELECT count(*) AS count FROM payout_jobs
    JOIN payout_items ON payout_items.job_id = payout_jobs.id
    WHERE phase <> 'done' AND dismissed_at IS NULL
      AND (status IS NULL OR status IN ('SENT', 'UNKNOWN')) AND claim_id IN ${IDS}`,
  // SENT and UNKNOWN have no known result, so they do not override an earlier refusal.
  refused: `SELECT DISTINCT found.claim_id AS claim_id FROM payout_jobs
    JOIN payout_items AS found INDEXED BY payout_items_by_status
      ON found.job_id = payout_jobs.id AND found.status IN ${REFUSED}
    WHERE NOT EXISTS (
      SELECT 1 FROM payout_items AS later INDEXED BY payout_items_by_outcome
      WHERE later.claim_id = found.claim_id AND later.job_id > found.job_id
        AND later.status NOT IN ('SENT', 'UNKNOWN') AND later.status NOT IN ${REFUSED})`,
  insertCall: `INSERT INTO payout_calls (job_id, planned_at, claim_ids) VALUES (?, ?, ?)
    RETURNING id`,
  call: 'SELECT job_id, claim_ids FROM payout_calls WHERE id = ?',
  endCall: `UPDATE payout_calls SET ended_at = ?, outcome = ?, groups = ?, problem = ? WHERE id = ?`,
  setItems: `UPDATE payout_items SET status = :status
    WHERE job_id = :job AND claim_id IN ${IDS}`,
  lostCalls: `UPDATE payout_calls SET outcome = 'unknown' WHERE outcome IS NULL`,
  lostItems: `UPDATE payout_items SET status = 'UNKNOWN' WHERE status = 'SENT'`,
  lostJobs: `UPDATE payout_jobs SET phase = 'stopped', problem = ?
    WHERE phase IN ('queued', 'running')`,
  callsBetween: `SELECT payout_calls.*, payout_jobs.state AS state
    FROM payout_calls INDEXED BY payout_calls_by_time
    JOIN payout_jobs ON payout_jobs.id = payout_calls.job_id
    WHERE planned_at >= ? AND planned_at < ? ORDER BY planned_at, payout_calls.id LIMIT ?`,
  quota: 'SELECT used, refused_at_count FROM drops_quota WHERE day = ? AND category = ?',
  setQuota: `INSERT INTO drops_quota (day, category, used, refused_at_count) VALUES (?, ?, ?, ?)
    ON CONFLICT (day, category) DO UPDATE SET used = excluded.used,
      refused_at_count = excluded.refused_at_count`,
  lastRefusal: `SELECT refused_at_count FROM drops_quota
    WHERE category = ? AND refused_at_count IS NOT NULL ORDER BY day DESC LIMIT 1`,
} as const;

/** Payout journal, written before and after each call. Throws a `LedgerError`. */
export class PayoutRepository extends Repository {
  readonly #sql = prepareAll(this.db, PAYOUT_SQL);

  /** Stores each id once; returns the job's number. */
  begin(state: PayoutState, claimIds: readonly string[], at: number): number {
    return this.change('payouts.begin', () => {
      const id = Number(this.#sql.insertJob.get(state, at)?.['id']);
      claimIds.forEach((claimId, position) => {
        this.#sql.insertItem.run(id, position, claimId);
      });
      return id;
    });
  }

  job(id: number): JobRecord | null {
    return this.call('payouts.job', () => {
      const row = this.#sql.job.get(id);
      return row ? this.#jobOf(row) : null;
    });
  }

  /** Unfinished, undismissed jobs, then the latest `over` others; newest first. */
  jobs(over: number): readonly JobRecord[] {
    return this.call('payouts.jobs', () =>
      [...this.#sql.openJobs.all(), ...this.#sql.overJobs.all(over)].map((row) => this.#jobOf(row)),
    );
  }

  setPhase(id: number, phase: PayoutPhase, at: number, problem: unknown = null): void {
    this.call('payouts.setPhase', () =>
      this.#sql.setPhase.run({ id, phase, at, problem: jsonOrNull(problem) }),
    );
  }

  dismiss(id: number, at: number): void {
    this.call('payouts.dismiss', () => this.#sql.dismiss.run(at, id));
  }

  /** A job's claims by status; null: waiting. */
  items(id: number, status: string | null, limit: number): string[] {
    return this.call('payouts.items', () =>
      this.#sql.items.all(id, status, limit).map((row) => String(row['claim_id'])),
    );
  }

  /** Number of these ids that are still pending in an unfinished job. */
  underWay(claimIds: readonly string[]): number {
    return this.call('payouts.underWay', () =>
      Number(this.#sql.underWay.get({ ids: JSON.stringify(claimIds) })?.['count'] ?? 0),
    );
  }

  /** Claims whose last known result in any job was a refusal. */
  refused(): readonly string[] {
    return this.call('payouts.refused', () =>
      this.#sql.refused.all().map((row) => String(row['claim_id'])),
    );
  }

  /** Records a call before it is sent and sets its items to SENT. Returns the call's number. */
  plan(id: number, claimIds: readonly string[], at: number): number {
    return this.change('payouts.plan', () => {
      const ids = JSON.stringify(claimIds);
      this.#sql.setItems.run({ status: 'SENT', job: id, ids });
      return Number(this.#sql.insertCall.get(id, at, ids)?.['id']);
    });
  }

  end(callId: number, end: CallEnd, at: number): void {
    this.change('payouts.end', () => {
      const row = this.#sql.call.get(callId);
      if (!row) return;
      const job = Number(row['job_id']);
      const answered = end.outcome === 'answered' ? end.groups : [];
      const problem = end.outcome === 'answered' ? null : end.problem;
      this.#sql.endCall.run(at, end.outcome, JSON.stringify(answered), jsonOrNull(problem), callId);
      // Claims in no group become unknown; a refusal resets all of them to waiting.
      const rest = end.outcome === 'refused' ? null : 'UNKNOWN';
      this.#sql.setItems.run({ status: rest, job, ids: String(row['claim_ids']) });
      for (const { status, ids } of answered) {
        this.#sql.setItems.run({ status, job, ids: JSON.stringify(ids) });
      }
    });
  }

  /** Settles claims after a check; a null status makes them wait again. */
  settle(id: number, claimIds: readonly string[], status: string | null): void {
    if (claimIds.length === 0) return;
    this.call('payouts.settle', () =>
      this.#sql.setItems.run({ status, job: id, ids: JSON.stringify(claimIds) }),
    );
  }

  /** After a crash: pending items become unknown, their jobs stop. Returns their number. */
  recover(problem: unknown): number {
    return this.change('payouts.recover', () => {
      this.#sql.lostCalls.run();
      this.#sql.lostItems.run();
      return Number(this.#sql.lostJobs.run(jsonOrNull(problem)).changes);
    });
  }

  /** Calls planned from `from` until before `before`, oldest first. */
  calls(from: number, before: number, limit: number): readonly PayoutCall[] {
    return this.call('payouts.calls', () =>
      this.#sql.callsBetween.all(from, before, limit).map(callOf),
    );
  }

  quota(day: string, category: QuotaCategory): QuotaDay {
    return this.call('payouts.quota', () => {
      const row = this.#sql.quota.get(day, category);
      return { used: Number(row?.['used'] ?? 0), refusedAt: numberOf(row?.['refused_at_count']) };
    });
  }

  setQuota(day: string, category: QuotaCategory, { used, refusedAt }: QuotaDay): void {
    this.call('payouts.setQuota', () => this.#sql.setQuota.run(day, category, used, refusedAt));
  }

  /** The day's calls at the platform's last refusal; null if it never refused. */
  lastRefusal(category: QuotaCategory): number | null {
    return this.call('payouts.lastRefusal', () =>
      numberOf(this.#sql.lastRefusal.get(category)?.['refused_at_count']),
    );
  }

  #jobOf(row: Row): JobRecord {
    const id = Number(row['id']);
    return {
      id,
      state: row['state'] as PayoutState,
      phase: row['phase'] as PayoutPhase,
      createdAt: Number(row['created_at']),
      endedAt: numberOf(row['ended_at']),
      problem: parsed(row['problem']),
      calls: Number(this.#sql.calls.get(id)?.['count'] ?? 0),
      counts: this.#sql.counts.all(id).map((count) => ({
        status: count['status'] as string | null,
        count: Number(count['count']),
      })),
    };
  }
}

function callOf(row: Row): PayoutCall {
  return {
    id: Number(row['id']),
    jobId: Number(row['job_id']),
    state: row['state'] as PayoutState,
    plannedAt: Number(row['planned_at']),
    endedAt: numberOf(row['ended_at']),
    outcome: row['outcome'] as PayoutCall['outcome'],
    claimIds: (parsed(row['claim_ids']) ?? []) as PayoutCall['claimIds'],
    groups: (parsed(row['groups']) ?? []) as PayoutCall['groups'],
  };
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Returns null if the text is missing or was changed outside the app. */
function parsed(text: unknown): unknown {
  return typeof text === 'string' ? (parseJson(text) ?? null) : null;
}
