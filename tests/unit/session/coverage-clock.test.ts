import { describe, expect, it } from 'vitest';
import { ALL, HOUR, live, SECOND } from './coverage-world.ts';

describe('a clock that is set while a gap is open', () => {
  it('changes nothing of how long the gap is, also where the machine sleeps then', async () => {
    for (const setMs of [-3 * HOUR, 2 * HOUR]) {
      const { clock, gaps, breaks, look, hear } = live();
      await hear(5 * HOUR);
      breaks('no-pong');
      await clock.advance(10 * SECOND);
      clock.jump(setMs);
      clock.sleep(HOUR);
      look('a');
      expect(gaps).toMatchObject([
        { from: 5 * HOUR + setMs, to: 6 * HOUR + 10 * SECOND + setMs, kinds: ALL },
      ]);
    }
  });

  it('moves the gap along, however it ends', async () => {
    for (const end of ['found', 'stopped']) {
      const { clock, gaps, breaks, look, hear, open, stop } = live();
      await hear(HOUR);
      breaks('no-pong');
      await clock.advance(10 * SECOND);
      clock.jump(-HOUR);
      expect(open()).toMatchObject([{ from: 0 }]);
      await clock.advance(10 * SECOND);
      if (end === 'found') look('a');
      else stop();
      expect(gaps).toMatchObject([{ from: 0, to: 20 * SECOND, kinds: ALL }]);
    }
  });
});

describe('after a sleep', () => {
  it('a gap begins before it when the connection is lost, whatever is read in between', async () => {
    const { clock, gaps, coverage, breaks, look, hear, now } = live();
    await hear(10 * SECOND);
    const beforeIt = now();
    clock.sleep(3 * HOUR);
    coverage.delivered('a', 'chat', beforeIt);
    coverage.answered('a', beforeIt);
    breaks('closed-1000');
    look('a');
    expect(gaps).toMatchObject([{ from: 10_000, to: 3 * HOUR + 10_000, kinds: ALL }]);
  });

  it('it begins after it once a PING of then is answered', async () => {
    const { clock, breaks, hear, open, pong } = live();
    await hear(10 * SECOND);
    clock.sleep(HOUR);
    pong();
    breaks('no-pong');
    expect(open()).toMatchObject([{ from: HOUR + 10 * SECOND }]);
  });

  it('it begins after it where the connection has been up anew since', async () => {
    const { clock, coverage, look, hear, open } = live();
    await hear(10 * SECOND);
    clock.sleep(HOUR);
    coverage.lost('a', 'no-pong');
    look('a');
    coverage.lost('a', 'no-pong');
    expect(open()).toMatchObject([{ from: HOUR + 10 * SECOND }]);
  });
});
