import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window meets this media condition; false where none can be asked. */
export function useMedia(condition: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (changed) => {
        const query = window.matchMedia?.(condition);
        query?.addEventListener('change', changed);
        return () => query?.removeEventListener('change', changed);
      },
      [condition],
    ),
    () => window.matchMedia?.(condition).matches ?? false,
  );
}
