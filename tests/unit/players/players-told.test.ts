import { describe, expect, it } from 'vitest';
import {
  newPlayers,
  PLAYERS,
  type PlayersEntry,
} from '../../../electron/features/players/players.ts';
import { playersDesk, playersView } from '../../../electron/features/players/players-view.ts';
import { gives } from '../show/show-world.ts';
import { AT, AUDIENCE, by, Desk, joins } from './players-world.ts';

const numbered = (count: number, name = 'v') =>
  Array.from({ length: count }, (_, at) => `${name}${at}`);

/** What is said in chat of it, by key. */
const saidBy = (desk: Desk) =>
  desk.effects.map((effect) => (effect.type === 'say' ? effect.text : null));

describe('what is seen of a queue of players', () => {
  it('is more for the streamer than for viewers', () => {
    const desk = new Desk({ size: 3, priority: 'firsts' }).chat(...joins('a'), ['b', '!join Bush']);
    desk
      .put({ type: 'call', count: 1, more: false })
      .put({ type: 'note', player: 2, note: 'kind' });
    desk.hear(by('s', '!join', { senderRole: 'subscriber' })).chat(...joins('a'));
    const b = { id: 2, name: 'B', word: 'Bush' };
    const s = { id: 3, name: 'S', word: '' };
    const again = { id: 4, name: 'A', word: '' };
    expect(playersView(9, desk.players)).toEqual({
      id: 9,
      title: '롤',
      open: false,
      team: 2,
      now: [{ id: 1, name: 'A', word: '' }],
      next: [b, s, again],
      waiting: 3,
    });
    expect(playersDesk(9, desk.players)).toEqual({
      id: 9,
      title: '롤',
      size: 3,
      team: 2,
      priority: 'firsts',
      once: false,
      announce: true,
      open: true,
      now: [{ id: 1, name: 'A', word: '', note: '', subscriber: false, first: true }],
      queue: [
        { ...b, note: 'kind', subscriber: false, first: true },
        { ...s, note: '', subscriber: true, first: true },
        { ...again, note: '', subscriber: false, first: false },
      ],
      played: 0,
    });
    desk.put({ type: 'done' }).put({ type: 'remove', player: 4 });
    expect(playersView(9, desk.players)).toMatchObject({ open: true, now: [], waiting: 2 });
    expect(playersDesk(9, desk.players)?.played).toBe(1);
  });

  it('is the first twenty who wait, and how many they are', () => {
    const desk = new Desk().chat(...joins(...numbered(21)));
    const view = playersView(1, desk.players);
    expect(view?.next.map(({ name }) => name)).toEqual(numbered(20, 'V'));
    expect(view?.waiting).toBe(21);
    expect(playersDesk(1, desk.players)?.queue).toHaveLength(21);
  });

  it('is the same after it was kept, with all that it knows', () => {
    const desk = new Desk(
      {},
      new Desk()
        .chat(...joins('old'))
        .put({ type: 'call', count: 1, more: false })
        .put({ type: 'end', at: AT }).players,
    );
    desk.chat(...joins('a', 'b', 'c', 'd')).put({ type: 'call', count: 1, more: false });
    desk.put({ type: 'done' }).put({ type: 'note', player: desk.idOf('b'), note: 'kind' });
    desk.put({ type: 'call', count: 1, more: false }).put({ type: 'open', open: false });
    desk.chat(['c', '!place'], ['d', '!place']);
    const kept = PLAYERS.unpack(JSON.parse(JSON.stringify(PLAYERS.pack(desk.players))));
    expect(kept).toEqual(desk.players);
    expect(kept).toMatchObject({
      open: false,
      endedAt: null,
      turns: 1,
      played: new Set(['a']),
      veterans: new Set(['old']),
      notes: new Map([['b', 'kind']]),
      asked: new Set(['d']),
      answeredAt: AT,
    });
  });

  it('is listed with its turns when it is over', () => {
    const desk = new Desk().chat(...joins('a', 'b', 'c'), ['c', '!place'], ['b', '!place']);
    desk.put({ type: 'call', count: 2, more: false }).put({ type: 'end', at: AT + 5 });
    expect(PLAYERS.outcome?.(desk.players)).toEqual({ kind: 'players', title: '롤', turns: 2 });
    expect(desk.players).toMatchObject({ open: false, now: [], endedAt: AT + 5 });
    expect(PLAYERS.dueAt(desk.players), 'nobody waits for an answer').toBeNull();
    expect(desk.put({ type: 'end', at: AT + 9 }).players.endedAt).toBe(AT + 5);
  });
});

