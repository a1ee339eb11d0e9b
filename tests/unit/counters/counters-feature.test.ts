import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { startCounters } from '../../../electron/features/counters/index.ts';
import type { OwnerOf } from '../../../electron/features/show/index.ts';
import type { CounterConfig } from '../../../shared/contract/counters.ts';
import { ShowWorld, says } from '../show/show-world.ts';

const DEATHS: CounterConfig = { name: 'deaths', words: [], target: null };
const WINS: CounterConfig = { name: 'wins', words: [], target: 3 };

/** The counters of a run of the app. `ownerOf`: who else answers to a word. */
function run(world: ShowWorld, ownerOf: OwnerOf = () => null) {
  return startCounters({ show: world.start(), clock: world.clock, ownerOf }, new DisposableStore());
}

const values = ({ feeds }: ReturnType<typeof run>) =>
  feeds.counters.read().counters.map(({ value }) => value);

describe('counters in the app', () => {
  it('are counted by page, chat, and hotkey, and stand after a kill where they stood', async () => {
    const world = new ShowWorld();
    const first = run(world);
    expect([first.view(), values(first)]).toEqual([null, []]);
    await first.commands['counters.create'](DEATHS);
    await first.commands['counters.create'](WINS);
    await first.commands['counters.add']({ counter: 1, by: 2 });
    first.hands.add(2, 1);
    world.hear(says('m', '!deaths +1', { senderRole: 'manager' }), says('v', '!deaths +1'));
    expect(values(first)).toEqual([3, 1]);

    const second = run(world);
    expect(values(second)).toEqual([3, 1]);
    expect(second.view()?.counters.map(({ name }) => name)).toEqual(['deaths', 'wins']);
    second.hands.undo();
    second.hands.undo();
    expect(values(second)).toEqual([2, 0]);
    await second.commands['counters.undo']({ counter: 1 });
    expect(values(run(world))).toEqual([0, 0]);
  });

  it('say once that a goal is reached', async () => {
    const world = new ShowWorld();
    const { commands } = run(world);
    await commands['counters.create'](WINS);
    for (const value of [2, 3, 4]) await commands['counters.set']({ counter: 1, value });
    await world.clock.advance(1_000);
    expect(world.said).toEqual(['Goal reached! wins: 3']);
  });

  it('say why something cannot be done', async () => {
    const world = new ShowWorld();
    const { commands, hands } = run(world);
    const refused = (code: string) => ({ problem: { code } });
    expect(() => hands.add(1, 1)).toThrow();
    expect(() => hands.undo()).toThrow();
    await commands['counters.create'](DEATHS);
    const again = commands['counters.create']({ ...WINS, words: ['Ｄeaths'] });
    await expect(again).rejects.toMatchObject(refused('counters-look-alike'));
    const unknown = commands['counters.add']({ counter: 9, by: 1 });
    await expect(unknown).rejects.toMatchObject(refused('counters-none'));
    const nothing = commands['counters.undo']({ counter: 1 });
    await expect(nothing).rejects.toMatchObject(refused('counters-nothing'));
    for (let at = 1; at < 20; at += 1) {
      await commands['counters.create']({ name: `c${at}`, words: [], target: null });
    }
    const full = commands['counters.create']({ name: 'more', words: [], target: null });
    await expect(full).rejects.toMatchObject(refused('counters-full'));
  });

  it('write nothing where nothing changes', async () => {
    const world = new ShowWorld();
    const { commands, feeds } = run(world);
    await commands['counters.create'](DEATHS);
    await commands['counters.set']({ counter: 1, value: 0 });
    expect(feeds.counters.read().counters[0]?.last).toBeNull();
    expect(world.ledger.show.journal(1, 0, 10)).toHaveLength(1);
  });
});

