import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ChannelRun } from '../../../electron/fleet/channel-runner.ts';
import { NOBODY } from '../../../electron/fleet/host-line.ts';
import { Moves } from '../../../electron/fleet/moves.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const HOUR = 3_600_000;

type Running = Pick<ChannelRun, 'lease' | 'startedAt' | 'isShared' | 'core'>;

/** Channels of this host, as its moves see them; no other host answers. */
function setUp() {
  const clock = new VirtualClock();
  const seal = Seal.of(Buffer.alloc(32, 1).toString('base64'));
  if (!seal) throw new Error('The key is wrong.');
  const running: Running[] = [];
  const givenBack: string[] = [];
  const asked: string[] = [];
  /** Channels for which a session was wanted. */
  const tried: string[] = [];
  const moves = new Moves({
    line: {
      ask: async (hostId) => {
        asked.push(hostId);
        return NOBODY;
      },
      answer: () => ({ dispose: () => undefined }),
    },
    leases: { handTo: async () => false },
    store: { leases: { put: async () => 1 } },
    seal,
    times: sessionTimes(1),
    standStill: { since: () => false },
    running: () => running as ChannelRun[],
    giveBack: async ({ lease }) => void givenBack.push(lease.channelId),
    moved: () => undefined,
    clock,
    log: silentLogger,
  });
  const add = (channelId: string, more: Partial<Running> = {}) =>
    running.push({
      lease: { channelId, epoch: 1 },
      startedAt: clock.monotonic(),
      isShared: false,
      core: null,
      ...more,
    });
  return { clock, moves, add, givenBack, asked, tried };
}

/** One that is live, and whose platform gives no second session: each try ends at once. */
function live(
  { clock, tried }: Pick<ReturnType<typeof setUp>, 'clock' | 'tried'>,
  channelId: string,
  { rollOverInMs = HOUR as number | null, alertId = null as number | null } = {},
): Partial<Running> {
  const nextRollOverAt = rollOverInMs === null ? null : clock.now() + rollOverInMs;
  const core = {
    keeper: { status: { phase: 'live', session: { nextRollOverAt } } },
    alerts: { current: alertId === null ? null : { alertId } },
  };
  const run = {
    core,
    record: { start: () => undefined, take: () => [] },
    isProven: () => true,
    takeSlot: async () => {
      tried.push(channelId);
      return null;
    },
  };
  return run as unknown as Partial<Running>;
}

describe('a channel that is live, and too many on its host', () => {
  it.each([
    [60_000, 0],
    [60_001, 1],
    [null, 0],
  ])('is moved only where its session stays for longer than a move (%s ms)', async (ms, tries) => {
    const world = setUp();
    world.add('one', live(world, 'one', { rollOverInMs: ms }));
    world.moves.want(1, new Map([['b', 1]]));
    await settle();
    expect(world.tried).toHaveLength(tries);
    expect(world.givenBack).toEqual([]);
    world.moves.dispose();
  });

  it('is one without an alert where there is one', async () => {
    const world = setUp();
    world.add('one', live(world, 'one', { alertId: 3 }));
    world.add('two', live(world, 'two'));
    world.moves.want(1, new Map([['b', 1]]));
    await settle();
    expect(world.tried).toEqual(['two']);
    world.moves.dispose();
  });

  it('is given back rather where it has no stream that could have a gap', async () => {
    const world = setUp();
    world.add('one', live(world, 'one'));
    world.add('two');
    await world.clock.advance(31_000);
    world.moves.want(1, new Map([['b', 1]]));
    await settle();
    expect([world.givenBack, world.tried]).toEqual([['two'], []]);
    world.moves.dispose();
  });

  it('goes to the host with the most room, and to none where nobody has any', async () => {
    const world = setUp();
    for (const channelId of ['one', 'two', 'three', 'four']) {
      world.add(channelId, live(world, channelId));
    }
    world.moves.want(4, new Map(Object.entries({ b: 1, c: 2, d: 0 })));
    await world.clock.advance(10_000);
    expect(world.asked.toSorted()).toEqual(['b', 'c', 'c']);
    expect(world.asked[0]).toBe('c');
    world.moves.dispose();
  });

  it('counts what a host was given a moment ago, which that one may not have counted yet', async () => {
    const world = setUp();
    for (const channelId of ['one', 'two', 'three']) world.add(channelId, live(world, channelId));
    const rooms = new Map([['b', 1]]);
    world.moves.want(1, rooms);
    await world.clock.advance(1_000);
    expect(world.tried).toEqual(['one']);
    world.moves.want(1, rooms);
    await world.clock.advance(5_999);
    world.moves.want(1, rooms);
    await settle();
    expect(world.tried).toEqual(['one']);
    await world.clock.advance(1);
    world.moves.want(1, rooms);
    await settle();
    expect(world.tried).toEqual(['one', 'two']);
    world.moves.dispose();
  });

  it('moves with seven others at once at most', async () => {
    const world = setUp();
    const never = new Promise<null>(() => undefined);
    for (let count = 0; count < 10; count += 1) {
      const takeSlot = () => {
        world.tried.push(`${count}`);
        return never;
      };
      world.add(`${count}`, { ...live(world, `${count}`), takeSlot } as Partial<Running>);
    }
    world.moves.want(10, new Map([['b', 10]]));
    await world.clock.advance(20_000);
    expect([world.tried.length, world.moves.size]).toEqual([8, 8]);
    world.moves.dispose();
  });

  it('stays where enough have gone, whatever room there is', async () => {
    const world = setUp();
    for (const channelId of ['one', 'two', 'three']) world.add(channelId, live(world, channelId));
    const rooms = new Map([['b', 2]]);
    world.moves.want(1, rooms);
    await world.clock.advance(3_000);
    expect(world.tried).toEqual(['one']);
    world.moves.want(1, rooms);
    await world.clock.advance(3_000);
    expect(world.tried).toEqual(['one', 'two']);
    world.moves.dispose();
  });

  it('is left alone for half a minute after a try', async () => {
    const world = setUp();
    world.add('one', live(world, 'one'));
    const want = async () => {
      world.moves.want(1, new Map([['b', 5]]));
      await settle();
      return world.tried.length;
    };
    expect(await want()).toBe(1);
    await world.clock.advance(29_999);
    expect(await want()).toBe(1);
    await world.clock.advance(1_000);
    expect(await want()).toBe(2);
    world.moves.dispose();
    expect(world.clock.pendingTimers).toBe(0);
  });
});

