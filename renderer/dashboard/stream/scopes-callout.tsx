import { ShieldAlert } from 'lucide-react';
import { Callout } from '../../ui/callout.tsx';
import { GrantScopes } from '../connection/grant-scopes.tsx';
import { useWords } from '../context.ts';
import { useMissingScopes } from './use-writing.ts';

/** Which permissions of this page are missing, and the way to grant them. */
export function ScopesCallout() {
  const { t } = useWords();
  const missing = useMissingScopes();
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
        <GrantScopes />
      </div>
    </Callout>
  );
}
