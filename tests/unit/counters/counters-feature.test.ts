import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { startCounters } from '../../../electron/features/counters/index.ts';
import type { CounterConfig } from '../../../shared/contract/counters.ts';
import { ShowWorld, says } from '../show/show-world.ts';

const DEATHS: CounterConfig = { name: 'deaths', words: [], target: null };
const WINS: CounterConfig = { name: 'wins', words: [], target: 3 };

/** The counters of a run of the app. */
function run(world: ShowWorld) {
  const ownerOf = () => null;
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
