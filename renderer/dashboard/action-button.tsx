import type { ComponentProps } from 'react';
import type { ActionName } from '../stores/dashboard-actions.ts';
import { selectReachable } from '../stores/dashboard-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { AskDialog } from '../ui/dialog.tsx';
import { usePending, useSelect } from './context.ts';
import { ActionProblem } from './problems.tsx';

interface ActionProps {
  /** Shown as busy while it runs. */
  readonly action?: ActionName;
}

export function ActionButton(props: ActionProps & ComponentProps<typeof Button>) {
  const { action = null, busy = false, ...button } = props;
  const pending = usePending(action);
  return <Button {...button} busy={busy || pending} />;
}

export function ActionIconButton(props: ActionProps & ComponentProps<typeof IconButton>) {
  const { action = null, busy = false, ...button } = props;
  const pending = usePending(action);
  return <IconButton {...button} busy={busy || pending} />;
}

/** Disabled while the core is unreachable. */
export function CoreButton(props: ComponentProps<typeof ActionButton>) {
  const reachable = useSelect(selectReachable);
  return <ActionButton {...props} disabled={props.disabled || !reachable} />;
}

/** Disabled while the core is unreachable. */
export function CoreIconButton(props: ComponentProps<typeof ActionIconButton>) {
  const reachable = useSelect(selectReachable);
  return <ActionIconButton {...props} disabled={props.disabled || !reachable} />;
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
