import { describe, expect, it } from 'vitest';
import { SimClock } from '../../../electron/simulator/sim-clock.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function build(scale = 1) {
  const base = new VirtualClock();
  const clock = new SimClock(base, { scale });
  const fired: string[] = [];
  const note = (name: string) => () => fired.push(`${name}@${Math.round(clock.monotonic())}`);
  return { base, clock, fired, note, startedAt: base.now() };
}

describe('the simulated clock', () => {
  it.each([
    { scale: 1, realMs: 5_000, simulatedMs: 5_000 },
    { scale: 60, realMs: 1_000, simulatedMs: 60_000 },
    { scale: 0.5, realMs: 1_000, simulatedMs: 500 },
  ])('runs $scale times as fast as the real one', async ({ scale, realMs, simulatedMs }) => {
    const { base, clock, startedAt } = build(scale);
    await base.advance(realMs);
    expect(clock.now() - startedAt).toBe(simulatedMs);
  });

  it('fires timers when their simulated time has come, not before', async () => {
    const { base, clock, fired, note } = build(60);
    clock.setTimeout(note('minute'), 60_000);
    await base.advance(999);
    expect(fired).toEqual([]);
    await base.advance(1);
    expect(fired).toEqual(['minute@60000']);
  });

  it('fires what a jump passes over, in order, each at its own instant', () => {
    const { clock, fired, note } = build();
    clock.setTimeout(note('late'), 300);
    clock.setTimeout(note('early'), 100);
    clock.setTimeout(note('beyond'), 1_001);
    clock.move(1_000);
    expect(fired).toEqual(['early@100', 'late@300']);
    expect(clock.monotonic()).toBe(1_000);
  });

  it('fires a chain of timers within one jump', () => {
    const { clock, fired, note } = build();
    const tick = (): void => {
      note('tick')();
      clock.setTimeout(tick, 250);
    };
    clock.setTimeout(tick, 250);
    clock.move(1_000);
    expect(fired).toEqual(['tick@250', 'tick@500', 'tick@750', 'tick@1000']);
  });

  it('keeps the time it has when the pace changes, and moves waiting timers along', async () => {
    const { base, clock, fired, note } = build();
    clock.setTimeout(note('timer'), 10_000);
    await base.advance(1_000);
    clock.setScale(9);
    expect(clock.monotonic()).toBe(1_000);
    await base.advance(1_000);
    expect(fired).toEqual(['timer@10000']);
  });

  it('survives a base clock whose timers fire early', async () => {
    const base = new VirtualClock();
    const clamped = {
      now: () => base.now(),
      monotonic: () => base.monotonic(),
      uptime: () => base.uptime(),
      setTimeout: (run: () => void, ms: number) => base.setTimeout(run, Math.min(ms, 100)),
    };
    const clock = new SimClock(clamped);
    let firedAt = -1;
    clock.setTimeout(() => {
      firedAt = clock.monotonic();
    }, 1_050);
    await base.advance(1_049);
    expect(firedAt).toBe(-1);
    await base.advance(1);
    expect(firedAt).toBe(1_050);
  });

  it('does not fire a disposed timer, and leaves no timer of the real clock behind', async () => {
    const { base, clock, fired, note } = build();
    clock.setTimeout(note('one'), 10).dispose();
    clock.setTimeout(note('two'), 20);
    clock.dispose();
    await base.advance(100);
    expect(fired).toEqual([]);
    expect(base.pendingTimers).toBe(0);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to move by %s', (ms) => {
    expect(() => build().clock.move(ms)).toThrow(RangeError);
  });

  it.each([0, -2, Number.NaN])('refuses the pace %s', (scale) => {
    expect(() => build().clock.setScale(scale)).toThrow(RangeError);
  });

  it('goes on firing after a timer that threw', async () => {
    const { base, clock, fired, note } = build();
    clock.setTimeout(() => {
      throw new Error('broken');
    }, 10);
    clock.setTimeout(note('after'), 20);
    expect(() => clock.move(50)).toThrow('broken');
    await base.advance(1);
    expect(fired).toEqual(['after@50']);
  });
});
