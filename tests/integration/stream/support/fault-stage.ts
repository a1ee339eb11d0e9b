import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger, LogLevel } from '../../../../electron/base/log.ts';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../../../electron/simulator/server.ts';
import type { Gap } from '../../../../shared/connection-history.ts';
import { AppClock } from '../../../support/app-clock.ts';
import { steadyRandom } from '../../../support/steady-random.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { callbackPort } from './callback-port.ts';
import { type CoreApp, startCoreApp } from './core-app.ts';
import { numberedEvent, numberOf } from './numbered-events.ts';
import { openSlowDoor, type SlowDoor } from './slow-door.ts';
import { WatchedNetwork } from './watched-network.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Turns of the event loop without anything happening after which nothing more is on its way. */
const QUIET_TURNS = 6;
/** The same while answers are held back on purpose. */
const HELD_TURNS = 60;
const MOST_TURNS = 20_000;

/** One published event. Platform time, and the app's wall clock as it stood then. */
export interface Published {
  readonly number: number;
  readonly at: number;
  readonly wallAt: number;
  /** Whether the platform gave it to any connection. */
  readonly isSent: boolean;
}

export interface RecordedGap {
  readonly gap: Gap;
  /** How far the app's wall clock was ahead of the platform's when the gap closed. */
  readonly ahead: number;
  /** Simulated, monotonic. */
  readonly closedAt: number;
}

export interface StageOptions {
  readonly simulator?: SimulatorOptions;
  /** How long it takes a person to open a sign-in address after the first; null: nobody does. */
  readonly personMs?: number | null;
}

/**
 * The app and the simulator on one virtual clock, with real sockets between them. Time stands still
 * while something is on its way.
 */
export class FaultStage {
  readonly clock: VirtualClock;
  readonly appClock: AppClock;
  readonly simulator: Simulator;
  readonly network: WatchedNetwork;
  readonly door: SlowDoor;
  readonly app: CoreApp;
  readonly published: Published[] = [];
  readonly received: number[] = [];
  readonly gaps: RecordedGap[] = [];
  readonly complaints: string[] = [];
  /** Answers are being held back by a fault: in flight means nothing then. */
  isHeld = false;
  /** Time between two events. */
  paceMs = SECOND;
  /** Put behind the number of each event. */
  padding = '';
  #ahead = 0;
  #isPublishing = false;
  #number = 0;

