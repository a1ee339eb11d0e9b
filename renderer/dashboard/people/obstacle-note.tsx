import { CloudOff, LogIn, ShieldAlert } from 'lucide-react';
import type { PeopleScope } from '../../../shared/contract/people.ts';
import { Callout } from '../../ui/callout.tsx';
import { GrantScopes } from '../connection/scopes.tsx';
import { useWords } from '../context.ts';
import type { Obstacle } from './use-people.ts';

/** Why data is unavailable, and how to fix it. Data read before stays below. */
export function ObstacleNote({ obstacle }: { readonly obstacle: Obstacle }) {
  const { t } = useWords();
  switch (obstacle.kind) {
    case 'unreachable':
      return (
        <Callout
          tone="warn"
          icon={CloudOff}
          title={t('people.unreachable')}
          text={t('people.unreachable-text')}
        />
      );
    case 'signed-out':
      return (
        <Callout
          tone="warn"
          icon={LogIn}
          title={t('people.signed-out')}
          text={t('people.signed-out-text')}
        />
      );
    case 'scope':
      return <MissingScope scope={obstacle.scope} />;
  }
}

function MissingScope({ scope }: { readonly scope: PeopleScope }) {
  const { t } = useWords();
  return (
    <div className="people-obstacle">
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
