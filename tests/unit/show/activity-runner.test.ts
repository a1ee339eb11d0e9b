import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTRIES_A_STATE } from '../../../electron/features/show/activity-runner.ts';
import { newVote, VOTE, type Vote, type VoteEntry } from '../../../electron/features/vote/vote.ts';
import type { VoteConfig } from '../../../shared/contract/vote.ts';
import { chat } from '../../support/stage-events.ts';
import { donation } from '../storage/support.ts';
import { gives, type Said, ShowWorld, says } from './show-world.ts';

const CONFIG: VoteConfig = {
  title: '점심',
  options: ['짜장', '짬뽕', 'Ramen'],
  voters: 'everyone',
  changeable: true,
  weight: 'beams',
  seconds: null,
  announce: false,
};

function begun(config: Partial<VoteConfig> = {}) {
  const world = new ShowWorld();
  const runner = world.start().run(VOTE);
  runner.begin(newVote({ ...CONFIG, ...config }, world.clock.now()));
  return { world, runner };
}

/** As the next run of the app has it. */
const restarted = (world: ShowWorld) => world.start().run(VOTE);

const packed = (vote: Vote | null) => vote && VOTE.pack(vote);

describe('an activity', () => {
  it('is after a kill what it was, at any moment', () => {
    const deed = fc.oneof(
      fc.record({ who: fc.constantFrom('a', 'b', 'c'), option: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ who: fc.constantFrom('a', 'b', 'c'), beams: fc.integer({ min: 1, max: 99 }) }),
      fc.constant('kill' as const),
      fc.constant('stop' as const),
    );
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 25 }), (deeds) => {
        const { world, runner: first } = begun();
        let runner = first;
        for (const each of deeds) {
          if (each === 'kill' || each === 'stop') {
            if (each === 'stop') world.stop();
            const before = packed(runner.state);
            runner = restarted(world);
            expect(packed(runner.state)).toEqual(before);
          } else if ('option' in each) world.hear(says(each.who, `!${each.option}`));
          else world.hear(gives(each.who, each.beams));
        }
      }),
      { seed: 15, numRuns: 60 },
    );
  });

  it('hears at a start what was written and never heard', () => {
    const { world } = begun();
    world.hear(says('a', '!1'), gives('a', 30));
    world.write([donation(3, { donatorChannelId: 'a', payAmount: 12 }), chat(4)]);
    const runner = restarted(world);
    expect(runner.state?.totals).toEqual([42, 0, 0]);
    expect(restarted(world).state?.totals).toEqual([42, 0, 0]);
  });

  it('hears nothing again that changed nothing', () => {
    const { world, runner } = begun({ weight: 'equal' });
    world.hear(gives('a', 30), says('a', '!1'), gives('a', 5));
    const before = packed(runner.state);
    expect(packed(restarted(world).state)).toEqual(before);
  });

  it('hears no events from before it began, and no tests', () => {
    const world = new ShowWorld();
    const show = world.start();
    const runner = show.run(VOTE);
    world.hear(gives('a', 500, { donationText: '!1' }));
    runner.begin(newVote(CONFIG, world.clock.now()));
    const test: Said = (seq, at) => ({
      ...gives('b', 9, { donationText: '!2' })(seq, at),
      origin: 'test',
    });
    world.hear(test);
    expect(runner.state?.totals).toEqual([0, 0, 0]);
    expect(restarted(world).state?.totals).toEqual([0, 0, 0]);
  });

  it('changes nothing where the ledger refuses what the streamer wants', () => {
    const { world, runner } = begun();
    world.hear(says('a', '!1'));
    const before = packed(runner.state);
    const { append } = world.ledger.show;
    world.ledger.show.append = () => {
      throw new Error('disk full');
    };
    expect(() => runner.put({ type: 'end', at: 5 })).toThrow('disk full');
    expect(packed(runner.state)).toEqual(before);
    world.ledger.show.append = append;
    runner.put({ type: 'end', at: 5 });
    expect(runner.isOver).toBe(true);
  });

  it('loses no vote to a disk that refuses for a while', async () => {
    const { world, runner } = begun();
    const { append } = world.ledger.show;
    world.ledger.show.append = () => {
      throw new Error('disk full');
    };
    world.hear(says('a', '!1'));
    world.hear(says('b', '!2'));
    expect(runner.state?.totals).toEqual([1, 1, 0]);
    world.ledger.show.append = append;
    await world.clock.advance(5_000);
    expect(restarted(world).state?.totals).toEqual([1, 1, 0]);
  });

  it('ends by itself at its time, also where the app was off at that moment', async () => {
    const { world, runner } = begun({ seconds: 60 });
    await world.clock.advance(59_999);
    expect(runner.isOver).toBe(false);
    await world.clock.advance(1);
    expect(runner.isOver).toBe(true);

    const other = begun({ seconds: 60 });
    const endsAt = other.runner.state?.endsAt;
    await other.world.clock.advance(1_000);
    other.world.stop();
    await other.world.clock.advance(600_000);
    const later = restarted(other.world);
    await other.world.clock.advance(0);
    expect(later.state).toMatchObject({ endedAt: endsAt });
    expect(other.world.clock.pendingTimers).toBe(0);
  });

  it('writes its state now and then, so that a start has little to fold', () => {
    const { world, runner } = begun({ weight: 'equal' });
    const voters = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => says(`viewer-${from + at}`, `!${(at % 3) + 1}`));
    for (let from = 0; from < ENTRIES_A_STATE + 500; from += 500) world.hear(...voters(from, 500));
    const id = runner.id ?? 0;
    expect(world.ledger.show.journal(id, 0, ENTRIES_A_STATE).length).toBeLessThanOrEqual(500);
    expect(restarted(world).state?.voterCount).toBe(ENTRIES_A_STATE + 500);
  });

  it('tells of a change once it is in the ledger', () => {
    const { world, runner } = begun();
    const inLedger: number[] = [];
    runner.onChange(() => inLedger.push(world.ledger.show.journal(runner.id ?? 0, 0, 100).length));
    world.hear(says('a', '!1'), says('b', '!2'));
    expect(inLedger).toEqual([2]);
  });

  it('of a newer version is left alone', () => {
    const { world, runner } = begun();
    const strange = { type: 'unheard-of' } as unknown as VoteEntry;
    world.ledger.show.append([
      { activity: runner.id ?? 0, at: 0, heard: 0, entry: strange, messages: [] },
    ]);
    const later = restarted(world);
    expect(later.state).toBeNull();
    later.begin(newVote(CONFIG, 0));
    expect(restarted(world).state?.totals).toEqual([0, 0, 0]);
  });

  it('forgets a viewer, in this one and in every one before', () => {
    const world = new ShowWorld();
    const show = world.start();
    const runner = show.run(VOTE);
    runner.begin(newVote(CONFIG, 0));
    world.hear(says('somebody', '!1'), says('b', '!1'));
    runner.put({ type: 'end', at: 1 });
    runner.begin(newVote(CONFIG, 0));
    world.hear(says('somebody', '!2'));
    show.forget('somebody');
    const repository = world.ledger.show;
    const kept = repository.ids().map((id) => [repository.find(id), repository.journal(id, 0, 10)]);
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain('somebody');
    expect(runner.state?.totals).toEqual([0, 1, 0]);
  });
});
