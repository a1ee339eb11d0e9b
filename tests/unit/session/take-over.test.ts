import { describe, expect, it } from 'vitest';
import { backBy, momentOf } from '../../../electron/session/moment.ts';
import { TakeOver } from '../../../electron/session/take-over.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const LATE_MS = 5_000;

function setUp() {
  const clock = new VirtualClock();
  const takeOver = new TakeOver(clock, LATE_MS);
  /** An event came after the answer to a PING of so long ago. */
  const came = (pingAgoMs: number) => backBy(momentOf(clock), pingAgoMs + LATE_MS);
  return { clock, takeOver, came };
}

describe('whether another connection has taken the events', () => {
  it('is decided by a list five seconds after the first one', async () => {
    const { clock, takeOver } = setUp();
    expect(takeOver.seen(1)).toBeNull();
    await clock.advance(2_000);
    expect(takeOver.seen(1)).toBe(3_000);
    await clock.advance(4_000);
    expect(takeOver.seen(1)).toBe(0);
  });

  it('is not asked of another connection than the one of which a list said so', async () => {
    const { clock, takeOver } = setUp();
    takeOver.seen(1);
    await clock.advance(6_000);
    expect(takeOver.seen(2)).toBeNull();
    takeOver.forget();
    expect(takeOver.seen(2)).toBeNull();
  });

  it('is refuted by an event that was sent after the list, and by no earlier one', async () => {
    const { clock, takeOver, came } = setUp();
    expect(takeOver.isRefuted(came(0))).toBe(false);
    takeOver.seen(1);
    await clock.advance(1_000);
    expect(takeOver.isRefuted(came(1_001))).toBe(false);
    expect(takeOver.seen(1)).not.toBeNull();
    expect(takeOver.isRefuted(came(1_000))).toBe(true);
    expect([takeOver.isRefuted(came(0)), takeOver.seen(1)]).toEqual([false, null]);
  });
});
