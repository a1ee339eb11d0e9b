import type { SubscriptionKind } from '../../shared/connection-history.ts';
import { assertNever } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import { earlier, HeardLine, type Moment } from './heard-line.ts';

/** One subscription of one session. */
interface Cover {
  readonly since: Moment;
  /** The last sign that it is there: an event of its kind, or a list that shows it. */
  proved: Moment;
}

/** A session as far as it tells what was received. */
export interface CoveredSession {
  isLive: boolean;
  readonly line: HeardLine;
  readonly covers: Map<SubscriptionKind, Cover>;
}

/** What a look at a session found and did. */
export interface Confirmed {
  readonly wanted: readonly SubscriptionKind[];
  /** Those that the session brings from now on. */
  readonly subscribed: readonly SubscriptionKind[];
  /** Those of them that were missing and have just been made. */
  readonly made: readonly SubscriptionKind[];
  /** Those that the list shows; null: it could not be read. */
  readonly shown: readonly SubscriptionKind[] | null;
}

/** `silenceMs`: a connection silent for longer is dead. */
export function beginSession(clock: Clock, silenceMs: number): CoveredSession {
  const line = new HeardLine(clock, silenceMs);
  return { isLive: false, line, covers: new Map() };
}

/**
 * For how long the session brought all of a kind for sure, as far as its list, its connection, and the
 * `grant` prove; null: it has no such subscription.
 */
export function provedSpan(
  { covers, line }: CoveredSession,
  kind: SubscriptionKind,
  grant: Moment,
): { readonly since: Moment; readonly until: Moment } | null {
  const cover = covers.get(kind);
  if (!cover) return null;
  return { since: cover.since, until: earlier(cover.proved, earlier(line.certain, grant)) };
}

/**
 * What a lost link last proved. `link`: it worked until the last message. `silence`: the same, but
 * that message may have been long on its way; what was sent before an answered PING has come.
 * `delivery`: its session, or the grant, ended some time after the last proof of delivery.
 */
export type LossOf = 'link' | 'silence' | 'delivery';

/** `settled`: until when all of a kind was received for sure. */
export function lastProofOf(lossOf: LossOf, { line }: CoveredSession, settled: Moment): Moment {
  switch (lossOf) {
    case 'link':
      return line.certain;
    case 'silence':
      return earlier(line.certain, line.lastAnswered);
    case 'delivery':
      return settled;
    default:
      return assertNever(lossOf);
  }
}
