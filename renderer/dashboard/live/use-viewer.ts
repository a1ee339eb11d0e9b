import { useCallback, useEffect, useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { ViewerCursor } from '../../../shared/contract/live.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { useDashboard } from '../context.ts';

export type ViewerFacts = CommandResult<'live.viewer'>;

export interface ViewerRead {
  /** null: not read yet. */
  readonly facts: ViewerFacts | null;
  /** Newest first, as far as it was read. */
  readonly history: readonly StageEvent[];
  /** Reads what is older; null: there is no more, or it is being read. */
  readonly more: (() => void) | null;
  readonly problem: Problem | null;
  readonly retry: () => void;
}

const PAGE = 50;

/** What the books know of a viewer, read page by page. */
export function useViewer(channelId: string): ViewerRead {
  const dashboard = useDashboard();
  const [facts, setFacts] = useState<ViewerFacts | null>(null);
  const [history, setHistory] = useState<readonly StageEvent[]>([]);
  const [next, setNext] = useState<ViewerCursor | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tries, setTries] = useState(0);
  const readPage = useCallback(
    (before: ViewerCursor | null) =>
      dashboard.read('live.viewer-history', { channelId, limit: PAGE, before }),
    [dashboard, channelId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another reading
  useEffect(() => {
    let gone = false;
    setProblem(null);
    Promise.all([dashboard.read('live.viewer', { channelId }), readPage(null)]).then(
      ([read, page]) => {
        if (gone) return;
        setFacts(read);
        setHistory(page.events);
        setNext(page.next);
      },
      (failure: unknown) => {
        if (!gone) setProblem(problemOfFailure(failure));
      },
    );
    return () => {
      gone = true;
    };
  }, [dashboard, channelId, readPage, tries]);
  const readMore = () => {
    setNext(null);
    readPage(next).then(
      (page) => {
        setHistory((before) => [...before, ...page.events]);
        setNext(page.next);
      },
      (failure: unknown) => {
        setNext(next);
        setProblem(problemOfFailure(failure));
      },
    );
  };
  return {
    ...{ facts, history, problem },
    more: next ? readMore : null,
    retry: () => setTries((count) => count + 1),
  };
}
