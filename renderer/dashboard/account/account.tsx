import { LogOut, UserRound } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { actionOf, selectStatus } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** Whose channel it is, and the way out of it. */
export function Account() {
  const { t } = useWords();
  const account = useSelect(selectStatus)?.account ?? null;
  const [asking, setAsking] = useState(false);
  if (!account) {
    return (
      <div className="account account-none">
        <UserRound size={16} aria-hidden />
        <span>{t('state.no-channel')}</span>
      </div>
    );
  }
  const name = account.channelName ?? account.channelId;
  return (
    <div className="account">
      <UserRound size={16} aria-hidden />
      <bdi className="account-name" title={name}>
        {name}
      </bdi>
      <IconButton icon={LogOut} label={t('sign-out.start')} onPress={() => setAsking(true)} />
      {asking ? <SignOutDialog name={name} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

interface SignOutDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

function SignOutDialog({ name, onClose }: SignOutDialogProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const modal = useModal(onClose);
  const titleId = useId();
  const { phase } = useSelect(actionOf('sign-out'));
  useEffect(() => {
    if (phase === 'done') onClose();
  }, [phase, onClose]);
  return (
    <dialog {...modal} className="dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('sign-out.ask')}</h2>
      <bdi className="dialog-name">{name}</bdi>
      <p>{t('sign-out.text')}</p>
      <ActionProblem action="sign-out" />
      <div className="dialog-buttons">
        <Button onPress={onClose}>{t('sign-out.cancel')}</Button>
        <Button
          variant="danger"
          icon={LogOut}
          busy={phase === 'pending'}
          onPress={() => void dashboard.signOut()}
        >
          {t('sign-out.confirm')}
        </Button>
      </div>
    </dialog>
  );
}
