import { describe, expect, it } from 'vitest';
import { FlushScheduler } from '../../../electron/events/event-writer.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ManualTurns } from './support.ts';

/** A clock on which a write takes as long as the test says. */
class SlowDiskClock extends VirtualClock {
  #extra = 0;

  override monotonic(): number {
    return super.monotonic() + this.#extra;
  }

  spend(ms: number): void {
    this.#extra += ms;
  }
}

function startScheduler() {
  const clock = new SlowDiskClock();
  const turns = new ManualTurns();
  let runs = 0;
  const scheduler = new FlushScheduler(clock, turns.schedule, () => {
    runs += 1;
  });
  return { clock, turns, scheduler, runs: () => runs };
}

describe('the pace of batches', () => {
  it('is one at the end of each turn in which there was something', () => {
    const { turns, scheduler, runs } = startScheduler();
    scheduler.ask();
    scheduler.ask();
    expect(runs()).toBe(0);
    turns.end();
    turns.end();
    expect(runs()).toBe(1);
    scheduler.ask();
    turns.end();
    expect(runs()).toBe(2);
  });

  it.each([
    { took: 0.5, pause: 0 },
    { took: 4, pause: 4 },
    { took: 900, pause: 20 },
  ])('slows down by $pause ms after a write of $took ms', async ({ took, pause }) => {
    const { clock, turns, scheduler, runs } = startScheduler();
    scheduler.measure(() => clock.spend(took));
    scheduler.ask();
    turns.end();
    expect(runs()).toBe(pause === 0 ? 1 : 0);
    await clock.advance(Math.max(0, pause - 1));
    scheduler.ask();
    turns.end();
    expect(runs()).toBe(pause === 0 ? 2 : 0);
    await clock.advance(1);
    expect(runs()).toBe(pause === 0 ? 2 : 1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves no timer behind and calls nobody after the end', async () => {
    const { clock, turns, scheduler, runs } = startScheduler();
    scheduler.measure(() => clock.spend(10));
    scheduler.ask();
    turns.end();
    scheduler.dispose();
    expect(clock.pendingTimers).toBe(0);
    scheduler.ask();
    turns.end();
    await clock.advance(1_000);
    expect(runs()).toBe(0);
  });
});
