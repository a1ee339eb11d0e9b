import { assertNever } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { MakeKey, Random } from '../base/random.ts';
import { keysIn } from './bucket-keys.ts';
import { type Arrival, ChannelRun, type RunnerParts } from './channel-runner.ts';
import { FleetError } from './fleet-errors.ts';
import type { FleetStore } from './fleet-store.ts';
import { keyOf, type Lease, type LeaseRenewal, Leases } from './leases.ts';
import { type Answer, no, type Question, readQuestion } from './move-words.ts';
import { Moves, type MovesParts } from './moves.ts';
import { isPassing } from './patience.ts';
import { sharesOf } from './share.ts';
import { StandStill } from './stand-still.ts';
import { Taker, type TakerParts } from './taker.ts';

/** What is unowned is seen within this. */
const LOOK_MS = 2_000;
const LOOK_AGAIN_MS = 500;
/**
 * Whoever sees a channel without a host for so long takes it, whatever its share: hosts that died or stand still count
 * for as long as their entries last.
 */
const ALONE_MOST_MS = 2_000;
const HELLO_MS = 5_000;
/** Of one look: the platform and the disk get a moment in between. */
const CLAIMS_AT_ONCE = 20;
/** Questions that waited while this process stood still are read within this. */
const QUESTION_MOST_MS = 5_000;
/** At its end, for what came to sessions that it had made ready. */
const LAST_WORDS_MS = 2_000;
/** A channel that this host cannot start is left to others for so long. */
const AFTER_FAILURE_MS = 30_000;

export interface FleetHostParts
  extends Omit<RunnerParts, 'leases' | 'store' | 'application' | 'books'>,
    Pick<TakerParts, 'application'>,
    Pick<MovesParts, 'line'> {
  readonly store: Pick<FleetStore, 'channels' | 'leases'>;
  readonly books: RunnerParts['books'] & TakerParts['books'];
  readonly hostId: string;
  readonly weight: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly makeKey: MakeKey;
  readonly onRenewal?: (result: LeaseRenewal) => void;
  readonly onChannel: (event: {
    readonly state: 'started' | 'stopped' | 'lost';
    readonly lease: Lease;
  }) => void;
}

interface Seen {
  /** Active channels, by their keys. */
  readonly channels: ReadonlyMap<string, string>;
  /** Keys of channels that some host has. */
  readonly leased: ReadonlySet<string>;
  readonly hosts: readonly { readonly id: string; readonly weight: number }[];
}

/**
 * One host of a fleet: takes its share of the channels, runs each as long as its lease is proved,
 * and hands what is more than its share to other hosts, one at a time.
 */
export class FleetHost implements Disposable {
  readonly #parts: FleetHostParts;
  readonly #leases: Leases;
  readonly #timers: NamedTimers;
  readonly #standStill: StandStill;
  readonly #taker: Taker;
  readonly #moves: Moves;
  readonly #starting = new Map<string, ChannelRun>();
  readonly #running = new Map<string, ChannelRun>();
  /** Starts and ends under way, by channel. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #failedAt = new Map<string, number>();
  /** Since when this host sees channels that nobody has. */
  #aloneSince: ReadonlyMap<string, number> = new Map();
  #answers: Disposable | null = null;
  #stopping = false;

