import type { StoreApi } from 'zustand/vanilla';
import type { OnCommandWait } from '../../shared/contract/index.ts';
import { problemOfFailure } from '../bridge/bridge-problems.ts';
import type { PageClock } from '../bridge/page-host.ts';
import {
  type ActionName,
  type ActionState,
  type Actions,
  DONE_SHOWN_MS,
  IDLE,
} from './dashboard-actions.ts';

interface AskingState {
  readonly actions: Actions;
}

/** Keeps the state of everything that is asked of the core. */
export interface Asker {
  /** Runs what is not already running under this name; true when it succeeded. */
  ask(name: ActionName, run: (onWait: OnCommandWait) => Promise<unknown>): Promise<boolean>;
  dispose(): void;
}

export function createAsker(
  store: StoreApi<AskingState>,
  clock: Pick<PageClock, 'now' | 'after'>,
): Asker {
  const fading = new Map<ActionName, () => void>();
  const set = (name: ActionName, action: ActionState) =>
    store.setState((state) => ({ actions: { ...state.actions, [name]: action } }));
  const endFading = (name: ActionName) => {
    fading.get(name)?.();
    fading.delete(name);
  };
  return {
    async ask(name, run) {
      if (store.getState().actions[name]?.phase === 'pending') return false;
      endFading(name);
      const since = clock.now();
      set(name, { phase: 'pending', since, waitUntil: null });
      try {
        await run((waitUntil) => set(name, { phase: 'pending', since, waitUntil }));
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
