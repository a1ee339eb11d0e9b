import { describe, expect, it } from 'vitest';
import { KeysLateError, keysIn } from '../../../electron/fleet/bucket-keys.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

/** A bucket that begins to list its keys when it is told to, and ends when it is told to. */
function slowBucket(found: readonly string[]) {
  const begin = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const asked: string[] = [];
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    end.resolve();
  };
  const list = async function* () {
    yield* found;
    await end.promise;
  };
  const bucket = {
    keys: async (filter: string) => {
      asked.push(filter);
      await begin.promise;
      return Object.assign(list(), { stop });
    },
  } as unknown as Parameters<typeof keysIn>[0];
  return { bucket, asked, begin: begin.resolve, end: end.resolve, isStopped: () => isStopped };
}

describe('the keys of a bucket', () => {
  it('are all that fit, once the list has ended', async () => {
    const clock = new VirtualClock();
    const { bucket, asked, begin, end } = slowBucket(['channel.a', 'channel.b']);
    const keys = keysIn(bucket, 'channel.>', clock);
    begin();
    end();
    expect(await keys).toEqual(['channel.a', 'channel.b']);
    expect(asked).toEqual(['channel.>']);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(['before', 'after'])(
    'are too late after three seconds, and the list ends where it begins %s that',
    async (when) => {
      const clock = new VirtualClock();
      const { bucket, begin, isStopped } = slowBucket(['channel.a']);
      const late = expect(keysIn(bucket, 'channel.>', clock)).rejects.toThrow(KeysLateError);
      if (when === 'before') begin();
      await clock.advance(2_999);
      expect(isStopped()).toBe(false);
      await clock.advance(1);
      await late;
      begin();
      await settle();
      expect(isStopped()).toBe(true);
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('are not known where NATS refuses, and nothing waits for them', async () => {
    const clock = new VirtualClock();
    const bucket = { keys: () => Promise.reject(new Error('no responders')) };
    await expect(keysIn(bucket, '>', clock)).rejects.toThrow('no responders');
    expect(clock.pendingTimers).toBe(0);
  });
});
