import { toIsoTime } from '../../base/clock.ts';

export type SessionKind = 'USER' | 'CLIENT';

/** Subscribable events, as named in session lists. */
export type SubscriptionKind = 'CHAT' | 'DONATION' | 'SUBSCRIPTION';

export interface Subscription {
  readonly eventType: SubscriptionKind;
  readonly channelId: string;
}

/** Whose session it is: a user's of one application, or the application's own. */
export type SessionOwner =
  | { readonly kind: 'USER'; readonly clientId: string; readonly channelId: string }
  | { readonly kind: 'CLIENT'; readonly clientId: string };

/** Who gets the events in the first moments of a connection that has replaced another. */
export interface HandOver {
  readonly who: 'clean' | 'both' | 'neither';
  /** When it is over, epoch milliseconds. */
  readonly until: number;
}

/** A connection as its session sees it. */
export interface Link {
  /** Sends one frame; returns false if the connection is dead. */
  send(text: string): boolean;
}

/** A session as the list operations show it (specification, "Session (as listed)"). */
export interface ListedSession {
  readonly sessionKey: string;
  readonly connectedDate: string | null;
  readonly disconnectedDate: string | null;
  readonly subscribedEvents: readonly Subscription[];
}

/** The platform's server-side object: lives 12 hours, holds subscriptions and one connection. */
export class Session {
  readonly key: string;
  readonly owner: SessionOwner;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly #subscriptions = new Map<string, Subscription>();
  #current: Link | null = null;
  #replaced: Link | null = null;
  #handOver: HandOver | null = null;
  #connectedAt: number | null = null;
  #disconnectedAt: number | null = null;
  /** Connections opened on this session, replaced ones included. */
  connections = 0;
  /** Events handed to a connection. */
  delivered = 0;
  /** Events of a subscription that found no living connection. */
  missed = 0;

  constructor(key: string, owner: SessionOwner, createdAt: number, validityMs: number) {
    this.key = key;
    this.owner = owner;
    this.createdAt = createdAt;
    this.expiresAt = createdAt + validityMs;
  }

  /** The connection that gets the events; null when there is none. */
  get current(): Link | null {
    return this.#current;
  }

  get subscriptions(): readonly Subscription[] {
    return [...this.#subscriptions.values()];
  }

  /** Makes `link` the one that gets the events. Answers the one it replaces, still open. */
  attach(link: Link, at: number, handOver: HandOver | null = null): Link | null {
    const replaced = this.#current;
    this.#replaced = replaced;
    this.#handOver = replaced ? handOver : null;
    this.#current = link;
    this.#connectedAt = at;
    this.connections += 1;
    return replaced;
  }

  /**
   * Sends an event to the connections that receive it at `now` (epoch milliseconds). Returns false
   * if the current one did not.
   */
  deliver(text: string, now = Number.POSITIVE_INFINITY): boolean {
    const who = this.#handOver && now < this.#handOver.until ? this.#handOver.who : 'clean';
    const sent = who !== 'neither' && (this.#current?.send(text) ?? false);
    if (who === 'both') this.#replaced?.send(text);
    if (sent) this.delivered += 1;
    else this.missed += 1;
    return sent;
  }

  /** The end of a connection. That of a replaced one changes nothing. */
  detach(link: Link, at: number): void {
    if (this.#current !== link) return;
    this.#current = null;
    this.#connectedAt = null;
    this.#disconnectedAt = at;
  }

  has(eventType: SubscriptionKind, channelId: string): boolean {
    return this.#subscriptions.has(keyOf(eventType, channelId));
  }

  add(subscription: Subscription): void {
    this.#subscriptions.set(keyOf(subscription.eventType, subscription.channelId), subscription);
  }

  drop(subscription: Subscription): void {
    this.#subscriptions.delete(keyOf(subscription.eventType, subscription.channelId));
  }

  toListed(): ListedSession {
    return {
      sessionKey: this.key,
      connectedDate: this.#connectedAt === null ? null : toIsoTime(this.#connectedAt),
      disconnectedDate: this.#disconnectedAt === null ? null : toIsoTime(this.#disconnectedAt),
      subscribedEvents: this.subscriptions,
    };
  }
}

function keyOf(eventType: SubscriptionKind, channelId: string): string {
  return `${eventType} ${channelId}`;
}
