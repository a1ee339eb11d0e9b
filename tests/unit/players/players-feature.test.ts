import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { startPlayers } from '../../../electron/features/players/index.ts';
import type { PlayersConfig } from '../../../shared/contract/players.ts';
import { SENDER_ROLES } from '../../../shared/events.ts';
import { ShowWorld, says } from '../show/show-world.ts';

const CONFIG: PlayersConfig = {
  title: '롤',
  size: 50,
  team: 2,
  priority: 'none',
  once: true,
  announce: true,
};

/** The queue of a run of the app. */
function run(world: ShowWorld) {
  const show = world.start();
  return { show, ...startPlayers({ show, clock: world.clock }, new DisposableStore()) };
}

const joined = (...viewers: readonly string[]) =>
  viewers.map((who) => says(who, '!join', { profile: { nickname: who, badges: [] } }));

const rows = ({ feeds }: ReturnType<typeof run>) => {
  const { desk } = feeds.players.read();
  return { now: desk?.now.map(({ name }) => name), queue: desk?.queue.map(({ name }) => name) };
};

describe('the queue of players in the app', () => {
  it('is after a kill what it was, and the same viewers are known to the next one', async () => {
    const world = new ShowWorld();
    const first = run(world);
    await first.commands['players.begin'](CONFIG);
    world.hear(...joined('a', 'b', 'c', 'd'));
    await first.commands['players.call']({ count: 2, more: false });
    world.hear(says('b', '!leave'), says('c', '!leave'));
    const before = rows(first);
    expect(before).toEqual({ now: ['a', 'b'], queue: ['d'] });

    const second = run(world);
    expect(rows(second)).toEqual(before);
    await second.commands['players.end']({});
    expect([second.view(), second.feeds.players.read().desk]).toEqual([null, null]);
    expect(second.feeds.players.read().last).toEqual(CONFIG);

    const third = run(world);
    await third.commands['players.begin']({ ...CONFIG, priority: 'firsts' });
    world.hear(...joined('a', 'd'));
    expect(rows(third).queue).toEqual(['d', 'a']);
    const [d, a] = third.feeds.players.read().desk?.queue ?? [];
    expect([d?.first, a?.first]).toEqual([true, false]);
  });

  it('says where many stand in one message, each in their turn', async () => {
    const world = new ShowWorld();
    const players = run(world);
    await players.commands['players.begin'](CONFIG);
    world.hear(...joined('a', 'b', 'c'));
    world.hear(says('c', '!place'), says('a', '!place'), says('b', '!place'));
    await world.clock.advance(6_000);
    expect(world.said.slice(1)).toEqual([
      'Places in the queue: c 3',
      'Places in the queue: a 1, b 2',
    ]);
  });

  it('says why something cannot be done', async () => {
    const world = new ShowWorld();
    const { commands, feeds } = run(world);
    const refused = (code: string) => ({ problem: { code } });
    await expect(commands['players.end']({})).rejects.toMatchObject(refused('players-none'));
    await commands['players.begin']({ ...CONFIG, once: false });
    const twice = commands['players.begin'](CONFIG);
    await expect(twice).rejects.toMatchObject(refused('players-running'));
    const call = () => commands['players.call']({ count: 1, more: true });
    await expect(call()).rejects.toMatchObject(refused('players-nobody'));
    const pick = commands['players.pick']({ player: 99 });
    await expect(pick).rejects.toMatchObject(refused('players-gone'));
    world.hear(...joined(...Array.from({ length: 41 }, (_, at) => `v${at}`)));
    await commands['players.call']({ count: 20, more: false });
    await commands['players.call']({ count: 20, more: true });
    await expect(call()).rejects.toMatchObject(refused('players-too-many'));
    expect(feeds.players.read().desk?.queue).toHaveLength(1);
  });

  it('takes a viewer out of every queue that was ever kept', async () => {
    const world = new ShowWorld();
    const players = run(world);
    await players.commands['players.begin'](CONFIG);
    world.hear(...joined('zoe', 'b'));
    players.hands.call();
    await players.commands['players.end']({});
    await players.commands['players.begin'](CONFIG);
    world.hear(...joined('zoe'));
    players.show.forget('zoe');
    expect(rows(players)).toEqual({ now: [], queue: [] });
    expect(() => players.hands.call()).toThrow();
    expect(JSON.stringify(world.ledger.show.page(null, 10))).not.toContain('zoe');
    expect(rows(run(world))).toEqual({ now: [], queue: [] });
  });
});