  /** @internal Made by `openStage`. */
  constructor(parts: {
    readonly clock: VirtualClock;
    readonly appClock: AppClock;
    readonly simulator: Simulator;
    readonly network: WatchedNetwork;
    readonly door: SlowDoor;
    readonly app: CoreApp;
    readonly complaints: string[];
    readonly personMs: number | null;
  }) {
    this.clock = parts.clock;
    this.appClock = parts.appClock;
    this.simulator = parts.simulator;
    this.network = parts.network;
    this.door = parts.door;
    this.app = parts.app;
    this.complaints = parts.complaints;
    const { hub, keeper, account } = parts.app.core;
    hub.onBatch(({ events }) => {
      for (const event of events) {
        const number = numberOf(event);
        // A copy that says of itself that it may be one came twice for nobody.
        const isKnownCopy = event.perhapsTwice && number !== null && this.received.includes(number);
        if (number !== null && !isKnownCopy) this.received.push(number);
      }
    });
    keeper.recorder.onGap((gap) => {
      this.gaps.push({ gap, ahead: this.#ahead, closedAt: this.clock.monotonic() });
    });
    let opened: string | null = null;
    account.onChange((state) => {
      if (state.kind !== 'signing-in' || state.url === opened) return;
      const isFirst = opened === null;
      opened = state.url;
      if (parts.personMs === null && !isFirst) return;
      this.clock.setTimeout(
        () => void this.network.browse(state.url).catch(() => undefined),
        isFirst ? 0 : (parts.personMs ?? 0),
      );
    });
  }

  get isLive(): boolean {
    const { keeper } = this.app.core;
    return (
      keeper.status.phase === 'live' && keeper.recorder.connectionHistory.openGaps.length === 0
    );
  }

  /** Every event is published with the next number from now on, `paceMs` apart. */
  startPublishing(): void {
    this.#isPublishing = true;
    const tick = (): void => {
      if (!this.#isPublishing) return;
      this.publish();
      this.clock.setTimeout(tick, this.paceMs);
    };
    tick();
  }

  stopPublishing(): void {
    this.#isPublishing = false;
  }

  publish(): void {
    this.#number += 1;
    const at = this.simulator.clock.now();
    const event = numberedEvent(this.simulator, this.#number, this.padding);
    const isSent = this.simulator.publish(event).deliveredTo.length > 0;
    this.published.push({ number: this.#number, at, wallAt: at + this.#ahead, isSent });
  }

  /** Lets simulated time pass, in small steps while something is the matter. */
  async run(ms: number): Promise<void> {
    const end = this.clock.monotonic() + ms;
    while (this.clock.monotonic() < end) await this.#step(end, SECOND);
  }

  /** Lets time pass in larger steps: for hours in which nothing happens. */
  async pass(ms: number): Promise<void> {
    const end = this.clock.monotonic() + ms;
    const pace = this.paceMs;
    this.paceMs = 20 * SECOND;
    while (this.clock.monotonic() < end) await this.#step(end, 20 * SECOND);
    this.paceMs = pace;
  }

  /** Lets time pass until `reached`. Answers whether it was within `limitMs`. */
  async runUntil(reached: () => boolean, limitMs: number): Promise<boolean> {
    const end = this.clock.monotonic() + limitMs;
    while (!reached() && this.clock.monotonic() < end) await this.#step(end, SECOND);
    return reached();
  }

  /** Somebody sets the app's clock; the platform's stays right. */
  setClock(byMs: number): void {
    this.clock.jump(byMs);
    this.#ahead += byMs;
  }

  /** The app's machine sleeps: its timers stand still, the platform goes on. */
  async sleep(ms: number): Promise<void> {
    for (let slept = 0; slept < ms; slept += 20 * SECOND) {
      this.simulator.moveTime(20 * SECOND);
      this.publish();
    }
    this.clock.sleep(ms);
    await this.quiet();
  }

  /** Waits, without time passing, until nothing is on its way. */
  async quiet(): Promise<void> {
    let still = 0;
    let moves = this.#moves();
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = this.#moves();
      still = now === moves ? still + 1 : 0;
      moves = now;
      if (still < QUIET_TURNS) continue;
      if (this.network.inFlight === 0 || (this.isHeld && still >= HELD_TURNS)) return;
    }
    throw new Error('the network does not come to rest');
  }

  async stop(): Promise<void> {
    this.stopPublishing();
    let isStopping = true;
    const stopped = this.app.stop().finally(() => {
      isStopping = false;
    });
    while (isStopping) {
      await this.quiet();
      await this.clock.advance(100);
    }
    await stopped;
    // Lines that do not answer a goodbye are cut after a while.
    await this.clock.advance(2 * SECOND);
    await this.quiet();
  }

  #moves(): number {
    return this.network.moves + this.received.length;
  }

  async #step(end: number, calmMs: number): Promise<void> {
    const isCalm = this.isLive && this.network.inFlight === 0;
    const stepMs = Math.min(end - this.clock.monotonic(), isCalm ? calmMs : 100);
    await this.clock.advance(stepMs);
    await this.quiet();
  }
}

/** Opens the stage; `dispose` ends everything and removes the folder. */
export async function openStage(options: StageOptions): Promise<{
  readonly stage: FaultStage;
  readonly dispose: () => Promise<void>;
}> {
  const clock = new VirtualClock();
  const appClock = new AppClock(clock);
  const redirectUri = `http://127.0.0.1:${await callbackPort()}/callback`;
  const simulator = await startSimulator({
    clock,
    random: steadyRandom(7),
    redirectUris: [redirectUri],
    autoApprove: true,
    keepPublications: 0,
    ...options.simulator,
  });
  const { world, streamerChannelId } = simulator;
  const channel = world.channels.find(streamerChannelId);
  if (channel && !channel.live) world.channels.goLive(channel, null, 100);
  const door = await openSlowDoor(clock, simulator.port);
  const dataDir = await mkdtemp(join(tmpdir(), 'stagelight-faults-'));
  const network = new WatchedNetwork(appClock);
  const complaints: string[] = [];
  const log = complainingLog(complaints);
  const app = await startCoreApp({
    simulator,
    clock: appClock,
    network,
    redirectUri,
    dataDir,
    log,
  });
  const stage = new FaultStage({
    clock,
    appClock,
    simulator,
    network,
    door,
    app,
    complaints,
    personMs: options.personMs ?? null,
  });
  const dispose = async (): Promise<void> => {
    door.dispose();
    await simulator.dispose();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { stage, dispose };
}

function complainingLog(complaints: string[]): Logger {
  const write =
    (level: LogLevel): Logger['info'] =>
    (message) => {
      if (level === 'error') complaints.push(message);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
