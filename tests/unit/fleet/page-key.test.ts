import { describe, expect, it } from 'vitest';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { PageKey } from '../../../electron/fleet/page/page-key.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { KvBucket } from './kv-bucket.ts';

const sealOf = (letter: string): Seal => {
  const seal = Seal.of(Buffer.alloc(32, letter).toString('base64'));
  if (!seal) throw new Error('no key');
  return seal;
};

function setUp() {
  const clock = new VirtualClock();
  const channels = new KvBucket();
  const lines: string[] = [];
  const state = { asked: 0, failure: null as Error | null, made: 0 };
  const bucket: Pick<KvBucket, 'get' | 'create'> = {
    get: async (key) => {
      state.asked += 1;
      if (state.failure) throw state.failure;
      return channels.get(key);
    },
    create: (key, value) => channels.create(key, value),
  };
  const keyOn = (seal = sealOf('a'), over: Partial<typeof bucket> = {}) =>
    new PageKey({
      channels: { ...bucket, ...over },
      seal,
      clock,
      makeKey: () => {
        state.made += 1;
        return `key-${state.made}`;
      },
      log: createLogger(clock, new Redactor(), (line) => lines.push(line)),
    });
  return { clock, channels, lines, state, keyOn };
}

describe('the key of the fleet’s page', () => {
  it('is made by the first host that needs it, and the same on every other', async () => {
    const { keyOn, channels, state } = setUp();
    expect(await keyOn().read()).toBe('key-1');
    expect(await keyOn().read()).toBe('key-1');
    expect(state.made).toBe(1);
    expect(channels.entries.get('page')?.value).not.toContain('key-1');
  });

  it('is that of the other host where both make it in one moment', async () => {
    const { keyOn, channels } = setUp();
    const create: KvBucket['create'] = async (key, value) => {
      await keyOn().read();
      return channels.create(key, value);
    };
    expect(await keyOn(sealOf('a'), { create }).read()).toBe('key-2');
  });

  it('is not known where it cannot be written', async () => {
    const { keyOn, lines } = setUp();
    const create = () => Promise.reject(new Error('full'));
    expect(await keyOn(sealOf('a'), { create }).read()).toBeNull();
    expect(lines.join('\n')).toContain('could not be read');
  });

  it('is asked for every five seconds at most, and another one after somebody removed it', async () => {
    const { clock, keyOn, channels, state } = setUp();
    const key = keyOn();
    expect(await Promise.all([key.read(), key.read()])).toEqual(['key-1', 'key-1']);
    expect(state.asked).toBe(1);
    await channels.delete('page');
    await clock.advance(4_999);
    expect(await key.read()).toBe('key-1');
    expect(state.asked).toBe(1);
    await clock.advance(1);
    expect(await key.read()).toBe('key-2');
  });

  it('cannot be opened on a host with another key of the fleet, which says so', async () => {
    const { keyOn, lines } = setUp();
    await keyOn().read();
    expect(await keyOn(sealOf('b')).read()).toBeNull();
    expect(lines.join('\n')).toContain('cannot be opened');
  });

  it('is the known one while NATS is away, which is not asked at every request', async () => {
    const { clock, keyOn, state } = setUp();
    const key = keyOn();
    state.failure = new Error('timeout');
    expect(await key.read()).toBeNull();
    state.failure = null;
    expect(await key.read()).toBe('key-1');
    state.failure = new Error('timeout');
    await clock.advance(5_000);
    state.asked = 0;
    expect([await key.read(), await key.read()]).toEqual(['key-1', 'key-1']);
    expect(state.asked).toBe(1);
  });
});
