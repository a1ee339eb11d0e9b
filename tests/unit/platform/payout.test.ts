import { describe, expect, it } from 'vitest';
import {
  ForbiddenError,
  PayoutInterruptedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import {
  broken,
  clientOf,
  content,
  FakePlatform,
  failureOf,
  type Recorded,
  type Reply,
  raw,
  refusal,
} from './support.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `id-${n}`);
const sentIds = (request: Recorded): string[] => (request.body as { claimIds: string[] }).claimIds;

/** Every tenth id fails to change, the others succeed. */
const payer: Reply = (request) => {
  const tenth = (claimId: string): boolean => claimId.endsWith('0');
  const all = sentIds(request);
  const data = [
    { status: 'SUCCESS', ids: all.filter((claimId) => !tenth(claimId)) },
    { status: 'UPDATE_FAILED', ids: all.filter(tenth) },
  ];
  return Response.json({ code: 200, message: null, content: { data } });
};

describe('changing payout states', () => {
  it.each([
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])('%i ids go out in requests of %j', async (count, sizes) => {
    const platform = new FakePlatform(payer);
    const { drops } = clientOf(platform);
    await drops.setFulfillment(ids(count), 'FULFILLED');
    expect(platform.requests.map((request) => sentIds(request).length)).toEqual(sizes);
    expect(platform.requests.flatMap(sentIds)).toEqual(ids(count));
    expect(drops.quota.writeDrops).toBe(sizes.length);
  });

  it('sends one request after the other', async () => {
    let open = 0;
    let most = 0;
    const platform = new FakePlatform(async (request) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return payer(request);
    });
    await clientOf(platform).drops.setFulfillment(ids(300), 'FULFILLED');
    expect([platform.count, most]).toEqual([3, 1]);
  });

  it('sends each id once, counted after that', async () => {
    const platform = new FakePlatform(payer);
    await clientOf(platform).drops.setFulfillment([...ids(100), ...ids(100)], 'CLAIMED');
    expect(platform.count).toBe(1);
    expect(platform.last.body).toEqual({ claimIds: ids(100), fulfillmentState: 'CLAIMED' });
  });

  it('merges the groups of all answers and never sends UPDATE_FAILED again', async () => {
    const platform = new FakePlatform(payer);
    const result = await clientOf(platform).drops.setFulfillment(ids(250), 'FULFILLED');
    expect(result.groups.map(({ status, ids: found }) => [status, found.length])).toEqual([
      ['SUCCESS', 225],
      ['UPDATE_FAILED', 25],
    ]);
    expect(result.unreportedIds).toEqual([]);
    expect(platform.count).toBe(3);
  });

  it.each([
    ['SUCCESS', 'drops.result-SUCCESS', 'drops.next-nothing'],
    ['INVALID_ID', 'drops.result-INVALID_ID', 'drops.next-discard'],
    ['NOT_FOUND', 'drops.result-NOT_FOUND', 'drops.next-discard'],
    ['UNAUTHORIZED', 'drops.result-UNAUTHORIZED', 'drops.next-discard'],
    ['UPDATE_FAILED', 'drops.result-UPDATE_FAILED', 'drops.next-look'],
    ['POSTPONED', 'drops.result-other', 'drops.next-check'],
    ['constructor', 'drops.result-other', 'drops.next-check'],
  ])('explains %s', async (status, explanation, action) => {
    const reply = content({ data: [{ status, ids: ['a'] }] });
    const { groups } = await clientOf(new FakePlatform(reply)).drops.setFulfillment(
      ['a'],
      'CLAIMED',
    );
    const told = { explanation: { key: explanation }, action: { key: action } };
    expect(groups).toEqual([{ status, ids: ['a'], ...told }]);
  });

  it('names the ids the answer says nothing about', async () => {
    const reply = content({ data: [{ status: 'SUCCESS', ids: ['a'] }, { status: 'NOT_FOUND' }] });
    const { drops } = clientOf(new FakePlatform(reply));
    expect((await drops.setFulfillment(['a', 'b'], 'FULFILLED')).unreportedIds).toEqual(['b']);
  });
});

describe('a payout that stops midway', () => {
  it.each([
    ['a broken line', broken(), true],
    ['a 500', refusal(500, 'oops'), true],
    ['an answer nobody can read', raw('???'), true],
    ['a refusal', refusal(403, 'no'), false],
    ['a used-up quota', refusal(429, 'quota'), false],
    ['refused credentials', refusal(401, 'Invalid client credentials'), false],
  ])('after %s says of every id where it stands', async (_, failing, doubtful) => {
    const platform = new FakePlatform(payer, failing);
    const failure = await failureOf(clientOf(platform).drops.setFulfillment(ids(250), 'FULFILLED'));
    expect(failure).toBeInstanceOf(PayoutInterruptedError);
    const { progress } = failure as PayoutInterruptedError;
    const all = ids(250);
    expect(progress.groups.map((group) => group.ids.length)).toEqual([90, 10]);
    expect(progress.uncertainIds).toEqual(doubtful ? all.slice(100, 200) : []);
    expect(progress.unchangedIds).toEqual(all.slice(doubtful ? 200 : 100));
    expect(platform.count).toBe(2);
  });

  it('carries the cause', async () => {
    const platform = new FakePlatform(payer, refusal(403, 'no'));
    const failure = await failureOf(clientOf(platform).drops.setFulfillment(ids(101), 'CLAIMED'));
    expect((failure as PayoutInterruptedError).cause).toBeInstanceOf(ForbiddenError);
    expect(failure).toMatchObject({ status: 403, operation: 'drops.setFulfillment' });
    expect(String(failure)).toContain('100 answered, 0 unknown, 1 unchanged');
  });

  it('at its first request of several tells apart what was sent', async () => {
    const failure = await failureOf(
      clientOf(new FakePlatform(broken())).drops.setFulfillment(ids(150), 'CLAIMED'),
    );
    const { progress } = failure as PayoutInterruptedError;
    expect([progress.groups.length, progress.uncertainIds.length]).toEqual([0, 100]);
    expect(progress.unchangedIds).toHaveLength(50);
  });

  it('with a single request is the plain error', async () => {
    const failure = await failureOf(
      clientOf(new FakePlatform(broken())).drops.setFulfillment(ids(100), 'CLAIMED'),
    );
    expect(failure).toBeInstanceOf(UnavailableError);
  });
});
