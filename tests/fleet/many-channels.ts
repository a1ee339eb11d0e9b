import type { Grant } from '../../electron/auth/ports.ts';
import type { Clock } from '../../electron/base/clock.ts';
import type { Disposable } from '../../electron/base/disposables.ts';
import { NamedTimers } from '../../electron/base/named-timers.ts';
import { subscriptionBringing } from '../../electron/session/subscriptions.ts';
import {
  type Author,
  chatPayload,
  donationPayload,
  goodsPurchasePayload,
  type Said,
  subscriptionPayload,
} from '../../electron/simulator/events/builders.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { Link, Session } from '../../electron/simulator/sessions/session.ts';
import type { SubscriptionKind } from '../../shared/connection-history.ts';

/** How often it is looked whether channels are heard. */
const LOOK_MS = 100;
const TURN_MS = 10;
const VIEWER: Author = { channelId: 'viewer', nickname: 'viewer', badges: [] };

export interface SignedIn {
  readonly channelId: string;
  readonly grant: Grant;
}

/** One event with a value, as the platform sent it. Times are of this computer's own clock. */
export interface Sent {
  readonly mark: string;
  readonly channelId: string;
  readonly at: number;
  /** Which subscription brings it. */
  readonly kind: SubscriptionKind;
  /** Some connection had it. */
  readonly reached: boolean;
}

/** From then on a channel was heard by this connection; null: by none. */
export interface Heard {
  readonly channelId: string;
  readonly at: number;
  readonly connection: number | null;
}

export interface Flow {
  /** Events a second of each channel. */
  readonly rate: number;
  /** One in so many has a value; the others are chat. */
  readonly valuedEvery: number;
}

/** What the platform saw of all channels. */
interface OverLimit {
  readonly channelId: string;
  readonly at: number;
  /** Milliseconds of the platform. */
  readonly ages: readonly number[];
}

export interface PlatformRecord {
  readonly sent: readonly Sent[];
  readonly chat: number;
  readonly heard: readonly Heard[];
  /** Most sessions that one user ever had at once, and how often a further one was asked for. */
  readonly mostSessions: number;
  /** Sessions that were asked for although there were three: whose, when, and how old those were. */
  readonly overLimit: readonly OverLimit[];
  readonly sessionsCreated: number;
  /** Connections that heard a channel. */
  readonly connections: number;
  readonly refreshes: number;
  readonly refusedRefreshes: number;
  /** Requests of any kind, those for sockets included. */
  readonly calls: number;
  readonly brokenRules: readonly string[];
}

/** The channels of many streamers on one simulated platform, with events that can be told apart. */
export class ManyChannels implements Disposable {
  readonly #simulator: Simulator;
  readonly #clock: Clock;
  readonly #timers: NamedTimers;
  readonly #channelIds: readonly string[];
  readonly #counts = new Map<string, number>();
  readonly #sent: Sent[] = [];
  readonly #heard: Heard[] = [];
  readonly #connections = new Map<string, number | null>();
  readonly #sessionKeys = new Set<string>();
  /** Numbers of connections, so that a new one is told from an old one. */
  readonly #ids = new WeakMap<Link, number>();
  #lastId = 0;
  #refreshes = 0;
  #refusedRefreshes = 0;
  #chat = 0;
  #mostSessions = 0;
  readonly #overLimit: OverLimit[] = [];
  #flowing: { readonly flow: Flow; readonly since: number; done: number } | null = null;

  /** `clock`: real time, whatever the simulator's own does. */
  constructor(simulator: Simulator, clock: Clock, channels: number) {
    this.#simulator = simulator;
    this.#clock = clock;
    this.#timers = new NamedTimers(clock);
    this.#channelIds = Array.from({ length: channels }, (_, at) => `Many${at + 1}`);
    for (const channelId of this.#channelIds) {
      const user = { channelId, name: channelId, handle: channelId, imagePath: null };
      simulator.world.channels.add({ ...user, description: '', badges: [] }, channelId);
    }
    this.#countRefreshes();
    this.#noteOverLimit();
    this.#look();
  }

