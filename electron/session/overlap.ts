import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { readMoment } from '../base/read-time.ts';
import type { SocketFrame } from '../platform/frames.ts';
import { type SubscriptionKind, subscriptionBringing } from './subscriptions.ts';

export type Side = 'old' | 'next';
/** `perhaps`: equal to what the other side brought, where copies are not expected. */
export type Verdict = 'new' | 'copy' | 'perhaps';

/** A content that one side has delivered more often than the other. */
interface Surplus {
  side: Side;
  /** When each of them came, oldest first, monotonic milliseconds. */
  readonly at: number[];
}

/** By default: after this long a copy from the other session cannot be on its way any more. */
const MATCH_MS = 5_000;
/**
 * A session delivers in order. When it has brought the copy of an event that the other one had this
 * part of the time above later than some event, it will not bring a copy of that any more: it had
 * not subscribed yet.
 */
const ORDER_PART = 0.1;
/** Where a session mixes its events, only when at least this part of the time lies between the two. */
const APART_PART = 0.5;
/** Copies that came in order, one after the other, before a session is taken to keep it. */
const ORDER_SHOWN = 5;

/**
 * Lets through once what two sessions of one channel both deliver, while both are open. Events have
 * no id and equal ones can be real, so this counts: of each content as many are let through as the
 * side that delivered more of them delivered (a multiset; the larger count of the two wins). A kind
 * counts from the moment the next session subscribes to it; before that only the old one has it.
 */
export class OverlapFilter {
  readonly #clock: Clock;
  readonly #matchMs: number;
  #takesCopies: boolean;
  readonly #shared = new Set<SubscriptionKind>();
  readonly #surplus = new Map<string, Surplus>();
  /** When each side had the latest of its events that the other side has brought as well. */
  readonly #copied: Record<Side, number> = {
    old: Number.NEGATIVE_INFINITY,
    next: Number.NEGATIVE_INFINITY,
  };
  #inOrder = 0;
  #isMixed = false;

  /**
   * `matchMs`: what comes later than that with the same content is a new event. `expectsCopies`: false
   * where the platform says that nothing comes twice. What carries no time of its own is then perhaps
   * a copy, until something that does has come twice.
   */
  constructor(clock: Clock, matchMs = MATCH_MS, expectsCopies = true) {
    this.#clock = clock;
    this.#matchMs = matchMs;
    this.#takesCopies = expectsCopies;
  }

  /** The next session may deliver this kind from now on. */
  begin(kind: SubscriptionKind): void {
    this.#shared.add(kind);
  }

  /** Copies are expected, or have been seen. */
  get takesCopies(): boolean {
    return this.#takesCopies;
  }

  /** Whether to hand on a frame that `side` delivered. */
  admits(side: Side, frame: SocketFrame): boolean {
    return this.judge(side, frame) === 'new';
  }

  /** What a frame is that `side` delivered. */
  judge(side: Side, frame: SocketFrame): Verdict {
    const content = contentOf(frame);
    if (content === null || !this.#shared.has(content.kind)) return 'new';
    const now = this.#clock.monotonic();
    const surplus = this.#freshSurplus(content, now);
    if (!surplus) {
      this.#surplus.set(content.key, { side, at: [now] });
      return 'new';
    }
    if (surplus.side === side) {
      surplus.at.push(now);
      return 'new';
    }
    this.#countCopy(surplus.side, surplus.at.shift() ?? now);
    if (surplus.at.length === 0) this.#surplus.delete(content.key);
    this.#takesCopies ||= content.hasTime;
    return this.#takesCopies ? 'copy' : 'perhaps';
  }

  /** `side` had an event `at` this moment that the other side has brought now. */
  #countCopy(side: Side, at: number): void {
    const latest = this.#copied[side];
    if (at < latest - this.#matchMs * ORDER_PART) this.#isMixed = true;
    else if (at >= latest) this.#inOrder += 1;
    this.#copied[side] = Math.max(latest, at);
  }

  #freshSurplus({ key, hasTime }: Content, now: number): Surplus | null {
    const surplus = this.#surplus.get(key);
    if (!surplus) return null;
    const passed = this.#copied[surplus.side] - this.#matchMs * ORDER_PART;
    const keepsOrder = !this.#isMixed && this.#inOrder >= ORDER_SHOWN;
    const inOrder = keepsOrder ? passed : Math.min(passed, now - this.#matchMs * APART_PART);
    // What carries its own time is told from every other event: an equal one is a copy in any order.
    const oldest = Math.max(now - this.#matchMs, hasTime ? Number.NEGATIVE_INFINITY : inOrder);
    while ((surplus.at[0] ?? now) < oldest) surplus.at.shift();
    if (surplus.at.length > 0) return surplus;
    this.#surplus.delete(key);
    return null;
  }
}

/** What two copies of an event have in common. */
interface Content {
  readonly kind: SubscriptionKind;
  readonly key: string;
  /** The event says when it happened. */
  readonly hasTime: boolean;
}

/** null for frames that are no events. */
function contentOf(frame: SocketFrame): Content | null {
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

interface Overlap {
  readonly filter: OverlapFilter;
  readonly old: number;
  readonly next: number;
}

/** Filters the frames of two links while both may deliver the same, and of no link else. */
export class OverlapGuard implements Disposable {
  readonly #clock: Clock;
  readonly #matchMs: number;
  #overlap: Overlap | null = null;
  #grace: Disposable | null = null;

  /** `matchMs`: how much later than the one session the other one brings a copy at most. */
  constructor(clock: Clock, matchMs: number) {
    this.#clock = clock;
    this.#matchMs = matchMs;
  }

  /** From here on both links may deliver. */
  begin(old: number, next: number): void {
    this.dispose();
    this.#overlap = { old, next, filter: new OverlapFilter(this.#clock, this.#matchMs) };
  }

  /** A link is about to subscribe to a kind. */
  subscribing(link: number, kind: SubscriptionKind): void {
    if (this.#overlap?.next === link) this.#overlap.filter.begin(kind);
  }

  /** Whether to hand on a frame that a link delivered. */
  admits(link: number, frame: SocketFrame): boolean {
    if (link === this.#overlap?.old) return this.#overlap.filter.admits('old', frame);
    if (link === this.#overlap?.next) return this.#overlap.filter.admits('next', frame);
    return true;
  }

  /** One of the two links is closed: soon nothing can come twice any more. */
  end(): void {
    if (!this.#overlap) return;
    this.#grace?.dispose();
    this.#grace = this.#clock.setTimeout(() => this.dispose(), this.#matchMs);
  }

  dispose(): void {
    this.#grace?.dispose();
    this.#grace = null;
    this.#overlap = null;
  }
}
