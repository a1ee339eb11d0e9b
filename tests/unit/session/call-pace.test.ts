import { describe, expect, it } from 'vitest';
import { CallPace } from '../../../electron/session/call-pace.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const setUp = () => {
  const clock = new VirtualClock();
  return { clock, pace: new CallPace(clock) };
};

describe('the pace of calls', () => {
  it('is free in the first minute of failures', async () => {
    const { clock, pace } = setUp();
    for (const ms of [0, 1_000, 58_999]) {
      await clock.advance(ms);
      pace.calling();
      pace.failed();
      expect(pace.restMs).toBe(0);
    }
  });

  it('is one call in 15 seconds after it', async () => {
    const { clock, pace } = setUp();
    pace.failed();
    await clock.advance(60_000);
    pace.calling();
    expect(pace.restMs).toBe(15_000);
    await clock.advance(14_000);
    expect(pace.restMs).toBe(1_000);
    await clock.advance(1_000);
    expect(pace.restMs).toBe(0);
  });

  it('is free again when the platform has done something', async () => {
    const { clock, pace } = setUp();
    await expect(pace.call(() => Promise.reject(new Error('503')))).rejects.toThrow('503');
    await clock.advance(60_000);
    await expect(pace.call(() => Promise.reject(new Error('503')))).rejects.toThrow('503');
    expect(pace.restMs).toBe(15_000);
    expect(await pace.call(async () => 'done')).toBe('done');
    expect(pace.restMs).toBe(0);
  });
});
