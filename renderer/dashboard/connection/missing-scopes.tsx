import { ShieldAlert } from 'lucide-react';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { useSelect, useWords } from '../context.ts';
import { GrantScopes } from './grant-scopes.tsx';

/** Which permissions are missing, what is lost without them, and the way to grant them. */
export function MissingScopes() {
  const { t, pick } = useWords();
  const missing = useSelect(selectStatus)?.scopes.missing ?? [];
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
      <GrantScopes />
    </>
  );
}
