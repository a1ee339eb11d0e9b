import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { SessionRegistry } from '../sessions/registry.ts';
import type { Session, SessionOwner } from '../sessions/session.ts';
import type { Manners } from '../world/manners.ts';
import {
  frameTextOf,
  SIM_EVENT_KINDS,
  type SimEvent,
  type SimEventKind,
  SUBSCRIPTION_OF,
} from './payloads.ts';

/** Why a requested event was delivered to no session. */
export type Withheld = 'not-live' | 'no-winners';

/** One event as it left the platform. */
export interface Publication {
  /** Grows by one; it is not on the wire, where no event has an id. */
  readonly id: number;
  readonly kind: SimEventKind;
  readonly channelId: string;
  /** Simulated time, epoch milliseconds. */
  readonly at: number;
  /** The sessions whose connection it was handed to. */
  readonly deliveredTo: readonly string[];
  /** Sessions that had subscribed but had no living connection. */
  readonly missedBy: readonly string[];
  readonly withheld: Withheld | null;
}

export interface EventHubOptions {
  readonly clock: Clock;
  readonly manners: Manners;
  readonly sessions: SessionRegistry;
  /** Is the channel on air now? */
  readonly isLive: (channelId: string) => boolean;
  /** Does the channel still grant its events to the session's application? If not: silence. */
  readonly mayReceive: (owner: SessionOwner, channelId: string) => boolean;
  /** How many publications are kept for looking at; 0 keeps none. */
  readonly keep: number;
}

/** Sends events to the sessions that subscribed, and remembers what went where. */
export class EventHub implements Disposable {
  readonly #options: EventHubOptions;
  readonly #kept: Publication[] = [];
  readonly #copies: LateCopies;
  readonly #published = new Map<SimEventKind, number>();
  #lastId = 0;

  constructor(options: EventHubOptions) {
    this.#options = options;
    this.#copies = new LateCopies(options.clock);
  }

  dispose(): void {
    this.#copies.dispose();
  }

  /** How many events of each kind have been published, withheld ones not counted. */
  get published(): Readonly<Record<SimEventKind, number>> {
    const count = (kind: SimEventKind) => this.#published.get(kind) ?? 0;
    return Object.fromEntries(SIM_EVENT_KINDS.map((kind) => [kind, count(kind)])) as Record<
      SimEventKind,
      number
    >;
  }

  /** The latest publications, oldest first. */
  get kept(): readonly Publication[] {
    return [...this.#kept];
  }

  /** Ids of the kept publications that were handed to a connection of this session, in order. */
  deliveredTo(sessionKey: string): readonly number[] {
    return this.#kept
      .filter(({ deliveredTo }) => deliveredTo.includes(sessionKey))
      .map(({ id }) => id);
  }

  /** Delivers one event to every session that subscribed to the channel's events of its kind. */
  publish(event: SimEvent): Publication {
    const { channelId } = event.data;
    const withheld = this.#withheld(event);
    const deliveredTo: string[] = [];
    const missedBy: string[] = [];
    if (withheld === null) {
      const { sessions, mayReceive } = this.#options;
      const targets = sessions.all.filter(
        (session) =>
          session.has(SUBSCRIPTION_OF[event.kind], channelId) &&
          mayReceive(session.owner, channelId),
      );
      for (const [index, session] of targets.entries()) {
        const sent = index === 0 ? this.#send(session, event) : this.#sendCopy(session, event);
        (sent ? deliveredTo : missedBy).push(session.key);
      }
      this.#published.set(event.kind, (this.#published.get(event.kind) ?? 0) + 1);
    }
    return this.#remember({ kind: event.kind, channelId, deliveredTo, missedBy, withheld });
  }

  #send(session: Session, event: SimEvent): boolean {
    const { clock, manners } = this.#options;
    return session.deliver(frameTextOf(event, manners), clock.now());
  }

  /** What the oldest session has had as well. */
  #sendCopy(session: Session, event: SimEvent): boolean {
    const { clock, manners } = this.#options;
    const { copyLagMs, copyOrder, copyTimes } = manners;
    const text = frameTextOf(event, manners, copyTimes);
    if (copyLagMs === 0) return session.deliver(text, clock.now());
    this.#copies.put(session, text, copyLagMs, copyOrder === 'reversed');
    return session.current !== null;
  }

  /** DROPS: only while the broadcast is live, and only a round with winners. */
  #withheld(event: SimEvent): Withheld | null {
    if (event.kind !== 'DROPS') return null;
    if (!this.#options.isLive(event.data.channelId)) return 'not-live';
    return event.data.count > 0 ? null : 'no-winners';
  }

  #remember(fields: Omit<Publication, 'id' | 'at'>): Publication {
    this.#lastId += 1;
    const publication = { id: this.#lastId, at: this.#options.clock.now(), ...fields };
    this.#kept.push(publication);
    if (this.#kept.length > this.#options.keep) {
      this.#kept.splice(0, this.#kept.length - this.#options.keep);
    }
    return publication;
  }
}

/** Brings events to a session some time later than to others, in another order where asked to. */
export class LateCopies implements Disposable {
  readonly #clock: Clock;
  readonly #waiting = new Map<Session, string[]>();
  readonly #timers = new Set<Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `reversed`: the latest of what comes within `lagMs` goes first. Else each comes as much later. */
  put(session: Session, text: string, lagMs: number, reversed: boolean): void {
    if (!reversed) {
      this.#later(lagMs, () => session.deliver(text));
      return;
    }
    const waiting = this.#waiting.get(session);
    if (waiting) {
      waiting.unshift(text);
      return;
    }
    const texts = [text];
    this.#waiting.set(session, texts);
    this.#later(lagMs, () => {
      this.#waiting.delete(session);
      for (const late of texts) session.deliver(late);
    });
  }

  dispose(): void {
    for (const timer of this.#timers) timer.dispose();
    this.#timers.clear();
    this.#waiting.clear();
  }

  #later(delayMs: number, run: () => void): void {
    const timer = this.#clock.setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delayMs);
    this.#timers.add(timer);
  }
}
