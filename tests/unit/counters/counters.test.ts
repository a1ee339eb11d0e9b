import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byHand,
  COUNTERS,
  type Counters,
  type CountersEntry,
  changes,
  countersState,
  countersView,
  lookAlike,
  noCounters,
  wishOf,
} from '../../../electron/features/counters/counters.ts';
import type { Audience, Effect } from '../../../electron/features/show/index.ts';
import type { CounterConfig } from '../../../shared/contract/counters.ts';
import { SENDER_ROLES, type SenderRole } from '../../../shared/events.ts';
import { gives, says } from '../show/show-world.ts';

const DEATHS: CounterConfig = { name: '데스', words: ['deaths'], target: null };
const BOSS: CounterConfig = { name: 'Boss 2', words: [], target: 10 };

const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: () => 'viewer',
};

const AT = 100_000;

/** Counters that hear and are told, one thing after the other. */
class Board {
  state: Counters = noCounters();
  readonly effects: Effect[] = [];
  #seq = 0;

  constructor(...configs: readonly CounterConfig[]) {
    for (const config of configs) this.put({ type: 'create', config });
  }

  chat(content: string, senderRole: SenderRole = 'manager', who = 'm', at = AT): this {
    this.#seq += 1;
    const profile = { nickname: who.toUpperCase(), badges: [] };
    const event = says(who, content, { senderRole, profile })(this.#seq, at);
    const entry = COUNTERS.hear(this.state, event, AUDIENCE);
    return entry ? this.put(entry) : this;
  }

  put(entry: CountersEntry): this {
    const kept = COUNTERS.readEntry(JSON.parse(JSON.stringify(entry)));
    const { state, effects = [] } = COUNTERS.fold(this.state, kept);
    this.state = state;
    this.effects.push(...effects);
    return this;
  }

  get values(): readonly number[] {
    return this.state.counters.map(({ value }) => value);
  }

  get said(): readonly string[] {
    return this.effects.map((effect) => (effect.type === 'say' ? effect.text.key : effect.type));
  }
}

describe('counters', () => {
  const { words } = new Board(DEATHS, BOSS).state;
  it.each([
    ['!데스', { type: 'tell', counter: 1 }],
    ['！ＤＥＡＴＨＳ', { type: 'tell', counter: 1 }],
    ['!데스 +1', { type: 'add', counter: 1, value: 1 }],
    ['!데스+1', { type: 'add', counter: 1, value: 1 }],
    ['!deaths +', { type: 'add', counter: 1, value: 1 }],
    ['!deaths -3', { type: 'add', counter: 1, value: -3 }],
    ['!deaths −', { type: 'add', counter: 1, value: -1 }],
    ['!데스 12', { type: 'set', counter: 1, value: 12 }],
    ['!데스 = -4', { type: 'set', counter: 1, value: -4 }],
    ['!데스 취소', { type: 'undo', counter: 1 }],
    ['!데스 UNDO', { type: 'undo', counter: 1 }],
    ['!boss 2', { type: 'tell', counter: 2 }],
    ['!boss  2 +1', { type: 'add', counter: 2, value: 1 }],
    ['!boss 2 5', { type: 'set', counter: 2, value: 5 }],
    ['!boss', null],
    ['!데스 많다', null],
    ['!데스 +1 +1', null],
    ['데스 +1', null],
    ['!데스5', null],
  ])('take %j as %j', (message, wish) => {
    expect(wishOf(words, message)).toEqual(wish);
  });

  it('are counted by the streamer and by managers, and by nobody else', () => {
    const board = new Board(DEATHS);
    for (const role of SENDER_ROLES) board.chat('!데스 +1', role, role);
    expect(board.values).toEqual([2]);
    board.put({ type: 'settings', settings: { managers: false, answer: true } });
    for (const role of SENDER_ROLES) board.chat('!데스 +1', role, role);
    expect(board.chat('!데스 +1', 'manager', 'blocked').values).toEqual([3]);
  });

  it('say where they stand to anybody who asks, at most every five seconds', () => {
    const board = new Board(DEATHS, BOSS).chat('!데스', 'viewer').chat('!boss 2', 'viewer');
    expect(board.said).toEqual(['counters.say-value']);
    board.chat('!데스', 'viewer', 'v', AT + 4_999).chat('!boss 2', 'viewer', 'v', AT + 5_000);
    expect(board.said).toEqual(['counters.say-value', 'counters.say-goal']);
    board.chat('!데스', 'viewer', 'v', AT - 3_600_000);
    expect(board.said, 'the clock was set back').toHaveLength(3);
    board.put({ type: 'settings', settings: { managers: true, answer: false } });
    expect(board.chat('!데스', 'viewer', 'v', AT + 60_000).said).toHaveLength(3);
  });

  it('say that a goal is reached, when it is', () => {
    const board = new Board(BOSS).chat('!boss 2 9').chat('!boss 2 +1').chat('!boss 2 +1');
    expect(board.said).toEqual(['counters.say-reached']);
    board.chat('!boss 2 0').chat('!boss 2 10');
    expect(board.said).toHaveLength(1);
  });

  it('take changes back one by one, the latest first', () => {
    const board = new Board(DEATHS, BOSS);
    for (const said of ['!데스 +1', '!boss 2 +5', '!데스 7', '!데스 -1']) board.chat(said);
    for (const values of [
      [7, 5],
      [1, 5],
      [0, 5],
      [0, 5],
    ]) {
      expect(board.chat('!데스 undo').values).toEqual(values);
    }
    expect(countersState(board.state).counters.map(({ last }) => last?.to)).toEqual([undefined, 5]);
  });

  it('stay within what can be shown', () => {
    const board = new Board(DEATHS).chat('!데스 999999999').chat('!데스 +5');
    expect(board.values).toEqual([999_999_999]);
    expect(board.chat('!데스 undo').values).toEqual([0]);
  });

  it('refuse names and words that look alike', () => {
    const { counters } = new Board(DEATHS, BOSS).state;
    expect(lookAlike(counters, { ...BOSS, name: 'Ｄeaths' })).toEqual(['Ｄeaths', '데스']);
    expect(lookAlike(counters, { ...BOSS, name: 'x', words: ['!데스'] })).toEqual([
      '!데스',
      '데스',
    ]);
    expect(lookAlike(counters, { ...DEATHS, words: ['dead'] }, 1)).toBeNull();
    expect(lookAlike(counters, { ...DEATHS, name: 'boss  2', words: [] }, 1)).not.toBeNull();
  });

  it('are edited, moved, hidden, and removed', () => {
    const board = new Board(DEATHS, BOSS).chat('!데스 4');
    board.put({ type: 'edit', counter: 1, config: { name: 'Falls', words: [], target: 5 } });
    board.chat('!데스 +1').chat('!falls +1').put({ type: 'move', counter: 2, to: 0 });
    expect(countersView(board.state)?.counters.map(({ name }) => name)).toEqual([
      'Boss 2',
      'Falls',
    ]);
    expect(board.values).toEqual([0, 5]);
    board.put({ type: 'show', counter: 2, shown: false });
    expect(countersView(board.state)?.counters.map(({ id }) => id)).toEqual([1]);
    board.put({ type: 'remove', counter: 1 });
    expect(countersView(board.state)).toBeNull();
    expect(board.state.steps).toEqual([]);
    expect(board.chat('!falls +1').values).toEqual([0]);
  });

  it('forget who counted, and keep what was counted', () => {
    const board = new Board(DEATHS).chat('!데스 +1', 'manager', 'zoe').chat('!데스 +1');
    expect(countersState(board.state).counters[0]?.last?.name).toBe('M');
    const forgotten = COUNTERS.forget(board.state, 'zoe');
    expect(JSON.stringify(COUNTERS.pack(forgotten))).not.toMatch(/zoe/i);
    expect(board.chat('!데스 undo').values).toEqual([1]);
    expect(countersState(board.state).counters[0]?.last).toMatchObject({
      source: 'chat',
      name: '',
    });
  });

  it('say neither a goal nor a value within five seconds of the last', () => {
    const wins: CounterConfig = { name: 'wins', words: [], target: 2 };
    const at = (board: Board, after: number, content: string) =>
      board.chat(content, 'manager', 'm', AT + after);
    const board = at(at(new Board(wins), 0, '!wins'), 4_999, '!wins 2');
    expect(board.said, 'a goal after a value').toEqual(['counters.say-goal']);
    at(at(at(board, 5_000, '!wins 1'), 5_001, '!wins 2'), 10_000, '!wins');
    expect(board.said, 'a value after a goal').toEqual([
      'counters.say-goal',
      'counters.say-reached',
    ]);
    expect(at(board, 10_001, '!wins').said).toHaveLength(3);
  });

  it('are asked about goals and values in numbers', () => {
    const board = new Board(DEATHS, BOSS).chat('!데스 3').chat('!boss 2 4');
    board.chat('!데스').chat('!boss 2', 'viewer', 'v', AT + 5_000);
    board.chat('!boss 2 12', 'streamer', 's', AT + 10_000);
    expect(board.effects.map((effect) => effect.type === 'say' && effect.text.values)).toEqual([
      { name: '데스', value: 3 },
      { name: 'Boss 2', value: 4, target: 10 },
      { name: 'Boss 2', value: 12 },
    ]);
  });

  it('have nothing written where chat changes nothing', () => {
    const board = new Board(DEATHS, BOSS).chat('!데스 5');
    const before = structuredClone(board.state);
    for (const content of ['!데스 5', '!데스 +0', '!boss 2 undo', '!boss 2 0', 'hi', '!hi']) {
      expect(board.chat(content).state, content).toEqual(before);
    }
    expect(board.chat('!데스', 'viewer', 'blocked').said).toEqual([]);
    expect(new Board().chat('!데스 5').values).toEqual([]);
    const donation = gives('a', 5_000, { donationText: '!데스 +1' })(99, AT);
    expect(COUNTERS.hear(board.state, donation, AUDIENCE)).toBeNull();
    expect(changes(board.state, { type: 'add', counter: 9, value: 1 })).toBe(false);
  });

  it('know who changed what, under a name of forty characters at most', () => {
    const board = new Board(DEATHS).chat('!데스 5', 'manager', 'n'.repeat(41), AT + 7);
    expect(countersState(board.state).counters[0]?.last).toEqual({
      from: 0,
      to: 5,
      at: AT + 7,
      source: 'chat',
      name: `${'N'.repeat(39)}…`,
    });
  });

  it('take the last two hundred changes back', () => {
    const board = new Board(DEATHS);
    for (let time = 0; time < 205; time += 1) board.chat('!데스 +1');
    for (let time = 0; time < 199; time += 1) board.chat('!데스 undo');
    expect(board.values).toEqual([6]);
    expect(board.chat('!데스 undo').chat('!데스 undo').values).toEqual([5]);
  });

  it('stay above the lowest that can be shown', () => {
    const board = new Board(DEATHS).chat('!데스 = -999999999').chat('!데스 -1');
    expect(board.values).toEqual([-999_999_999]);
  });

  it('are counted as before after they were kept', () => {
    const board = new Board(DEATHS, BOSS).chat('!데스 2').chat('!데스');
    board.put({ type: 'settings', settings: { managers: false, answer: true } });
    board.state = COUNTERS.unpack(JSON.parse(JSON.stringify(COUNTERS.pack(board.state))));
    expect(board.chat('!데스 +1', 'streamer').chat('!데스 +1').values).toEqual([3, 0]);
    expect(board.chat('!데스').said, 'it was just said').toHaveLength(1);
    expect(
      board.put({ type: 'create', config: { ...BOSS, name: 'new' } }).state.counters[2]?.id,
    ).toBe(3);
  });

  it('are not changed by what is meant for one that is gone', () => {
    const board = new Board(DEATHS, BOSS).chat('!데스 2').put({ type: 'remove', counter: 2 });
    const before = structuredClone(board.state);
    const change = { counter: 2, value: 5, at: AT, by: byHand('page') };
    for (const entry of [
      { type: 'edit', counter: 2, config: BOSS },
      { type: 'remove', counter: 2 },
      { type: 'move', counter: 2, to: 0 },
      { type: 'show', counter: 2, shown: false },
      { type: 'set', ...change },
      { type: 'add', ...change },
      { type: 'undo', counter: 2 },
      { type: 'tell', counter: 2, at: AT },
    ] satisfies readonly CountersEntry[]) {
      expect(board.put(entry).state, entry.type).toEqual(before);
    }
    expect(board.effects).toEqual([]);
    expect([COUNTERS.dueAt(board.state), COUNTERS.due(board.state, AT)]).toEqual([null, null]);
    expect(COUNTERS.endedAt(board.state)).toBeNull();
  });

  it('have the values of a naive count, and the same after any restart', () => {
    const counter = fc.integer({ min: 1, max: 3 });
    const change = fc.oneof(
      fc.record({
        type: fc.constantFrom('set' as const, 'add' as const),
        counter,
        value: fc.integer({ min: -20, max: 20 }),
      }),
      fc.record({ type: fc.constant('undo' as const), counter }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), fc.nat(80), (made, cut) => {
        const board = new Board(DEATHS, BOSS, { name: 'c', words: [], target: null });
        // Naively: every value that each ever had.
        const had = new Map<number, number[]>([1, 2, 3].map((id) => [id, [0]]));
        for (const [at, each] of made.entries()) {
          if (at === cut) {
            board.state = COUNTERS.unpack(JSON.parse(JSON.stringify(COUNTERS.pack(board.state))));
          }
          const values = had.get(each.counter) ?? [];
          if (each.type === 'undo') {
            board.put(each);
            if (values.length > 1) values.pop();
            continue;
          }
          board.put({ ...each, at: AT + at, by: byHand('page') });
          const last = values.at(-1) ?? 0;
          const next = each.type === 'set' ? each.value : last + each.value;
          if (next !== last) values.push(next);
        }
        expect(board.values).toEqual([...had.values()].map((values) => values.at(-1)));
      }),
      { seed: 15, numRuns: 500 },
    );
  });
});
