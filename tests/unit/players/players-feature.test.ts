import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { startPlayers } from '../../../electron/features/players/index.ts';
import type { PlayersConfig } from '../../../shared/contract/players.ts';
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
