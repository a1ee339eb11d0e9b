import { CloudOff, LogIn, ShieldAlert } from 'lucide-react';
import { Callout } from '../../ui/callout.tsx';
import { GrantScopes } from '../connection/scopes.tsx';
import { useWords } from '../context.ts';
import type { Obstacle } from './use-people.ts';

/** Why data is unavailable, and how to fix it. Data read before stays below. */
export function ObstacleNote({ obstacle }: { readonly obstacle: Obstacle }) {
  const { t } = useWords();
  const { kind } = obstacle;
  if (kind !== 'scope') {
    return (
      <Callout
        tone="warn"
        icon={kind === 'unreachable' ? CloudOff : LogIn}
        title={t(`people.${kind}`)}
        text={t(`people.${kind}-text`)}
      />
    );
  }
  const { scope } = obstacle;
  return (
    <div className="stack roomy">
      <Callout
        tone="warn"
        icon={ShieldAlert}
        title={t('people.needs', { scope })}
        text={t(`people.scope-${scope}`)}
      />
      <GrantScopes />
    </div>
  );
}
