import { useEffect, useState } from 'react';
import type { StreamCategory } from '../../../shared/contract/stream.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { useDashboard, usePage } from '../context.ts';

/** Nothing typed for so long is searched for, milliseconds. */
export const SEARCH_PAUSE_MS = 250;

export type CategorySearch =
  /** The platform asked to wait until then, epoch milliseconds; null: it did not. */
  | { readonly state: 'searching'; readonly waitUntil: number | null }
  | { readonly state: 'found'; readonly categories: readonly StreamCategory[] }
  | { readonly state: 'failed'; readonly problem: Problem };

/** The categories for a keyword, once typing pauses; null: nothing is looked for. */
export function useCategories(keyword: string | null): CategorySearch | null {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const [search, setSearch] = useState<CategorySearch | null>(null);
  useEffect(() => {
    if (keyword === null) return undefined;
    let wanted = true;
    const show = (next: CategorySearch) => {
      if (wanted) setSearch(next);
    };
    const stop = clock.after(keyword === '' ? 0 : SEARCH_PAUSE_MS, () => {
      show({ state: 'searching', waitUntil: null });
      const onWait = (waitUntil: number) => show({ state: 'searching', waitUntil });
      dashboard.read('stream.categories', { keyword: keyword.trim() }, onWait).then(
        ({ categories }) => show({ state: 'found', categories }),
        (failure: unknown) => show({ state: 'failed', problem: problemOfFailure(failure) }),
      );
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [keyword, dashboard, clock]);
  return keyword === null ? null : search;
}
