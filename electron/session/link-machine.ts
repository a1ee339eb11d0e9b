import type { SubscriptionKind } from '../../shared/connection-history.ts';
import { assertNever } from '../../shared/events.ts';
import {
  afterRequest,
  afterSocket,
  isUnknownSession,
  type RequestVerdict,
} from './failure-meaning.ts';
import type { SocketEnd } from './socket.ts';

/**
 * The life of one session's connection as pure transitions: (state, input) -> state and effects.
 * `SessionLink` waits, connects, reads the clock and reports inputs. Connections are numbered, so
 * that late inputs of an old one are recognized.
 */

/** A second connection that will replace the session's present one (make before break). */
export interface Renewal {
  readonly connection: number;
  readonly phase: 'opening' | 'proving';
}

export type LinkState =
  /** `fresh`: the session is new, so nothing can be subscribed yet. */
  | { readonly name: 'connecting'; readonly connection: number; readonly fresh: boolean }
  | { readonly name: 'confirming'; readonly connection: number; readonly fresh: boolean }
  | {
      readonly name: 'live';
      readonly connection: number;
      readonly subscribed: readonly SubscriptionKind[];
      readonly renewal: Renewal | null;
    }
  | { readonly name: 'waiting'; readonly reason: string; readonly fresh: boolean }
  /** The session or grant is unusable, or the link was closed on purpose. */
  | {
      readonly name: 'over';
      readonly cause: 'session-gone' | 'unseen' | 'refused' | 'closed';
      readonly reason: string;
    };

export type LinkInput =
  | { readonly type: 'close' }
  | {
      readonly type: 'request-failed';
      readonly verdict: RequestVerdict;
      readonly reason: string;
    }
  /** `unseen`: neither a list nor a connection can be had. */
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
  /** No PONG in time, on the present connection or its replacement. */
  | { readonly type: 'pong-missed'; readonly connection: number }
  /** Another connection has taken the events, and has gone; this one stays open all the same. */
  | { readonly type: 'replaced'; readonly connection: number }
  | { readonly type: 'renewal-due'; readonly next: number }
  | { readonly type: 'handshake-overdue'; readonly connection: number }
  /** Time to check session and subscriptions; also when scopes changed. */
  | { readonly type: 'check-due' }
  /** The machine woke up or changed networks: check now. */
  | { readonly type: 'probe'; readonly next: number; readonly sessionExpired: boolean };

export type LinkEffect =
  | { readonly type: 'connect'; readonly connection: number }
  | { readonly type: 'drop'; readonly connection: number }
  /** Reads the rest of a replaced connection, then closes it. */
  | { readonly type: 'retire'; readonly connection: number }
  | { readonly type: 'confirm'; readonly connection: number; readonly fresh: boolean }
  | { readonly type: 'ping'; readonly connection: number }
  | { readonly type: 'keep-alive'; readonly connection: number }
  | { readonly type: 'plan-renewal' }
  | { readonly type: 'plan-check' }
  | { readonly type: 'plan-retry'; readonly reason: string }
  | { readonly type: 'went-live' }
  | { readonly type: 'renewed' }
  | { readonly type: 'end-timers' };

export interface LinkStep {
  readonly state: LinkState;
  readonly effects: readonly LinkEffect[];
}

const step = (state: LinkState, ...effects: LinkEffect[]): LinkStep => ({ state, effects });

/** A link starts with its first connection. */
export function beginLink(fresh: boolean, connection: number): LinkStep {
  return step({ name: 'connecting', connection, fresh }, { type: 'connect', connection });
}

