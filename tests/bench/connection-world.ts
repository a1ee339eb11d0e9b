import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecretName, Vault } from '../../electron/auth/ports.ts';
import { type Clock, systemClock } from '../../electron/base/clock.ts';
import { createFiles } from '../../electron/base/files.ts';
import { Redactor, silentLogger } from '../../electron/base/log.ts';
import { makeKey, type Random } from '../../electron/base/random.ts';
import { type Core, startCore } from '../../electron/core.ts';
import { NoticeBoard } from '../../electron/host/notice-board.ts';
import { socketOpener } from '../../electron/session/socket.ts';
import { SettingsFile } from '../../electron/settings/settings-file.ts';
import { type Simulator, startSimulator } from '../../electron/simulator/server.ts';
import { SimClock } from '../../electron/simulator/sim-clock.ts';
import { WatchedNetwork } from '../integration/stream/support/watched-network.ts';
import { freePort } from '../support/free-port.ts';
import { WORKER_FILE } from '../support/worker-file.ts';
import { countedSockets } from './counted-sockets.ts';

const MEMORY_DISK = '/dev/shm';
/** Shorter than every deadline of the app: what begins in a step has time left to end. */
const STEP_MS = 5_000;
/** Turns of the event loop with nothing under way after which an answer has been worked through. */
const CALM_TURNS = 3;
const LIVE_WITHIN_MS = 30_000;

export interface ConnectionRigOptions {
  readonly random: Random;
  /** Told of every text that comes in on any connection. */
  readonly hear?: (text: string) => void;
}

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function memoryVault(): Vault {
  const kept = new Map<SecretName, string>();
  return {
    read: async (name) => kept.get(name) ?? null,
    write: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  };
}

interface Parts {
  readonly time: SimClock;
  readonly simulator: Simulator;
  readonly network: WatchedNetwork;
  readonly unanswered: () => number;
  readonly core: Core;
  readonly stopApp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The whole core and the platform in one process, with real requests and real sockets over loopback,
 * on one clock: it runs as the real one does, and can skip hours in which nothing happens.
 */
export class ConnectionWorld {
  readonly time: Clock;
  readonly simulator: Simulator;
  readonly network: WatchedNetwork;
  readonly core: Core;
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.time = parts.time;
    this.simulator = parts.simulator;
    this.network = parts.network;
    this.core = parts.core;
  }

  /** Signed in and live. */
  static async open(options: ConnectionRigOptions): Promise<ConnectionWorld> {
    const closers: (() => Promise<void>)[] = [];
    const close = async (): Promise<void> => {
      for (const closer of closers.splice(0).reverse()) await closer();
    };
    try {
      const world = new ConnectionWorld(await build(options, closers, close));
      await world.#goLive();
      return world;
    } catch (failure) {
      await close();
      throw failure;
    }
  }

  /** Nothing is under way between app and platform. */
  get isCalm(): boolean {
    return this.network.inFlight === 0 && this.#parts.unanswered() === 0;
  }

  /** How often something happened to the stream so far, of the latest 200 happenings. */
  happened(name: 'renewed' | 'rolled-over' | 'lost'): number {
    return this.core.keeper.recorder.connectionHistory.events.filter((event) => event.name === name)
      .length;
  }

  /** Lets simulated time pass at once, in steps; `look` is called after each. */
  async skip(ms: number, look: () => void = () => undefined): Promise<void> {
    const { time } = this.#parts;
    const until = time.monotonic() + ms;
    await this.calm();
    for (let left = ms; left > 0; left = until - time.monotonic()) {
      time.move(Math.min(left, STEP_MS));
      await this.calm();
      look();
    }
  }

  /** One small jump, for turns in which nothing is under way. */
  jump(ms: number): void {
    this.#parts.time.move(ms);
  }

  async calm(): Promise<void> {
    for (let turns = 0; turns < CALM_TURNS; turns = this.isCalm ? turns + 1 : 0) await nextTurn();
  }

  /** Ends the app; the platform goes on. */
  stopApp(): Promise<void> {
    return this.#parts.stopApp();
  }

  dispose(): Promise<void> {
    return this.#parts.close();
  }

  async #goLive(): Promise<void> {
    const { account, keeper } = this.core;
    await this.core.begin();
    if (account.state.kind !== 'signing-in') throw new Error('No sign-in is offered');
    await this.network.browse(account.state.url);
    const deadline = systemClock.monotonic() + LIVE_WITHIN_MS;
    while (keeper.status.phase !== 'live' || !this.isCalm) {
      if (systemClock.monotonic() > deadline) throw new Error('The app did not go live');
      await nextTurn();
    }
  }
}

async function build(
  { random, hear = () => undefined }: ConnectionRigOptions,
  closers: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<Parts> {
  const folder = existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir();
  const dataDir = await mkdtemp(join(folder, 'stagelight-bench-'));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const time = new SimClock(systemClock);
  closers.push(async () => time.dispose());
  const simulator = await startSimulator({
    clock: time,
    redirectUris: [redirectUri],
    autoApprove: true,
    keepPublications: 0,
  });
  closers.push(() => simulator.dispose());
  const sockets = countedSockets(socketOpener(time), hear);
  const network = new WatchedNetwork(time, sockets.open);
  const notices = new NoticeBoard(time, silentLogger);
  const settings = await SettingsFile.load({
    path: join(dataDir, 'settings.json'),
    files: createFiles(systemClock),
    clock: time,
    log: silentLogger,
    onProblem: notices.add.bind(notices),
  });
  closers.push(async () => {
    // Behind whatever is still being written, so that the folder can go.
    await settings.update({});
    settings.dispose();
  });
  const { baseUrl, clientId, clientSecret } = simulator;
  const core = await startCore({
    workerFile: WORKER_FILE,
    syncInCommits: true,
    makeKey,
    random,
    settings,
    notices,
    dataDir,
    redirectUri,
    clientId,
    clientSecret,
    clock: time,
    log: silentLogger,
    redactor: new Redactor(),
    vault: memoryVault(),
    baseUrl,
    authUrl: baseUrl,
    fetch: network.fetch,
    openSocket: network.openSocket,
    openBrowser: null,
    systemLanguage: 'en',
    port: 0,
    timeScale: 1,
    demo: false,
    pages: { overlay: dataDir, dashboard: dataDir },
  });
  let stopped: Promise<void> | null = null;
  const stopApp = (): Promise<void> => {
    stopped ??= core.stop();
    return stopped;
  };
  closers.push(stopApp);
  return { time, simulator, network, unanswered: sockets.unanswered, core, stopApp, close };
}
