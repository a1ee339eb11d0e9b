import { describe, expect, it } from 'vitest';
import { PLAYERS } from '../../../electron/features/players/players.ts';
import { playersDesk, playersView } from '../../../electron/features/players/players-view.ts';
import { AT, by, Desk, joins } from './players-world.ts';

describe('a queue of players', () => {
  it.each(['!시참', '!join', '！시참', '! JOIN', '!시\u200b참', '!시참 닉네임'])(
    'is joined by %j',
    (said) => {
      expect(new Desk().chat(['a', said]).waiting).toEqual(['A']);
    },
  );

  it.each(['시참', '!시참해요', '!joining', '! '])('is not joined by %j', (said) => {
    expect(new Desk().chat(['a', said]).waiting).toEqual([]);
  });

  it('keeps the order of joining, and lets viewers leave', () => {
    const desk = new Desk().chat(
      ...joins('a', 'b', 'c'),
      ['b', '!취소'],
      ['c', '!join'],
      ...joins('b'),
    );
    expect(desk.waiting).toEqual(['A', 'C', 'B']);
  });

  it('takes the word behind the command as it is written, cut, and a later one instead', () => {
    const desk = new Desk().chat(
      ['a', '!시참  Hide on  Bush#KR1'],
      ['b', `!join ${'가'.repeat(99)}`],
    );
    expect(desk.players.queue[0]?.word).toBe('Hide on Bush#KR1');
    expect([...(desk.players.queue[1]?.word ?? '')]).toHaveLength(30);
    desk.chat(['a', '!시참'], ['b', '!시참 New']);
    expect(desk.players.queue.map(({ word }) => word)).toEqual(['Hide on Bush#KR1', 'New']);
  });

  it('knows a viewer by the channel, whatever the name', () => {
    const named = (nickname: string) => by('a', '!시참', { profile: { nickname, badges: [] } });
    const desk = new Desk().hear(named('one')).hear(named('two'));
    expect(desk.waiting).toEqual(['two']);
  });

  it('hears nobody who is blocked, and nobody new when it is full or closed', () => {
    const desk = new Desk({ size: 2 }).chat(...joins('blocked', 'a', 'b', 'c'));
    expect(desk.waiting).toEqual(['A', 'B']);
    expect(playersView(1, desk.players)?.open).toBe(false);
    desk
      .chat(['a', '!취소'])
      .put({ type: 'open', open: false })
      .chat(...joins('d'));
    expect(desk.waiting).toEqual(['B']);
  });

  it('calls the next ones, who have played when others are called', () => {
    const desk = new Desk().chat(...joins('a', 'b', 'c', 'd', 'e'));
    desk.put({ type: 'call', count: 2, more: false });
    expect([desk.playing, desk.waiting]).toEqual([
      ['A', 'B'],
      ['C', 'D', 'E'],
    ]);
    desk.put({ type: 'call', count: 1, more: true });
    expect(desk.playing).toEqual(['A', 'B', 'C']);
    desk.put({ type: 'call', count: 2, more: false });
    expect([desk.playing, desk.players.turns]).toEqual([['D', 'E'], 3]);
    const says = desk.effects.map(
      (effect) => effect.type === 'say' && effect.text.values?.['names'],
    );
    expect(says).toEqual(['A, B', 'C', 'D, E']);
  });

  it('says the names of many who are called in one message, with how many more they are', () => {
    const many = Array.from({ length: 20 }, (_, at) => `viewer-with-a-long-name-${at}`);
    const desk = new Desk().chat(...joins(...many));
    desk.put({ type: 'call', count: 20, more: false });
    const [effect] = desk.effects;
    const text = effect?.type === 'say' ? effect.text : null;
    const names = String(text?.values?.['names']);
    expect(text?.key).toBe('players.say-call-more');
    expect(names.length).toBeLessThanOrEqual(80);
    expect(names.split(', ').length + Number(text?.values?.['more'])).toBe(20);
  });

  it('sends who does not come to the end, or out', () => {
    const desk = new Desk().chat(...joins('a', 'b', 'c', 'd'));
    desk.put({ type: 'call', count: 2, more: false });
    desk.put({ type: 'absent', player: desk.idOf('a'), to: 'end' });
    desk.put({ type: 'absent', player: desk.idOf('b'), to: 'out' });
    expect([desk.playing, desk.waiting]).toEqual([[], ['C', 'D', 'A']]);
    expect(desk.put({ type: 'done' }).players.turns).toBe(0);
  });

  it('puts who did not come once only, if they joined again meanwhile', () => {
    const desk = new Desk().chat(...joins('a', 'b')).put({ type: 'call', count: 1, more: false });
    const called = desk.idOf('a');
    desk.chat(...joins('a')).put({ type: 'absent', player: called, to: 'end' });
    expect(desk.waiting).toEqual(['B', 'A']);
  });

  it('lets each play once only where that is set, and those who did not come again', () => {
    const desk = new Desk({ once: true }).chat(...joins('a', 'b', 'c'));
    desk.put({ type: 'call', count: 2, more: false });
    desk.chat(...joins('a'));
    expect(desk.waiting).toEqual(['C']);
    desk.put({ type: 'absent', player: desk.idOf('b'), to: 'out' }).put({ type: 'done' });
    expect(desk.chat(...joins('a', 'b')).waiting).toEqual(['C', 'B']);
    expect(new Desk({ once: true }, desk.players).chat(...joins('a')).waiting).toEqual(['A']);
  });

  it('lets subscribers in front, in their own order', () => {
    const desk = new Desk({ priority: 'subscribers' }).chat(...joins('a', 'b'));
    for (const who of ['s', 't']) desk.hear(by(who, '!시참', { senderRole: 'subscriber' }));
    expect(desk.chat(...joins('c')).waiting).toEqual(['S', 'T', 'A', 'B', 'C']);
  });

  it('lets in front who never played in this queue or an earlier one', () => {
    const first = new Desk().chat(...joins('a', 'b')).put({ type: 'call', count: 1, more: false });
    first.put({ type: 'end', at: AT });
    const second = new Desk({ priority: 'firsts' }, first.players);
    second
      .chat(...joins('a', 'b'))
      .put({ type: 'call', count: 1, more: false })
      .put({ type: 'done' });
    expect(second.playing).toEqual([]);
    const third = new Desk({ priority: 'firsts' }, second.players).chat(...joins('a', 'b', 'c'));
    expect(third.waiting).toEqual(['C', 'A', 'B']);
    const desk = playersDesk(1, third.players);
    expect(desk?.queue.map(({ first: isFirst }) => isFirst)).toEqual([true, false, false]);
  });

  it('keeps who was moved to the top there, and who did not come behind those with priority', () => {
    const desk = new Desk({ priority: 'subscribers' }).chat(...joins('a', 'b'));
    desk.hear(by('s', '!시참', { senderRole: 'subscriber' }));
    desk.put({ type: 'move', player: desk.idOf('b'), to: 0 });
    desk.hear(by('t', '!시참', { senderRole: 'subscriber' }));
    expect(desk.waiting).toEqual(['B', 'S', 'T', 'A']);
    desk.put({ type: 'move', player: desk.idOf('s'), to: 99 });
    desk.hear(by('u', '!시참', { senderRole: 'subscriber' }));
    expect(desk.waiting).toEqual(['B', 'T', 'U', 'A', 'S']);
  });

  it('says a place at once, and those of many together five seconds later', () => {
    const many = Array.from({ length: 12 }, (_, at) => `v${at}`);
    const desk = new Desk().chat(...joins(...many));
    for (const who of ['v3', 'v11', 'v0', 'v11', 'nobody']) desk.hear(by(who, '!순번'), AT);
    const lists = () =>
      desk.effects.map((effect) => effect.type === 'say' && effect.text.values?.['list']);
    expect(lists()).toEqual(['V3 4']);
    expect(PLAYERS.dueAt(desk.players)).toBe(AT + 5_000);
    expect(desk.due(AT + 4_999).effects).toHaveLength(1);
    expect(desk.due(AT + 5_000).effects).toHaveLength(2);
    expect(lists()[1]).toBe('V11 12, V0 1');
    expect(PLAYERS.dueAt(desk.players)).toBeNull();
  });

  it('answers at most once in five seconds however many ask, and each of them in the end', () => {
    const many = Array.from({ length: 25 }, (_, at) => `a-viewer-with-a-name-${at}`);
    const desk = new Desk().chat(...joins(...many));
    for (const who of many) desk.hear(by(who, '!place'), AT);
    const times: number[] = [];
    for (let at = PLAYERS.dueAt(desk.players); at !== null; at = PLAYERS.dueAt(desk.players)) {
      desk.due(at);
      times.push(at);
    }
    expect(times.every((at, index) => at === AT + (index + 1) * 5_000)).toBe(true);
    const told = desk.effects.flatMap((effect) =>
      effect.type === 'say' ? String(effect.text.values?.['list']).split(', ') : [],
    );
    expect(told.map((part) => Number(part.split(' ').at(-1)))).toEqual(many.map((_, at) => at + 1));
  });

  it('answers again after the computer’s clock was set back', () => {
    const desk = new Desk().chat(...joins('a', 'b'), ['a', '!순번']);
    desk.hear(by('b', '!순번'), AT - 3_600_000);
    expect(desk.effects).toHaveLength(2);
  });

  it('does not answer who left, and says nothing at all where chat is off', () => {
    const desk = new Desk().chat(
      ...joins('a', 'b'),
      ['a', '!순번'],
      ['b', '!순번'],
      ['b', '!취소'],
    );
    expect(desk.due(AT + 5_000).effects).toHaveLength(1);
    const silent = new Desk({ announce: false }).chat(...joins('a'), ['a', '!순번']);
    silent.put({ type: 'open', open: false }).put({ type: 'call', count: 1, more: false });
    expect(silent.effects).toEqual([]);
  });

  it('keeps notes with the viewer from queue to queue, and never shows them to viewers', () => {
    const desk = new Desk().chat(...joins('a'));
    desk.put({ type: 'note', player: desk.idOf('a'), note: 'secret' });
    const next = new Desk({}, desk.players).chat(...joins('a'));
    expect(playersDesk(1, next.players)?.queue[0]?.note).toBe('secret');
    expect(JSON.stringify(playersView(1, next.players))).not.toMatch(/secret|"a"/);
    next.put({ type: 'note', player: next.idOf('a'), note: '' });
    expect(next.players.notes.size).toBe(0);
  });

  it('forgets who they were, and keeps how many played', () => {
    const desk = new Desk({}, new Desk().chat(...joins('zoe')).players).chat(...joins('zoe', 'b'));
    desk.put({ type: 'note', player: desk.idOf('zoe'), note: 'x' });
    desk
      .put({ type: 'call', count: 1, more: false })
      .put({ type: 'done' })
      .chat(...joins('zoe'));
    desk.put({ type: 'call', count: 2, more: false }).chat(...joins('zoe'), ['zoe', '!순번']);
    const forgotten = PLAYERS.forget(desk.players, 'zoe');
    expect(JSON.stringify(PLAYERS.pack(forgotten))).not.toMatch(/zoe/i);
    expect(forgotten.turns).toBe(2);
    expect(desk.playing).toEqual(['B']);
  });

  it('is over at its end, with those who played counted', () => {
    const desk = new Desk().chat(...joins('a', 'b')).put({ type: 'call', count: 1, more: false });
    desk.put({ type: 'end', at: AT + 1 });
    expect(PLAYERS.endedAt(desk.players)).toBe(AT + 1);
    expect([playersView(1, desk.players), playersDesk(1, desk.players)]).toEqual([null, null]);
    expect(desk.players.turns).toBe(1);
  });
});
