import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../electron/simulator/server.ts';
import { assertNever } from '../../shared/events.ts';
import { callbackPort } from '../integration/stream/support/callback-port.ts';
import { MemorySettings } from '../support/memory-settings.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { Audience } from './audience.ts';
import { ChaosVault, putDiskUnderSqlite, setDisk } from './chaos-disk.ts';
import { ChaosNetwork } from './chaos-network.ts';
import { Computer } from './computer.ts';
import { Diary } from './diary.ts';
import { DropsClaims } from './drops-claims.ts';
import { PassingTime } from './passing-time.ts';
import { PlatformWatch } from './platform-watch.ts';
import type { Played } from './played.ts';
import { seededRandom } from './random.ts';
import { Rivals } from './rivals.ts';
import { type Deed, HOUR, MINUTE, type Schedule } from './schedule.ts';
import { keysOf } from './seeded-keys.ts';
import { Streamer } from './streamer.ts';

/** The longest wait for the app to be live again when everything works: twice a person's, and ten minutes. */
const LIVE_AGAIN_MS = 31 * MINUTE;

putDiskUnderSqlite();

/** Loads what the core loads while it starts: that takes real time once in a process. */
let rehearsed: Promise<unknown> | null = null;

/** Plays a schedule on the whole core, its simulator, and one virtual clock. */
export async function playSchedule(
  schedule: Schedule,
  say?: (line: string) => void,
): Promise<Played & { dispose(): Promise<void> }> {
  rehearsed ??= playOnce({ seed: 0, hours: 0, steps: [] }).then(({ dispose }) => dispose());
  await rehearsed;
  return playOnce(schedule, say);
}

async function playOnce(
  schedule: Schedule,
  say?: (line: string) => void,
): Promise<Played & { dispose(): Promise<void> }> {
  const folder = await mkdtemp(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'stagelight-chaos-'),
  );
  const world = await World.open(schedule, folder, say);
  const dispose = async () => {
    setDisk('good');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const played = await world.play();
    return { ...played, dispose };
  } catch (failure) {
    await dispose();
    throw failure;
  }
}

/** All that the app lives in, which does to it what a schedule says. */
class World {
  readonly #schedule: Schedule;
  readonly #simulator: Simulator;
  readonly #network: ChaosNetwork;
  readonly #settings = new MemorySettings();
  readonly #rivals: Rivals;
  readonly #watch: PlatformWatch;
  readonly #time: PassingTime;
  readonly #audience: Audience;
  readonly #streamer: Streamer;
  readonly #computer: Computer;
  readonly #diary: Diary;

  static async open(
    schedule: Schedule,
    folder: string,
    say?: (line: string) => void,
  ): Promise<World> {
    const clock = new VirtualClock();
    const random = seededRandom(schedule.seed * 7 + 1);
    const redirectUri = `http://127.0.0.1:${await callbackPort()}/callback`;
    const simulator = await startSimulator({
      clock,
      random,
      makeKey: keysOf(random),
      redirectUris: [redirectUri],
      autoApprove: true,
      claims: 5,
      keepPublications: 0,
    });
    return new World(schedule, folder, clock, simulator, redirectUri, say);
  }

