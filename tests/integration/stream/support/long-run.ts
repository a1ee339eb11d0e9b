import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLogger, Redactor, silentLogger } from '../../../../electron/base/log.ts';
import { type Simulator, startSimulator } from '../../../../electron/simulator/server.ts';
import { openLedger } from '../../../../electron/storage/open-ledger.ts';
import { AppClock } from '../../../support/app-clock.ts';
import { freePort } from '../../../support/free-port.ts';
import { steadyRandom } from '../../../support/steady-random.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { Audience, type Worth } from './audience.ts';
import { type CoreApp, startCoreApp } from './core-app.ts';
import { laggingSockets, tappedSockets } from './lagging-sockets.ts';
import { RollCall } from './roll-call.ts';
import { VirtualTime } from './virtual-time.ts';
import { WatchedNetwork } from './watched-network.ts';

/** One event a step while two connections are open, so that each is tried at every moment. */
const FINE_STEP_MS = 50;
/** So many events at once that the run is quick, and few enough to be one ordinary batch. */
const COARSE_STEP_MS = 5_000;

export interface LongRunOptions {
  readonly eventsPerSecond: number;
  readonly hours: number;
}

/**
 * When two connections have been open for so long, equal donations come close together. Not at the
 * edges of an overlap: an equal one that only the old session had and one that only the new session
 * brought are told apart by nothing, and counting makes one of them.
 */
const CROWD_FROM_MS = 500;
const CROWD_TO_MS = 2_400;
/** Longer than anything is under way. */
const ARRIVAL_MS = 1_000;
/** The deadlines of a stop outlive it by less than this. */
const GOODBYE_MS = 2_000;
/** The whole of a stop takes less than this many steps. */
const MOST_STOP_STEPS = 200;

export interface Books extends Readonly<Worth> {
  readonly integrity: string;
  readonly gaps: number;
}

interface Parts {
  readonly app: CoreApp;
  readonly appClock: AppClock;
  readonly clock: VirtualClock;
  readonly complaints: string[];
  readonly dataDir: string;
  readonly network: WatchedNetwork;
  readonly roll: RollCall;
  readonly simulator: Simulator;
}

/**
 * The whole core and the platform on one virtual clock, in one process: real requests over HTTP,
 * connections without TCP, books in a folder of their own (in memory where the system has such a
 * folder: every batch is synced).
 */
export class LongRun {
  readonly clock: VirtualClock;
  readonly appClock: AppClock;
  readonly simulator: Simulator;
  readonly audience: Audience;
  readonly roll: RollCall;
  readonly app: CoreApp;
  /** What the keeper has been since the first live moment; `live` alone is as it should be. */
  readonly phases = new Set<string>();
  mostSessions = 0;
  mostConnections = 0;
  /** Events published while a request or a handshake was under way. */
  betweenTimes = 0;
  readonly #network: WatchedNetwork;
  readonly #complaints: string[];
  readonly #time: VirtualTime;
  readonly #dataDir: string;
  readonly #eventsPerSecond: number;
  #spoken = 0;
  #passedMs = 0;
  #isEnding = false;
  /** When the second connection was first seen, by the monotonic clock; null: there is none. */
  #twoSince: number | null = null;

  static async open({ eventsPerSecond, hours }: LongRunOptions): Promise<LongRun> {
    const dataDir = await mkdtemp(join(tmpdir(), 'stagelight-long-'));
    const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
    const clock = new VirtualClock();
    const simulator = await startSimulator({
      clock,
      random: steadyRandom(5),
      redirectUris: [redirectUri],
      autoApprove: true,
      // A fourth session would be seen as a failure.
      userSessionPolicy: 'refuse',
      keepPublications: 0,
    });
    // Those published while calls are under way come on top.
    const roll = new RollCall(eventsPerSecond * hours * 3_600 + 100_000);
    const hear = (text: string): void => roll.heardOnWire(text);
    const open = tappedSockets(laggingSockets(simulator.connect, clock), hear);
    const network = new WatchedNetwork(clock, open);
    const appClock = new AppClock(clock);
    const complaints: string[] = [];
    const log = createLogger(clock, new Redactor(), (line, level) => {
      if (level === 'warn' || level === 'error') complaints.push(line);
    });
    const options = { simulator, clock: appClock, network, redirectUri, dataDir, log };
    const app = await startCoreApp(options);
    return new LongRun(
      { app, appClock, clock, complaints, dataDir, network, roll, simulator },
      eventsPerSecond,
    );
  }

