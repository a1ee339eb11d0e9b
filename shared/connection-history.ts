import type { LoadStep } from './overlay/load-step.ts';

/** A time in which events may have been missed. Times in epoch milliseconds. */
export interface Gap {
  /** The last frame (or PONG) received before the loss. */
  readonly from: number;
  /** When every subscription was confirmed again. */
  readonly to: number;
  readonly reason: string;
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
  /** null: every event is being received. */
  readonly openGap: { readonly from: number; readonly reason: string } | null;
}
