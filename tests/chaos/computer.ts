import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '../../electron/base/random.ts';
import type { Core } from '../../electron/core.ts';
import type { SettingsKeeper } from '../../electron/settings/ports.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { clockAheadIn, markIn } from '../../electron/storage/coverage-mark.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import type { Audience } from './audience.ts';
import { type ChaosVault, copyAsLeft, type DiskState, setDisk } from './chaos-disk.ts';
import type { ChaosNetwork } from './chaos-network.ts';
import type { PageState } from './chaos-page.ts';
import type { Diary } from './diary.ts';
import { type Life, startLife } from './life.ts';
import type { PassingTime } from './passing-time.ts';
import type { PlatformWatch } from './platform-watch.ts';
import type { FoundGap, Logged } from './played.ts';
import { seededRandom } from './random.ts';
import { spread } from './samples.ts';
import { MINUTE, SECOND } from './schedule.ts';
import { keysOf } from './seeded-keys.ts';
import type { Streamer } from './streamer.ts';

export interface ComputerParts {
  /** The schedule's. */
  readonly seed: number;
  /** Where each run of the app has a folder for its data. */
  readonly folder: string;
  readonly simulator: Simulator;
  readonly clock: VirtualClock;
  readonly network: ChaosNetwork;
  readonly vault: ChaosVault;
  readonly settings: SettingsKeeper;
  readonly random: Random;
  readonly redirectUri: string;
  readonly time: PassingTime;
  readonly audience: Audience;
  readonly streamer: Streamer;
  readonly watch: PlatformWatch;
  readonly diary: Diary;
}

const MARKED_WITHIN_MS = 6 * SECOND;

/** The streamer's computer: its clock, disk and page, the runs of the app on it, and what those tell. */
export class Computer {
  readonly gaps: FoundGap[] = [];
  readonly logged: Logged[] = [];
  readonly paintedAt = new Set<number>();
  readonly #parts: ComputerParts;
  #life: Life | null = null;
  #lives = 0;
  #dataDir: string;
  #ahead = 0;
  #isDue = false;
  #isStopping = false;
  /** This run has been live. */
  #wasLive = false;
  /** The disk takes nothing. */
  #isBad = false;
  /**
   * The last event before a run that was live and found no disk for its first mark: nothing tells the
   * next run what came since. null: there is a mark.
   */
  #unmarkedFrom: number | null = null;
  /** The first event after the last run that was stopped, and by how much the clock was set since. */
  #runsFrom = 1;
  #setMs = 0;
  #page: PageState = 'good';

  constructor(parts: ComputerParts) {
    this.#parts = parts;
    this.#dataDir = join(parts.folder, 'life-0');
  }

  /** Of the run that is under way; null: the app does not run. */
  get core(): Core | null {
    return this.#life?.core ?? null;
  }

  /** How far its wall clock is ahead of the platform's. */
  get ahead(): number {
    return this.#ahead;
  }

  /** The app is to receive what is sent: it has been live, and was not stopped. */
  get isDue(): boolean {
    return this.#isDue;
  }

  get isLive(): boolean {
    const keeper = this.#life?.core.keeper;
    return (
      keeper?.status.phase === 'live' && keeper.recorder.connectionHistory.openGaps.length === 0
    );
  }

  /** The app is signed in, and neither the network nor the disk keeps it from anything. */
  get isWell(): boolean {
    return (
      this.#life?.core.account.state.kind === 'signed-in' &&
      this.#parts.network.state === 'up' &&
      !this.#isBad
    );
  }

