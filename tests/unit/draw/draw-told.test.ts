import { describe, expect, it } from 'vitest';
import {
  DRAW,
  type DrawEntry,
  NEXT_SPIN_MS,
  SPIN_MS,
} from '../../../electron/features/draw/draw.ts';
import { proofOf } from '../../../electron/features/draw/draw-proof.ts';
import type { DrawConfig } from '../../../shared/contract/draw.ts';
import { gives, says } from '../show/show-world.ts';
import { AT, Course } from './draw-course.ts';
import { CONFIG, seedOf } from './draw-world.ts';

describe('what viewers see of a draw', () => {
  it('is how it was set up, and who entered', () => {
    const set = { seconds: 60, subscribersOnly: true, winners: 2, answer: true };
    const course = new Course(set);
    const { commitment } = course.draw;
    const empty = {
      id: 3,
      title: '선물',
      entry: CONFIG.entry,
      subscribersOnly: true,
      winners: 2,
      answer: true,
      answerSeconds: 60,
      phase: 'open',
      commitment,
      seed: null,
      closesAt: AT + 60_000,
      entrantCount: 0,
      full: false,
      names: [],
      drawn: [],
      endedAt: null,
      cleared: false,
    };
    expect(course.view).toEqual(empty);
    course.enter(3).put({ type: 'close', at: AT + 5 });
    const names = ['V3', 'V2', 'V1'];
    const closed = { ...empty, phase: 'closed', closesAt: null, entrantCount: 3, names };
    expect(course.view).toEqual(closed);
    course.put({ type: 'draw', at: AT + 9 });
    expect(course.view).toEqual({ ...closed, phase: 'drawing' });
    const shownAt = AT + 9 + SPIN_MS;
    course.put({ type: 'reveal', at: shownAt });
    const [one, two] = course.draw.drawn.map(({ entrant }) => entrant);
    const waits = { state: 'waiting', until: shownAt + 60_000 };
    expect(course.view).toEqual({
      ...closed,
      phase: 'waiting',
      drawn: [one, two].map((entrant = 0) => ({
        entrant: entrant + 1,
        name: `V${entrant + 1}`,
        ...waits,
      })),
    });
    course.put({ type: 'answer', entrant: two ?? 0, at: shownAt + 1 });
    expect(course.view.drawn).toMatchObject([{ state: 'waiting' }, { state: 'won' }]);
    course.put({ type: 'end', at: shownAt + 2 }, { type: 'clear' });
    expect(course.view).toMatchObject({
      phase: 'over',
      seed: seedOf(1),
      drawn: [{ state: 'missed' }, { state: 'won' }],
      endedAt: shownAt + 2,
      cleared: true,
    });
    expect(DRAW.outcome?.(course.draw)).toEqual({
      kind: 'draw',
      title: '선물',
      winners: [`V${(two ?? 0) + 1}`],
      entrants: 3,
    });
  });

  it('is when entries close, as long as they are open', () => {
    expect(new Course().view.closesAt).toBeNull();
    const course = new Course({ seconds: 60 });
    expect(course.view.closesAt).toBe(AT + 60_000);
    expect(course.put({ type: 'end', at: AT + 1 }).view.closesAt).toBeNull();
    const list = new Course({ seconds: 60, entry: { by: 'list', names: ['a'] } });
    expect([list.view.closesAt, list.view.phase, list.view.answer]).toEqual([
      null,
      'closed',
      false,
    ]);
    expect(DRAW.dueAt(list.draw)).toBeNull();
    const queue = new Course({ seconds: 60, answer: true, entry: { by: 'queue' } });
    expect([queue.view.closesAt, queue.view.phase, queue.view.answer]).toEqual([
      null,
      'closed',
      true,
    ]);
  });

  it('is the newest names while it is open, and some of all once it is closed', () => {
    const course = new Course().enter(45);
    const newest = Array.from({ length: 20 }, (_, at) => `V${45 - at}`);
    expect(course.view.names).toEqual(newest);
    course.put({ type: 'close', at: AT });
    const spread = Array.from({ length: 20 }, (_, at) => `V${45 - Math.floor((at * 45) / 20)}`);
    expect(course.view.names).toEqual(spread);
    const few = new Course().enter(4).put({ type: 'close', at: AT });
    expect(few.view.names).toEqual(['V4', 'V3', 'V2', 'V1']);
  });

  it('has no name of who was taken out', () => {
    const course = new Course({ winners: 2 }).enter(2);
    course.draw = DRAW.forget(course.draw, 'v1');
    expect(course.view).toMatchObject({ entrantCount: 2, names: ['V2'] });
    course.put({ type: 'draw', at: AT }, { type: 'reveal', at: AT });
    expect(course.view.drawn.map(({ name }) => name).toSorted()).toEqual(['', 'V2']);
    expect(DRAW.outcome?.(course.draw)).toMatchObject({
      winners: expect.arrayContaining(['', 'V2']),
    });
    course.draw = DRAW.forget(DRAW.forget(course.draw, 'nobody'), 'v2');
    expect(course.entrants).toEqual(['forgotten-1', 'forgotten-2']);
    expect([...course.draw.places]).toEqual([
      ['forgotten-1', 0],
      ['forgotten-2', 1],
    ]);
  });
});

