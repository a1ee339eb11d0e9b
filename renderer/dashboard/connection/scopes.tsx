import { KeyRound, ShieldAlert } from 'lucide-react';
import { selectGrantUrl, selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** The events that do not come because their permissions are missing. */
export function MissingScopes() {
  const { t, pick } = useWords();
  const missing = useSelect(selectStatus)?.scopes.missing ?? [];
  if (missing.length === 0) return null;
  return (
    <>
      <h3>{t('scopes.missing')}</h3>
      <Callout tone="warn" icon={ShieldAlert} title={t('scopes.cure')}>
        <ul className="scopes stack">
          {missing.map(({ scope, disables }) => (
            <li key={scope}>
              <code>{scope}</code>
              <span>{t('scopes.disables', { what: pick(disables) })}</span>
            </li>
          ))}
        </ul>
      </Callout>
    </>
  );
}

export function GrantScopes() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const grantUrl = useSelect(selectGrantUrl);
  return (
    <>
      <div className="card-row">
        <CoreButton
          action="grant"
          icon={KeyRound}
          variant={grantUrl ? 'plain' : 'primary'}
          onPress={() => void dashboard.grantScopes()}
        >
          {t('scopes.grant')}
        </CoreButton>
      </div>
      <ActionProblem action="grant" />
      {grantUrl ? (
        <>
          <p className="card-note" role="status">
            {t('scopes.grant-text')}
          </p>
          <AddressField label={t('scopes.grant-address')} address={grantUrl} />
        </>
      ) : null}
    </>
  );
}
