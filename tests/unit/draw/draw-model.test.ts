import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAW, type DrawEntry } from '../../../electron/features/draw/draw.ts';
import { type Draw, newDraw, phaseOf } from '../../../electron/features/draw/draw-state.ts';
import { drawView } from '../../../electron/features/draw/draw-view.ts';
import type { Audience } from '../../../electron/features/show/index.ts';
import type { DrawConfig } from '../../../shared/contract/draw.ts';
import { says } from '../show/show-world.ts';
import { CONFIG, seedOf } from './draw-world.ts';

const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: () => 'viewer',
};

const VIEWERS = ['a', 'b', 'c', 'd', 'e', 'f', 'blocked', 'past'];
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ says: fc.constantFrom('!참가', '！참가 요', 'hi') }) },
  { weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 4, arbitrary: fc.constantFrom('close', 'draw', 'draw', 'next', 'confirm', 'pack') },
);
const deeds = fc.array(fc.tuple(deed, fc.constantFrom(...VIEWERS)), {
  minLength: 20,
  maxLength: 80,
});

/** Who would be drawn, one after the other, of all entrants: as the document says it. */
function permutation(seed: string, names: readonly string[]): string[] {
  const left = [...names];
  const drawn: string[] = [];
  for (let counter = 0; left.length > 0; counter += 1) {
    const end = counter.toString(16).padStart(16, '0');
    const block = createHash('sha256')
      .update(Buffer.from(seed + end, 'hex'))
      .digest();
    const number = block.readUInt32BE(0);
    if (number < 2 ** 32 - (2 ** 32 % left.length)) {
      drawn.push(...left.splice(number % left.length, 1));
    }
  }
  return drawn;
}

interface Naive {
  now: number;
  phase: 'open' | 'closed' | 'drawing' | 'waiting' | 'over';
  readonly entrants: string[];
  /** In the order of the draw, once it was drawn. */
  order: readonly string[];
  readonly shown: { readonly who: string; state: 'waiting' | 'won' | 'missed'; until: number }[];
  drawn: number;
  revealAt: number;
}

/** Time in seconds; one draw of two winners with answers within 20 s, entries closing at 100 s. */
class NaiveDraw {
  readonly naive: Naive = {
    now: 0,
    phase: 'open',
    entrants: [],
    order: [],
    shown: [],
    drawn: 0,
    revealAt: 0,
  };

  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  wait(seconds: number): void {
    for (let each = 0; each < seconds; each += 1) {
      this.naive.now += 1;
      this.tick();
    }
  }

  tick(): void {
    const { naive } = this;
    if (naive.phase === 'open' && naive.now >= 100) naive.phase = 'closed';
    if (naive.phase === 'drawing' && naive.now >= naive.revealAt) {
      for (const who of naive.order.slice(naive.shown.length, naive.drawn)) {
        naive.shown.push({ who, state: 'waiting', until: naive.now + 20 });
      }
      naive.phase = 'waiting';
    }
    this.miss(({ until }) => until <= naive.now);
  }

  says(who: string, text: string): void {
    const { naive } = this;
    if (who === 'blocked') return;
    if (naive.phase === 'open' && text !== 'hi' && who !== 'past') {
      if (!naive.entrants.includes(who)) naive.entrants.push(who);
      return;
    }
    this.win((one) => one.who === who);
  }

  win(isMeant: (one: Naive['shown'][number]) => boolean): void {
    for (const one of this.naive.shown) {
      if (one.state === 'waiting' && isMeant(one)) one.state = 'won';
    }
    this.endIfDone();
  }

  miss(isMeant: (one: Naive['shown'][number]) => boolean): void {
    const { naive } = this;
    const meant = naive.shown.filter((one) => one.state === 'waiting' && isMeant(one));
    for (const one of meant) one.state = 'missed';
    const more = Math.min(meant.length, naive.order.length - naive.drawn);
    naive.drawn += more;
    if (more > 0 && naive.phase === 'waiting') {
      naive.phase = 'drawing';
      naive.revealAt = naive.now + 3;
    }
    this.endIfDone();
  }

