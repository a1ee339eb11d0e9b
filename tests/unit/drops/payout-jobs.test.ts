import { describe, expect, it } from 'vitest';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { beginJobs as begin, NO_SUCH_JOB, problemWith } from './jobs-support.ts';
import { ledgerFile, openBooks, openRoom, until } from './support.ts';

const fail = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ statusCode: status, message, error: 'x' }), { status, headers });

describe('marking claims', () => {
  it('marks 10,000 as paid with 100 calls, and every one of them once', async () => {
    const { world, ids, room, job, rest } = begin(10_000);
    const { jobId, count } = room.jobs.pay(ids, 'FULFILLED');
    expect(count).toBe(10_000);
    await rest();
    const puts = world.puts();
    expect(puts).toHaveLength(100);
    expect(puts.flatMap(({ body }) => body?.claimIds ?? [])).toEqual(ids);
    expect(job(jobId)).toMatchObject({
      phase: 'done',
      total: 10_000,
      waiting: 0,
      unknown: 0,
      calls: 100,
      outcomes: [{ status: 'SUCCESS', count: 10_000 }],
    });
    const { drops } = world.world;
    expect(drops.claims(world.application, { fulfillmentState: 'FULFILLED' })).toHaveLength(10_000);
    expect(world.log.broken()).toEqual([]);
    expect(room.board.read().quota.write.used).toBe(100);
  });

  it('takes an id that is named twice once', async () => {
    const { world, ids, room, rest } = begin(2);
    expect(room.jobs.pay([...ids, ...ids], 'FULFILLED').count).toBe(2);
    await rest();
    expect(world.puts().map(({ body }) => body?.claimIds)).toEqual([ids]);
  });

  it('has each call in the books before it is sent, and its result after', async () => {
    const { world, ids, room, rest } = begin(150);
    const { payouts } = room.ledger;
    const seen: unknown[] = [];
    world.meet = async (_sent, pass) => {
      seen.push(payouts.calls(0, Number.MAX_SAFE_INTEGER, 10).map(({ outcome }) => outcome));
      return pass();
    };
    room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(seen).toEqual([[null], ['answered', null]]);
    const [first, second] = payouts.calls(0, Number.MAX_SAFE_INTEGER, 10);
    expect(first).toMatchObject({
      state: 'FULFILLED',
      outcome: 'answered',
      plannedAt: world.clock.now(),
      claimIds: ids.slice(0, 100),
      groups: [{ status: 'SUCCESS', ids: ids.slice(0, 100) }],
    });
    expect(second?.claimIds).toEqual(ids.slice(100));
  });

  it('marks as unpaid again', async () => {
    const { world, ids, room, job, rest } = begin(3);
    room.jobs.pay(ids, 'FULFILLED');
    await rest();
    const { jobId } = room.jobs.pay(ids, 'CLAIMED');
    await rest();
    expect(job(jobId)).toMatchObject({ state: 'CLAIMED', phase: 'done' });
    expect(world.states(ids)).toEqual(['CLAIMED', 'CLAIMED', 'CLAIMED']);
  });

  it('does not take a claim into two jobs at once', async () => {
    const { ids, room, rest } = begin(250);
    room.jobs.pay(ids, 'FULFILLED');
    expect(() => room.jobs.pay(ids.slice(240), 'CLAIMED')).toThrow(
      problemWith('drops-claims-under-way'),
    );
    await rest();
    expect(room.jobs.pay(ids.slice(240), 'CLAIMED').count).toBe(10);
    await rest();
  });

  it('carries out one job after the other', async () => {
    const { ids, room, job, rest } = begin(120);
    const first = room.jobs.pay(ids.slice(0, 110), 'FULFILLED');
    const second = room.jobs.pay(ids.slice(110), 'FULFILLED');
    expect([job(first.jobId).phase, job(second.jobId).phase]).toEqual(['running', 'queued']);
    await rest();
    expect([job(first.jobId).phase, job(second.jobId).phase]).toEqual(['done', 'done']);
  });
});

