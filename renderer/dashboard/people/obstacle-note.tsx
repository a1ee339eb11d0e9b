import { CloudOff, KeyRound, LogIn, ShieldAlert } from 'lucide-react';
import type { PeopleScope } from '../../../shared/control/people-desk.ts';
import { actionOf, selectGrantUrl } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import type { Obstacle } from './use-people.ts';

/** Why something cannot be had now, and the way to it. What was read before stays below. */
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
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('grant'));
  const grantUrl = useSelect(selectGrantUrl);
  return (
    <div className="people-obstacle">
      <Callout
        tone="warn"
        icon={ShieldAlert}
        title={t('people.needs', { scope })}
        text={t(`people.scope-${scope}`)}
      />
      <div className="card-row">
        <Button
          icon={KeyRound}
          variant={grantUrl ? 'plain' : 'primary'}
          busy={phase === 'pending'}
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
    </div>
  );
}
