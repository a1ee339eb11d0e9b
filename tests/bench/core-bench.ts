import type { EventHub } from '../../electron/events/hub.ts';
import { receiveText } from '../support/receive-text.ts';
import { type CoreWorld, openCoreWorld } from './core-world.ts';
import { Crowd, frameOf } from './crowd.ts';
import type { Row, Section, Target } from './report.ts';
import { type Spread, spread } from './stats.ts';

const FRAMES = 20_000;
/** What one read of a busy socket brings: Node reads 64 KB at a time. */
const CHARACTERS_A_TURN = 64 * 1024;
const ROUNDS = 7;
const WARM_UPS = 2;
/** Events a second on one core. */
const TARGET: Target = { kind: 'at-least', value: 20_000 };

type Turns = readonly (readonly string[])[];

/** Events a second: by the clock on the wall, and of processor time (all threads of the process). */
interface Speed {
  readonly wall: number;
  readonly processor: number;
}

/** One way of handling all the frames. */
interface Way {
  readonly name: string;
  readonly measure: (turns: Turns) => Promise<Speed>;
}

/** Resolves in the next turn of the event loop. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function makeTurns(): string[][] {
  const crowd = new Crowd('channel-1', 'https://img.example');
  const turns: string[][] = [[]];
  let characters = 0;
  for (let made = 0; made < FRAMES; made += 1) {
    if (characters > CHARACTERS_A_TURN) {
      turns.push([]);
      characters = 0;
    }
    const frame = frameOf(crowd.next());
    turns.at(-1)?.push(frame);
    characters += frame.length;
  }
  return turns;
}

async function timed(run: () => Promise<void>): Promise<Speed> {
  globalThis.gc?.();
  await nextTurn();
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  await run();
  const wallMs = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wall: (FRAMES / wallMs) * 1_000, processor: (FRAMES / (user + system)) * 1_000_000 };
}

/** The least that anybody can do with a frame. */
const parseAlone: Way = {
  name: 'JSON.parse alone',
  measure: (turns) =>
    timed(async () => {
      let events = 0;
      for (const turn of turns) {
        for (const frame of turn) if ((JSON.parse(frame) as { event?: string }).event) events += 1;
        await nextTurn();
      }
      if (events !== FRAMES) throw new Error(`Only ${events} of ${FRAMES} frames were events`);
    }),
};

/** Feeds the hub turn by turn and waits until the last event came out, each with the next number. */
async function feed(hub: EventHub, turns: Turns): Promise<void> {
  const first = hub.lastSeq;
  let last = first;
  const done = new Promise<void>((resolve, reject) => {
    const watch = hub.onBatch(({ events }) => {
      for (const { seq } of events) {
        if (seq !== last + 1) reject(new Error(`Number ${seq} came after ${last}`));
        last = seq;
      }
      if (last < first + FRAMES) return;
      watch.dispose();
      resolve();
    });
  });
  for (const turn of turns) {
    for (const frame of turn) receiveText(hub, frame);
    await nextTurn();
  }
  await done;
}

/** A core of its own for every round, so that each writes books of the same size. */
function coreWay(name: string, wired: boolean): Way {
  const inWorld = async (world: CoreWorld, turns: Turns): Promise<Speed> => {
    const speed = await timed(() => feed(world.hub, turns));
    if (wired && world.overlayBytes() === 0) throw new Error('The overlay got nothing');
    return speed;
  };
  return {
    name,
    async measure(turns) {
      const world = await openCoreWorld(wired);
      try {
        return await inWorld(world, turns);
      } finally {
        await world.dispose();
      }
    },
  };
}

const thousands = (value: number): string => `${(value / 1_000).toFixed(1)}k`;
const range = ({ median: middle, min, max }: Spread): string =>
  `${thousands(middle)} (${thousands(min)} to ${thousands(max)})`;

/** Frame in to batch out, without network, in rounds that take turns with the baseline. */
export async function benchCore(): Promise<Section> {
  const ways = [
    parseAlone,
    coreWay('event hub and books', false),
    coreWay('the same, alerts and overlay frames', true),
  ];
  const turns = makeTurns();
  const speeds = new Map<Way, Speed[]>(ways.map((way) => [way, []]));
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (const way of ways) {
      const speed = await way.measure(turns);
      if (round >= 0) speeds.get(way)?.push(speed);
    }
  }
  const rows = ways.flatMap((way) => {
    const rowOf = (field: keyof Speed, name: string): Row => {
      const own = spread((speeds.get(way) ?? []).map((speed) => speed[field]));
      const least = spread((speeds.get(parseAlone) ?? []).map((speed) => speed[field]));
      const figure = { name: `${way.name}: ${name}`, value: own.median, text: range(own) };
      if (way === parseAlone) return figure;
      return { ...figure, baseline: thousands(least.median), ratio: least.median / own.median };
    };
    const wall = rowOf('wall', 'events/s');
    const judged = way === parseAlone ? wall : { ...wall, target: TARGET };
    return [judged, rowOf('processor', 'events per CPU second')];
  });
  return {
    title: `Core, ${FRAMES} frames a round, ${ROUNDS} rounds: median (slowest to fastest)`,
    rows,
  };
}