describe('a job that stops', () => {
  it('stops between calls when it is told to, and goes on with what is left', async () => {
    const { world, ids, room, job, rest } = begin(300);
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    world.meet = async (_sent, pass) => {
      if (world.puts().length === 2) room.jobs.cancel(jobId);
      return pass();
    };
    await rest();
    expect(job(jobId)).toMatchObject({ phase: 'stopped', waiting: 100, unknown: 0, problem: null });
    room.jobs.resume(jobId);
    await rest();
    expect(job(jobId)).toMatchObject({ phase: 'done', calls: 3 });
    expect(world.puts().flatMap(({ body }) => body?.claimIds ?? [])).toEqual(ids);
    expect(world.gets('reward-claims')).toEqual([]);
  });

  it.each<readonly [string, number, string, Record<string, string>, string]>([
    ['the quota', 429, 'Daily quota exceeded: WRITE_DROPS', {}, 'platform-quota-exceeded'],
    ['the rate', 429, 'Slow down', { 'retry-after': '5' }, 'platform-rate-limited'],
    ['the secret', 401, 'Invalid client credentials', {}, 'platform-client-refused'],
    ['the form', 400, 'claimIds must not be empty', {}, 'platform-invalid-request'],
  ])(
    'is certain of nothing done when %s refuses a call',
    async (_why, status, message, headers, code) => {
      const { world, ids, room, job, rest } = begin(250);
      world.meet = async (_sent, pass) =>
        world.puts().length === 2 ? fail(status, message, headers) : pass();
      const { jobId } = room.jobs.pay(ids, 'FULFILLED');
      await rest();
      expect(job(jobId)).toMatchObject({ phase: 'stopped', waiting: 150, unknown: 0, calls: 2 });
      expect(job(jobId).problem?.code).toBe(code);
      world.meet = async (_sent, pass) => pass();
      room.jobs.resume(jobId);
      await rest();
      expect(job(jobId)).toMatchObject({ phase: 'done', total: 250 });
      expect(new Set(world.states(ids))).toEqual(new Set(['FULFILLED']));
      // What was refused unread is not looked at first: nothing can have changed.
      expect(world.gets('reward-claims')).toEqual([]);
    },
  );

  it.each([
    ['an answer that never came', () => Promise.reject(new TypeError('fetch failed')), false],
    ['an answer lost on its way', () => Promise.reject(new TypeError('fetch failed')), true],
    ['a server in trouble', async () => fail(503, 'Try later'), true],
    ['an answer nobody can read', async () => new Response('<html>', { status: 200 }), true],
  ])('does not know after %s, and looks before it goes on', async (_why, answer, done) => {
    const { world, ids, room, job, rest } = begin(250);
    world.meet = async (_sent, pass) => {
      if (world.puts().length !== 2) return pass();
      if (done) await pass();
      return answer();
    };
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(job(jobId)).toMatchObject({ phase: 'stopped', waiting: 50, unknown: 100, calls: 2 });
    // Nothing goes on by itself.
    await world.clock.advance(48 * 60 * 60_000);
    expect(world.puts()).toHaveLength(2);
    world.meet = async (_sent, pass) => pass();
    room.jobs.resume(jobId);
    await rest();
    const [look] = world.gets('reward-claims');
    expect(look?.query['claimId']?.split(',')).toEqual(ids.slice(100, 200));
    const later = world.puts().slice(2);
    expect(later.map(({ body }) => body?.claimIds)).toEqual(
      done ? [ids.slice(200)] : [ids.slice(100, 200), ids.slice(200)],
    );
    expect(job(jobId)).toMatchObject({
      phase: 'done',
      outcomes: done
        ? [
            { status: 'SUCCESS', count: 150 },
            { status: 'SEEN', count: 100 },
          ]
        : [{ status: 'SUCCESS', count: 250 }],
    });
    expect(new Set(world.states(ids))).toEqual(new Set(['FULFILLED']));
  });

  it('stops with what the platform did not report, and asks for it', async () => {
    const { world, ids, room, job, rest } = begin(3);
    world.meet = async (_sent, pass) => {
      await pass();
      return Response.json({ content: { data: [{ status: 'SUCCESS', ids: ids.slice(0, 2) }] } });
    };
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(job(jobId)).toMatchObject({
      phase: 'stopped',
      unknown: 1,
      waiting: 0,
      problem: { code: 'drops-payout-unreported' },
    });
    world.meet = async (_sent, pass) => pass();
    room.jobs.resume(jobId);
    await rest();
    expect(job(jobId).outcomes.map(({ status, count }) => [status, count])).toEqual([
      ['SUCCESS', 2],
      ['SEEN', 1],
    ]);
    expect(world.puts()).toHaveLength(1);
  });

  it('sends nothing that could not be written down first', async () => {
    const { world, ids, room, job, rest } = begin(1);
    const { payouts } = room.ledger;
    const plan = payouts.plan.bind(payouts);
    payouts.plan = () => {
      throw new LedgerCallError('payouts.plan', new Error('disk full'));
    };
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(world.puts()).toEqual([]);
    expect(job(jobId)).toMatchObject({ phase: 'stopped', problem: { code: 'ledger-call-failed' } });
    payouts.plan = plan;
    room.jobs.resume(jobId);
    await rest();
    expect(job(jobId).phase).toBe('done');
  });

  it('does not know of a call whose result could not be written down', async () => {
    const { world, ids, room, job, rest } = begin(2);
    const { payouts } = room.ledger;
    const end = payouts.end.bind(payouts);
    payouts.end = () => {
      throw new LedgerCallError('payouts.end', new Error('disk full'));
    };
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(job(jobId)).toMatchObject({ phase: 'stopped', unknown: 2, waiting: 0 });
    payouts.end = end;
    room.jobs.resume(jobId);
    await rest();
    expect(job(jobId)).toMatchObject({ phase: 'done', outcomes: [{ status: 'SEEN', count: 2 }] });
    expect(world.puts()).toHaveLength(1);
  });

  it('is taken off the desk when it does not run, and stays in the books', async () => {
    const { world, ids, room, job, rest } = begin(250);
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    expect(() => room.jobs.dismiss(jobId)).toThrow(NO_SUCH_JOB);
    world.meet = async (_sent, pass) => {
      room.jobs.cancel(jobId);
      return pass();
    };
    await rest();
    expect(job(jobId).phase).toBe('stopped');
    room.jobs.dismiss(jobId);
    expect(room.jobs.all).toEqual([]);
    expect(room.ledger.payouts.calls(0, Number.MAX_SAFE_INTEGER, 10)).toHaveLength(1);
    // Its claims can be marked by another one.
    expect(room.jobs.pay(ids.slice(200), 'FULFILLED').count).toBe(50);
    await rest();
  });

  it.each(['cancel', 'resume', 'dismiss'] as const)('refuses to %s what is not there', (what) => {
    const { room } = begin(0);
    expect(() => room.jobs[what](77)).toThrow(NO_SUCH_JOB);
  });
});

