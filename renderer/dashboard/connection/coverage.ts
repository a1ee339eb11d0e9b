import type { Lifeline } from '../../../shared/lifeline.ts';
import type { AppStatus } from '../../../shared/status.ts';
import {
  type DashboardState,
  selectLifeline,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { useSelect } from '../context.ts';

/** Whether every event is being received, in one word. */
export type Coverage =
  /** Nobody knows: the app cannot be reached. */
  | 'unknown'
  /** Events may be missed right now. */
  | 'missing'
  | 'covered'
  /** Covered as far as the granted permissions go. */
  | 'covered-partly'
  /** On the way to the first live moment; nothing was promised yet. */
  | 'first'
  /** Signed out or stopped. */
  | 'off';

/** `status` and `lifeline` as the core last said them. */
export function coverageOf(
  status: AppStatus | null,
  lifeline: Lifeline | null,
  reachable: boolean,
): Coverage {
  if (!status || !reachable) return 'unknown';
  if (lifeline?.openGap) return 'missing';
  switch (status.connection.state) {
    case 'live':
      return status.scopes.missing.length > 0 ? 'covered-partly' : 'covered';
    case 'starting':
    case 'connecting':
    case 'reconnecting':
      return 'first';
    case 'signed-out':
    case 'signing-in':
    case 'stopped':
      return 'off';
  }
}

export function isCovered(coverage: Coverage): boolean {
  return coverage === 'covered' || coverage === 'covered-partly';
}

const selectCoverage = (state: DashboardState) =>
  coverageOf(selectStatus(state), selectLifeline(state), selectReachable(state));

export function useCoverage(): Coverage {
  return useSelect(selectCoverage);
}
