import { Activity, CircleCheck } from 'lucide-react';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
import { MissingScopes } from './missing-scopes.tsx';
import { Notices } from './notices.tsx';
import { Refusals } from './refusals.tsx';

/** What is wrong, what was refused, and what to do about it; or that nothing is. */
export function HealthCard() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  if (!status) return null;
  const { notices } = status;
  const { missing } = status.scopes;
  const refused =
    status.refusals.length > 0 || status.unknownEvents > 0 || status.alerts.neverAppeared > 0;
  const fine = notices.length === 0 && missing.length === 0 && !refused;
  return (
    <Card id="health" icon={Activity} title={t('health.title')}>
      {fine ? (
        <Callout
          tone="live"
          icon={CircleCheck}
          title={t('health.fine')}
          text={t('health.fine-text')}
        />
      ) : null}
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <MissingScopes />
      {refused ? <Refusals status={status} /> : null}
    </Card>
  );
}
