import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import { readMoment } from '../base/read-time.ts';
import type { SocketFrame } from '../platform/frames.ts';
import { subscriptionBringing } from './subscriptions.ts';

export type Side = 'old' | 'next';
/**
 * `perhaps`: equal to an event of the other side, and nothing says whether it is the same. `passed`: newer ones
 * have passed that event, so it is the same only if a side mixes its order after all.
 */
export type Verdict = 'new' | 'copy' | 'perhaps' | 'passed';

/** A content that one side has delivered more often than the other. */
interface Surplus {
  side: Side;
  /** Arrival times, oldest first, monotonic milliseconds. */
  readonly at: number[];
}

/** Default: after this time no copy from the other session can still arrive. */
const MATCH_MS = 5_000;
/**
 * Sessions deliver each kind in order. Once a session brings a copy of an event that the other had
 * later than some event (by this part of the match time), it will bring no copy of the earlier one:
 * it had not subscribed yet.
 */
const ORDER_PART = 0.1;
/** For a session that mixes its order: this part of the match time must lie between both. */
const APART_PART = 0.5;
/** Consecutive copies in order before a session counts as ordered. */
const ORDER_SHOWN = 5;
/** Nobody gives the same again within a second: equal events so close are one. */
const CLOSE_MS = 1_000;

/**
 * Removes duplicates while two sessions of one channel both deliver. Events have no id and equal
 * ones can be real, so this counts: each content passes as often as the side that delivered more of
 * it (multiset maximum). A kind counts once the next session subscribes to it; before, only the old
 * one has it.
 */
export class OverlapFilter {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #matchMs: number;
  #takesCopies: boolean;
  readonly #kinds = new Map<SubscriptionKind, KindOverlap>();

  /**
   * `matchMs`: later equal content is a new event. `expectsCopies` false: the platform promises no
   * duplicates, so events without their own time count as `perhaps` until a timed event has come
   * twice.
   */
  constructor(clock: Pick<Clock, 'monotonic'>, matchMs = MATCH_MS, expectsCopies = true) {
    this.#clock = clock;
    this.#matchMs = matchMs;
    this.#takesCopies = expectsCopies;
  }

