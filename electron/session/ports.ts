import type { SocketFrame } from '../platform/frames.ts';
import type { SessionsApi } from '../platform/resources/sessions.ts';
import type { SessionRef } from './machine.ts';
import type { SubscriptionKind } from './subscriptions.ts';

/** What the keeper asks of the platform. */
export type SessionOperations = Pick<
  SessionsApi,
  'createUser' | 'listUser' | 'subscribe' | 'unsubscribe'
>;

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
