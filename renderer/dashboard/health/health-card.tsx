import { Activity, CircleCheck, ShieldAlert } from 'lucide-react';
import type { AppStatus } from '../../../shared/status.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
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
      {missing.length > 0 ? <MissingScopes missing={missing} /> : null}
      {refused ? <Refusals status={status} /> : null}
    </Card>
  );
}

function MissingScopes({ missing }: { readonly missing: AppStatus['scopes']['missing'] }) {
  const { t, pick } = useWords();
  return (
    <>
      <h3>{t('health.scopes')}</h3>
      <Callout tone="warn" icon={ShieldAlert} title={t('health.scopes-cure')}>
        <ul className="scopes">
          {missing.map(({ scope, disables }) => (
            <li key={scope}>
              <code>{scope}</code>
              <span>{t('health.scope-disables', { what: pick(disables) })}</span>
            </li>
          ))}
        </ul>
      </Callout>
    </>
  );
}
