import { describe, expect, it } from 'vitest';
import { SteadyBackoff } from '../../../electron/session/call-pace.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function setUp() {
  const clock = new VirtualClock();
  // The upper end of every wait: half a second, 1, 2, 4 seconds and so on.
  return { clock, backoff: new SteadyBackoff(clock, () => 1) };
}

describe('waits between attempts to be live', () => {
  it('grow while attempts fail', () => {
    const { backoff } = setUp();
    expect([backoff.next(), backoff.next(), backoff.next()]).toEqual([500, 1_000, 2_000]);
  });

  it('go on growing when every link is lost right after it went live', async () => {
    const { clock, backoff } = setUp();
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      backoff.wentLive();
      await clock.advance(300);
      waits.push(backoff.next());
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it.each([
    ['begin anew after 3 seconds of being live', 2, 3_000, 500],
    ['go on growing after less', 2, 2_999, 2_000],
    ['begin anew when it lived as long as the last wait', 5, 8_000, 500],
    ['go on growing when the last wait was longer', 5, 7_999, 16_000],
  ])('%s', async (_name, failed, liveMs, waitMs) => {
    const { clock, backoff } = setUp();
    for (let attempt = 0; attempt < failed; attempt += 1) backoff.next();
    backoff.wentLive();
    await clock.advance(liveMs);
    expect(backoff.next()).toBe(waitMs);
  });

  it('do not begin anew twice for one time of being live', async () => {
    const { clock, backoff } = setUp();
    backoff.wentLive();
    await clock.advance(60_000);
    expect([backoff.next(), backoff.next()]).toEqual([500, 1_000]);
  });
});
