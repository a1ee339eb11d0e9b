import { delay, systemClock } from '../../electron/base/clock.ts';
import { CONNECT } from '../integration/stream/harness/watched-network.ts';
import { ConnectionRig } from './connection-rig.ts';
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
  rig: ConnectionRig,
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
    rig.simulator.publish(crowd.chat());
    await delay(systemClock, PUBLISH_EVERY_MS, done.signal);
  }
  return await tookMs;
}

async function reconnectOwn(
  rig: ConnectionRig,
  crowd: Crowd,
  sessionKey: string,
): Promise<Reconnect> {
  const heard = new Promise<void>((resolve) => {
    const listening = rig.core.hub.onBatch(() => {
      listening.dispose();
      resolve();
    });
  });
  const callsBefore = rig.network.calls.length;
  const resetAt = rig.time.monotonic();
  const startedAt = systemClock.monotonic();
  const { struck } = rig.simulator.faults.inject({ kind: 'reset', sessionKey });
  if (struck !== 1) throw new Error('The reset met no connection of the app');
  const totalMs = await untilHeard(rig, crowd, startedAt, heard);
  const attempt = rig.network.calls.slice(callsBefore).find((call) => call.operation === CONNECT);
  return { totalMs, waitedMs: (attempt?.at ?? Number.NaN) - resetAt };
}

/** Resets the app's line and the plain client's in turn; all waiting is in real time. */
export async function reconnectTimes(resets: number): Promise<Reconnects> {
  const rig = await ConnectionRig.open({ random: evenDraws() });
  const plain = new PlainClient(rig.simulator);
  try {
    const [connection] = rig.simulator.sockets.current;
    if (!connection) throw new Error('The app has no connection');
    const sessionKey = connection.session.key;
    await plain.begin();
    const crowd = new Crowd(rig.simulator.streamerChannelId, `${rig.simulator.baseUrl}/sim`);
    const own: Reconnect[] = [];
    const plainMs: number[] = [];
    for (let done = 0; done < resets; done += 1) {
      await rig.skip(STEADY_MS);
      own.push(await reconnectOwn(rig, crowd, sessionKey));
      await delay(systemClock, QUIET_MS);
      const heard = plain.nextEvent();
      const startedAt = systemClock.monotonic();
      const back = plain.loseLine();
      plainMs.push(await untilHeard(rig, crowd, startedAt, heard));
      await back;
      await delay(systemClock, QUIET_MS);
    }
    return { own, plainMs, rulesBroken: rig.simulator.requestLog.broken().length };
  } finally {
    await plain.end();
    await rig.dispose();
  }
}
