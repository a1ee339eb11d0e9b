import { assertNever } from '../../shared/events.ts';
import type { SocketEnd } from './socket.ts';
import type { SubscriptionKind } from './subscriptions.ts';
import { afterRequest, afterSocket, type RequestVerdict } from './verdicts.ts';

/**
 * The life of the live stream as pure transitions: (state, input) -> state and effects. Nothing in
 * here waits, connects or reads a clock; the keeper does, and reports back with inputs. Every
 * connection has a number, so that a late word from an old one is told from the present one's.
 */

/** The platform's session as far as we use it. */
export interface SessionRef {
  /** WebSocket address; holds the sessionKey and is a secret. */
  readonly url: string;
  readonly sessionKey: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A second connection on the same session that is to replace the present one (make before break). */
export interface Renewal {
  readonly connection: number;
  readonly phase: 'opening' | 'proving';
}

export type KeeperState =
  | { readonly name: 'stopped' }
  /** Asking the platform for a session. */
  | { readonly name: 'creating' }
  | {
      readonly name: 'connecting';
      readonly session: SessionRef;
      readonly fresh: boolean;
      readonly connection: number;
    }
  /** Connected; making sure that every subscription is there. */
  | {
      readonly name: 'confirming';
      readonly session: SessionRef;
      readonly fresh: boolean;
      readonly connection: number;
    }
  | {
      readonly name: 'live';
      readonly session: SessionRef;
      readonly connection: number;
      readonly subscribed: readonly SubscriptionKind[];
      readonly renewal: Renewal | null;
    }
  /** Waiting before the next attempt; with the session if it can still be used. */
  | { readonly name: 'waiting'; readonly session: SessionRef | null; readonly reason: string }
  /** Nothing helps but the streamer: sign in again, grant a scope. */
  | { readonly name: 'blocked'; readonly reason: string };

export type KeeperInput =
  /** `session`: one kept from an earlier run, or null. `next` numbers the connection to open. */
  | { readonly type: 'start'; readonly session: SessionRef | null; readonly next: number }
  | { readonly type: 'stop' }
  | { readonly type: 'session-created'; readonly session: SessionRef; readonly next: number }
  | { readonly type: 'request-failed'; readonly verdict: RequestVerdict; readonly reason: string }
  | { readonly type: 'opened'; readonly connection: number }
  | {
      readonly type: 'ended';
      readonly connection: number;
      readonly end: SocketEnd;
      readonly sessionExpired: boolean;
    }
  | {
      readonly type: 'confirmed';
      readonly connection: number;
      readonly subscribed: readonly SubscriptionKind[];
    }
  | { readonly type: 'pong'; readonly connection: number }
  | { readonly type: 'retry-due'; readonly next: number; readonly sessionExpired: boolean }
  | { readonly type: 'ping-due' }
  /** No PONG in time, on the present connection or on the one that is to replace it. */
  | { readonly type: 'pong-missed'; readonly connection: number }
  | { readonly type: 'renewal-due'; readonly next: number }
  | { readonly type: 'handshake-overdue'; readonly connection: number };

export type KeeperEffect =
  | { readonly type: 'create-session' }
  | { readonly type: 'connect'; readonly session: SessionRef; readonly connection: number }
  /** Ends a connection now. */
  | { readonly type: 'drop'; readonly connection: number }
  /** Reads a replaced connection out, then closes it. */
  | { readonly type: 'retire'; readonly connection: number }
  | {
      readonly type: 'confirm';
      readonly session: SessionRef;
      readonly fresh: boolean;
      readonly connection: number;
    }
  | { readonly type: 'ping'; readonly connection: number }
  | { readonly type: 'keep-alive'; readonly connection: number }
  | { readonly type: 'plan-renewal' }
  | { readonly type: 'plan-retry'; readonly reason: string }
  | { readonly type: 'went-live' }
  /** The session cannot be used any more. */
  | { readonly type: 'forget-session' }
  | { readonly type: 'end-timers' };

export interface Step {
  readonly state: KeeperState;
  readonly effects: readonly KeeperEffect[];
}

const step = (state: KeeperState, ...effects: KeeperEffect[]): Step => ({ state, effects });

/** The state after `input`. An input that does not concern the present state changes nothing. */
export function transition(state: KeeperState, input: KeeperInput): Step {
  if (input.type === 'stop') return stop(state);
  switch (state.name) {
    case 'stopped':
    case 'blocked':
      return input.type === 'start' ? begin(input.session, input.next) : step(state);
    case 'creating':
      return whileCreating(state, input);
    case 'connecting':
      return whileConnecting(state, input);
    case 'confirming':
      return whileConfirming(state, input);
    case 'live':
      return whileLive(state, input);
    case 'waiting':
      return whileWaiting(state, input);
    default:
      return assertNever(state);
  }
}

type In<N extends KeeperState['name']> = Extract<KeeperState, { name: N }>;

function begin(session: SessionRef | null, next: number): Step {
  if (!session) return step({ name: 'creating' }, { type: 'create-session' });
  return connect(session, false, next);
}

function connect(session: SessionRef, fresh: boolean, connection: number): Step {
  return step(
    { name: 'connecting', session, fresh, connection },
    { type: 'connect', session, connection },
  );
}

function stop(state: KeeperState): Step {
  const open = connectionsOf(state).map((connection) => ({ type: 'drop', connection }) as const);
  return step({ name: 'stopped' }, { type: 'end-timers' }, ...open);
}

function connectionsOf(state: KeeperState): readonly number[] {
  switch (state.name) {
    case 'connecting':
    case 'confirming':
      return [state.connection];
    case 'live':
      return state.renewal ? [state.connection, state.renewal.connection] : [state.connection];
    case 'stopped':
    case 'creating':
    case 'waiting':
    case 'blocked':
      return [];
    default:
      return assertNever(state);
  }
}

function whileCreating(state: In<'creating'>, input: KeeperInput): Step {
  if (input.type === 'session-created') return connect(input.session, true, input.next);
  if (input.type === 'request-failed') return requestFailed(null, input, []);
  return step(state);
}

function whileConnecting(state: In<'connecting'>, input: KeeperInput): Step {
  const { session, fresh, connection } = state;
  switch (input.type) {
    case 'opened':
      if (input.connection !== connection) return step(state);
      return step(
        { name: 'confirming', session, fresh, connection },
        { type: 'keep-alive', connection },
        { type: 'confirm', session, fresh, connection },
      );
    case 'ended':
      return input.connection === connection ? lineEnded(session, input, []) : step(state);
    case 'handshake-overdue':
      if (input.connection !== connection) return step(state);
      return wait(session, 'handshake-timeout', { type: 'drop', connection });
    default:
      return step(state);
  }
}

function whileConfirming(state: In<'confirming'>, input: KeeperInput): Step {
  const { session, connection } = state;
  switch (input.type) {
    case 'confirmed':
      if (input.connection !== connection) return step(state);
      return step(
        { name: 'live', session, connection, subscribed: input.subscribed, renewal: null },
        { type: 'went-live' },
        { type: 'plan-renewal' },
      );
    case 'request-failed':
      return requestFailed(session, input, [{ type: 'drop', connection }]);
    case 'ping-due':
      return step(state, { type: 'ping', connection });
    case 'pong-missed':
      if (input.connection !== connection) return step(state);
      return wait(session, 'no-pong', { type: 'drop', connection });
    case 'ended':
      return input.connection === connection ? lineEnded(session, input, []) : step(state);
    default:
      return step(state);
  }
}

function whileLive(state: In<'live'>, input: KeeperInput): Step {
  const { session, connection, renewal } = state;
  const dropRenewal: KeeperEffect[] = renewal
    ? [{ type: 'drop', connection: renewal.connection }]
    : [];
  switch (input.type) {
    case 'ping-due':
      return step(state, { type: 'ping', connection });
    case 'renewal-due':
      if (renewal) return step(state);
      return step(
        { ...state, renewal: { connection: input.next, phase: 'opening' } },
        { type: 'connect', session, connection: input.next },
      );
    case 'opened':
      if (renewal?.connection !== input.connection) return step(state);
      return step(
        { ...state, renewal: { connection: renewal.connection, phase: 'proving' } },
        { type: 'ping', connection: renewal.connection },
      );
    case 'pong':
      if (renewal?.phase !== 'proving' || renewal.connection !== input.connection) {
        return step(state);
      }
      return step(
        { ...state, connection: renewal.connection, renewal: null },
        { type: 'retire', connection },
        { type: 'keep-alive', connection: renewal.connection },
        { type: 'plan-renewal' },
      );
    case 'handshake-overdue':
    case 'pong-missed':
      // It may have opened at the server without our hearing of it.
      if (renewal?.connection === input.connection) return renewalFailed(state, renewal, true);
      if (input.connection !== connection || input.type !== 'pong-missed') return step(state);
      return wait(session, 'no-pong', { type: 'drop', connection }, ...dropRenewal);
    case 'ended':
      if (renewal?.connection === input.connection) {
        return renewalFailed(state, renewal, renewal.phase === 'proving');
      }
      if (input.connection !== connection) return step(state);
      return lineEnded(session, input, dropRenewal);
    default:
      return step(state);
  }
}

/**
 * The replacement would not open or did not answer. If it may have opened, the platform may have
 * moved delivery to it, so the old line can no longer be trusted: start over on the same session.
 */
function renewalFailed(state: In<'live'>, renewal: Renewal, mayHaveOpened: boolean): Step {
  const drop: KeeperEffect = { type: 'drop', connection: renewal.connection };
  if (!mayHaveOpened) return step({ ...state, renewal: null }, drop, { type: 'plan-renewal' });
  const dropOld: KeeperEffect = { type: 'drop', connection: state.connection };
  return wait(state.session, 'renewal-failed', drop, dropOld);
}

function whileWaiting(state: In<'waiting'>, input: KeeperInput): Step {
  switch (input.type) {
    case 'retry-due':
      if (input.sessionExpired && state.session) {
        return step({ name: 'creating' }, { type: 'forget-session' }, { type: 'create-session' });
      }
      return begin(state.session, input.next);
    case 'start':
      return begin(state.session ?? input.session, input.next);
    default:
      return step(state);
  }
}

function wait(session: SessionRef | null, reason: string, ...effects: KeeperEffect[]): Step {
  return step({ name: 'waiting', session, reason }, { type: 'end-timers' }, ...effects, {
    type: 'plan-retry',
    reason,
  });
}

function lineEnded(
  session: SessionRef,
  input: Extract<KeeperInput, { type: 'ended' }>,
  effects: readonly KeeperEffect[],
): Step {
  const { verdict, reason } = afterSocket(input.end, input.sessionExpired);
  if (verdict === 'same-session') return wait(session, reason, ...effects);
  return wait(null, reason, { type: 'forget-session' }, ...effects);
}

function requestFailed(
  session: SessionRef | null,
  input: Extract<KeeperInput, { type: 'request-failed' }>,
  effects: readonly KeeperEffect[],
): Step {
  switch (afterRequest(input.verdict)) {
    case 'retry':
      return wait(session, input.reason, ...effects);
    case 'new-session':
      return wait(null, input.reason, { type: 'forget-session' }, ...effects);
    case 'blocked':
      return step({ name: 'blocked', reason: input.reason }, { type: 'end-timers' }, ...effects);
  }
}
