import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../electron/features/show/index.ts';
import { WHEEL, WHEEL_REST_MS, type WheelEntry } from '../../../electron/features/wheel/wheel.ts';
import { isBusy, newWheel, rowsOf } from '../../../electron/features/wheel/wheel-state.ts';
import { wheelView } from '../../../electron/features/wheel/wheel-view.ts';
import { gives, says } from '../show/show-world.ts';
import { CONFIG, sectionBySeed, seedOf, TURN_MS } from './wheel-world.ts';

const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: () => null,
  roleOf: () => 'viewer',
  isFollower: () => false,
};

const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ gives: fc.constantFrom(999, 1_000, 5_000) }) },
  { weight: 4, arbitrary: fc.constantFrom('press', 'chat', 'pack') },
  { weight: 1, arbitrary: fc.constant('drop' as const) },
);
const deeds = fc.array(fc.tuple(deed, fc.constantFrom('a', 'b', 'blocked')), {
  minLength: 20,
  maxLength: 80,
});

/** Time in seconds: it turns for 5, and a result stands for 4 before the next donation's spin. */
class NaiveWheel {
  readonly spins: { who: string; endsAt: number }[] = [];
  waiting: string[] = [];
  now = 0;

  get turning(): boolean {
    return (this.spins.at(-1)?.endsAt ?? 0) > this.now;
  }

  get busy(): boolean {
    return this.turning || this.waiting.length > 0;
  }

  begin(who: string): void {
    if (!this.busy) this.spins.push({ who, endsAt: this.now + TURN_MS / 1_000 });
  }

  /** After every second, and whenever somebody gives. */
  look(): void {
    const last = this.spins.at(-1)?.endsAt ?? Number.NEGATIVE_INFINITY;
    if (last + WHEEL_REST_MS / 1_000 > this.now) return;
    const [next, ...rest] = this.waiting;
    if (next === undefined) return;
    this.waiting = [];
    this.begin(next);
    this.waiting = rest;
  }
}

describe('a wheel', () => {
  it('goes as a naive one does, and the same after being kept at any moment', () => {
    const weights = CONFIG.sections.map(({ weight }) => weight);
    const reached = { spins: 0, waiting: 0 };
    fc.assert(
      fc.property(deeds, fc.nat(), (all, number) => {
        const seed = seedOf(number);
        const naive = new NaiveWheel();
        let wheel = newWheel(CONFIG, { at: 0, seed, past: [], before: null });
        let now = 0;
        const put = (entry: WheelEntry | null) => {
          if (!entry) return;
          const read = WHEEL.readEntry(JSON.parse(JSON.stringify(entry)));
          wheel = WHEEL.fold(wheel, read).state;
        };
        const settle = () => {
          while ((WHEEL.dueAt(wheel) ?? Number.POSITIVE_INFINITY) <= now)
            put(WHEEL.due(wheel, now));
        };
        const kept = () => WHEEL.unpack(JSON.parse(JSON.stringify(WHEEL.pack(wheel))));
        for (const [at, [each, who]] of all.entries()) {
          if (typeof each === 'object' && 'wait' in each) {
            for (let second = 0; second < each.wait; second += 1) {
              now += 1_000;
              naive.now += 1;
              settle();
              naive.look();
            }
          } else if (typeof each === 'object') {
            put(WHEEL.hear(wheel, gives(who, each.gives)(at + 1, now), AUDIENCE));
            settle();
            if (who !== 'blocked' && each.gives >= 1_000) naive.waiting.push(who);
            naive.look();
          } else if (each === 'press' && !isBusy(wheel)) {
            put({ type: 'spin', at: now, by: 'page', who: null, name: null });
            naive.begin('page');
          } else if (each === 'chat') {
            const said = says(who, '!wheel', { senderRole: 'manager' })(at + 1, now);
            put(WHEEL.hear(wheel, said, AUDIENCE));
            if (who !== 'blocked') naive.begin(who);
          } else if (each === 'drop') {
            put({ type: 'drop' });
            naive.waiting = [];
          } else if (each === 'pack') {
            wheel = kept();
          }
          expect(wheel.spins.map((spin) => spin.who ?? 'page')).toEqual(
            naive.spins.map((spin) => spin.who),
          );
          expect(wheel.spins.map(({ section }) => section)).toEqual(
            naive.spins.map((_, before) => sectionBySeed(seed, weights, before + 1)),
          );
          expect(wheel.waiting.map((asked) => asked.who)).toEqual(naive.waiting);
          expect(wheel.turning).toBe(naive.turning);
          const view = wheelView(1, wheel);
          expect(view.seed).toBeNull();
          expect(view.turn?.result === null).toBe(naive.turning);
          const stopped = naive.spins.length - Number(naive.turning);
          expect(rowsOf(1, wheel).map(({ n }) => n)).toEqual(
            Array.from({ length: stopped }, (_, before) => stopped - before),
          );
          expect(WHEEL.pack(kept())).toEqual(WHEEL.pack(wheel));
          reached.spins = Math.max(reached.spins, naive.spins.length);
          reached.waiting = Math.max(reached.waiting, naive.waiting.length);
        }
      }),
      { seed: 15, numRuns: 300 },
    );
    expect(reached.spins).toBeGreaterThan(9);
    expect(reached.waiting).toBeGreaterThan(4);
  });

  it('that is damaged on the disk has no name for a section that there is not', () => {
    const whole = newWheel(CONFIG, { at: 0, seed: seedOf(1), past: [], before: null });
    const asked = { by: 'page', who: null, name: null, beams: null } as const;
    const spins = [{ ...asked, at: 0, ms: TURN_MS, section: 99 }];
    const kept = { ...Object(WHEEL.pack(whole)), spins, turning: true };
    const { state, effects } = WHEEL.fold(WHEEL.unpack(kept), { type: 'stop', at: TURN_MS });
    expect(effects).toEqual([]);
    expect(wheelView(1, state).turn).toMatchObject({ n: 1, result: null });
    expect(rowsOf(1, state)).toMatchObject([{ n: 1, section: '' }]);
    const config = { ...CONFIG, announce: true };
    const said = WHEEL.fold(WHEEL.unpack({ ...kept, config }), { type: 'stop', at: TURN_MS });
    expect(said.effects).toMatchObject([{ text: { values: { section: '' } } }]);
  });
});
