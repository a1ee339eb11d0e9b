import { describe, expect, it } from 'vitest';
import { GapTracker } from '../../../electron/session/connection-recorder.ts';
import type { Gap } from '../../../shared/connection-history.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const SILENCE_MS = 75 * SECOND;

function setUp() {
  const clock = new VirtualClock(0);
  const gaps: Gap[] = [];
  const coverage = new GapTracker(clock, SILENCE_MS, (closed) => closed && gaps.push(closed));
  coverage.linkLive(1);
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
    coverage.linkLost(1, 'no-pong');
    coverage.linkLive(1);
    expect(gaps).toEqual([{ from: 10 * SECOND, to: 15 * SECOND, reason: 'no-pong' }]);
  });

  it('is the last proof that the grant held when the platform has ended it, whatever was heard since', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.grantHolds(1);
    await hear(20 * SECOND);
    coverage.linkLost(1, 'signed-out', 'grant');
    await clock.advance(5 * SECOND);
    coverage.linkLive(1);
    expect(gaps).toEqual([{ from: 10 * SECOND, to: 35 * SECOND, reason: 'signed-out' }]);
  });

  it('is not before the time in which nobody expected events', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    coverage.grantHolds(1);
    coverage.stop();
    await clock.advance(HOUR);
    coverage.linkLive(1);
    await hear(10 * SECOND);
    coverage.linkLost(1, 'signed-out', 'grant');
    coverage.linkLive(1);
    expect(gaps).toEqual([{ from: HOUR, to: HOUR + 10 * SECOND, reason: 'signed-out' }]);
  });

  it('is before a sleep when the link is lost after it, whatever is read in between', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(3 * HOUR);
    coverage.heard(1);
    coverage.heard(1);
    expect(coverage.heartbeatAt).toBe(10 * SECOND);
    coverage.linkLost(1, 'closed-1000');
    coverage.linkLive(1);
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
    coverage.linkLost(1, 'no-pong');
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is after a sleep that the link has outlived', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(HOUR);
    await hear(SILENCE_MS + 2 * SECOND);
    expect(coverage.heartbeatAt).toBe(clock.now());
    coverage.linkLost(1, 'no-pong');
    expect(coverage.openGap?.from).toBe(clock.now());
  });

  it('is before a stretch in which the clocks went on but nothing could be heard', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    await clock.advance(HOUR);
    coverage.heard(1);
    coverage.linkLost(1, 'closed-1000');
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is named by the corrected clock when it was set back meanwhile', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(2 * HOUR);
    clock.jump(-HOUR);
    await clock.advance(30 * SECOND);
    coverage.linkLost(1, 'no-pong');
    coverage.linkLive(1);
    expect(gaps).toEqual([{ from: HOUR, to: HOUR + 30 * SECOND, reason: 'no-pong' }]);
  });

  it('is not moved by what comes on a link that is not live', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    await clock.advance(5 * SECOND);
    coverage.heard(2);
    coverage.delivered(2, 'chat');
    coverage.linkLost(1, 'no-pong');
    await clock.advance(5 * SECOND);
    coverage.heard(1);
    coverage.heard(2);
    expect(coverage.heartbeatAt).toBe(10 * SECOND);
    coverage.linkLive(2);
    expect(gaps).toMatchObject([{ from: 10 * SECOND, to: 20 * SECOND }]);
  });

  it('is the beginning of the run where nothing was heard yet', async () => {
    const clock = new VirtualClock(5);
    const coverage = new GapTracker(clock, SILENCE_MS, () => undefined);
    await clock.advance(SECOND);
    expect(coverage.heartbeatAt).toBe(5);
    coverage.linkLive(1);
    expect(coverage.heartbeatAt).toBe(5 + SECOND);
  });

  it('is not changed by what is said of a link that is gone', async () => {
    const { clock, gaps, coverage } = setUp();
    coverage.linkOver(1, false);
    await clock.advance(SECOND);
    coverage.delivered(1, 'chat');
    coverage.shown(1, ['chat'], true);
    coverage.grantHolds(1);
    coverage.subscriptionGone(1, 'chat');
    coverage.sessionGone(1);
    expect(gaps).toEqual([]);
    expect(coverage.openGap).toBeNull();
  });

  it('is after a sleep where the link has become live again since', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(HOUR);
    coverage.heard(1);
    coverage.linkLost(1, 'no-pong');
    coverage.linkLive(1);
    await hear(10 * SECOND);
    coverage.linkLost(1, 'no-pong');
    expect(coverage.openGap?.from).toBe(HOUR + 20 * SECOND);
  });

  it('is before a sleep until the link has been heard for longer than a dead one could be silent', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(HOUR);
    coverage.heard(1);
    await hear(SILENCE_MS);
    expect(coverage.heartbeatAt).toBe(10 * SECOND);
    await hear(SECOND);
    expect(coverage.heartbeatAt).toBe(HOUR + 11 * SECOND + SILENCE_MS);
  });

  it('is told when it begins, when it becomes longer and when it is over, and at no other time', async () => {
    const clock = new VirtualClock(0);
    const told: (Gap | null)[] = [];
    const coverage = new GapTracker(clock, SILENCE_MS, (closed) => told.push(closed));
    coverage.linkLive(1);
    coverage.delivered(1, 'chat');
    await clock.advance(SECOND);
    coverage.heard(1);
    coverage.linkLost(1, 'no-pong');
    expect(told).toEqual([null]);
    coverage.sessionGone(1);
    expect(told).toEqual([null, null]);
    coverage.sessionGone(1);
    coverage.linkLost(1, 'no-pong');
    coverage.linkLost(2, 'no-pong');
    expect(told).toEqual([null, null]);
    coverage.linkLive(1);
    coverage.linkLive(1);
    expect(told).toEqual([null, null, { from: 0, to: SECOND, reason: 'no-pong' }]);
  });
});

