import { Check, ChevronRight, Lock, ShieldCheck } from 'lucide-react';
import {
  actionOf,
  selectGrantUrl,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { PERMITS } from './permits.ts';

const selectGrant = actionOf('grant');

/** Every permission of the platform: what it allows, or would. */
export function PermitCard() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const signedIn = status?.tokens !== null && status !== null;
  const granted = new Set(status?.scopes.granted ?? []);
  const has = PERMITS.filter((scope) => granted.has(scope));
  const lacks = PERMITS.filter((scope) => !granted.has(scope));
  return (
    <Card
      icon={ShieldCheck}
      title={t('permit.title')}
      aside={
        signedIn ? (
          <Badge tone={lacks.length === 0 ? 'live' : 'warn'}>
            {t('permit.count', { granted: has.length, all: PERMITS.length })}
          </Badge>
        ) : null
      }
    >
      {signedIn ? null : <p className="card-note">{t('permit.signed-out')}</p>}
      {signedIn && lacks.length > 0 ? <Missing scopes={lacks} /> : null}
      {signedIn && lacks.length === 0 ? (
        <Callout tone="live" icon={Check} title={t('permit.all')} />
      ) : null}
      {signedIn && has.length > 0 ? (
        <details className="how permits-granted">
          <summary>
            <ChevronRight size={14} aria-hidden />
            {t('permit.granted')}
          </summary>
          <PermitList scopes={has} granted />
        </details>
      ) : null}
    </Card>
  );
}

type Permit = (typeof PERMITS)[number];

function Missing({ scopes }: { readonly scopes: readonly Permit[] }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectGrant);
  const grantUrl = useSelect(selectGrantUrl);
  return (
    <>
      <h3>{t('permit.missing')}</h3>
      <PermitList scopes={scopes} granted={false} />
      <p className="card-note">{t('permit.cure')}</p>
      <div className="card-row">
        <Button
          variant={grantUrl ? 'plain' : 'primary'}
          icon={ShieldCheck}
          busy={phase === 'pending'}
          disabled={!reachable}
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
    </>
  );
}

interface PermitListProps {
  readonly scopes: readonly Permit[];
  readonly granted: boolean;
}

function PermitList({ scopes, granted }: PermitListProps) {
  const { t } = useWords();
  const Icon = granted ? Check : Lock;
  return (
    <ul
      className="permits"
      data-granted={granted}
      aria-label={t(granted ? 'permit.granted' : 'permit.missing')}
    >
      {scopes.map((scope) => (
        <li key={scope}>
          <Icon size={16} aria-hidden />
          <span>
            {t(`permit.${scope}`)}
            <code>{scope}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
