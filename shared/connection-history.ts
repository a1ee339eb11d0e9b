/** The life of the live stream, for people to look at. */

/** A stretch in which events may have been missed. Times in epoch milliseconds. */
export interface Gap {
  /** The last frame (or PONG) that was heard before the loss. */
  readonly from: number;
  /** When every subscription was confirmed again. */
  readonly to: number;
  /** Stable, kebab-case. */
  readonly reason: string;
}

export type LifeEventName =
  /** A session was created at the platform. */
  | 'session-created'
  /** A connection is up and its subscriptions are confirmed. */
  | 'live'
  /** A new connection took over from the old one, without a break. */
  | 'renewed'
  /** A new session took over from the old one, without a break. */
  | 'rolled-over'
  /** The connection was lost; `reason` says how. */
  | 'lost'
  /** A new session could not be had yet; `reason` says why. */
  | 'session-refused'
  /** Nothing helps but the streamer. */
  | 'blocked'
  | 'stopped';

export interface LifeEvent {
  readonly at: number;
  readonly name: LifeEventName;
  readonly reason: string | null;
}

export interface ConnectionHistory {
  /** The latest, oldest first. */
  readonly events: readonly LifeEvent[];
  /** The latest closed gaps, oldest first. */
  readonly gaps: readonly Gap[];
  /** The gap that is open now; null: every event is being received. */
  readonly openGap: { readonly from: number; readonly reason: string } | null;
}
