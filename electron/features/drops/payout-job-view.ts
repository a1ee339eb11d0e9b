import { z } from 'zod';
import type { PayoutJob, PayoutOutcome } from '../../../shared/contract/drops.ts';
import { CORE_TEXTS } from '../../../shared/locales/core.ts';
import type { ProblemCode } from '../../../shared/locales/index.ts';
import { type TextValues, textValuesSchema } from '../../../shared/locales/text.ts';
import type { Problem } from '../../../shared/problem.ts';
import { coreTexts } from '../../base/errors.ts';
import { explainGroup } from '../../platform/resources/drops.ts';
import { sum } from './drops-base.ts';
import type { JobRecord } from './payout-repository.ts';

/** The app stopped or crashed while claims were being marked. */
export const INTERRUPTED: Problem = { code: 'drops-payout-interrupted' };

/** The platform answered but did not mention some of the claims. */
export const UNREPORTED: Problem = { code: 'drops-payout-unreported' };

/** Job state known only to this run of the app. */
type JobNow = Readonly<Record<'running' | 'queued' | 'stopping', boolean>>;

/** Display order of the platform's groups; others follow. */
const ORDER = ['SUCCESS', 'SEEN', 'UPDATE_FAILED', 'UNAUTHORIZED', 'NOT_FOUND', 'INVALID_ID'];

const SEEN = {
  explanation: { key: 'drops.result-SEEN' },
  action: { key: 'drops.next-nothing' },
} as const;

/** Converts a job of the ledger for the drops state. */
export function jobView(job: JobRecord, now: JobNow): PayoutJob {
  const countOf = (...statuses: (string | null)[]) =>
    sum(job.counts.filter(({ status }) => statuses.includes(status)));
  const phase = phaseOf(job, now);
  const interruption = job.phase === 'running' ? INTERRUPTED : null;
  const outcomes = job.counts.flatMap(({ status, count }) =>
    status === null || status === 'SENT' || status === 'UNKNOWN' ? [] : [outcomeOf(status, count)],
  );
  return {
    jobId: job.id,
    state: job.state,
    phase,
    createdAt: job.createdAt,
    endedAt: job.endedAt,
    total: sum(job.counts),
    // Claims just sent by a running job await their answer; in any other job their result is
    // unknown.
    waiting: phase === 'running' ? countOf(null, 'SENT') : countOf(null),
    unknown: phase === 'running' ? countOf('UNKNOWN') : countOf('UNKNOWN', 'SENT'),
    calls: job.calls,
    stopping: now.stopping,
    outcomes: outcomes.sort((a, b) => rank(a) - rank(b)),
    problem: phase === 'stopped' ? (readKeptProblem(job.problem) ?? interruption) : null,
  };
}

/** The ledger may still call an ended job running if the last write failed. */
function phaseOf(job: JobRecord, { running, queued }: JobNow): PayoutJob['phase'] {
  if (running) return 'running';
  if (queued) return 'queued';
  return job.phase === 'done' ? 'done' : 'stopped';
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

/** Earlier versions also stored sentences; those are ignored. */
const keptSchema = z.object({ code: z.string(), values: textValuesSchema.optional() });

/** The stored part of a problem. Its sentences are looked up for display. */
export function keptProblem({ code, values }: Problem): Pick<Problem, 'code' | 'values'> {
  return { code, values };
}

/** Reads a stored problem; null if there is none. */
export function readKeptProblem(row: unknown): Problem | null {
  const kept = keptSchema.safeParse(row);
  if (!kept.success) return null;
  const { code, values } = kept.data;
  if (!isKnown(code, values)) return { code: 'unexpected' };
  return lacks(code, values) ? { code: 'drops-payout-stopped' } : { code, values };
}

function isKnown(code: string, values: TextValues | undefined): code is ProblemCode {
  const key = `problem.${code}.what`;
  return coreTexts('en')(key, values) !== key;
}

/** Rows of earlier versions may lack values that today's texts need. */
function lacks(code: ProblemCode, values: TextValues = {}): boolean {
  const texts = ['what', 'cure'].map((part) => CORE_TEXTS.en[`problem.${code}.${part}`] ?? '');
  const gaps = texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/gu)]);
  return gaps.some(([, name = '']) => !Object.hasOwn(values, name));
}
