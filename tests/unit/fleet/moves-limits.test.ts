import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ChannelRun } from '../../../electron/fleet/channel-runner.ts';
import { NOBODY } from '../../../electron/fleet/host-line.ts';
import { Moves } from '../../../electron/fleet/moves.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

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
  return { clock, moves, add, givenBack, asked };
}

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
