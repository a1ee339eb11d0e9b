import { describe, expect, it } from 'vitest';
import { NamedTimers } from '../../../electron/base/named-timers.ts';
import { KeepAlive } from '../../../electron/session/keep-alive.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const SECOND = 1_000;

function setUp() {
  const clock = new VirtualClock();
  const timers = new NamedTimers(clock);
  const pings: number[] = [];
  const said: string[] = [];
  const keepAlive = new KeepAlive({
    timers,
    times: sessionTimes(1),
    clock,
    send: () => pings.push(clock.monotonic()),
    input: ({ type }) => said.push(type),
  });
  keepAlive.begin();
  return { clock, timers, keepAlive, pings, said };
}

describe('the PINGs of a link', () => {
  it('are due every minute while nothing comes', async () => {
    const { clock, said } = setUp();
    await clock.advance(60 * SECOND);
    expect(said).toEqual(['ping-due']);
  });

  it('are sent with the first event, and then every ten seconds while events come', async () => {
    const { clock, keepAlive, pings, said } = setUp();
    for (let second = 0; second < 35; second += 1) {
      keepAlive.arrived(1);
      keepAlive.pong(1, 0);
      await clock.advance(SECOND);
    }
    expect(pings).toEqual([0, 10 * SECOND, 20 * SECOND, 30 * SECOND]);
    await clock.advance(55 * SECOND);
    expect(said.filter((type) => type === 'ping-due')).toHaveLength(1);
  });

  it('are not sent again while one has no answer, whose deadline then runs', async () => {
    const { clock, keepAlive, pings, said } = setUp();
    keepAlive.arrived(1);
    await clock.advance(9 * SECOND);
    keepAlive.arrived(1);
    await clock.advance(SECOND);
    expect(said).toEqual(['pong-missed']);
    expect(pings).toEqual([0]);
  });

  it('begin anew with each connection', async () => {
    const { clock, keepAlive, pings } = setUp();
    keepAlive.arrived(1);
    keepAlive.pong(1, 0);
    await clock.advance(SECOND);
    keepAlive.arrived(1);
    keepAlive.begin();
    keepAlive.arrived(2);
    expect(pings).toEqual([0, SECOND]);
  });
});
