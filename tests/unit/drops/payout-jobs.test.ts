import { describe, expect, it } from 'vitest';
import { ClaimsUnderWayError, NoSuchJobError } from '../../../electron/drops/errors.ts';
import { LedgerCallError } from '../../../electron/ledger/errors.ts';
import { ledgerFile, openBooks, openRoom, openWorld, until } from './support.ts';

function begin(count: number, file = ':memory:') {
  const world = openWorld();
  const campaign = world.addCampaign('c1');
  const ids = world.addClaims(campaign, count);
  const room = openRoom(world, openBooks(world, file));
  const job = (jobId: number) => {
    const found = room.jobs.all.find((one) => one.jobId === jobId);
    if (!found) throw new Error('there is no such job on the desk');
    return found;
  };
  const rest = () => until(() => !room.jobs.isPaying);
  return { world, campaign, ids, room, job, rest, file };
}

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
      ...{ phase: 'done', total: 10_000, waiting: 0, unknown: 0, calls: 100 },
      outcomes: [{ status: 'SUCCESS', count: 10_000 }],
    });
    const { drops } = world.world;
    expect(drops.claims(world.application, { fulfillmentState: 'FULFILLED' })).toHaveLength(10_000);
    expect(world.log.broken()).toEqual([]);
    expect(room.board.read().quota.write.used).toBe(100);
  }, 30_000);

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
      ...{ state: 'FULFILLED', outcome: 'answered', plannedAt: world.clock.now() },
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

  it.each([
    ['SUCCESS', '상태가 바뀌었어요.', '더 할 일은 없어요.'],
    ['INVALID_ID', 'ID의 모양이 잘못됐어요.', '기록해 두고 다시 보내지 마세요.'],
    [
      'NOT_FOUND',
      '없는 지급 요청이거나 이 애플리케이션의 것이 아니에요.',
      '기록해 두고 다시 보내지 마세요.',
    ],
    ['UNAUTHORIZED', '시청자의 계정 연결이 끊겨 있어요.', '기록해 두고 다시 보내지 마세요.'],
    [
      'UPDATE_FAILED',
      '이미 그 상태이거나, 수령 기한이 지났거나, 동시에 다른 변경이 있었어요.',
      '다시 보내지 말고 목록에서 지금 상태를 확인해 주세요.',
    ],
  ])('explains %s and sends none of it again', async (status, explanation, action) => {
    const { world, campaign, room, job, rest } = begin(0);
    const stranger = world.viewers[1];
    const made: Readonly<Record<string, () => string | undefined>> = {
      SUCCESS: () => world.addClaims(campaign, 1)[0],
      INVALID_ID: () => 'not-a-claim',
      NOT_FOUND: () => '999999999999999999',
      UNAUTHORIZED: () => {
        const [id] = world.addClaims(campaign, 1, stranger);
        const grant =
          stranger && world.world.authorizations.activeGrant(world.application, stranger);
        if (grant) world.world.authorizations.revokeGrant(grant);
        return id;
      },
      UPDATE_FAILED: () => {
        const [id = ''] = world.addClaims(campaign, 1);
        world.world.drops.conflicts.add(id);
        return id;
      },
    };
    const claimId = made[status]?.();
    const { jobId } = room.jobs.pay([claimId ?? ''], 'FULFILLED');
    await rest();
    expect(job(jobId)).toMatchObject({ phase: 'done', waiting: 0, unknown: 0 });
    expect(job(jobId).outcomes).toMatchObject([
      { status, count: 1, explanation: { ko: explanation }, action: { ko: action } },
    ]);
    expect(() => room.jobs.resume(jobId)).toThrow(NoSuchJobError);
    expect(world.puts()).toHaveLength(1);
  });

  it('keeps a status nobody knows, and says that it is unknown', async () => {
    const { world, ids, room, job, rest } = begin(1);
    world.meet = async () => Response.json({ content: { data: [{ status: 'ON_HOLD', ids }] } });
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(job(jobId).outcomes).toMatchObject([{ status: 'ON_HOLD', count: 1 }]);
    expect(job(jobId).outcomes[0]?.action.en).toMatch(/^Look in the list/);
  });

  it.each(['INVALID_ID', 'NOT_FOUND', 'UNAUTHORIZED', 'UPDATE_FAILED', 'ON_HOLD'])(
    'keeps the claims of a group that is %s as unpaid, beside those that were paid',
    async (status) => {
      const { world, ids, room, rest } = begin(4);
      await room.watch.lookNow();
      const [paid, refused] = [ids.slice(0, 2), ids.slice(2)];
      const data = [
        { status, ids: refused },
        { status: 'SUCCESS', ids: paid },
      ];
      world.meet = async () => Response.json({ content: { data } });
      room.jobs.pay(ids, 'FULFILLED');
      await rest();
      const kept = (state: string) =>
        room.ledger.claims.list({ fulfillmentState: state }, 0, 10).map(({ claimId }) => claimId);
      expect({ paid: kept('FULFILLED'), unpaid: kept('CLAIMED') }).toEqual({
        paid,
        unpaid: refused,
      });
      expect(room.board.read().unpaid).toBe(2);
    },
  );

  it('believes an answer only of the claims that were sent', async () => {
    const { world, ids, room, rest } = begin(2);
    await room.watch.lookNow();
    const [sent = '', other = ''] = ids;
    world.meet = async () =>
      Response.json({ content: { data: [{ status: 'SUCCESS', ids: [sent, other] }] } });
    room.jobs.pay([sent], 'FULFILLED');
    await rest();
    expect(room.ledger.claims.list({ claimIds: [other] }, 0, 1)).toMatchObject([
      { fulfillmentState: 'CLAIMED' },
    ]);
  });

  it('does not know of a claim that the answer names under two results', async () => {
    const { world, ids, room, job, rest } = begin(2);
    await room.watch.lookNow();
    const [twice = '', paid = ''] = ids;
    const data = [
      { status: 'SUCCESS', ids: [twice, paid] },
      { status: 'UPDATE_FAILED', ids: [twice] },
    ];
    world.meet = async () => Response.json({ content: { data } });
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(job(jobId)).toMatchObject({
      ...{ phase: 'stopped', unknown: 1 },
      outcomes: [{ status: 'SUCCESS', count: 1 }],
    });
    expect(room.ledger.claims.list({ claimIds: [twice] }, 0, 1)).toMatchObject([
      { fulfillmentState: 'CLAIMED' },
    ]);
  });

  it('does not take a claim into two jobs at once', async () => {
    const { ids, room, rest } = begin(250);
    room.jobs.pay(ids, 'FULFILLED');
    expect(() => room.jobs.pay(ids.slice(240), 'CLAIMED')).toThrow(ClaimsUnderWayError);
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
      ...{ phase: 'stopped', unknown: 1, waiting: 0 },
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
    expect(() => room.jobs.dismiss(jobId)).toThrow(NoSuchJobError);
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
    expect(() => room.jobs[what](77)).toThrow(NoSuchJobError);
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
      ...{ jobId, phase: 'stopped', total: 350, waiting: 150, unknown: 100 },
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
});
