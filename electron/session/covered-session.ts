import type { SubscriptionKind } from '../../shared/connection-history.ts';
import { backBy, earlier, type Moment } from './moment.ts';

/** One subscription of one session. */
interface Cover {
  readonly since: Moment;
  /** It was there then: a list was asked for that shows it, or an event of its kind was sent later. */
  proved: Moment;
}

/** A session as far as it tells what was received. */
export interface CoveredSession {
  isLive: boolean;
  /** It has been live in this run. */
  isKnown: boolean;
  /** Kinds that a list did not show since it was live last: what it shows of them later is made anew. */
  readonly missing: Set<SubscriptionKind>;
  /** When the last PING was sent that was answered: what the platform had sent before has come. */
  answered: Moment;
  readonly covers: Map<SubscriptionKind, Cover>;
}

/** Subscriptions that a list shows, which was asked for then. */
export interface Shown {
  readonly kinds: readonly SubscriptionKind[];
  readonly askedAt: Moment;
}

/** What a look at a session found and did. */
export interface Confirmed {
  readonly wanted: readonly SubscriptionKind[];
  /** Those that the session brings from now on. */
  readonly subscribed: readonly SubscriptionKind[];
  /** Those of them that were missing and have just been made. */
  readonly made: readonly SubscriptionKind[];
  /** null: the list could not be read. */
  readonly shown: Shown | null;
}

export function beginSession(now: Moment): CoveredSession {
  return { isLive: false, isKnown: false, missing: new Set(), answered: now, covers: new Map() };
}

/**
 * For how long the session brought all of a kind for sure, as far as its list, its connection, and the
 * `grant` prove; null: it has no such subscription. `lateMs`: how much later than it happens an event is
 * sent at most.
 */
export function provedSpan(
  { covers, answered }: CoveredSession,
  kind: SubscriptionKind,
  grant: Moment,
  lateMs: number,
): { readonly since: Moment; readonly until: Moment } | null {
  const cover = covers.get(kind);
  if (!cover) return null;
  const certain = backBy(answered, lateMs);
  return { since: cover.since, until: earlier(cover.proved, earlier(certain, grant)) };
}
