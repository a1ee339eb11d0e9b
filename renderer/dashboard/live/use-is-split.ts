import { useSyncExternalStore } from 'react';

/** From this width on, chat and events have a column each (`live.css` has it too). */
const WIDE = '(min-width: 960px)';

/** Whether the window has room for two columns. */
export function useIsSplit(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia?.(WIDE).matches ?? false);
}

function follow(changed: () => void): () => void {
  const query = window.matchMedia?.(WIDE);
  query?.addEventListener('change', changed);
  return () => query?.removeEventListener('change', changed);
}
