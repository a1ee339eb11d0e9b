import { toIsoTime } from '../../base/clock.ts';

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
  readonly until: number;
}

export interface Link {
  send(text: string): boolean;
}

/** The platform's server-side object: lives 12 hours, holds subscriptions and one connection. */
export class Session {
  readonly key: string;
  readonly owner: SessionOwner;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #ends = new Map<string, number>();
  #current: Link | null = null;
  #replaced: Link | null = null;
  #handOver: HandOver | null = null;
  #connectedAt: number | null = null;
  #disconnectedAt: number | null = null;
  connections = 0;
  delivered = 0;
  /** Events of a subscription that found no living connection. */
  missed = 0;

  constructor(key: string, owner: SessionOwner, createdAt: number, validityMs: number) {
    this.key = key;
    this.owner = owner;
    this.createdAt = createdAt;
    this.expiresAt = createdAt + validityMs;
  }

  get current(): Link | null {
    return this.#current;
  }

  get subscriptions(): readonly Subscription[] {
    return [...this.#subscriptions.values()];
  }

  /** Makes `link` the one that gets the events; the one it replaces stays open. */
  attach(link: Link, at: number, handOver: HandOver | null = null): void {
    this.#replaced = this.#current;
    this.#handOver = this.#replaced ? handOver : null;
    this.#current = link;
    this.#connectedAt = at;
    this.connections += 1;
  }

  /** Which connection gets the events at `now` (epoch milliseconds). */
  receiverAt(now: number): HandOver['who'] {
    return this.#handOver && now < this.#handOver.until ? this.#handOver.who : 'clean';
  }

  /** Sends to who receives at `now` (epoch milliseconds). False: not to the current one. */
  deliver(text: string, now = Number.POSITIVE_INFINITY): boolean {
    const who = this.receiverAt(now);
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

  has({ eventType, channelId }: Subscription): boolean {
    return this.#subscriptions.has(`${eventType} ${channelId}`);
  }

  add(subscription: Subscription): void {
    const { eventType, channelId } = subscription;
    this.#subscriptions.set(`${eventType} ${channelId}`, subscription);
  }

  drop({ eventType, channelId }: Subscription): void {
    const name = `${eventType} ${channelId}`;
    if (this.#subscriptions.delete(name)) this.#ends.set(name, (this.#ends.get(name) ?? 0) + 1);
  }

  /** How often it has lost this one. */
  endsOf({ eventType, channelId }: Subscription): number {
    return this.#ends.get(`${eventType} ${channelId}`) ?? 0;
  }

  /** Drops the subscriptions of a kind, whatever their channel. */
  lose(eventType: SubscriptionKind): void {
    for (const subscription of this.subscriptions) {
      if (subscription.eventType === eventType) this.drop(subscription);
    }
  }

  /** The session as list operations show it (specification, "Session (as listed)"). */
  toListed() {
    return {
      sessionKey: this.key,
      connectedDate: this.#connectedAt === null ? null : toIsoTime(this.#connectedAt),
      disconnectedDate: this.#disconnectedAt === null ? null : toIsoTime(this.#disconnectedAt),
      subscribedEvents: this.subscriptions,
    };
  }
}
