import { useEffect, useRef, useState } from 'react';
import type {
  CommandArgs,
  CommandResult,
  CoreCommandName,
} from '../../../shared/contract/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { type DashboardState, selectReachable } from '../../stores/dashboard-store.ts';
import { useDashboard, usePage, useSelect } from '../context.ts';

/** What was read last stays in sight while it is read again, and when that fails. */
export interface Reading<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
  readonly isLoading: boolean;
}

/** Reads something of the core, again whenever what is asked for or `round` changes. null: nothing. */
export function useReading<N extends CoreCommandName>(
  name: N,
  args: CommandArgs<N> | null,
  round: number,
): Reading<CommandResult<N>> {
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const [reading, setReading] = useState<Reading<CommandResult<N>>>({
    value: null,
    problem: null,
    isLoading: args !== null,
  });
  // What is asked for by its content: callers make it anew whenever they draw.
  const asked = args === null ? null : JSON.stringify(args);
  const latest = useRef(args);
  latest.current = args;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for `args`, `round` asks again
  useEffect(() => {
    const wanted = latest.current;
    if (asked === null || wanted === null || !reachable) return;
    let isWanted = true;
    setReading((now) => ({ ...now, isLoading: true }));
    dashboard.read(name, wanted).then(
      (value) => {
        if (isWanted) setReading({ value, problem: null, isLoading: false });
      },
      (failure: unknown) => {
        const problem = problemOfFailure(failure);
        if (isWanted) setReading((now) => ({ ...now, problem, isLoading: false }));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [dashboard, name, asked, round, reachable]);
  return reading;
}

/** What is added while a period goes on is read this often at most, milliseconds. */
const AGAIN_MS = 3_000;

/** Another object also where all events were sent anew: somebody was taken out of them. */
const newestValued = (state: DashboardState) =>
  state.events.find(({ kind, origin }) => kind !== 'CHAT' && origin === 'platform') ?? state.events;

/** Counts up when something of value has come, not more often than every few seconds. */
export function useRounds(): { readonly round: number; readonly again: () => void } {
  const { clock } = usePage().host;
  const newest = useSelect(newestValued);
  const [round, setRound] = useState(0);
  const seen = useRef(newest);
  const isWaiting = useRef(false);
  const stop = useRef(() => {});
  useEffect(() => {
    if (newest === seen.current || isWaiting.current) return;
    isWaiting.current = true;
    stop.current = clock.after(AGAIN_MS, () => {
      isWaiting.current = false;
      seen.current = newest;
      setRound((now) => now + 1);
    });
  }, [clock, newest]);
  useEffect(
    () => () => {
      isWaiting.current = false;
      stop.current();
    },
    [],
  );
  return { round, again: () => setRound((now) => now + 1) };
}
