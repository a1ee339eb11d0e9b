import { KeyRound } from 'lucide-react';
import { actionOf, selectGrantUrl, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

const selectGrant = actionOf('grant');

/** The way to permissions that are missing: a button, then the address where they are granted. */
export function GrantScopes() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectGrant);
  const grantUrl = useSelect(selectGrantUrl);
  return (
    <>
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