  /** The next session may deliver this kind from now on. `isSure` false: only `sure` says since when it does. */
  begin(kind: SubscriptionKind, isSure = true): void {
    if (!this.#kinds.has(kind)) this.#kinds.set(kind, new KindOverlap(this.#matchMs));
    if (isSure) this.sure(kind);
  }

  /** The next session delivers this kind at the latest from now on. */
  sure(kind: SubscriptionKind): void {
    this.#kinds.get(kind)?.sure(this.#clock.monotonic());
  }

  get takesCopies(): boolean {
    return this.#takesCopies;
  }

  admits(side: Side, frame: SocketFrame): boolean {
    return this.judge(side, frame) === 'new';
  }

  judge(side: Side, frame: SocketFrame): Verdict {
    const content = contentOf(frame);
    return content === null ? 'new' : this.judgeContent(side, content);
  }

  judgeContent(side: Side, content: Content): Verdict {
    const kind = this.#kinds.get(content.kind);
    if (!kind) return 'new';
    const verdict = kind.judge(side, content, this.#clock.monotonic());
    if (verdict === 'new') return 'new';
    if (verdict === 'passed') return verdict;
    this.#takesCopies ||= content.hasTime;
    return this.#takesCopies ? verdict : 'perhaps';
  }
}

/** What two sessions bring of one kind. Each kind has an order of its own: one may lag behind the others. */
class KindOverlap {
  readonly #matchMs: number;
  /** The longest untouched first. */
  readonly #surplus = new Map<string, Surplus>();
  /** For each side, when its latest event that the other side also brought arrived. */
  readonly #copied: Record<Side, number> = {
    old: Number.NEGATIVE_INFINITY,
    next: Number.NEGATIVE_INFINITY,
  };
  #inOrder = 0;
  #isMixed = false;
  #sureFrom = Number.POSITIVE_INFINITY;

  constructor(matchMs: number) {
    this.#matchMs = matchMs;
  }

  sure(now: number): void {
    this.#sureFrom = Math.min(this.#sureFrom, now);
  }

  judge(side: Side, content: Content, now: number): Verdict {
    const { key, hasTime } = content;
    this.#prune(now);
    const surplus = this.#freshSurplus(key, now);
    if (!surplus || surplus.side === side) {
      this.#surplus.delete(key);
      this.#surplus.set(key, { side, at: [...(surplus?.at ?? []), now] });
      return 'new';
    }
    // A timestamp makes an event unique: an equal one is a copy in any order.
    const isInOrder = (at: number) => hasTime || at >= this.#inOrderFrom(surplus.side, now);
    const first = surplus.at.findIndex(isInOrder);
    const at = surplus.at.splice(0, first + 1).at(-1) ?? now;
    if (first < 0) surplus.at.shift();
    if (surplus.at.length === 0) this.#surplus.delete(key);
    if (first < 0) return 'passed';
    const isSame = hasTime || side === 'old' || at >= this.#sureFrom || now - at <= CLOSE_MS;
    if (!isSame) return 'perhaps';
    this.#countCopy(surplus.side, at);
    return 'copy';
  }

  /** What came so long ago that nothing can be a copy of it any more. */
  #prune(now: number): void {
    for (const [key, { at }] of this.#surplus) {
      if ((at.at(-1) ?? now) >= now - this.#matchMs) return;
      this.#surplus.delete(key);
    }
  }

  /** The other side has now brought an event that `side` had at this moment. */
  #countCopy(side: Side, at: number): void {
    const latest = this.#copied[side];
    if (at < latest - this.#matchMs * ORDER_PART) this.#isMixed = true;
    else if (at >= latest) this.#inOrder += 1;
    this.#copied[side] = Math.max(latest, at);
  }

  #freshSurplus(key: string, now: number): Surplus | null {
    const surplus = this.#surplus.get(key);
    if (!surplus) return null;
    while ((surplus.at[0] ?? now) < now - this.#matchMs) surplus.at.shift();
    if (surplus.at.length > 0) return surplus;
    this.#surplus.delete(key);
    return null;
  }

  /** Of what a side brought before, the other one brings no copy any more, if it keeps the order. */
  #inOrderFrom(side: Side, now: number): number {
    const passed = this.#copied[side] - this.#matchMs * ORDER_PART;
    const keepsOrder = !this.#isMixed && this.#inOrder >= ORDER_SHOWN;
    return keepsOrder ? passed : Math.min(passed, now - this.#matchMs * APART_PART);
  }
}

/** What makes an event the same on two sides. */
export interface Content {
  readonly kind: SubscriptionKind;
  readonly key: string;
  readonly hasTime: boolean;
}

/** null: it is no event, or cannot be compared. */
export function contentOf(frame: SocketFrame): Content | null {
  if (frame.type !== 'event') return null;
  const kind = subscriptionBringing(frame.name);
  let hasTime = false;
  try {
    const key = JSON.stringify(frame.envelope, (name, value: unknown) => {
      const part = TIME_FIELDS.has(name) ? partOfHour(value) : null;
      if (part === null) return sortedKeys(value);
      hasTime = true;
      return part;
    });
    return { kind, key, hasTime };
  } catch {
    // Nested so deeply that it cannot be walked through.
    return null;
  }
}

const TIME_FIELDS: ReadonlySet<string> = new Set(['messageTime', 'drawnAt']);
/** Zones differ by whole quarters of an hour. */
const QUARTER_MS = 15 * 60_000;

/**
 * A time within its quarter of an hour, in milliseconds: the same for every spelling of an instant,
 * also where the zone is not said. null: it is no time that can be read.
 */
function partOfHour(value: unknown): number | null {
  const at = readMoment(value);
  return at === null ? null : at % QUARTER_MS;
}

/** Two servers may write the fields of one event in different orders. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

const isDoubtful = (verdict: Verdict): boolean => verdict === 'perhaps' || verdict === 'passed';

/** The same event, of which nobody knows whether it came before. */
export function perhapsTwice<F extends SocketFrame>(frame: F): F {
  return frame.type === 'event' ? { ...frame, perhapsTwice: true } : frame;
}

interface Overlap {
  readonly filter: OverlapFilter;
  readonly old: number;
  readonly next: number;
}

/** An event of the next session that is perhaps one of the old session. */
interface Undecided {
  readonly frame: SocketFrame;
  readonly kind: SubscriptionKind;
  readonly timer: Disposable;
}

/**
 * Filters the frames of two links while both may deliver the same, and of no link else. The old
 * session is the truth while it is open: what may be a copy waits for a sign that it still brings
 * everything, and is else handed on, marked.
 */
export class OverlapGuard implements Disposable {
  readonly #clock: Clock;
  readonly #timers: NamedTimers;
  readonly #matchMs: number;
  readonly #handOn: (frame: SocketFrame) => void;
  #overlap: Overlap | null = null;
  #undecided: readonly Undecided[] = [];

