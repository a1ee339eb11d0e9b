import { describe, expect, it } from 'vitest';
import {
  keptProblem,
  readKeptProblem,
  UNREPORTED,
} from '../../../electron/features/drops/payout-job-view.ts';
import type { Problem } from '../../../shared/problem.ts';
import { beginJobs } from './jobs-support.ts';

/** As the version before wrote it: sentences beside the code, and no values. */
const rowOfBefore = (code: string) => ({
  code,
  what: { ko: '예전 문장이에요.', en: 'A sentence of before.' },
  cure: { ko: '예전 방법이에요.', en: 'A cure of before.' },
});

describe('a problem in the journal of payouts', () => {
  it.each<[string, Problem]>([
    ['with values', { code: 'drops-list-line-too-long', values: { line: 2, most: 10_000 } }],
    ['with a count', { code: 'drops-claims-under-way', values: { count: 3 } }],
    [
      'with a name and a text in it',
      {
        code: 'people-block-unsure',
        values: { whom: { key: 'problem.people-unsure.named', values: { name: '앤 {{x}}' } } },
        outcome: 'unknown',
      },
    ],
    ['without any', UNREPORTED],
  ])('is kept as its code and values, and read back the same: %s', (_name, problem) => {
    const row = JSON.parse(JSON.stringify(keptProblem(problem)));
    expect(row).toEqual({ code: problem.code, values: problem.values });
    const { outcome: _, ...said } = problem;
    expect(readKeptProblem(row)).toEqual(said);
  });

  it.each([
    ['says a known code in today’s words', 'drops-payout-interrupted', 'drops-payout-interrupted'],
    ['takes a code that nobody knows as unexpected', 'of-long-ago', 'unexpected'],
    ['does not read what is no problem of the texts', 'constructor', 'unexpected'],
    [
      'says that it stopped where today’s words lack a value',
      'media-too-long',
      'drops-payout-stopped',
    ],
  ])('of the version before %s', (_what, code, expected) => {
    const { room, job, ids } = beginJobs(1);
    const { payouts } = room.ledger;
    const jobId = payouts.begin('FULFILLED', ids, 1);
    payouts.setPhase(jobId, 'stopped', 2, rowOfBefore(code));
    const { problem } = job(jobId);
    expect(problem?.code).toBe(expected);
    expect(JSON.stringify(problem)).not.toMatch(/예전|of before|\{\{/);
  });

  it.each([null, 'text', 7, [], { what: 'no code' }, { code: 5 }])('that is %j is none', (row) => {
    expect(readKeptProblem(row)).toBeNull();
  });

  it('is a code without sentences on the disk', async () => {
    const { world, ids, room, rest } = beginJobs(1);
    world.meet = async () => Response.json({ content: { data: [] } });
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(room.ledger.payouts.job(jobId)?.problem).toEqual({ code: 'drops-payout-unreported' });
  });
});
