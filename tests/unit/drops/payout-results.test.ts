import { describe, expect, it } from 'vitest';
import { beginJobs as begin, NO_SUCH_JOB } from './jobs-support.ts';

describe('the results of marking', () => {
  it.each([
    ['SUCCESS', 'nothing'],
    ['INVALID_ID', 'discard'],
    ['NOT_FOUND', 'discard'],
    ['UNAUTHORIZED', 'discard'],
    ['UPDATE_FAILED', 'look'],
  ])('explains %s and sends none of it again', async (status, action) => {
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
    const explanation = { key: `drops.result-${status}` };
    expect(job(jobId).outcomes).toEqual([
      { status, count: 1, explanation, action: { key: `drops.next-${action}` } },
    ]);
    expect(() => room.jobs.resume(jobId)).toThrow(NO_SUCH_JOB);
    expect(world.puts()).toHaveLength(1);
  });

  it('keeps a status nobody knows, and says that it is unknown', async () => {
    const { world, ids, room, job, rest } = begin(1);
    world.meet = async () => Response.json({ content: { data: [{ status: 'ON_HOLD', ids }] } });
    const { jobId } = room.jobs.pay(ids, 'FULFILLED');
    await rest();
    expect(job(jobId).outcomes).toMatchObject([{ status: 'ON_HOLD', count: 1 }]);
    expect(job(jobId).outcomes[0]?.action).toEqual({ key: 'drops.next-check' });
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
      phase: 'stopped',
      unknown: 1,
      outcomes: [{ status: 'SUCCESS', count: 1 }],
    });
    expect(room.ledger.claims.list({ claimIds: [twice] }, 0, 1)).toMatchObject([
      { fulfillmentState: 'CLAIMED' },
    ]);
  });
});
