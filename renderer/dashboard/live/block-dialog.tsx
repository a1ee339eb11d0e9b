import { Ban } from 'lucide-react';
import { actionOf } from '../../stores/dashboard-store.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ScopeNeeded, useLacks } from './scope-needed.tsx';

interface BlockDialogProps {
  readonly channelId: string;
  readonly name: string;
  readonly onClose: () => void;
}

const SCOPE = 'WRITE:USER_BLOCK';

/** Asks by name before somebody is blocked; closes when it is done. */
export function BlockDialog({ channelId, name, onClose }: BlockDialogProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const action = `people.block#${channelId}` as const;
  const { phase } = useSelect(actionOf(action));
  const lacks = useLacks(SCOPE);
  const block = async () => {
    if (lacks) return;
    const done = await dashboard.ask('people.block', { channelId, name }, channelId);
    if (done) onClose();
  };
  return (
    <AskDialog
      title={t('live.block-ask')}
      name={name}
      text={t('live.block-text')}
      confirm={t('live.card-block')}
      cancel={t('live.block-cancel')}
      icon={Ban}
      busy={phase === 'pending'}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <ActionProblem action={action} />
      <ScopeNeeded scope={SCOPE} word="live.scope-block" />
    </AskDialog>
  );
}
