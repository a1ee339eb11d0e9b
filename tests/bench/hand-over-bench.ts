import { delay, systemClock } from '../../electron/base/clock.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { Audience } from '../integration/stream/support/audience.ts';
import { RollCall } from '../integration/stream/support/roll-call.ts';
import { ConnectionWorld, nextTurn } from './connection-world.ts';
import { CoverageWatch } from './coverage-watch.ts';
import { Crowd, seededRandom } from './crowd.ts';
import { PlainClient } from './plain-client.ts';

export const RENEWALS = 30;
export const ROLL_OVERS = 3;
/** Real time runs from here on, until both connections are one again. */
const LEAD_MS = 5;
/** While two connections are open and nothing is under way, time is skipped in such steps. */
const SKIP_MS = 20;
const AFTERMATH_TURNS = 20;
const MOST_REAL_MS = 30_000;
/** More numbers than a run gives out. */
const MOST_NUMBERS = 2_000_000;
const SLOW_INTERVAL_MS = 50;
export const SLOW_ROUNDS = 4;
const DRAIN_MS = 100;

export interface HandOver {
  readonly kind: 'renewal' | 'roll-over';
  readonly uncoveredMs: number;
  /** Real milliseconds from the moment it was due until the new connection was proven. */
  readonly provenMs: number;
}

export interface OwnHandOvers {
  readonly renewals: number;
  readonly rollOvers: number;
  /** Simulated hours that went by. */
  readonly hours: number;
  readonly uncoveredMs: number;
  readonly looks: number;
  /** In the tight loops. */
  readonly published: number;
  /** Events that no current connection was there for. */
  readonly unheard: number;
  /** Events that did not come out of the core, and those that came twice. */
  readonly lost: number;
  readonly doubled: number;
  /** Published, and how many more came than that; below 0, how many fewer. */
  readonly equal: number;
  readonly equalTooMany: number;
  readonly handOvers: readonly HandOver[];
  readonly rulesBroken: number;
}

export interface PlainHandOvers {
  /** Milliseconds without a current connection. */
  readonly renewalMs: readonly number[];
  readonly rollOverMs: readonly number[];
  readonly tight: Lost;
  /** At 20 events a second, the hand-overs `SLOW_ROUNDS` times. */
  readonly slow: Lost;
}

export interface Lost {
  readonly published: number;
  readonly lost: number;
}

/**
 * One hand-over of the app, with an event in every turn of the event loop. `speak` publishes it and
 * tells whether a connection took it.
 */
async function crossHandOver(
  world: ConnectionWorld,
  watch: CoverageWatch,
  speak: () => boolean,
): Promise<HandOver> {
  const { sockets } = world.simulator;
  const doneBefore = handOversOf(world);
  const rollOversBefore = world.happened('rolled-over');
  const uncoveredBefore = watch.uncoveredMs;
  const begun = systemClock.monotonic();
  let provenMs = Number.NaN;
  const turn = async (): Promise<void> => {
    watch.look(speak());
    await nextTurn();
  };
  while (handOversOf(world) === doneBefore || sockets.all.length > 1) {
    await turn();
    const realMs = systemClock.monotonic() - begun;
    if (realMs > MOST_REAL_MS) throw new Error('A hand-over does not end');
    if (sockets.all.length < 2 || !world.isCalm) continue;
    // Renewed, or the new session live beside the old one: what follows is reading out.
    if (Number.isNaN(provenMs)) provenMs = realMs - LEAD_MS;
    world.jump(SKIP_MS);
  }
  for (let turns = 0; turns < AFTERMATH_TURNS; turns += 1) await turn();
  await world.calm();
  const kind = world.happened('rolled-over') > rollOversBefore ? 'roll-over' : 'renewal';
  return { kind, uncoveredMs: watch.uncoveredMs - uncoveredBefore, provenMs };
}

function handOversOf(world: ConnectionWorld): number {
  return world.happened('renewed') + world.happened('rolled-over');
}

/** Skips to just before the next renewal or roll-over. */
async function skipToHandOver(world: ConnectionWorld, watch: CoverageWatch): Promise<void> {
  const { session } = world.core.keeper.status;
  const due = Math.min(
    session?.nextRenewalAt ?? Number.POSITIVE_INFINITY,
    session?.nextRollOverAt ?? Number.POSITIVE_INFINITY,
  );
  if (!Number.isFinite(due)) throw new Error('The app plans no hand-over');
  await world.skip(due - world.time.now() - LEAD_MS, () => watch.look());
}

