import { assertNever } from '../../shared/events.ts';
import type { SessionStatus } from '../../shared/status.ts';
import type { LinkState } from './link-machine.ts';
import type { KeeperState } from './machine.ts';
import type { SessionLink } from './session-link.ts';
import { SLOTS_MAX } from './session-supply.ts';

/** The keeper's state in the words of the dashboard. */
export type KeeperPhase = 'stopped' | 'connecting' | 'live' | 'reconnecting' | 'blocked';

export interface KeeperStatus {
  readonly phase: KeeperPhase;
  /** Stable, kebab-case; null where there is nothing to explain. */
  readonly reason: string | null;
  /** The platform's session in use; null while no link is live. */
  readonly session: SessionStatus | null;
}

/** `links`: the present one first. `wasLive`: this run was live, or has failed, before. */
export function phaseOf(
  state: KeeperState,
  links: readonly LinkState[],
  wasLive: boolean,
): Pick<KeeperStatus, 'phase' | 'reason'> {
  const trying: KeeperPhase = wasLive ? 'reconnecting' : 'connecting';
  switch (state.name) {
    case 'stopped':
      return { phase: 'stopped', reason: null };
    case 'blocked':
      return { phase: 'blocked', reason: state.reason };
    case 'acquiring':
      return { phase: trying, reason: null };
    case 'resting':
      return { phase: 'reconnecting', reason: state.reason };
    case 'running': {
      if (links.some((link) => link.name === 'live')) return { phase: 'live', reason: null };
      const waiting = links.find((link) => link.name === 'waiting');
      if (waiting) return { phase: 'reconnecting', reason: waiting.reason };
      return { phase: trying, reason: null };
    }
    default:
      return assertNever(state);
  }
}

/** `link`: the live one; null: none is. `rollOverAt`, `slotsUsed`: as in the status. */
export function sessionStatusOf(
  link: Pick<SessionLink, 'session' | 'state' | 'details'> | null,
  rollOverAt: number | null,
  slotsUsed: number | null,
): SessionStatus | null {
  if (link?.state.name !== 'live') return null;
  return {
    createdAt: link.session.createdAt,
    ...link.details,
    nextRollOverAt: rollOverAt,
    subscribed: link.state.subscribed,
    slotsUsed,
    slotsMax: SLOTS_MAX,
  };
}
