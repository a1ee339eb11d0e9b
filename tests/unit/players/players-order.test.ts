import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAYERS } from '../../../electron/features/players/players.ts';
import { PLAYERS_PRIORITIES } from '../../../shared/contract/players.ts';
import { by, Desk } from './players-world.ts';

describe('the order of players', () => {
  const who = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'blocked');
  const place = fc.nat(7);
  const happening = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ type: fc.constant('join' as const), who, sub: fc.boolean() }),
    },
    fc.record({ type: fc.constant('leave' as const), who }),
    fc.record({
      type: fc.constant('call' as const),
      count: fc.integer({ min: 1, max: 3 }),
      more: fc.boolean(),
    }),
    fc.record({ type: fc.constant('pick' as const), place }),
    fc.record({
      type: fc.constant('absent' as const),
      place,
      to: fc.constantFrom('end' as const, 'out' as const),
    }),
    fc.record({ type: fc.constant('done' as const) }),
    fc.record({ type: fc.constant('remove' as const), place }),
    fc.record({ type: fc.constant('open' as const), open: fc.boolean() }),
    fc.record({ type: fc.constant('restart' as const) }),
  );
  const config = fc.record({
    priority: fc.constantFrom(...PLAYERS_PRIORITIES),
    once: fc.boolean(),
    size: fc.integer({ min: 1, max: 6 }),
  });

  it('has the order that a naive queue has, and the same after any restart', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), config, (happenings, set) => {
        const desk = new Desk(set);
        // Naively: two lines, of those with priority and of the others.
        let front: string[] = [];
        let back: string[] = [];
        let now: string[] = [];
        let open = true;
        const played: string[] = [];
        const without = (list: string[], gone: string) => list.filter((each) => each !== gone);
        const finish = () => {
          played.push(...now);
          now = [];
        };
        const take = (count: number) => {
          const line = [...front, ...back].slice(0, count);
          for (const each of line) {
            front = without(front, each);
            back = without(back, each);
          }
          now = [...now, ...line];
        };
        for (const each of happenings) {
          const { queue, now: playing } = desk.players;
          switch (each.type) {
            case 'restart':
              desk.players = PLAYERS.unpack(JSON.parse(JSON.stringify(PLAYERS.pack(desk.players))));
              break;
            case 'join': {
              desk.hear(by(each.who, '!join', { senderRole: each.sub ? 'subscriber' : 'viewer' }));
              const line = [...front, ...back];
              const again = played.includes(each.who) || now.includes(each.who);
              const refused = !open || line.length >= set.size || (set.once && again);
              if (refused || each.who === 'blocked' || line.includes(each.who)) break;
              const isAhead = { none: false, subscribers: each.sub, firsts: !again }[set.priority];
              (isAhead ? front : back).push(each.who);
              break;
            }
            case 'leave':
              desk.hear(by(each.who, '!leave'));
              front = without(front, each.who);
              back = without(back, each.who);
              break;
            case 'call':
              desk.put(each);
              if (!each.more) finish();
              take(each.count);
              break;
            case 'pick':
            case 'remove': {
              const player = queue[each.place];
              if (!player) break;
              desk.put({ type: each.type, player: player.id });
              front = without(front, player.who);
              back = without(back, player.who);
              if (each.type === 'pick') now = [...now, player.who];
              break;
            }
            case 'absent': {
              const player = playing[each.place];
              if (!player) break;
              desk.put({ type: 'absent', player: player.id, to: each.to });
              now = now.toSpliced(each.place, 1);
              const waits = [...front, ...back].includes(player.who);
              if (each.to === 'end' && !waits) back.push(player.who);
              break;
            }
            case 'done':
              desk.put(each);
              finish();
              break;
            case 'open':
              desk.put(each);
              open = each.open;
              break;
          }
          expect(desk.players.queue.map((player) => player.who)).toEqual([...front, ...back]);
          expect(desk.players.now.map((player) => player.who)).toEqual(now);
          expect(desk.players.turns).toBe(played.length);
        }
      }),
      { seed: 15, numRuns: 500 },
    );
  });

  it.each<[string, string, number, string]>([
    ['one without it, behind the last with it', 'b', 2, 's, t, X, b, a, c'],
    ['one without it, in front of the last with it', 'b', 1, 's, b, t, X, a, c'],
    ['one without it, to the top', 'b', 0, 'b, s, t, X, a, c'],
    ['one without it, to the end', 'a', 4, 's, t, X, b, c, a'],
    ['one with it, behind another with it', 's', 1, 't, s, X, a, b, c'],
    ['one with it, behind one without it', 's', 2, 't, X, a, s, b, c'],
    ['one with it, to its own place', 't', 1, 's, t, X, a, b, c'],
  ])('gives priority by where somebody is moved: %s', (_, moved, to, order) => {
    const desk = new Desk({ priority: 'subscribers' });
    for (const each of ['s', 't', 'a', 'b', 'c']) {
      const senderRole = each === 's' || each === 't' ? 'subscriber' : 'viewer';
      desk.hear(by(each, '!join', { senderRole }));
    }
    desk.put({ type: 'move', player: desk.idOf(moved), to });
    desk.hear(by('X', '!join', { senderRole: 'subscriber' }));
    expect(desk.players.queue.map((player) => player.who).join(', ')).toBe(order);
  });

  it('never has one without priority in front of one with it, however they are moved', () => {
    const move = fc.record({ place: fc.nat(9), to: fc.nat(12) });
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 10 }), fc.array(move), (subs, moves) => {
        const desk = new Desk({ priority: 'subscribers' });
        for (const [at, sub] of subs.entries()) {
          desk.hear(by(`v${at}`, '!join', { senderRole: sub ? 'subscriber' : 'viewer' }));
        }
        for (const { place: from, to } of moves) {
          const player = desk.players.queue[from];
          if (!player) continue;
          desk.put({ type: 'move', player: player.id, to });
          const at = desk.players.queue.findIndex(({ id }) => id === player.id);
          expect(at).toBe(Math.min(to, desk.players.queue.length - 1));
          const ranks = desk.players.queue.map(({ ahead }) => ahead);
          expect(ranks).toEqual(ranks.toSorted((one, other) => Number(other) - Number(one)));
        }
      }),
      { seed: 15 },
    );
  });
});
