import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { ChannelRun } from './channel-runner.ts';
import { alertOf, type GiveResult, Giver, type GiverParts, isLive, MOVE_MOST_MS } from './giver.ts';

/** Between two moves that begin. */
const APART_MS = 1_000;
const MOVES_AT_ONCE = 8;
/** A channel that could not be moved is left alone for so long. */
const AFTER_FAILURE_MS = 30_000;
/** A channel that was just taken gets this long to connect: each move of it makes its gap longer. */
const CONNECT_MOST_MS = 30_000;
/** A host tells the others every five seconds how many channels it has. */
const UNCOUNTED_MS = 7_000;
/** Of a stop. */
const ALL_MOST_MS = 8_000;
const ALL_AT_ONCE = 20;

export interface MovesParts extends GiverParts {
  /** Channels that run and are not being stopped. */
  readonly running: () => readonly ChannelRun[];
  /** Stops it, so that any host can claim it. Never rejects. */
  readonly giveBack: (run: ChannelRun) => Promise<void>;
  /** Another host has it. */
  readonly moved: (run: ChannelRun) => void;
}

/** Which channels leave this host, when, and for which one. */
export class Moves implements Disposable {
  readonly #parts: MovesParts;
  readonly #giver: Giver;
  readonly #timers: NamedTimers;
  readonly #leaving = new Map<string, Promise<GiveResult>>();
  readonly #failedAt = new Map<string, number>();
  readonly #ending = new AbortController();
  #wanted = 0;
  #given: { readonly hostId: string; readonly at: number }[] = [];
  #rooms = new Map<string, number>();

  constructor(parts: MovesParts) {
    this.#parts = parts;
    this.#giver = new Giver(parts);
    this.#timers = new NamedTimers(parts.clock);
  }

  /** Moves under way. */
  get size(): number {
    return this.#leaving.size;
  }

  /** So many channels are too many here. `rooms`: how many more each other host should have. */
  want(channels: number, rooms: ReadonlyMap<string, number>): void {
    this.#wanted = channels;
    this.#rooms = this.#without(rooms);
    if (channels > 0 && !this.#timers.has('next')) this.#next();
  }

  /** Every channel leaves, as far as there is time. Never rejects. */
  async all(rooms: ReadonlyMap<string, number>): Promise<void> {
    const { clock, running } = this.#parts;
    this.#timers.dispose();
    this.#rooms = this.#without(rooms);
    const limit = clock.setTimeout(() => this.#ending.abort(), ALL_MOST_MS);
    const left = running().filter((run) => !this.#leaving.has(run.lease.channelId));
    const tried = new Set<ChannelRun>();
    const lane = async (): Promise<void> => {
      for (let run = left.shift(); run && !this.#ending.signal.aborted; run = left.shift()) {
        // Somebody has to take it, also where everybody has enough.
        const taker = this.#takeRoom(Number.NEGATIVE_INFINITY);
        if (taker === null) return;
        const result = await this.#give(run, taker);
        // That host may be ending as well.
        if (result === 'kept' && !tried.has(run)) left.push(run);
        tried.add(run);
      }
    };
    await Promise.all(Array.from({ length: ALL_AT_ONCE }, lane));
    await Promise.all(this.#leaving.values());
    limit.dispose();
  }

  dispose(): void {
    this.#timers.dispose();
    this.#ending.abort();
  }

  #next(): void {
    if (this.#wanted <= 0 || this.#leaving.size >= MOVES_AT_ONCE) return;
    const run = this.#choice();
    if (!run) return;
    if (!isLive(run)) {
      // There is no stream that could have a gap.
      this.#wanted -= 1;
      void this.#parts.giveBack(run);
    } else {
      const taker = this.#takeRoom(1);
      if (taker === null) return;
      this.#wanted -= 1;
      void this.#give(run, taker);
    }
    this.#timers.set('next', APART_MS, () => this.#next());
  }

  /** One without an alert if there is one. */
  #choice(): ChannelRun | undefined {
    const { clock } = this.#parts;
    const able = this.#parts.running().filter((run) => {
      const failedAt = this.#failedAt.get(run.lease.channelId) ?? Number.NEGATIVE_INFINITY;
      const isTried = clock.monotonic() - failedAt < AFTER_FAILURE_MS || run.isShared;
      return !isTried && !this.#leaving.has(run.lease.channelId) && this.#isSteady(run);
    });
    return able.find((run) => !isLive(run)) ?? able.find((run) => alertOf(run) === null) ?? able[0];
  }

  /** It is not about to connect, nor to roll over to its next session. */
  #isSteady({ core, startedAt }: ChannelRun): boolean {
    const { clock, times } = this.#parts;
    const status = core?.keeper.status;
    if (status?.phase !== 'live') return clock.monotonic() - startedAt > CONNECT_MOST_MS;
    const dueAt = status.session?.nextRollOverAt ?? null;
    const leastMs = Math.min(MOVE_MOST_MS, times.rollOverAfterMs / 4);
    return dueAt !== null && dueAt - clock.now() > leastMs;
  }

  #takeRoom(least: number): string | null {
    const [most] = [...this.#rooms].toSorted(([, a], [, b]) => b - a);
    if (!most || most[1] < least) return null;
    const [hostId, room] = most;
    this.#rooms.set(hostId, room - 1);
    this.#given.push({ hostId, at: this.#parts.clock.monotonic() });
    return hostId;
  }

  /** What a host was given a moment ago, it may not have counted yet. */
  #without(rooms: ReadonlyMap<string, number>): Map<string, number> {
    const since = this.#parts.clock.monotonic() - UNCOUNTED_MS;
    this.#given = this.#given.filter(({ at }) => at > since);
    const without = new Map(rooms);
    for (const { hostId } of this.#given) without.set(hostId, (without.get(hostId) ?? 0) - 1);
    return without;
  }

  #give(run: ChannelRun, taker: string): Promise<GiveResult> {
    const { channelId } = run.lease;
    const done = this.#carryOut(run, taker).finally(() => this.#leaving.delete(channelId));
    this.#leaving.set(channelId, done);
    return done;
  }

  async #carryOut(run: ChannelRun, taker: string): Promise<GiveResult> {
    const { clock, giveBack, moved } = this.#parts;
    const result = await this.#giver.give(run, taker, this.#ending.signal);
    if (result === 'moved') {
      // First, so that it is counted no more.
      this.#leaving.delete(run.lease.channelId);
      moved(run);
    } else if (result === 'stopped') await giveBack(run);
    else if (result === 'kept') this.#failedAt.set(run.lease.channelId, clock.monotonic());
    return result;
  }
}
