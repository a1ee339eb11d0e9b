import { describe, expect, it } from 'vitest';
import {
  NUMBER_BLOCK,
  reserveNumbers,
  returnNumbers,
} from '../../../electron/fleet/books/channel-marks.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { KvBucket } from './kv-bucket.ts';

const CHANNEL = '채널.1';
const KEY = `numbers.${keyOf(CHANNEL)}`;
const claim = (epoch: number) => ({ channelId: CHANNEL, epoch });
const kept = ({ entries }: KvBucket) => JSON.parse(entries.get(KEY)?.value ?? 'null');

/** A bucket in which somebody else writes first, so many times. */
function contested(times: number) {
  const bucket = new KvBucket();
  let left = times;
  const write = async (value: unknown, mine: () => Promise<number>): Promise<number> => {
    left -= 1;
    if (left >= 0) await bucket.put(KEY, value);
    return mine();
  };
  const other = JSON.stringify({ next: 50, epoch: 1, numbering: 'other' });
  return Object.assign(Object.create(bucket) as KvBucket, {
    entries: bucket.entries,
    get: bucket.get.bind(bucket),
    put: bucket.put.bind(bucket),
    create: (key: string, value: unknown) => write(other, () => bucket.create(key, value)),
    update: (key: string, value: unknown, revision: number) =>
      write(other, () => bucket.update(key, value, revision)),
  });
}

describe('the numbers of a channel’s events', () => {
  it('begin at one, or above those of its ledger, and are counted by that ledger’s numbering', async () => {
    const bucket = new KvBucket();
    const first = await reserveNumbers(bucket, claim(3), 0, 'first');
    expect(first).toEqual({ numbering: 'first', from: 1, to: 1 + NUMBER_BLOCK });
    expect(kept(bucket)).toEqual({ next: 1 + NUMBER_BLOCK, epoch: 3, numbering: 'first' });
    const above = await reserveNumbers(new KvBucket(), claim(3), 42, 'first');
    expect(above).toMatchObject({ from: 42, to: 42 + NUMBER_BLOCK });
  });

  it('are of the next block with each claim, by the first one’s numbering', async () => {
    const bucket = new KvBucket();
    await reserveNumbers(bucket, claim(3), 1, 'first');
    const [from, to] = [1 + NUMBER_BLOCK, 1 + 2 * NUMBER_BLOCK];
    expect(await reserveNumbers(bucket, claim(4), 7, 'second')).toEqual({
      numbering: 'first',
      from,
      to,
    });
    // The same claim may need another one.
    expect(await reserveNumbers(bucket, claim(4), to + 5, 'second')).toMatchObject({
      from: to + 5,
      to: to + 5 + NUMBER_BLOCK,
    });
  });

  it('are none for a claim that a later one has followed', async () => {
    const bucket = new KvBucket();
    await reserveNumbers(bucket, claim(4), 1, 'first');
    const before = kept(bucket);
    await expect(reserveNumbers(bucket, claim(3), 1, 'first')).rejects.toMatchObject({
      problem: { code: 'fleet-not-owner' },
    });
    expect(kept(bucket)).toEqual(before);
  });

  it('are those above another host’s that wrote first, up to four times', async () => {
    expect(await reserveNumbers(contested(4), claim(3), 1, 'mine')).toMatchObject({
      numbering: 'other',
      from: 50,
    });
    await expect(reserveNumbers(contested(5), claim(3), 1, 'mine')).rejects.toMatchObject({
      problem: { code: 'fleet-not-owner' },
    });
  });

  it('are not reserved where NATS says something else, and it is said', async () => {
    const bucket = new KvBucket();
    bucket.create = () => Promise.reject(new Error('no leader'));
    await expect(reserveNumbers(bucket, claim(3), 1, 'first')).rejects.toThrow('no leader');
  });

  it.each(['{', '{"next":0,"epoch":9,"numbering":"x"}', '{"next":5,"epoch":9,"numbering":""}'])(
    'begin anew over an entry that cannot be read: %s',
    async (text) => {
      const bucket = new KvBucket();
      await bucket.put(KEY, text);
      expect(await reserveNumbers(bucket, claim(3), 1, 'first')).toMatchObject({ from: 1 });
    },
  );

  it('begin anew over an entry that was removed', async () => {
    const bucket = new KvBucket();
    await reserveNumbers(bucket, claim(9), 1, 'first');
    await bucket.delete(KEY);
    expect(await reserveNumbers(bucket, claim(3), 1, 'second')).toMatchObject({
      numbering: 'second',
      from: 1,
    });
  });

  it('that were not used are the next claim’s', async () => {
    const bucket = new KvBucket();
    const { to } = await reserveNumbers(bucket, claim(3), 1, 'first');
    await returnNumbers(bucket, claim(3), { numbering: 'first', from: 12, to });
    expect(kept(bucket)).toEqual({ next: 12, epoch: 3, numbering: 'first' });
    expect(await reserveNumbers(bucket, claim(4), 1, 'second')).toMatchObject({ from: 12 });
  });

  it('stay unused where another block or another claim has followed', async () => {
    const bucket = new KvBucket();
    const { to } = await reserveNumbers(bucket, claim(3), 1, 'first');
    const before = kept(bucket);
    const block = { numbering: 'first', from: 12, to };
    await returnNumbers(bucket, claim(2), block);
    await returnNumbers(bucket, claim(4), block);
    await returnNumbers(bucket, claim(3), { ...block, to: to + 1 });
    expect(kept(bucket)).toEqual(before);
    const none = new KvBucket();
    await returnNumbers(none, claim(3), block);
    expect(none.entries.size).toBe(0);
  });
});
