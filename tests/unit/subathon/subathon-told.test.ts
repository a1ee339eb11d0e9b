import { describe, expect, it } from 'vitest';
import {
  SUBATHON,
  type Subathon,
  subathonView,
} from '../../../electron/features/subathon/subathon.ts';
import { LONGEST_MS } from '../../../electron/features/subathon/subathon-rules.ts';
import type { SubathonRule } from '../../../shared/contract/subathon.ts';
import { endsAt, leftAt } from '../../../shared/overlay/subathon-clock.ts';
import { gives, type Said } from '../show/show-world.ts';
import {
  AT,
  BEAMS,
  begun,
  buys,
  cheers,
  hear,
  MINUTE,
  put,
  SECOND,
  subscribes,
} from './subathon-clock.ts';
import { UNCAPPED } from './subathon-world.ts';

const EACH: readonly SubathonRule[] = [
  BEAMS,
  { by: 'cheering', per: 1_000, seconds: 60, ...UNCAPPED },
  { by: 'subscription', tier: null, seconds: 60, ...UNCAPPED },
  { by: 'purchase', currency: 'KRW', per: 1_000, seconds: 60, ...UNCAPPED },
];

const recentOf = (clock: Subathon) => subathonView(1, clock)?.recent ?? [];
const kept = (clock: Subathon) => SUBATHON.unpack(JSON.parse(JSON.stringify(SUBATHON.pack(clock))));