  get ledgerFile(): string {
    return join(this.#dataDir, 'ledger.sqlite');
  }

  async start(): Promise<void> {
    const { seed, simulator, clock, network, vault, settings, redirectUri } = this.#parts;
    const { time, diary } = this.#parts;
    this.#lives += 1;
    diary.note(`life ${this.#lives} begins`);
    let life: Life;
    try {
      life = await time.meanwhile(
        startLife({
          simulator,
          clock,
          network,
          vault,
          settings,
          random: seededRandom(seed * 7 + 100 + this.#lives),
          makeKey: keysOf(seededRandom(seed * 7 + 1_000 + this.#lives)),
          redirectUri,
          dataDir: this.#dataDir,
          onPainted: (at) => this.paintedAt.add(at),
          onComplaint: () => undefined,
          onLog: (level, text, fields) => {
            if (level !== 'debug') diary.note(`${level} ${text} ${jsonOf(fields)}`);
            if (text === 'ledger: event not in the books') this.#noteLogged(jsonOf(fields));
          },
        }),
      );
    } catch (failure) {
      diary.fault(`not started: ${String(failure)}, ${causeOf(failure)}`);
      await time.pass(MINUTE);
      return this.start();
    }
    this.#life = life;
    this.#hear(life);
    life.page.state = this.#page;
    await time.meanwhile(life.core.begin());
  }

  async stop(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#isDue = false;
    this.#isStopping = true;
    await this.#parts.time.meanwhile(life.stop());
    this.#parts.audience.appStops();
    if (this.#isBad) this.#logGaps();
    if (!this.#wasLive) this.#forgetUnmarked();
    this.#wasLive = false;
    this.#isStopping = false;
    this.#life = null;
    this.#clockIsKnown();
    await this.#parts.time.pass(SECOND);
  }

  async kill(downMs: number, torn: number): Promise<void> {
    const { folder, random, time } = this.#parts;
    const life = this.#life;
    if (!life) return;
    this.#life = null;
    this.#wasLive = false;
    const next = join(folder, `life-${this.#lives}`);
    copyAsLeft(this.#dataDir, next, torn, random);
    const isTimed = isMarkTimed(this.ledgerFile);
    await life.kill();
    await rm(this.#dataDir, { recursive: true, force: true });
    this.#dataDir = next;
    await time.pass(downMs);
    this.#forgetUnmarked();
    // A mark without the platform's time, of a clock that was set back since: nobody can tell how long ago it was.
    if (!isTimed && this.#setMs < 0) this.#forgetFrom(this.#runsFrom);
    if (isTimed) this.#clockIsKnown();
    await this.start();
  }

  async sleep(ms: number): Promise<void> {
    const { simulator, clock, random, time, audience, watch } = this.#parts;
    const slice = 20 * SECOND;
    audience.isAsleep = true;
    watch.forgetCalm();
    for (let slept = 0; slept < ms; slept += slice) {
      simulator.moveTime(slice);
      clock.sleep(slice);
      if (random() < 0.3) audience.publish();
    }
    audience.isAsleep = false;
    await time.still();
    this.#wake();
  }

  setClock(byMs: number): void {
    this.#parts.clock.jump(byMs);
    this.#ahead += byMs;
    this.#setMs += byMs;
    this.#wake();
  }

  setDisk(state: DiskState): void {
    const { clock, random } = this.#parts;
    setDisk(state, () => clock.stall(spread(random, 20, 2 * SECOND)));
    this.#isBad = state === 'full' || state === 'broken';
    const life = this.#life;
    // What the disk did not take, the app tries again every five seconds.
    clock.setTimeout(() => {
      if (this.#life === life && !this.#isBad && this.#wasLive) this.#unmarkedFrom = null;
    }, MARKED_WITHIN_MS);
  }

  setPage(state: PageState): void {
    this.#page = state;
    if (this.#life) this.#life.page.state = state;
  }

  #hear(life: Life): void {
    const { audience, streamer, diary } = this.#parts;
    const { keeper, account } = life.core;
    keeper.recorder.onGap((gap) => {
      if (this.#life !== life) return;
      diary.note(`gap ${JSON.stringify(gap)}`);
      this.gaps.push({ gap, ahead: this.#ahead, life: this.#lives, isLogged: false });
    });
    keeper.onStatus(({ phase }) => {
      if (this.#life !== life || phase !== 'live' || this.#isStopping) return;
      this.#isDue = true;
      if (this.#wasLive) return;
      this.#wasLive = true;
      this.#forgetUnmarked();
      this.#unmarkedFrom = this.#isBad ? (this.#unmarkedFrom ?? audience.number) : null;
    });
    account.onChange((state) => {
      if (this.#life !== life) return;
      streamer.accountIs(state, this.#lives === 1 && !this.#isDue);
    });
  }

  /** No disk took what this run told: as its events, its gaps are in the log. */
  #logGaps(): void {
    for (const [index, found] of this.gaps.entries()) {
      if (found.life === this.#lives) this.gaps[index] = { ...found, isLogged: true };
    }
  }

  #noteLogged(fields: string): void {
    const number = /#(\d+)/.exec(fields)?.[1];
    this.logged.push({ number: number === undefined ? null : Number(number) });
  }

  #forgetUnmarked(): void {
    if (this.#unmarkedFrom !== null) this.#forgetFrom(this.#unmarkedFrom);
  }

  #forgetFrom(first: number): void {
    const { number: last } = this.#parts.audience;
    for (let number = first; number <= last; number += 1) this.logged.push({ number });
  }

  #clockIsKnown(): void {
    this.#runsFrom = this.#parts.audience.number + 1;
    this.#setMs = 0;
  }

  /** What the watch for wakes does within five seconds. */
  #wake(): void {
    const { simulator, random } = this.#parts;
    const life = this.#life;
    if (!life) return;
    simulator.clock.setTimeout(
      () => {
        if (this.#life === life) life.core.keeper.probe();
      },
      random() * 5 * SECOND,
    );
  }
}

/** Whether the mark that a run left says what the platform's clock was, or there is none. */
function isMarkTimed(ledgerFile: string): boolean {
  const db = new DatabaseSync(ledgerFile, { readOnly: true });
  const row = db.prepare('SELECT heard_at, mark FROM ledger').get();
  db.close();
  return markIn(row) === null || clockAheadIn(row) !== null;
}

function causeOf(failure: unknown): string {
  return failure instanceof Error && failure.cause !== undefined ? String(failure.cause) : '';
}

function jsonOf(fields: object): string {
  return JSON.stringify(fields, (_key, value: unknown) =>
    value instanceof Error ? String(value) : value,
  );
}
