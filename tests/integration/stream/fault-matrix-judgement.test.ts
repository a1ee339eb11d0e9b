import { describe, expect, it } from 'vitest';
import { gapOf } from '../../support/gaps.ts';
import { outcomeOf, waitsBetween, worstSecond } from './support/fault-outcome.ts';
import type { RecordedGap } from './support/fault-stage.ts';
import type { Call } from './support/watched-network.ts';

const SECOND = 1_000;

/** Ten events, one a second; numbers from 1. */
const published = Array.from({ length: 10 }, (_, index) => ({
  number: index + 1,
  at: index * SECOND,
  wallAt: index * SECOND,
  isSent: true,
}));

function judge(received: readonly number[], gaps: readonly RecordedGap[] = []) {
  return outcomeOf({ published, received, gaps }, 0);
}

const gap = (from: number, to: number, ahead = 0): RecordedGap => ({
  gap: gapOf({ from, to, reason: 'x' }),
  ahead,
  closedAt: to,
});

const all = published.map(({ number }) => number);

describe('how the fault matrix judges', () => {
  it('everything once is neither lost nor doubled', () => {
    expect(judge(all)).toMatchObject({ lost: [], doubled: [], inGaps: 0, gapMs: 0 });
  });

  it('an event that came twice is doubled', () => {
    expect(judge([...all, 4]).doubled).toEqual([4]);
  });

  it('an event that did not come is lost where no gap was recorded', () => {
    const received = all.filter((number) => number !== 3 && number !== 7);
    expect(judge(received, [gap(1_500, 2_500)])).toMatchObject({ lost: [7], inGaps: 1 });
  });

  it('a gap is read by the clock that stood when it closed', () => {
    const received = all.filter((number) => number !== 5);
    const shifted = gap(3_500 - 3_600 * SECOND, 4_500 - 3_600 * SECOND, -3_600 * SECOND);
    expect(judge(received, [shifted]).lost).toEqual([]);
    expect(judge(received, [{ ...shifted, ahead: 0 }]).lost).toEqual([5]);
  });

  it('finds the fullest second of any operation, wherever it begins', () => {
    const calls: Call[] = [0, 900, 1_000, 1_100, 1_899, 5_000].map((at) => ({
      at,
      operation: 'GET /a',
    }));
    calls.push({ at: 1_050, operation: 'GET /b' });
    expect(worstSecond(calls)).toEqual({ operation: 'GET /a', calls: 4, at: 1_899 });
  });

  it('measures the waits between calls to one operation', () => {
    const calls = [0, 500, 2_000].map((at) => ({ at, operation: 'GET /a' }));
    expect(waitsBetween([...calls, { at: 700, operation: 'GET /b' }], 'GET /a')).toEqual([
      500, 1_500,
    ]);
  });
});
