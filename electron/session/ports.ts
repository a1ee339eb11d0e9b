import type { SocketFrame } from '../platform/frames.ts';
import type { SessionRef } from './machine.ts';
import type { SubscriptionKind } from './subscriptions.ts';

/** A session as the platform's list shows it, as far as the keeper looks at it. */
export interface ListedSession {
  readonly sessionKey: string;
  /** Sortable text (RFC 3339 UTC); null: not connected. */
  readonly connectedDate: string | null;
  /** null: never disconnected. */
  readonly disconnectedDate: string | null;
  readonly subscribedEvents: readonly {
    readonly eventType: string;
    readonly channelId: string | null;
  }[];
}

/** What the keeper asks of the platform; the client's `sessions` fits. */
export interface SessionOperations {
  createUser(): Promise<{ readonly url: string; readonly sessionKey: string }>;
  listUser(query: {
    readonly page: number;
    readonly size: number;
  }): Promise<readonly ListedSession[]>;
  subscribe(event: SubscriptionKind, sessionKey: string): Promise<void>;
  unsubscribe(event: SubscriptionKind, sessionKey: string): Promise<void>;
}

/** Where the session of an earlier run is kept, so that a restart does not spend one of three. */
export interface SessionMemory {
  load(): Promise<SessionRef | null>;
  save(session: SessionRef): Promise<void>;
  forget(): Promise<void>;
}

/** Where frames go. Answers which subscription an event came from; null: it was no event. */
export type ReceiveFrame<F extends SocketFrame = SocketFrame> = (
  frame: F,
) => SubscriptionKind | null;
