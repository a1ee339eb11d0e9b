import type { EventKind } from './events.ts';
import type { Text } from './locales/text.ts';
import type { Problem } from './problem.ts';

/** What the live stream is doing, as the strip at the top of the dashboard says it. */
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
  /** Stable, kebab-case; null where there is nothing to explain. */
  readonly reason: string | null;
  /** When this state began, epoch milliseconds. */
  readonly since: number;
}

/** The platform's session in use. Times in epoch milliseconds. */
export interface SessionStatus {
  readonly createdAt: number;
  /** When the present connection opened. */
  readonly connectedAt: number;
  /** When the next connection is to replace it; null while that is not planned. */
  readonly nextRenewalAt: number | null;
  /** When the next session is to replace this one. */
  readonly nextRollOverAt: number | null;
  readonly lastPongAt: number | null;
  /** Last PONG's round trip in milliseconds; null before the first. */
  readonly roundTripMs: number | null;
  readonly subscribed: readonly string[];
  /** Sessions of this channel at the platform when last looked; null: not looked yet. */
  readonly slotsUsed: number | null;
  readonly slotsMax: number;
}

/** One kind of refusal, so that nothing is thrown away silently. */
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

/** Everything the dashboard's state strip and cards need; sent whole whenever it changes. */
export interface AppStatus {
  /** True while the built-in simulator stands in for the platform. */
  readonly demo: boolean;
  readonly connection: ConnectionStatus;
  /** Where somebody must sign in now; null when nobody must. */
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
    /** Nothing new takes the screen until somebody says so. */
    readonly paused: boolean;
  };
  readonly notices: readonly Notice[];
}