describe('what the streamer does to the queue of players', () => {
  const refused = (code: string) => ({ problem: { code } });

  async function begun(config: Partial<PlayersConfig> = {}) {
    const world = new ShowWorld();
    const players = run(world);
    await players.commands['players.begin']({ ...CONFIG, once: false, ...config });
    const idOf = (name: string) => {
      const { desk } = players.feeds.players.read();
      return (
        [...(desk?.now ?? []), ...(desk?.queue ?? [])].find((row) => row.name === name)?.id ?? 0
      );
    };
    const written = () => world.ledger.show.journal(1, 0, 100).length;
    return { world, players, commands: players.commands, idOf, written };
  }

  it.each([
    ['end', {}],
    ['open', { open: false }],
    ['call', { count: 1, more: false }],
    ['pick', { player: 1 }],
    ['done', {}],
    ['absent', { player: 1, to: 'out' }],
    ['move', { player: 1, to: 0 }],
    ['remove', { player: 1 }],
    ['note', { player: 1, note: 'x' }],
  ] as const)('is refused where none runs: %s', async (name, args) => {
    const world = new ShowWorld();
    const { commands, feeds } = run(world);
    const doing: (asked: never) => Promise<unknown> = commands[`players.${name}`];
    await expect(doing(args as never)).rejects.toMatchObject(refused('players-none'));
    expect(feeds.players.read()).toEqual({ desk: null, last: null });
    await commands['players.begin'](CONFIG);
    world.hear(...joined('a'));
    await commands['players.end']({});
    await expect(doing(args as never)).rejects.toMatchObject(refused('players-none'));
  });

  it('is refused for who does not wait, or does not play', async () => {
    const { world, commands, idOf } = await begun();
    world.hear(...joined('plays', 'waits'));
    await commands['players.call']({ count: 1, more: false });
    const [plays, waits] = [idOf('plays'), idOf('waits')];
    for (const doing of [
      commands['players.pick']({ player: plays }),
      commands['players.absent']({ player: waits, to: 'out' }),
      commands['players.move']({ player: plays, to: 0 }),
      commands['players.remove']({ player: plays }),
      commands['players.note']({ player: 99, note: 'x' }),
    ]) {
      await expect(doing).rejects.toMatchObject(refused('players-gone'));
    }
  });

  it('calls who is picked, moves, removes, and sends home, one at a time', async () => {
    const { world, players, commands, idOf } = await begun();
    world.hear(...joined('a', 'b', 'c', 'd', 'e'));
    await commands['players.pick']({ player: idOf('c') });
    expect(rows(players)).toEqual({ now: ['c'], queue: ['a', 'b', 'd', 'e'] });
    await commands['players.pick']({ player: idOf('a') });
    await commands['players.move']({ player: idOf('e'), to: 0 });
    await commands['players.remove']({ player: idOf('b') });
    expect(rows(players)).toEqual({ now: ['c', 'a'], queue: ['e', 'd'] });
    await commands['players.absent']({ player: idOf('c'), to: 'end' });
    await commands['players.absent']({ player: idOf('a'), to: 'out' });
    expect(rows(players)).toEqual({ now: [], queue: ['e', 'd', 'c'] });
    await commands['players.note']({ player: idOf('e'), note: 'waits' });
    players.hands.call();
    await commands['players.note']({ player: idOf('d'), note: 'plays' });
    const { desk } = players.feeds.players.read();
    expect(desk?.now.map(({ note }) => note)).toEqual(['waits', 'plays']);
    await commands['players.done']({});
    expect(rows(players)).toEqual({ now: [], queue: ['c'] });
    expect(players.feeds.players.read().desk?.played).toBe(2);
  });

  it('calls a team by a key, and more in addition only while there is room', async () => {
    const { world, players, commands, idOf } = await begun({ team: 20 });
    world.hear(...joined(...Array.from({ length: 45 }, (_, at) => `v${at}`)));
    players.hands.call();
    await commands['players.call']({ count: 19, more: true });
    await commands['players.call']({ count: 5, more: true });
    expect(rows(players).now).toHaveLength(40);
    for (const doing of [
      commands['players.call']({ count: 1, more: true }),
      commands['players.pick']({ player: idOf('v44') }),
    ]) {
      await expect(doing).rejects.toMatchObject({
        problem: { code: 'players-too-many', values: { most: 40 } },
      });
    }
    players.hands.call();
    expect(rows(players)).toEqual({
      now: ['v40', 'v41', 'v42', 'v43', 'v44'],
      queue: [],
    });
  });

  it('opens and closes it, which is said in chat, and is nothing where it is so already', async () => {
    const { world, players, commands, written } = await begun();
    await commands['players.open']({ open: true });
    await commands['players.done']({});
    expect(written()).toBe(1);
    await commands['players.open']({ open: false });
    world.hear(...joined('a'));
    expect(players.view()).toMatchObject({ open: false, waiting: 0 });
    await commands['players.open']({ open: true });
    world.hear(...joined('a'));
    expect(players.view()).toMatchObject({ open: true, waiting: 1 });
    await world.clock.advance(20_000);
    const open = 'Play along! Write !join in chat, !leave to leave, !place for your place.';
    expect(world.said).toEqual([open, 'Joining is closed. Who waits keeps their place.', open]);
  });

  it('is heard by all who listen, who read the new queue', async () => {
    const { world, players } = await begun();
    const heard: unknown[] = [];
    players.onChange(() => heard.push(players.view()?.waiting));
    players.feeds.players.onChange(() => heard.push(rows(players).queue));
    expect(players.view()).toBe(players.view());
    world.hear(...joined('a'));
    expect(heard).toEqual([1, ['a']]);
    expect(players.view()).toBe(players.view());
  });

  it('leaves who waits to others only while it runs', async () => {
    const world = new ShowWorld();
    const players = run(world);
    expect(players.waiting()).toBeNull();
    await players.commands['players.begin'](CONFIG);
    expect(players.waiting()).toEqual([]);
    world.hear(...joined('a'), says('b', '!join', { senderRole: 'subscriber' }));
    expect(players.waiting()).toMatchObject([
      { who: 'a', name: 'a', subscriber: false },
      { who: 'b', subscriber: true },
    ]);
    await players.commands['players.end']({});
    expect(players.waiting()).toBeNull();
  });

  it('answers to its commands, and to no others', () => {
    const { takes } = run(new ShowWorld());
    for (const name of ['시참', 'join', '취소', 'leave', '순번', 'place']) {
      expect(takes(name), name).toBe(true);
    }
    expect(takes('vote')).toBe(false);
  });

  it('shows the streamer who is a subscriber: those above are, too', async () => {
    const { world, players } = await begun({ priority: 'subscribers' });
    world.hear(...SENDER_ROLES.map((senderRole) => says(senderRole, '!join', { senderRole })));
    const waits = players.waiting() ?? [];
    expect(waits.filter(({ subscriber }) => subscriber).map(({ who }) => who)).toEqual([
      'streamer',
      'manager',
      'subscriber',
    ]);
    expect(waits).toHaveLength(SENDER_ROLES.length);
  });
});
