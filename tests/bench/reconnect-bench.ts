import { delay, systemClock } from '../../electron/base/clock.ts';
import { CONNECT } from '../integration/stream/support/watched-network.ts';
import { ConnectionWorld } from './connection-world.ts';
import { Crowd } from './crowd.ts';
import { evenDraws } from './even-draws.ts';
import { PlainClient } from './plain-client.ts';

/** The line has been live for so long that the app's waits begin anew. */
const STEADY_MS = 31_000;
const PUBLISH_EVERY_MS = 5;
/** What was published last has arrived everywhere. */
const QUIET_MS = 20;
const MOST_MS = 20_000;

export interface Reconnect {
  /** Milliseconds from the reset to the first event. */
  readonly totalMs: number;
  /** Of them until the app began to connect; it waits on purpose. */
  readonly waitedMs: number;
}

export interface Reconnects {
  readonly own: readonly Reconnect[];
  readonly plainMs: readonly number[];
  readonly rulesBroken: number;
}

/** Publishes in real time until `heard` is over. Answers how long after `startedAt` that was. */
async function untilHeard(
  world: ConnectionWorld,
  crowd: Crowd,
  startedAt: number,
  heard: Promise<void>,
): Promise<number> {
  const done = new AbortController();
  const tookMs = heard.then(() => {
    const ms = systemClock.monotonic() - startedAt;
    done.abort();
    return ms;
  });
  while (!done.signal.aborted) {
    if (systemClock.monotonic() - startedAt > MOST_MS) throw new Error('No event after a reset');
    world.simulator.publish(crowd.chat());
    await delay(systemClock, PUBLISH_EVERY_MS, done.signal);
  }
  return await tookMs;
}

async function reconnectOwn(
  world: ConnectionWorld,
  crowd: Crowd,
  sessionKey: string,
): Promise<Reconnect> {
  const heard = new Promise<void>((resolve) => {
    const listening = world.core.hub.onBatch(() => {
      listening.dispose();
      resolve();
    });
  });
  const callsBefore = world.network.calls.length;
  const resetAt = world.time.monotonic();
  const startedAt = systemClock.monotonic();
  const { struck } = world.simulator.faults.inject({ kind: 'reset', sessionKey });
  if (struck !== 1) throw new Error('The reset met no connection of the app');
  const totalMs = await untilHeard(world, crowd, startedAt, heard);
  const attempt = world.network.calls.slice(callsBefore).find((call) => call.operation === CONNECT);
  return { totalMs, waitedMs: (attempt?.at ?? Number.NaN) - resetAt };
}

/** Resets the app's line and the plain client's in turn; all waiting is in real time. */
export async function reconnectTimes(resets: number): Promise<Reconnects> {
  const world = await ConnectionWorld.open({ random: evenDraws() });
  const plain = new PlainClient(world.simulator);
  try {
    const [connection] = world.simulator.sockets.current;
    if (!connection) throw new Error('The app has no connection');
    const sessionKey = connection.session.key;
    await plain.begin();
    const crowd = new Crowd(world.simulator.streamerChannelId, `${world.simulator.baseUrl}/sim`);
    const own: Reconnect[] = [];
    const plainMs: number[] = [];
    for (let done = 0; done < resets; done += 1) {
      await world.skip(STEADY_MS);
      own.push(await reconnectOwn(world, crowd, sessionKey));
      await delay(systemClock, QUIET_MS);
      const heard = plain.nextEvent();
      const startedAt = systemClock.monotonic();
      const back = plain.loseLine();
      plainMs.push(await untilHeard(world, crowd, startedAt, heard));
      await back;
      await delay(systemClock, QUIET_MS);
    }
    return { own, plainMs, rulesBroken: world.simulator.requestLog.broken().length };
  } finally {
    await plain.end();
    await world.dispose();
  }
}