  private constructor(parts: Parts, eventsPerSecond: number) {
    const { clock, network, simulator, roll } = parts;
    this.app = parts.app;
    this.appClock = parts.appClock;
    this.clock = clock;
    this.#complaints = parts.complaints;
    this.roll = roll;
    this.simulator = simulator;
    this.audience = new Audience(simulator, roll);
    this.#network = network;
    this.#dataDir = parts.dataDir;
    this.#eventsPerSecond = eventsPerSecond;
    const whileUnderWay = (): void => this.#speakBetweenTimes();
    this.#time = new VirtualTime({ clock, network, whileUnderWay });
    const { hub, keeper } = this.app.core;
    hub.onBatch(({ events }) => {
      for (const event of events) roll.came(event);
    });
    keeper.onStatus(({ phase }) => this.#phase(phase));
  }

  /** Every line of the app's log that is a warning or an error. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  /** Signs in and waits until everything is live. */
  async goLive(): Promise<void> {
    const { account } = this.app.core;
    // Of pages that are not built: they are no part of this.
    this.#complaints.length = 0;
    await this.app.core.begin();
    if (account.state.kind !== 'signing-in') throw new Error('No sign-in is offered');
    await this.#network.browse(account.state.url);
    await this.#time.still();
  }

  /** Lets simulated time pass, with all the events of that time. */
  async pass(ms: number): Promise<void> {
    const target = this.#passedMs + ms;
    while (this.#passedMs < target) {
      const step = this.#hasTwo ? FINE_STEP_MS : COARSE_STEP_MS;
      const mostMs = Math.min(step, target - this.#passedMs);
      this.#passedMs += await this.#time.step(mostMs, (stepMs) => this.#speak(stepMs));
      this.#look();
    }
  }

  /** Lets what is under way arrive, then stops the app; the platform goes on. */
  async stop(): Promise<void> {
    await this.#wait(ARRIVAL_MS);
    // What is under way when the app closes its connections comes for nobody.
    this.#isEnding = true;
    let isStopped = false;
    const stopping = this.app.stop().finally(() => {
      isStopped = true;
    });
    for (let steps = 0; !isStopped && steps < MOST_STOP_STEPS; steps += 1) {
      await this.#wait(FINE_STEP_MS);
    }
    await stopping;
    await this.#wait(GOODBYE_MS);
  }

  /** What the ledger holds, read anew from the disk. Only after `stop`. */
  readBooks(): Books {
    const file = join(this.#dataDir, 'ledger.sqlite');
    const db = new DatabaseSync(file, { readOnly: true });
    const events = Number(db.prepare('SELECT count(*) AS count FROM events').get()?.['count']);
    const integrity = String(db.prepare('PRAGMA integrity_check').get()?.['integrity_check']);
    db.close();
    const { ledger } = openLedger({ file, clock: this.clock, log: silentLogger });
    const { shopMoney, donationBeams, cheeringBeams } = ledger.totals();
    const beams = {
      donationBeams: Number(donationBeams),
      cheeringBeams: Number(cheeringBeams),
    };
    const won = ledger.tallies().reduce((sum, { total }) => sum + total, 0);
    const gaps = ledger.gaps(100).length;
    ledger.close();
    return { events, integrity, gaps, ...beams, won, shopMoney: Number(shopMoney['KRW'] ?? 0) };
  }

  async dispose(): Promise<void> {
    await this.simulator.dispose();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** Time in which nobody says a word. */
  async #wait(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; ) {
      leftMs -= await this.#time.step(leftMs, () => undefined);
    }
  }

  get #hasTwo(): boolean {
    return this.simulator.sockets.all.length > 1;
  }

  get #isCrowded(): boolean {
    if (this.#twoSince === null) return false;
    const forMs = this.clock.monotonic() - this.#twoSince;
    return forMs >= CROWD_FROM_MS && forMs <= CROWD_TO_MS;
  }

  #phase(phase: string): void {
    // From the first live moment on everything that is published has to come.
    if (this.phases.size === 0 && phase === 'live') this.roll.expectFrom(this.audience.nextNumber);
    if (this.phases.size > 0 || phase === 'live') this.phases.add(phase);
  }

  #look(): void {
    this.mostSessions = Math.max(this.mostSessions, this.simulator.sessions.all.length);
    this.mostConnections = Math.max(this.mostConnections, this.simulator.sockets.all.length);
    this.#twoSince = this.#hasTwo ? (this.#twoSince ?? this.clock.monotonic()) : null;
  }

  #speak(stepMs: number): void {
    const due = Math.floor(((this.#passedMs + stepMs) * this.#eventsPerSecond) / 1_000);
    const isCrowded = this.#isCrowded;
    for (; this.#spoken < due; this.#spoken += 1) this.audience.speak(isCrowded);
  }

  #speakBetweenTimes(): void {
    this.#look();
    if (this.#isEnding) return;
    this.betweenTimes += 1;
    if (this.phases.size > 0) this.audience.speak(this.#isCrowded);
    else this.audience.greet();
  }
}
