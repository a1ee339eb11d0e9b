import { ExternalLink, KeyRound, LogIn, LogOut, UserRound } from 'lucide-react';
import { useEffect, useId } from 'react';
import { isWebAddress } from '../../bridge/addresses.ts';
import { actionOf, selectSignInUrl, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useModal } from '../../ui/dialog.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** Whose channel it is, and the way out of it. */
export function Account({ onSignOut }: { readonly onSignOut: () => void }) {
  const { t } = useWords();
  const account = useSelect(selectStatus)?.account ?? null;
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
      <bdi className="account-name cut" title={name}>
        {name}
      </bdi>
      <Button variant="ghost" icon={LogOut} onPress={onSignOut}>
        {t('sign-out.start')}
      </Button>
    </div>
  );
}

/** Asks before signing out. */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const account = useSelect(selectStatus)?.account;
  const modal = useModal(onClose);
  const titleId = useId();
  const { phase } = useSelect(actionOf('sign-out'));
  useEffect(() => {
    if (phase === 'done') onClose();
  }, [phase, onClose]);
  return (
    <dialog {...modal} className="dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('sign-out.ask')}</h2>
      <bdi className="dialog-name cut">{account?.channelName ?? account?.channelId}</bdi>
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

/** Signed out: a sign-in button. Signing in: the address. Otherwise nothing. */
export function SignInCard() {
  const state = useSelect(selectStatus)?.connection.state;
  const url = useSelect(selectSignInUrl);
  if (state !== 'signed-out' && state !== 'signing-in') return null;
  return url && isWebAddress(url) ? <Waiting url={url} /> : <Invitation />;
}

function Invitation() {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <Card icon={KeyRound} title={t('sign-in.title')} className="card-call">
      <div className="ends">
        <p className="card-text">{t('sign-in.text')}</p>
        <CoreButton
          action="sign-in"
          variant="primary"
          icon={LogIn}
          onPress={() => void dashboard.startSignIn()}
        >
          {t('sign-in.start')}
        </CoreButton>
      </div>
      <ActionProblem action="sign-in" />
    </Card>
  );
}

function Waiting({ url }: { readonly url: string }) {
  const { t } = useWords();
  const { host } = usePage();
  return (
    <Card icon={KeyRound} title={t('sign-in.waiting-title')} className="card-call">
      <p className="card-text">{t('sign-in.waiting-text')}</p>
      <AddressField label={t('sign-in.address')} address={url} />
      <div className="card-row">
        <Button icon={ExternalLink} onPress={() => host.openAddress(url)}>
          {t('sign-in.open')}
        </Button>
      </div>
    </Card>
  );
}