  /** `matchMs`: how much later than the one session the other one brings a copy at most. */
  constructor(clock: Clock, matchMs: number, handOn: (frame: SocketFrame) => void) {
    this.#clock = clock;
    this.#timers = new NamedTimers(clock);
    this.#matchMs = matchMs;
    this.#handOn = handOn;
  }

  begin(old: number, next: number): void {
    this.dispose();
    this.#overlap = { old, next, filter: new OverlapFilter(this.#clock, this.#matchMs) };
  }

  subscribing(link: number, kind: SubscriptionKind): void {
    if (this.#overlap?.next === link) this.#overlap.filter.begin(kind, false);
  }

  /** A list shows these kinds of the link, so that it brings all of them. */
  shown(link: number, kinds: readonly SubscriptionKind[]): void {
    if (this.#overlap?.next !== link) return;
    for (const kind of kinds) this.#overlap.filter.sure(kind);
  }

  admits(link: number, frame: SocketFrame): boolean {
    if (link === this.#overlap?.old) {
      if (frame.type === 'event') this.oldBrings([subscriptionBringing(frame.name)]);
      const verdict = this.#overlap.filter.judge('old', frame);
      if (isDoubtful(verdict)) this.#handOn(perhapsTwice(frame));
      return verdict === 'new';
    }
    if (link !== this.#overlap?.next) return true;
    const verdict = this.#overlap.filter.judge('next', frame);
    if (isDoubtful(verdict) && frame.type === 'event') this.#wait(frame);
    return verdict === 'new';
  }

  /** The old session has brought everything of these kinds until now: what waits are copies. */
  oldBrings(kinds: readonly SubscriptionKind[]): void {
    const decided = this.#undecided.filter(({ kind }) => kinds.includes(kind));
    this.#undecided = this.#undecided.filter((each) => !decided.includes(each));
    for (const { timer } of decided) timer.dispose();
  }

  /** One of the two links is closed: soon nothing can come twice any more. */
  end(): void {
    this.#release(this.#undecided);
    if (this.#overlap) this.#timers.set('grace', this.#matchMs, () => this.dispose());
  }

  /** Hands on what still waits. */
  dispose(): void {
    this.#release(this.#undecided);
    this.#timers.dispose();
    this.#overlap = null;
  }

  #wait(frame: Extract<SocketFrame, { type: 'event' }>): void {
    const timer = this.#clock.setTimeout(() => this.#release([undecided]), this.#matchMs);
    const undecided = { frame, kind: subscriptionBringing(frame.name), timer };
    this.#undecided = [...this.#undecided, undecided];
  }

  #release(those: readonly Undecided[]): void {
    this.#undecided = this.#undecided.filter((each) => !those.includes(each));
    for (const { frame, timer } of those) {
      timer.dispose();
      this.#handOn(perhapsTwice(frame));
    }
  }
}
