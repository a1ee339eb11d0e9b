import { describe, expect, it } from 'vitest';
import { type Fault, planFaults } from '../../fleet/fault-plan.ts';
import { steadyRandom } from '../../support/steady-random.ts';

const WISH = {
  hosts: 3,
  natsServers: 3,
  seconds: 340,
  hostKills: 30,
  natsKills: 20,
  pauses: 3,
  cuts: 3,
};

const SEEDS = Array.from({ length: 50 }, (_, at) => at + 1);

const isWithin = (atMs: number, { atMs: from, forMs }: Fault): boolean =>
  atMs >= from && atMs < from + forMs;

describe('the plan of faults', () => {
  it('is the same for the same seed and another one for another', () => {
    expect(planFaults(WISH, steadyRandom(1))).toEqual(planFaults(WISH, steadyRandom(1)));
    expect(planFaults(WISH, steadyRandom(1))).not.toEqual(planFaults(WISH, steadyRandom(2)));
  });

  it('has as many faults of each kind as were wished for, in order, within the time', () => {
    for (const seed of SEEDS) {
      const plan = planFaults(WISH, steadyRandom(seed));
      const count = (kind: string): number => plan.filter((fault) => fault.kind === kind).length;
      expect(count('host-killed')).toBe(30);
      expect(count('nats-killed')).toBe(20);
      expect(count('host-paused')).toBe(3);
      expect(count('host-cut')).toBe(3);
      expect(plan.map(({ atMs }) => atMs)).toEqual(
        plan.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
      );
      expect(Math.max(...plan.map(({ atMs, forMs }) => atMs + forMs))).toBeLessThan(345_000);
    }
  });

  it('never has two NATS servers down at once, so that the other two always agree', () => {
    for (const seed of SEEDS) {
      const kills = planFaults(WISH, steadyRandom(seed)).filter(
        ({ kind }) => kind === 'nats-killed',
      );
      for (const kill of kills) {
        const others = kills.filter((other) => other !== kill && isWithin(kill.atMs, other));
        expect(others).toEqual([]);
      }
    }
  });

  it('always leaves a host whole, and does nothing to one that is paused or cut', () => {
    for (const seed of SEEDS) {
      const ofHosts = planFaults(WISH, steadyRandom(seed)).filter(
        ({ kind }) => kind !== 'nats-killed',
      );
      for (const fault of ofHosts) {
        const others = ofHosts.filter((other) => other !== fault && isWithin(fault.atMs, other));
        const struck = new Set([fault, ...others].map(({ victim }) => victim));
        expect(struck.size).toBe(1 + others.length);
        expect(struck.size).toBeLessThan(WISH.hosts);
      }
    }
  });
});
