import { useCallback, useEffect, useState } from 'react';
import type { DeskAlert } from '../../../shared/contract/alerts.ts';
import { usePage } from '../context.ts';
import { UNDO_MS } from './dismissals.ts';

export interface Rejections {
  /** The alert that was turned down last, for a while; null: none. */
  readonly last: DeskAlert | null;
  readonly reject: (alert: DeskAlert) => void;
  /** Plays the last one after all. */
  readonly takeBack: () => void;
}

/**
 * Turns alerts down at once, because one whose hold runs out meanwhile would be on air. For a while the
 * last one can be played after all.
 */
export function useRejections(): Rejections {
  const { dashboard, host } = usePage();
  const [last, setLast] = useState<DeskAlert | null>(null);
  useEffect(
    () => (last ? host.clock.after(UNDO_MS, () => setLast(null)) : undefined),
    [last, host],
  );
  const reject = useCallback(
    async (alert: DeskAlert) => {
      if (await dashboard.rejectAlert(alert.event.seq)) setLast(alert);
    },
    [dashboard],
  );
  return {
    last,
    reject: (alert) => void reject(alert),
    takeBack() {
      if (last) void dashboard.replayAlert(last.event.seq);
      setLast(null);
    },
  };
}
