import { join } from 'node:path';
import type { CoverageMark } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import { type Logger, type Redactor, withFields } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { Core } from '../core.ts';
import { sessionMemory } from '../session/session-memory.ts';
import type { TakenSlot } from '../session/shared-slots.ts';
import type { OpenSocket } from '../session/socket.ts';
import { FrameRecord } from '../session/taken-frames.ts';
import type { SessionTimes } from '../session/times.ts';
import { mappedMark, markOfAll, readMark } from '../storage/coverage-mark.ts';
import type { Books, CoreOnBooks } from './books/books.ts';
import { FleetError } from './fleet-errors.ts';
import type { FleetStore } from './fleet-store.ts';
import { KvVault } from './kv-vault.ts';
import { LateFrames, valuedEventsIn } from './late-frames.ts';
import { keyOf, type Lease, type Leases } from './leases.ts';
import type { Seal } from './seal.ts';
import { SessionSlots } from './session-slots.ts';

/** Both below a host's data folder. */
export const CHANNELS_FOLDER = 'channels';
export const WAITING_FOLDER = 'waiting';

export interface RunnerParts {
  readonly store: Pick<FleetStore, 'channels'>;
  readonly leases: Pick<Leases, 'isProven' | 'writtenAt' | 'askedAt'>;
  readonly books: Pick<Books, 'run' | 'addLate'>;
  readonly seal: Seal;
  readonly application: { readonly redactor: Redactor; readonly baseUrl: string };
  /** Whose sessions: the platform and the application. */
  readonly owner: string;
  readonly times: SessionTimes;
  /** Each channel's files are in a folder of their own below it. */
  readonly dataDir: string;
  readonly makeFolder: (path: string) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly openSocket: OpenSocket;
  /** A sign-in that was renewed is in the fleet's bucket. */
  readonly onSignInSaved?: (channelId: string) => void;
  /** The whole core of one channel. */
  readonly startCore: (channel: {
    readonly channelId: string;
    readonly dataDir: string;
    readonly vault: KvVault;
    readonly log: Logger;
    readonly openSocket: OpenSocket;
    readonly slots: SessionSlots;
    readonly receivedUntil?: CoverageMark | null;
  }) => Promise<Core>;
}

/** What a channel brings that was handed over to this host. */
export interface Arrival {
  /** The stream's socket that is open already. */
  readonly opener: (open: OpenSocket) => OpenSocket;
  /** As in `CoreOptions`; left out: what the host before noted. */
  readonly receivedUntil: () => CoverageMark | null | undefined;
  /** Both as in `ChannelPlace`. */
  readonly session: string;
  readonly isTold: boolean;
  /** What the stream has of the host before is in this host's books. */
  readonly compare: (books: Pick<CoreOnBooks, 'contentsFrom' | 'takeOver' | 'shareFor'>) => void;
  /** Writes what has to stand in the vault before the core reads it. */
  readonly prepare: (vault: KvVault) => Promise<void>;
  readonly begun: () => void;
  /** The channel did not start. */
  readonly failed: () => void;
}

/** Until when a channel is received is noted so often: a kill leaves a gap that is longer by as much. */
const NOTE_EVERY_MS = 20_000;
/** It is there within this, else it is written again. */
const NOTE_MOST_MS = 1_000;
/** What a former owner had too is through the core's hands by then. */
const ARRIVAL_MOST_MS = 10_000;

/**
 * How long before the lease of now was written each kind was received last: a mark whose times count
 * backwards from then. null: nothing ever was. Throws `fleet-not-owner` where the lease has ended, and what NATS
 * throws: without it nobody could tell what was missed.
 */
export async function unheardMs(
  vault: Pick<KvVault, 'readDated'>,
  leases: Pick<Leases, 'writtenAt'>,
  channelId: string,
): Promise<CoverageMark | null> {
  const noted = await vault.readDated('heard');
  if (!noted) return null;
  const leasedAt = await leases.writtenAt(channelId);
  if (leasedAt === null) throw new FleetError('fleet-not-owner');
  const since = Math.max(0, leasedAt - noted.writtenAt);
  // Hosts before told one time for all kinds.
  const ago = readMark(noted.text) ?? markOfAll(Number(noted.text));
  return mappedMark(ago, (ms) => since + ms);
}

