import { ExternalLink, KeyRound, LogIn } from 'lucide-react';
import { isWebAddress } from '../../bridge/addresses.ts';
import {
  actionOf,
  selectReachable,
  selectSignInUrl,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';

/** The way in: a button while signed out, the address while signing in, else nothing. */
export function SignInCard() {
  const state = useSelect(selectStatus)?.connection.state;
  const url = useSelect(selectSignInUrl);
  if (state !== 'signed-out' && state !== 'signing-in') return null;
  return url && isWebAddress(url) ? <Waiting url={url} /> : <Invitation />;
}

function Invitation() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(actionOf('sign-in'));
  return (
    <Card icon={KeyRound} title={t('sign-in.title')} className="card-call">
      <div className="invitation">
        <p className="card-text">{t('sign-in.text')}</p>
        <Button
          variant="primary"
          icon={LogIn}
          busy={phase === 'pending'}
          disabled={!reachable}
          onPress={() => void dashboard.startSignIn()}
        >
          {t('sign-in.start')}
        </Button>
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
      <AddressField label={t('sign-in.address')} address={url} masked={null} />
      <div className="card-row">
        <Button icon={ExternalLink} onPress={() => host.openAddress(url)}>
          {t('sign-in.open')}
        </Button>
      </div>
    </Card>
  );
}
