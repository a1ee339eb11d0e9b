import { useEffect, useRef, useState } from 'react';
import {
  BOOK_SORTS,
  type BookCursor,
  type BookRowView,
  type BookSort,
} from '../../../shared/contract/reports.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { selectReachable } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect } from '../context.ts';
import type { Period } from './period.tsx';

/** What the list is narrowed to. Empty text: anything; null: no limit. */
export interface Narrowed {
  readonly sorts: readonly BookSort[];
  readonly text: string;
  readonly who: string;
  readonly min: number | null;
  readonly max: number | null;
}

export const ANYTHING: Narrowed = { sorts: BOOK_SORTS, text: '', who: '', min: null, max: null };

/** As the command takes it. */
export function narrowArgs({ sorts, text, who, min, max }: Narrowed) {
  return {
    sorts,
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(who.trim() === '' ? {} : { who: who.trim() }),
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
  };
}

export interface Records {
  readonly rows: readonly BookRowView[];
  readonly next: BookCursor | null;
  readonly searchedFrom: number | null;
  readonly isLoading: boolean;
  readonly problem: Problem | null;
  /** Reads on. */
  more(): void;
}

/** Rows of one answer. */
const PAGE = 50;
/** A page may be short because few rows fit: so many of them are read before somebody has to ask. */
const MOST_IN_A_ROW = 20;

interface Read {
  readonly rows: readonly BookRowView[];
  readonly next: BookCursor | null;
  readonly searchedFrom: number | null;
}

const NOTHING: Read = { rows: [], next: null, searchedFrom: null };

/** The list of a period, page by page. `round` counts up when it is to be read anew. */
export function useRecords(period: Period, narrowed: Narrowed, round: number): Records {
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const [read, setRead] = useState<Read>(NOTHING);
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = JSON.stringify([period, narrowed]);
  const latest = useRef({ period, narrowed });
  latest.current = { period, narrowed };
  const turn = useRef(0);
  const shown = useRef('');

  /** `atOnce`: what is shown stays until all of it is there. */
  const load = async (from: Read, wanted: number, atOnce = false) => {
    turn.current += 1;
    const mine = turn.current;
    const isCurrent = () => turn.current === mine;
    const { period: within, narrowed: to } = latest.current;
    setLoading(true);
    setProblem(null);
    let found = from;
    try {
      for (let pages = 0; pages < MOST_IN_A_ROW; pages += 1) {
        const page = await dashboard.read('books.list', {
          ...within,
          ...narrowArgs(to),
          ...(found.next === null ? {} : { before: found.next }),
          limit: PAGE,
        });
        if (!isCurrent()) return;
        found = { ...page, rows: [...found.rows, ...page.rows] };
        if (!atOnce) setRead(found);
        if (found.next === null || found.rows.length >= wanted) break;
      }
    } catch (failure) {
      if (isCurrent()) setProblem(problemOfFailure(failure));
    }
    if (!isCurrent()) return;
    if (atOnce && found !== from) setRead(found);
    setLoading(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for what is asked, `round` asks again
  useEffect(() => {
    const isSame = shown.current === asked;
    shown.current = asked;
    if (narrowed.sorts.length === 0) setRead(NOTHING);
    if (!reachable || narrowed.sorts.length === 0) setLoading(false);
    else void load(NOTHING, isSame ? Math.max(PAGE, read.rows.length) : PAGE, isSame);
    return () => {
      turn.current += 1;
    };
  }, [asked, round, reachable]);

  return {
    ...read,
    isLoading,
    problem,
    more: () => {
      if (!isLoading) void load(read, read.rows.length + PAGE);
    },
  };
}
