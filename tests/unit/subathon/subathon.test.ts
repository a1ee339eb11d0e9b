import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  newSubathon,
  SUBATHON,
  type Subathon,
  type SubathonEntry,
  subathonView,
} from '../../../electron/features/subathon/subathon.ts';
import { hasSameRules } from '../../../electron/features/subathon/subathon-rules.ts';
import type { SubathonRule } from '../../../shared/contract/subathon.ts';
import { endsAt, leftAt } from '../../../shared/overlay/subathon-clock.ts';
import { gives, type Said, says } from '../show/show-world.ts';
import { draw } from '../storage/support.ts';
import {
  AT,
  BEAMS,
  begun,
  buys,
  CONFIG,
  cheers,
  hear,
  MINUTE,
  put,
  SECOND,
  subscribes,
} from './subathon-clock.ts';

/** What the rules add for these events, in all, milliseconds. */
function adds(rules: readonly Partial<SubathonRule>[], ...said: readonly Said[]): number {
  let clock = begun({ rules: rules.map((rule) => ({ ...BEAMS, ...rule }) as SubathonRule) });
  for (const each of said) clock = hear(clock, each);
  return leftAt(clock.time, AT) - 10 * MINUTE;
}

const TIERS: readonly Partial<SubathonRule>[] = [
  { by: 'subscription', tier: null, seconds: 60 },
  { by: 'subscription', tier: 2, seconds: 300 },
];
const MONEY: readonly Partial<SubathonRule>[] = [
  { by: 'purchase', currency: 'KRW', per: 10_000, seconds: 60 },
  { by: 'purchase', currency: 'USD', per: 1, seconds: 6 },
];

describe('what adds time', () => {
  it.each([
    ['beams, by their share', [{}], [gives('a', 1_500)], 90 * SECOND],
    ['cheering, by a rule of its own', [{ by: 'cheering' as const }], [cheers('a', 1_000)], MINUTE],
    ['a subscription of any tier', TIERS, [subscribes(1), subscribes(null)], 2 * MINUTE],
    ['a subscription of its tier first', TIERS, [subscribes(2)], 5 * MINUTE],
    ['money by its currency', MONEY, [buys(5_000, 'KRW'), buys(12.5, 'USD')], 105 * SECOND],
  ])('is %s', (_, rules, said, ms) => {
    expect(adds(rules, ...said)).toBe(ms);
  });

  it.each([
    ['cheering where only donations count', cheers('a', 1_000)],
    ['a donation of unknown amount', gives('a', 0, { payAmount: null })],
    ['a donation of nothing', gives('a', 0)],
    ['a subscription without a rule', subscribes(1)],
    ['a purchase without a rule', buys(10_000, 'KRW')],
    ['a chat message', says('a', '1000')],
    ['a draw', (number: number) => draw(number)],
  ])('is not %s', (_, said) => {
    expect(adds([{}], said)).toBe(0);
  });

  it('is not money of another or an unknown amount', () => {
    expect(adds(MONEY, buys(100, 'JPY'), buys(null, 'KRW'), buys(10_000, 'krw'))).toBe(0);
  });

  it('loses no part: three gifts of one beam are one of three', () => {
    const rule = { per: 3, seconds: 1 };
    expect(adds([rule], gives('a', 1))).toBe(333);
    expect(adds([rule], gives('a', 1), gives('b', 1), gives('c', 1))).toBe(SECOND);
    expect(adds([{ per: 7, seconds: 1 }], ...Array.from({ length: 7 }, () => gives('a', 1)))).toBe(
      SECOND,
    );
  });

  it('stops at its caps, for one event and in all', () => {
    const rule = { mostEach: 90, mostInAll: 200 };
    expect(adds([rule], gives('a', 1_000_000))).toBe(90 * SECOND);
    expect(adds([rule], gives('a', 5_000), gives('a', 5_000), gives('a', 5_000))).toBe(
      200 * SECOND,
    );
  });

  it('takes any amount that the platform may send', () => {
    const left = adds([{ per: 1, seconds: 2_592_000 }], gives('a', Number.MAX_SAFE_INTEGER));
    expect(Number.isSafeInteger(left)).toBe(true);
  });

  it('is more in a happy hour, until its moment', () => {
    let clock = put(begun(), { type: 'happy', happy: { factor: 150, until: AT + MINUTE } });
    clock = hear(clock, gives('a', 1_000), MINUTE - 1);
    expect(clock.tallies[0]?.ms).toBe(90 * SECOND);
    clock = hear(clock, gives('a', 1_000), MINUTE);
    expect(clock.tallies[0]?.ms).toBe(150 * SECOND);
  });

  it('is told with its name and sum, the last ten newest first', () => {
    let clock = begun();
    for (let number = 1; number <= 12; number += 1) {
      clock = hear(clock, gives(`v${number}`, 100, { donatorNickname: `n${number}` }));
    }
    clock = put(clock, { type: 'hand', at: AT, ms: -30 * SECOND });
    const view = subathonView(1, clock);
    expect(view?.recent).toHaveLength(10);
    expect(view?.recent.slice(0, 2)).toMatchObject([
      { by: 'hand', name: null, ms: -30 * SECOND },
      { by: 'donation', name: 'n12', ms: 6 * SECOND },
    ]);
    expect(view?.tallies).toEqual([{ rule: BEAMS, count: 12, ms: 72 * SECOND }]);
    expect(view?.hand).toEqual({ added: 0, taken: 30 * SECOND });
  });

  it('counts what a blocked viewer gave, and does not name them', () => {
    const clock = hear(begun(), gives('blocked', 1_000, { donatorNickname: 'loud' }));
    expect(clock.tallies[0]?.ms).toBe(MINUTE);
    expect(JSON.stringify(SUBATHON.pack(clock))).not.toMatch(/loud|blocked/);
  });

  it('stays when its giver is forgotten', () => {
    let clock = begun();
    for (const who of ['a', 'b']) {
      clock = hear(clock, gives(who, 500, { donatorNickname: `name of ${who}` }));
    }
    clock = SUBATHON.forget(clock, 'a');
    expect(JSON.stringify(SUBATHON.pack(clock))).not.toMatch(/"a"|name of a/);
    expect(clock.recent.map(({ name }) => name)).toEqual(['name of b', null]);
    expect(clock.tallies[0]?.ms).toBe(MINUTE);
  });

  it('does not come of two rules for the same', () => {
    expect(hasSameRules({ rules: [BEAMS, { ...BEAMS, per: 5 }] })).toBe(true);
    const both = TIERS.map((rule) => ({ ...BEAMS, ...rule }) as SubathonRule);
    expect(hasSameRules({ rules: [BEAMS, ...both] })).toBe(false);
  });
});

