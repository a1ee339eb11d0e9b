import type { Gap } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import type { SubscriptionKind } from './subscriptions.ts';

/** A gap that nobody knows the end of yet. */
export interface OpenGap {
  readonly from: number;
  readonly reason: string;
}

/**
 * What a lost link had been good for until the end: `link`: whatever was heard on it. `delivery`: its
 * session is gone, since some moment after the last proof that it delivered. `grant`: the same of the
 * grant.
 */
export type LossOf = 'link' | 'delivery' | 'grant';

/** One clock went on without the other by more than this: the machine slept, or it was set. */
const CLOCK_SET_MS = 1_000;

/** Something that was heard, on both clocks. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** What was last known for certain of a link. A PONG is no proof: it proves the link alone. */
interface Proofs {
  /** When the link was live first. */
  readonly since: Moment;
  /** The platform delivers to this grant: an event came, or it said so. */
  grant: Moment;
  /** The session delivers: an event came, or the list showed it with its subscriptions. */
  session: Moment;
  readonly kinds: Map<SubscriptionKind, Moment>;
}

/**
 * Knows whether every event is being received. A gap runs from the last thing heard before the last
 * live link was lost to the moment a link is live again, its subscriptions confirmed. Where session,
 * subscription or grant turn out to be gone it runs from the last proof that they were there.
 *
 * What is read after a sleep may have arrived before it. Until the link has proved that it outlived
 * the sleep, the last thing heard for certain is what was heard before.
 */
export class GapTracker {
  readonly #clock: Clock;
  readonly #silenceMs: number;
  readonly #onChange: (closed: Gap | null) => void;
  readonly #live = new Set<number>();
  readonly #proofs = new Map<number, Proofs>();
  /** The last proof of the session that was left without knowing whether it is gone. */
  #left: Moment | null = null;
  #heard: Moment;
  /** `certain`: the last thing heard before the sleep; `since`: when it was noticed, monotonic. */
  #doubt: { readonly certain: Moment; readonly since: number } | null = null;
  #open: OpenGap | null = null;

  /**
   * `silenceMs`: a link that says nothing for longer is dead. `onChange` is told when a gap opens or
   * turns out to be longer (null) and when it closes (the gap).
   */
  constructor(clock: Clock, silenceMs: number, onChange: (closed: Gap | null) => void) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#onChange = onChange;
    this.#heard = this.#now();
  }

  get openGap(): OpenGap | null {
    return this.#open;
  }

  /** When something was last heard for certain on a live link, epoch milliseconds. */
  get heartbeatAt(): number {
    return (this.#doubt?.certain ?? this.#heard).wall;
  }

  /** Anything came from the platform. */
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

  /** An event of this kind came: grant, session and subscription are there. */
  delivered(link: number, kind: SubscriptionKind): void {
    const proofs = this.#proofs.get(link);
    if (!proofs) return;
    const now = this.#now();
    proofs.grant = now;
    proofs.session = now;
    proofs.kinds.set(kind, now);
  }

  /** The list shows the link's session with these subscriptions; `all`: with all that it should have. */
  shown(link: number, kinds: readonly SubscriptionKind[], all: boolean): void {
    const proofs = this.#proofs.get(link);
    if (!proofs) return;
    const now = this.#now();
    if (all) proofs.session = now;
    for (const kind of kinds) proofs.kinds.set(kind, now);
  }

  /** The platform has just worked with the grant. */
  grantHolds(link: number): void {
    const proofs = this.#proofs.get(link);
    if (proofs) proofs.grant = this.#now();
  }

  linkLive(link: number): void {
    this.#live.add(link);
    const now = this.#now();
    this.#heard = now;
    // Coming back is no proof: what is gone by then may have been gone before.
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

  /** The session of a link is gone, found after the link was lost. */
  sessionGone(link: number): void {
    this.#covers(this.#proofs.get(link)?.session ?? this.#left);
  }

  /** A link ends for good. `unseen`: nobody knows whether its session is gone. */
  linkOver(link: number, unseen: boolean): void {
    // Tried again without being live, a session has no later proof.
    if (unseen) this.#left = this.#proofs.get(link)?.session ?? this.#left;
    this.#proofs.delete(link);
  }

  /** The session that was left unseen has been replaced: count it as gone. */
  replaced(): void {
    this.#covers(this.#left);
    this.#left = null;
  }

  /**
   * A subscription of the link's session was gone, and is there again or given up: what it should have
   * brought since its last proof was missed.
   */
  subscriptionGone(link: number, kind: SubscriptionKind): void {
    const proofs = this.#proofs.get(link);
    if (!proofs) return;
    const last = proofs.kinds.get(kind) ?? proofs.since;
    proofs.kinds.set(kind, this.#now());
    if (this.#open) this.#covers(last);
    else this.#onChange(this.#gapSince(this.#wallOf(last), 'subscription-gone'));
  }

  /** An earlier run ended without a word: what came since then was missed. */
  resumeAfterCrash(heartbeatAt: number): void {
    this.#openAt(heartbeatAt, 'crash');
  }

  /** The app ends: a gap that is open ends with it; from here on nobody expects events. */
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

  /** A clock that was set back since then names that moment differently now. */
  #wallOf({ wall, monotonic }: Moment): number {
    const corrected = Math.floor(this.#clock.now() - (this.#clock.monotonic() - monotonic));
    return wall - corrected > CLOCK_SET_MS ? corrected : wall;
  }

  #openAt(from: number, reason: string): void {
    // A clock that was set back must not make a gap that ends before it begins.
    this.#open ??= { from: Math.min(from, this.#clock.now()), reason };
    this.#onChange(null);
  }

  /** The open gap began no later than that. */
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
