import { assertNever } from '../../shared/events.ts';
import { afterRequest, afterSocket, isUnknownSession, type RequestVerdict } from './confirm.ts';
import type { LossOf } from './coverage.ts';
import type { SocketEnd } from './socket.ts';
import type { SubscriptionKind } from './subscriptions.ts';

/**
 * The life of one session's connection as pure transitions: (state, input) -> state and effects.
 * Nothing in here waits, connects or reads a clock; `Line` does, and reports back with inputs. Every
 * connection has a number, so that a late word from an old one is told from the present one's.
 */

/** A second connection on the same session that is to replace the present one (make before break). */
export interface Renewal {
  readonly connection: number;
  readonly phase: 'opening' | 'proving';
}

export type LineState =
  /** `fresh`: the session was made a moment ago, nothing can be subscribed yet. */
  | { readonly name: 'connecting'; readonly connection: number; readonly fresh: boolean }
  /** Connected; making sure that every subscription is there. */
  | { readonly name: 'confirming'; readonly connection: number; readonly fresh: boolean }
  | {
      readonly name: 'live';
      readonly connection: number;
      readonly subscribed: readonly SubscriptionKind[];
      readonly renewal: Renewal | null;
    }
  /** Waiting before the next attempt on the same session. */
  | { readonly name: 'waiting'; readonly reason: string; readonly fresh: boolean }
  /** The session is of no more use, or the grant is not, or it was closed on purpose. */
  | {
      readonly name: 'over';
      readonly cause: 'session-gone' | 'unseen' | 'refused' | 'closed';
      readonly reason: string;
    };

export type LineInput =
  | { readonly type: 'close' }
  | {
      readonly type: 'request-failed';
      readonly verdict: RequestVerdict;
      readonly reason: string;
    }
  /** The platform has the session no more; `unseen`: neither a list nor a connection is to be had. */
  | { readonly type: 'session-lost'; readonly cause: 'session-gone' | 'unseen' }
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
  | { readonly type: 'handshake-overdue'; readonly connection: number }
  /** Time to look whether session and subscriptions are still there; also when scopes changed. */
  | { readonly type: 'check-due' }
  /** The machine woke up or changed networks: find out now. */
  | { readonly type: 'probe'; readonly next: number; readonly sessionExpired: boolean };

export type LineEffect =
  | { readonly type: 'connect'; readonly connection: number }
  /** Ends a connection now. */
  | { readonly type: 'drop'; readonly connection: number }
  /** Reads a replaced connection out, then closes it. */
  | { readonly type: 'retire'; readonly connection: number }
  | { readonly type: 'confirm'; readonly connection: number; readonly fresh: boolean }
  | { readonly type: 'ping'; readonly connection: number }
  | { readonly type: 'keep-alive'; readonly connection: number }
  | { readonly type: 'plan-renewal' }
  | { readonly type: 'plan-check' }
  | { readonly type: 'plan-retry'; readonly reason: string }
  | { readonly type: 'went-live' }
  /** A new connection has taken over. */
  | { readonly type: 'renewed' }
  | { readonly type: 'end-timers' };

export interface LineStep {
  readonly state: LineState;
  readonly effects: readonly LineEffect[];
}

const step = (state: LineState, ...effects: LineEffect[]): LineStep => ({ state, effects });

/** How a line begins: with its first connection. */
export function beginLine(fresh: boolean, connection: number): LineStep {
  return step({ name: 'connecting', connection, fresh }, { type: 'connect', connection });
}

/** The state after `input`. An input that does not concern the present state changes nothing. */
export function lineTransition(state: LineState, input: LineInput): LineStep {
  if (input.type === 'close') return over(state, 'closed', 'closed');
  if (input.type === 'session-lost') return over(state, input.cause, input.cause);
  switch (state.name) {
    case 'connecting':
      return whileConnecting(state, input);
    case 'confirming':
      return whileConfirming(state, input);
    case 'live':
      return whileLive(state, input);
    case 'waiting':
      return whileWaiting(state, input);
    case 'over':
      return step(state);
    default:
      return assertNever(state);
  }
}

type In<N extends LineState['name']> = Extract<LineState, { name: N }>;
type Over = In<'over'>;
type Ended = Extract<LineInput, { type: 'ended' }>;

function connectionsOf(state: LineState): readonly number[] {
  switch (state.name) {
    case 'connecting':
    case 'confirming':
      return [state.connection];
    case 'live':
      return state.renewal ? [state.connection, state.renewal.connection] : [state.connection];
    case 'waiting':
    case 'over':
      return [];
    default:
      return assertNever(state);
  }
}

const drop = (connection: number): LineEffect => ({ type: 'drop', connection });

/** Every connection ends and nothing follows. `except` has ended by itself. */
function over(state: LineState, cause: Over['cause'], reason: string, except?: number): LineStep {
  if (state.name === 'over') return step(state);
  const open = connectionsOf(state).filter((connection) => connection !== except);
  return step({ name: 'over', cause, reason }, { type: 'end-timers' }, ...open.map(drop));
}

/** Every connection ends, and after a wait the same session is tried again. */
function wait(state: LineState, reason: string, except?: number): LineStep {
  const open = connectionsOf(state).filter((connection) => connection !== except);
  const fresh = 'fresh' in state && state.fresh;
  return step({ name: 'waiting', reason, fresh }, { type: 'end-timers' }, ...open.map(drop), {
    type: 'plan-retry',
    reason,
  });
}

