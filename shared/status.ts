import type { EventKind } from './events.ts';
import type { Text } from './locales/text.ts';
import type { Problem } from './problem.ts';

/** State of the live stream, shown at the top of the dashboard. */
export type ConnectionState =
  | 'starting'
  | 'signed-out'
  | 'signing-in'
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'stopped';

export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** Stable, kebab-case; null if there is nothing to explain. */
  readonly reason: string | null;
  /** When this state began, epoch milliseconds. */
  readonly since: number;
}

/** The platform's session in use. Times in epoch milliseconds. */
export interface SessionStatus {
  readonly createdAt: number;
  /** When the present connection opened. */
  readonly connectedAt: number;
  /** When the next connection replaces it; null if not planned. */
  readonly nextRenewalAt: number | null;
  /** When the next session replaces this one. */
  readonly nextRollOverAt: number | null;
  readonly lastPongAt: number | null;
  /** Last PONG's round trip in milliseconds; null before the first. */
  readonly roundTripMs: number | null;
  readonly subscribed: readonly string[];
  /** Sessions of this channel at the platform in the last list; null: not read yet. */
  readonly slotsUsed: number | null;
  readonly slotsMax: number;
}

/** One kind of refusal, counted so that nothing is dropped silently. */
export interface Refusal {
  readonly reason: string;
  readonly count: number;
}

export interface Notice {
  readonly id: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly at: number;
  readonly problem: Problem;
}

/** The complete status for the dashboard's state strip and cards, sent on every change. */
export interface AppStatus {
  /** True while the built-in simulator replaces the platform. */
  readonly demo: boolean;
  readonly connection: ConnectionStatus;
  /** Address to open for a sign-in; null if none is needed. */
  readonly signInUrl: string | null;
  readonly account: { readonly channelId: string; readonly channelName: string | null } | null;
  readonly scopes: {
    readonly granted: readonly string[];
    /** Scopes without which an event kind cannot be received. */
    readonly missing: readonly { readonly scope: string; readonly disables: Text }[];
  };
  readonly session: SessionStatus | null;
  /** Ages of the tokens, never the tokens; null: signed out. Epoch milliseconds. */
  readonly tokens: { readonly issuedAt: number; readonly expiresAt: number } | null;
  readonly counts: Readonly<Record<EventKind, number>>;
  readonly unknownEvents: number;
  readonly refusals: readonly Refusal[];
  readonly overlay: {
    /** Address for OBS, key included. */
    readonly url: string;
    readonly connectedPages: number;
  };
  readonly alerts: {
    readonly waiting: number;
    readonly neverAppeared: number;
    /** No new alert plays until resumed. */
    readonly paused: boolean;
  };
  readonly notices: readonly Notice[];
}