describe('what the streamer does with counters', () => {
  const refused = (code: string) => ({ problem: { code } });

  async function made(...configs: readonly CounterConfig[]) {
    const world = new ShowWorld();
    const taken = new Set<string>();
    const counters = run(world, (word) => (taken.has(word) ? 'vote' : null));
    for (const config of configs) await counters.commands['counters.create'](config);
    const read = () => counters.feeds.counters.read();
    return { ...counters, world, taken, read };
  }

  it.each([
    ['edit', { ...DEATHS }],
    ['remove', {}],
    ['move', { to: 0 }],
    ['show', { shown: false }],
    ['set', { value: 1 }],
    ['add', { by: 1 }],
    ['undo', {}],
  ] as const)('is refused for a counter that there is not: %s', async (name, args) => {
    const { commands, read } = await made();
    const doing: (asked: never) => Promise<unknown> = commands[`counters.${name}`];
    const asked = { ...args, counter: 2 } as never;
    await expect(doing(asked)).rejects.toMatchObject(refused('counters-none'));
    await commands['counters.create'](WINS);
    await expect(doing(asked)).rejects.toMatchObject(refused('counters-none'));
    expect(read().counters).toHaveLength(1);
  });

  it('is seen by the streamer whole, and by viewers as far as it is shown', async () => {
    const { commands, hands, view, read, world } = await made(WINS, DEATHS);
    const at = world.clock.now();
    await commands['counters.set']({ counter: 1, value: 2 });
    hands.add(1, -1);
    await commands['counters.show']({ counter: 2, shown: false });
    const wins = { id: 1, name: 'wins', value: 1, target: 3 };
    const last = { from: 2, to: 1, at, source: 'hotkey', name: '' };
    expect(read()).toEqual({
      managers: true,
      answer: true,
      counters: [
        { ...wins, words: [], shown: true, last },
        { id: 2, name: 'deaths', words: [], value: 0, target: null, shown: false, last: null },
      ],
    });
    expect(view()).toEqual({ counters: [wins] });
    hands.undo();
    expect(read().counters[0]?.last).toMatchObject({ from: 0, to: 2, source: 'page' });
    await commands['counters.show']({ counter: 1, shown: false });
    expect(view()).toBeNull();
    await commands['counters.show']({ counter: 2, shown: true });
    expect(view()?.counters).toEqual([{ id: 2, name: 'deaths', value: 0, target: null }]);
  });

  it('is an edit that keeps the value, another order, and a removal', async () => {
    const { commands, read } = await made(DEATHS, WINS);
    await commands['counters.add']({ counter: 1, by: 4 });
    await commands['counters.edit']({ counter: 1, name: 'Falls', words: ['fell'], target: 9 });
    await commands['counters.move']({ counter: 1, to: 1 });
    expect(read().counters).toMatchObject([
      { id: 2, name: 'wins', value: 0 },
      { id: 1, name: 'Falls', words: ['fell'], target: 9, value: 4, shown: true },
    ]);
    await commands['counters.remove']({ counter: 2 });
    await commands['counters.create'](WINS);
    expect(read().counters.map(({ id }) => id)).toEqual([1, 3]);
    const alike = { counter: 3, ...WINS, words: ['FELL'] };
    await expect(commands['counters.edit'](alike)).rejects.toMatchObject(
      refused('counters-look-alike'),
    );
    await commands['counters.edit']({ counter: 3, ...WINS, words: ['WINS'] });
  });

  it('is refused for a word that something else answers to, unless it had that already', async () => {
    const { commands, taken } = await made({ ...DEATHS, words: ['died'] });
    for (const word of ['deaths', 'died', 'vote']) taken.add(word);
    await commands['counters.edit']({ counter: 1, ...DEATHS, words: ['died', 'fell'] });
    for (const config of [
      { ...WINS, name: 'vote' },
      { ...WINS, words: ['vote'] },
    ]) {
      const making = commands['counters.create'](config);
      await expect(making).rejects.toMatchObject(refused('show-word-vote'));
      const editing = commands['counters.edit']({ counter: 1, ...config });
      await expect(editing).rejects.toMatchObject(refused('show-word-vote'));
    }
  });

  it('can be set before there is any counter, and holds for managers and answers in chat', async () => {
    const { commands, read, world } = await made();
    expect(read()).toEqual({ managers: true, answer: true, counters: [] });
    await commands['counters.settings']({ managers: false, answer: false });
    expect(read()).toEqual({ managers: false, answer: false, counters: [] });
    await commands['counters.create']({ ...WINS, target: 1 });
    world.hear(says('m', '!wins +1', { senderRole: 'manager' }), says('v', '!wins'));
    expect(read().counters[0]?.value).toBe(0);
    world.hear(says('s', '!wins +1', { senderRole: 'streamer' }));
    expect(read().counters[0]?.value).toBe(1);
    await world.clock.advance(10_000);
    expect(world.said).toEqual([]);
  });

  it('is taken back by a key: the latest change of any counter, and nothing where there is none', async () => {
    const { hands, read } = await made(DEATHS, WINS);
    hands.add(2, 1);
    hands.add(1, 1);
    for (const place of [0, 3]) {
      expect(() => hands.add(place, 1)).toThrow(expect.objectContaining(refused('counters-none')));
    }
    hands.undo();
    expect(read().counters.map(({ value }) => value)).toEqual([0, 1]);
    hands.undo();
    expect(() => hands.undo()).toThrow(expect.objectContaining(refused('counters-nothing')));
  });

  it('is heard by all who listen, who read the new values', async () => {
    const { commands, view, onChange, feeds, read } = await made(DEATHS);
    const heard: unknown[] = [];
    onChange(() => heard.push(view()?.counters[0]?.value));
    feeds.counters.onChange(() => heard.push(read().counters[0]?.value));
    expect(view()).toBe(view());
    expect(read()).toBe(read());
    await commands['counters.add']({ counter: 1, by: 2 });
    expect(heard).toEqual([2, 2]);
  });

  it('is known to others by its names and words, whole or begun', async () => {
    const none = await made();
    expect([none.takes('boss'), none.valueOf('boss')]).toEqual([false, null]);
    const {
      commands,
      takes,
      valueOf: value,
    } = await made({ name: 'Boss 2', words: ['!Endgegner'], target: null }, DEATHS);
    await commands['counters.set']({ counter: 1, value: 7 });
    const names = ['boss', 'boss 2', 'endgegner', 'deaths', 'bos', 'boss 3', 'death'];
    expect(names.filter(takes)).toEqual(['boss', 'boss 2', 'endgegner', 'deaths']);
    const asked = ['ＢＯＳＳ 2', '!boss  2', 'endgegner', 'deaths', 'boss', ''];
    expect(asked.map(value)).toEqual([7, 7, 7, 0, null, null]);
  });

  it('tells in chat where a counter stands, with its goal, and when that is reached', async () => {
    const { world } = await made({ ...WINS, target: 1_000 }, { ...DEATHS });
    const asks = async (content: string) => {
      world.hear(says('s', content, { senderRole: 'streamer' }));
      await world.clock.advance(5_000);
    };
    for (const content of ['!wins 999', '!wins', '!wins +1', '!deaths 1234', '!deaths']) {
      await asks(content);
    }
    expect(world.said).toEqual([
      'wins: 999 of 1,000',
      'Goal reached! wins: 1,000',
      'deaths: 1,234',
    ]);
  });
});
