import { describe, expect, it } from 'vitest';
import { SPIN_MS } from '../../../electron/features/draw/draw.ts';
import { says } from '../show/show-world.ts';
import { DrawWorld } from './draw-world.ts';

const waiting = (...who: readonly string[]) =>
  who.map((each) => ({ who: each, name: `${each}!`, subscriber: each.startsWith('s') }));
/** The view has the newest in front. */
const names = (world: DrawWorld): readonly string[] => world.view.names.toReversed();
const entry = { by: 'queue' } as const;

describe('entering a draw from the queue of players', () => {
  it('is done by who waits when it begins, in their order, and by nobody later', async () => {
    const world = new DrawWorld();
    world.waiting = waiting('b', 'a', 'sc');
    await world.begin({ entry });
    expect(world.view).toMatchObject({ phase: 'closed', entrantCount: 3, closesAt: null });
    expect(names(world)).toEqual(['b!', 'a!', 'sc!']);
    world.waiting = waiting('d');
    world.show.hear(says('e', '!참가'));
    world.restart();
    expect(names(world)).toEqual(['b!', 'a!', 'sc!']);
  });

  it.each([
    ['no queue runs', null, 'draw-no-queue'],
    ['nobody waits', [], 'draw-no-queue'],
    ['nobody of them may enter', waiting('streamer', 'blocked', 'a'), 'draw-nobody'],
  ])('is refused where %s, and nothing begins', async (_, players, code) => {
    const world = new DrawWorld({ roleOf: (who) => (who === 'streamer' ? who : 'viewer') });
    world.show.blocked.add('blocked');
    world.waiting = players;
    const config = { entry, subscribersOnly: true };
    await expect(world.begin(config)).rejects.toMatchObject({ problem: { code } });
    expect(world.draw.feeds.draw.read().draw).toBeNull();
  });

  it('lets only subscribers in where only they may, and leaves past winners out', async () => {
    const world = new DrawWorld();
    world.waiting = waiting('sa', 'b', 'sc');
    await world.begin({ entry, subscribersOnly: true, winners: 1 });
    expect(names(world)).toEqual(['sa!', 'sc!']);
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS);
    const [winner] = world.view.drawn.map(({ name }) => name);
    await world.begin({ entry, exceptLast: 1 });
    expect(names(world)).toEqual(['sa!', 'b!', 'sc!'].filter((name) => name !== winner));
  });

  it('waits for the answer of who was drawn, as their channel is known', async () => {
    const world = new DrawWorld();
    world.waiting = waiting('a');
    await world.begin({ entry, answer: true });
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS);
    expect(world.view.phase).toBe('waiting');
    // Without a name: who is deleted would stay there.
    expect(world.show.marked).toEqual(['show-draw 선물']);
    world.show.hear(says('a', 'me!'));
    expect(world.view).toMatchObject({ phase: 'over', drawn: [{ name: 'a!', state: 'won' }] });
  });
});