/** null where the core was never live: what was noted before still holds. */
const saying = (mark: CoverageMark) => (Object.keys(mark).length > 0 ? mark : null);

/** One channel on this host, for as long as its lease is proved. */
export class ChannelRun {
  readonly lease: Lease;
  readonly vault: KvVault;
  /** What the stream brings while the channel moves away. */
  readonly record: FrameRecord;
  readonly #parts: RunnerParts;
  readonly slots: SessionSlots;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly #timers: NamedTimers;
  readonly #late: LateFrames;
  /** null: it has not started yet. */
  #open: CoreOnBooks | null = null;
  #isStopped = false;
  /** Monotonic milliseconds. */
  #sharedUntil = Number.NEGATIVE_INFINITY;
  /** When the stream ended here; null: there was none. */
  #ended: CoverageMark | null = null;
  #stopped: Promise<void> | null = null;

  constructor(parts: RunnerParts, lease: Lease) {
    const { store, leases, seal, clock } = parts;
    this.#parts = parts;
    this.lease = lease;
    this.startedAt = clock.monotonic();
    this.#timers = new NamedTimers(clock);
    this.record = new FrameRecord(clock);
    const { lateMs } = parts.times;
    this.#late = new LateFrames({ isHeld: () => this.isHeld(), lateMs, clock });
    const { channelId } = lease;
    // While the core stops, what it has is still saved.
    const isProven = () => leases.isProven(lease);
    this.vault = new KvVault({
      bucket: store.channels,
      seal,
      channelId,
      isProven,
      clock,
      onWritten: (name) => name === 'grant' && parts.onSignInSaved?.(channelId),
    });
    const { application, owner } = parts;
    this.slots = new SessionSlots({
      ...parts,
      ...application,
      vault: this.vault,
      current: sessionMemory(this.vault, application.redactor, owner),
      leasedAt: () => leases.writtenAt(channelId),
    });
  }

  /** For a session that another host uses when the channel moves there; null: there is none. */
  takeSlot(): Promise<TakenSlot | null> {
    return this.slots.takeForMove(this.core?.keeper.sessionKeys ?? []);
  }

  /**
   * Another host is about to receive the same, for `mostMs` at most. Returns the number from which on events are those of
   * both. Throws SQLite's errors.
   */
  share(mostMs: number): number {
    const next = (this.core?.hub.lastSeq ?? 0) + 1;
    this.#sharedUntil = this.#parts.clock.monotonic() + mostMs;
    return this.#open?.give(next, mostMs) ?? next;
  }

  /** Whether another host may receive the same. */
  get isShared(): boolean {
    return this.#parts.clock.monotonic() < this.#sharedUntil;
  }

  /** That host has left its session. Throws SQLite's errors. */
  unshare(): void {
    this.#sharedUntil = Number.NEGATIVE_INFINITY;
    this.#open?.shareFor(0);
  }

  /** null: it has not started yet. */
  get core(): Core | null {
    return this.#open?.core ?? null;
  }

  /** Whether this host may act for the channel in this moment. */
  readonly isProven = (): boolean => !this.#isStopped && this.#parts.leases.isProven(this.lease);

  /** The same, also while and after the channel stops. */
  isHeld(): boolean {
    return this.#parts.leases.isProven(this.lease);
  }

