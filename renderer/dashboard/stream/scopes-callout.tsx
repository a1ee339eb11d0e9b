import { KeyRound, ShieldAlert } from 'lucide-react';
import { actionOf, selectGrantUrl, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { useMissingScopes } from './use-writing.ts';

/** Which permissions of this page are missing, and the way to grant them. */
export function ScopesCallout() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const missing = useMissingScopes();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(actionOf('grant'));
  const grantUrl = useSelect(selectGrantUrl);
  if (missing.length === 0) return null;
  return (
    <Callout
      tone="warn"
      icon={ShieldAlert}
      title={t('stream.scopes-title', { count: missing.length })}
      text={t('stream.scopes-hint')}
    >
      <ul className="scopes">
        {missing.map((scope) => (
          <li key={scope}>
            <span>{t(`scope.${scope}`)}</span>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
      <div className="stream-grant">
        <Button
          icon={KeyRound}
          variant={grantUrl ? 'plain' : 'primary'}
          busy={phase === 'pending'}
          disabled={!reachable}
          onPress={() => void dashboard.grantScopes()}
        >
          {t('scopes.grant')}
        </Button>
        <ActionProblem action="grant" />
        {grantUrl ? (
          <>
            <p className="card-note" role="status">
              {t('scopes.grant-text')}
            </p>
            <AddressField label={t('scopes.grant-address')} address={grantUrl} masked={null} />
          </>
        ) : null}
      </div>
    </Callout>
  );
}
