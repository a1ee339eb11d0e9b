import { CircleX } from 'lucide-react';
import type { ActionName } from '../stores/dashboard-actions.ts';
import { actionOf } from '../stores/dashboard-store.ts';
import { Callout } from '../ui/callout.tsx';
import { useSelect, useWords } from './context.ts';

/** Why an action failed and what to do; nothing while it did not. */
export function ActionProblem({ action }: { readonly action: ActionName }) {
  const words = useWords();
  const state = useSelect(actionOf(action));
  if (state.phase !== 'failed') return null;
  return (
    <Callout
      tone="error"
      icon={CircleX}
      role="alert"
      title={words.pick(state.problem.what)}
      text={words.pick(state.problem.cure)}
    />
  );
}