describe('what a queue of players keeps', () => {
  it('is names of forty characters', () => {
    const desk = new Desk().hear(
      by('a', '!join', { profile: { nickname: '😀'.repeat(41), badges: [] } }),
    );
    expect(desk.waiting).toEqual([`${'😀'.repeat(39)}…`]);
  });

  it('is nothing new from who joins again just so', () => {
    const { players } = new Desk().chat(['a', '!join Bush']);
    const again = (content: string) => PLAYERS.hear(players, by('a', content)(2, AT), AUDIENCE);
    expect(again('!join Bush')).toBeNull();
    expect(again('!join')).toBeNull();
    expect(again('!join Tree')).toMatchObject({ type: 'word', word: 'Tree' });
  });

  it('is not changed by what is meant for one who is gone, nor by a donation', () => {
    const desk = new Desk()
      .chat(...joins('a', 'b', 'c'))
      .put({ type: 'call', count: 1, more: false });
    const said = desk.effects.length;
    const before = structuredClone(desk.players);
    for (const entry of [
      { type: 'pick', player: 99 },
      { type: 'absent', player: 99, to: 'end' },
      { type: 'move', player: 99, to: 0 },
      { type: 'remove', player: 99 },
      { type: 'note', player: 99, note: 'x' },
      { type: 'leave', who: 'nobody' },
      { type: 'word', who: 'nobody', name: 'N', word: 'x' },
    ] satisfies readonly PlayersEntry[]) {
      expect(desk.put(entry).players, entry.type).toEqual(before);
    }
    desk.hear(gives('d', 1_000, { donationText: '!join' }));
    expect([desk.players, desk.effects.length]).toEqual([before, said]);
  });

  it('is the word of the viewer who wrote it', () => {
    const desk = new Desk().chat(['a', '!join one'], ['b', '!join two'], ['a', '! join  three ']);
    expect(desk.players.queue.map(({ name, word }) => [name, word])).toEqual([
      ['A', 'three'],
      ['B', 'two'],
    ]);
  });

  it('is notes on five hundred viewers, those noted last', () => {
    const desk = new Desk({ size: 300 });
    const note = (names: readonly string[], text: string) => {
      desk.chat(...joins(...names));
      for (const who of names) desk.put({ type: 'note', player: desk.idOf(who), note: text });
    };
    note(numbered(250, 'a'), 'x');
    desk.players.queue = [];
    note(numbered(250, 'b'), 'x');
    expect(desk.players.notes.size).toBe(500);
    note(['b0'], 'again');
    desk.players.queue = [];
    note(['a0', 'late'], 'x');
    expect([...desk.players.notes.keys()].slice(-3)).toEqual(['b0', 'a0', 'late']);
    expect(desk.players.notes.size).toBe(500);
    expect(desk.players.notes.has('a1')).toBe(false);
    const before = new Map(desk.players.notes);
    expect(desk.put({ type: 'note', player: 99_999, note: 'nobody' }).players.notes).toEqual(
      before,
    );
  });

  it('is who played in the last queues, up to twenty thousand, the latest ones', () => {
    const before = newPlayers(new Desk().players.config, AT, null);
    for (const who of numbered(20_000)) before.veterans.add(who);
    before.played.add('late');
    const { veterans } = newPlayers(before.config, AT, before);
    expect([veterans.size, veterans.has('v0'), veterans.has('v1'), veterans.has('late')]).toEqual([
      20_000,
      false,
      true,
      true,
    ]);
  });
});

describe('what a queue of players says in chat', () => {
  it('is as many names as go into a message', () => {
    const names = numbered(5, 'just-sixteen-ch');
    const called = (count: number) => {
      const desk = new Desk().chat(...joins(...names.slice(0, count)));
      return saidBy(desk.put({ type: 'call', count, more: false }));
    };
    const all = names.map((name) => name.toUpperCase());
    const list = all.slice(0, 4).join(', ');
    expect(called(4)).toEqual([{ key: 'players.say-call', values: { names: list } }]);
    expect(called(5)).toEqual([{ key: 'players.say-call-more', values: { names: list, more: 1 } }]);
  });

  it('is nothing where nobody is called', () => {
    const desk = new Desk().put({ type: 'call', count: 2, more: false });
    expect(desk.put({ type: 'pick', player: 7 }).effects).toEqual([]);
  });

  it('is a place again five seconds after the last one', () => {
    const desk = new Desk().chat(...joins('a'));
    for (const after of [0, 4_999, 5_000, 5_001, 10_000]) {
      desk.players.asked.clear();
      desk.hear(by('a', '!place'), AT + after);
    }
    expect(saidBy(desk)).toHaveLength(3);
    desk.players.asked.clear();
    desk.hear(by('a', '!place'), AT + 10_000);
    expect(saidBy(desk), 'at the same moment').toHaveLength(3);
  });

  it('waits for no answer that nobody asked for', () => {
    const desk = new Desk().chat(...joins('a'));
    expect([PLAYERS.dueAt(desk.players), PLAYERS.due(desk.players, AT + 60_000)]).toEqual([
      null,
      null,
    ]);
    desk.put({ type: 'answer', at: AT + 7 });
    expect([desk.effects, desk.players.answeredAt]).toEqual([[], 0]);
  });

  it('is places for thirty who ask at once, and none for who asks twice', () => {
    const desk = new Desk().chat(...joins(...numbered(40)), ['v39', '!place']);
    for (const who of [...numbered(35), 'v0', 'v30']) desk.hear(by(who, '!place'), AT + 1);
    expect([...desk.players.asked]).toEqual(numbered(30));
  });
});
