import {
  type CoverageMark,
  type Gap,
  type OpenGap,
  SUBSCRIPTION_KINDS,
  type SubscriptionKind,
} from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import {
  beginSession,
  type Confirmed,
  type CoveredSession,
  provedSpan,
  type Shown,
} from './covered-session.ts';
import { type KindGap, type OpenKindGap, openGap, together, type Wanted } from './kind-gap.ts';
import type { IsMissed } from './last-look.ts';
import {
  backBy,
  canBeNamed,
  earlier,
  isAfter,
  later,
  type Moment,
  momentAt,
  momentOf,
  wallOf,
} from './moment.ts';

/**
 * Tracks for each kind of event whether all of it is received. A gap of a kind is open while no live session has its
 * subscription. It begins at the last proof of the subscription: what lies between two proofs counts as received only
 * while one session held the subscription all the time. A list that shows after a loss that nobody else had the
 * session proves it up to the last PING that was answered.
 *
 * A proof counts from when it was asked for. What arrives may have been on its way for long: an event proves no more
 * than the last answered PING before it.
 */
export class Coverage {
  readonly #clock: Clock;
  readonly #lateMs: number;
  readonly #onChange: (closed: Gap | null) => void;
  readonly #sessions = new Map<string, CoveredSession>();
  readonly #wanted = new Map<SubscriptionKind, Wanted>();
  /** The grant worked: an event was sent, or the platform confirmed it. It is the same for all sessions. */
  #grant: Moment;
  #grantIs: 'ours' | 'over' | 'revoked' = 'ours';
  #closed: KindGap[] = [];

  /** `lateMs`: how late an event is sent at most. `onChange`: each gap that closes; null: one opens or gets longer. */
  constructor(clock: Clock, lateMs: number, onChange: (closed: Gap | null) => void) {
    this.#clock = clock;
    this.#lateMs = lateMs;
    this.#onChange = onChange;
    this.#grant = momentOf(clock);
  }