function whileConnecting(state: In<'connecting'>, input: LineInput): LineStep {
  const { connection, fresh } = state;
  switch (input.type) {
    case 'opened':
      if (input.connection !== connection) return step(state);
      return step(
        { name: 'confirming', connection, fresh },
        { type: 'keep-alive', connection },
        { type: 'confirm', connection, fresh },
      );
    case 'ended':
      return input.connection === connection ? ended(state, input) : step(state);
    case 'handshake-overdue':
      return input.connection === connection ? wait(state, 'handshake-timeout') : step(state);
    default:
      return step(state);
  }
}

function whileConfirming(state: In<'confirming'>, input: LineInput): LineStep {
  const { connection } = state;
  switch (input.type) {
    case 'confirmed':
      if (input.connection !== connection) return step(state);
      return step(
        { name: 'live', connection, subscribed: input.subscribed, renewal: null },
        { type: 'went-live' },
        { type: 'plan-renewal' },
        { type: 'plan-check' },
      );
    case 'request-failed':
      return requestFailed(state, input, (reason) => wait(state, reason));
    case 'ping-due':
    case 'probe':
      return step(state, { type: 'ping', connection });
    case 'pong-missed':
      return input.connection === connection ? wait(state, 'no-pong') : step(state);
    case 'ended':
      return input.connection === connection ? ended(state, input) : step(state);
    default:
      return step(state);
  }
}

function whileLive(state: In<'live'>, input: LineInput): LineStep {
  const { connection, renewal } = state;
  switch (input.type) {
    case 'ping-due':
    case 'probe':
      return step(state, { type: 'ping', connection });
    case 'check-due':
      return step(state, { type: 'confirm', connection, fresh: false });
    case 'confirmed':
      if (input.connection !== connection) return step(state);
      return step({ ...state, subscribed: input.subscribed }, { type: 'plan-check' });
    case 'request-failed':
      // Events may well flow on: only what is certain ends a line that is live.
      if (input.verdict === 'sign-in') return step(state, { type: 'plan-check' });
      return requestFailed(state, input, () => step(state, { type: 'plan-check' }));
    case 'renewal-due':
    case 'opened':
    case 'pong':
      return renew(state, input);
    case 'handshake-overdue':
    case 'pong-missed':
      // It may have opened at the server without our hearing of it.
      if (renewal?.connection === input.connection) return renewalFailed(state, renewal, true);
      if (input.connection !== connection || input.type !== 'pong-missed') return step(state);
      return wait(state, 'no-pong');
    case 'ended':
      if (renewal?.connection === input.connection) return renewalEnded(state, renewal, input);
      return input.connection === connection ? ended(state, input) : step(state);
    default:
      return step(state);
  }
}

type RenewalInput = Extract<LineInput, { type: 'renewal-due' | 'opened' | 'pong' }>;

/** New before old: open beside the present connection, prove with a PING, then swap. */
function renew(state: In<'live'>, input: RenewalInput): LineStep {
  const { connection, renewal } = state;
  if (input.type === 'renewal-due') {
    if (renewal) return step(state);
    const opening: Renewal = { connection: input.next, phase: 'opening' };
    return step({ ...state, renewal: opening }, { type: 'connect', connection: input.next });
  }
  if (!renewal || renewal.connection !== input.connection) return step(state);
  if (input.type === 'opened') {
    const proving: Renewal = { connection: renewal.connection, phase: 'proving' };
    return step({ ...state, renewal: proving }, { type: 'ping', connection: renewal.connection });
  }
  if (renewal.phase !== 'proving') return step(state);
  return step(
    { ...state, connection: renewal.connection, renewal: null },
    { type: 'retire', connection },
    { type: 'keep-alive', connection: renewal.connection },
    { type: 'renewed' },
    { type: 'plan-renewal' },
    { type: 'confirm', connection: renewal.connection, fresh: false },
  );
}

/** A platform that does not know the session refuses only what is new; the old line looks alive. */
function renewalEnded(state: In<'live'>, renewal: Renewal, input: Ended): LineStep {
  if (isUnknownSession(input.end)) {
    return over(state, 'session-gone', 'session-gone', input.connection);
  }
  return renewalFailed(state, renewal, renewal.phase === 'proving');
}

/**
 * The replacement would not open or did not answer. If it may have opened, the platform may have
 * moved delivery to it, so the old line can no longer be trusted: start over on the same session.
 */
function renewalFailed(state: In<'live'>, renewal: Renewal, mayHaveOpened: boolean): LineStep {
  if (mayHaveOpened) return wait(state, 'renewal-failed');
  return step({ ...state, renewal: null }, drop(renewal.connection), { type: 'plan-renewal' });
}

function whileWaiting(state: In<'waiting'>, input: LineInput): LineStep {
  if (input.type !== 'retry-due' && input.type !== 'probe') return step(state);
  if (input.sessionExpired) return over(state, 'session-gone', 'session-expired');
  const begun = beginLine(state.fresh, input.next);
  return step(begun.state, { type: 'end-timers' }, ...begun.effects);
}

function ended(state: LineState, input: Ended): LineStep {
  const { verdict, reason } = afterSocket(input.end, input.sessionExpired);
  if (verdict === 'new-session') return over(state, 'session-gone', reason, input.connection);
  return wait(state, reason, input.connection);
}

function requestFailed(
  state: LineState,
  { verdict, reason }: Extract<LineInput, { type: 'request-failed' }>,
  retry: (reason: string) => LineStep,
): LineStep {
  switch (afterRequest(verdict)) {
    case 'retry':
      return retry(reason);
    case 'blocked':
      return over(state, 'refused', reason);
  }
}

/** What a lost line had been good for until the end. */
export function lossOf(state: LineState): LossOf {
  if (state.name !== 'over') return 'line';
  // A live line is refused only when the platform has ended the grant.
  if (state.cause === 'refused') return 'grant';
  const isGone = state.cause === 'session-gone' && state.reason !== 'session-expired';
  return isGone ? 'delivery' : 'line';
}
