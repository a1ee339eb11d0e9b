import type { ActionName } from '../stores/dashboard-actions.ts';
import { actionOf } from '../stores/dashboard-store.ts';
import { useSelect } from './context.ts';
import { PendingNote } from './pending-note.tsx';
import { ProblemCallout } from './problem-callout.tsx';

/** Why an action failed and what to do, or that it takes long; nothing while neither is so. */
export function ActionProblem({ action }: { readonly action: ActionName }) {
  const state = useSelect(actionOf(action));
  if (state.phase === 'pending') {
    return <PendingNote since={state.since} waitUntil={state.waitUntil} />;
  }
  return state.phase === 'failed' ? <ProblemCallout problem={state.problem} /> : null;
}
