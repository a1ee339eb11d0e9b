import { describe, expect, it } from 'vitest';
import { Joins, joinId } from '../../../electron/fleet/joins.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { KvBucket } from './kv-bucket.ts';

const LINK = { id: 'a link', channelId: null };
const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

function world() {
  const seal = Seal.of(Buffer.alloc(32, 1).toString('base64'));
  if (!seal) throw new Error('The key is wrong.');
  const [bucket, clock] = [new KvBucket(), new VirtualClock()];
  let keys = 0;
  const makeKey = () => {
    keys += 1;
    return `code-${keys}-of-a-link-that-nobody-guesses`;
  };
  const host = () => new Joins({ channels: bucket, seal, clock, makeKey });
  return { bucket, clock, host };
}

describe('a link for a streamer', () => {
  it('is open on every host until it is used, and is used once', async () => {
    const { host } = world();
    const { code } = await host().make();
    const id = joinId(code);
    expect(await host().find(id)).toBe('open');
    expect(await Promise.all([host().use(id), host().use(id)])).toEqual([true, false]);
    expect(await host().find(id)).toBe('used');
    expect(await host().use(id)).toBe(false);
  });

  it('is used up also where it gets a new seal in that moment', async () => {
    const { bucket, host } = world();
    const { code } = await host().make();
    const id = joinId(code);
    const sealed = bucket.entries.get(`join.${id}`)?.value;
    expect(await host().use(id)).toBe(true);
    await bucket.put(`join.${id}`, sealed);
    expect(await host().find(id)).toBe('used');
    expect(await host().use(id)).toBe(false);
  });

  it('is worth nothing after a day', async () => {
    const { clock, host } = world();
    const { code, until } = await host().make();
    expect(until).toBe(clock.now() + 24 * HOUR_MS);
    clock.jump(24 * HOUR_MS - 1);
    expect(await host().find(joinId(code))).toBe('open');
    clock.jump(1);
    expect(await host().find(joinId(code))).toBe('old');
    expect(await host().use(joinId(code))).toBe(false);
  });

  it('is not told by what NATS keeps, and cannot be made there', async () => {
    const { bucket, host } = world();
    const { code } = await host().make();
    expect(JSON.stringify([...bucket.entries])).not.toContain(code);
    const [first] = [...bucket.entries.values()];
    await bucket.put(`join.${joinId('made up')}`, first?.value);
    await bucket.put(`join.${joinId('plain')}`, JSON.stringify({ until: 9e15 }));
    expect(await host().find(joinId('made up'))).toBe('unknown');
    expect(await host().find(joinId('plain'))).toBe('unknown');
    expect(await host().find(joinId('never made'))).toBe('unknown');
  });

  it('knows its answer on another host, in the same browser, for ten minutes', async () => {
    const { clock, host } = world();
    const state = host().state(LINK, 'a browser');
    expect(host().linkOf(state, 'a browser')).toEqual(LINK);
    expect(host().linkOf(state, 'another browser')).toBeNull();
    expect(host().linkOf(state, '')).toBeNull();
    expect(host().linkOf(`${state.slice(0, -2)}xx`, 'a browser')).toBeNull();
    expect(host().linkOf('', '')).toBeNull();
    clock.jump(10 * MINUTE_MS - 1);
    expect(host().linkOf(state, 'a browser')).toEqual(LINK);
    clock.jump(1);
    expect(host().linkOf(state, 'a browser')).toBeNull();
  });

  it('says that NATS failed rather than that the link was used', async () => {
    const { bucket, host } = world();
    const id = joinId((await host().make()).code);
    bucket.create = () => Promise.reject(new Error('timeout'));
    await expect(host().use(id)).rejects.toThrow('timeout');
  });

  it('is gone a day after its end', async () => {
    const { bucket, clock, host } = world();
    const id = joinId((await host().make()).code);
    await host().use(id);
    const unused = joinId((await host().make()).code);
    await bucket.put('join.unreadable', 'what?');
    clock.jump(48 * HOUR_MS);
    await host().make();
    expect(bucket.entries.get(`join.${id}`)?.operation).toBe('PUT');
    clock.jump(1);
    await host().make();
    expect(bucket.entries.get(`join.${unused}`)?.operation).toBe('PURGE');
    expect(bucket.entries.has(`join-used.${unused}`)).toBe(false);
    expect(bucket.entries.get('join.unreadable')?.operation).toBe('PUT');
    expect(bucket.entries.get(`join.${id}`)?.operation).toBe('PURGE');
    expect(bucket.entries.get(`join-used.${id}`)?.operation).toBe('PURGE');
  });
});
