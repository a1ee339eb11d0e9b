import type {
  ConnectionHistory,
  Gap,
  LifeEvent,
  LifeEventName,
} from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { SubscriptionKind } from './subscriptions.ts';
import type { SessionTimes } from './times.ts';

const GAPS_MOST = 100;
const EVENTS_MOST = 200;
/** Timers of a busy machine come late. */
const SLACK_MS = 5_000;

/** Records the connection history: the latest events and gaps, and the last heartbeat. */
export class ConnectionRecorder implements Disposable {
  readonly coverage: GapTracker;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #owned = new DisposableStore();
  readonly #historyChanges: Emitter<ConnectionHistory>;
  readonly onConnectionHistory: Subscribe<ConnectionHistory>;
  readonly #gapChanges: Emitter<Gap>;
  /** A gap has ended. */
  readonly onGap: Subscribe<Gap>;
  readonly #heardMarks: Emitter<number>;
  /** The time of the last message (epoch milliseconds) after every PONG, kept against a crash. */
  readonly onHeard: Subscribe<number>;
  #events: readonly LifeEvent[] = [];
  #gaps: readonly Gap[] = [];

  constructor(clock: Clock, log: Logger, times: SessionTimes) {
    this.#clock = clock;
    this.#log = log;
    const onFailure = (failure: unknown) => log.error('a keeper listener failed', { failure });
    this.#historyChanges = this.#owned.add(new Emitter<ConnectionHistory>(onFailure));
    this.onConnectionHistory = this.#historyChanges.on;
    this.#gapChanges = this.#owned.add(new Emitter<Gap>(onFailure));
    this.onGap = this.#gapChanges.on;
    this.#heardMarks = this.#owned.add(new Emitter<number>(onFailure));
    this.onHeard = this.#heardMarks.on;
    const silenceMs = times.pingIntervalMs + times.pongDeadlineMs + SLACK_MS;
    this.coverage = new GapTracker(clock, silenceMs, (closed) => this.#coverageChanged(closed));
  }

  get connectionHistory(): ConnectionHistory {
    return { events: this.#events, gaps: this.#gaps, openGap: this.coverage.openGap };
  }

  /** Gaps of earlier runs, oldest first. */
  rememberGaps(gaps: readonly Gap[]): void {
    this.#gaps = [...gaps, ...this.#gaps].slice(-GAPS_MOST);
  }

  note(name: LifeEventName, reason: string | null = null): void {
    const event = { at: this.#clock.now(), name, reason };
    this.#events = [...this.#events, event].slice(-EVENTS_MOST);
    this.#historyChanges.fire(this.connectionHistory);
  }

  heardPong(): void {
    this.#heardMarks.fire(this.coverage.heartbeatAt);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #coverageChanged(closed: Gap | null): void {
    if (closed) {
      this.#gaps = [...this.#gaps, closed].slice(-GAPS_MOST);
      this.#log.warn('gap', { from: closed.from, to: closed.to, reason: closed.reason });
      this.#gapChanges.fire(closed);
    }
    this.#historyChanges.fire(this.connectionHistory);
  }
}

/**
 * What a lost link last proved. `link`: it worked until the last message. `delivery`: its session
 * ended some time after the last proof of delivery. `grant`: the same for the grant.
 */
export type LossOf = 'link' | 'delivery' | 'grant';

/** Larger differences between the clocks mean that the machine slept or its clock was set. */
const CLOCK_SET_MS = 1_000;

interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** The last proofs of a link. A PONG proves only the link. */
interface Proofs {
  readonly since: Moment;
  /** The grant works: an event came, or the platform confirmed it. */
  grant: Moment;
  /** The session delivers: an event came, or the list showed its subscriptions. */
  session: Moment;
  readonly kinds: Map<SubscriptionKind, Moment>;
}

/**
 * Tracks whether every event is received. A gap runs from the last message before the last live
 * link was lost until a link is live again with confirmed subscriptions. If the session,
 * subscription or grant turns out to be gone, it starts at their last proof. Data read after a
 * sleep may have arrived before it, so the last certain message stays the one before the sleep
 * until the link proves that it survived.
 */
export class GapTracker {
  readonly #clock: Clock;
  readonly #silenceMs: number;
  readonly #onChange: (closed: Gap | null) => void;
  readonly #live = new Set<number>();
  readonly #proofs = new Map<number, Proofs>();
  /** The last proof of a session that ended without a known state. */
  #left: Moment | null = null;
  #heard: Moment;
  /** `certain`: the last message before the sleep; `since`: when it was noticed, monotonic. */
  #doubt: { readonly certain: Moment; readonly since: number } | null = null;
  #open: ConnectionHistory['openGap'] = null;

  /**
   * `silenceMs`: a link silent for longer is dead. `onChange` receives null when a gap opens or
   * gets longer, and the gap when it closes.
   */
  constructor(clock: Clock, silenceMs: number, onChange: (closed: Gap | null) => void) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#onChange = onChange;
    this.#heard = this.#now();
  }

  get openGap(): ConnectionHistory['openGap'] {
    return this.#open;
  }

  /** Time of the last certain message on a live link, epoch milliseconds. */
  get heartbeatAt(): number {
    return (this.#doubt?.certain ?? this.#heard).wall;
  }

  heard(link: number): void {
    if (!this.#live.has(link)) return;
    const now = this.#now();
    const last = this.#heard;
    const wallMs = now.wall - last.wall;
    const silentMs = now.monotonic - last.monotonic;
    if (wallMs - silentMs > CLOCK_SET_MS || silentMs > this.#silenceMs) {
      this.#doubt = { certain: this.#doubt?.certain ?? last, since: now.monotonic };
    } else if (this.#doubt && now.monotonic - this.#doubt.since > this.#silenceMs) {
      this.#doubt = null;
    }
    this.#heard = now;
  }

  /** An event of this kind came: grant, session and subscription work. */
  delivered(link: number, kind: SubscriptionKind): void {
    const proofs = this.#proofs.get(link);
    if (!proofs) return;
    const now = this.#now();
    proofs.grant = now;
    proofs.session = now;
    proofs.kinds.set(kind, now);
  }

  /** The list shows the link's session with these subscriptions; `all`: with all it should have. */
  shown(link: number, kinds: readonly SubscriptionKind[], all: boolean): void {
    const proofs = this.#proofs.get(link);
    if (!proofs) return;
    const now = this.#now();
    if (all) proofs.session = now;
    for (const kind of kinds) proofs.kinds.set(kind, now);
  }

  grantHolds(link: number): void {
    const proofs = this.#proofs.get(link);
    if (proofs) proofs.grant = this.#now();
  }

  linkLive(link: number): void {
    this.#live.add(link);
    const now = this.#now();
    this.#heard = now;
    // Coming back is no proof: whatever is gone may have been gone before.
    if (!this.#proofs.has(link)) {
      this.#proofs.set(link, { since: now, grant: now, session: now, kinds: new Map() });
    }
    this.#doubt = null;
    this.#close();
  }

  linkLost(link: number, reason: string, lossOf: LossOf = 'link'): void {
    if (!this.#live.delete(link) || this.#live.size > 0) return;
    this.#openAt(this.#wallOf(this.#lastCovered(link, lossOf)), reason);
  }

  sessionGone(link: number): void {
    this.#covers(this.#proofs.get(link)?.session ?? this.#left);
  }

  /** A link ends for good. `unseen`: its session's state is unknown. */
  linkOver(link: number, unseen: boolean): void {
    // If it was retried without going live, a session has no later proof.
    if (unseen) this.#left = this.#proofs.get(link)?.session ?? this.#left;
    this.#proofs.delete(link);
  }

  /** The session with the unknown state was replaced: it counts as gone. */
  replaced(): void {
    this.#covers(this.#left);
    this.#left = null;
  }

  /** A subscription was gone, and is restored or given up: its events since then were missed. */
  subscriptionGone(link: number, kind: SubscriptionKind): void {
    const proofs = this.#proofs.get(link);
    if (!proofs) return;
    const last = proofs.kinds.get(kind) ?? proofs.since;
    proofs.kinds.set(kind, this.#now());
    if (this.#open) this.#covers(last);
    else this.#onChange(this.#gapSince(this.#wallOf(last), 'subscription-gone'));
  }

  /** An earlier run crashed: events since then were missed. */
  resumeAfterCrash(heartbeatAt: number): void {
    this.#openAt(heartbeatAt, 'crash');
  }

  /** The app stops: an open gap ends, and no events are expected from here on. */
  stop(): void {
    this.#live.clear();
    this.#proofs.clear();
    this.#left = null;
    this.#close();
  }

  #lastCovered(link: number, lossOf: LossOf): Moment {
    const last = this.#doubt?.certain ?? this.#heard;
    const proofs = this.#proofs.get(link);
    if (lossOf === 'link' || !proofs) return last;
    const proved = lossOf === 'grant' ? proofs.grant : proofs.session;
    return proved.monotonic < last.monotonic ? proved : last;
  }

  #now(): Moment {
    return { wall: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }

  /** The moment in today's wall time: the clock may have been set back since. */
  #wallOf({ wall, monotonic }: Moment): number {
    const corrected = Math.floor(this.#clock.now() - (this.#clock.monotonic() - monotonic));
    return wall - corrected > CLOCK_SET_MS ? corrected : wall;
  }

  #openAt(from: number, reason: string): void {
    // A clock that was set back must not make a gap end before it starts.
    this.#open ??= { from: Math.min(from, this.#clock.now()), reason };
    this.#onChange(null);
  }

  #covers(last: Moment | null | undefined): void {
    if (!this.#open || !last) return;
    const from = this.#wallOf(last);
    if (from >= this.#open.from) return;
    this.#open = { ...this.#open, from };
    this.#onChange(null);
  }

  #gapSince(from: number, reason: string): Gap {
    return { from, to: Math.max(from, this.#clock.now()), reason };
  }

  #close(): void {
    if (!this.#open) return;
    const { from, reason } = this.#open;
    this.#open = null;
    this.#left = null;
    this.#onChange(this.#gapSince(from, reason));
  }
}
