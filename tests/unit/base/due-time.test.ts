import { describe, expect, it } from 'vitest';
import { DueTime } from '../../../electron/base/due-time.ts';
import type { RollOverTime } from '../../../electron/session/machine.ts';
import { rollOverInMs, sessionTimes } from '../../../electron/session/times.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { HOUR, MINUTE } from '../session/keeper-setup.ts';

function setUp() {
  const clock = new VirtualClock();
  const due: number[] = [];
  const begun = clock.now();
  const plan = new DueTime(clock, () => due.push(clock.monotonic()));
  const planRollOver = (createdAt: number, when: RollOverTime): void =>
    plan.set(rollOverInMs(createdAt, when, clock.now(), sessionTimes(1)));
  return { clock, plan, planRollOver, due, begun };
}

describe('the plan of a roll-over', () => {
  it.each<[string, number, RollOverTime, number]>([
    ['at eleven and a half hours of a new session', 0, 'planned', 11.5 * HOUR],
    ['at once for a session that is older', 11.75 * HOUR, 'planned', 0],
    ['in five minutes after one that failed', 11.75 * HOUR, 'soon', 5 * MINUTE],
    ['at its time after one that failed long before', HOUR, 'soon', 10.5 * HOUR],
    ['at the end of a session for which there was no room', 11.75 * HOUR, 'at-expiry', HOUR / 4],
    ['five minutes after that where the session lives on', 12 * HOUR, 'at-expiry', 5 * MINUTE],
  ])('is due %s', async (_, age, when, inMs) => {
    const { clock, plan, planRollOver, due, begun } = setUp();
    planRollOver(begun - age, when);
    expect(plan.at).toBe(begun + inMs);
    await clock.advance(Math.max(0, inMs - 1));
    expect(due).toEqual(inMs === 0 ? [0] : []);
    await clock.advance(1);
    expect(due).toEqual([inMs]);
  });

  it('is over when it was due: nothing is planned until the next one', async () => {
    const { clock, plan, planRollOver, due, begun } = setUp();
    expect(plan.at).toBeNull();
    planRollOver(begun, 'planned');
    await clock.advance(12 * HOUR);
    expect(plan.at).toBeNull();
    plan.look();
    await clock.advance(HOUR);
    expect(due).toHaveLength(1);
  });

  it('is given up with the stream, whenever it is looked at after that', async () => {
    const { clock, plan, planRollOver, due, begun } = setUp();
    planRollOver(begun, 'planned');
    plan.dispose();
    plan.look();
    expect(plan.at).toBeNull();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(12 * HOUR);
    expect(due).toEqual([]);
  });

  it('comes sooner by the wall clock after a sleep, never later by one that was set back', async () => {
    const { clock, plan, planRollOver, due, begun } = setUp();
    planRollOver(begun, 'planned');
    clock.jump(-HOUR);
    plan.look();
    clock.jump(3 * HOUR);
    plan.look();
    await clock.advance(9.5 * HOUR);
    expect(due).toEqual([9.5 * HOUR]);
  });
});
