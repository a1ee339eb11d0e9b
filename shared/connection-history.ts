import type { LoadStep } from './overlay/load-step.ts';

/** What can be subscribed to. Chat brings all events that have no subscription of their own. */
export const SUBSCRIPTION_KINDS = ['chat', 'donation', 'subscription'] as const;
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];

/** Until when a kind was received. Epoch milliseconds. */
export interface KindMark {
  /** All events were received until then if the session went on. */
  readonly received: number;
  /** They were received until then in any case. */
  readonly proved: number;
}

/** What a run leaves behind for the case that it crashes. */
export type CoverageMark = Readonly<Partial<Record<SubscriptionKind, KindMark>>>;

/** A time from which on events of these kinds may be missed. Epoch milliseconds. */
export interface OpenGap {
  /** Until then all of them were received. */
  readonly from: number;
  readonly reason: string;
  readonly kinds: readonly SubscriptionKind[];
}

export interface Gap extends OpenGap {
  /** From then on all of them are received again. */
  readonly to: number;
}

export type LifeEventName =
  | 'session-created'
  /** A connection is up and its subscriptions are confirmed. */
  | 'live'
  /** Without a break. */
  | 'renewed'
  /** A new session took over, without a break. */
  | 'rolled-over'
  /** The connection was lost; `reason` says how. */
  | 'lost'
  /** No new session could be created yet; `reason` says why. */
  | 'session-refused'
  /** The streamer must act. */
  | 'blocked'
  | 'stopped'
  /** The overlay in OBS showed nothing new; `reason` says how that was found. What was done: */
  | 'overlay-refresh'
  | 'overlay-renew'
  | 'overlay-fresh-address'
  | 'overlay-recreate'
  /** What became of it. */
  | 'overlay-healed'
  | 'overlay-given-up'
  /** The overlay draws more or less to spare OBS: its step now; `reason` says why. */
  | `overlay-load-${LoadStep}`;

export interface LifeEvent {
  readonly at: number;
  readonly name: LifeEventName;
  readonly reason: string | null;
}

export interface ConnectionHistory {
  /** Oldest first. */
  readonly events: readonly LifeEvent[];
  /** Closed ones, oldest first. */
  readonly gaps: readonly Gap[];
  /** None: every event is being received. */
  readonly openGaps: readonly OpenGap[];
}
