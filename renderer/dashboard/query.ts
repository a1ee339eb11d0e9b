import {
  type QueryFunctionContext,
  type QueryKey,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type {
  CommandArgs,
  CommandResult,
  CoreCommandName,
  OnCommandWait,
} from '../../shared/contract/index.ts';
import type { Problem } from '../../shared/problem.ts';
import { problemOfFailure } from '../bridge/bridge-problems.ts';
import { selectReachable } from '../stores/dashboard-store.ts';
import { useDashboard, useSelect } from './context.ts';

/** A query's result. The last value stays during and after a failed refresh. */
interface Reading<T> {
  /** null if nothing has arrived yet. */
  readonly value: T | null;
  /** Why the last attempt failed; null if it did not. */
  readonly problem: Problem | null;
  readonly isLoading: boolean;
}

/** Asks again when the arguments change or `scope` is invalidated; not while out of reach. */
export function useReading<N extends CoreCommandName>(
  scope: string,
  name: N,
  args: CommandArgs<N>,
): Reading<CommandResult<N>> {
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { data, error, isFetching } = useQuery({
    queryKey: [scope, name, args],
    queryFn: () => dashboard.read(name, args),
    enabled: reachable,
  });
  return {
    value: useLatest(data) ?? null,
    problem: error && problemOfFailure(error),
    isLoading: isFetching || (data === undefined && !error),
  };
}

/** The last defined value, kept while a new query has none yet. */
export function useLatest<T>(value: T | undefined): T | undefined {
  const latest = useRef(value);
  if (value !== undefined) latest.current = value;
  return latest.current;
}

const waitKey = (key: QueryKey): QueryKey => ['wait', ...key];

/** Reads for a query; `useWaitUntil` says how long the platform asks to wait meanwhile. */
export async function readWithWait<T>(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  read: (onWait: OnCommandWait) => Promise<T>,
): Promise<T> {
  const setWait = (until: number | null) => client.setQueryData(waitKey(queryKey), until);
  try {
    return await read(setWait);
  } finally {
    setWait(null);
  }
}

/** Until when the platform asked this query to wait, epoch milliseconds; null if it did not. */
export function useWaitUntil(queryKey: QueryKey): number | null {
  const { data } = useQuery<number | null>({ queryKey: waitKey(queryKey), queryFn: skipToken });
  return data ?? null;
}