describe('what viewers see of a subathon clock', () => {
  it('is all that it was set to and what became of it', () => {
    const rules = EACH.slice(0, 2);
    let clock = begun({ rules: [...rules], limitHours: 2 });
    expect(subathonView(7, clock)).toEqual({
      id: 7,
      title: '24시간',
      beganAt: AT,
      time: {
        at: AT,
        left: 10 * MINUTE * 100,
        speed: 100,
        paused: false,
        endBy: AT + 120 * MINUTE,
      },
      happy: null,
      tallies: rules.map((rule) => ({ rule, count: 0, ms: 0 })),
      earlier: { count: 0, ms: 0 },
      hand: { added: 0, taken: 0 },
      recent: [],
      endedAt: null,
    });
    const happy = { factor: 200, until: AT + MINUTE };
    clock = put(clock, { type: 'happy', happy });
    clock = hear(clock, gives('a', 1_000, { donatorNickname: 'Ann' }));
    clock = hear(clock, cheers('b', 1_000), MINUTE);
    clock = put(clock, { type: 'rules', rules: EACH.slice(1, 3) });
    clock = put(clock, { type: 'hand', at: AT + MINUTE, ms: 5 * SECOND });
    clock = put(clock, { type: 'hand', at: AT + MINUTE, ms: -3 * SECOND });
    clock = put(clock, { type: 'end', at: AT + 2 * MINUTE });
    const view = subathonView(7, kept(clock));
    expect(view).toMatchObject({
      time: { at: AT + 2 * MINUTE, paused: true, endBy: null },
      happy,
      earlier: { count: 1, ms: 2 * MINUTE },
      hand: { added: 5 * SECOND, taken: 3 * SECOND },
      endedAt: AT + 2 * MINUTE,
    });
    expect(view?.tallies.map(({ count, ms }) => [count, ms])).toEqual([
      [1, MINUTE],
      [0, 0],
    ]);
    expect(view?.recent.map(({ seq: _, ...shown }) => shown)).toEqual([
      { by: 'hand', name: null, ms: -3 * SECOND },
      { by: 'hand', name: null, ms: 5 * SECOND },
      { by: 'cheering', name: '시청자', ms: MINUTE },
      { by: 'donation', name: 'Ann', ms: 2 * MINUTE },
    ]);
    expect(SUBATHON.outcome?.(clock)).toEqual({
      kind: 'subathon',
      title: '24시간',
      addedMs: 3 * MINUTE + 2 * SECOND,
    });
    expect(subathonView(7, put(clock, { type: 'clear' }))).toBeNull();
  });

  const person = { nickname: 'Ann', badges: [] };
  it.each<[string, Said, string | null]>([
    ['a donation', gives('a', 100, { donatorNickname: 'Ann' }), 'Ann'],
    ['an anonymous donation', gives(null, 100, { donatorNickname: null }), null],
    ['a donation of somebody blocked', gives('blocked', 100, { donatorNickname: 'Ann' }), null],
    ['a subscription', subscribes(1, { subscriberChannelName: 'Ann' }), 'Ann'],
    ['a subscription of nobody known', subscribes(1), null],
    [
      'a subscription of somebody blocked',
      subscribes(1, { subscriberChannelId: 'blocked', subscriberChannelName: 'Ann' }),
      null,
    ],
    ['a purchase', buys(100, 'KRW', { profile: person }), 'Ann'],
    ['a purchase of nobody known', buys(100, 'KRW'), null],
    [
      'a purchase of somebody blocked',
      buys(100, 'KRW', { senderChannelId: 'blocked', profile: person }),
      null,
    ],
    [
      'a donation under a very long name',
      gives('a', 100, { donatorNickname: '😀'.repeat(150) }),
      '😀'.repeat(100),
    ],
  ])('names the giver of %s as far as may be', (_, said, name) => {
    const clock = hear(begun({ rules: [...EACH] }), said);
    expect(recentOf(clock)).toMatchObject([{ name }]);
  });

  it.each<[string, Said]>([
    ['a donation', gives('zoe', 100)],
    ['a subscription', subscribes(1, { subscriberChannelId: 'zoe' })],
    ['a purchase', buys(100, 'KRW', { senderChannelId: 'zoe' })],
  ])('no longer names who is forgotten: %s', (_, said) => {
    const clock = hear(begun({ rules: [...EACH] }), said);
    expect(JSON.stringify(SUBATHON.pack(clock))).toContain('zoe');
    expect(JSON.stringify(SUBATHON.pack(SUBATHON.forget(clock, 'zoe')))).not.toContain('zoe');
    expect(recentOf(clock)).toHaveLength(1);
  });

  it('neither counts nor names what comes after a rule has given all that it may', () => {
    let clock = begun({ rules: [{ ...BEAMS, mostInAll: 60 }] });
    for (const amount of [1_000, 1, 5_000]) clock = hear(clock, gives('a', amount));
    expect(clock.tallies).toEqual([{ count: 1, ms: MINUTE, rest: 0 }]);
    expect(recentOf(clock)).toHaveLength(1);
    expect(leftAt(clock.time, AT)).toBe(11 * MINUTE);
  });

  it('does not name the streamer who takes from nothing', () => {
    const late = AT + 10 * MINUTE;
    const clock = put(begun(), { type: 'hand', at: late, ms: -MINUTE });
    expect([clock.hands, clock.hand, recentOf(clock)]).toEqual([0, { added: 0, taken: 0 }, []]);
    const more = put(clock, { type: 'hand', at: late, ms: MINUTE });
    expect(recentOf(more)).toMatchObject([{ seq: -1, ms: MINUTE }]);
  });
});

