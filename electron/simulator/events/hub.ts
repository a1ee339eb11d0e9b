import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { SessionRegistry } from '../sessions/registry.ts';
import type { Session, SessionOwner } from '../sessions/session.ts';
import type { Manners } from '../world/manners.ts';
import { frameTextOf, type SimEvent, type SimEventKind, SUBSCRIPTION_OF } from './payloads.ts';

export interface Publication {
  /** Grows by one; it is not on the wire, where no event has an id. */
  readonly id: number;
  readonly kind: SimEventKind;
  readonly channelId: string;
  readonly at: number;
  readonly deliveredTo: readonly string[];
  /** Sessions that had subscribed but had no living connection. */
  readonly missedBy: readonly string[];
  /** Why it was delivered to no session. */
  readonly withheld: 'not-live' | 'no-winners' | null;
}

interface EventHubOptions {
  readonly clock: Clock;
  readonly manners: Manners;
  readonly sessions: SessionRegistry;
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
  readonly #published = { CHAT: 0, DONATION: 0, SUBSCRIPTION: 0, DROPS: 0, GOODS_PURCHASE: 0 };
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
    return { ...this.#published };
  }

  get kept(): readonly Publication[] {
    return [...this.#kept];
  }

  deliveredTo(sessionKey: string): readonly number[] {
    return this.#kept
      .filter(({ deliveredTo }) => deliveredTo.includes(sessionKey))
      .map(({ id }) => id);
  }

  /** The sessions that get a channel's events of a kind, oldest first. */
  receivers(kind: SimEventKind, channelId: string): readonly Session[] {
    const { sessions, mayReceive } = this.#options;
    return sessions
      .subscribed({ eventType: SUBSCRIPTION_OF[kind], channelId })
      .filter((session) => mayReceive(session.owner, channelId));
  }

  publish(event: SimEvent): Publication {
    const { channelId } = event.data;
    const withheld = this.#withheld(event);
    const deliveredTo: string[] = [];
    const missedBy: string[] = [];
    if (withheld === null) {
      const targets = this.receivers(event.kind, channelId);
      for (const [index, session] of targets.entries()) {
        const sent = this.#send(session, event, index > 0);
        (sent ? deliveredTo : missedBy).push(session.key);
      }
      this.#published[event.kind] += 1;
    }
    return this.#remember({ kind: event.kind, channelId, deliveredTo, missedBy, withheld });
  }

  /** `isCopy`: the oldest session has had it as well. */
  #send(session: Session, event: SimEvent, isCopy: boolean): boolean {
    const { clock, manners } = this.#options;
    const { copyLagMs, copyLagOf, copyOrder, copyTimes } = manners;
    const lags = copyLagMs > 0 && (copyLagOf === 'all' || copyLagOf === event.kind);
    const text = frameTextOf(event, manners, isCopy ? copyTimes : 'same');
    if (!isCopy || !lags) return session.deliver(text, clock.now());
    this.#copies.put(session, text, copyLagMs, copyOrder === 'reversed');
    return session.current !== null;
  }

  /** DROPS: only while the broadcast is live, and only a round with winners. */
  #withheld(event: SimEvent): Publication['withheld'] {
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
class LateCopies implements Disposable {
  readonly #clock: Clock;
  readonly #waiting = new Map<Session, string[]>();
  readonly #timers = new DisposableStore();

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
    this.#timers.dispose();
  }

  #later(delayMs: number, run: () => void): void {
    const timer = this.#clock.setTimeout(() => {
      this.#timers.release(timer);
      run();
    }, delayMs);
    this.#timers.add(timer);
  }
}