  draw(): void {
    const { naive } = this;
    naive.order = permutation(this.#seed, naive.entrants);
    naive.drawn = Math.min(2, naive.order.length);
    naive.phase = 'drawing';
    naive.revealAt = naive.now + 5;
  }

  endIfDone(): void {
    const { naive } = this;
    if (naive.phase !== 'waiting') return;
    if (naive.shown.every(({ state }) => state !== 'waiting')) naive.phase = 'over';
  }
}

describe('a draw', () => {
  it('goes as a naive one does, and the same after being kept at any moment', () => {
    const config: DrawConfig = {
      ...CONFIG,
      winners: 2,
      seconds: 100,
      answer: true,
      answerSeconds: 20,
      exceptLast: 1,
    };
    const reached = new Set<string>();
    fc.assert(
      fc.property(deeds, fc.nat(), (all, number) => {
        const seed = seedOf(number);
        const naive = new NaiveDraw(seed);
        let draw = newDraw(config, { at: 0, seed, after: 0, past: [['past'], ['a']] });
        const put = (entry: DrawEntry | null) => {
          if (entry)
            draw = DRAW.fold(draw, DRAW.readEntry(JSON.parse(JSON.stringify(entry)))).state;
        };
        const kept = (): Draw => DRAW.unpack(JSON.parse(JSON.stringify(DRAW.pack(draw))));
        let now = 0;
        const wait = (seconds: number) => {
          for (let each = 0; each < seconds; each += 1) {
            now += 1_000;
            while (DRAW.endedAt(draw) === null && (DRAW.dueAt(draw) ?? Infinity) <= now) {
              put(DRAW.due(draw, now));
            }
          }
        };
        for (const [at, [each, who]] of all.entries()) {
          const phase = phaseOf(draw);
          const waiting = draw.drawn.findIndex(({ state }) => state === 'waiting');
          const entrant = draw.drawn[waiting]?.entrant ?? -1;
          const name = draw.entrants[entrant]?.who;
          if (typeof each === 'object' && 'wait' in each) {
            wait(each.wait);
            naive.wait(each.wait);
          } else if (typeof each === 'object') {
            if (phase === 'over') continue;
            put(DRAW.hear(draw, says(who, each.says)(at + 1, now), AUDIENCE));
            naive.says(who, each.says);
          } else if (each === 'pack') {
            draw = kept();
          } else if (each === 'close' && phase === 'open') {
            put({ type: 'close', at: now });
            naive.naive.phase = 'closed';
          } else if (each === 'draw' && /open|closed/.test(phase) && draw.entrants.length > 0) {
            put({ type: 'draw', at: now });
            naive.draw();
          } else if (each === 'next' && name !== undefined) {
            put({ type: 'next', entrant, at: now });
            naive.miss((one) => one.who === name);
          } else if (each === 'confirm' && name !== undefined) {
            put({ type: 'answer', entrant, at: now });
            naive.win((one) => one.who === name);
          }
          const { entrants, shown, phase: naively } = naive.naive;
          expect(draw.entrants.map((one) => one.who)).toEqual(entrants);
          expect(phaseOf(draw)).toBe(naively);
          reached.add(`${naively}: ${shown.map(({ state }) => state).join(', ')}`);
          const view = drawView(1, draw);
          expect(view.drawn.map((one) => [entrants[one.entrant - 1], one.state])).toEqual(
            shown.map((one) => [one.who, one.state]),
          );
          expect(view.seed === null).toBe(naively !== 'over');
          expect(DRAW.pack(kept())).toEqual(DRAW.pack(draw));
        }
      }),
      { seed: 15, numRuns: 400 },
    );
    expect([...reached]).toEqual(
      expect.arrayContaining([
        'over: won, won',
        'over: missed, won, won',
        'waiting: missed, waiting, waiting',
        'drawing: missed, won',
        'drawing: missed, missed, waiting',
        'over: missed, missed, missed, missed',
      ]),
    );
  });
});
