import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/base/clock.ts';
import { StandStill } from '../../../electron/fleet/stand-still.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** A process that can be stopped: its timers come due when it goes on. */
function setUp() {
  const clock = new VirtualClock();
  let sleptMs = 0;
  const own: Clock = {
    now: () => clock.now() + sleptMs,
    monotonic: () => clock.monotonic() + sleptMs,
    uptime: () => clock.monotonic() + sleptMs,
    setTimeout: (run, ms) => clock.setTimeout(run, ms),
  };
  const stand = new StandStill(own);
  const sleep = (ms: number): void => {
    sleptMs += ms;
  };
  return { clock, own, stand, sleep };
}

describe('a process that stood still', () => {
  it('is noticed at once when it goes on, and for every moment before that', async () => {
    const { clock, own, stand, sleep } = setUp();
    stand.start();
    await clock.advance(5_000);
    const before = own.monotonic();
    expect(stand.since(before - 5_000)).toBe(false);
    sleep(1_001);
    expect(stand.since(before)).toBe(true);
    await clock.advance(10_000);
    expect(stand.since(before)).toBe(true);
    expect(stand.since(own.monotonic() - 1_000)).toBe(false);
    stand.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is told from one that is busy for a second', async () => {
    const { clock, stand, sleep } = setUp();
    stand.start();
    sleep(1_000);
    expect(stand.since(0)).toBe(false);
    stand.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is noticed also where it had not begun to count', () => {
    const { stand, sleep } = setUp();
    sleep(1_001);
    expect(stand.since(0)).toBe(true);
  });

  it('counts as such until it goes on, not for what begins in the moment after', async () => {
    const { clock, own, stand, sleep } = setUp();
    stand.start();
    sleep(60_000);
    await clock.advance(250);
    const wokenAt = own.monotonic();
    expect(stand.since(wokenAt - 1)).toBe(true);
    expect(stand.since(wokenAt)).toBe(false);
    stand.dispose();
  });
});