describe('all channels of a host that ends', () => {
  it('are tried twice each, also where everybody has enough, and the host is not waited for', async () => {
    const world = setUp();
    for (const channelId of ['one', 'two']) world.add(channelId, live(world, channelId));
    await world.moves.all(new Map([['b', -3]]));
    expect(world.tried.toSorted()).toEqual(['one', 'one', 'two', 'two']);
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.moves.size).toBe(0);
  });

  it('stay where there is nobody else', async () => {
    const world = setUp();
    world.add('one', live(world, 'one'));
    await world.moves.all(new Map());
    expect(world.tried).toEqual([]);
    expect(world.clock.pendingTimers).toBe(0);
  });
});

describe('a channel that is too many on its host', () => {
  it('gets thirty seconds to connect before it is given back', async () => {
    const { clock, moves, add, givenBack } = setUp();
    add('one');
    const rooms = new Map([['b', 1]]);
    await clock.advance(30_000);
    moves.want(1, rooms);
    expect(givenBack).toEqual([]);
    await clock.advance(1);
    moves.want(1, rooms);
    expect(givenBack).toEqual(['one']);
    moves.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('stays while another host may still use its session', async () => {
    const { clock, moves, add, givenBack } = setUp();
    add('one', { isShared: true });
    await clock.advance(HOUR);
    moves.want(1, new Map([['b', 1]]));
    expect(givenBack).toEqual([]);
    moves.dispose();
  });

  it('is one of those that leave one a second, however often the host looks', async () => {
    const { clock, moves, add, givenBack } = setUp();
    for (const channelId of ['one', 'two', 'three']) add(channelId);
    await clock.advance(HOUR);
    for (let look = 0; look < 4; look += 1) {
      moves.want(3, new Map());
      await clock.advance(249);
    }
    expect(givenBack).toHaveLength(1);
    await clock.advance(4);
    expect(givenBack).toHaveLength(2);
    moves.dispose();
  });

  it('is given back where it is not live, one a second and no more than are too many', async () => {
    const { clock, moves, add, givenBack } = setUp();
    for (const channelId of ['one', 'two', 'three']) add(channelId);
    await clock.advance(HOUR);
    moves.want(2, new Map());
    expect(givenBack).toHaveLength(1);
    await clock.advance(999);
    expect(givenBack).toHaveLength(1);
    await clock.advance(1);
    expect(givenBack).toHaveLength(2);
    await clock.advance(60_000);
    expect(givenBack).toHaveLength(2);
    moves.want(0, new Map());
    await clock.advance(60_000);
    expect(givenBack).toHaveLength(2);
    moves.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
