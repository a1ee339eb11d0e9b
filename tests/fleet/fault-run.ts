import { delay, systemClock } from '../../electron/base/clock.ts';
import { assertNever } from '../../shared/events.ts';
import { steadyRandom } from '../support/steady-random.ts';
import { CutLine } from './cut-line.ts';
import { type Fault, planFaults } from './fault-plan.ts';
import { FleetStage } from './fleet-stage.ts';
import type { FaultyHost, Word } from './host-process.ts';
import type { Blow, FleetRecord } from './judge.ts';
import { watchLeases } from './lease-watch.ts';
import { hasUnsent, type LeftBooks } from './left-books.ts';
import { readStream, type SkewOf } from './left-stream.ts';
import { NatsCluster } from './nats-cluster.ts';
import { Networks } from './networks.ts';

export interface RunWish {
  readonly seed: number;
  readonly channels: number;
  readonly seconds: number;
  /** Simulated seconds in one real one. */
  readonly timeScale: number;
  readonly hostKills: number;
  readonly natsKills: number;
  readonly pauses: number;
  readonly cuts: number;
  /** How far one host's clock is ahead, and another one's behind. */
  readonly skewMs: number;
  readonly say: (line: string) => void;
}

export interface RunResult {
  readonly record: FleetRecord;
  readonly plan: readonly Fault[];
  /** From the start of all hosts, and from the last fault, until every channel is heard; null: it never was. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly failures: readonly string[];
  readonly logs: readonly { readonly name: string; readonly log: string }[];
}

/** One host's clock is right, one is ahead, one is behind. */
const SKEWED = [0, 1, -1];
const REPLICAS = 3;
const START_MOST_MS = 120_000;
const END_MOST_MS = 60_000;
/** From the last event until everything is in the stream: servers elect leaders, hosts try again. */
const LAST_WORDS_MOST_MS = 90_000;
/** What came to a session of another host is in an owner's books by then. */
const WAITING_MOST_MS = 20_000;
const LOOK_MS = 1_000;
const FLOW = { rate: 2, valuedEvery: 2 };

/** Three hosts on three NATS servers, and all the faults of a plan. */
export async function runFaults(wish: RunWish): Promise<RunResult> {
  const networks = Networks.open(SKEWED.length);
  wish.say(networks ? 'partitions by network namespaces' : 'partitions by lines through a proxy');
  const cluster = await NatsCluster.start(networks?.place ?? null);
  try {
    const servers = cluster.addresses;
    const stage = await FleetStage.set({ ...wish, servers, replicas: REPLICAS });
    return await runOn(new FaultWorld({ cluster, stage, networks, say: wish.say }), wish);
  } finally {
    await cluster.dispose();
    networks?.dispose();
  }
}

async function runOn(world: FaultWorld, wish: RunWish): Promise<RunResult> {
  const { cluster, stage } = world;
  const leases = await watchLeases(cluster.addresses, `${stage.stream}_leases`);
  try {
    wish.say(`${wish.channels} channels are added`);
    await world.startHosts(wish.skewMs);
    const startMs = await stage.untilLive(START_MOST_MS);
    wish.say(`all are heard after ${startMs} ms`);
    await stage.platform.ask({ type: 'flow', flow: FLOW });
    const plan = planFaults(
      { ...wish, hosts: SKEWED.length, natsServers: cluster.servers.length },
      steadyRandom(wish.seed),
    );
    await world.suffer(plan);
    const endMs = await stage.untilLive(END_MOST_MS);
    wish.say(`all are heard again after ${endMs} ms`);
    // A session that was made ready is heard before its channel has a host again.
    await stage.untilRunning(END_MOST_MS);
    wish.say('all have a host again');
    await stage.platform.ask({ type: 'flow', flow: null });
    await delay(systemClock, WAITING_MOST_MS);
    await untilSent(stage);
    wish.say('all is in the stream');
    const platform = await stage.platform.ask({ type: 'record' });
    await Promise.all(stage.hosts.map((host) => host.end('SIGTERM')));
    wish.say('all hosts have ended');
    const { words, blows } = world;
    const books = await leftBooks(cluster, stage, words);
    const record = {
      platform,
      books,
      words,
      blows,
      claims: leases.claims,
      natsKills: world.natsKills,
    };
    const failures = stage.hosts.flatMap((host) => host.failures);
    const logs = stage.hosts.map(({ name, log }) => ({ name, log }));
    return { record, plan, startMs, endMs, failures, logs };
  } finally {
    await leases.dispose();
    await stage.dispose();
    await world.dispose();
  }
}

/** What hosts still had on their disks is in the stream as well, or never will be. */
async function untilSent({ hosts, dataDir }: FleetStage): Promise<void> {
  const until = systemClock.monotonic() + LAST_WORDS_MOST_MS;
  // What was on its way when the last event was sent is on a disk by then.
  do await delay(systemClock, LOOK_MS);
  while (hosts.some(({ name }) => hasUnsent(dataDir(name))) && systemClock.monotonic() < until);
}

/** The stream of the fleet. */
async function leftBooks(
  { addresses }: NatsCluster,
  { hosts, stream }: FleetStage,
  words: readonly Word[],
): Promise<LeftBooks> {
  const skewOf = new Map(hosts.map(({ name, skewMs }) => [name, skewMs]));
  const ownerOf = (channelId: string, epoch: number): string | undefined =>
    words.find((word) => word.channelId === channelId && word.epoch === epoch)?.host;
  const skewUnder: SkewOf = (...claim) => skewOf.get(ownerOf(...claim) ?? '') ?? 0;
  return readStream(addresses, stream, skewUnder);
}

/** Hosts and servers while faults happen to them. */
class FaultWorld {
  readonly blows: Blow[] = [];
  readonly natsKills: number[] = [];
  readonly cluster: NatsCluster;
  readonly stage: FleetStage;
  readonly #networks: Networks | null;
  readonly #say: (line: string) => void;
  /** Of each host, its ways to the servers where there are no networks. */
  readonly #lines: CutLine[][] = [];

