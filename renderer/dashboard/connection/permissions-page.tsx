import { Check, Lock, ShieldCheck } from 'lucide-react';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
import { GrantScopes, MissingScopes } from './scopes.tsx';

export function PermissionsPage() {
  return (
    <div className="permissions-page">
      <PermissionsCard />
    </div>
  );
}

/** Everything the platform may allow the app: what is granted, and what the rest would add. */
export function PermissionsCard() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const { granted = [], missing = [] } = status?.scopes ?? {};
  const has = PERMISSIONS.filter((scope) => granted.includes(scope));
  const unknown = granted.filter((scope) => !isPermission(scope));
  const isAll = has.length === PERMISSIONS.length;
  // Those that events need are named with what does not come.
  const others = PERMISSIONS.filter(
    (scope) => !granted.includes(scope) && !missing.some((needed) => needed.scope === scope),
  );
  if (!status?.tokens) {
    return (
      <Card id="permissions" icon={ShieldCheck} title={t('permit.title')}>
        <p className="card-note">{t('permit.signed-out')}</p>
      </Card>
    );
  }
  return (
    <Card
      id="permissions"
      icon={ShieldCheck}
      title={t('permit.title')}
      aside={
        <Badge tone={isAll ? 'live' : 'warn'}>
          {t('permit.count', { granted: has.length, all: PERMISSIONS.length })}
        </Badge>
      }
    >
      <MissingScopes />
      {others.length > 0 ? (
        <>
          <h3>{t('permit.missing')}</h3>
          <PermitList scopes={others} granted={false} />
          {missing.length > 0 ? null : <p className="card-note">{t('permit.cure')}</p>}
        </>
      ) : null}
      {isAll ? <Callout tone="live" icon={Check} title={t('permit.all')} /> : <GrantScopes />}
      {granted.length > 0 ? (
        <>
          <h3>{t('permit.granted')}</h3>
          <PermitList scopes={[...has, ...unknown]} granted />
        </>
      ) : null}
    </Card>
  );
}

interface PermitListProps {
  readonly scopes: readonly string[];
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
            {isPermission(scope) ? t(`permit.${scope}`) : null}
            <code>{scope}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The platform's 14 permissions (specification, "Scopes"), those used live first. */
export const PERMISSIONS = [
  'READ:LIVE_CHAT',
  'READ:DONATION',
  'READ:SUBSCRIPTION',
  'READ:USER',
  'READ:CHANNEL',
  'READ:LIVE_STREAM_SETTINGS',
  'WRITE:LIVE_STREAM_SETTINGS',
  'READ:LIVE_STREAM_KEY',
  'WRITE:LIVE_CHAT',
  'WRITE:LIVE_CHAT_NOTICE',
  'READ:LIVE_CHAT_SETTINGS',
  'WRITE:LIVE_CHAT_SETTINGS',
  'WRITE:USER_BLOCK',
  'READ:USER_BLOCK',
] as const;
type Permission = (typeof PERMISSIONS)[number];

function isPermission(scope: string): scope is Permission {
  return PERMISSIONS.some((known) => known === scope);
}
