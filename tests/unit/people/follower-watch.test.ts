import { describe, expect, it, onTestFinished } from 'vitest';
import { FollowerWatch } from '../../../electron/features/people/follower-watch.ts';
import type {
  FollowerMark,
  PeopleRepository,
} from '../../../electron/features/people/people-repository.ts';
import { UnavailableError } from '../../../electron/platform/errors.ts';
import { type Follower, PEOPLE_PAGE } from '../../../shared/contract/people.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';
import { memoryLedger } from '../storage/support.ts';

const FOLLOWERS_EVERY_MS = 2 * 60_000;

const T0 = Date.UTC(2026, 0, 1);
const follower = (channelId: string, since: number | null): Follower => ({
  channelId,
  name: `name of ${channelId}`,
  handle: channelId,
  since,
});
/** `old-1` is the latest of those who were always there. */
const crowd = (count: number): Follower[] =>
  Array.from({ length: count }, (_, at) => follower(`old-${at + 1}`, T0 - (at + 1) * 1_000));

interface Given {
  readonly repository?: Pick<PeopleRepository, 'followerMark' | 'setFollowerMark'>;
  readonly scopes?: readonly string[];
}

function setUp({ repository = memoryLedger().people, scopes = ['READ:CHANNEL'] }: Given = {}) {
  const clock = new VirtualClock(T0);
  const list: Follower[] = crowd(3);
  const calls: number[] = [];
  const failures: unknown[] = [];
  const { log, lines } = rememberingLogger();
  const watch = new FollowerWatch({
    readPage: async (page) => {
      calls.push(page);
      if (failures.length > 0) throw failures.shift();
      const size = PEOPLE_PAGE.followers;
      return list.slice(page * size, (page + 1) * size);
    },
    repository,
    clock,
    random: () => 0.5,
    log,
    scopes: () => scopes,
  });
  onTestFinished(() => watch.dispose());
  const begin = async (owner: string | null = 'streamer') => {
    watch.begin(owner);
    await settle();
  };
  /** These begin to follow, the last named last. */
  const come = (...ids: string[]) => {
    for (const id of ids) list.unshift(follower(id, clock.now()));
  };
  const names = () => watch.state.people.map(({ channelId }) => channelId);
  return { clock, list, calls, failures, lines, watch, begin, come, names, repository };
}

const nextRound = (clock: VirtualClock) => clock.advance(FOLLOWERS_EVERY_MS);

