import { describe, expect, it } from 'vitest';
import { DRAW } from '../../../electron/features/draw/draw.ts';
import {
  DRAW_ENTRANTS_MOST,
  DRAW_EXCEPT_MOST,
  type DrawConfig,
} from '../../../shared/contract/draw.ts';
import { gives, type Said } from '../show/show-world.ts';
import { AT, AUDIENCE, Course, joins, subscribes } from './draw-course.ts';
import { CONFIG } from './draw-world.ts';

describe('who enters a draw', () => {
  it('is nobody by what came before it, or from its last moment on', () => {
    const { draw } = new Course({ seconds: 60 });
    const heard = (seq: number, at: number) =>
      DRAW.hear(draw, joins('a')(seq, at), AUDIENCE) !== null;
    expect([heard(100, AT), heard(101, AT)]).toEqual([false, true]);
    expect([heard(101, AT + 59_999), heard(101, AT + 60_000)]).toEqual([true, false]);
  });

  it.each<[string, DrawConfig['entry'], Said, boolean]>([
    ['the keyword', CONFIG.entry, joins('a'), true],
    ['a donation, by keyword', CONFIG.entry, gives('a', 9, { donationText: '!참가' }), false],
    ['a donation', { by: 'donation', beams: 5, since: null }, gives('a', 5), true],
    ['the keyword, by donation', { by: 'donation', beams: 5, since: null }, joins('a'), false],
    ['nothing given', { by: 'donation', beams: 5, since: null }, gives('a', 0), false],
    ['an anonymous donation', { by: 'donation', beams: 5, since: null }, gives(null, 9), false],
    [
      'a donation of somebody blocked',
      { by: 'donation', beams: 5, since: null },
      gives('blocked', 9),
      false,
    ],
    [
      'a donation of unknown amount',
      { by: 'donation', beams: 5, since: null },
      gives('a', 0, { payAmount: null }),
      false,
    ],
    ['a subscription', { by: 'subscription', since: null }, subscribes('a'), true],
    ['a subscription of nobody', { by: 'subscription', since: null }, subscribes(null), false],
    [
      'a subscription of somebody blocked',
      { by: 'subscription', since: null },
      subscribes('blocked'),
      false,
    ],
    ['a donation, by subscription', { by: 'subscription', since: null }, gives('a', 9), false],
    ['chat, by list', { by: 'list', names: ['x'] }, joins('a'), false],
    ['a subscription, by queue', { by: 'queue' }, subscribes('a'), false],
  ])('is said by the event: %s', (_, entry, said, enters) => {
    expect(new Course({ entry }).hears(said)).toBe(enters);
  });

  it('is a subscriber by what they are, and by subscribing', () => {
    const course = new Course({ subscribersOnly: true });
    expect([course.hears(joins('a')), course.hears(joins('b', 'b', 'subscriber'))]).toEqual([
      false,
      true,
    ]);
    const byBeams = new Course({
      subscribersOnly: true,
      entry: { by: 'donation', beams: 1, since: null },
    });
    expect([byBeams.hears(gives('a', 5)), byBeams.hears(gives('sub', 5))]).toEqual([false, true]);
    const entry = { by: 'subscription', since: null } as const;
    expect(new Course({ subscribersOnly: true, entry }).hears(subscribes('a'))).toBe(true);
  });

  it('is there under a name of forty characters at most, or under none', () => {
    const course = new Course();
    course.hears(joins('a', '😀'.repeat(41)));
    expect(course.view.names).toEqual([`${'😀'.repeat(39)}…`]);
    const other = new Course({ entry: { by: 'subscription', since: null } });
    other.hears(subscribes('a', null));
    expect(other.draw.entrants).toMatchObject([{ who: 'a', name: '' }]);
  });

  it('is nobody any more once fifty thousand have, and gives no more beams then', () => {
    const course = new Course({ entry: { by: 'donation', beams: 10, since: null } });
    for (let number = 1; number < DRAW_ENTRANTS_MOST; number += 1) {
      course.draw.given.set(`g${number}`, 1);
    }
    expect([course.hears(gives('a', 5)), course.hears(gives('b', 5))]).toEqual([true, false]);
    expect([course.hears(gives('a', 1)), course.hears(gives('g1', 9))]).toEqual([true, true]);
    expect(course.entrants).toEqual(['g1']);
    expect(course.draw.given.has('g1')).toBe(false);
    expect(course.hears(gives('g1', 10)), 'entered already').toBe(false);
    const full = new Course().enter(DRAW_ENTRANTS_MOST - 1);
    expect([full.hears(joins('last')), full.view.full, full.hears(joins('late'))]).toEqual([
      true,
      true,
      false,
    ]);
    full.put({ type: 'enter', who: 'late', name: 'late', seq: 1 });
    expect(full.view.entrantCount).toBe(DRAW_ENTRANTS_MOST);
  });

  it('is nobody who has won one of the last draws, as many as are set', () => {
    const past = [['a'], ['b', 'c'], ['d']];
    const enters = (exceptLast: number) => {
      const course = new Course({ exceptLast }, past);
      return ['a', 'b', 'c', 'd', 'e'].filter((who) => course.hears(joins(who)));
    };
    expect(enters(0)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(enters(1)).toEqual(['b', 'c', 'd', 'e']);
    expect(enters(2)).toEqual(['d', 'e']);
    const names = ['Ａ', 'b', ' '];
    const list = new Course({ exceptLast: 1, entry: { by: 'list', names } }, [['name:a']]);
    expect(list.entrants).toEqual(['name:b']);
    const many = Array.from({ length: DRAW_EXCEPT_MOST + 3 }, (_, at) => [`w${at}`]);
    expect(new Course({}, many).draw.past).toEqual(many.slice(0, DRAW_EXCEPT_MOST));
  });

  it('is known after the draw was kept, with what others gave', () => {
    const course = new Course(
      { entry: { by: 'donation', beams: 10, since: null }, exceptLast: 1 },
      [['won']],
    );
    course.hears(gives('a', 10));
    course.hears(gives('b', 4));
    const kept = DRAW.unpack(JSON.parse(JSON.stringify(DRAW.pack(course.draw))));
    expect(kept).toEqual(course.draw);
    course.draw = kept;
    expect(['a', 'won', 'b'].map((who) => course.hears(gives(who, 6)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(course.entrants).toEqual(['a', 'b']);
  });
});
