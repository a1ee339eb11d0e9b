import type { StoreApi } from 'zustand/vanilla';
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
  | { readonly phase: 'failed'; readonly problem: Problem };

export type Actions = Readonly<Partial<Record<ActionName, ActionState>>>;

export const IDLE: ActionState = { phase: 'idle' };

/** How long a success stays visible, milliseconds. */
const DONE_SHOWN_MS = 2_000;

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
  return {
    /** Runs unless this action is already running; returns true if it succeeded. */
    async run(
      name: ActionName,
      execute: (onWait: OnCommandWait) => Promise<unknown>,
    ): Promise<boolean> {
      if (store.getState().actions[name]?.phase === 'pending') return false;
      endFading(name);
      const since = clock.now();
      set(name, { phase: 'pending', since, waitUntil: null });
      try {
        await execute((waitUntil) => set(name, { phase: 'pending', since, waitUntil }));
      } catch (failure) {
        set(name, { phase: 'failed', problem: problemOfFailure(failure) });
        return false;
      }
      set(name, { phase: 'done', at: clock.now() });
      fading.set(
        name,
        clock.after(DONE_SHOWN_MS, () => set(name, IDLE)),
      );
      return true;
    },
    dispose() {
      for (const name of [...fading.keys()]) endFading(name);
    },
  };
}