describe('a crash in the middle of a job', () => {
  it.each([
    ['before the platform had the call', false],
    ['after the platform had done it', true],
  ])('%s shows at the next start, and is safe to repeat', async (_when, done) => {
    const { world, ids, room, file } = begin(350, ledgerFile());
    world.meet = async (_sent, pass) => {
      if (world.puts().length !== 2) return pass();
      if (done) await pass();
      return new Promise<never>(() => undefined);
    };
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await until(() => world.puts().length === 2);
    await until(() => !done || world.states(ids.slice(100, 101))[0] === 'FULFILLED');
    // The end of the process: nothing more is said or written.
    room.dispose();
    room.ledger.close();

    world.meet = async (_sent, pass) => pass();
    const next = openRoom(world, openBooks(world, file));
    const [left] = next.jobs.all;
    expect(left).toMatchObject({
      jobId,
      phase: 'stopped',
      total: 350,
      waiting: 150,
      unknown: 100,
      problem: { code: 'drops-payout-interrupted' },
      outcomes: [{ status: 'SUCCESS', count: 100 }],
    });
    expect(world.puts()).toHaveLength(2);
    next.jobs.resume(jobId);
    await until(() => !next.jobs.isPaying);
    expect(next.jobs.all[0]).toMatchObject({
      phase: 'done',
      waiting: 0,
      unknown: 0,
      problem: null,
    });
    expect(new Set(world.states(ids))).toEqual(new Set(['FULFILLED']));
    const again = world
      .puts()
      .slice(2)
      .flatMap(({ body }) => body?.claimIds ?? []);
    expect(again).toEqual(done ? ids.slice(200) : ids.slice(100));
    const statuses = next.jobs.all[0]?.outcomes.map(({ status }) => status);
    expect(statuses).not.toContain('UPDATE_FAILED');
    expect(world.log.broken()).toEqual([]);
  });

  it('keeps what waited behind it', async () => {
    const { world, ids, room, file } = begin(20, ledgerFile());
    world.meet = () => new Promise<never>(() => undefined);
    room.jobs.pay(ids.slice(0, 10), 'FULFILLED');
    room.jobs.pay(ids.slice(10), 'FULFILLED');
    await until(() => world.puts().length === 1);
    room.dispose();
    room.ledger.close();
    const next = openRoom(world, openBooks(world, file));
    expect(next.jobs.all.map(({ phase, waiting, unknown }) => [phase, waiting, unknown])).toEqual([
      ['stopped', 10, 0],
      ['stopped', 0, 10],
    ]);
  });

  it('pays nothing at a start on a full disk until the journal can tell of it', async () => {
    const { world, ids, room, file } = begin(20, ledgerFile());
    world.meet = () => new Promise<never>(() => undefined);
    const { jobId } = room.jobs.pay(ids.slice(0, 10), 'FULFILLED');
    await until(() => world.puts().length === 1);
    room.dispose();
    room.ledger.close();
    const ledger = openBooks(world, file);
    const { recover } = ledger.payouts;
    ledger.payouts.recover = () => {
      throw new Error('the disk is full');
    };
    const { jobs } = openRoom(world, ledger);
    expect(() => jobs.resume(jobId)).toThrow('the disk is full');
    expect(() => jobs.pay(ids.slice(10), 'FULFILLED')).toThrow('the disk is full');
    expect(jobs.all).toHaveLength(1);
    expect(world.puts()).toHaveLength(1);
    ledger.payouts.recover = recover;
    expect(jobs.all[0]).toMatchObject({ phase: 'stopped', unknown: 10 });
  });
});
