import type { EventKind } from './events.ts';
import type { Text } from './locales/text.ts';
import type { Problem } from './problem.ts';

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
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Times in epoch milliseconds. */
export interface SessionStatus {
  readonly createdAt: number;
  readonly connectedAt: number;
  /** null if not planned. */
  readonly nextRenewalAt: number | null;
  readonly nextRollOverAt: number | null;
  readonly lastPongAt: number | null;
  /** null before the first. */
  readonly roundTripMs: number | null;
  readonly subscribed: readonly string[];
  /** Sessions of this channel at the platform in the last list; null: not read yet. */
  readonly slotsUsed: number | null;
  readonly slotsMax: number;
}

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

export interface AppStatus {
  readonly demo: boolean;
  readonly connection: ConnectionStatus;
  /** Address to open for a sign-in; null if none is needed. */
  readonly signInUrl: string | null;
  readonly account: { readonly channelId: string; readonly channelName: string | null } | null;
  readonly scopes: {
    readonly granted: readonly string[];
    /** Without them an event kind cannot be received. */
    readonly missing: readonly { readonly scope: string; readonly disables: Text }[];
  };
  readonly session: SessionStatus | null;
  /** Ages of the tokens, never the tokens; null: signed out. Epoch milliseconds. */
  readonly tokens: { readonly issuedAt: number; readonly expiresAt: number } | null;
  readonly counts: Readonly<Record<EventKind, number>>;
  readonly unknownEvents: number;
  readonly refusals: readonly Refusal[];
  readonly overlay: {
    /** For OBS, key included. */
    readonly url: string;
    readonly connectedPages: number;
  };
  readonly alerts: {
    readonly waiting: number;
    readonly neverAppeared: number;
    readonly paused: boolean;
  };
  readonly notices: readonly Notice[];
}