  constructor(parts: {
    readonly cluster: NatsCluster;
    readonly stage: FleetStage;
    readonly networks: Networks | null;
    readonly say: (line: string) => void;
  }) {
    this.cluster = parts.cluster;
    this.stage = parts.stage;
    this.#networks = parts.networks;
    this.#say = parts.say;
  }

  get words() {
    return this.stage.hosts.flatMap(({ words }) => words).toSorted((a, b) => a.at - b.at);
  }

  async startHosts(skewMs: number): Promise<void> {
    for (const [host, skewed] of SKEWED.entries()) {
      const servers = await this.#waysOf(host);
      this.stage.host(servers, skewed * skewMs).start();
    }
  }

  /** All faults in their time; resolves when the last one is over. */
  async suffer(plan: readonly Fault[]): Promise<void> {
    const began = systemClock.monotonic();
    await Promise.all(
      plan.map(async (fault) => {
        await delay(systemClock, began + fault.atMs - systemClock.monotonic());
        this.#say(`${Math.round(fault.atMs / 1_000)} s: ${fault.kind} ${fault.victim + 1}`);
        await this.#happen(fault);
      }),
    );
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#lines.flat().map((line) => line.dispose()));
  }

  async #waysOf(host: number): Promise<string[]> {
    const ports = this.cluster.servers.map(({ port }) => port);
    const networks = this.#networks;
    if (networks) return ports.map((port) => `nats://${networks.addressFor(host)}:${port}`);
    const lines = await Promise.all(ports.map((port) => CutLine.open(port)));
    this.#lines.push(lines);
    return lines.map(({ port }) => `nats://127.0.0.1:${port}`);
  }

  #setCut(host: number, isCut: boolean): void {
    if (isCut) this.#networks?.cut(host);
    else this.#networks?.heal(host);
    for (const line of this.#lines[host] ?? []) {
      if (isCut) line.cut();
      else line.heal();
    }
  }

  async #happen({ kind, victim, forMs }: Fault): Promise<void> {
    switch (kind) {
      case 'nats-killed': {
        const server = this.cluster.servers[victim];
        this.natsKills.push(systemClock.now());
        await server?.kill();
        await delay(systemClock, forMs);
        await server?.startAgain();
        return;
      }
      case 'host-killed': {
        const host = this.#struck(kind, victim);
        await host.end('SIGKILL');
        await delay(systemClock, forMs);
        host.start();
        return;
      }
      case 'host-paused': {
        const host = this.#struck(kind, victim);
        host.signal('SIGSTOP');
        await delay(systemClock, forMs);
        host.signal('SIGCONT');
        return;
      }
      case 'host-cut': {
        this.#struck(kind, victim);
        this.#setCut(victim, true);
        await delay(systemClock, forMs);
        this.#setCut(victim, false);
        return;
      }
      default:
        return assertNever(kind);
    }
  }

  #struck(kind: Blow['kind'], victim: number): FaultyHost {
    const host = this.stage.hosts[victim];
    if (!host) throw new Error(`There is no host ${victim + 1}.`);
    this.blows.push({ kind, host: host.name, life: host.life, at: systemClock.now() });
    return host;
  }
}