/** The app's hand-overs, until there were enough of both kinds; then the plain client's. */
export async function crossHandOvers(): Promise<{
  readonly own: OwnHandOvers;
  readonly plain: PlainHandOvers;
}> {
  const roll = new RollCall(MOST_NUMBERS);
  const world = await ConnectionWorld.open({
    random: seededRandom(1),
    hear: (text) => roll.heardOnWire(text),
  });
  try {
    const { simulator, time, core } = world;
    const begunAt = time.now();
    const audience = new Audience(simulator, roll);
    roll.expectFrom(0);
    core.hub.onBatch(({ events }) => {
      for (const event of events) roll.came(event);
    });
    const watch = new CoverageWatch(simulator, time);
    const handOvers: HandOver[] = [];
    const enough = (): boolean =>
      world.happened('renewed') >= RENEWALS && world.happened('rolled-over') >= ROLL_OVERS;
    while (!enough()) {
      await skipToHandOver(world, watch);
      const speak = (): boolean => {
        const { unheard } = audience;
        audience.speak(simulator.sockets.all.length > 1);
        return audience.unheard === unheard;
      };
      handOvers.push(await crossHandOver(world, watch, speak));
    }
    // What waits for the next batch comes out with it.
    await world.skip(DRAIN_MS, () => watch.look());
    const { lost, doubled, equalTooMany } = roll.verdict();
    const own: OwnHandOvers = {
      renewals: world.happened('renewed'),
      rollOvers: world.happened('rolled-over'),
      hours: (time.now() - begunAt) / 3_600_000,
      uncoveredMs: watch.uncoveredMs,
      looks: watch.looks,
      published: audience.count,
      unheard: audience.unheard,
      lost,
      doubled,
      equal: audience.equal,
      equalTooMany,
      handOvers,
      rulesBroken: simulator.requestLog.broken().length,
    };
    await world.stopApp();
    return { own, plain: await crossPlainHandOvers(simulator) };
  } finally {
    await world.dispose();
  }
}

/** As often with the plain client, at the same simulator: once in a tight loop, once at 20 a second. */
async function crossPlainHandOvers(simulator: Simulator): Promise<PlainHandOvers> {
  const crowd = new Crowd(simulator.streamerChannelId, `${simulator.baseUrl}/sim`);
  const client = new PlainClient(simulator);
  await client.begin();
  try {
    const renewalMs: number[] = [];
    const rollOverMs: number[] = [];
    let published = 0;
    const cross = async (handOver: Promise<void>): Promise<number> => {
      const watch = new CoverageWatch(simulator, systemClock);
      let isOver = false;
      const over = handOver.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        published += 1;
        watch.look(simulator.publish(crowd.next()).deliveredTo.length > 0);
        await nextTurn();
      }
      await over;
      watch.look();
      return watch.uncoveredMs;
    };
    const before = client.events;
    for (let done = 0; done < RENEWALS; done += 1) renewalMs.push(await cross(client.renew()));
    for (let done = 0; done < ROLL_OVERS; done += 1) rollOverMs.push(await cross(client.outlive()));
    await delay(systemClock, DRAIN_MS);
    const tight = { published, lost: published - (client.events - before) };
    const slow = await crossSlowly(simulator, client, crowd);
    return { renewalMs, rollOverMs, tight, slow };
  } finally {
    await client.end();
  }
}

/** The same hand-overs some times over, by chance between the events of 20 a second. */
async function crossSlowly(simulator: Simulator, client: PlainClient, crowd: Crowd): Promise<Lost> {
  const before = client.events;
  const random = seededRandom(3);
  const stop = new AbortController();
  let published = 0;
  const talk = async (): Promise<void> => {
    const startedAt = systemClock.monotonic();
    while (!stop.signal.aborted) {
      simulator.publish(crowd.next());
      published += 1;
      const dueAt = startedAt + published * SLOW_INTERVAL_MS;
      await delay(systemClock, dueAt - systemClock.monotonic(), stop.signal);
    }
  };
  const talking = talk();
  const each = RENEWALS + ROLL_OVERS;
  for (let done = 0; done < SLOW_ROUNDS * each; done += 1) {
    await delay(systemClock, SLOW_INTERVAL_MS * (1 + random()));
    if (done % each < RENEWALS) await client.renew();
    else await client.outlive();
  }
  stop.abort();
  await talking;
  await delay(systemClock, DRAIN_MS);
  return { published, lost: published - (client.events - before) };
}