describe('a subathon clock and its rules', () => {
  it('is never on for more than a year, however much is given', () => {
    const rule: SubathonRule = { ...BEAMS, per: 1, seconds: 2_592_000 };
    let clock = hear(begun({ rules: [rule] }), gives('a', Number.MAX_SAFE_INTEGER));
    expect(leftAt(clock.time, AT)).toBe(LONGEST_MS);
    expect(clock.tallies).toEqual([{ count: 1, ms: LONGEST_MS, rest: 0 }]);
    clock = hear(clock, gives('a', 1));
    expect(leftAt(clock.time, AT)).toBe(LONGEST_MS);
    expect(clock.tallies[0]?.ms).toBe(LONGEST_MS + 2_592_000 * SECOND);
  });

  it('takes no amount of money that nobody can count exactly', () => {
    expect(hear(begun({ rules: [...EACH] }), buys(1e300, 'KRW')).tallies[3]?.count).toBe(0);
  });

  it('keeps the part of a millisecond with a rule that stays, wherever that stands then', () => {
    const third: SubathonRule = { ...BEAMS, per: 3, seconds: 1 };
    const others = EACH.slice(1, 3);
    const under = (rules: readonly SubathonRule[]) => {
      let clock = hear(begun({ rules: [third, ...others] }), gives('a', 1));
      clock = put(clock, { type: 'rules', rules: [...rules] });
      return hear(hear(clock, gives('a', 1)), gives('a', 1));
    };
    expect(under([...others, third]).tallies).toMatchObject([{ ms: 0 }, { ms: 0 }, { ms: 1_000 }]);
    const changed = under([{ ...third, mostEach: 60 }]);
    expect(changed.tallies, 'another rule for the same').toMatchObject([{ count: 3, ms: 999 }]);
    expect(changed.earlier).toEqual({ count: 0, ms: 0 });
    expect(under(others).earlier, 'none for it').toEqual({ count: 1, ms: 333 });
  });

  it('sums up what several rules gave that hold no more', () => {
    let clock = begun({ rules: [...EACH] });
    for (const said of [gives('a', 1_000), cheers('a', 500), subscribes(1)])
      clock = hear(clock, said);
    clock = put(clock, { type: 'rules', rules: EACH.slice(2) });
    expect(clock.earlier).toEqual({ count: 2, ms: 90 * SECOND });
    clock = put(clock, { type: 'rules', rules: [] });
    expect(clock.earlier).toEqual({ count: 3, ms: 150 * SECOND });
    expect(clock.tallies).toEqual([]);
  });

  it('is read as it was kept before there were rules that hold no more', () => {
    const { earlier: _, ...before } = JSON.parse(JSON.stringify(SUBATHON.pack(begun())));
    expect(SUBATHON.unpack(before).earlier).toEqual({ count: 0, ms: 0 });
  });

  it('is not changed by a gift for a rule that it does not have', () => {
    const gift = { at: AT, seq: 1, amount: 1_000, who: null, name: null };
    const clock = put(begun(), { type: 'event', ...gift, rule: 5 });
    expect(clock).toEqual(begun());
  });
});

describe('the end of a subathon clock', () => {
  const end = AT + 10 * MINUTE;

  it('is due at its moment, and is news for a minute', () => {
    expect(SUBATHON.dueAt(begun())).toBe(end);
    const dueAt = (moment: number) => SUBATHON.due(begun(), moment);
    expect(dueAt(end - 1)).toBeNull();
    expect(dueAt(end)).toEqual({ type: 'out', at: end, late: false });
    expect(dueAt(end + MINUTE)).toEqual({ type: 'out', at: end, late: false });
    expect(dueAt(end + MINUTE + 1)).toEqual({ type: 'out', at: end, late: true });
  });

  it('is not due while it is paused, nor once it was said', () => {
    const paused = put(begun(), { type: 'pause', at: AT, paused: true });
    expect([SUBATHON.dueAt(paused), SUBATHON.due(paused, end)]).toEqual([null, null]);
    let told = put(begun(), { type: 'out', at: end, late: true });
    expect(SUBATHON.dueAt(kept(told))).toBeNull();
    told = put(told, { type: 'shift', ms: 5 * SECOND });
    expect(SUBATHON.dueAt(told)).toBeNull();
    told = put(told, { type: 'hand', at: end + 5 * SECOND, ms: MINUTE });
    expect(SUBATHON.dueAt(told)).toBe(end + 5 * SECOND + MINUTE);
  });

  it('is the first one that the streamer made', () => {
    let clock = put(begun(), { type: 'end', at: AT + MINUTE });
    const again = SUBATHON.fold(clock, { type: 'end', at: AT + 2 * MINUTE });
    clock = again.state;
    expect(again.effects ?? []).toEqual([]);
    expect([clock.endedAt, leftAt(clock.time, end)]).toEqual([AT + MINUTE, 9 * MINUTE]);
    expect(endsAt(clock.time)).toBeNull();
  });

  it('is said in chat after it is marked on the recording', () => {
    const { effects } = SUBATHON.fold(begun({ announce: true }), {
      type: 'out',
      at: end,
      late: false,
    });
    expect(effects).toMatchObject([
      { type: 'mark', kind: 'subathon-end', label: '24시간' },
      { type: 'say', text: { key: 'subathon.say-out' } },
    ]);
  });
});
