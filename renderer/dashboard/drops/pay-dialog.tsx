import { Check, Undo2 } from 'lucide-react';
import { DROPS_LIMITS, type PayoutState } from '../../../shared/control/drops-limits.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** Which claims are to be marked as what. */
export interface PayoutWish {
  readonly claimIds: readonly string[];
  readonly state: PayoutState;
}

interface PayDialogProps {
  readonly wish: PayoutWish;
  /** The order was taken. */
  readonly onTaken: () => void;
  readonly onClose: () => void;
}

/** Asks by number before claims are marked. What was chosen stays when it fails. */
export function PayDialog({ wish, onTaken, onClose }: PayDialogProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('drops.pay'));
  const { claimIds, state } = wish;
  const count = claimIds.length;
  const calls = Math.ceil(count / DROPS_LIMITS.idsInChangeMax);
  const kind = state === 'FULFILLED' ? 'pay' : 'unpay';
  const confirm = async () => {
    const taken = await dashboard.ask('drops.pay', { claimIds: [...claimIds], state });
    if (taken === null) return;
    onTaken();
    onClose();
  };
  return (
    <AskDialog
      title={t(`drops.ask-${kind}`, { count })}
      text={t(`drops.ask-${kind}-text`, { calls })}
      confirm={t(`drops.${kind}`, { count })}
      cancel={t('drops.cancel-ask')}
      icon={kind === 'pay' ? Check : Undo2}
      busy={phase === 'pending'}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ActionProblem action="drops.pay" />
    </AskDialog>
  );
}
