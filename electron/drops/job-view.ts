import type { PayoutJob, PayoutOutcome } from '../../shared/contract/drops.ts';
import type { Problem } from '../../shared/problem.ts';
import type { JobRecord } from '../ledger/payout-ports.ts';
import { explainGroup } from '../platform/payout-statuses.ts';
import { INTERRUPTED } from './errors.ts';
import { readKeptProblem } from './kept-problem.ts';

/** What of a job only this run of the app knows. */
export interface JobNow {
  readonly running: boolean;
  readonly queued: boolean;
  readonly stopping: boolean;
}

/** Groups the platform names come in this order; any others after them. */
const ORDER = ['SUCCESS', 'SEEN', 'UPDATE_FAILED', 'UNAUTHORIZED', 'NOT_FOUND', 'INVALID_ID'];

const SEEN = {
  explanation: { key: 'drops.result-SEEN' },
  action: { key: 'drops.next-nothing' },
} as const;

/** A job of the books as the desk shows it. */
export function jobView(job: JobRecord, now: JobNow): PayoutJob {
  const countOf = (...statuses: (string | null)[]) =>
    job.counts
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { count }) => sum + count, 0);
  const phase = phaseOf(job, now);
  const outcomes = job.counts.flatMap(({ status, count }) =>
    status === null || status === 'SENT' || status === 'UNKNOWN' ? [] : [outcomeOf(status, count)],
  );
  return {
    jobId: job.id,
    state: job.state,
    phase,
    createdAt: job.createdAt,
    endedAt: job.endedAt,
    total: job.counts.reduce((sum, { count }) => sum + count, 0),
    // What a running job has just sent is about to be answered; of any other nobody knows.
    waiting: phase === 'running' ? countOf(null, 'SENT') : countOf(null),
    unknown: phase === 'running' ? countOf('UNKNOWN') : countOf('UNKNOWN', 'SENT'),
    calls: job.calls,
    stopping: now.stopping,
    outcomes: outcomes.sort((a, b) => rank(a) - rank(b)),
    problem: phase === 'stopped' ? problemOfJob(job) : null,
  };
}

/** The books may say that a job runs that no longer does: they could not be written when it ended. */
function phaseOf(job: JobRecord, { running, queued }: JobNow): PayoutJob['phase'] {
  if (running) return 'running';
  if (queued) return 'queued';
  return job.phase === 'done' ? 'done' : 'stopped';
}

function problemOfJob(job: JobRecord): Problem | null {
  return readKeptProblem(job.problem) ?? (job.phase === 'running' ? INTERRUPTED : null);
}

function outcomeOf(status: string, count: number): PayoutOutcome {
  if (status === 'SEEN') return { status, count, ...SEEN };
  const { explanation, action } = explainGroup(status, []);
  return { status, count, explanation, action };
}

function rank({ status }: PayoutOutcome): number {
  const place = ORDER.indexOf(status);
  return place < 0 ? ORDER.length : place;
}