describe('from when on a gap counts where the session is gone', () => {
  it('is the last event, whatever was heard since', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.delivered(1, 'chat');
    await hear(60 * SECOND);
    coverage.linkLost(1, 'session-gone', 'delivery');
    await clock.advance(SECOND);
    coverage.linkLive(2);
    expect(gaps).toEqual([{ from: 10 * SECOND, to: 71 * SECOND, reason: 'session-gone' }]);
  });

  it('is the last list that showed it with all its subscriptions', async () => {
    const { coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.shown(1, ['chat', 'donation'], true);
    await hear(10 * SECOND);
    coverage.shown(1, ['chat'], false);
    coverage.grantHolds(1);
    await hear(10 * SECOND);
    coverage.linkLost(1, 'session-gone', 'delivery');
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is not before a sleep that makes what was heard uncertain', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    clock.jump(HOUR);
    coverage.heard(1);
    coverage.delivered(1, 'chat');
    coverage.linkLost(1, 'session-gone', 'delivery');
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is found later, too: then the gap becomes longer', async () => {
    const { clock, gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.delivered(1, 'chat');
    await hear(60 * SECOND);
    coverage.linkLost(1, 'closed-1006');
    expect(coverage.openGap?.from).toBe(70 * SECOND);
    coverage.sessionGone(1);
    expect(coverage.openGap).toEqual({ from: 10 * SECOND, reason: 'closed-1006' });
    coverage.linkOver(1, false);
    await clock.advance(SECOND);
    coverage.linkLive(2);
    expect(gaps).toHaveLength(1);
  });

  it('is not known of a session that nothing was heard of, until another one replaces it', async () => {
    const { coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.delivered(1, 'chat');
    await hear(60 * SECOND);
    coverage.linkLost(1, 'refused-503');
    coverage.linkOver(1, true);
    expect(coverage.openGap?.from).toBe(70 * SECOND);
    coverage.replaced();
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is remembered while the same session is tried again without ever being live', async () => {
    const { coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.delivered(1, 'chat');
    await hear(60 * SECOND);
    coverage.linkLost(1, 'refused-503');
    coverage.linkOver(1, true);
    coverage.linkOver(2, true);
    coverage.sessionGone(3);
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });

  it('is forgotten once a link is live again', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.linkLost(1, 'refused-503');
    coverage.linkOver(1, true);
    coverage.linkLive(2);
    await clock.advance(HOUR);
    coverage.heard(2);
    coverage.linkLost(2, 'closed-1006');
    const from = coverage.openGap?.from;
    coverage.replaced();
    expect(coverage.openGap?.from).toBe(from);
  });

  it('is not renewed by a link that merely came back', async () => {
    const { clock, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.delivered(1, 'chat');
    await hear(10 * SECOND);
    coverage.linkLost(1, 'closed-1006');
    await clock.advance(SECOND);
    coverage.linkLive(1);
    await hear(10 * SECOND);
    coverage.linkLost(1, 'session-gone', 'delivery');
    expect(coverage.openGap?.from).toBe(10 * SECOND);
  });
});

describe('a subscription that was gone', () => {
  it('leaves a gap of its own from its last event, while the link goes on', async () => {
    const { gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.delivered(1, 'donation');
    await hear(10 * SECOND);
    coverage.delivered(1, 'chat');
    await hear(10 * SECOND);
    coverage.subscriptionGone(1, 'donation');
    expect(gaps).toEqual([{ from: 10 * SECOND, to: 30 * SECOND, reason: 'subscription-gone' }]);
    expect(coverage.openGap).toBeNull();
  });

  it('is counted from the beginning of the link where nothing ever proved it', async () => {
    const { gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.delivered(1, 'chat');
    coverage.subscriptionGone(1, 'donation');
    expect(gaps).toMatchObject([{ from: 0, to: 10 * SECOND }]);
  });

  it('is counted once', async () => {
    const { gaps, coverage, hear } = setUp();
    await hear(10 * SECOND);
    coverage.subscriptionGone(1, 'donation');
    await hear(10 * SECOND);
    coverage.subscriptionGone(1, 'donation');
    expect(gaps.map(({ from, to }) => [from, to])).toEqual([
      [0, 10 * SECOND],
      [10 * SECOND, 20 * SECOND],
    ]);
  });
});
