import { KeyRound, ShieldAlert } from 'lucide-react';
import {
  actionOf,
  selectGrantUrl,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** Which permissions are missing, what is lost without them, and the way to grant them. */
export function MissingScopes() {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const missing = useSelect(selectStatus)?.scopes.missing ?? [];
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(actionOf('grant'));
  const grantUrl = useSelect(selectGrantUrl);
  if (missing.length === 0) return null;
  return (
    <>
      <h3>{t('scopes.missing')}</h3>
      <Callout tone="warn" icon={ShieldAlert} title={t('scopes.cure')}>
        <ul className="scopes">
          {missing.map(({ scope, disables }) => (
            <li key={scope}>
              <code>{scope}</code>
              <span>{t('scopes.disables', { what: pick(disables) })}</span>
            </li>
          ))}
        </ul>
      </Callout>
      <div className="card-row">
        <Button
          icon={KeyRound}
          variant={grantUrl ? 'plain' : 'primary'}
          busy={phase === 'pending'}
          disabled={!reachable}
          onPress={() => void dashboard.grantScopes()}
        >
          {t('scopes.grant')}
        </Button>
      </div>
      <ActionProblem action="grant" />
      {grantUrl ? (
        <>
          <p className="card-note" role="status">
            {t('scopes.grant-text')}
          </p>
          <AddressField label={t('scopes.grant-address')} address={grantUrl} masked={null} />
        </>
      ) : null}
    </>
  );
}