/** The state after `input`. Inputs irrelevant to the present state change nothing. */
export function linkTransition(state: LinkState, input: LinkInput): LinkStep {
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

type In<N extends LinkState['name']> = Extract<LinkState, { name: N }>;
type Over = In<'over'>;
type Ended = Extract<LinkInput, { type: 'ended' }>;

function connectionsOf(state: LinkState): readonly number[] {
  if (!('connection' in state)) return [];
  const renewal = state.name === 'live' ? state.renewal : null;
  return renewal ? [state.connection, renewal.connection] : [state.connection];
}

const drop = (connection: number): LinkEffect => ({ type: 'drop', connection });

/** Closes every connection for good. `except` has already closed. */
function over(state: LinkState, cause: Over['cause'], reason: string, except?: number): LinkStep {
  if (state.name === 'over') return step(state);
  const open = connectionsOf(state).filter((connection) => connection !== except);
  return step({ name: 'over', cause, reason }, { type: 'end-timers' }, ...open.map(drop));
}

/** Closes every connection (`except` has already closed) and retries the session after a wait. */
function wait(state: LinkState, reason: string, except?: number): LinkStep {
  const open = connectionsOf(state).filter((connection) => connection !== except);
  const fresh = 'fresh' in state && state.fresh;
  return step({ name: 'waiting', reason, fresh }, { type: 'end-timers' }, ...open.map(drop), {
    type: 'plan-retry',
    reason,
  });
}

/** `isOurs`: not said of an earlier connection. */
const lost = (state: LinkState, isOurs: boolean, reason: string): LinkStep =>
  isOurs ? wait(state, reason) : step(state);

function whileConnecting(state: In<'connecting'>, input: LinkInput): LinkStep {
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

function whileConfirming(state: In<'confirming'>, input: LinkInput): LinkStep {
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
      return lost(state, input.connection === connection, 'no-pong');
    case 'replaced':
      return lost(state, input.connection === connection, 'replaced');
    case 'ended':
      return input.connection === connection ? ended(state, input) : step(state);
    default:
      return step(state);
  }
}

function whileLive(state: In<'live'>, input: LinkInput): LinkStep {
  const { connection, renewal } = state;
  switch (input.type) {
    case 'ping-due':
    case 'probe':
      return step(state, { type: 'ping', connection });
    case 'check-due':
      // The answer proves what has come, as the list what there is.
      return step(
        state,
        { type: 'ping', connection },
        { type: 'confirm', connection, fresh: false },
      );
    case 'confirmed':
      if (input.connection !== connection) return step(state);
      return step({ ...state, subscribed: input.subscribed }, { type: 'plan-check' });
    case 'request-failed':
      // Events may still be arriving: only certainty ends a live link.
      if (input.verdict === 'sign-in') return step(state, { type: 'plan-check' });
      return requestFailed(state, input, () => step(state, { type: 'plan-check' }));
    case 'renewal-due':
    case 'opened':
    case 'pong':
      return renew(state, input);
    case 'handshake-overdue':
    case 'pong-missed':
      // It may have opened at the server without our noticing.
      if (renewal?.connection === input.connection) return renewalFailed(state, renewal, true);
      return lost(
        state,
        input.connection === connection && input.type === 'pong-missed',
        'no-pong',
      );
    case 'replaced':
      return lost(state, input.connection === connection, 'replaced');
    case 'ended':
      if (renewal?.connection === input.connection) return renewalEnded(state, renewal, input);
      return input.connection === connection ? ended(state, input) : step(state);
    default:
      return step(state);
  }
}

type RenewalInput = Extract<LinkInput, { type: 'renewal-due' | 'opened' | 'pong' }>;

/** Make before break: open a second connection, check it with a PING, then swap. */
function renew(state: In<'live'>, input: RenewalInput): LinkStep {
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

/** A platform that lost the session refuses only new connections; the old link looks alive. */
function renewalEnded(state: In<'live'>, renewal: Renewal, input: Ended): LinkStep {
  if (isUnknownSession(input.end)) {
    return over(state, 'session-gone', 'session-gone', input.connection);
  }
  return renewalFailed(state, renewal, renewal.phase === 'proving');
}

/**
 * The replacement failed to open or to answer. If it may have opened, the platform may deliver
 * there, so the old link cannot be trusted: start over on the same session.
 */
function renewalFailed(state: In<'live'>, renewal: Renewal, mayHaveOpened: boolean): LinkStep {
  if (mayHaveOpened) return wait(state, 'renewal-failed');
  return step({ ...state, renewal: null }, drop(renewal.connection), { type: 'plan-renewal' });
}

function whileWaiting(state: In<'waiting'>, input: LinkInput): LinkStep {
  if (input.type !== 'retry-due' && input.type !== 'probe') return step(state);
  if (input.sessionExpired) return over(state, 'session-gone', 'session-expired');
  const begun = beginLink(state.fresh, input.next);
  return step(begun.state, { type: 'end-timers' }, ...begun.effects);
}

function ended(state: LinkState, input: Ended): LinkStep {
  const { verdict, reason } = afterSocket(input.end, input.sessionExpired);
  if (verdict === 'new-session') return over(state, 'session-gone', reason, input.connection);
  return wait(state, reason, input.connection);
}

function requestFailed(
  state: LinkState,
  { verdict, reason }: Extract<LinkInput, { type: 'request-failed' }>,
  retry: (reason: string) => LinkStep,
): LinkStep {
  return afterRequest(verdict) === 'retry' ? retry(reason) : over(state, 'refused', reason);
}