  private constructor(
    schedule: Schedule,
    folder: string,
    clock: VirtualClock,
    simulator: Simulator,
    redirectUri: string,
    say?: (line: string) => void,
  ) {
    const { seed } = schedule;
    const settings = this.#settings;
    const random = seededRandom(seed * 7 + 2);
    const network = new ChaosNetwork(simulator, clock);
    const vault = new ChaosVault(seededRandom(seed * 7 + 4));
    const diary = new Diary(simulator.clock, say);
    const claims = new DropsClaims(simulator, diary);
    const rivals = new Rivals(simulator);
    const watch = new PlatformWatch(simulator, rivals);
    const time = new PassingTime(clock, network, diary);
    const audience = new Audience({
      simulator,
      clock,
      random: seededRandom(seed * 7 + 3),
      claims,
      diary,
      standing: () => this.#computer,
    });
    const streamer = new Streamer({ simulator, clock, vault, random, time, diary });
    this.#computer = new Computer({
      seed,
      folder,
      simulator,
      clock,
      network,
      vault,
      settings,
      random,
      redirectUri,
      time,
      audience,
      streamer,
      watch,
      diary,
    });
    this.#schedule = schedule;
    this.#simulator = simulator;
    this.#network = network;
    this.#rivals = rivals;
    this.#watch = watch;
    this.#time = time;
    this.#audience = audience;
    this.#streamer = streamer;
    this.#diary = diary;
    network.onRequest = (operation, body) => claims.watchPayout(operation, body);
    time.onStep = () => watch.look(this.#computer.isWell, this.#computer.ahead);
    const { world, streamerChannelId } = simulator;
    const channel = world.channels.find(streamerChannelId);
    if (channel && !channel.live) world.channels.goLive(channel, null, 100);
  }

  async play(): Promise<Played> {
    const { steps, hours } = this.#schedule;
    await this.#settings.update({ chatLog: { days: 0 } });
    const startedAt = this.#platformNow;
    await this.#computer.start();
    await this.#time.until(() => this.#computer.isDue, LIVE_AGAIN_MS, 'live at first');
    this.#audience.begin();
    for (const { atMs, deed } of steps) {
      const waitMs = startedAt + atMs - this.#platformNow;
      if (waitMs > 0) await this.#time.pass(waitMs);
      this.#diary.note(`step ${JSON.stringify(deed)}`);
      await this.#do(deed);
      this.#audience.stir();
    }
    const restMs = startedAt + hours * HOUR - this.#platformNow;
    if (restMs > 0) await this.#time.pass(restMs);
    await this.#settleDown();
    const played: Played = {
      sent: this.#audience.sent,
      gaps: this.#computer.gaps,
      calms: this.#watch.calms,
      logged: this.#computer.logged,
      calls: this.#network.calls,
      faults: this.#diary.faults,
      brokenRules: this.#simulator.requestLog
        .broken()
        .map(({ operation, brokenRules }) => `${operation}: ${brokenRules.join(', ')}`),
      paintedAt: this.#computer.paintedAt,
      skippedAt: this.#streamer.skippedAt,
      ledgerFile: this.#computer.ledgerFile,
      mostSessions: this.#watch.mostSessions,
      steps: this.#time.steps,
      log: this.#diary.log,
    };
    await this.#simulator.dispose();
    return played;
  }

  get #platformNow(): number {
    return this.#simulator.clock.now();
  }

  /** All is well again from now on: the app must come back by itself, and stop. */
  async #settleDown(): Promise<void> {
    this.#diary.note('everything works again');
    this.#network.state = 'up';
    const { faults } = this.#simulator;
    // One by one: a dead connection stays dead.
    for (const { id } of faults.active) faults.clear(id);
    this.#computer.setDisk('good');
    this.#computer.setPage('good');
    if (!this.#computer.core) await this.#computer.start();
    await this.#time.until(() => this.#computer.isLive, LIVE_AGAIN_MS, 'live in the end');
    await this.#time.pass(2 * MINUTE);
    await this.#time.until(() => this.#computer.isLive, LIVE_AGAIN_MS, 'live in the end');
    await this.#computer.stop();
  }

  async #do(deed: Deed): Promise<void> {
    const [simulator, computer] = [this.#simulator, this.#computer];
    switch (deed.do) {
      case 'fault': {
        const { id } = simulator.faults.inject(deed.fault);
        if (id !== null) this.#later(deed.forMs, () => simulator.faults.clear(id));
        // Half-open lines come back only when all faults are taken out.
        return;
      }
      case 'manners':
        Object.assign(simulator.world.manners, deed.manners);
        return;
      case 'network':
        this.#network.state = deed.as;
        this.#later(deed.forMs, () => {
          this.#network.state = 'up';
        });
        return;
      case 'remove-session': {
        const [own] = simulator.sessions.all.filter(({ current }) => current !== null);
        if (own) simulator.sessions.remove(own, deed.reason);
        return;
      }
      case 'replace-connection':
        this.#rivals.replaceConnection(deed.forMs);
        return;
      case 'other-session':
        this.#rivals.otherSession(deed.forMs);
        return;
      case 'revoke-grant': {
        const { authorizations } = simulator.world;
        for (const grant of authorizations.grants()) authorizations.revokeGrant(grant);
        return;
      }
      case 'set-clock':
        computer.setClock(deed.byMs);
        return;
      case 'sleep':
        return computer.sleep(deed.forMs);
      case 'kill':
        return computer.kill(deed.downMs, deed.torn);
      case 'restart':
        await computer.stop();
        await this.#time.pass(deed.downMs);
        return computer.start();
      case 'disk':
        computer.setDisk(deed.as);
        this.#later(deed.forMs, () => computer.setDisk('good'));
        return;
      case 'page':
        computer.setPage(deed.as);
        this.#later(deed.forMs, () => computer.setPage('good'));
        return;
      case 'press':
        if (computer.core) this.#streamer.press(computer.core, deed.what);
        return;
      default:
        return assertNever(deed);
    }
  }

  #later(ms: number, run: () => void): void {
    this.#simulator.clock.setTimeout(run, ms);
  }
}