  constructor(parts: FleetHostParts) {
    const { store, clock } = parts;
    this.#parts = parts;
    this.#timers = new NamedTimers(clock);
    this.#leases = new Leases({ ...parts, bucket: store.leases });
    this.#leases.onLost((lease) => this.#lost(lease));
    this.#standStill = new StandStill(clock);
    const shared = { ...parts, leases: this.#leases, standStill: this.#standStill };
    this.#taker = new Taker({
      ...shared,
      onTaken: (lease, arrival) =>
        void this.#while(lease.channelId, () => this.#run(lease, arrival)),
    });
    this.#moves = new Moves({
      ...shared,
      running: () =>
        [...this.#running.values()].filter(({ lease }) => !this.#busy.has(lease.channelId)),
      giveBack: (run) => this.#while(run.lease.channelId, () => this.#giveBack(run)),
      moved: (run) => this.#moved(run),
    });
  }

  /**
   * There are channels to hand over, or to give back: a stop takes up to ten seconds. One that is cut short leaves a
   * channel without a host until its lease ends.
   */
  get endsSlowly(): boolean {
    return this.#running.size + this.#busy.size > 0;
  }

  /** Channels that run here and whose leases are proved in this moment. */
  get running(): readonly ChannelRun[] {
    return [...this.#running.values()].filter(({ lease }) => this.#leases.isProven(lease));
  }

  start(): void {
    this.#standStill.start();
    this.#answers = this.#parts.line.answer((question) => this.#answer(question));
    void this.#sayHello();
    void this.#look();
  }

  /** Hands all channels to other hosts as far as time allows, and gives back the rest. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#timers.dispose();
    const left = this.#taker.stop(LAST_WORDS_MS);
    const { store, log } = this.#parts;
    // First, so that the others count without this host.
    await store.leases
      .delete(this.#hostKey())
      .catch((failure: unknown) => log.warn('the fleet was not told of the end', { failure }));
    await Promise.all(this.#busy.values());
    await this.#handAll();
    await Promise.all([...this.#running.values()].map((run) => this.#giveBack(run)));
    await left;
    this.dispose();
  }

  async #handAll(): Promise<void> {
    try {
      const { channels, hosts } = await this.#see();
      const own = keyOf(this.#parts.hostId);
      const others = hosts.filter(({ id }) => id !== own);
      await this.#moves.all(await this.#roomsOf(others, sharesOf(others, channels.size)));
    } catch (failure) {
      this.#parts.log.warn('the fleet could not be looked at', { failure });
    }
  }

  dispose(): void {
    this.#stopping = true;
    this.#timers.dispose();
    this.#standStill.dispose();
    this.#answers?.dispose();
    this.#taker.dispose();
    this.#moves.dispose();
    this.#leases.dispose();
  }

  #hostKey(): string {
    return `host.${keyOf(this.#parts.hostId)}.${this.#parts.weight}`;
  }

  async #sayHello(): Promise<void> {
    await this.#tellCount();
    if (!this.#stopping) this.#timers.set('hello', HELLO_MS, () => void this.#sayHello());
  }

  /** Others give channels to who has too few. */
  async #tellCount(): Promise<void> {
    const { store, log } = this.#parts;
    if (this.#stopping) return;
    try {
      await store.leases.put(this.#hostKey(), String(this.#count));
    } catch (failure) {
      log.warn('the fleet could not be told that this host is there', { failure });
    }
  }

  async #look(): Promise<void> {
    let nextMs = LOOK_MS;
    try {
      const seen = await this.#see();
      if (!this.#stopping) await this.#settle(seen);
    } catch (failure) {
      this.#parts.log.warn('the fleet could not be looked at', { failure });
      nextMs = LOOK_AGAIN_MS;
    }
    if (!this.#stopping) this.#timers.set('look', nextMs, () => void this.#look());
  }

  async #see(): Promise<Seen> {
    const { store, clock } = this.#parts;
    const channels = new Map<string, string>();
    for (const key of await keysIn(store.channels, 'channel.>', clock)) {
      const [, encoded = ''] = key.split('.');
      channels.set(encoded, Buffer.from(encoded, 'base64url').toString());
    }
    const leased = new Set<string>();
    const hosts: { id: string; weight: number }[] = [];
    for (const key of await keysIn(store.leases, '>', clock)) {
      const [type, name = '', weight] = key.split('.');
      if (type === 'host') hosts.push({ id: name, weight: Number(weight) });
      else if (type === 'channel') leased.add(name);
    }
    return { channels, leased, hosts };
  }

  async #settle({ channels, leased, hosts }: Seen): Promise<void> {
    const shares = sharesOf(hosts, channels.size);
    const share = shares.get(keyOf(this.#parts.hostId)) ?? 0;
    for (const run of this.#running.values()) {
      const key = keyOf(run.lease.channelId);
      if (!channels.has(key) && (await this.#isRemoved(key))) this.#end(run);
    }
    const mine = this.#count;
    const wanted = this.#wanted(channels, leased, share - mine);
    await Promise.all(wanted.slice(0, CLAIMS_AT_ONCE).map((id) => this.#claim(id)));
    const rooms = mine > share ? await this.#roomsOf(hosts, shares) : new Map<string, number>();
    this.#moves.want(mine - share, rooms);
  }

  /** Channels without a host that this one is to take: up to its share, and those that were alone for long. */
  #wanted(channels: Seen['channels'], leased: Seen['leased'], room: number): readonly string[] {
    const { clock, random, weight } = this.#parts;
    const now = clock.monotonic();
    const alone = [...channels].flatMap(([key, id]) =>
      leased.has(key) || this.#taker.has(id) ? [] : [id],
    );
    this.#aloneSince = new Map(alone.map((id) => [id, this.#aloneSince.get(id) ?? now]));
    const free = shuffled(
      alone.filter((id) => this.#mayTry(id)),
      random,
    );
    const isLong = (id: string): boolean =>
      now - (this.#aloneSince.get(id) ?? now) >= ALONE_MOST_MS;
    return free.filter((id, at) => at < room || (weight > 0 && isLong(id)));
  }

  /** Channels of this host now and in a moment, without those that are about to leave. */
  get #count(): number {
    const busy = [...this.#busy.keys()].filter((id) => !this.#running.has(id));
    return this.#running.size + busy.length + this.#taker.size - this.#moves.size;
  }

  /** How many more channels each other host should have. */
  async #roomsOf(
    hosts: Seen['hosts'],
    shares: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, number>> {
    const { store, hostId } = this.#parts;
    const rooms = new Map<string, number>();
    for (const { id, weight } of hosts) {
      if (id === keyOf(hostId)) continue;
      const hello = await store.leases.get(`host.${id}.${weight}`);
      const room = (shares.get(id) ?? 0) - Number(hello?.string() || 0);
      if (weight > 0) rooms.set(Buffer.from(id, 'base64url').toString(), room);
    }
    return rooms;
  }

  #moved({ lease }: ChannelRun): void {
    this.#running.delete(lease.channelId);
    void this.#tellCount();
    this.#parts.onChannel({ state: 'stopped', lease });
  }

  async #answer(text: string): Promise<string> {
    const question = readQuestion(text);
    return JSON.stringify(question ? await this.#answerTo(question) : no('unknown-question'));
  }

  async #answerTo(question: Question): Promise<Answer> {
    const { clock } = this.#parts;
    const { channelId } = question;
    switch (question.type) {
      case 'prepare':
        if (this.#stopping) return no('stopping');
        // It may have waited here, and the session in it may be another host's by now.
        if (this.#standStill.since(clock.monotonic() - QUESTION_MOST_MS)) return no('stood-still');
        if (this.#running.has(channelId) || this.#busy.has(channelId)) return no('busy');
        return this.#taker.prepare(question);
      case 'still':
        return this.#taker.still(question);
      case 'forget':
        return this.#taker.forget(question);
      case 'had':
        return this.#taker.had(question);
      default:
        return assertNever(question);
    }
  }

  /** A list may be short while servers come and go: only the entry itself says so. */
  async #isRemoved(key: string): Promise<boolean> {
    const entry = await this.#parts.store.channels.get(`channel.${key}`);
    return entry?.operation !== 'PUT';
  }

  #mayTry(channelId: string): boolean {
    const failedAt = this.#failedAt.get(channelId);
    const { clock } = this.#parts;
    return failedAt === undefined || clock.monotonic() - failedAt > AFTER_FAILURE_MS;
  }

  async #claim(channelId: string): Promise<void> {
    if (this.#busy.has(channelId) || this.#running.has(channelId)) return;
    const lease = await this.#leases.claim(channelId);
    if (!lease) return;
    await this.#while(channelId, () => this.#run(lease));
  }

  async #run(lease: Lease, arrival?: Arrival): Promise<void> {
    const { log, clock, onChannel } = this.#parts;
    const { channelId } = lease;
    const run = new ChannelRun({ ...this.#parts, leases: this.#leases }, lease);
    this.#starting.set(channelId, run);
    try {
      if (this.#stopping) throw new FleetError('fleet-not-owner');
      await run.start(arrival);
      this.#running.set(channelId, run);
      onChannel({ state: 'started', lease });
    } catch (failure) {
      log.error('a channel could not be started', { channelId, failure });
      if (isOfHost(failure)) this.#failedAt.set(channelId, clock.monotonic());
      arrival?.failed();
      await run.stop().catch(() => undefined);
      await this.#leases.release(channelId);
    } finally {
      this.#starting.delete(channelId);
    }
  }

  #end(run: ChannelRun): void {
    void this.#while(run.lease.channelId, () => this.#giveBack(run));
  }

  async #giveBack(run: ChannelRun): Promise<void> {
    const { lease } = run;
    if (!this.#running.delete(lease.channelId)) return;
    await run
      .stop()
      .catch((failure: unknown) =>
        this.#parts.log.error('a channel did not stop as it should', { failure }),
      );
    await run.note();
    await this.#leases.release(lease.channelId);
    this.#parts.onChannel({ state: 'stopped', lease });
  }

  /** At once: another host may have it by now. */
  #lost(lease: Lease): void {
    const { channelId } = lease;
    const run = this.#running.get(channelId) ?? this.#starting.get(channelId);
    if (!run) return;
    const stopped = run.stop();
    // The start itself finds out.
    if (!this.#running.delete(channelId)) return;
    this.#parts.onChannel({ state: 'lost', lease });
    void this.#while(channelId, () => stopped);
  }

  async #while(channelId: string, work: () => Promise<void>): Promise<void> {
    const before = this.#busy.get(channelId) ?? Promise.resolve();
    const done = before.then(work).catch((failure: unknown) => {
      this.#parts.log.error('a channel is not as it should be', { channelId, failure });
    });
    this.#busy.set(channelId, done);
    await done;
    if (this.#busy.get(channelId) === done) this.#busy.delete(channelId);
  }
}

/** What NATS kept from starting, another host may not have started either. */
function isOfHost(failure: unknown): boolean {
  const isLost = failure instanceof FleetError && failure.problem.code === 'fleet-not-owner';
  return !isLost && !isPassing(failure);
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const rest = [...all];
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [rest[at], rest[other]] = [rest[other] as T, rest[at] as T];
  }
  return rest;
}
