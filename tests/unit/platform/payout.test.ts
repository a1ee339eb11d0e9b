import { describe, expect, it } from 'vitest';
import { LimitError } from '../../../electron/platform/errors.ts';
import {
  clientOf,
  content,
  FakePlatform,
  failureOf,
  type Recorded,
  type Reply,
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
  it.each([1, 100])('%i ids go out in one request', async (count) => {
    const platform = new FakePlatform(payer);
    const { drops } = clientOf(platform);
    await drops.setFulfillment(ids(count), 'FULFILLED');
    expect(platform.requests.map(sentIds)).toEqual([ids(count)]);
    expect(drops.quota.writeDrops).toBe(1);
  });

  it('refuses more than 100 ids before anything is sent', async () => {
    const platform = new FakePlatform(payer);
    const failure = await failureOf(clientOf(platform).drops.setFulfillment(ids(101), 'FULFILLED'));
    expect(failure).toBeInstanceOf(LimitError);
    expect(platform.count).toBe(0);
  });

  it('sends each id once, counted after that', async () => {
    const platform = new FakePlatform(payer);
    await clientOf(platform).drops.setFulfillment([...ids(100), ...ids(100)], 'CLAIMED');
    expect(platform.count).toBe(1);
    expect(platform.last.body).toEqual({ claimIds: ids(100), fulfillmentState: 'CLAIMED' });
  });

  it('brings ids of one status together and never sends UPDATE_FAILED again', async () => {
    const data = [
      { status: 'SUCCESS', ids: ['a'] },
      { status: 'UPDATE_FAILED', ids: ['b'] },
      { status: 'SUCCESS', ids: ['a', 'c'] },
    ];
    const platform = new FakePlatform(content({ data }));
    const result = await clientOf(platform).drops.setFulfillment(['a', 'b', 'c'], 'FULFILLED');
    expect(result.groups).toMatchObject([
      { status: 'SUCCESS', ids: ['a', 'c'] },
      { status: 'UPDATE_FAILED', ids: ['b'] },
    ]);
    expect(result.unreportedIds).toEqual([]);
    expect(platform.count).toBe(1);
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
