import { useQuery } from '@tanstack/react-query';
import { AlarmClockOff, Check, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { DROPS_LIMITS, type PayoutState } from '../../../shared/contract/drops.ts';
import { Callout } from '../../ui/callout.tsx';
import { ActionDialog } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';

export interface PayoutWish {
  readonly claimIds: readonly string[];
  readonly state: PayoutState;
}

interface PayDialogProps {
  readonly wish: PayoutWish;
  /** The job that began. */
  readonly onTaken: (jobId: number) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation with the number of claims. The selection stays if it fails. */
export function PayDialog({ wish, onTaken, onClose }: PayDialogProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { claimIds, state } = wish;
  const late = useLate(claimIds);
  const count = claimIds.length;
  const calls = Math.ceil(count / DROPS_LIMITS.idsInChangeMax);
  const kind = state === 'FULFILLED' ? 'pay' : 'unpay';
  // The dialog is removed without closing, so the focus is restored here.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
  const confirm = async () => {
    const taken = await dashboard.ask('drops.pay', { claimIds: [...claimIds], state });
    if (taken === null) return;
    onTaken(taken.jobId);
    onClose();
  };
  return (
    <ActionDialog
      action="drops.pay"
      title={t(`drops.ask-${kind}`, { count })}
      text={t(`drops.ask-${kind}-text`, { calls })}
      confirm={t(`drops.${kind}`, { count })}
      cancel={t('drops.cancel-ask')}
      icon={kind === 'pay' ? Check : Undo2}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {late > 0 ? (
        <Callout
          tone="warn"
          icon={AlarmClockOff}
          role="status"
          title={t('drops.ask-late', { count: late })}
          text={t('drops.ask-late-text')}
        />
      ) : null}
    </ActionDialog>
  );
}

/** How many are overdue; 0 until known. */
function useLate(claimIds: readonly string[]): number {
  const dashboard = useDashboard();
  const { data } = useQuery({
    queryKey: ['drops.late', claimIds],
    queryFn: () => dashboard.read('drops.late', { claimIds: [...claimIds] }),
  });
  // The dialog works without it; an unreachable app is reported elsewhere.
  return data?.late ?? 0;
}