describe('the time of a subathon clock', () => {
  it('runs at its speed, and stands while it is paused', () => {
    let clock = put(begun(), { type: 'speed', at: AT + MINUTE, percent: 200 });
    expect(endsAt(clock.time)).toBe(AT + MINUTE + 4.5 * MINUTE);
    expect(leftAt(clock.time, AT + 2 * MINUTE)).toBe(7 * MINUTE);
    clock = put(clock, { type: 'pause', at: AT + 2 * MINUTE, paused: true });
    expect(endsAt(clock.time)).toBeNull();
    clock = hear(clock, gives('a', 1_000), 3 * MINUTE);
    expect(leftAt(clock.time, AT + 60 * MINUTE)).toBe(8 * MINUTE);
    clock = put(clock, { type: 'pause', at: AT + 60 * MINUTE, paused: false });
    expect(endsAt(clock.time)).toBe(AT + 64 * MINUTE);
  });

  it('grows by what arrived before its end, whenever that is handled, and by nothing after', () => {
    const end = 10 * MINUTE;
    let clock = put(begun(), { type: 'out', at: AT + end, late: false });
    expect(hear(clock, gives('a', 1_000), end).tallies[0]?.count).toBe(0);
    clock = hear(clock, gives('a', 1_000), end - 1);
    expect(endsAt(clock.time)).toBe(AT + end + MINUTE);
  });

  it('marks the recording where it ends, once, and not where nobody saw it', () => {
    const end = AT + 10 * MINUTE;
    const mark = { type: 'mark', kind: 'subathon-end', label: begun().config.title };
    const effectsOf = (clock: Subathon, entry: SubathonEntry) =>
      SUBATHON.fold(clock, entry).effects ?? [];
    expect(effectsOf(begun(), { type: 'out', at: end, late: false })).toContainEqual(mark);
    expect(effectsOf(begun(), { type: 'out', at: end, late: true })).toEqual([]);
    expect(effectsOf(begun(), { type: 'end', at: end - 1 })).toEqual([mark]);
    expect(effectsOf(begun(), { type: 'end', at: end })).toEqual([]);
  });

  it('runs again from the moment at which the streamer adds some', () => {
    const late = AT + 30 * MINUTE;
    let clock = put(begun(), { type: 'hand', at: late, ms: 2 * MINUTE });
    expect(endsAt(clock.time)).toBe(late + 2 * MINUTE);
    clock = hear(clock, gives('a', 1_000), 31 * MINUTE);
    expect(endsAt(clock.time)).toBe(late + 3 * MINUTE);
  });

  it('is never below nothing, however much the streamer takes', () => {
    const clock = put(begun(), { type: 'hand', at: AT + MINUTE, ms: -60 * MINUTE });
    expect(leftAt(clock.time, AT + MINUTE)).toBe(0);
    expect(clock.hand.taken).toBe(9 * MINUTE);
  });

  it('ends at its latest end, and keeps what is beyond for a later one', () => {
    let clock = hear(begun({ limitHours: 1 }), gives('a', 100_000));
    const hour = 60 * MINUTE;
    expect(endsAt(clock.time)).toBe(AT + hour);
    expect(leftAt(clock.time, AT + 50 * MINUTE)).toBe(10 * MINUTE);
    clock = put(clock, { type: 'limit', at: AT + 80 * MINUTE, endBy: AT + 10 * hour });
    expect(leftAt(clock.time, AT + 80 * MINUTE)).toBe(50 * MINUTE);
  });

  it('moves with the computer’s clock where that is set', () => {
    let clock = put(begun({ limitHours: 1 }), {
      type: 'happy',
      happy: { factor: 200, until: AT + MINUTE },
    });
    clock = put(clock, { type: 'shift', ms: -5 * MINUTE });
    expect(leftAt(clock.time, AT - 5 * MINUTE)).toBe(10 * MINUTE);
    expect(clock).toMatchObject({
      beganAt: AT - 5 * MINUTE,
      happy: { until: AT - 4 * MINUTE },
      time: { endBy: AT + 55 * MINUTE },
    });
  });

  it('stays as it was when the streamer finished it', () => {
    const clock = put(begun({ limitHours: 1 }), { type: 'end', at: AT + MINUTE });
    expect(SUBATHON.endedAt(clock)).toBe(AT + MINUTE);
    expect(leftAt(clock.time, AT + 600 * MINUTE)).toBe(9 * MINUTE);
  });

  const donation = fc.record({
    type: fc.constant('gives' as const),
    amount: fc.integer({ min: 1, max: 300 }),
  });
  const doing = fc.oneof(
    { weight: 4, arbitrary: donation },
    fc.record({ type: fc.constant('pause' as const), paused: fc.boolean() }),
    fc.record({ type: fc.constant('speed' as const), percent: fc.integer({ min: 50, max: 200 }) }),
    fc.record({ type: fc.constant('hand' as const), ms: fc.integer({ min: -200, max: 200 }) }),
    fc.record({
      type: fc.constant('happy' as const),
      factor: fc.integer({ min: 110, max: 1_000 }),
      lasts: fc.nat(300),
    }),
  );
  const steps = fc.array(fc.record({ wait: fc.nat(200), doing }), { maxLength: 30 });
  const rule = fc.record({
    per: fc.integer({ min: 1, max: 3_000 }),
    mostInAll: fc.option(fc.integer({ min: 1, max: 2 })),
  });

  it('is that of a clock which ticks every millisecond, after any restarts', () => {
    fc.assert(
      fc.property(steps, rule, fc.nat(30), fc.nat(500), (all, set, cut, start) => {
        const config = { ...CONFIG, rules: [{ ...BEAMS, ...set, seconds: 1 }] };
        let clock = newSubathon(config, AT);
        clock.time = { ...clock.time, left: start * 100 };
        // Naively: in hundredths, one millisecond after the other, all gifts summed anew.
        let now = AT;
        let left = start * 100;
        let speed = 100;
        let paused = false;
        let happy = { factor: 100, until: 0 };
        const gifts: bigint[] = [];
        const parts = BigInt(set.per) * 100n;
        const given = () => {
          const sum = gifts.reduce((one, other) => one + other, 0n);
          const most = set.mostInAll === null ? sum : BigInt(set.mostInAll) * 1_000n * parts;
          return Number((sum < most ? sum : most) / parts);
        };
        for (const [at, { wait, doing: each }] of all.entries()) {
          for (let tick = 0; tick < wait; tick += 1) if (!paused) left = Math.max(0, left - speed);
          now += wait;
          const isOut = !paused && left === 0;
          if (at === cut) clock = SUBATHON.unpack(JSON.parse(JSON.stringify(SUBATHON.pack(clock))));
          if (each.type === 'gives') {
            clock = hear(clock, gives('a', each.amount), now - AT);
            const before = given();
            const factor = now < happy.until ? happy.factor : 100;
            if (!isOut) gifts.push(BigInt(each.amount) * 1_000n * BigInt(factor));
            left += (given() - before) * 100;
          } else if (each.type === 'hand') {
            clock = put(clock, { ...each, at: now });
            left = Math.max(0, left + each.ms * 100);
          } else if (each.type === 'happy') {
            happy = { factor: each.factor, until: now + each.lasts };
            clock = put(clock, { type: 'happy', happy });
          } else if (!isOut) {
            clock = put(clock, { ...each, at: now });
            if (each.type === 'pause') paused = each.paused;
            else speed = each.percent;
          }
          expect(leftAt(clock.time, now)).toBe(left / 100);
        }
        expect(clock.tallies[0]?.ms).toBe(given());
      }),
      { seed: 15, numRuns: 400 },
    );
  });

  it('is the same in whatever order gifts of one moment are numbered', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 12 });
    const shuffled = amounts.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 1, max: 999 }), ([one, other], per) => {
        const ends = [one, other].map((list) => {
          let clock = begun({ rules: [{ ...BEAMS, per, mostInAll: 500 }] });
          for (const amount of list) clock = hear(clock, gives('a', amount), MINUTE);
          return endsAt(clock.time);
        });
        expect(ends[0]).toBe(ends[1]);
      }),
      { seed: 15, numRuns: 200 },
    );
  });
});
