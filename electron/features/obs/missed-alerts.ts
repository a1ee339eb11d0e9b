import type { AlertsState, ListedAlert } from '../../../shared/contract/alerts.ts';

/** Older ones are left to the streamer: they would come out of nowhere. As after a crash. */
const FRESH_MS = 10 * 60_000;

export interface MissedQuestion {
  readonly desk: Pick<AlertsState, 'over' | 'neverAppeared'>;
  /** When all was well last, epoch milliseconds. */
  readonly since: number;
  readonly now: number;
  /** Whether a page in OBS painted the alert. */
  readonly isPainted: (alertId: number) => boolean;
}

/**
 * The alerts that ended since then without a page in OBS that painted them, in the order in which they
 * came. Small donations that shared a card were painted with the first of it.
 */
export function missedAlerts({ desk, since, now, isPainted }: MissedQuestion): readonly number[] {
  const from = Math.max(since, now - FRESH_MS);
  const ended = [...desk.over, ...desk.neverAppeared].filter(
    ({ endedAt }) => (endedAt ?? 0) > from,
  );
  const cards = Map.groupBy(ended, ({ endedAt }) => endedAt);
  return [...cards.values()]
    .filter((card) => !card.some((alert) => isPainted(seqOf(alert))))
    .flatMap((card) => card.map(seqOf))
    .sort((a, b) => a - b);
}

function seqOf({ event }: ListedAlert): number {
  return event.seq;
}
