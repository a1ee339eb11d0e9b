import type { ConnectionHistory } from '../../../shared/connection-history.ts';

/** A life with so many renewals. */
export function historyOf(renewals: number): ConnectionHistory {
  const events = Array.from({ length: renewals }, (_, at) => ({
    at: 1_000 + at,
    name: 'renewed' as const,
    reason: null,
  }));
  return { events, gaps: [], openGaps: [] };
}
