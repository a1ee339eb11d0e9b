import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/base/clock.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { LoopWatch } from '../../../electron/base/loop-watch.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** Timers of a clock that runs on while the loop is held up. */
class HeldUpClock implements Clock {
  readonly #clock = new VirtualClock();
  #heldMs = 0;

  now = () => this.#clock.now() + this.#heldMs;
  monotonic = () => this.#clock.monotonic() + this.#heldMs;
  uptime = () => this.monotonic();
  setTimeout: Clock['setTimeout'] = (run, delayMs) => this.#clock.setTimeout(run, delayMs);

  get pendingTimers(): number {
    return this.#clock.pendingTimers;
  }

  /** Something runs for so long; then timers come due. */
  async hold(ms: number): Promise<void> {
    this.#heldMs += ms;
    await this.#clock.advance(20);
  }

  advance = (ms: number) => this.#clock.advance(ms);
}

let clock: HeldUpClock;
let lines: string[];
let watch: LoopWatch;

beforeEach(() => {
  clock = new HeldUpClock();
  lines = [];
  const log = createLogger(clock, new Redactor(), (line) => lines.push(line));
  watch = new LoopWatch(clock, log);
});

afterEach(() => watch.dispose());

describe('the watch over the event loop', () => {
  it('has nothing to say while everything has its turn', async () => {
    await clock.advance(60_000);
    await clock.hold(179);
    expect(watch.read()).toEqual({ slowLoops: 0, longestMs: 0 });
    expect(lines).toEqual([]);
  });

  it('counts what held the loop up for more than 200 ms, knows the longest, and logs it', async () => {
    await clock.hold(181);
    await clock.hold(1_480);
    await clock.hold(300);
    expect(watch.read()).toEqual({ slowLoops: 3, longestMs: 1_500 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('The event loop was held up {"count":1,"longestMs":201}');
    await clock.advance(10_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('{"count":2,"longestMs":1500}');
  });

  it('says it once in ten seconds at most, and leaves nothing out', async () => {
    for (let time = 0; time < 200; time += 1) await clock.hold(480);
    await clock.advance(10_000);
    expect(lines.length).toBeLessThanOrEqual(12);
    const counts = lines.map((line) => Number(/"count":(\d+)/.exec(line)?.[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(200);
  });

  it('takes a sleep of the machine for none', async () => {
    await clock.hold(8 * 3_600_000);
    expect(watch.read().slowLoops).toBe(0);
  });

  it('leaves no timer behind', async () => {
    await clock.advance(100);
    watch.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
