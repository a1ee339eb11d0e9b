import { Check, KeyRound, ShieldAlert, ShieldCheck } from 'lucide-react';
import { isWord } from '../../i18n/dashboard.ts';
import { selectGrantUrl, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

export function ScopesCard() {
  const { t } = useWords();
  const granted = useSelect(selectStatus)?.scopes.granted ?? [];
  const count = granted.length;
  return (
    <Card
      icon={ShieldCheck}
      title={t('scopes.title')}
      aside={count > 0 ? <Badge>{t('scopes.granted', { count })}</Badge> : null}
    >
      <MissingScopes />
      {count === 0 ? (
        <p className="card-note">{t('scopes.none')}</p>
      ) : (
        <ul className="chips" aria-label={t('scopes.title')}>
          {granted.map((scope) => (
            <ScopeChip key={scope} scope={scope} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ScopeChip({ scope }: { readonly scope: string }) {
  const { t } = useWords();
  const key = `scope.${scope}`;
  return (
    <li className="chip" title={scope}>
      <Check size={14} aria-hidden />
      {isWord(key) ? <span>{t(key)}</span> : <code>{scope}</code>}
    </li>
  );
}

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
      <GrantScopes />
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
