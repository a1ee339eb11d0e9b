import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AlertFlaw } from '../../../shared/alerts.ts';
import {
  REPORT_SORTS,
  type RecordSort,
  type ReportCursor,
} from '../../../shared/contract/reports.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect } from '../context.ts';
import { useLatest } from '../query.ts';
import type { Period } from './period.tsx';

/** The list's filters. Empty text: any; null: no limit. */
export interface Narrowed {
  readonly sorts: readonly RecordSort[];
  readonly text: string;
  readonly who: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly flaw: AlertFlaw | null;
}

export const ANYTHING: Narrowed = {
  sorts: REPORT_SORTS,
  text: '',
  who: '',
  min: null,
  max: null,
  flaw: null,
};

export function narrowArgs({ sorts, text, who, min, max, flaw }: Narrowed) {
  return {
    sorts,
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(who.trim() === '' ? {} : { who: who.trim() }),
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
    ...(flaw === null ? {} : { flaw }),
  };
}

export type Records = ReturnType<typeof useRecords>;

const PAGE = 50;
/** A page may be short because few rows match: this many are read before the user has to ask. */
const MOST_IN_A_ROW = 20;

export function useRecords(period: Period, narrowed: Narrowed) {
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const isAsked = narrowed.sorts.length > 0;
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: ['reports', 'reports.list', period, narrowed],
      initialPageParam: null as ReportCursor | null,
      queryFn: ({ pageParam }) =>
        dashboard.read('reports.list', {
          ...period,
          ...narrowArgs(narrowed),
          ...(pageParam === null ? {} : { before: pageParam }),
          limit: PAGE,
        }),
      getNextPageParam: ({ next }) => next,
      enabled: reachable && isAsked,
    });
  const pages = useLatest(data?.pages) ?? [];
  const rows = isAsked ? pages.flatMap((page) => page.rows) : [];
  const last = isAsked ? pages.at(-1) : undefined;
  // Each query starts with its own goal.
  const question = JSON.stringify([period, narrowed]);
  const [chosen, setGoal] = useState<Goal>({ ...FIRST_GOAL, question });
  const goal = chosen.question === question ? chosen : FIRST_GOAL;
  const loaded = data?.pages.length ?? 0;
  const isShort = loaded > 0 && loaded < goal.pages && rows.length < goal.rows;
  const readsOn = isShort && hasNextPage && reachable && !error;
  useEffect(() => {
    if (readsOn && !isFetching) void fetchNextPage();
  }, [readsOn, isFetching, fetchNextPage]);
  return {
    rows,
    next: last?.next ?? null,
    searchedFrom: last?.searchedFrom ?? null,
    isLoading: isFetching || readsOn,
    problem: error && !isFetching ? problemOfFailure(error) : null,
    isReadingOn: readsOn || isFetchingNextPage,
    more() {
      setGoal({ question, rows: rows.length + PAGE, pages: loaded + MOST_IN_A_ROW });
      if (error && reachable) void fetchNextPage();
    },
  };
}

/** How far to read automatically: to this many rows, but at most this many pages. */
interface Goal {
  readonly question: string;
  readonly rows: number;
  readonly pages: number;
}

const FIRST_GOAL: Goal = { question: '', rows: PAGE, pages: MOST_IN_A_ROW };