  get openGaps(): readonly OpenGap[] {
    const open = SUBSCRIPTION_KINDS.flatMap((kind) => {
      const gap = this.#wanted.get(kind)?.open;
      return gap ? [{ from: this.#wall(gap.from), reason: gap.reason, kind }] : [];
    });
    return together(open, ({ from, reason }, kinds) => ({ from, reason, kinds }));
  }

  /**
   * What the next start needs to know if this run crashes now. A PONG counts for nothing then: nobody will ever know
   * whether another connection had taken the events.
   */
  get mark(): CoverageMark {
    const marks = [...this.#wanted.keys()].flatMap((kind) => {
      const wanted = this.#settle(kind);
      if (!wanted) return [];
      const proved = this.#wall(wanted.settled);
      const received = wanted.open ? this.#wall(wanted.open.from) : proved;
      return [[kind, { received, proved: Math.min(proved, received) }] as const];
    });
    return Object.fromEntries(marks);
  }

  /** The same where all that has arrived is read, and nothing is wanted any more. */
  get markAtEnd(): CoverageMark {
    const now = this.#clock.now();
    const marks = Object.entries(this.mark).map(([kind, mark]) => {
      const isOpen = this.#wanted.get(kind as SubscriptionKind)?.open;
      return [kind, isOpen ? mark : { ...mark, received: now }];
    });
    return Object.fromEntries(marks);
  }

  /** A PING of then was answered: all that the platform had sent to this session before has come. */
  answered(sessionKey: string, at: Moment): void {
    const session = this.#sessions.get(sessionKey);
    if (session?.isLive) session.answered = later(session.answered, at);
  }

  /** An event of this kind was sent after `at`: grant, session and subscription worked. */
  delivered(sessionKey: string, kind: SubscriptionKind, at: Moment): void {
    const session = this.#sessions.get(sessionKey);
    if (!session) return;
    // What comes after a revoked grant is of one that was given since.
    if (this.#grantIs !== 'revoked') this.#grant = later(this.#grant, at);
    this.#prove(session, { kinds: [kind], askedAt: at });
    if (this.#grantIs !== 'over' || !this.#wanted.get(kind)?.open) return;
    this.#changing(() => {
      const now = momentOf(this.#clock);
      for (const each of this.#wanted.keys()) this.#compare(each, now, true);
    });
  }

  /** A list shows the session, and the last connection that it had here. */
  shown(sessionKey: string, shown: Shown): void {
    const session = this.#sessions.get(sessionKey);
    if (session) this.#changing(() => this.#prove(session, shown));
  }

  /** The platform says so, and was asked at `at`. */
  grantHolds(at: Moment): void {
    // What is asked with the next grant says nothing of the time without one.
    if (this.#grantIs !== 'ours') return;
    this.#grant = later(this.#grant, at);
    this.#changing(() => {
      for (const kind of this.#wanted.keys()) this.#settle(kind);
    });
  }

  /** The grant cannot be renewed. Whether the platform goes on sending, only events will tell. */
  grantOver(isRevoked: boolean): void {
    if (this.#grantIs !== 'revoked') this.#grantIs = isRevoked ? 'revoked' : 'over';
  }

  /** The streamer has signed in again: what came last until then is the last that is certain. */
  grantAnew(): void {
    if (this.#grantIs === 'ours') return;
    this.#grantIs = 'ours';
    this.#changing(() => {
      const now = momentOf(this.#clock);
      this.#grant = now;
      if (![...this.#sessions.values()].some(({ isKnown }) => isKnown)) return;
      for (const [kind, wanted] of this.#wanted) {
        if (wanted.open) openGap(wanted, wanted.settled, wanted.open.reason);
        else {
          this.#close(kind, { from: wanted.settled, reason: 'signed-out' }, now);
          wanted.settled = now;
        }
      }
    });
  }

  /** A list shows the session without this subscription. */
  missing(sessionKey: string, kind: SubscriptionKind): void {
    this.#changing(() => {
      const session = this.#session(sessionKey);
      session.missing.add(kind);
      if (session.covers.has(kind) || !session.isKnown) {
        this.#drop(session, kind, 'subscription-gone');
      }
    });
  }

  /** The session's connection is up, and its subscriptions are as told: at first, and at each look. */
  confirmed(sessionKey: string, found: Confirmed): void {
    this.#changing(() => {
      const now = momentOf(this.#clock);
      const session = this.#session(sessionKey);
      if (!session.isLive) session.answered = now;
      session.isLive = true;
      this.reconnected(sessionKey);
      this.#want(found.wanted, now);
      this.#adopt(session, found, now);
      if (found.shown) this.#prove(session, found.shown);
      for (const kind of found.wanted) this.#compare(kind, now);
    });
  }

  /** The session has another connection, which tells nothing of the one that was lost. */
  reconnected(sessionKey: string): void {
    const session = this.#sessions.get(sessionKey);
    for (const { open } of this.#wanted.values())
      if (open && open.lost === session) open.lost = null;
  }

  lost(sessionKey: string, reason: string): void {
    const session = this.#sessions.get(sessionKey);
    if (!session?.isLive) return;
    this.#changing(() => {
      session.isLive = false;
      for (const kind of [...session.covers.keys()]) {
        const wanted = this.#settle(kind);
        // Another session goes on: this one brings the kind anew when it comes back.
        if (this.#covering(kind).length > 0) this.#drop(session, kind, reason);
        else if (wanted) openGap(wanted, wanted.settled, reason, session);
      }
    });
  }

  /** The session is gone or given up: what nothing proved of it was missed. */
  over(sessionKey: string, reason: string): void {
    const session = this.#sessions.get(sessionKey);
    if (!session) return;
    this.#changing(() => {
      session.isLive = false;
      for (const kind of [...session.covers.keys()]) this.#drop(session, kind, reason);
      this.#sessions.delete(sessionKey);
    });
  }

  /** A connection of the session was replaced, and broke before all of it was read: it was until `at`. */
  unread(sessionKey: string, at: Moment): void {
    const covers = this.#sessions.get(sessionKey)?.covers;
    if (!covers) return;
    this.#changing(() => {
      const now = momentOf(this.#clock);
      const from = backBy(at, this.#lateMs);
      for (const [kind, cover] of covers) {
        const other = this.#covering(kind).find((one) => one !== cover);
        const to = other ? earlier(now, other.since) : now;
        if (isAfter(to, from)) this.#close(kind, { from, reason: 'unread' }, to);
      }
    });
  }

  /** Whether all was received until this session took over: another one may be closed now. */
  isJoined(sessionKey: string): boolean {
    const covers = this.#sessions.get(sessionKey)?.covers ?? [];
    return [...covers].every(([kind, { since }]) => {
      const wanted = this.#settle(kind);
      return !wanted || !isAfter(since, wanted.settled);
    });
  }

  /** Another session was made in the place of all but these: they count as gone. */
  keepOnly(sessionKeys: readonly string[]): void {
    const others = [...this.#sessions.keys()].filter((key) => !sessionKeys.includes(key));
    for (const key of others) this.over(key, 'session-gone');
  }

  /**
   * An earlier run crashed. `clockSet`: by how much the clock was set since; null: that is not known yet, and the gap
   * stays open until it is. Left out: nobody will ever know.
   */
  resumeAfterCrash(mark: CoverageMark, clockSet?: () => number | null): void {
    this.#changing(() => {
      const now = momentOf(this.#clock);
      for (const kind of SUBSCRIPTION_KINDS) {
        const left = mark[kind];
        if (!left) continue;
        const wanted: Wanted = { settled: momentAt(left.proved, now, clockSet), open: null };
        this.#wanted.set(kind, wanted);
        this.#grant = earlier(this.#grant, wanted.settled);
        openGap(wanted, momentAt(left.received, now, clockSet), 'crash');
      }
    });
  }

  /**
   * The app stops: open gaps end, and no events are expected from here on. What nothing has proved counts as missed
   * where nobody can look any more: of a connection that is lost, and of one that lives where `isMissed` says so; null:
   * another host goes on with the session, and has the mark. A gap of a crash whose beginning cannot be named yet is
   * left to the mark that told of it.
   */
  stop(isMissed: IsMissed | null): void {
    this.#changing(() => {
      const now = momentOf(this.#clock);
      for (const kind of this.#wanted.keys()) {
        const certain = this.#settle(kind)?.settled;
        // What is late when the app stops is not expected any more.
        const wanted = this.#settle(kind, 0);
        if (!wanted || !certain || !isMissed) continue;
        if (wanted.open || isMissed(wanted.settled)) openGap(wanted, certain, 'not-proved');
      }
      this.#sessions.clear();
      this.#grantIs = 'ours';
      this.#want([], now);
    });
  }

