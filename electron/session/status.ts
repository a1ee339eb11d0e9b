import { assertNever } from '../../shared/events.ts';
import type { KeeperState } from './machine.ts';
import type { SubscriptionKind } from './subscriptions.ts';

/** The keeper's state in the words of the dashboard. */
export type KeeperPhase = 'stopped' | 'connecting' | 'live' | 'reconnecting' | 'blocked';

export interface KeeperStatus {
  readonly phase: KeeperPhase;
  /** Stable, kebab-case; null where there is nothing to explain. */
  readonly reason: string | null;
  /** When this phase began, epoch milliseconds. */
  readonly since: number;
  /** The platform's session in use; null when there is none. */
  readonly session: {
    readonly createdAt: number;
    readonly connectedAt: number;
    readonly roundTripMs: number | null;
    readonly subscribed: readonly SubscriptionKind[];
  } | null;
}

/** `wasTrying`: this run of the keeper was live, or has failed, before. */
export function phaseOf(state: KeeperState, wasTrying: boolean): KeeperPhase {
  switch (state.name) {
    case 'stopped':
    case 'live':
    case 'blocked':
      return state.name;
    case 'waiting':
      return 'reconnecting';
    case 'creating':
    case 'connecting':
    case 'confirming':
      return wasTrying ? 'reconnecting' : 'connecting';
    default:
      return assertNever(state);
  }
}