describe('new followers', () => {
  it('are nobody the first time: it only says where to begin', async () => {
    const { watch, begin, calls, repository } = setUp();
    await begin();
    expect(calls).toEqual([0]);
    expect(watch.state).toMatchObject({ people: [], more: false, newestAt: T0 - 1_000 });
    expect(repository.followerMark('streamer')).toEqual({
      newestAt: T0 - 1_000,
      newestIds: ['old-1'],
      lookedAt: T0,
    } satisfies FollowerMark);
  });

  it('are told once each, the earliest first, and never those who were there at the start', async () => {
    const { clock, watch, begin, come, list } = setUp();
    const told: string[][] = [];
    watch.onFollow((people) => told.push(people.map((each) => each.channelId)));
    await begin();
    await nextRound(clock);
    come('anna', 'ben');
    await nextRound(clock);
    await nextRound(clock);
    expect(told).toEqual([['anna', 'ben']]);
    list.shift();
    await nextRound(clock);
    come('carl');
    await nextRound(clock);
    expect(told).toEqual([['anna', 'ben'], ['carl']]);
  });

  it('are told of though nobody followed before', async () => {
    const { clock, watch, begin, come, list } = setUp();
    list.length = 0;
    const told: string[] = [];
    watch.onFollow((people) => told.push(...people.map((each) => each.channelId)));
    await begin();
    come('anna');
    await nextRound(clock);
    expect(told).toEqual(['anna']);
  });

  it('are not told again when the latest leave and the next are read', async () => {
    const { clock, watch, begin, come, list } = setUp();
    const told: string[] = [];
    watch.onFollow((people) => told.push(...people.map((each) => each.channelId)));
    await begin();
    await nextRound(clock);
    come('anna');
    await nextRound(clock);
    come('ben');
    await nextRound(clock);
    list.shift();
    await nextRound(clock);
    await nextRound(clock);
    expect(told).toEqual(['anna', 'ben']);
  });

  it('are found every two minutes, the latest first', async () => {
    const { clock, begin, come, names, calls } = setUp();
    await begin();
    await clock.advance(10_000);
    come('ann', 'bo');
    expect(names()).toEqual([]);
    await clock.advance(FOLLOWERS_EVERY_MS - 10_001);
    expect(calls).toEqual([0]);
    await clock.advance(1);
    expect(names()).toEqual(['bo', 'ann']);
    expect(calls).toEqual([0, 0]);
  });

  it('are found in a list that is not the latest first, as far as it is read', async () => {
    const { clock, list, begin, names, calls } = setUp();
    list.push(...crowd(33).slice(3));
    list.reverse();
    await begin();
    await clock.advance(1_000);
    expect(calls).toEqual([0, 1]);
    expect(names()).toEqual([]);
    list.splice(30, 0, follower('ann', clock.now()));
    await nextRound(clock);
    await clock.advance(1_000);
    expect(calls).toEqual([0, 1, 0, 1]);
    expect(names()).toEqual(['ann']);
  });

  it('are not said to be more in such a list than those that were read', async () => {
    const { clock, list, begin, watch, calls } = setUp();
    list.push(...crowd(200).slice(3));
    list.reverse();
    await begin();
    await clock.advance(3_000);
    expect(calls).toEqual([0, 1, 2]);
    await nextRound(clock);
    await clock.advance(3_000);
    expect(watch.state).toMatchObject({ people: [], more: false });
  });

  it('are asked for a tenth earlier or later, by chance', async () => {
    for (const [draw, factor] of [
      [0, 0.9],
      [0.999_999, 1.1],
    ] as const) {
      const clock = new VirtualClock(T0);
      let calls = 0;
      const watch = new FollowerWatch({
        readPage: async () => {
          calls += 1;
          return [];
        },
        repository: memoryLedger().people,
        clock,
        random: () => draw,
        log: rememberingLogger().log,
        scopes: () => ['READ:CHANNEL'],
      });
      watch.begin('streamer');
      await clock.advance(FOLLOWERS_EVERY_MS * factor - 1_000);
      expect(calls).toBe(1);
      await clock.advance(2_000);
      expect(calls).toBe(2);
      watch.dispose();
      expect(clock.pendingTimers).toBe(0);
    }
  });

  it('stay new over a restart, until somebody looks', async () => {
    const first = setUp();
    await first.begin();
    first.watch.dispose();
    const second = setUp({ repository: first.repository });
    second.come('ann');
    await second.begin();
    expect(second.names()).toEqual(['ann']);
    second.watch.markRead(second.watch.state.newestAt ?? 0);
    expect(second.names()).toEqual([]);
    second.watch.dispose();
    const third = setUp({ repository: first.repository });
    third.list.unshift(follower('ann', T0));
    await third.begin();
    expect(third.names()).toEqual([]);
  });

  it('that came after what was looked at stay new', async () => {
    const { clock, watch, begin, come, names } = setUp();
    await begin();
    await clock.advance(1_000);
    come('ann');
    await nextRound(clock);
    const seen = watch.state.newestAt ?? 0;
    come('bo');
    await nextRound(clock);
    expect(names()).toEqual(['bo', 'ann']);
    watch.markRead(seen);
    expect(names()).toEqual(['bo']);
    expect(watch.state.lookedAt).toBe(clock.now());
  });

  it('of the very moment that was looked at are told apart by who they are', async () => {
    const { clock, watch, begin, list, names } = setUp();
    await begin();
    list.unshift(follower('ann', T0 + 5));
    await nextRound(clock);
    watch.markRead(T0 + 5);
    list.unshift(follower('bo', T0 + 5));
    await nextRound(clock);
    expect(names()).toEqual(['bo']);
  });

  it('cannot be marked beyond the latest, nor back', async () => {
    const { clock, watch, begin, come, names, repository } = setUp();
    await begin();
    watch.markRead(Number.MAX_SAFE_INTEGER);
    expect(repository.followerMark('streamer')?.newestAt).toBe(T0 - 1_000);
    come('ann');
    await nextRound(clock);
    watch.markRead(T0 - 50_000);
    expect(names()).toEqual(['ann']);
    expect(repository.followerMark('streamer')?.newestAt).toBe(T0 - 1_000);
  });

  it('that are more than a page are read on, to fifty; of more it is said that there are', async () => {
    const { clock, watch, begin, calls, list, names } = setUp();
    await begin();
    list.unshift(...Array.from({ length: 30 }, (_, at) => follower(`new-${at}`, T0 + 100 - at)));
    await nextRound(clock);
    await clock.advance(2_000);
    expect(names()).toHaveLength(30);
    expect(watch.state.more).toBe(false);
    expect(calls).toEqual([0, 0, 1]);
    list.unshift(...Array.from({ length: 200 }, (_, at) => follower(`raid-${at}`, T0 + 900 - at)));
    await nextRound(clock);
    await clock.advance(2_000);
    expect(names()).toHaveLength(50);
    expect(watch.state.more).toBe(true);
    expect(calls).toEqual([0, 0, 1, 0, 1, 2]);
    watch.markRead(watch.state.newestAt ?? 0);
    expect([names(), watch.state.more]).toEqual([[], false]);
  });

  it('whose time cannot be read are not new', async () => {
    const { clock, begin, list, names } = setUp();
    await begin();
    list.unshift(follower('ann', null));
    await nextRound(clock);
    expect(names()).toEqual([]);
  });

  it('are everybody where nobody followed before', async () => {
    const { clock, watch, begin, come, list, names } = setUp();
    list.length = 0;
    await begin();
    expect(watch.state.newestAt).toBeNull();
    come('ann');
    await nextRound(clock);
    expect(names()).toEqual(['ann']);
  });

  it('of one channel are none of another, and come back with it', async () => {
    const { watch, begin, come, names, clock } = setUp();
    await begin();
    come('ann');
    await nextRound(clock);
    expect(names()).toEqual(['ann']);
    await begin('another');
    expect(names()).toEqual([]);
    await begin('streamer');
    expect(names()).toEqual(['ann']);
    watch.end();
    expect(watch.state).toMatchObject({ people: [], newestAt: null, checkedAt: null });
  });

  it('of a channel without a name are kept in memory only', async () => {
    const repository: Pick<PeopleRepository, 'followerMark' | 'setFollowerMark'> = {
      followerMark: () => {
        throw new Error('asked for');
      },
      setFollowerMark: () => {
        throw new Error('kept');
      },
    };
    const { clock, watch, begin, come, names } = setUp({ repository });
    await begin(null);
    come('ann');
    await nextRound(clock);
    expect(names()).toEqual(['ann']);
    watch.markRead(watch.state.newestAt ?? 0);
    expect(names()).toEqual([]);
  });

  it('are not asked for without the permission, nor after the grant has ended', async () => {
    const without = setUp({ scopes: ['READ:USER'] });
    await without.begin();
    expect([without.calls, without.clock.pendingTimers]).toEqual([[], 0]);
    const { clock, watch, begin, come, names, calls } = setUp();
    await begin();
    come('ann');
    await nextRound(clock);
    watch.pause();
    await nextRound(clock);
    expect(calls).toHaveLength(2);
    expect(names()).toEqual(['ann']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('are asked for more and more rarely while the platform has a problem, which is told', async () => {
    const { clock, watch, begin, failures, calls, come, names } = setUp();
    await begin();
    const occasion = { operation: 'channels.followers', status: 503, platformMessage: null };
    failures.push(new UnavailableError(occasion, 'server'));
    failures.push(new UnavailableError(occasion, 'server', { retryAfterMs: 900_000 }));
    come('ann');
    await nextRound(clock);
    expect(watch.state.problem?.code).toBe('platform-unavailable-server');
    await clock.advance(45_000);
    expect(calls).toHaveLength(3);
    await clock.advance(899_000);
    expect(calls).toHaveLength(3);
    await clock.advance(1_000);
    expect(names()).toEqual(['ann']);
    expect(watch.state.problem).toBeNull();
  });

  it('are found in a first page that was read for another reason', async () => {
    const { watch, begin, come, list, names, calls } = setUp();
    watch.saw(list);
    expect(watch.state.checkedAt).toBeNull();
    await begin();
    come('ann');
    watch.saw(list);
    expect(names()).toEqual(['ann']);
    expect(calls).toEqual([0]);
  });

  it('that fill the page that was read for another reason are read on at once', async () => {
    const { clock, watch, begin, list, names, calls } = setUp();
    await begin();
    list.unshift(...Array.from({ length: 30 }, (_, at) => follower(`new-${at}`, T0 + 100 - at)));
    watch.saw(list.slice(0, PEOPLE_PAGE.followers));
    await clock.advance(2_000);
    expect(names()).toHaveLength(30);
    expect(calls).toEqual([0, 0, 1]);
  });
});

describe('a disk that fails', () => {
  it('leaves everybody new, and says so', async () => {
    const real = memoryLedger().people;
    let broken = false;
    const repository: Pick<PeopleRepository, 'followerMark' | 'setFollowerMark'> = {
      followerMark: (owner) => real.followerMark(owner),
      setFollowerMark: (owner, mark) => {
        if (broken) throw new Error('disk full');
        real.setFollowerMark(owner, mark);
      },
    };
    const { clock, watch, begin, come, names } = setUp({ repository });
    await begin();
    come('ann');
    await nextRound(clock);
    broken = true;
    expect(() => watch.markRead(watch.state.newestAt ?? 0)).toThrow('disk full');
    expect(names()).toEqual(['ann']);
  });
});
