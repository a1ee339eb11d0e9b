import type { StoreApi } from 'zustand/vanilla';
import type { Found } from '../../shared/contract/command.ts';
import type { CommandName, OnCommandWait } from '../../shared/contract/index.ts';
import type { EventKind } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { problemOfFailure } from '../bridge/bridge-problems.ts';
import type { PageClock } from '../bridge/page-host.ts';

export type ActionName =
  | 'sign-in'
  | 'grant'
  | 'sign-out'
  | 'language'
  | `test:${EventKind}`
  | `dismiss:${string}`
  | 'media.add'
  | 'widgets.import'
  /** Named after the command; `detail` distinguishes uses of one command. */
  | CommandName
  | `${CommandName}#${string}`;

export type ActionState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'pending';
      /** Epoch milliseconds. */
      readonly since: number;
      /** The platform asked to wait until then, epoch milliseconds; null if it did not. */
      readonly waitUntil: number | null;
    }
  /** Shown for a moment after success. `at`: epoch milliseconds. */
  | { readonly phase: 'done'; readonly at: number }
  /** Until the next try. */
  | {
      readonly phase: 'failed';
      readonly problem: Problem;
      /** Reads what became of a lost answer; undefined if nothing can tell. */
      readonly read?: Look | undefined;
      /** Asks for the same once more; undefined if it was refused, or might then happen twice. */
      readonly again?: (() => Promise<boolean>) | undefined;
      /** A look at what became of a lost answer, or why it failed; omitted before the first. */
      readonly look?: 'looking' | 'unclear' | Problem;
    }
  /** The answer was lost, and a look found what became of it. A success fades. */
  | { readonly phase: 'found'; readonly isDone: boolean };

/** Reads at the source what became of a change. */
export type Look = () => Promise<Found>;

/** What helps with a change whose answer is lost. */
export interface LostHelp {
  readonly read?: Look | undefined;
  /** Made twice it does no harm. */
  readonly isRepeatable?: boolean;
}

export type Actions = Readonly<Partial<Record<ActionName, ActionState>>>;

export const IDLE: ActionState = { phase: 'idle' };

/** How long a success stays visible, milliseconds. */
const DONE_SHOWN_MS = 2_000;
/** The same for one that a look found: it answers a press that is longer ago. */
const FOUND_SHOWN_MS = 10_000;

export function createActions(
  store: StoreApi<{ readonly actions: Actions }>,
  clock: Pick<PageClock, 'now' | 'after'>,
) {
  const fading = new Map<ActionName, () => void>();
  const set = (name: ActionName, action: ActionState) =>
    store.setState((state) => ({ actions: { ...state.actions, [name]: action } }));
  const endFading = (name: ActionName) => {
    fading.get(name)?.();
    fading.delete(name);
  };
  const fade = (name: ActionName, ms: number) =>
    fading.set(
      name,
      clock.after(ms, () => set(name, IDLE)),
    );
  /** The action if its answer was lost. */
  const lostOf = (name: ActionName) => {
    const action = store.getState().actions[name];
    return action?.phase === 'failed' && action.problem.outcome === 'unknown' ? action : null;
  };
  const resolve = (name: ActionName, isDone: boolean) => {
    set(name, { phase: 'found', isDone });
    if (isDone) fade(name, FOUND_SHOWN_MS);
  };
  const run = async (
    name: ActionName,
    execute: (onWait: OnCommandWait) => Promise<unknown>,
    help: LostHelp = {},
  ): Promise<boolean> => {
    if (store.getState().actions[name]?.phase === 'pending') return false;
    endFading(name);
    const since = clock.now();
    set(name, { phase: 'pending', since, waitUntil: null });
    try {
      await execute((waitUntil) => set(name, { phase: 'pending', since, waitUntil }));
    } catch (failure) {
      const problem = problemOfFailure(failure);
      const isLost = problem.outcome === 'unknown';
      const again = isLost && help.isRepeatable ? () => run(name, execute, help) : undefined;
      set(name, { phase: 'failed', problem, read: help.read, again });
      return false;
    }
    set(name, { phase: 'done', at: clock.now() });
    fade(name, DONE_SHOWN_MS);
    return true;
  };
  return {
    /** Looks what became of an action whose answer was lost. */
    async look(name: ActionName): Promise<void> {
      const lost = lostOf(name);
      if (!lost?.read || lost.look === 'looking') return;
      const looking = { ...lost, look: 'looking' } as const;
      set(name, looking);
      const found = await lost.read().catch(problemOfFailure);
      // Another try may have begun meanwhile.
      if (store.getState().actions[name] !== looking) return;
      if (found === 'done' || found === 'not-done') resolve(name, found === 'done');
      else set(name, { ...lost, look: found });
    },
    /** Takes what went wrong off the page. */
    forget(name: ActionName): void {
      const phase = store.getState().actions[name]?.phase;
      if (phase === 'failed' || phase === 'found') set(name, IDLE);
    },
    /** The page learned from elsewhere that an action whose answer was lost was done. */
    wasDone(name: ActionName): void {
      if (lostOf(name)) resolve(name, true);
    },
    /** Runs unless this action is already running; returns true if it succeeded. */
    run,
    dispose() {
      for (const name of [...fading.keys()]) endFading(name);
    },
  };
}
