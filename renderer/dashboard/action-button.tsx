import type { ComponentProps } from 'react';
import type { ActionName } from '../stores/dashboard-actions.ts';
import { selectReachable } from '../stores/dashboard-store.ts';
import { Button } from '../ui/button.tsx';
import { AskDialog } from '../ui/dialog.tsx';
import { usePending, useSelect } from './context.ts';
import { ActionProblem } from './problems.tsx';

interface ActionButtonProps extends ComponentProps<typeof Button> {
  readonly action: ActionName;
}

export function ActionButton({ action, busy = false, ...button }: ActionButtonProps) {
  const pending = usePending(action);
  return <Button {...button} busy={busy || pending} />;
}

/** A button for an action of the core; disabled while the core is unreachable. */
export function CoreButton({ disabled = false, ...button }: ActionButtonProps) {
  const reachable = useSelect(selectReachable);
  return <ActionButton {...button} disabled={disabled || !reachable} />;
}

interface ActionDialogProps extends Omit<ComponentProps<typeof AskDialog>, 'busy'> {
  readonly action: ActionName;
}

/** Asks before an action that cannot be undone, and says why it failed. */
export function ActionDialog({ action, children, ...dialog }: ActionDialogProps) {
  return (
    <AskDialog {...dialog} busy={usePending(action)}>
      {children}
      <ActionProblem action={action} />
    </AskDialog>
  );
}
