import { Check, ShieldCheck } from 'lucide-react';
import { isWord } from '../../i18n/dashboard.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
import { MissingScopes } from './missing-scopes.tsx';

/** What the platform lets the app do for this channel, and what it does not. */
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

/** A scope in words, its own name as a hint; one that nobody knows as it is. */
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
