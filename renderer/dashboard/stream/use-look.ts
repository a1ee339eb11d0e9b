import { useEffect } from 'react';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { useDashboard, usePage, useSelect } from '../context.ts';

/** The core reads once a minute at most, however many pages look. */
const LOOK_MS = 20_000;

/** Tells the core that somebody looks at the stream's settings, for as long as that is so. */
export function useLook(): void {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const reachable = useSelect(selectReachable);
  useEffect(() => {
    if (!reachable) return undefined;
    // What came of it stands in the feed.
    const look = () => void dashboard.read('stream.look', {}).catch(() => undefined);
    look();
    return clock.every(LOOK_MS, look);
  }, [dashboard, clock, reachable]);
}