  /** Every streamer has agreed: a grant each, with the lifetime that its tokens have in real time. */
  signIn(): SignedIn[] {
    const { world, clientId, clock } = this.#simulator;
    const application = world.application(clientId);
    if (!application) throw new Error('The platform has no such application.');
    const issuedAt = this.#clock.now();
    return this.#channelIds.map((channelId) => {
      const user = world.user(channelId);
      if (!user) throw new Error(`The platform has no channel ${channelId}.`);
      const grant = world.authorizations.consent(application, user);
      const { access, refresh } = world.authorizations.issuePair(grant, grant.consentedScopes);
      const expiresAt = issuedAt + (access.seconds * 1_000) / clock.scale;
      const tokens = { accessToken: access.token, refreshToken: refresh.token };
      return { channelId, grant: { ...tokens, scopes: [...access.scopes], issuedAt, expiresAt } };
    });
  }

  /** Events of all channels from now on, evenly spread; null: no more. */
  flow(flow: Flow | null): void {
    this.#timers.clear('turn');
    this.#flowing = flow && { flow, since: this.#clock.monotonic(), done: 0 };
    this.#turn();
  }

  /** Publishes one event with a value in a channel. */
  publish(channelId: string): Sent {
    const number = (this.#counts.get(channelId) ?? 0) + 1;
    this.#counts.set(channelId, number);
    const mark = markOf(channelId, number);
    const at = this.#clock.now();
    const event = valued(channelId, mark, number, at);
    const { deliveredTo } = this.#simulator.publish(event);
    const kind = subscriptionBringing(event.kind);
    const sent = { mark, channelId, at, kind, reached: deliveredTo.length > 0 };
    this.#sent.push(sent);
    return sent;
  }

  /** How many channels some connection hears. */
  get live(): number {
    return [...this.#connections.values()].filter((connection) => connection !== null).length;
  }

  record(): PlatformRecord {
    const { requestLog } = this.#simulator;
    return {
      sent: this.#sent,
      chat: this.#chat,
      heard: this.#heard,
      mostSessions: this.#mostSessions,
      overLimit: this.#overLimit,
      sessionsCreated: this.#sessionKeys.size,
      connections: this.#lastId,
      refreshes: this.#refreshes,
      refusedRefreshes: this.#refusedRefreshes,
      calls: Object.values(requestLog.counts()).reduce((sum, count) => sum + count, 0),
      brokenRules: requestLog.broken().flatMap(({ brokenRules }) => brokenRules),
    };
  }

  dispose(): void {
    this.#timers.dispose();
  }

  #turn(): void {
    const flowing = this.#flowing;
    if (!flowing) return;
    const { flow, since } = flowing;
    const due = ((this.#clock.monotonic() - since) / 1_000) * flow.rate * this.#channelIds.length;
    for (; flowing.done < due; flowing.done += 1) this.#send(flowing.done, flow.valuedEvery);
    this.#timers.set('turn', TURN_MS, () => this.#turn());
  }

  #send(count: number, valuedEvery: number): void {
    const round = Math.floor(count / this.#channelIds.length);
    const place = count % this.#channelIds.length;
    const channelId = this.#channelIds[place] ?? '';
    // Not all channels in the same round.
    if ((round + place) % valuedEvery === 0) {
      this.publish(channelId);
      return;
    }
    this.#chat += 1;
    const data = chatPayload(said(channelId, `chat ${count}`), VIEWER, this.#clock.now());
    this.#simulator.publish({ kind: 'CHAT', data });
  }

  #look(): void {
    const at = this.#clock.now();
    for (const channelId of this.#channelIds) {
      const sessions = this.#simulator.sessions.ofUser(channelId);
      this.#mostSessions = Math.max(this.#mostSessions, sessions.length);
      for (const { key } of sessions) this.#sessionKeys.add(key);
      const connection = this.#connectionOf(channelId, sessions);
      if (connection === (this.#connections.get(channelId) ?? null)) continue;
      this.#connections.set(channelId, connection);
      this.#heard.push({ channelId, at, connection });
    }
    this.#timers.set('look', LOOK_MS, () => this.#look());
  }

  #connectionOf(channelId: string, sessions: readonly Session[]): number | null {
    const subscription = { eventType: 'DONATION', channelId } as const;
    const heard = sessions.findLast((session) => session.current && session.has(subscription));
    return heard?.current ? this.#idOf(heard.current) : null;
  }

  #idOf(link: Link): number {
    const known = this.#ids.get(link);
    if (known !== undefined) return known;
    this.#lastId += 1;
    this.#ids.set(link, this.#lastId);
    return this.#lastId;
  }

  #noteOverLimit(): void {
    const { sessions, clock } = this.#simulator;
    const create = sessions.create.bind(sessions);
    sessions.create = (owner) => {
      const before = sessions.overLimit;
      const ages =
        owner.kind === 'USER'
          ? sessions.ofUser(owner.channelId).map(({ createdAt }) => clock.now() - createdAt)
          : [];
      const session = create(owner);
      if (sessions.overLimit > before && owner.kind === 'USER') {
        this.#overLimit.push({ channelId: owner.channelId, at: this.#clock.now(), ages });
      }
      return session;
    };
  }

  /** Each refresh, and each that came with a token that was used or unknown. */
  #countRefreshes(): void {
    const { authorizations } = this.#simulator.world;
    const refresh = authorizations.refresh.bind(authorizations);
    authorizations.refresh = (...given) => {
      const answer = refresh(...given);
      this.#refreshes += 1;
      if (typeof answer === 'string') this.#refusedRefreshes += 1;
      return answer;
    };
  }
}

export function markOf(channelId: string, number: number): string {
  return `${channelId}-${number}`;
}

/** The mark of an event, wherever it stands in a text; null: none of ours. */
export function markIn(text: string): string | null {
  return /\bMany\d+-\d+\b/.exec(text)?.[0] ?? null;
}

const said = (channelId: string, text: string): Said => ({ channelId, text, emojis: {} });

/** Kinds take turns. */
function valued(channelId: string, mark: string, number: number, at: number): SimEvent {
  const words = said(channelId, mark);
  switch (number % 4) {
    case 0: {
      const data = subscriptionPayload(words, VIEWER, { month: 1 + (number % 12), tierNo: 1 });
      return { kind: 'SUBSCRIPTION', data };
    }
    case 1: {
      const bought = { representativeItemName: 'mug', itemCount: 1, totalAmount: 9_000 };
      const purchase = { ...bought, shopName: 'shop', currency: 'KRW' };
      return { kind: 'GOODS_PURCHASE', data: goodsPurchasePayload(words, VIEWER, purchase, at) };
    }
    default:
      return { kind: 'DONATION', data: donationPayload(words, VIEWER, 'CHAT', 1_000) };
  }
}