  #want(kinds: readonly SubscriptionKind[], now: Moment): void {
    for (const [kind, wanted] of this.#wanted) {
      if (kinds.includes(kind)) continue;
      if (wanted.open && canBeNamed(wanted.open.from)) this.#close(kind, wanted.open, now);
      this.#wanted.delete(kind);
    }
    for (const kind of kinds) {
      if (!this.#wanted.has(kind)) this.#wanted.set(kind, { settled: now, open: null });
    }
  }

  #adopt(session: CoveredSession, { subscribed, made }: Confirmed, now: Moment): void {
    const { covers, missing, isKnown } = session;
    for (const kind of covers.keys()) {
      const goesOn = subscribed.includes(kind) && !made.includes(kind);
      if (!goesOn) this.#drop(session, kind, 'subscription-gone');
    }
    for (const kind of subscribed.filter((one) => !covers.has(one))) {
      // A session of an earlier run had it all the time: subscriptions do not come by themselves.
      const isOlder = !isKnown && !made.includes(kind) && !missing.has(kind);
      const since = (isOlder && this.#wanted.get(kind)?.settled) || now;
      covers.set(kind, { since, proved: since });
    }
    session.isKnown = true;
    missing.clear();
  }

  #session(sessionKey: string): CoveredSession {
    const session = this.#sessions.get(sessionKey) ?? beginSession(momentOf(this.#clock));
    this.#sessions.set(sessionKey, session);
    return session;
  }

  #prove({ covers }: CoveredSession, { kinds, askedAt }: Shown): void {
    for (const kind of kinds) {
      const cover = covers.get(kind);
      if (!cover) continue;
      cover.proved = later(cover.proved, askedAt);
      this.#settle(kind);
    }
  }

  #drop(session: CoveredSession, kind: SubscriptionKind, reason: string): void {
    const wanted = this.#settle(kind);
    session.covers.delete(kind);
    if (!wanted) return;
    const [next] = this.#covering(kind).map(({ since }) => since);
    if (wanted.open || !next) openGap(wanted, wanted.settled, reason);
    else if (isAfter(next, wanted.settled)) {
      this.#close(kind, { from: wanted.settled, reason }, next);
      wanted.settled = next;
    }
  }

  /** Opens the kind's gap, or closes it. `isDelivering`: what comes says so, whatever became of the grant. */
  #compare(kind: SubscriptionKind, now: Moment, isDelivering = this.#grantIs === 'ours'): void {
    const wanted = this.#settle(kind);
    if (!wanted) return;
    const [cover] = this.#covering(kind);
    if (!cover) {
      if (!wanted.open) openGap(wanted, wanted.settled, 'subscription-refused');
      return;
    }
    if (!wanted.open || !isDelivering || !canBeNamed(wanted.open.from)) return;
    // Another subscription than the one that was lost: nothing more is heard of that.
    if (isAfter(cover.since, wanted.settled)) {
      openGap(wanted, wanted.settled, wanted.open.reason);
    }
    this.#close(kind, wanted.open, now);
    // What lies before it may not be proved yet.
    if (!isAfter(wanted.open.from, wanted.settled)) wanted.settled = later(wanted.settled, now);
    wanted.open = null;
  }

  #close(kind: SubscriptionKind, { from, reason }: Omit<OpenKindGap, 'lost'>, to: Moment): void {
    const end = this.#wall(to);
    this.#closed.push({ from: Math.min(this.#wall(from), end), to: end, reason, kind });
  }

  /** Counts as received what the sessions prove, one after the other. */
  #settle(kind: SubscriptionKind, lateMs = this.#lateMs): Wanted | null {
    const wanted = this.#wanted.get(kind);
    if (!wanted) return null;
    const proved = [...this.#sessions.values()].flatMap(
      (session) => provedSpan(session, kind, this.#grant, lateMs) ?? [],
    );
    for (const { since, until } of proved.toSorted(
      (a, b) => a.since.monotonic - b.since.monotonic,
    )) {
      const isJoined = !isAfter(since, wanted.settled);
      if (isJoined && isAfter(until, wanted.settled)) wanted.settled = until;
    }
    const { open, settled } = wanted;
    if (open?.lost) open.from = later(open.from, settled);
    return wanted;
  }

  /** The live sessions with the kind's subscription, the one that has had it longest first. */
  #covering(kind: SubscriptionKind) {
    const all = [...this.#sessions.values()].flatMap((session) => {
      const cover = session.isLive ? session.covers.get(kind) : undefined;
      return cover ? [cover] : [];
    });
    return all.toSorted((a, b) => a.since.monotonic - b.since.monotonic);
  }

  #changing(change: () => void): void {
    const before = JSON.stringify(this.openGaps);
    change();
    const closed = this.#closed;
    this.#closed = [];
    const gaps = together(closed, ({ from, to, reason }, kinds) => ({ from, to, reason, kinds }));
    for (const gap of gaps) this.#onChange(gap);
    if (gaps.length === 0 && JSON.stringify(this.openGaps) !== before) this.#onChange(null);
  }

  /** In today's wall time. */
  #wall(moment: Moment): number {
    return wallOf(moment, this.#clock);
  }
}