describe('the course of a draw', () => {
  const due = ({ draw }: Course, at: number) => DRAW.due(draw, at);

  it('has its times: it closes, shows who was drawn, and passes who does not answer', () => {
    const course = new Course({ seconds: 60, answer: true }).enter(3);
    expect(DRAW.dueAt(course.draw)).toBe(AT + 60_000);
    expect(due(course, AT + 59_999)).toBeNull();
    expect(due(course, AT + 90_000)).toEqual({ type: 'close', at: AT + 60_000 });
    course.put({ type: 'close', at: AT + 60_000 }, { type: 'close', at: AT + 61_000 });
    expect([DRAW.dueAt(course.draw), due(course, AT + 99_999)]).toEqual([null, null]);
    expect(course.draw.closedAt).toBe(AT + 60_000);
    course.put({ type: 'draw', at: AT + 70_000 });
    expect(course.draw.closedAt).toBe(AT + 60_000);
    const shown = AT + 70_000 + SPIN_MS;
    expect([DRAW.dueAt(course.draw), due(course, shown - 1)]).toEqual([shown, null]);
    expect(due(course, shown + 5)).toEqual({ type: 'reveal', at: shown + 5 });
    course.put({ type: 'reveal', at: shown });
    const late = shown + 60_000;
    expect([DRAW.dueAt(course.draw), due(course, late - 1)]).toEqual([late, null]);
    expect(due(course, late)).toEqual({ type: 'late', at: late });
    course.put({ type: 'late', at: late });
    expect(DRAW.dueAt(course.draw)).toBe(late + NEXT_SPIN_MS);
    expect(course.put({ type: 'end', at: late }).draw.endedAt).toBe(late);
    expect(DRAW.dueAt(course.draw)).toBeNull();
  });

  it('takes what is due first, first', () => {
    const course = new Course({ answer: true, winners: 2 }).enter(4);
    course.put({ type: 'draw', at: AT }, { type: 'reveal', at: AT });
    const [one, two] = course.draw.drawn;
    course.put({ type: 'next', entrant: one?.entrant ?? 0, at: AT + 59_000 });
    expect(DRAW.dueAt(course.draw)).toBe(AT + 60_000);
    expect(due(course, AT + 70_000)).toEqual({ type: 'late', at: AT + 70_000 });
    course.put({ type: 'late', at: AT + 60_000 });
    expect(course.draw.drawn.map(({ state }) => state)).toEqual([
      'missed',
      'missed',
      'hidden',
      'hidden',
    ]);
    expect(two?.until).toBe(AT + 60_000);
    expect(due(course, AT + 70_000)).toEqual({ type: 'reveal', at: AT + 70_000 });
    expect(course.draw.revealAt, 'with the one before').toBe(AT + 59_000 + NEXT_SPIN_MS);
  });

  it('makes room for the next one before it shows another at the same moment', () => {
    const course = new Course({ answer: true, winners: 2 }).enter(4);
    course.put({ type: 'draw', at: AT }, { type: 'reveal', at: AT });
    const [one] = course.draw.drawn;
    const at = AT + 60_000;
    course.put({ type: 'next', entrant: one?.entrant ?? 0, at: at - NEXT_SPIN_MS });
    expect(due(course, at)).toEqual({ type: 'late', at });
    course.put({ type: 'late', at });
    expect(due(course, at)).toEqual({ type: 'reveal', at });
    course.put({ type: 'reveal', at });
    expect(course.view.drawn.slice(2)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  });

  it('hears answers until their last moment, from those who were drawn', () => {
    const course = () => {
      const made = new Course({ answer: true }).enter(2);
      return made.put({ type: 'draw', at: AT }, { type: 'reveal', at: AT });
    };
    const [drawn = 0] = course().draw.drawn.map(({ entrant }) => entrant);
    const [who, other] = [`v${drawn + 1}`, `v${2 - drawn}`];
    expect(course().hears(says(who, 'me'), AT + 59_999)).toBe(true);
    expect(course().hears(says(who, 'me'), AT + 60_000)).toBe(false);
    expect(course().hears(says(other, 'me'), AT + 1)).toBe(false);
    expect(course().hears(says('nobody', 'me'), AT + 1)).toBe(false);
    expect(course().hears(gives(who, 5), AT + 1)).toBe(false);
    const won = course();
    won.hears(says(who, 'me'), AT + 7);
    expect([won.draw.endedAt, won.hears(says(who, 'again'), AT + 8)]).toEqual([AT + 7, false]);
    const without = new Course({ answer: true, answerSeconds: null }).enter(1);
    without.put({ type: 'draw', at: AT }, { type: 'reveal', at: AT });
    expect(without.view.drawn).toMatchObject([{ state: 'waiting', until: null }]);
    expect(without.hears(says('v1', 'me'), AT + 86_400_000)).toBe(true);
  });

  it('hears no answer of somebody blocked', () => {
    const course = new Course({ answer: true });
    course.put({ type: 'enter', who: 'blocked', name: 'b', seq: 1 });
    course.put({ type: 'draw', at: AT }, { type: 'reveal', at: AT });
    expect(course.hears(says('blocked', 'me'), AT + 1)).toBe(false);
  });

  it.each<[string, Partial<DrawConfig>, readonly object[]]>([
    ['a keyword', {}, [{ key: 'draw.say-keyword', values: { keyword: '!참가', beams: 0 } }]],
    [
      'beams',
      { entry: { by: 'donation', beams: 500, since: null } },
      [{ key: 'draw.say-donation', values: { keyword: '', beams: 500 } }],
    ],
    [
      'subscribing',
      { entry: { by: 'subscription', since: null } },
      [{ key: 'draw.say-subscription', values: { keyword: '', beams: 0 } }],
    ],
    ['a list', { entry: { by: 'list', names: ['x'] } }, []],
    ['the queue of players', { entry: { by: 'queue' } }, []],
  ])('begins in chat with how to enter by %s, and what binds it', (_, config, said) => {
    const course = new Course({ announce: true, ...config }).put({ type: 'announce' });
    const { commitment } = course.draw;
    const binds = { key: 'draw.say-commitment', values: { commitment } };
    expect(course.effects).toEqual([...said, binds].map((text) => ({ type: 'say', text })));
    const silent = new Course(config).put({ type: 'announce' });
    expect(silent.effects).toEqual([{ type: 'say', text: binds }]);
  });

  it.each<[string, Partial<DrawConfig>, object]>([
    ['who won', { answer: false }, { key: 'draw.say-won', values: { names: 'V1' } }],
    [
      'who has to answer',
      { answer: true, answerSeconds: null },
      { key: 'draw.say-answer', values: { names: 'V1' } },
    ],
    [
      'who has to answer, and how soon',
      { answer: true, answerSeconds: 30 },
      { key: 'draw.say-answer-within', values: { names: 'V1', seconds: 30 } },
    ],
  ])('says in chat %s, where the streamer wants that', (_, config, text) => {
    const entries: readonly DrawEntry[] = [
      { type: 'draw', at: AT },
      { type: 'reveal', at: AT },
      { type: 'end', at: AT },
      { type: 'end', at: AT + 1 },
    ];
    const mark = { type: 'mark', kind: 'show-draw', label: '선물' };
    const seed = { key: 'draw.say-seed', values: { seed: seedOf(1) } };
    const course = new Course({ announce: true, ...config }).enter(1).put(...entries);
    expect(course.effects).toEqual([mark, { type: 'say', text }, { type: 'say', text: seed }]);
    expect(course.draw.endedAt).toBe(AT);
    expect(new Course(config).enter(1).put(...entries).effects).toEqual([mark]);
  });

  it('tells its seed only where it drew, and those without a name as a question', () => {
    const off = new Course({ announce: true }).enter(2).put({ type: 'end', at: AT + 3 });
    expect([off.effects, off.view.seed, off.draw.closedAt]).toEqual([[], seedOf(1), AT + 3]);
    const course = new Course({ announce: true });
    course.put({ type: 'enter', who: 'a', name: '', seq: 1 });
    course.put({ type: 'draw', at: AT }, { type: 'reveal', at: AT });
    expect(course.effects[1]).toMatchObject({ text: { values: { names: '?' } } });
  });
});

describe('the proof of a draw', () => {
  it('is one line for each fact', () => {
    const course = new Course({ winners: 2, title: 'A\nB' }).enter(2);
    course.draw.entrants.push({ who: 'name:x', name: 'x', seq: null });
    course.draw = DRAW.forget(course.draw, 'v2');
    const open = proofOf(3, course.draw);
    expect(open).toContain('\nclosed: -\nended: -\n');
    course.put({ type: 'draw', at: AT + 1_000 }, { type: 'reveal', at: AT + 2_000 });
    const lines = ['1 1 V1', '2 2 -', '3 - x'];
    const drawn = course.draw.drawn.map(({ entrant }) => lines[entrant]);
    expect(proofOf(3, course.draw).split('\n').slice(3)).toEqual([
      'draw: 3',
      'title: A B',
      'entry: keyword',
      'began: 1970-01-01T00:16:40.000Z',
      'closed: 1970-01-01T00:16:41.000Z',
      'ended: 1970-01-01T00:16:42.000Z',
      `commitment: ${course.draw.commitment}`,
      `seed: ${seedOf(1)}`,
      'entrants: 3',
      ...lines.map((line) => `entrant: ${line}`),
      ...drawn.map((line) => `drawn: ${line}`),
      ...drawn.map((line) => `winner: ${line}`),
      '',
    ]);
  });
});
