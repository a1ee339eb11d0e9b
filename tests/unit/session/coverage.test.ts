import { describe, expect, it } from 'vitest';
import { Coverage } from '../../../electron/session/coverage.ts';
import type { Gap } from '../../../shared/lifeline.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const SILENCE_MS = 75 * SECOND;

function setUp() {
  const clock = new VirtualClock(0);
  const gaps: Gap[] = [];
  const coverage = new Coverage(clock, SILENCE_MS, (closed) => closed && gaps.push(closed));
  coverage.lineLive(1);
  /** Something every second for so long. */
  const hear = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += SECOND) {
      await clock.advance(SECOND);
      coverage.heard(1);
    }
  };
  return { clock, gaps, coverage, hear };
}

describe('from when on a gap counts', () => {
  it('is the last thing heard before the loss', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    await clock.advance(5 * SECOND);
    coverage.lineLost(1, 'no-pong');
    coverage.lineLive(1);
    expect(gaps).toEqual([{ from: 10 * SECOND, to: 15 * SECOND, reason: 'no-pong' }]);
  });

  it('is the last proof that the grant held when the platform has ended it, whatever was heard since', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.grantHolds(1);
    await hear(20 * SECOND);
    coverage.lineLost(1, 'signed-out', 'grant');
    await clock.advance(5 * SECOND);
    coverage.lineLive(1);
    expect(gaps).toEqual([{ from: 10 * SECOND, to: 35 * SECOND, reason: 'signed-out' }]);
  });

  it('is not before the time in which nobody expected events', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    coverage.grantHolds(1);
    coverage.stop();
    await clock.advance(HOUR);
    coverage.lineLive(1);
    await hear(10 * SECOND);
    coverage.lineLost(1, 'signed-out', 'grant');
    coverage.lineLive(1);
    expect(gaps).toEqual([{ from: HOUR, to: HOUR + 10 * SECOND, reason: 'signed-out' }]);
  });

  it('is before a sleep when the line is lost after it, whatever is read in between', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(3 * HOUR);
    coverage.heard(1);
    coverage.heard(1);
    expect(coverage.heardAt).toBe(10 * SECOND);
    coverage.lineLost(1, 'closed-1000');
    coverage.lineLive(1);
    expect(gaps).toEqual([
      { from: 10 * SECOND, to: 3 * HOUR + 10 * SECOND, reason: 'closed-1000' },
    ]);
  });

  it('is before the first of two sleeps that follow each other closely', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(HOUR);
    await hear(30 * SECOND);
    clock.jump(HOUR);
    await hear(30 * SECOND);
    coverage.lineLost(1, 'no-pong');
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is after a sleep that the line has outlived', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(HOUR);
    await hear(SILENCE_MS + 2 * SECOND);
    expect(coverage.heardAt).toBe(clock.now());
    coverage.lineLost(1, 'no-pong');
    expect(coverage.openGap?.from).toBe(clock.now());
  });

  it('is before a stretch in which the clocks went on but nothing could be heard', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    await clock.advance(HOUR);
    coverage.heard(1);
    coverage.lineLost(1, 'closed-1000');
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is named by the corrected clock when it was set back meanwhile', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(2 * HOUR);
    clock.jump(-HOUR);
    await clock.advance(30 * SECOND);
    coverage.lineLost(1, 'no-pong');
    coverage.lineLive(1);
    expect(gaps).toEqual([{ from: HOUR, to: HOUR + 30 * SECOND, reason: 'no-pong' }]);
  });
});