  /** Throws what the core throws, and `fleet-not-owner` where the lease was lost meanwhile. */
  async start(arrival?: Arrival): Promise<void> {
    const { startCore, books, dataDir, makeFolder, openSocket } = this.#parts;
    const { lease } = this;
    const { channelId, epoch } = lease;
    const log = withFields(this.#parts.log, { channelId, epoch });
    const folder = join(dataDir, CHANNELS_FOLDER, keyOf(channelId));
    await makeFolder(folder);
    this.#check();
    await arrival?.prepare(this.vault);
    await this.slots.load();
    // Also finds out whether the vault can be read: without it the core would ask for a new sign-in.
    await this.vault.read('grant');
    const noted = await this.#receivedUntil();
    // The first owner may be killed before it hears anything: from here on events are missed.
    if (noted === undefined) await this.vault.write('heard', '0');
    this.#check();
    const arrived = arrival?.receivedUntil();
    const receivedUntil = arrived === undefined ? noted : arrived;
    const open = this.record.listen(arrival ? arrival.opener(openSocket) : openSocket);
    const place = {
      lease,
      dataDir: folder,
      isProven: () => this.isHeld(),
      left: receivedUntil,
      session: arrival?.session ?? null,
      isTold: arrival?.isTold ?? false,
    };
    const opened = await books.run(place, () =>
      startCore({
        channelId,
        dataDir: folder,
        vault: this.vault,
        log,
        openSocket: this.#late.guard(open),
        slots: this.slots,
        ...(receivedUntil !== undefined && { receivedUntil }),
      }),
    );
    this.#open = opened;
    const { core } = opened;
    if (!this.isProven()) {
      this.#stopped = opened.stop();
      await this.#stopped;
      this.#check();
    }
    log.info('a channel runs here');
    if (arrival) this.#sharedUntil = this.#parts.clock.monotonic() + ARRIVAL_MOST_MS;
    arrival?.compare(opened);
    // Also at once: a kill in the first seconds leaves a gap, too.
    core.keeper.onStatus(({ phase }) => phase === 'live' && this.#noteNow());
    await core.begin();
    this.#check();
    arrival?.begun();
  }

  /** The stream ends before this returns; resolves when everything is written. */
  stop(): Promise<void> {
    if (!this.#isStopped && this.core && this.#isExpected()) {
      this.#ended = saying(this.core.keeper.recorder.coverage.markAtEnd);
    }
    this.#isStopped = true;
    this.#timers.dispose();
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { books, application } = this.#parts;
    await this.#open?.stop();
    // The next owner may have it too: the books compare both.
    const events = valuedEventsIn(await this.#late.all(), application.baseUrl);
    if (events.length > 0) await books.addLate(this.lease.channelId, events);
  }

  /** For the next owner, which cannot read this host's books. Never rejects. */
  async note(): Promise<void> {
    const { leases, log } = this.#parts;
    const until = this.#until();
    if (until === null) return;
    // First the gap before it: with this host's file alone nobody would know of it.
    if (!(await this.#open?.saved()) || !leases.isProven(this.lease)) return;
    try {
      let mostMs = NOTE_MOST_MS;
      for (let took = await this.#write(until, mostMs); took > mostMs; ) {
        mostMs = 2 * took;
        took = await this.#write(until, mostMs);
      }
    } catch (failure) {
      log.warn('the fleet was not told until when a channel was received', { failure });
    }
  }

  /** Tells how long ago it was, as the next owner's clock may show another time. Returns how long that took. */
  async #write(until: CoverageMark, mostMs: number): Promise<number> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    // It counts from when NATS writes it.
    const ago = mappedMark(until, (at) => Math.max(0, Math.round(clock.now() - at + mostMs)));
    await this.vault.write('heard', JSON.stringify(ago));
    return clock.monotonic() - began;
  }

  #until(): CoverageMark | null {
    if (this.#isStopped) return this.#ended;
    if (!this.core || !this.#isExpected()) return null;
    return saying(this.core.keeper.recorder.coverage.mark);
  }

  /** Of a channel that is signed out nothing comes, and nothing is missed. */
  #isExpected(): boolean {
    const phase = this.core?.keeper.status.phase;
    return phase !== undefined && phase !== 'blocked' && phase !== 'stopped';
  }

  /** What the host before noted, in this host's time; undefined: there was none. */
  async #receivedUntil(): Promise<CoverageMark | undefined> {
    const { leases } = this.#parts;
    // Before anything is read: what is missed while NATS answers belongs to the gap too.
    const leasedAt = leases.askedAt(this.lease);
    if (leasedAt === null) throw new FleetError('fleet-not-owner');
    const unheard = await unheardMs(this.vault, leases, this.lease.channelId);
    return unheard === null ? undefined : mappedMark(unheard, (ago) => leasedAt - ago);
  }

  #noteNow(): void {
    if (this.#isStopped || this.#timers.has('note')) return;
    void this.note();
    this.#timers.set('note', NOTE_EVERY_MS, () => this.#noteNow());
  }

  #check(): void {
    if (!this.isProven()) throw new FleetError('fleet-not-owner');
  }
}
