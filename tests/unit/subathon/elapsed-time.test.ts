import { describe, expect, it } from 'vitest';
import { ElapsedTime } from '../../../electron/features/subathon/elapsed-time.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const HOUR = 3_600_000;

/** Tells by how much the clock was set while it was moved so, and the computer slept for so long. */
function watched() {
  const clock = new VirtualClock();
  let slept = 0;
  const elapsed = new ElapsedTime(clock, () => clock.monotonic() + slept);
  return async ({ jump = 0, asleep = 0 }: { jump?: number; asleep?: number }) => {
    await clock.advance(1_000);
    clock.jump(jump);
    slept += asleep;
    return elapsed.setBy();
  };
}

describe('by how much the computer’s clock was set', () => {
  it.each([
    ['nobody sets it', {}, 0],
    ['it is set on by an hour', { jump: HOUR }, HOUR],
    ['it is set back by an hour', { jump: -HOUR }, -HOUR],
    ['it is corrected by less than a tenth of a second', { jump: 99 }, 0],
    ['it is corrected back by less than that', { jump: -99 }, 0],
    ['it is set by a tenth of a second', { jump: 100 }, 100],
    ['the computer slept for an hour', { jump: HOUR, asleep: HOUR }, 0],
    ['it slept for an hour, known to about a second', { jump: HOUR, asleep: HOUR + 1_999 }, 0],
    ['it slept, and is on by more than that', { jump: HOUR + 2_000, asleep: HOUR }, 2_000],
    ['it slept, and was set back meanwhile', { jump: 60_000, asleep: HOUR }, 60_000 - HOUR],
    ['it slept for two seconds', { jump: 2_000, asleep: 2_000 }, 0],
    ['two seconds of its uptime may be rounding', { asleep: 1_999 }, 0],
    ['it is set while its uptime is rounded', { jump: 500, asleep: 1_999 }, 500],
  ])('is told where %s', async (_, moved, told) => {
    const move = watched();
    expect(await move(moved)).toBe(told);
    expect(await move({}), 'told once').toBe(0);
  });

  it('is told once small corrections are a tenth of a second together', async () => {
    const move = watched();
    const told: number[] = [];
    for (let second = 0; second < 6; second += 1) told.push(await move({ jump: 40 }));
    expect(told).toEqual([0, 0, 120, 0, 0, 120]);
  });
});
