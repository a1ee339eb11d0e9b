import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, Redactor } from '../../../../electron/base/log.ts';
import { type Simulator, startSimulator } from '../../../../electron/simulator/server.ts';
import { freePort } from '../../../support/free-port.ts';
import { steadyRandom } from '../../../support/steady-random.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { type App, startApp } from './app.ts';
import { AppClock } from './app-clock.ts';
import { Audience } from './audience.ts';
import { laggingSockets, tappedSockets } from './lagging-sockets.ts';
import { RollCall } from './roll-call.ts';
import { VirtualTime } from './virtual-time.ts';
import { WatchedNetwork } from './watched-network.ts';

const MEMORY_DISK = '/dev/shm';
/** One event a step while two connections are open, so that each is tried at every moment. */
const FINE_STEP_MS = 50;
/** So many events at once that the run is quick, and few enough to be one ordinary batch. */
const COARSE_STEP_MS = 5_000;

export interface LongRunOptions {
  readonly eventsPerSecond: number;
  readonly hours: number;
}

/**
 * The app and the platform on one virtual clock, in one process: real requests over HTTP,
 * connections without TCP, books in a folder of their own (in memory where the system has such a
 * folder: every batch is synced).
 */
export class LongRun {
  readonly clock: VirtualClock;
  readonly appClock: AppClock;
  readonly simulator: Simulator;
  readonly audience: Audience;
  readonly roll: RollCall;
  readonly app: App;
  /** Every line of the log that is a warning or an error. */
  readonly complaints: string[] = [];
  /** What the keeper has been since the first live moment; `live` alone is as it should be. */
  readonly phases = new Set<string>();
  mostSessions = 0;
  mostConnections = 0;
  /** Events published while a request or a handshake was under way. */
  betweenTimes = 0;
  readonly #network: WatchedNetwork;
  readonly #time: VirtualTime;
  readonly #dataDir: string;
  readonly #eventsPerSecond: number;
  #spoken = 0;
  #passedMs = 0;

  static async open(options: LongRunOptions): Promise<LongRun> {
    const folder = existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir();
    const dataDir = await mkdtemp(join(folder, 'stagelight-long-'));
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
    return new LongRun(options, clock, simulator, redirectUri, dataDir);
  }

  private constructor(
    options: LongRunOptions,
    clock: VirtualClock,
    simulator: Simulator,
    redirectUri: string,
    dataDir: string,
  ) {
    this.clock = clock;
    this.appClock = new AppClock(clock);
    this.simulator = simulator;
    this.#dataDir = dataDir;
    this.#eventsPerSecond = options.eventsPerSecond;
    // Those published while calls are under way come on top.
    this.roll = new RollCall(options.eventsPerSecond * options.hours * 3_600 + 100_000);
    this.audience = new Audience(simulator, this.roll);
    const hear = (text: string): void => this.roll.heardOnWire(text);
    const open = tappedSockets(laggingSockets(simulator.connect), hear);
    this.#network = new WatchedNetwork(clock, open);
    const log = createLogger(clock, new Redactor(), (line, level) => {
      if (level === 'warn' || level === 'error') this.complaints.push(line);
    });
    const { appClock, #network: network } = this;
    this.app = startApp({ simulator, clock: appClock, network, redirectUri, dataDir, log });
    this.app.hub.onBatch(({ events }) => {
      for (const event of events) this.roll.came(event);
    });
    this.app.keeper.onStatus(({ phase }) => this.#phase(phase));
    const whileUnderWay = (): void => this.#speakBetweenTimes();
    this.#time = new VirtualTime({ clock, network, whileUnderWay });
  }

  /** Signs in and waits until everything is live. */
  async goLive(): Promise<void> {
    await this.app.account.start();
    const { state } = this.app.account;
    if (state.kind !== 'signing-in') throw new Error(`No sign-in is offered: ${state.kind}`);
    await this.#network.browse(state.url);
    await this.#time.still();
  }

  /** Lets simulated time pass, with all the events of that time. */
  async pass(ms: number): Promise<void> {
    const target = this.#passedMs + ms;
    while (this.#passedMs < target) {
      const step = this.#isCrowded ? FINE_STEP_MS : COARSE_STEP_MS;
      const mostMs = Math.min(step, target - this.#passedMs);
      this.#passedMs += await this.#time.step(mostMs, (stepMs) => this.#speak(stepMs));
      this.#look();
    }
  }

  /** Stops the app. */
  async stop(): Promise<void> {
    await this.app.stop();
    await this.#time.still();
    this.app.dispose();
  }

  async dispose(): Promise<void> {
    this.app.dispose();
    await this.simulator.dispose();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  get #isCrowded(): boolean {
    return this.simulator.sockets.all.length > 1;
  }

  #phase(phase: string): void {
    // From the first live moment on everything that is published has to come.
    if (this.phases.size === 0 && phase === 'live') this.roll.expectFrom(this.audience.nextNumber);
    if (this.phases.size > 0 || phase === 'live') this.phases.add(phase);
  }

  #look(): void {
    this.mostSessions = Math.max(this.mostSessions, this.simulator.sessions.all.length);
    this.mostConnections = Math.max(this.mostConnections, this.simulator.sockets.all.length);
  }

  #speak(stepMs: number): void {
    const due = Math.floor(((this.#passedMs + stepMs) * this.#eventsPerSecond) / 1_000);
    const isCrowded = this.#isCrowded;
    for (; this.#spoken < due; this.#spoken += 1) this.audience.speak(isCrowded);
  }

  #speakBetweenTimes(): void {
    this.#look();
    this.betweenTimes += 1;
    if (this.phases.size > 0) this.audience.speak(this.#isCrowded);
    else this.audience.greet();
  }
}
